package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"moraine/interpreter/internal/source"
)

// Flips are declared. A scenario holds in its game; each entry of `under` says
// how it comes out in another form, and that it comes out otherwise than if
// what the entry names were not in force. In any form at all, what the entries
// name counts, and nothing else may: the scenario is run there and where
// nothing but that is in force, and has to have the same course. Any other
// difference is a flip that nobody has declared.
//
// Of several entries whose names are in force together, one has to name them
// all; else nobody has said what happens, and the scenario is refused there.

// trial is a scenario, or a row of its examples, in whatever forms it runs.
type trial struct {
	*Scenario
	forms    *forms
	opt      Options
	declared []*declared // what it says of other forms
	runs     bool        // these, too
	keeps    bool        // what it comes to in its own form is wanted more than once
	begin    sync.Once
	base     *form // what it is about; nil if there is no such form
	faults   source.Diagnostics
	runOnce  sync.Once
	own      *run         // in its own form
	left     atomic.Int32 // turns that may still want it
}

// declared is an entry of `under` and what makes its form.
type declared struct {
	*entry
	want
	faults source.Diagnostics
}

func (f *forms) trial(s *Scenario, opt Options) *trial {
	t := &trial{Scenario: s, forms: f, opt: opt}
	for _, e := range s.Under {
		t.declared = append(t.declared, &declared{entry: e, want: e.want(s.Variant.Name)})
	}
	return t
}

// load loads the form that the scenario is about, and looks at what its entries
// name.
func (t *trial) load() {
	t.begin.Do(func() {
		if t.base = t.forms.base(t.Scenario, &t.faults); t.base == nil {
			return
		}
		at := map[string]source.Pos{}
		for _, d := range t.declared {
			t.forms.knows(t.base, d.entry, t.runs, &d.faults)
			if first, twice := at[d.want.String()]; twice {
				d.faults.Hint(d.key.Pos, "the other is at "+first.String(), "two entries are about %s", d.want)
			}
			at[d.want.String()] = d.key.Pos
		}
	})
}

// belongs tells whether the scenario is about the form, or one it builds on.
func (t *trial) belongs(x *form) bool {
	return t.Variant.Name == "" || x.has(t.Variant.Name)
}

// run runs a script in a form.
func (t *trial) run(script *Scenario, x *form) *run {
	if script != t.Scenario || !t.keeps {
		return x.run(script, t.opt)
	}
	t.runOnce.Do(func() { t.own = t.base.run(script, t.opt) })
	switch {
	case x.name == t.base.name:
		return t.own
	case t.own.alike(x, t.opt):
		return t.own.as(x)
	}
	return x.run(script, t.opt)
}

// done says that one of its turns is over; after the last the run is not kept, which holds a
// whole match with all that has happened in it.
func (t *trial) done() {
	if t.left.Add(-1) == 0 {
		t.own = nil
	}
}

// newCase is a case of a script in a form that did not run.
func (t *trial) newCase(script *Scenario, form string, status Status, message string) Case {
	c := Case{Scenario: t.Name, Row: t.Row, Game: t.forms.rules.ID, File: t.Pos.File.Name, Line: t.Pos.Line, Variant: form, Tags: t.Tags, Status: status, Message: message}
	for _, p := range script.Pins {
		c.Pins = append(c.Pins, p.Name)
	}
	return c
}

// outcome is the case of a script that was run in a form.
func (t *trial) outcome(r *run) Case {
	c := t.newCase(r.script, r.in.name, Passed, "")
	if r.failed {
		c.Status, c.Message = Failed, r.message
	}
	if r.failure != nil {
		at := r.shownAt(r.failure)
		c.At, c.Excerpt = placeOf(at), at.Excerpt()
	} else if faults := r.faults.Sorted(); len(faults) > 0 {
		c.At = placeOf(faults[0].Pos)
	}
	c.Limit, c.Unread, c.Claimed, c.Notes, c.Took = r.limit, r.runner == nil && r.failed, r.claimed, r.notes, r.took
	if t.opt.Trace && r.runner != nil {
		c.Trace = strings.Join(r.log.lines(), "\n")
	}
	return c
}

func (t *trial) faulty(script *Scenario, form string, found source.Diagnostics) Case {
	c := t.newCase(script, form, Failed, asMessage(found))
	c.Unread = true
	if found = found.Sorted(); len(found) > 0 {
		c.At = placeOf(found[0].Pos)
	}
	return c
}

