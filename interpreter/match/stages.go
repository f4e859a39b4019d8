package match

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// Stage is a named part of the running procedure: a question, a window or a roll.
type Stage struct {
	Name      string
	Done, Now bool
}

// Stages returns the stages of the innermost running procedure that names at least two. It is
// empty for a viewer who may not know the open question.
func (t *views) Stages(eyes int32) []Stage {
	v := t.viewerFor(ref.Seat(eyes))
	r := t.m.Next()
	if seat, sealed := t.m.Sealed(); r == nil || !v.mayKnowRequest(r) ||
		sealed && seat != ref.Seat(eyes) && eyes != Everything {
		return nil
	}
	for base, pc := range t.m.Stack.Frames() {
		out := v.stages(base, ref.PC(pc))
		if len(out) < 2 {
			continue
		}
		if name := v.Names.Stage(r.Name); name != "" && !slices.ContainsFunc(out, func(s Stage) bool { return s.Now }) {
			out = append(out, Stage{Name: name, Now: true}) // asked in a procedure without stages of its own
		}
		return out
	}
	return nil
}

// stages returns the stages of the procedure of a frame at op pc.
func (v *viewer) stages(base int, pc ref.PC) (out []Stage) {
	var inside branches
	for at, op := range v.m.Stack.Path(base) {
		inside.enter(at, op)
		name := v.Names.Stage(v.requestOf(op))
		if name == "" || !inside.open(at, pc) {
			continue
		}
		now := op.Step.Has(pc)
		// the question is asked at several places
		if i := slices.IndexFunc(out, func(s Stage) bool { return s.Name == name }); i >= 0 {
			if !now {
				continue
			}
			out = slices.Delete(out, i, i+1)
		}
		out = append(out, Stage{Name: name, Done: at < pc && !now, Now: now})
	}
	return out
}

// branches are the `may` steps around an op, outermost first.
type branches []struct {
	step *program.Step
	may  *program.MayOp
}

// enter leaves the steps that end before an op, and adds its own if it is a `may`.
func (b *branches) enter(at ref.PC, op *program.Op) {
	for n := len(*b); n > 0 && !(*b)[n-1].step.Has(at); n-- {
		*b = (*b)[:n-1]
	}
	if may, ok := op.Do.(*program.MayOp); ok {
		*b = append(*b, struct {
			step *program.Step
			may  *program.MayOp
		}{op.Step, may})
	}
}

// open reports whether an op belongs to no option but the one that runs now.
func (b branches) open(at, now ref.PC) bool {
	for _, in := range b {
		if mine := in.may.OptionAt(at); mine >= 0 && (!in.step.Has(now) || in.may.OptionAt(now) != mine) {
			return false
		}
	}
	return true
}

// requestOf returns the name of the request that an op makes, or of the window that it opens,
// or "".
func (v *viewer) requestOf(op *program.Op) string {
	switch do := op.Do.(type) {
	case *program.ChooseOp:
		return do.Request
	case *program.MayOp:
		return do.Request
	case *program.RollOp:
		return do.Request
	case *program.OpenOp:
		return v.Names.P.Windows[do.Window].Name
	}
	return ""
}

// Turn returns the seat for which the part of the match runs that is the last chapter of the logs, such as a turn, or
// -1.
func (t *views) Turn() int32 {
	s := t.m.State().Stack
	for base := range t.m.Stack.Frames() {
		if below := int(s[base+state.FramePrev]); below != 0 &&
			ref.Proc(s[below+state.FrameProc]) == partsOf(t.Names.P) && int(s[state.AtOffer]) != base {
			return max(s[base+state.FrameBy], -1)
		}
	}
	return -1
}

// Act is an act of a seat in progress: an option or an offer whose steps ask further questions.
type Act struct {
	Name  string
	From  int  // index of the decision that began it
	Alone bool // the seat can take it back without the consent of other seats
}

// Act returns the innermost act in progress of a seat that is asked now.
func (m *Match) Act(seat int32) (Act, bool) {
	r := m.m.Next()
	if r == nil || r.By != ref.Seat(seat) {
		return Act{}, false
	}
	_, sealed := m.m.Sealed()
	alone := !sealed
	for i := len(m.record) - 1; i >= 0; i-- {
		d := m.record[i]
		alone = alone && d.By == seat
		if d.By != seat {
			continue
		}
		if name := m.runningOption(d); name != "" {
			return Act{Name: name, From: i, Alone: alone && i >= m.shown}, true
		}
	}
	return Act{}, false
}

// runningOption returns the name of the option that a decision chose, while its steps are running,
// or "".
func (m *Match) runningOption(d Decision) string {
	if d.may == nil || len(d.Answer) == 0 {
		return ""
	}
	for base, pc := range m.m.Stack.Frames() {
		ops := m.Names.P.Units[m.m.Stack.Proc(base)].Ops
		if base != d.base || int(d.op) >= len(ops) {
			continue
		}
		if op := &ops[d.op]; op.Do == d.may && op.Step.Has(pc) && pc != d.op {
			return m.Names.Option(d.Name, d.option)
		}
	}
	return ""
}

// recordOrigin records the place of the request of a decision that chooses an option.
func (m *Match) recordOrigin(d *Decision, r *machine.Request) {
	if r.Kind != machine.AskOption || len(d.Answer) == 0 {
		return
	}
	for base, pc := range m.m.Stack.Frames() {
		if may, ok := m.m.Stack.Op(base, pc).Do.(*program.MayOp); ok {
			d.base, d.op, d.may, d.option = base, pc, may, r.OptionName(int(r.Options[d.Answer[0]].Value))
		}
		return
	}
}
