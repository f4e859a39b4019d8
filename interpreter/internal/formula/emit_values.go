package formula

import (
	"fmt"
	"math"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// emitsConditions are what is said of one or two values.
var emitsConditions = map[Op]func(emitter, *Value){
	Opposite: func(_ emitter, v *Value) {
		a := v.Of[0].num
		v.num = func(e *Env) int32 { return truth(a(e) != 1) }
	},
	Both: func(_ emitter, v *Value) {
		a, b := v.Of[0].num, v.Of[1].num
		v.num = func(e *Env) int32 { return truth(a(e) == 1 && b(e) == 1) }
	},
	Or: func(_ emitter, v *Value) {
		a, b := v.Of[0].num, v.Of[1].num
		v.num = func(e *Env) int32 { return truth(a(e) == 1 || b(e) == 1) }
	},
	Holds: func(_ emitter, v *Value) {
		a := v.Of[0].num
		v.num = func(e *Env) int32 { return truth(a(e) == 1) }
	},
	Equal: func(_ emitter, v *Value) {
		a, b := v.Of[0].num, v.Of[1].num
		v.num = func(e *Env) int32 { return truth(a(e) == b(e)) }
	},
	IsCard: func(_ emitter, v *Value) {
		a, b := v.Of[0].num, v.Of[1].num
		v.num = func(e *Env) int32 { return truth(e.cardWord(a(e)) == b(e)) }
	},
	Less: emitter.compared, LessEq: emitter.compared, More: emitter.compared, MoreEq: emitter.compared,
}

func (e *Env) cardWord(p int32) int32 {
	if p == schema.Nothing {
		return p
	}
	return e.Cards[e.Pieces[p].Card].Sym
}

func (emitter) compared(v *Value) {
	x, y, pos := v.Of[0].num, v.Of[1].num, v.Pos
	switch v.Op {
	case Less:
		v.num = func(e *Env) int32 { return truth(e.number(pos, x) < e.number(pos, y)) }
	case LessEq:
		v.num = func(e *Env) int32 { return truth(e.number(pos, x) <= e.number(pos, y)) }
	case More:
		v.num = func(e *Env) int32 { return truth(e.number(pos, x) > e.number(pos, y)) }
	default:
		v.num = func(e *Env) int32 { return truth(e.number(pos, x) >= e.number(pos, y)) }
	}
}

// number is a value that must not be nothing.
func (e *Env) number(pos source.Pos, v numFn) int32 {
	x := v(e)
	if x == schema.Nothing {
		e.Fail(pos, "this is nothing, and no number: test it first, or say `?? 0`")
	}
	return x
}

// emitsNumbers are numbers that are reckoned.
var emitsNumbers = map[Op]func(emitter, *Value){
	Negative: func(_ emitter, v *Value) {
		x := v.Of[0].num
		v.num = func(e *Env) int32 { return -x(e) }
	},
	Abs: func(_ emitter, v *Value) {
		num := v.Of[0].num
		v.num = func(e *Env) int32 {
			if x := num(e); x >= 0 {
				return x
			} else {
				return -x
			}
		}
	},
	Plus: func(_ emitter, v *Value) {
		x, y, pos := v.Of[0].num, v.Of[1].num, v.Pos
		v.num = func(e *Env) int32 {
			l, r := x(e), y(e)
			if s := int64(l) + int64(r); s <= math.MaxInt32 && s > -math.MaxInt32 && l != schema.Nothing && r != schema.Nothing {
				return int32(s)
			}
			return e.reckoned(pos, math.MaxInt64, "+", l, r)
		}
	},
	Minus: func(_ emitter, v *Value) {
		x, y, pos := v.Of[0].num, v.Of[1].num, v.Pos
		v.num = func(e *Env) int32 { l, r := x(e), y(e); return e.reckoned(pos, int64(l)-int64(r), "-", l, r) }
	},
	Multiply: func(_ emitter, v *Value) {
		x, y, pos := v.Of[0].num, v.Of[1].num, v.Pos
		v.num = func(e *Env) int32 { l, r := x(e), y(e); return e.reckoned(pos, int64(l)*int64(r), "*", l, r) }
	},
	Modulo: func(_ emitter, v *Value) {
		x, y, pos := v.Of[0].num, v.Of[1].num, v.Pos
		v.num = func(e *Env) int32 {
			l, r := x(e), y(e)
			if r == 0 {
				e.Fail(pos, fmt.Sprintf("%d %% 0: the remainder of a division by nothing", l))
				return 0
			}
			return e.reckoned(pos, int64(l)%int64(r), "%", l, r)
		}
	},
	Floor:   emitter.quotient,
	Ceil:    emitter.quotient,
	Largest: emitter.extremeOf, Smallest: emitter.extremeOf,
}

// reckoned is x, what op gives for l and r, if all three are numbers.
func (e *Env) reckoned(pos source.Pos, x int64, op string, l, r int32) int32 {
	if x > math.MaxInt32 || x < -math.MaxInt32 || l == schema.Nothing || r == schema.Nothing {
		e.Fail(pos, fmt.Sprintf("%s %s %s is no number", numeral(l), op, numeral(r)))
		return 0
	}
	return int32(x)
}

func numeral(v int32) string {
	if v == schema.Nothing {
		return "nothing"
	}
	return fmt.Sprint(v)
}

func (emitter) quotient(v *Value) {
	x, y, pos, up := v.Of[0].num, v.Of[1].num, v.Pos, int64(0)
	if v.Op == Ceil {
		up = 1
	}
	v.num = func(e *Env) int32 {
		l, r := x(e), y(e)
		if r == 0 || l == schema.Nothing || r == schema.Nothing {
			e.Fail(pos, fmt.Sprintf("%s / %s is no number", numeral(l), numeral(r)))
			return 0
		}
		q := int64(l) / int64(r) // rounded toward 0: so one is missing on one side of it
		if int64(l)%int64(r) != 0 && (l < 0) == (r < 0) == (up == 1) {
			q += 2*up - 1
		}
		return int32(q)
	}
}

// better reports whether a is more of what op seeks than b.
func (op Op) better(a, b int32) bool {
	if op == Max || op == Largest {
		return a > b
	}
	return a < b
}

func (emitter) extremeOf(v *Value) {
	of, pos, op := v.Of, v.Pos, v.Op
	v.num = func(e *Env) int32 {
		best := e.number(pos, of[0].num)
		for _, v := range of[1:] {
			if x := e.number(pos, v.num); op.better(x, best) {
				best = x
			}
		}
		return best
	}
}
