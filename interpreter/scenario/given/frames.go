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

// callers reads `goes_on`: the callers of the first procedure, innermost first. Each is
// PROCEDURE, PROCEDURE/STEP, or {PROCEDURE: {…}} with its local names.
func (g *reader) callers(n *source.Node) {
	for _, it := range n.AsList() {
		name, more := it, (*source.Node)(nil)
		if it.Kind == source.Map && len(it.Pairs) == 1 {
			name, more = it.Pairs[0].Key, it.Pairs[0].Val
		}
		word, step, _ := strings.Cut(name.Value, "/")
		p, i := g.p.Proc(word), len(g.Running)
		if p == nil || i == 0 {
			g.d.Unknown(name.Pos, word, g.procs(),
				"each procedure in `goes_on` must call the one before it, starting with `at`; %q does not", word)
			return
		}
		callee := g.Running[i-1].Proc
		pc := callOf(g.game, p, step, callee, g.asks)
		if pc < 0 {
			g.d.Add(name.Pos, "%s does not call %s, so it cannot continue after it", name.Value, g.p.Procs[callee].Name)
			return
		}
		g.Running = append(g.Running, newFrame(p.Index, pc))
		if more != nil {
			g.rest = append(g.rest, func() { g.slots(&g.Running[i], more) })
		}
	}
}

// slots sets the local names of a running procedure, the player it runs for, and the state of
// its loops.
func (g *reader) slots(f *Frame, n *source.Node) {
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
			g.d.Unknown(e.Key.Pos, e.Key.Value, append(among, "me", "each"), "procedure %s has no name %q", proc.Name,
				e.Key.Value)
		}
	}
}

// rounds reads the state of loops: {NAME: [current element, next, …]}.
func (g *reader) rounds(f *Frame, n *source.Node) {
	for _, e := range syntax.Pairs(n, g.d, "`each`") {
		var among []string
		var loop *program.Loop
		for _, l := range g.p.Units[f.Proc].Loops {
			if l.First < f.PC && f.PC < l.End {
				among = append(among, l.Name.Name)
				if l.Name.Name == e.Key.Value {
					loop = l
				}
			}
		}
		if loop == nil {
			g.d.Unknown(e.Key.Pos, e.Key.Value, among, "no loop over %q is running at %s", e.Key.Value,
				g.p.Procs[f.Proc].Name)
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
func (g *reader) nameValues(slot *formula.Slot, n *source.Node) (out []int32) {
	for _, it := range n.AsList() {
		if v, ok := g.nameValue(slot, it, out); ok {
			out = append(out, v)
		}
	}
	return out
}

// nameValue returns a value for a local name. A card or seat refers to a placed piece, or to an
// unplaced one if there is none.
func (g *reader) nameValue(slot *formula.Slot, n *source.Node, beside []int32) (int32, bool) {
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
func (g *reader) referredPiece(n *source.Node, t schema.Type, beside []int32) int32 {
	used := map[int32]bool{}
	for _, v := range beside {
		used[v] = true
	}
	if len(g.Running) > 0 {
		for _, nv := range g.Running[0].names {
			for _, v := range nv.values {
				used[v] = true
			}
		}
	}
	card, seat, first := g.p.Card(n.Value), int32(g.Seats.Of(n.Value)), int32(-1)
	for p, info := range g.p.Pieces {
		c := g.p.Cards[info.Card]
		if c.Data || c != card && (seat < 0 || info.Owner != ref.Seat(seat)) || !t.Kinds.Has(int(info.Kind)) ||
			used[int32(p)] {
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