// asMessage is how the message of a case says what is wrong with a scenario.
func asMessage(found source.Diagnostics) string {
	return strings.TrimRight(found.Sorted().Error(), "\n") + "\n"
}

// itself is the scenario in the form that it is about.
func (t *trial) itself() Case {
	if found := t.wrong(); t.base == nil || !t.runs && len(found) > 0 {
		return t.faulty(t.Scenario, t.Variant.Name, found)
	}
	return t.outcome(t.run(t.Scenario, t.base))
}

// flip is an entry of `under` over all rows of a scenario: in one of them, each
// thing that it names has to make a difference.
type flip struct {
	first *turn     // of the first row
	idle  []setting // what has made none so far
}

// flips is the scenario as an entry has it.
func (t *trial) flips(d *declared, x *form, f *flip) Case {
	if t.base == nil {
		return t.faulty(d.Scenario, d.key.Value, t.faults)
	}
	found := d.faults
	if len(found) == 0 && x.err != nil {
		x.blame(d.key.Pos, &found)
	}
	if len(found) > 0 {
		f.idle = nil // what is wrong is said already
		return t.faulty(d.Scenario, d.key.Value, found)
	}
	if d.open {
		if t.but(d).flipsIn(x) {
			f.idle = nil
		}
		c := t.newCase(d.Scenario, x.name, Passed, "")
		c.Pins = nil // nothing was run that could prove them
		return c
	}
	r := t.run(d.Scenario, x)
	if r.failed {
		f.idle = nil
	}
	f.idle = slices.DeleteFunc(f.idle, func(n setting) bool { return !t.isIdle(d, n, r) })
	return t.outcome(r)
}

const leavesOpen = "it does not say what happens under "

// but is the scenario without one of its entries.
func (t *trial) but(d *declared) *trial {
	out := &trial{Scenario: t.Scenario, forms: t.forms, opt: t.opt, base: t.base}
	for _, other := range t.declared {
		if other != d {
			out.declared = append(out.declared, other)
		}
	}
	return out
}

// close fails the case of an entry that names what makes no difference.
func (f *flip) close(c *Case) {
	if len(f.idle) == 0 || c.Status == Failed {
		return
	}
	c.Status, c.At = Failed, placeOf(f.first.entry.key.Pos)
	if d := f.first.entry; d.open {
		c.Message = fmt.Sprintf("%s: nothing is left open here\n  without this entry the scenario comes out as it says\n", d.key.Pos)
		return
	}
	for _, n := range f.idle {
		c.Message += fmt.Sprintf("%s: %s makes no difference here\n", n.pos, n)
	}
	c.Message += "  without it the scenario has the same requests and comes out the same\n"
}

// isIdle reports that something which an entry names makes no difference to a
// run of it: without that, the scenario has the same course, as the entry has it
// and as it is by default.
func (t *trial) isIdle(d *declared, n setting, r *run) bool {
	if len(d.names) > 1 && t.declares(n) {
		return false // what it does by itself, its own entry says
	}
	without := t.forms.get(d.want.without(n, t.base))
	return without.err == nil && differs(t.run(d.script(), without), r) == nil &&
		differs(t.run(t.Scenario, without), t.run(t.Scenario, r.in)) == nil
}

// script is the scenario as the entry has it.
func (d *declared) script() *Scenario {
	if d.silent {
		return d.of
	}
	return d.Scenario
}

// declares reports whether an entry names this and nothing else.
func (t *trial) declares(n setting) bool {
	return slices.ContainsFunc(t.declared, func(d *declared) bool {
		return len(d.names) == 1 && d.names[0].String() == n.String()
	})
}

// differs says where the courses of two runs part; nil if they do not.
func differs(a, b *run) []string {
	if a.in.name == b.in.name || a.runner != nil && a.runner == b.runner {
		return nil
	}
	left, right := a.account(b.in.Program), b.account(a.in.Program)
	for i := range max(len(left), len(right)) {
		if x, y := head(left[min(i, len(left)):]), head(right[min(i, len(right)):]); x != y {
			return []string{a.in.title() + ": " + x.String(), b.in.title() + ": " + y.String()}
		}
	}
	return nil
}

