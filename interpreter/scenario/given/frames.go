package given

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// callerFrames reads `goes_on`: the callers of the first procedure, innermost first. Each is
// PROCEDURE, PROCEDURE/STEP, or {PROCEDURE: {…}} with its local names.
func (g *givenReader) callerFrames(n *source.Node) {
	if n == nil {
		return
	}
	callee := g.Proc
	for _, it := range n.AsList() {
		name, more := it, (*source.Node)(nil)
		if it.Kind == source.Map && len(it.Pairs) == 1 {
			name, more = it.Pairs[0].Key, it.Pairs[0].Val
		}
		f := newFrame()
		word, step, _ := strings.Cut(name.Value, "/")
		p := g.p.Proc(word)
		if p == nil || callee < 0 {
			g.d.Unknown(name.Pos, word, g.procs(), "each procedure in `goes_on` must call the one before it, starting with `at`; %q does not", word)
			return
		}
		if f.Proc, f.PC = p.Index, callOf(g.game, p, step, callee, g.asks); f.PC < 0 {
			g.d.Add(name.Pos, "%s does not call %s, so it cannot continue after it", name.Value, g.p.Procs[callee].Name)
			return
		}
		callee = f.Proc
		g.Position.Callers = append(g.Position.Callers, f)
		i := len(g.Position.Callers) - 1
		if more != nil {
			g.rest = append(g.rest, func() { g.slots(&g.Position.Callers[i], more) })
		}
	}
}

// slots sets the local names of a running procedure, the player it runs for, and the state of
// its loops.
func (g *givenReader) slots(f *Frame, n *source.Node) {
	proc := g.p.Procs[f.Proc]
	for _, e := range syntax.Pairs(n, g.d, "the names of a procedure") {
		slot := proc.Slot(e.Key.Value)
		switch {
		case slot != nil:
			f.names = append(f.names, nameValue{slot: slot, values: g.nameValues(slot, e.Val)})
		case e.Key.Value == "me":
			f.me = g.seatOf(e.Val)
		case e.Key.Value == "each":
			g.rounds(f, e.Val)
		default:
			var among []string
			for _, s := range proc.Slots {
				among = append(among, s.Name)
			}
			g.d.Unknown(e.Key.Pos, e.Key.Value, append(among, "me", "each"), "procedure %s has no name %q", proc.Name, e.Key.Value)
		}
	}
}

// rounds reads the state of loops: {NAME: [current element, next, …]}.
func (g *givenReader) rounds(f *Frame, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "`each`") {
		var among []string
		var loop *program.Loop
		for _, l := range g.p.Units[f.Proc].Loops {
			if l.First < ref.PC(f.PC) && ref.PC(f.PC) < l.End {
				among = append(among, l.Name.Name)
				if l.Name.Name == e.Key.Value {
					loop = l
				}
			}
		}
		if loop == nil {
			g.d.Unknown(e.Key.Pos, e.Key.Value, among, "no loop over %q is running at %s", e.Key.Value, g.p.Procs[f.Proc].Name)
			continue
		}
		list := g.nameValues(loop.List, e.Val)
		if len(list) == 0 {
			g.d.Add(e.Val.Pos, "a loop is running, so its current element must be given")
			continue
		}
		f.Rounds = append(f.Rounds, Round{loop, list})
	}
	slices.SortFunc(f.Rounds, func(a, b Round) int { return cmp.Compare(int32(a.Loop.First), int32(b.Loop.First)) })
}

// nameValues returns the values given for a local name.
func (g *givenReader) nameValues(slot *formula.Slot, n *source.Node) (out []int32) {
	for _, it := range n.AsList() {
		if v, ok := g.nameValue(slot, it, out); ok {
			out = append(out, v)
		}
	}
	return out
}

// nameValue returns a value for a local name. A card or seat refers to a placed piece, or to an
// unplaced one if there is none.
func (g *givenReader) nameValue(slot *formula.Slot, n *source.Node, beside []int32) (int32, bool) {
	t := slot.Type
	t.List, t.Null = false, true
	if t.Base == schema.Piece {
		if p := g.referredPiece(n, t, beside); p >= 0 {
			return p, true
		}
	}
	return g.value(n, t)
}

// referredPiece returns the first piece of a card or seat that no other name refers to, or -1 if n is
// something else.
func (g *givenReader) referredPiece(n *source.Node, t schema.Type, beside []int32) int32 {
	used := map[int32]bool{}
	for _, v := range beside {
		used[v] = true
	}
	for _, nv := range g.names {
		for _, v := range nv.values {
			used[v] = true
		}
	}
	card, seat, first := g.p.Card(n.Value), int32(g.Seats.Of(n.Value)), int32(-1)
	for p, info := range g.p.Pieces {
		c := g.p.Cards[info.Card]
		if c.Data || c != card && (seat < 0 || info.Owner != ref.Seat(seat)) || !t.Kinds.Has(int(info.Kind)) || used[int32(p)] {
			continue
		}
		if g.taken[int32(p)] {
			return int32(p)
		}
		if first < 0 {
			first = int32(p)
		}
	}
	return first
}
