package scenario

import (
	"context"
	"slices"
	"sync/atomic"

	"moraine/interpreter/parallel"
	"moraine/interpreter/source"
)

// What is to run is planned first, and then run one configuration after the other, several at
// once: to compile one takes long, and many would take much memory, so each is made when its
// jobs come and may be forgotten then. What came of it is reported in
// the order of the plan.

// job is a row of a scenario in one configuration.
type job struct {
	trial   *trial
	config  string    // the configuration
	unit    int       // which scenario of the suite
	entry   *declared // of `under`, which names the configuration
	flip    *flip     // … which it has to make
	asked   *asked    // who runs the scenarios names it; with neither it is the scenario's own
	skip    string    // why it does not run
	rows    []*trial  // all of the scenario, to be declared together
	into    *Case     // where there is room for what comes of it
	out     *Case     // that; nil: it does not run, or has been cut short
	over    bool      // it has run to its end
	trouble *trouble  // why it fails whatever it is held against; nil: it does not
}

// trouble is why a row fails whatever it is held against: in its own configuration, in that
// of an entry, or since its entries are wrong.
type trouble struct {
	of     *trial
	config string
	wrong  bool // the configuration does not matter then
}

func (j *job) failsIn(config string, wrong bool) {
	if wrong {
		config = ""
	}
	j.trouble = &trouble{j.trial, config, wrong}
}

// plan lists all jobs in the order of the files.
func (s *suite) plan(opt Options) (jobs []*job) {
	for i, u := range s.units {
		for _, j := range u.jobs(s.only, opt) {
			j.unit = i
			j.trial.left.Add(1)
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// batches are jobs with one configuration in common. In those that scenarios are about, which are kept, there
// are many: they are one for each scenario.
func batches(jobs []*job) (out [][]*job) {
	type key struct {
		configs *configs
		config  string
		unit    int
	}
	at := map[key]int{}
	for _, j := range jobs {
		k := key{j.trial.configs, j.config, -1}
		if j.entry == nil && j.asked == nil {
			k.unit = j.unit
		}
		i, known := at[k]
		if !known {
			i, at[k] = len(out), len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], j)
	}
	return out
}

// jobs are those of every row in every configuration in which it is to run.
func (u *unit) jobs(only bool, opt Options) (out []*job) {
	flips := map[string]*flip{}
	for _, row := range u.rows {
		t := u.configs.trial(row, opt)
		t.runs, t.keeps = u.under, len(u.in) > 0 || u.under
		why := leftOut(row, only)
		if u.plain {
			out = append(out, &job{trial: t, config: row.Variant.Name, skip: why})
		}
		names := map[string]bool{row.Variant.Name: u.plain} // run already
		for _, d := range t.declared {
			if !u.under || why != "" {
				break
			}
			names[d.config] = true
			x := &job{trial: t, config: d.config, entry: d, flip: flips[d.config]}
			if x.flip == nil {
				x.flip = &flip{x, d.entry.Key.Pos, d.entry.Open, slices.Clone(d.entry.Names)}
				flips[d.config] = x.flip
			}
			out = append(out, x)
		}
		for _, a := range u.in {
			if !names[a.config] {
				out = append(out, &job{trial: t, config: a.config, asked: a, skip: why})
			}
		}
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
		j.came(t.newCase(t.of, t.of.Variant.Name, Skipped, j.skip))
	case j.entry != nil:
		j.came(t.flips(j.entry, x, j.flip))
		j.failsIn(x.name, len(t.faults)+len(j.entry.faults) > 0)
	case j.asked == nil:
		j.came(t.itself())
		j.failsIn(t.of.Variant.Name, t.base == nil || !t.runs && len(t.wrong()) > 0)
	case x.err != nil:
		j.asked.err = x.err
	case !t.belongs(x):
	case j.skip != "":
		j.came(t.newCase(t.of, x.name, Skipped, j.skip))
	default:
		c, as := t.under(x)
		j.came(c)
		switch {
		case as == nil:
			j.failsIn("", true)
		case as.Failed:
			j.failsIn(as.in.name, false)
		}
	}
}

// broken returns the variant for which the scenario cannot run because it does not load: its own, or
// one that its entry names. It returns "" if there is none.
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

func (j *job) came(c Case) { *j.into, j.out = c, j.into }

func (j *job) failed() bool { return j.out != nil && j.out.Status == Failed }

// again reports that a case fails in a way that has been told already.
func (j *job) again(told map[trouble]bool) bool {
	if j.trouble == nil || !j.failed() {
		return false
	}
	was := told[*j.trouble]
	told[*j.trouble] = true
	return was
}

// check resolves all that the scenario says of the configuration.
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
	case t.isData() && x.reprints(t.base): // it may name cards that are taken out
	case t.belongs(x) && len(t.wrong()) == 0:
		if script, _, _ := t.expected(x); script != nil {
			found = x.game.Check(script)
			for i := range found {
				found[i].Text = x.title() + ", " + found[i].Text
			}
		}
	}
	return found
}

// WithProgress is a context for runs that say, from any goroutine, how many of their cases are over.
func WithProgress(ctx context.Context, show func(done, of int64)) context.Context {
	return context.WithValue(ctx, progressKey{}, show)
}

type progressKey struct{}

// inParallel does something for each job, with as many configurations at once as there are
// workers.
func inParallel(ctx context.Context, workers int, jobs []*job, do func(*job, *config)) error {
	show, _ := ctx.Value(progressKey{}).(func(done, of int64))
	var done atomic.Int64
	batches := batches(jobs)
	return parallel.Each(ctx, workers, len(batches), func(i int) {
		x := batches[i][0].trial.configs.get(batches[i][0].config)
		for _, j := range batches[i] {
			if ctx.Err() != nil {
				return
			}
			do(j, x)
			j.trial.done()
			if show != nil {
				show(done.Add(1), int64(len(jobs)))
			}
		}
	})
}
