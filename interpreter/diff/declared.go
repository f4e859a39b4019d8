package diff

import (
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// declaration is something that a game declares, written out.
type declaration struct {
	what, name string
	at         string
	lines      []Line
}

// declared lists what the game declares, apart from cards: what matters most at
// the table first.
func (w *writer) declared() []declaration {
	g := w.Syntax
	var out []declaration
	add := func(what, of string, id syntax.Ident, write func()) {
		name := id.Name
		if of != "" {
			name = of + "." + name
		}
		w.lines, w.asked = nil, nil
		write()
		out = append(out, declaration{what, name, place(id.Pos), w.lines})
	}
	simply := func(what, of string, id syntax.Ident) {
		add(what, of, id, func() { w.whole(id.Pos) })
	}
	for _, p := range syntax.AllProcedures(g) {
		add("procedure", "", p.Ident, func() { w.procedure(p) })
	}
	for _, x := range g.Windows {
		simply("window", "", x.Ident)
	}
	for _, x := range g.SideOffers {
		simply("side offer", "", x.Ident)
	}
	formulas := func(of string, list []*syntax.FormulaDecl) {
		for _, x := range list {
			simply("formula", of, x.Ident)
		}
	}
	formulas("", g.Formulas)
	formulas("player", g.Player.Formulas)
	for _, k := range g.Kinds {
		formulas(k.Name, k.Formulas)
	}
	zones := func(of string, list []*syntax.Zone) {
		for _, x := range list {
			simply("zone", of, x.Ident)
		}
	}
	zones("", g.Zones)
	zones("player", g.Player.Zones)
	for _, k := range g.Kinds {
		zones(k.Name, k.Zones)
	}
	fields := func(of string, list []*syntax.Field) {
		for _, x := range list {
			simply("field", of, x.Ident)
		}
	}
	fields("", g.Fields)
	fields("player", g.Player.Fields)
	for _, k := range g.Kinds {
		fields(k.Name, k.Fields)
	}
	for _, x := range g.Invariants {
		simply("invariant", "", x.Ident)
	}
	for _, doc := range w.Docs {
		if k := doc.Get("kind"); k != nil {
			add("kind", "", syntax.Ident{Name: k.Value, Pos: k.Pos}, func() { w.keys(doc, "plural", "each_has", "starts", "discards") })
		}
		if id := doc.Get("game"); id != nil {
			add("game", "", syntax.Ident{Name: id.Value, Pos: id.Pos}, func() { w.keys(doc, "players", "start") })
		}
	}
	for _, x := range g.Measures {
		simply("measure", "", x.Ident)
	}
	for _, x := range g.Bots {
		add("bot", "", x.Ident, func() { w.bot(x) })
	}
	for _, x := range g.Rulings {
		add("ruling", "", x.Ident, func() { w.keys(w.values[x.Pos], "kind", "question", "readings", "excludes") })
	}
	for _, x := range g.Clauses {
		simply("clause", "", x.Ident)
	}
	return out
}

// whole writes what stands under a key, a line for each key of a map.
func (w *writer) whole(key source.Pos) {
	n := w.values[key]
	if n.Kind != source.Map || isFormula(n) {
		w.line(n.Pos, w.flow(n))
		return
	}
	w.pairs("", n)
}

// keys writes some keys of a map.
func (w *writer) keys(n *source.Node, keys ...string) {
	for _, key := range keys {
		for _, p := range n.Pairs {
			if p.Key.Value == key {
				w.pair("", p)
			}
		}
	}
}

// pairs writes all keys of a map that are no steps; head says what each is.
func (w *writer) pairs(head string, n *source.Node) {
	if n == nil {
		return
	}
	for _, p := range n.Pairs {
		if p.Key.Value != "do" && !silent[p.Key.Value] {
			w.pair(head, p)
		}
	}
}

func (w *writer) pair(head string, p source.Pair) {
	w.line(p.Key.Pos, head+p.Key.Value+": "+w.operand(p.Key.Value, p.Val))
	w.lines[len(w.lines)-1].keyed = true
}

// bot writes the lines of a bot as the tree has them, where variants may have put
// others.
func (w *writer) bot(b *syntax.Bot) {
	for _, l := range b.Prefers {
		w.line(l.Pos, l.Name+": "+w.flow(l.Worth.Node))
		w.lines[len(w.lines)-1].keyed = true
	}
}

// procedure writes a procedure: what it takes and has, then its steps. The
// steps are those of the tree, where variants may have put others.
func (w *writer) procedure(p *syntax.Procedure) {
	n := w.values[p.Pos]
	w.keys(n, "takes", "gives")
	w.pairs("name ", n.Get("names"))
	w.pairs("formula ", n.Get("formulas"))
	w.block(p.Do)
	if p.AtEnd != nil {
		w.line(p.AtEnd.Pos, "at the end, however it ends")
		w.deeper(func() { w.block(p.AtEnd) })
	}
}
