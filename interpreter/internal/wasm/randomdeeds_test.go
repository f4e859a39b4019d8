package wasm_test

import (
	"fmt"
	"go/types"
	"strings"
)

// deed makes a statement; at the top level it may not declare what a goto would
// jump over.
func (g *maker) deed(depth int, top bool) deed {
	if depth == 0 {
		return g.assignment(1)
	}
	depth--
	switch g.r.IntN(18) {
	case 0, 1:
		return g.conditional(depth)
	case 2:
		return g.loop(depth)
	case 3:
		return g.ranging(depth)
	case 4:
		return g.choice(depth)
	case 5:
		return g.chain(depth)
	case 6:
		return g.leave()
	case 7:
		return g.write()
	case 8:
		if !top {
			return g.declaration()
		}
	case 11:
		if !top {
			return g.newPlace()
		}
	case 12, 13, 14:
		return g.goThere()
	case 15, 16:
		return g.record()
	case 9:
		return g.several()
	case 10:
		return g.block(depth)
	}
	return g.assignment(3)
}

// list makes statements of a block of their own.
func (g *maker) list(depth int) (string, func(*world) signal) {
	scope := len(g.scope)
	var text strings.Builder
	var list []deed
	for range 1 + g.r.IntN(3) {
		d := g.deed(depth, false)
		text.WriteString(d.text)
		list = append(list, d)
	}
	g.scope = g.scope[:scope]
	return text.String(), func(w *world) signal { return g.all(list, w) }
}

func (g *maker) block(depth int) deed {
	text, do := g.list(depth)
	return deed{"{\n" + text + "}\n", do}
}

func (g *maker) assignment(depth int) deed {
	k := append(kinds, types.Bool)[g.r.IntN(5)]
	s := g.variable(k, true)
	if s < 0 {
		return g.write()
	}
	if k == types.Bool {
		c := g.condition(depth)
		return deed{fmt.Sprintf("v%d = %s\n", s, c.text), func(w *world) signal { w.slots[s] = c.of(w); return goOn }}
	}
	v := g.value(k, depth)
	switch g.r.IntN(4) {
	case 0:
		return deed{fmt.Sprintf("v%d++\n", s), func(w *world) signal { w.slots[s] = trim(k, w.slots[s]+1); return goOn }}
	case 1:
		op := []string{"+", "-", "*", "&", "|", "^", "&^"}[g.r.IntN(7)]
		return deed{fmt.Sprintf("v%d %s= %s\n", s, op, v.text), func(w *world) signal {
			w.slots[s] = operate(op, k, w.slots[s], v.of(w))
			return goOn
		}}
	}
	return deed{fmt.Sprintf("v%d = %s\n", s, v.text), func(w *world) signal { w.slots[s] = v.of(w); return goOn }}
}

func (g *maker) declaration() deed {
	k := kinds[g.r.IntN(len(kinds))]
	v := g.value(k, 2)
	s := g.declare(k)
	if g.r.IntN(4) == 0 {
		return deed{fmt.Sprintf("var v%d %s\n_ = v%d\n", s, types.Typ[k], s), func(w *world) signal { w.slots[s] = 0; return goOn }}
	}
	return deed{fmt.Sprintf("v%d := %s\n_ = v%d\n", s, v.text, s), func(w *world) signal { w.slots[s] = v.of(w); return goOn }}
}

// several assigns to two variables at once.
func (g *maker) several() deed {
	x, y := g.variable(types.Int32, true), g.variable(types.Int32, true)
	yes := g.variable(types.Bool, true)
	if x < 0 || y < 0 || yes < 0 || x == y {
		return g.assignment(2)
	}
	a, b := g.value(types.Int32, 2), g.value(types.Int32, 2)
	if g.r.IntN(2) == 0 {
		return deed{fmt.Sprintf("v%d, v%d = %s, %s\n", x, y, a.text, b.text), func(w *world) signal {
			w.slots[x], w.slots[y] = a.of(w), b.of(w)
			return goOn
		}}
	}
	return deed{fmt.Sprintf("v%d, v%d = far(%s, %s)\n", x, yes, a.text, b.text), func(w *world) signal {
		a, b := int32(a.of(w)), int32(b.of(w))
		if a > b {
			w.slots[x], w.slots[yes] = uint64(b-a), 1
		} else {
			w.slots[x], w.slots[yes] = uint64(a&^b), 0
		}
		return goOn
	}}
}

