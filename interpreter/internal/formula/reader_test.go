package formula_test

import (
	"fmt"
	"math"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// reader evaluates formulas from their trees alone: slowly, one construct after the other, as tree.go defines
// them. It reads the state and shares no code with the evaluator.
type reader struct {
	e      *formula.Env
	base   int
	who    int32
	locals []result
	boards map[*schema.ZoneDecl]board
}

// result is the value of a formula.
type result struct {
	x    int32
	list []int32
}

// fault is why there is no value.
type fault string

const none = int32(schema.Nothing)

func newReader(e *formula.Env) *reader {
	r := &reader{e: e, base: e.Base, who: int32(e.Who), locals: make([]result, len(e.Locals())), boards: map[*schema.ZoneDecl]board{}}
	for i, x := range e.Locals() {
		r.locals[i].x = x
	}
	for i, list := range e.Lists() {
		r.locals[i].list = list
	}
	return r
}

// read returns the value of v, or err if it is a fault.
func (r *reader) read(v *formula.Expr) (out result, err error) {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case fault:
			err = fmt.Errorf("a fault: %s", string(why))
		default:
			panic(why)
		}
	}()
	return r.any(v), nil
}

func (r *reader) num(v *formula.Expr) int32    { return r.any(v).x }
func (r *reader) list(v *formula.Expr) []int32 { return r.any(v).list }
func (r *reader) yes(v *formula.Expr) bool     { return r.num(v) == 1 }

// some is a value that must not be nothing.
func (r *reader) some(v *formula.Expr) int32 {
	x := r.num(v)
	if x == none {
		panic(fault("something is asked of nothing"))
	}
	return x
}

// number converts a result of 64 bits to a number of 32 bits.
func number(x int64) int32 {
	if x > math.MaxInt32 || x < -math.MaxInt32 {
		panic(fault("no number"))
	}
	return int32(x)
}

