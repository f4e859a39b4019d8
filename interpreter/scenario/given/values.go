package given

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// owned reads a table, field or zone of the game or of a player; ok is false if there is none.
func (g *reader) owned(scope schema.Scope, of int32, e source.Pair) (ok bool) {
	name := e.Key.Value
	f, z := g.p.GameField(name), g.p.GameZone(name)
	if scope == schema.OfPlayer {
		f, z = g.p.PlayerField(name), g.p.PlayerZone(name)
	}
	switch t := g.p.Table(scope, name); {
	case t != nil:
		g.table(t, of, e)
	case f != nil:
		g.field(f, of, e)
	case z != nil:
		g.zone(z, int32(z.First)+of*int32(z.Cells), e.Val)
	default:
		return false
	}
	return true
}

// table reads the values of a table.
func (g *reader) table(t *schema.FieldTable, of int32, e source.Pair) {
	for _, row := range syntax.Pairs(e.Val, g.d, "the values of "+e.Key.Value) {
		if i := slices.Index(t.Keys.Names, row.Key.Value); i >= 0 {
			g.field(t.Fields[i], of, row)
		} else {
			g.d.Unknown(row.Key.Pos, row.Key.Value, t.Keys.Names, "%s has no key %q", e.Key.Value, row.Key.Value)
		}
	}
}

func (g *reader) field(f *schema.Field, of int32, e source.Pair) {
	if f.Type.Base == schema.Piece || f.Type.Base == schema.Zone {
		g.rest = append(g.rest, func() { g.word(f, of, e) })
		return
	}
	g.word(f, of, e)
}

func (g *reader) word(f *schema.Field, of int32, e source.Pair) {
	val, until := e.Val, int32(0)
	if val.Get("is") != nil {
		val, until = g.timed(f, e.Val)
	}
	v, ok := g.value(val, f.Type)
	if !ok {
		return
	}
	if until == 0 {
		until = g.endOf(f, of, v, e)
	}
	for _, r := range f.Resets {
		if g.startsAt(r.Proc.Name) {
			g.d.Hint(e.Val.Pos, "let `at` name a step of "+r.Proc.Name,
				"this value would be lost, because %s begins and resets %s", r.Proc.Name, f.Name)
			return
		}
	}
	if f == g.p.Turn && v >= 0 {
		g.seat = v
	}
	g.words = append(g.words, word{field: f, of: of, value: v, until: until})
}

// timed reads a temporary value with its end: {is: VALUE, until: {end: PROCEDURE, of: SEAT}}.
func (g *reader) timed(f *schema.Field, n *source.Node) (val *source.Node, until int32) {
	mark := syntax.Read[syntax.Mark](n, g.d)
	if end := mark.Until; end != nil {
		of := int32(-1) // any player
		if end.Of != nil {
			of = g.seatOf(end.Of.Node)
		}
		for i, t := range g.p.Timed {
			if t.Start == end.Start && g.p.Procs[t.Proc].Name == end.Proc.Name {
				until = int32(state.UntilCode(i, ref.Seat(of)))
			}
		}
	}
	if until == 0 || !f.Until {
		g.d.Hint(n.Pos, "write `until: {end: PROCEDURE, of: SEAT}`, as in a step", "no rule sets %s with this `until`",
			f.Name)
	}
	return mark.Is, until
}

// endOf returns the end of a value that the rules set only for a time: the end of a procedure
// for its owner, or for any player if the rules have only that. It returns 0 for a permanent
// value, and reports an error if several ends are possible.
func (g *reader) endOf(f *schema.Field, of, v int32, e source.Pair) (until int32) {
	known, end, fold := true, "", g.p.Fold()
	for _, op := range g.p.Sets() {
		for _, a := range op.List {
			if a.Field != f {
				continue
			}
			a.Value.Rulings(func(ruling int) { g.asks[ruling] = true })
			if is := fold.Value(a.Value); is.Settled() && is.K != v {
				continue
			}
			if op.Until < 0 {
				return 0
			}
			t, seat := g.p.Timed[op.Until], int32(-1)
			if op.Of != nil {
				seat = of
				known = known && f.Scope == schema.OfPlayer && a.Text == op.OfText+"."+f.Name
			}
			here := int32(state.UntilCode(op.Until, ref.Seat(seat)))
			known = known && (until == 0 || until == here)
			until = here
			end = map[bool]string{false: "end", true: "start"}[t.Start] + ": " + g.p.Procs[t.Proc].Name
		}
	}
	if !known {
		g.d.Hint(e.Val.Pos, "say when it ends: {is: "+e.Val.Flow()+", until: {"+end+", of: SEAT}}",
			"add `until`, because the rules set %s only for a limited time", f.Name)
	}
	return until
}

// value reads a value of type t. A label refers to its piece, or to the place of that piece.
func (g *reader) value(n *source.Node, t schema.Type) (int32, bool) {
	v, why := int32(0), "expected a single value, found "+n.Describe()
	if n.Kind == source.Scalar {
		l, ok := g.Labels.Named(n.Value)
		switch {
		case ok && t.Base == schema.Zone:
			return l.Zone, true
		case ok && l.Piece >= 0 && t.Base == schema.Piece && t.Kinds.Has(int(g.p.Pieces[l.Piece].Kind)):
			return l.Piece, true
		}
		if t.Base == schema.Zone && n.Value != "nothing" {
			g.d.Hint(n.Pos, "write {ZONE: PLACE}, as in `starts`, or a label of the place or of a piece that lies there", "%s is no label of a place", source.Shown(n.Value))
			return 0, false
		}
		v, why = g.Seats.Constant(g.p.Schema, n.Value, t)
	}
	if n.Kind == source.Map && t.Base == schema.Zone {
		return g.place(n)
	}
	if why != "" {
		g.d.Add(n.Pos, "%s", why)
	}
	return v, why == ""
}

// place reads {ZONE: PLACE}, a place of a zone of the table.
func (g *reader) place(n *source.Node) (int32, bool) {
	if len(n.Pairs) != 1 {
		g.d.Add(n.Pos, "a place is written as {ZONE: PLACE}; found %s", n.Describe())
		return 0, false
	}
	zone, at := n.Pairs[0].Key, n.Pairs[0].Val
	z := g.p.GameZone(zone.Value)
	if z == nil || z.Layout == "" {
		g.d.Hint(zone.Pos, "write a zone of the table, or give the place of a player a label",
			"no zone %q of the table has places", zone.Value)
		return 0, false
	}
	cell, why, hint := z.CellAt(at.Flow())
	if why != "" {
		g.d.Hint(at.Pos, hint, "%s", why)
	}
	return int32(z.First) + cell, why == ""
}
