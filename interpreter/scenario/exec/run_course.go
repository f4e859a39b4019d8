package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/source"
)

// verdict is the result of a check.
type verdict struct {
	at   int  // the mark of the events before
	open bool // the script is at its end and a question is open
	fact course.Fact
}

// decisions records the answers and the results of checks in their order.
func (r *runner) decisions() *course.Recorder {
	c, verdicts, lines := course.Record(r.Namer), r.found.verdicts, r.events.lines
	assess := func(at int) {
		for ; len(verdicts) > 0 && verdicts[0].at <= at; verdicts = verdicts[1:] {
			if v := verdicts[0]; v.open {
				c.Open(course.IsOpen)
			} else {
				c.Add(v.fact)
			}
		}
	}
	for i := range r.events.list {
		for ; len(lines) > 0 && lines[0] <= i; lines = lines[1:] {
			c.EndLine()
		}
		if ev := &r.events.list[i]; ev.Kind == machine.Answered {
			assess(i)
			c.Answered(ev)
		}
	}
	assess(len(r.events.list))
	for range lines {
		c.EndLine()
	}
	return c
}

// course returns the course of the run: its decisions and checks, and then the final position, or the reason of the
// failure.
func (r *runner) course(before *state.State, f *failure, began bool) *course.Course {
	c := r.decisions()
	add := func(kind course.FactKind, what, is string) { c.Add(course.Fact{Kind: kind, What: what, Is: is}) }
	switch {
	case f == nil:
		moved := map[int32]bool{}
		for _, ev := range r.events.since(0, machine.Moved) {
			moved[int32(ev.Piece)] = true
		}
		c.End(before, moved)
	case !r.opt.GoOn:
		why := f.headline()
		if at := r.script.shownAt(f); at != f.pos && f.pos.File != nil {
			why += " at " + f.pos.String()
		}
		add(course.Fails, r.script.shownAt(f).String(), why)
	case !began:
		add(course.Unfit, course.DoesNotFit, f.headline())
	case r.M.Err() != nil:
		add(course.RulesBreak, "the rules break", f.pos.String()+": "+f.headline())
	case r.M.Next() != nil:
		add(course.Stuck, "", r.standing().String())
	default:
		add(course.Unfit, "the script does not fit", f.headline())
	}
	return c.Result()
}

// RulesOut reports that the script of r, which passed in another configuration, cannot have the
// same course in this one: the runs already differ where both scripts are equal.
func (o *Outcome) RulesOut(r *Outcome) bool {
	if o.Failed || r.Failed || o.Of.Fails != nil {
		return false
	}
	lines := commonLines(o.Of.When, r.Of.When)
	if lines == max(len(o.Of.When), len(r.Of.When)) && r.Of.Fails == nil &&
		stopsAtSameRequest(o.Of.Checks, r.Of.Checks) {
		lines = -1
	}
	return o.Course.DiffersWithin(r.Course, lines)
}

// commonLines returns the number of equal lines at the beginning of two scripts.
func commonLines(a, b []*source.Node) (n int) {
	for n < min(len(a), len(b)) && (a[n] == b[n] || a[n].Inline() == b[n].Inline()) {
		n++
	}
	return n
}

// stopsAtSameRequest reports whether two sets of checks make a script stop at the same request.
// The remaining checks only observe.
func stopsAtSameRequest(a, b *source.Node) bool {
	return !slices.ContainsFunc([]string{"stands", "offers", "refuses", "allows"}, func(key string) bool {
		return a.Get(key) != b.Get(key)
	})
}