func (g *maker) write() deed {
	at, v := g.value(types.Int32, 2), g.value(types.Int32, 2)
	return deed{fmt.Sprintf("st(cell(%s), %s)\n", at.text, v.text), func(w *world) signal {
		i := at.of(w) & 63
		w.memory[i] = uint32(v.of(w))
		return goOn
	}}
}

func (g *maker) conditional(depth int) deed {
	c := g.condition(2)
	yesText, yes := g.list(depth)
	if g.r.IntN(2) == 0 {
		return deed{"if " + c.text + " {\n" + yesText + "}\n", func(w *world) signal {
			if c.of(w) == 1 {
				return yes(w)
			}
			return goOn
		}}
	}
	noText, no := g.list(depth)
	return deed{"if " + c.text + " {\n" + yesText + "} else {\n" + noText + "}\n", func(w *world) signal {
		if c.of(w) == 1 {
			return yes(w)
		}
		return no(w)
	}}
}

const burn = "fuel--\nif fuel < 0 {\nreturn -1\n}\n"

// around makes the body of a loop, which has a label if anything in it names that.
func (g *maker) around(depth int) (label, text string, do func(*world) signal) {
	g.n++
	label = fmt.Sprintf("loop%d", g.n)
	g.loops = append(g.loops, label)
	text, do = g.list(depth)
	g.loops = g.loops[:len(g.loops)-1]
	if !strings.Contains(text, " "+label+"\n") {
		return "", burn + text, do
	}
	return label + ":\n", burn + text, do
}

// round is one round of a loop: whether there is another, and how it ends otherwise.
func round(w *world, label string, do func(*world) signal) (bool, signal) {
	if !w.burn() {
		w.result = ^uint64(0)
		return false, returns
	}
	s := do(w)
	mine := w.to == "" || w.to+":\n" == label
	switch {
	case s == goOn:
		return true, goOn
	case s == continues && mine:
		w.to = ""
		return true, goOn
	case s == breaks && mine:
		w.to = ""
		return false, goOn
	}
	return false, s
}

func (g *maker) loop(depth int) deed {
	c := g.condition(2)
	label, text, do := g.around(depth)
	if g.r.IntN(2) == 0 {
		c = value{text: "", of: func(*world) uint64 { return 1 }}
		text += "if " + "v0 > v1" + " {\nbreak\n}\n"
		inner := do
		do = func(w *world) signal {
			if s := inner(w); s != goOn {
				return s
			}
			if int32(w.slots[0]) > int32(w.slots[1]) {
				w.to = ""
				return breaks
			}
			return goOn
		}
	}
	return deed{label + "for " + c.text + " {\n" + text + "}\n", func(w *world) signal {
		for c.of(w) == 1 {
			if more, s := round(w, label, do); !more {
				return s
			}
		}
		return goOn
	}}
}

func (g *maker) ranging(depth int) deed {
	k := kinds[g.r.IntN(len(kinds))]
	n := g.value(k, 1)
	scope := len(g.scope)
	s := g.declare(k)
	if g.r.IntN(2) == 0 {
		g.keep(s)
		if k == types.Int32 {
			g.places[s] = taken
		}
	}
	label, text, do := g.around(depth)
	g.scope = g.scope[:scope]
	return deed{fmt.Sprintf("%sfor v%d := range %s & 7 {\n_ = v%d\n%s}\n", label, s, n.text, s, text), func(w *world) signal {
		top := n.of(w) & 7
		for i := range top {
			w.slots[s] = i
			if more, s := round(w, label, do); !more {
				return s
			}
		}
		return goOn
	}}
}

