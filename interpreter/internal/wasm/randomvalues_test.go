package wasm_test

import (
	"fmt"
	"go/types"
	"math/bits"
)

// trim is a number as a kind holds it.
func trim(k types.BasicKind, n uint64) uint64 {
	switch k {
	case types.Int32:
		return uint64(int32(n))
	case types.Uint32:
		return uint64(uint32(n))
	}
	return n
}

func isSigned(k types.BasicKind) bool { return k == types.Int32 || k == types.Int64 }

func size(k types.BasicKind) uint64 {
	if k == types.Int32 || k == types.Uint32 {
		return 32
	}
	return 64
}

// show is a constant of a kind.
func show(k types.BasicKind, n uint64) string {
	if isSigned(k) {
		return fmt.Sprintf("%s(%d)", types.Typ[k], int64(n))
	}
	return fmt.Sprintf("%s(%d)", types.Typ[k], n)
}

func (g *maker) constant(k types.BasicKind) value {
	n := trim(k, uint64(argument(g.r)))
	if size(k) == 64 && g.r.IntN(4) == 0 {
		n = g.r.Uint64()
	}
	return value{text: show(k, n), of: func(*world) uint64 { return n }, fixed: true}
}

func (g *maker) leaf(k types.BasicKind) value {
	if k == types.Int32 && g.r.IntN(3) == 0 {
		return g.near()
	}
	if s := g.variable(k, false); s >= 0 {
		return value{text: fmt.Sprintf("v%d", s), of: func(w *world) uint64 { return w.slots[s] }}
	}
	return g.convert(k, value{text: "v0", of: func(w *world) uint64 { return w.slots[0] }})
}

func (g *maker) convert(k types.BasicKind, v value) value {
	return value{text: fmt.Sprintf("%s(%s)", types.Typ[k], v.text), of: func(w *world) uint64 { return trim(k, v.of(w)) }, fixed: v.fixed}
}

// value makes an expression of a kind of numbers.
func (g *maker) value(k types.BasicKind, depth int) value {
	if depth == 0 {
		return g.leaf(k)
	}
	depth--
	switch g.r.IntN(12) {
	case 0:
		return g.constant(k)
	case 1:
		return g.leaf(k)
	case 2:
		from := kinds[g.r.IntN(len(kinds))]
		if v := g.value(from, depth); !v.fixed {
			return g.convert(k, v)
		}
		return g.leaf(k)
	case 3:
		x, op := g.leaf(k), "-"
		if depth > 0 && g.r.IntN(2) == 0 {
			op = "^"
		}
		return value{text: op + "(" + x.text + ")", of: func(w *world) uint64 {
			if op == "-" {
				return trim(k, -x.of(w))
			}
			return trim(k, ^x.of(w))
		}}
	case 4:
		return g.shift(k, depth)
	case 5:
		return g.divide(k, depth)
	case 6:
		if k == types.Int32 {
			return g.call(depth)
		}
	case 7:
		return g.count(k, depth)
	}
	return g.operation(k, depth)
}

func (g *maker) operation(k types.BasicKind, depth int) value {
	x, y := g.value(k, depth), g.value(k, depth)
	if x.fixed && y.fixed {
		x = g.leaf(k)
	}
	op := []string{"+", "-", "*", "&", "|", "^", "&^"}[g.r.IntN(7)]
	return value{text: "(" + x.text + " " + op + " " + y.text + ")", of: func(w *world) uint64 { return operate(op, k, x.of(w), y.of(w)) }}
}

func operate(op string, k types.BasicKind, a, b uint64) uint64 {
	switch op {
	case "+":
		a += b
	case "-":
		a -= b
	case "*":
		a *= b
	case "&":
		a &= b
	case "|":
		a |= b
	case "^":
		a ^= b
	case "&^":
		a &^= b
	}
	return trim(k, a)
}