// expected is what the scenario says of a form: the script that counts there,
// and the form in which nothing but what it names is in force. Without a script
// it is refused there, for the reason given.
func (t *trial) expected(x *form) (script *Scenario, in *form, refused string) {
	var apply []*declared
	all, told := map[string]setting{}, map[string]setting{} // what is named; and by entries that say something
	for _, d := range t.declared {
		if slices.ContainsFunc(d.names, func(n setting) bool { return !x.hasOver(t.base, n) }) {
			continue
		}
		if d.open {
			return nil, nil, leavesOpen + d.want.String()
		}
		apply = append(apply, d)
		for _, n := range d.names {
			if all[n.String()] = n; !d.silent {
				told[n.String()] = n
			}
		}
	}
	script = t.Scenario
	if len(told) > 0 {
		i := slices.IndexFunc(apply, func(d *declared) bool { return !d.silent && len(d.names) == len(told) })
		if i < 0 {
			return nil, nil, leavesOpen + strings.Join(slices.Sorted(maps.Keys(told)), and)
		}
		script = apply[i].Scenario
	}
	if in = t.forms.of(t.base, all); in == nil || in.err != nil {
		return nil, nil, leavesOpen + strings.Join(slices.Sorted(maps.Keys(all)), and)
	}
	return script, in, ""
}

// wrong is what is wrong with the scenario, whatever it runs in.
func (t *trial) wrong() source.Diagnostics {
	found := t.faults
	for _, d := range t.declared {
		found = append(found, d.faults...)
	}
	return found
}

// flipsIn tells whether the scenario comes out otherwise in a form than it says.
func (t *trial) flipsIn(x *form) bool {
	c, _ := t.compare(x)
	return c.Status == Failed
}

// under runs the scenario in any form and holds it against what it says of it:
// against a run, if there is one.
func (t *trial) under(x *form) (Case, *run) {
	c, as := t.compare(x)
	if as != nil && !as.failed && c.Status == Failed {
		if why := t.culprit(as, x); why != "" && why != x.name {
			c.Message += "  it is " + why + " that makes the difference\n"
		}
	}
	return c, as
}

// compare is the case of under, and the run that it was held against, if it was.
func (t *trial) compare(x *form) (Case, *run) {
	if found := t.wrong(); len(found) > 0 {
		return t.faulty(t.Scenario, x.name, found), nil
	}
	script, in, refused := t.expected(x)
	if refused != "" {
		return t.newCase(t.Scenario, x.name, Refused, refused), nil
	}
	as := t.run(script, in)
	if as.failed || in.name == x.name {
		c := t.outcome(as)
		c.Variant = x.name
		return c, as
	}
	r := as
	if as.alike(x, t.opt) {
		r = as.as(x)
	} else {
		r = t.run(script, x)
	}
	c := t.outcome(r)
	parts := differs(as, r)
	switch {
	case parts == nil:
	case t.isData() && x.reprints(t.base):
		c.Status, c.Unread, c.Message = Skipped, false, "it is about printed values, and "+x.variant+" has others"
	default:
		c.Status, c.At, c.Excerpt, c.Unread = Failed, placeOf(t.Pos), "", false
		c.Message = fmt.Sprintf("%s: %s it comes out otherwise, and no entry of `under` says so\n  %s\n", t.Pos, x.title(), strings.Join(parts, "\n  "))
	}
	return c, as
}

func (t *trial) isData() bool { return slices.Contains(t.Tags, dataTag) }

// dataTag is the tag of scenarios that pin printed values.
const dataTag = "data"

// culprit finds what of a form makes the difference: its readings, without its
// variant if they can do without; else the variant.
func (t *trial) culprit(as *run, x *form) string {
	in := as.in
	changes := func(y *form) bool { return differs(as, t.run(as.script, y)) != nil }
	w := want{variant: in.variant, readings: in.readings}
	for _, r := range in.Syntax.Rulings {
		if reading := x.Program.Readings[r.Name]; reading != in.Program.Readings[r.Name] {
			w = w.with(r.Name, reading)
		}
	}
	y := t.forms.get(w)
	if y.err != nil { // some need the variant that is laid
		w.variant = x.variant
		y = t.forms.get(w)
	}
	switch {
	case y.err != nil:
		return ""
	case !changes(y):
		return "what " + x.variant + " brings besides readings"
	}
	return t.forms.least(y, in, changes).over(in)
}