// choice is a switch over constants.
func (g *maker) choice(depth int) deed {
	k := kinds[g.r.IntN(len(kinds))]
	tag := g.value(k, 2)
	text := "switch " + tag.text + " {\n"
	if tag.fixed {
		tag = g.leaf(k)
		text = "switch " + tag.text + " {\n"
	}
	if g.r.IntN(2) == 0 {
		of := tag
		tag.of = func(w *world) uint64 { return of.of(w) & 15 }
		text = "switch " + tag.text + " & 15 {\n"
	}
	var list []func(*world) signal
	to := map[uint64]int{}
	otherwise := -1
	for i := range 1 + g.r.IntN(8) {
		var cases []string
		for range 1 + g.r.IntN(3) {
			n := trim(k, uint64(g.r.IntN(20)-3))
			if g.r.IntN(6) == 0 {
				n = trim(k, uint64(argument(g.r)))
			}
			if _, ok := to[n]; !ok {
				to[n] = i
				cases = append(cases, show(k, n))
			}
		}
		body, do := g.list(depth)
		switch {
		case len(cases) > 0:
			text += "case " + strings.Join(cases, ", ") + ":\n" + body
		case otherwise < 0:
			otherwise = i
			text += "default:\n" + body
		}
		list = append(list, do)
	}
	return deed{text + "}\n", func(w *world) signal {
		i, ok := to[tag.of(w)]
		if !ok {
			i = otherwise
		}
		if i < 0 {
			return goOn
		}
		return list[i](w)
	}}
}

// chain is a switch without a tag.
func (g *maker) chain(depth int) deed {
	text := "switch {\n"
	var conditions []value
	var list []func(*world) signal
	for range 1 + g.r.IntN(3) {
		c := g.condition(2)
		if g.r.IntN(3) == 0 {
			x, y := c, g.condition(1)
			c = value{text: x.text + ", " + y.text, of: func(w *world) uint64 {
				if x.of(w) == 1 {
					return 1
				}
				return y.of(w)
			}}
		}
		body, do := g.list(depth)
		text += "case " + c.text + ":\n" + body
		conditions, list = append(conditions, c), append(list, do)
	}
	return deed{text + "}\n", func(w *world) signal {
		for i, c := range conditions {
			if c.of(w) == 1 {
				return list[i](w)
			}
		}
		return goOn
	}}
}

// leave is break, continue, return or goto, if something holds: go vet and the
// compiler want no statements that are never reached, and no label that is unused.
func (g *maker) leave() deed {
	c := g.condition(1)
	s, to, text := returns, "", ""
	v := g.value(types.Int32, 2)
	switch n := g.r.IntN(4); {
	case n == 0 && len(g.labels) > 0:
		s, to = jumps, g.labels[g.r.IntN(len(g.labels))]
		text = "goto " + to
	case n < 3 && len(g.loops) > 0:
		s, to = breaks, g.loops[g.r.IntN(len(g.loops))]
		text = "break " + to
		if g.r.IntN(2) == 0 {
			s, text = continues, "continue "+to
		}
		if s == continues && to == g.loops[len(g.loops)-1] && g.r.IntN(2) == 0 {
			to, text = "", "continue"
		}
	default:
		text = "return " + v.text
	}
	before := deed{do: func(*world) signal { return goOn }}
	if g.r.IntN(2) == 0 {
		before = g.goThere()
	}
	return deed{"if " + c.text + " {\n" + before.text + text + "\n}\n", func(w *world) signal {
		if c.of(w) == 0 {
			return goOn
		}
		before.do(w)
		if s == returns {
			w.result = v.of(w)
		}
		w.to = to
		return s
	}}
}
