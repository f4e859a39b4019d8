package decide

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// sealedRounds are the rounds of other seats in a sealed block that precede the round of the current
// seat. They are undone: pieces that the block moves to a zone return to the first other zone
// of the player that can hold them, and fields that it sets get their initial values. Then they
// are played again.
type sealedRounds struct {
	loop *program.Loop // nil if the seat is not in a sealed loop
	n    int32
}

// look finds the rounds and undoes them.
func (r *sealedRounds) look(m *machine.Match, seat ref.Seat) {
	r.loop = nil
	e := &m.Env
	if e.World.Stack[state.AtSealed] == 0 {
		return
	}
	base := e.World.Stack.Frame()
	for _, l := range m.Stack.Unit().Loops {
		if l.First < ref.PC(e.World.Stack[state.AtPC]) && ref.PC(e.World.Stack[state.AtPC]) < l.End && l.Sealed.Yes(e) {
			r.loop = l
		}
	}
	if r.loop == nil {
		return
	}
	list := base + int(e.World.Stack[base+r.loop.List.At])
	r.n = e.World.Stack[base+r.loop.At.At] - 1
	for _, who := range slices.Clone(e.World.Stack[list : list+int(r.n)]) {
		if ref.Seat(who) != seat {
			r.undo(m, ref.Seat(who))
		}
	}
}

func (r *sealedRounds) undo(m *machine.Match, who ref.Seat) {
	for _, op := range m.Stack.Unit().Ops[r.loop.First:r.loop.End] {
		switch do := op.Do.(type) {
		case *program.MoveOp:
			if to := do.To.Type.Decl; to != nil && to.Scope == schema.OfPlayer {
				putBack(m, to, r.loop.Block, who)
			}
		case *program.SetOp:
			for _, a := range do.List {
				if f := a.Field; f != nil && f.Scope == schema.OfPlayer {
					word := f.Slot + int(who)
					m.Env.World.Write(word, f.First(word))
					if f.Until {
						m.Env.World.Outlast(f, word)
					}
				}
			}
		}
	}
}

// putBack moves the pieces in a zone of a player to a zone from which the sealed block may have
// taken them.
func putBack(m *machine.Match, to *schema.ZoneDecl, block int32, who ref.Seat) {
	e := &m.Env
	for _, p := range e.World.Held(to, who, nil) {
		for _, d := range e.World.Decls {
			if d.Sealed.Has(block) && d.Scope == schema.OfPlayer && d != to &&
				d.Holds.Has(int(e.World.Pieces[p].Kind)) {
				e.World.Place(ref.Piece(p), d.Of(int32(who)), true)
				break
			}
		}
	}
}

// play plays the rounds again.
func (r *sealedRounds) play(m *machine.Match, ask func(*machine.Match, *machine.Request) []int32) bool {
	return r.loop == nil || r.n <= 0 || m.PlayRounds(r.loop, r.n, ask)
}