func (g *maker) shift(k types.BasicKind, depth int) value {
	x := g.value(k, depth)
	if x.fixed {
		x = g.leaf(k)
	}
	by := value{text: fmt.Sprint(g.r.Uint64N(size(k)))}
	n := uint64(0)
	fmt.Sscan(by.text, &n)
	by.of = func(*world) uint64 { return n }
	if g.r.IntN(2) == 0 {
		of := kinds[g.r.IntN(len(kinds))]
		v, mask := g.value(of, depth), size(k)-1
		if g.r.IntN(3) == 0 {
			mask >>= 1
		}
		if !v.fixed {
			by = value{text: fmt.Sprintf("(%s & %d)", v.text, mask), of: func(w *world) uint64 { return v.of(w) & mask }}
		}
	}
	left := g.r.IntN(2) == 0
	op := map[bool]string{true: "<<", false: ">>"}[left]
	return value{text: "(" + x.text + " " + op + " " + by.text + ")", of: func(w *world) uint64 {
		a, n := x.of(w), by.of(w)
		switch {
		case left:
			return trim(k, a<<n)
		case isSigned(k):
			return uint64(int64(a) >> n)
		}
		return a >> n
	}}
}

// divide divides by what is never -1, and sometimes 0.
func (g *maker) divide(k types.BasicKind, depth int) value {
	x, y := g.value(k, depth), g.value(k, depth)
	rest := g.r.IntN(2) == 0
	op := map[bool]string{true: "%", false: "/"}[rest]
	by := value{text: fmt.Sprintf("(%s & 15 | 16)", y.text), of: func(w *world) uint64 { return y.of(w)&15 | 16 }}
	switch {
	case g.r.IntN(3) == 0 || y.fixed:
		n := trim(k, []uint64{1, 2, 3, 5, 7, 8, 10, 16, 641, 1 << 20, 1<<31 - 1, ^uint64(4), ^uint64(15)}[g.r.IntN(13)])
		by = value{text: show(k, n), of: func(*world) uint64 { return n }, fixed: true}
	case g.r.IntN(8) == 0:
		by = value{text: fmt.Sprintf("(%s & 7)", y.text), of: func(w *world) uint64 { return y.of(w) & 7 }}
	}
	if x.fixed {
		x = g.leaf(k)
	}
	return value{text: "(" + x.text + " " + op + " " + by.text + ")", of: func(w *world) uint64 {
		a, b := x.of(w), by.of(w)
		switch {
		case isSigned(k) && rest:
			return uint64(int64(a) % int64(b))
		case isSigned(k):
			return uint64(int64(a) / int64(b))
		case rest:
			return a % b
		}
		return a / b
	}}
}

func (g *maker) count(k types.BasicKind, depth int) value {
	x := g.value(types.Uint64, depth)
	y := g.value(types.Uint32, depth)
	n := g.r.IntN(200) - 100
	all := []value{
		{text: fmt.Sprintf("bits.OnesCount64(%s)", x.text), of: func(w *world) uint64 { return uint64(bits.OnesCount64(x.of(w))) }},
		{text: fmt.Sprintf("bits.LeadingZeros64(%s)", x.text), of: func(w *world) uint64 { return uint64(bits.LeadingZeros64(x.of(w))) }},
		{text: fmt.Sprintf("bits.TrailingZeros32(%s)", y.text), of: func(w *world) uint64 { return uint64(bits.TrailingZeros32(uint32(y.of(w)))) }},
		{text: fmt.Sprintf("bits.RotateLeft64(%s, %d)", x.text, n), of: func(w *world) uint64 { return bits.RotateLeft64(x.of(w), n) }},
		{text: fmt.Sprintf("bits.RotateLeft32(%s, int(%s))", y.text, x.text), of: func(w *world) uint64 {
			return uint64(bits.RotateLeft32(uint32(y.of(w)), int(x.of(w))))
		}},
	}
	if x.fixed {
		all = all[:4]
	}
	return g.convert(k, all[g.r.IntN(len(all))])
}

