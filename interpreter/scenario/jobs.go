package scenario

import (
	"context"
	"slices"
	"sync/atomic"

	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// A scenario runs in all its configurations one after the other, so that its preparation and
// the runs needed for comparisons can be dropped early. Different scenarios run in parallel.

// job is one row of a scenario in one configuration.
type job struct {
	trial   *trial
	config  string           // the name of the configuration
	entry   *declared        // the entry of `under` for that configuration
	flip    *flip            // the flip that the entry must cause
	asked   *requestedConfig // the configuration, if it was requested by an option
	skip    string           // the reason why it does not run
	result  *result          // the run of the case; may be nil
	out     *Case            // nil: not run, or stopped early
	trouble *trouble         // a failure that does not depend on the comparison; may be nil
}

// trouble is a failure of a row that does not depend on a comparison: in the row's own
// configuration, in that of an entry, or because of wrong entries. It is reported once.
type trouble struct {
	of     *trial
	config string
	wrong  bool // an error in all configurations
}

func (j *job) failsIn(config string, wrong bool) {
	if wrong {
		config = ""
	}
	j.trouble = &trouble{of: j.trial, config: config, wrong: wrong}
}

// jobs returns the jobs of every row in every configuration.
func (u *unit) jobs(only bool, opt Options) (out []*job) {
	flips := map[string]*flip{}
	for _, row := range u.rows {
		t := u.configs.trial(row, opt)
		t.runs, t.keeps = u.under, len(u.in) > 0 || u.under
		why := skipReason(row, only)
		if u.plain {
			out = append(out, &job{trial: t, config: row.Variant.Name, skip: why})
		}
		names := map[string]bool{row.Variant.Name: u.plain} // already covered
		for _, d := range t.declared {
			if !u.under || why != "" {
				break
			}
			names[d.config] = true
			x := &job{trial: t, config: d.config, entry: d, flip: flips[d.config]}
			if x.flip == nil {
				x.flip = &flip{first: x, at: d.entry.Key.Pos, open: d.entry.Open, idle: slices.Clone(d.entry.Names)}
				flips[d.config] = x.flip
			}
			out = append(out, x)
		}
		for _, a := range u.in {
			if !names[a.name] {
				out = append(out, &job{trial: t, config: a.name, asked: a, skip: why})
			}
		}
	}
	return out
}

// unitResult is the result of a unit's jobs.
type unitResult struct {
	cases  []Case
	failed []failed // failed cases
	over   int      // number of completed jobs
}

// failed is a failed case.
type failed struct {
	at      int    // index of the case
	config  string // the name of its configuration
	trouble *trouble
}

// run runs the jobs of a unit and returns their cases in the same order. It calls over after
// each job. If explained is set, it also finds the rulings that decide the first failure.
func (u *unit) run(ctx context.Context, jobs []*job, explained bool, over func()) (out unitResult) {
	for i, j := range jobs {
		if i > 0 && jobs[i-1].trial != j.trial {
			jobs[i-1].trial.forget()
		}
		if ctx.Err() == nil {
			j.run(u.configs.get(j.config))
		}
		if ctx.Err() != nil { // the job may have been stopped
			// a flip needs all rows
			jobs = slices.DeleteFunc(jobs[:out.over], func(j *job) bool { return j.flip != nil })
			break
		}
		out.over++
		over()
	}
	n := 0
	for _, j := range jobs {
		if j.flip != nil && j.flip.first == j {
			j.flip.close(j.out)
		}
		if j.out != nil {
			n++
		}
	}
	if explained && ctx.Err() == nil {
		explain(jobs)
	}
	out.cases = make([]Case, 0, n)
	for _, j := range jobs {
		if j.out == nil {
			continue
		}
		if j.failed() {
			out.failed = append(out.failed, failed{at: len(out.cases), config: j.config, trouble: j.trouble})
		}
		out.cases = append(out.cases, *j.out)
	}
	return out
}

// run runs the scenario in the configuration.
func (j *job) run(x *config) {
	t := j.trial
	t.load()
	if broken := j.broken(); broken != "" {
		j.came(t.blocked(j.config, "variant "+broken+" does not load"))
		if j.flip != nil {
			j.flip.idle = nil
		}
		return
	}
	switch {
	case j.asked == nil && j.skip != "":
		j.came(t.newCase(t.of, t.of.Variant.Name, Skipped, spec.Message{Headline: j.skip}))
	case j.entry != nil:
		var c Case
		c, j.result = t.runEntry(j.entry, x, j.flip)
		j.came(c)
		j.failsIn(x.name, len(t.faults)+len(j.entry.faults) > 0)
	case j.asked == nil:
		var c Case
		c, j.result = t.runOwn()
		j.came(c)
		j.failsIn(t.of.Variant.Name, t.base == nil || !t.runs && len(t.faultsOf()) > 0)
	case x.err != nil || !x.appliesTo(t.of):
	case j.skip != "":
		j.came(t.newCase(t.of, x.name, Skipped, spec.Message{Headline: j.skip}))
	default:
		c, as := t.runCase(x)
		if as != nil && !t.opt.AllVariants && !t.opt.EachReading {
			c.amend().UsedRulings = as.Rulings()
		}
		if as != nil && t.opt.Depends && (c.Status == Passed || c.Status == Failed) {
			c.amend().Depends = t.decidingRulings(t.run(as.Of, x)) // relative to this configuration
		}
		j.came(c)
		j.result = as
		switch {
		case as == nil:
			j.failsIn("", true)
		case as.Failed:
			j.failsIn(as.in.name, false)
		}
	}
}

// broken returns the variant whose errors prevent the job: the scenario's own variant or one
// that its entry names, or "".
func (j *job) broken() string {
	if j.asked != nil {
		return ""
	}
	if own := j.trial.of.Variant.Name; j.trial.configs.doesNotLoad(own) {
		return own
	}
	if j.entry != nil {
		for _, n := range j.entry.entry.Names {
			if n.Reading == "" && j.trial.configs.doesNotLoad(n.Word) {
				return n.Word
			}
		}
	}
	return ""
}

func (j *job) came(c Case) { j.out = &c }

func (j *job) failed() bool { return j.out != nil && j.out.Status == Failed }

// isRepeated reports whether the same failure was reported before.
func (f *failed) isRepeated(told map[trouble]bool) bool {
	if f.trouble == nil {
		return false
	}
	was := told[*f.trouble]
	told[*f.trouble] = true
	return was
}

// check resolves all names of the scenario in the configuration.
func (j *job) check(x *config) (found source.Diagnostics) {
	t := j.trial
	t.load()
	switch {
	case t.base == nil:
		return t.faults
	case j.entry != nil:
		if found = j.entry.faults; len(found) > 0 {
			return found
		}
		if x.err != nil {
			x.blame(j.entry.entry.Key.Pos, &found)
			return found
		}
		return x.game.Check(j.entry.entry.As)
	case j.asked == nil:
		return x.game.Check(t.of)
	case t.isData() && x.changesPrinted(t.base): // it may name cards that the variant removes
	case x.appliesTo(t.of) && len(t.faultsOf()) == 0:
		if script, _, _ := t.expected(x); script != nil {
			found = x.game.Check(script)
			for i := range found {
				found[i].Text = x.title() + ", " + found[i].Text
			}
		}
	}
	return found
}

// WithProgress returns a context for runs that report their progress. show is called from any
// goroutine with the number of completed cases.
func WithProgress(ctx context.Context, show func(done, of int64)) context.Context {
	return context.WithValue(ctx, progressKey{}, show)
}

type progressKey struct{}

// eachUnit calls do for each unit, with several units in parallel, until ctx is done. do calls
// over after each job; n is the number of jobs.
func (s *suite) eachUnit(ctx context.Context, workers, n int, do func(i int, u *unit, over func())) error {
	show, _ := ctx.Value(progressKey{}).(func(done, of int64))
	var done atomic.Int64
	over := func() {
		if show != nil {
			show(done.Add(1), int64(n))
		}
	}
	for _, u := range s.units {
		u.configs.left.Add(1)
	}
	return parallel.Each(ctx, workers, len(s.units), func(i int) { do(i, s.units[i], over) })
}
