package scenario

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"moraine/interpreter/internal/source"
)

// What is to run is planned first, and then run form by form, several at once:
// a form takes long to compile, and many would take much memory, so each is made
// when its turn comes and may be forgotten then. What came of it is reported in
// the order of the plan.

// turn is a row of a scenario in one form.
type turn struct {
	*trial
	unit    int       // which scenario of the suite
	entry   *declared // of `under`, which names the form
	flip    *flip     // … which it has to make
	asked   *asked    // who runs the scenarios names it; with neither it is the scenario's own
	skip    string    // why it does not run
	rows    []*trial  // all of the scenario, to be declared together
	out     []Case    // none, or one
	over    bool      // it has run to its end
	trouble *trouble  // why it fails whatever it is held against; nil: it does not
}

// trouble is why a row fails whatever it is held against: in its own form, in that
// of an entry, or since its entries are wrong.
type trouble struct {
	of    *trial
	form  string
	wrong bool // the form does not matter then
}

func (t *turn) failsIn(form string, wrong bool) {
	if wrong {
		form = ""
	}
	t.trouble = &trouble{t.trial, form, wrong}
}

// task are the turns in one form of a game.
type task struct {
	forms *forms
	want
	turns []*turn
}

// plan lists all turns in the order of the files, and those with one form in
// common.
func (s *suite) plan(opt Options) (turns []*turn, tasks []*task) {
	type key struct {
		forms *forms
		form  string
	}
	with := map[key]*task{}
	for i, u := range s.units {
		own := &task{forms: u.forms, want: want{variant: u.rows[0].Variant.Name}}
		of := func(t *turn) *task {
			var w want
			switch {
			case t.entry != nil:
				w = t.entry.want
			case t.asked != nil:
				w = t.asked.want
			default:
				return own // there are many of them, and they share a form that is kept
			}
			k := key{u.forms, w.String()}
			if with[k] == nil {
				with[k] = &task{forms: u.forms, want: w}
				tasks = append(tasks, with[k])
			}
			return with[k]
		}
		tasks = append(tasks, own)
		for _, t := range u.turns(s.only, opt) {
			t.unit = i
			t.left.Add(1)
			turns = append(turns, t)
			of(t).turns = append(of(t).turns, t)
		}
	}
	return turns, tasks
}

// turns are those of every row in every form in which it is to run.
func (u *unit) turns(only bool, opt Options) (out []*turn) {
	flips := map[string]*flip{}
	for _, row := range u.rows {
		t := u.forms.trial(row, opt)
		t.runs, t.keeps = u.under, len(u.in) > 0 || u.under
		why := row.leftOut(only)
		if u.plain {
			out = append(out, &turn{trial: t, skip: why})
		}
		names := map[string]bool{}
		for _, d := range t.declared {
			if !u.under || why != "" {
				break
			}
			name := d.want.String()
			names[name] = true
			x := &turn{trial: t, entry: d, flip: flips[name]}
			if x.flip == nil {
				x.flip = &flip{x, slices.Clone(d.names)}
				flips[name] = x.flip
			}
			out = append(out, x)
		}
		for _, a := range u.in {
			if !names[a.want.String()] { // what an entry says is run already
				out = append(out, &turn{trial: t, asked: a, skip: why})
			}
		}
	}
	return out
}

// run runs the scenario in the form.
func (t *turn) run(x *form) {
	switch t.load(); {
	case t.asked == nil && t.skip != "":
		t.out = []Case{t.newCase(t.Scenario, t.Variant.Name, Skipped, t.skip)}
	case t.entry != nil:
		t.out = []Case{t.flips(t.entry, x, t.flip)}
		t.failsIn(x.name, len(t.faults)+len(t.entry.faults) > 0)
	case t.asked == nil:
		t.out = []Case{t.itself()}
		t.failsIn(t.Variant.Name, t.base == nil || !t.runs && len(t.wrong()) > 0)
	case x.err != nil:
		t.asked.err = x.err
	case !t.belongs(x):
	case t.skip != "":
		t.out = []Case{t.newCase(t.Scenario, x.name, Skipped, t.skip)}
	default:
		c, as := t.under(x)
		t.out = []Case{c}
		switch {
		case as == nil:
			t.failsIn("", true)
		case as.failed:
			t.failsIn(as.in.name, false)
		}
	}
}

// again reports that a case fails in a way that has been told already.
func (t *turn) again(told map[trouble]bool) bool {
	if t.trouble == nil || !slices.ContainsFunc(t.out, failed) {
		return false
	}
	was := told[*t.trouble]
	told[*t.trouble] = true
	return was
}

// check resolves all that the scenario says of the form.
func (t *turn) check(x *form) (found source.Diagnostics) {
	t.load()
	switch {
	case t.base == nil:
		return t.faults
	case t.entry != nil:
		if found = t.entry.faults; len(found) > 0 {
			return found
		}
		if x.err != nil {
			x.blame(t.entry.key.Pos, &found)
			return found
		}
		return x.prepare(t.entry.Scenario).faults
	case t.asked == nil:
		return x.prepare(t.Scenario).faults
	case t.isData() && x.reprints(t.base): // it may name cards that are taken out
	case t.belongs(x) && len(t.wrong()) == 0:
		if script, _, _ := t.expected(x); script != nil {
			found = x.prepare(script).faults
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

// inParallel does something for each turn, with as many forms at once as there
// are jobs.
func inParallel(ctx context.Context, jobs int, tasks []*task, do func(*turn, *form)) error {
	show, _ := ctx.Value(progressKey{}).(func(done, of int64))
	var done atomic.Int64
	of := int64(0)
	for _, t := range tasks {
		of += int64(len(t.turns))
	}
	return parallel(ctx, jobs, len(tasks), func(i int) {
		x := tasks[i].forms.get(tasks[i].want)
		for _, t := range tasks[i].turns {
			if ctx.Err() != nil {
				return
			}
			do(t, x)
			t.done()
			if show != nil {
				show(done.Add(1), of)
			}
		}
	})
}

// parallel does some things, several at once. If one panics, so does parallel, once
// the others are done: whoever called it may know what to say of it.
func parallel(ctx context.Context, jobs, n int, do func(i int)) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var wg sync.WaitGroup
	var crash atomic.Value
	for range min(jobs, n) {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					crash.CompareAndSwap(nil, fmt.Sprintf("%v\n%s", r, debug.Stack()))
					for range next { // or nobody takes them
					}
				}
			}()
			for i := range next {
				do(i)
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	if r := crash.Load(); r != nil {
		panic(r)
	}
	return ctx.Err()
}
