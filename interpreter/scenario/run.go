package scenario

import (
	"strings"
	"sync"
	"time"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// run is a scenario run once, in one form of its game.
type run struct {
	*runner // nil: it could not even begin, and message says why
	script  *Scenario
	in      *form
	failed  bool               // then message says why
	faults  source.Diagnostics // of a script that names what there is not
	message string             // several lines, the first of which says it all
	failure *failure           // nil: it could not even begin, or has not failed
	began   bool               // its world could be laid out
	limit   bool               // a counted limit stopped it
	claimed []string           // pins that it did not prove
	notes   *Notes             // what it reached; nil: nobody wants to know
	before  state.State        // what it began with
	took    time.Duration
	mu      *sync.Mutex // its course is told one at a time, for that looks at the match
}

// run runs a scenario in this form, on a match of its own.
func (x *form) run(s *Scenario, opt Options) *run {
	began := time.Now()
	c := x.prepare(s)
	if len(c.faults) > 0 {
		return &run{script: s, in: x, failed: true, message: asMessage(c.faults), faults: c.faults}
	}
	if c.lacks != "" {
		return &run{script: s, in: x, message: c.lacks}
	}
	r := &runner{compiled: c, m: machine.New(x.Program, c.world.players, nil), last: map[int][]int32{}}
	r.m.Named, r.m.Entered = true, make([]bool, len(x.Program.Procs))
	r.m.Env.RunAt = make([]int32, len(x.Program.Procs))
	r.log = &trace{r: r}
	r.m.Observer = r.log
	r.m.Strict = true
	r.m.Ctx, r.lenient, r.watch = opt.context(), opt.lenient, opt.watch
	if opt.Load.Cover {
		x.preparing.Lock() // which may add marks
		r.proof = newProof(r)
		x.preparing.Unlock()
	}
	out := &run{runner: r, script: s, in: x, mu: &sync.Mutex{}}
	var f *failure
	if err := c.world.build(r.m); err != nil {
		f = r.whichPart(fault(err)).note("the world of `given` breaks it; the scenario begins at " + c.Pos.String())
		r.m.Env.Err = nil
	} else {
		out.began = true
		r.m.Snapshot(&out.before)
		f = r.breaksOff(r.endless(r.run()))
	}
	if f != nil {
		out.failed, out.message, out.failure, out.limit = true, r.message(f), f, f.limit
	}
	if r.proof != nil {
		x.preparing.Lock()
		out.claimed, out.notes = r.proof.finish(f != nil), r.proof.notes
		x.preparing.Unlock()
	}
	opt.spend(r.m)
	out.took = time.Since(began)
	return out
}

// alike tells that the scenario goes in another form as it has gone in this run: all that
// it has come across, and all that it looks at, is the same there. Whoever takes notes of
// runs wants each of them.
func (r *run) alike(x *form, opt Options) bool {
	if r.runner == nil || r.failed || opt.Load.Cover || opt.Trace || opt.watch != nil || !r.in.Program.Alike(x.Program, r.m.Entered) {
		return false
	}
	for key := range r.asks {
		if r.in.Program.Readings[key] != x.Program.Readings[key] {
			return false
		}
	}
	return true
}

// as is the run as one in a form in which it is alike.
func (r *run) as(x *form) *run {
	out := *r
	out.in = x
	return &out
}

// breaksOff holds a failure against what `fails` says of it. That a check does
// not hold, or that the rules themselves break, is never what was meant.
func (r *runner) breaksOff(f *failure) *failure {
	if r.Fails == nil || r.m.Err() != nil {
		return f
	}
	words := strings.TrimSpace(r.Fails.Value)
	switch {
	case f == nil:
		return fail(doesNotBreakOff, r.Fails.Pos)
	case f.kind != refusedOtherwise && r.next > 0 && r.lines[r.next-1].checks != nil:
		return f
	case f.says(words):
		return nil
	}
	lines := f.lines()
	return fail(breaksOffElse, r.Fails.Pos, words).note("but at " + f.pos.String() + ": " + lines[0]).note(lines[1:]...)
}
