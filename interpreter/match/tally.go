package match

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// tally follows the number that decides the match, such as the points of the players, from decision to decision.
type tally struct {
	row     *program.Row
	was     []int32
	changes []Change
}

// Change is a change of the number that FollowTally follows.
type Change struct {
	// index of the last line of log 0 before the next step: the one that describes it, if any does; -1 for none
	Line          int
	Before, After []int32
}

// deciding returns the number that decides the match: the first one that an ending of the game shows for each player
// and that does not depend on the running procedure. It returns nil if there is none.
func deciding(p *program.Program) *program.Row {
	for i, e := range p.Endings {
		if e == nil {
			continue
		}
		for _, r := range e.Rows {
			if r.Is.Type.One(schema.Number) && r.If == nil && r.Now == nil && isGlobal(r.Is, i) {
				return r
			}
		}
	}
	return nil
}

// isGlobal reports whether a formula of an ending does not depend on its procedure, so that it has a value at any time.
func isGlobal(f *formula.Expr, proc int) bool {
	local := false
	known := f.Reads(proc, func(a formula.Aspect) {
		local = local || a.Op == formula.FrameWord || a.Op == formula.Me || a.Op == formula.Stopped
	})
	return known && !local
}

// FollowTally records the changes of the number that decides the match. It returns false if there is none.
func (m *Match) FollowTally() bool {
	r := deciding(m.Names.P)
	if r == nil {
		return false
	}
	m.tally = &tally{row: r}
	m.followTally()
	return true
}

// Tallies returns the number that decides the match for each player, or nil if the game has none or one player. Text is
// empty if the viewer may not know the number. If a look declares a field of the players as the key number, pages show
// that field instead, and Tallies returns nil.
func (t *views) Tallies(eyes int32) (out []Field) {
	r := deciding(t.Names.P)
	seat, sealed := t.m.Sealed()
	if r == nil || t.m.Env.World.Players() < 2 || t.m.Err() != nil || sealed && seat != ref.Seat(eyes) &&
		eyes != Everything {
		return nil
	}
	if slices.ContainsFunc(t.Names.P.PlayerFields, func(f *schema.Field) bool {
		return f.Type.Base == schema.Number && t.looks[f.Name].Size == "key"
	}) {
		return nil
	}
	v := t.sight(ref.Seat(eyes))
	for seat := range t.m.Env.World.Players() {
		f := Field{Key: r.Label, Name: v.Names.Phrase(r.Label), Look: v.looks[r.Label]}
		if is, ok := v.evaluate(r.Is, int32(seat)); ok && len(is) == 1 {
			f.Number, f.Text = &is[0], f.Name+" "+v.Value(r.Is.Type, is[0])
		}
		t.m.Env.World.Err = nil // the number is no part of the rules
		out = append(out, f)
	}
	return out
}

// Changes returns the changes recorded since FollowTally, with the label of the number in the rules.
func (m *Match) Changes() (label string, all []Change) { return m.tally.row.Label, m.tally.changes }

// followTally records a change of the tally since the last call. It must be called between steps: a running step may
// hold lists in the memory of formulas, and its sentence may still be missing from the log.
func (m *Match) followTally() {
	var now []int32
	for _, values := range evaluateForAll(&m.m.Env, m.tally.row.Is) {
		if len(values) != 1 {
			return
		}
		now = append(now, values[0])
	}
	if s := m.tally; s.was == nil {
		s.was = now
	} else if !slices.Equal(s.was, now) {
		line := len(m.logs[0].lines)
		if len(m.logs[0].pieces.list) == 0 { // otherwise the sentence waits for more pieces
			line--
		}
		s.changes = append(s.changes, Change{Line: line, Before: s.was, After: now})
		s.was = now
	}
}