// call calls one of the functions of the header.
func (g *maker) call(depth int) value {
	x, y := g.value(types.Int32, depth), g.value(types.Int32, depth)
	wide, c := g.value(types.Uint64, depth), g.condition(depth)
	all := []value{
		{text: fmt.Sprintf("mix(%s, %s)", x.text, y.text), of: func(w *world) uint64 {
			a, b := int32(x.of(w)), int32(y.of(w))
			return uint64(a*31 + b ^ a)
		}},
		{text: fmt.Sprintf("count(%s)", wide.text), of: func(w *world) uint64 { return uint64(bits.OnesCount64(wide.of(w))) }},
		{text: fmt.Sprintf("get(%s)", x.text), of: func(w *world) uint64 { return w.get(x.of(w)) }},
		{text: fmt.Sprintf("ld(cell(%s)&^4 + 4)", x.text), of: func(w *world) uint64 { return w.get(x.of(w) | 1) }},
		{text: fmt.Sprintf("choose(%s, %s, %s)", c.text, x.text, y.text), of: func(w *world) uint64 {
			yes, a, b := c.of(w) == 1, x.of(w), y.of(w)
			if yes {
				return a
			}
			return b
		}},
	}
	return all[g.r.IntN(len(all))]
}

func (w *world) get(i uint64) uint64 { return uint64(int32(w.memory[i&63])) }

func (w *world) scan(from, what uint64) bool {
	for i := range uint64(8) {
		if w.get(from+i)&3 == what {
			return true
		}
	}
	return what == 3
}

// condition makes an expression of type bool.
func (g *maker) condition(depth int) value {
	if depth <= 0 || g.r.IntN(3) == 0 {
		k := kinds[g.r.IntN(len(kinds))]
		x, y := g.leaf(k), g.leaf(k)
		if g.r.IntN(2) == 0 {
			y = g.constant(k)
		}
		return compare(k, []string{"==", "!=", "<", "<=", ">", ">="}[g.r.IntN(6)], x, y)
	}
	depth--
	x, y := g.condition(depth), g.condition(depth)
	switch g.r.IntN(6) {
	case 0:
		return value{text: "!(" + x.text + ")", of: func(w *world) uint64 { return 1 - x.of(w) }}
	case 1:
		return value{text: "(" + x.text + " && " + y.text + ")", of: func(w *world) uint64 {
			if x.of(w) == 0 {
				return 0
			}
			return y.of(w)
		}}
	case 2:
		return value{text: "(" + x.text + " || " + y.text + ")", of: func(w *world) uint64 {
			if x.of(w) == 1 {
				return 1
			}
			return y.of(w)
		}}
	case 3:
		from, what := g.value(types.Int32, depth), g.value(types.Int32, depth)
		return value{text: fmt.Sprintf("scan(%s, %s&3)", from.text, what.text), of: func(w *world) uint64 {
			if w.scan(from.of(w), what.of(w)&3) {
				return 1
			}
			return 0
		}}
	case 4:
		if s := g.variable(types.Bool, false); s >= 0 {
			return value{text: fmt.Sprintf("v%d", s), of: func(w *world) uint64 { return w.slots[s] }}
		}
	}
	k := kinds[g.r.IntN(len(kinds))]
	l, r := g.value(k, depth), g.value(k, depth)
	if l.fixed {
		l = g.leaf(k)
	}
	return compare(k, []string{"==", "!=", "<", "<=", ">", ">="}[g.r.IntN(6)], l, r)
}

func compare(k types.BasicKind, op string, x, y value) value {
	return value{text: "(" + x.text + " " + op + " " + y.text + ")", of: func(w *world) uint64 {
		a, b := x.of(w), y.of(w)
		less := a < b
		if isSigned(k) {
			less = int64(a) < int64(b)
		}
		yes := map[string]bool{"==": a == b, "!=": a != b, "<": less, "<=": less || a == b, ">": !less && a != b, ">=": !less}[op]
		if yes {
			return 1
		}
		return 0
	}}
}