func one(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// any evaluates a value that is a list or a single value.
func (r *reader) any(v *formula.Expr) result {
	t := v.Tree()
	switch t.Op {
	case formula.Local:
		return r.locals[t.At]
	case formula.FrameWord:
		return r.word(int(t.At), v.IsList())
	case formula.Ruled:
		return result{x: v.InForce(r.e)}
	case formula.Ruling:
		return r.any(t.Args[v.InForce(r.e)])
	case formula.Either:
		if r.yes(t.Args[0]) {
			return r.any(t.Args[1])
		}
		return r.any(t.Args[2])
	case formula.Invoke:
		for i, a := range t.Args[1:] {
			r.locals[t.At+int32(i)] = r.any(a)
		}
		return r.any(t.Args[0])
	case formula.InvokeOf:
		r.locals[t.At] = result{x: r.some(t.Args[1])}
		for i, a := range t.Args[2:] {
			r.locals[t.At+1+int32(i)] = r.any(a)
		}
		return r.any(t.Args[0])
	case formula.Dispatch:
		p := r.some(t.Args[0])
		r.locals[t.At] = result{x: p}
		body := t.By[r.e.World.Pieces[p].Card]
		if body == nil {
			panic(fault("a card lacks it"))
		}
		return r.any(body)
	case formula.InFrame:
		return r.inFrame(t)
	case formula.Switch:
		x := r.num(t.Args[0])
		for i, l := range t.Labels {
			if l.Any || l.Lo <= x && x <= l.Hi {
				return r.any(t.Args[1+i])
			}
		}
		panic(fault("no branch fits"))
	}
	if v.IsList() {
		return result{list: r.listed(t)}
	}
	return result{x: r.single(v, t)}
}

func (r *reader) word(at int, isList bool) result {
	s := r.e.World.Stack[r.base:]
	if !isList {
		return result{x: s[at]}
	}
	return result{list: s[s[at]:][:s[at+1]]}
}

func (r *reader) inFrame(t *formula.Expr) result {
	run := r.some(t.Args[0])
	if run == 0 {
		panic(fault("it has not run"))
	}
	base, who := r.base, r.who
	r.base, r.who = int(run), r.e.World.Stack[run+state.FrameMe]
	i := slices.Index(t.Args[0].Type.Procs.All(), ref.Proc(r.e.World.Stack[run+state.FrameProc]))
	out := r.any(t.Args[1+i])
	r.base, r.who = base, who
	return out
}

// single evaluates a single value that is read from the state; made evaluates those that are computed from
// other values.
func (r *reader) single(v *formula.Expr, t *formula.Expr) int32 {
	e := r.e
	switch t.Op {
	case formula.Constant:
		return v.K
	case formula.Me:
		return r.who
	case formula.Stopped:
		return one(e.World.Stack[r.base+state.FrameFlags]&state.FrameStopped != 0)
	case formula.OfGame:
		return e.World.Word(t.Field.Slot)
	case formula.OfPlayer:
		return e.World.Word(t.Field.Slot + int(r.some(t.Args[0])))
	case formula.ZoneOfGame:
		return int32(t.Zone.First)
	case formula.ZoneOfPlayer:
		return owned(t.Zone, r.some(t.Args[0])).First
	case formula.OfPiece, formula.Printed, formula.CardWord, formula.Copy, formula.Owner, formula.Face, formula.LiesIn, formula.ZoneOfPiece:
		return r.ofPiece(t, r.some(t.Args[0]))
	case formula.Row:
		return r.row(t.Field, r.some(t.Args[0]), r.some(t.Args[1]))
	}
	return r.made(t)
}

func (r *reader) ofPiece(t *formula.Expr, p int32) int32 {
	e := r.e
	info := e.World.Pieces[p]
	kind := e.World.Kinds[info.Kind]
	switch t.Op {
	case formula.OfPiece:
		if kind.Fields[t.Field.Name] != t.Field {
			panic(fault("its kind has no such mark"))
		}
		return e.World.Word(t.Field.At[info.Kind] + int(p) - kind.First)
	case formula.Printed:
		x, ok := e.World.Value(e.World.Data, info.Card, t.Field)
		if !ok {
			panic(fault("nothing is printed"))
		}
		if t.Type.Base == schema.Table {
			return int32(info.Card*ref.Card(e.World.Columns()) + ref.Card(t.Field.Col))
		}
		return x
	case formula.CardWord:
		return int32(t.Words[info.Card])
	case formula.Copy:
		return info.Copy
	case formula.Owner:
		return r.owner(p)
	case formula.Face:
		return int32(t.Words[one(e.World.FaceDown(ref.Piece(p)))])
	case formula.LiesIn:
		if z := int32(e.World.In(ref.Piece(p))); z != 0 {
			return z
		}
		return none
	}
	z := t.Zones[info.Kind]
	if z == nil {
		panic(fault("its kind has no such zone"))
	}
	return owned(z, p-int32(kind.First)).First
}

// owner is whose a piece is by its making, or by where it lies.
func (r *reader) owner(p int32) int32 {
	if o := int32(r.e.World.Pieces[p].Owner); o != none {
		return o
	}
	z := r.e.World.Zones[r.e.World.In(ref.Piece(p))]
	if z.Seat == ref.Seat(none) && z.Piece != ref.Piece(none) {
		return r.owner(int32(z.Piece))
	}
	return int32(z.Seat)
}

func (r *reader) row(f *schema.Field, table, key int32) int32 {
	rows := r.e.World.PrintedTable(r.e.World.Data, table/int32(r.e.World.Columns()), f)
	if f.ByKind >= 0 {
		first := r.e.World.Kinds[f.ByKind].Cards[0].Index
		if key = int32(r.e.World.Pieces[key].Card - ref.Card(first)); key >= int32(len(rows)) {
			key = -1
		}
	}
	if key < 0 || int(key) >= len(rows) {
		panic(fault("there is no such row"))
	}
	return rows[key]
}

// made evaluates a single value that is computed from other values.
func (r *reader) made(t *formula.Expr) int32 {
	of := t.Args
	switch t.Op {
	case formula.Opposite:
		return one(!r.yes(of[0]))
	case formula.Both:
		return one(r.yes(of[0]) && r.yes(of[1]))
	case formula.Or:
		return one(r.yes(of[0]) || r.yes(of[1]))
	case formula.Holds:
		return one(r.yes(of[0]))
	case formula.Equal:
		return one(r.num(of[0]) == r.num(of[1]))
	case formula.IsCard:
		return one(r.card(r.num(of[0])) == r.num(of[1]))
	case formula.Negative:
		return r.signed(r.num(of[0]), true)
	case formula.Less, formula.LessEq, formula.More, formula.MoreEq, formula.Plus, formula.Minus, formula.Multiply, formula.Modulo:
		return reckoned(t.Op, int64(r.some(of[0])), int64(r.some(of[1])))
	case formula.OrElse:
		if x := r.num(of[0]); x != none {
			return x
		}
		return r.num(of[1])
	case formula.Optional:
		x := r.num(of[0])
		if x == none {
			return none
		}
		r.locals[t.At] = result{x: x}
		return r.num(of[1])
	}
	if t.Op == formula.Call {
		return r.call(t)
	}
	return r.ofList(t)
}

// call works out a function that gives no list.
func (r *reader) call(t *formula.Expr) int32 {
	of := t.Args
	switch name := t.Function.Name; {
	case name == "times" && len(of) == 0:
		return r.e.World.Stack[t.At]
	case name == "times":
		return r.e.World.Stack[t.At+1+r.some(of[0])]
	case name == "place":
		return r.some(of[0]) + t.K
	case name == "number":
		if _, d, i := r.whereabouts(r.num(of[0]), of[0].Type.Base == schema.Piece); d != nil {
			return int32(i)
		}
		return none
	case name == "distance":
		first, d, i := r.whereabouts(r.num(of[0]), of[0].Type.Base == schema.Piece)
		begin, e, k := r.whereabouts(r.num(of[1]), of[1].Type.Base == schema.Piece)
		if d == nil || d != e || first != begin {
			return none
		}
		if far := boardOf(d.Zone).far()[i][k]; far < d.Cells {
			return int32(far)
		}
		return none
	case name == "abs":
		x := r.num(of[0])
		return r.signed(x, x < 0)
	case name == "floor" || name == "ceil":
		return divided(name == "ceil", int64(r.some(of[0])), int64(r.some(of[1])))
	case (name == "max" || name == "min") && !of[0].IsList():
		var all []int32
		for _, v := range of {
			all = append(all, r.some(v))
		}
		return extreme(name == "max", all)
	}
	return r.ofList(t)
}

// card is the word of the card of a piece.
func (r *reader) card(p int32) int32 {
	if p == none {
		return none
	}
	word, _ := r.e.World.Symbols.LookUp(r.e.World.Cards[r.e.World.Pieces[p].Card].Name)
	return word
}

func (r *reader) signed(x int32, turned bool) int32 {
	if x == none || !turned {
		return x
	}
	return -x
}

func reckoned(op formula.Op, x, y int64) int32 {
	switch op {
	case formula.Less:
		return one(x < y)
	case formula.LessEq:
		return one(x <= y)
	case formula.More:
		return one(x > y)
	case formula.MoreEq:
		return one(x >= y)
	case formula.Plus:
		return number(x + y)
	case formula.Minus:
		return number(x - y)
	case formula.Multiply:
		return number(x * y)
	}
	if y == 0 {
		panic(fault("a remainder of nothing"))
	}
	return number(x % y)
}

func divided(up bool, x, y int64) int32 {
	q := float64(x) / float64(y)
	switch {
	case y == 0:
		panic(fault("a division by nothing"))
	case up:
		return number(int64(math.Ceil(q)))
	default:
		return number(int64(math.Floor(q)))
	}
}

func extreme(largest bool, all []int32) int32 {
	switch {
	case len(all) == 0:
		panic(fault("an extreme of none"))
	case largest:
		return slices.Max(all)
	}
	return slices.Min(all)
}
