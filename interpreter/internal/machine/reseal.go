package machine

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// rounds are those of others in a sealed block, before that of the seat who acts
// now. What they did in them is undone: what the block moves to a zone is put
// back to the first other zone of the player that holds it, and what it sets is
// as it was first. Then they do it again, as somebody else decides for them.
type rounds struct {
	loop  *program.Loop // nil: there are none
	n     int32
	stack []int32
}

// look finds the rounds and undoes them.
func (r *rounds) look(m *Match, seat int32) {
	r.loop = nil
	e := &m.Env
	if e.S[state.AtSealed] == 0 {
		return
	}
	base := e.Frame()
	for _, l := range m.unit().Loops {
		if l.First < e.S[state.AtPC] && e.S[state.AtPC] < l.End && l.Sealed.Yes(e) {
			r.loop = l
		}
	}
	if r.loop == nil {
		return
	}
	list := base + int(e.S[base+r.loop.List.At])
	r.n = e.S[base+r.loop.At.At] - 1
	for _, who := range slices.Clone(e.S[list : list+int(r.n)]) {
		if who != seat {
			r.undo(m, who)
		}
	}
}

// undo undoes the round of a seat.
func (r *rounds) undo(m *Match, who int32) {
	for _, op := range m.unit().Ops[r.loop.First:r.loop.End] {
		switch do := op.Do.(type) {
		case *program.MoveOp:
			if to := do.To.Type.Decl; to != nil && to.Scope == schema.OfPlayer {
				putBack(m, to, r.loop.Block, who)
			}
		case *program.SetOp:
			for _, a := range do.List {
				if f := a.Field; f != nil && f.Scope == schema.OfPlayer {
					word := f.Slot + int(who)
					m.Env.W[word] = f.First(word)
					if f.Until {
						m.Env.Outlast(f, word)
					}
				}
			}
		}
	}
}

// putBack puts the pieces in a zone of a player where a sealed block may have moved them from.
func putBack(m *Match, to *schema.ZoneDecl, block, who int32) {
	e := &m.Env
	for _, p := range e.Held(to, who, nil) {
		for _, d := range e.Decls {
			if d.Sealed.Has(block) && d.Scope == schema.OfPlayer && d != to && d.Holds.Has(int(e.Pieces[p].Kind)) {
				e.Place(p, int32(d.First)+who*int32(d.Cells), true)
				break
			}
		}
	}
}

// play plays the rounds. The stack is then what it was: of what those before him
// have decided, nobody's names tell anything.
func (r *rounds) play(m *Match, ask func(*Match, *Request) []int32) bool {
	if r.loop == nil || r.n <= 0 {
		return true
	}
	e := &m.Env
	r.stack = append(r.stack[:0], e.S...)
	base, next := e.Frame(), r.loop.First+1
	e.S[base+r.loop.At.At], e.S[state.AtPC] = 0, next
	for e.Err == nil && (m.follow(m.running(), e.S[state.AtPC]) != next || e.S[base+r.loop.At.At] != r.n) {
		if !m.step() || e.Err != nil {
			continue
		}
		m.asked = true
		if m.Answer(ask(m, &m.req)...) != nil {
			return false
		}
	}
	e.S = append(e.S[:0], r.stack...)
	m.asked = false
	return e.Err == nil
}
