package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Flips are declared. A scenario passes in its own configuration. Each entry of `under` states
// the outcome in another configuration, which must differ from the outcome without the settings
// of the entry. In every configuration, only settings named by entries may matter: the course
// must be the same as in the configuration in which only these settings are in force. Any other
// difference is an undeclared flip.
//
// If several entries apply at once, one of them must name all of their settings. Otherwise the
// outcome is not declared, and the scenario counts as refused in that configuration.

// trial is a scenario, or a row of its examples, in several configurations. It is used by one
// goroutine at a time.
type trial struct {
	of       *spec.Scenario
	subject  *Subject
	configs  *configs
	opt      Options
	declared []*declared // its entries for other configurations
	runs     bool        // entries run, too
	keeps    bool        // it runs in several configurations, so its runs are kept
	begin    sync.Once
	base     *config // its own configuration; nil if that does not exist
	faults   source.Diagnostics
	prepared exec.Prepared
	results  []*result // of the runs so far
}

// result is a run in one configuration.
type result struct {
	*exec.Outcome
	in      *config
	reused  bool     // taken from a run in another configuration
	verdict *Verdict // nil until needed
}

// declared is an entry of `under` with its settings.
type declared struct {
	entry  *spec.Entry
	config string
	faults source.Diagnostics
}

func (c *configs) trial(s *spec.Scenario, opt Options) *trial {
	t := &trial{of: s, configs: c, opt: opt, prepared: exec.Prepared{}}
	t.subject = &Subject{Scenario: s.Name, Row: s.Row, Game: c.id, File: s.Pos.File.Name, Line: s.Pos.Line,
		Tags: s.Tags}
	for _, e := range s.Under {
		t.declared = append(t.declared, &declared{entry: e, config: addSettings(s.Variant.Name, e.Names...)})
	}
	return t
}

// load loads the configuration of the scenario and checks the settings of its entries.
func (t *trial) load() {
	t.begin.Do(func() {
		if t.base = t.configs.base(t.of, &t.faults); t.base == nil {
			return
		}
		at := map[string]source.Pos{}
		for _, d := range t.declared {
			t.configs.checkSetting(t.base, d.entry, t.runs, &d.faults)
			if first, twice := at[d.config]; twice {
				d.faults.Hint(d.entry.Key.Pos, "the other is at "+first.String(), "two entries are about %s", d.config)
			}
			at[d.config] = d.entry.Key.Pos
		}
	})
}

// run runs a script in a configuration. Except with coverage, it reuses a run from a
// configuration with the same readings of all rulings on which that run depended.
func (t *trial) run(script *spec.Scenario, x *config) *result {
	shares := !t.opt.Load.Cover && !t.opt.Trace
	for _, r := range t.results {
		switch {
		case r.Of != script:
		case r.in.name == x.name:
			return r
		case shares && r.SameIn(x.game):
			return &result{Outcome: r.Outcome, in: x, reused: true, verdict: r.passed()}
		}
	}
	opt := exec.Options{Budget: t.opt.budget, Cover: t.opt.Load.Cover, Trace: t.opt.Trace, Course: t.keeps || t.runs,
		Prepared: t.prepared}
	out := x.game.Run(script, opt)
	r := &result{Outcome: out, in: x}
	t.results = append(t.results, r)
	return r
}

// forget drops the runs of a finished trial.
func (t *trial) forget() { t.prepared, t.results = nil, nil }

// newCase returns a case for a script that did not run in a configuration.
func (t *trial) newCase(script *spec.Scenario, config string, status Status, message spec.Message) Case {
	return Case{Subject: t.subject, Variant: config,
		Verdict: &Verdict{Status: status, Pins: script.PinIDs, Message: message}}
}

// blocked returns the case for a scenario that cannot run in a configuration.
func (t *trial) blocked(config, why string) Case {
	c := t.newCase(t.of, config, Skipped, spec.Message{})
	c.block(why)
	return c
}

// block marks a case as one that could not run.
func (c *Case) block(why string) {
	was := c.Verdict
	c.Verdict = &Verdict{Status: Skipped, Pins: was.Pins, Message: spec.Message{Headline: why}, Blocked: true,
		Claimed: was.Claimed, Notes: was.Notes, Trace: was.Trace}
}

// amend replaces the shared verdict with a copy that may be changed.
func (c *Case) amend() *Verdict {
	own := *c.Verdict
	c.Verdict = &own
	return c.Verdict
}

const cannotBegin = "no match can begin, because an invariant is broken at the start"

// outcome returns the case for a run.
func (t *trial) outcome(r *result) Case {
	if r.Failed && t.configs.cannotBegin(r.in, r.Rule) {
		return t.blocked(r.in.name, cannotBegin)
	}
	c := Case{Subject: t.subject, Variant: r.in.name, Verdict: r.passed()}
	if r.Failed {
		c.Verdict = r.failure()
	}
	if !r.reused {
		c.Took = r.Took
	}
	return c
}

// passed returns the verdict on a passed run. Equal runs share it.
func (r *result) passed() *Verdict {
	if r.verdict == nil {
		r.verdict = &Verdict{Status: Passed, Pins: r.Of.PinIDs, Claimed: r.Claimed, Notes: r.Notes, Trace: r.Trace}
	}
	return r.verdict
}

// failure returns the verdict on a failed run.
func (r *result) failure() *Verdict {
	v := &Verdict{Status: Failed, Pins: r.Of.PinIDs, Message: r.Message, At: PlaceOf(r.At), Rule: PlaceOf(r.Rule),
		Claimed: r.Claimed, Notes: r.Notes, Trace: r.Trace}
	switch {
	case r.Limit:
		v.Kind = Limit
	case !r.Broke:
		v.Kind = Unread
	}
	if r.Broke {
		v.Excerpt = r.At.Excerpt()
	}
	for _, one := range r.Also {
		v.Also = append(v.Also, Unmet{PlaceOf(one.At), one.Says})
	}
	return v
}

func (t *trial) faulty(script *spec.Scenario, config string, found source.Diagnostics) Case {
	c := t.newCase(script, config, Failed, spec.MessageOf(found))
	c.Kind = Unread
	if found = found.Sorted(); len(found) > 0 {
		c.At = PlaceOf(found[0].Pos)
	}
	return c
}

// runOwn runs the scenario in its own configuration.
func (t *trial) runOwn() (Case, *result) {
	if found := t.faultsOf(); t.base == nil || !t.runs && len(found) > 0 {
		return t.faulty(t.of, t.of.Variant.Name, found), nil
	}
	own := t.run(t.of, t.base)
	c := t.outcome(own)
	c.amend().UsedRulings = own.Rulings()
	if t.opt.Depends {
		c.Depends = t.decidingRulings(own)
	}
	return c, own
}

// flip collects the effect of an entry of `under` over all rows of a scenario: each setting of
// the entry must make a difference in some row.
type flip struct {
	first *job           // the job of the first row
	at    source.Pos     // position of the entry
	open  bool           // the entry leaves the outcome open
	idle  []spec.Setting // settings without effect so far
}

// runEntry runs the scenario as an entry states it.
func (t *trial) runEntry(d *declared, x *config, f *flip) (Case, *result) {
	if t.base == nil {
		return t.faulty(d.entry.As, d.entry.Key.Value, t.faults), nil
	}
	found := d.faults
	if len(found) == 0 && x.err != nil {
		x.blame(d.entry.Key.Pos, &found)
	}
	if len(found) > 0 {
		f.idle = nil // a row without a result says nothing about the settings
		return t.faulty(d.entry.As, d.entry.Key.Value, found), nil
	}
	if d.entry.Open {
		if len(f.idle) > 0 && t.withoutEntry(d).flipsIn(x) {
			f.idle = nil
		}
		c := t.newCase(d.entry.As, x.name, Passed, spec.Message{})
		c.Pins = nil // nothing was run that could prove them
		return c, nil
	}
	r := t.run(d.entry.As, x)
	if r.Failed {
		f.idle = nil
	}
	f.idle = slices.DeleteFunc(f.idle, func(n spec.Setting) bool { return !t.isIdle(d, n, r) })
	return t.outcome(r), r
}

const leavesOpen = "no entry of `under` gives the outcome under "

// withoutEntry returns the scenario without one of its entries.
func (t *trial) withoutEntry(d *declared) *trial {
	out := &trial{of: t.of, subject: t.subject, configs: t.configs, opt: t.opt, base: t.base, runs: t.runs,
		keeps: t.keeps, prepared: t.prepared, results: t.results}
	for _, other := range t.declared {
		if other != d {
			out.declared = append(out.declared, other)
		}
	}
	return out
}

// close fails an entry that has settings without effect.
func (f *flip) close(c *Case) {
	if len(f.idle) == 0 || c.Status == Failed {
		return
	}
	v := c.amend()
	v.Status, v.At = Failed, PlaceOf(f.at)
	if f.open {
		v.Message = spec.Message{At: f.at.String(), Headline: "this entry of `under` is not needed",
			Why: "\n  without it the scenario has the outcome that its checks expect\n"}
		return
	}
	idle := func(n spec.Setting) string { return fmt.Sprintf("%s: the entry %s makes no difference", n.Pos, n) }
	v.Message = spec.Message{Headline: idle(f.idle[0]), Why: "\n"}
	v.Message.Locate(f.at.String()) // a setting beside others has another place
	for _, n := range f.idle[1:] {
		v.Message.Why += idle(n) + "\n"
	}
	v.Message.Why += "  without it the scenario has the same requests and the same outcome\n"
}

// isIdle reports whether a setting of an entry makes no difference: without it, the scenario
// has the same course, both with the entry's script and with the script that applies by
// default.
func (t *trial) isIdle(d *declared, n spec.Setting, r *result) bool {
	if len(d.entry.Names) > 1 && t.declares(n) {
		return false // its own entry states its effect
	}
	instead := t.configs.get(without(d.config, n, t.base.name))
	// The run in the scenario's own configuration exists already, so the check costs nothing
	// there.
	if instead.err != nil || instead.name == t.base.name && t.run(t.of, instead).RulesOut(r.Outcome) {
		return false
	}
	return differs(t.run(d.script(), instead), r) == nil && differs(t.run(t.of, instead), t.run(t.of, r.in)) == nil
}

// script returns the scenario as the entry states it.
func (d *declared) script() *spec.Scenario {
	if d.entry.Silent {
		return d.entry.Of
	}
	return d.entry.As
}

// declares reports whether an entry has this setting and no other.
func (t *trial) declares(n spec.Setting) bool {
	return slices.ContainsFunc(t.declared, func(d *declared) bool {
		return len(d.entry.Names) == 1 && d.entry.Names[0].String() == n.String()
	})
}

// differs describes the first difference between the courses of two runs, or returns nil.
func differs(a, b *result) []string {
	if a.in.name == b.in.name || a.Outcome == b.Outcome {
		return nil
	}
	parts, differ := course.Compare(a.Course, b.Course)
	if !differ {
		return nil
	}
	return []string{a.in.title() + ": " + parts[0].String(), b.in.title() + ": " + parts[1].String()}
}

// expected returns the script that applies in a configuration, and the configuration in which
// only the settings named by that script are in force. If no script applies, refused has the
// reason.
func (t *trial) expected(x *config) (script *spec.Scenario, in *config, refused string) {
	var apply []*declared
	// settings named by entries, and those named by entries that state an outcome
	all, told := map[string]spec.Setting{}, map[string]spec.Setting{}
	for _, d := range t.declared {
		if slices.ContainsFunc(d.entry.Names, func(n spec.Setting) bool { return !x.adds(t.base, n) }) {
			continue
		}
		if d.entry.Open {
			return nil, nil, leavesOpen + d.config
		}
		apply = append(apply, d)
		for _, n := range d.entry.Names {
			all[n.String()] = n
			if !d.entry.Silent {
				told[n.String()] = n
			}
		}
	}
	script = t.of
	if len(told) > 0 {
		i := slices.IndexFunc(apply, func(d *declared) bool {
			return !d.entry.Silent && len(d.entry.Names) == len(told)
		})
		if i < 0 {
			return nil, nil, leavesOpen + strings.Join(slices.Sorted(maps.Keys(told)), interpreter.And)
		}
		script = apply[i].entry.As
	}
	if in = t.configs.combined(t.base, all); in == nil || in.err != nil {
		return nil, nil, leavesOpen + strings.Join(slices.Sorted(maps.Keys(all)), interpreter.And)
	}
	return script, in, ""
}

// faultsOf returns errors of the scenario that do not depend on the configuration.
func (t *trial) faultsOf() source.Diagnostics {
	found := t.faults
	for _, d := range t.declared {
		found = append(found, d.faults...)
	}
	return found
}

// flipsIn reports whether the outcome in a configuration differs from the declared outcome.
func (t *trial) flipsIn(x *config) bool {
	c, _ := t.compare(x)
	return c.Status == Failed
}

// runCase runs the scenario in a configuration and compares the result with the declared outcome.
func (t *trial) runCase(x *config) (Case, *result) {
	c, as := t.compare(x)
	if as != nil && !as.Failed && c.Status == Failed {
		if why := t.culprit(as, x); why != "" && why != x.name {
			c.amend().Message.Why += "  it is " + why + " that causes the difference\n"
		}
	}
	return c, as
}

// compare implements runCase. It also returns the run used for the comparison, or nil if the scenario did not run.
func (t *trial) compare(x *config) (Case, *result) {
	if found := t.faultsOf(); len(found) > 0 {
		return t.faulty(t.of, x.name, found), nil
	}
	script, in, refused := t.expected(x)
	if refused != "" {
		return t.newCase(t.of, x.name, Refused, spec.Message{Headline: refused}), nil
	}
	as := t.run(script, in)
	if as.Failed || in.name == x.name {
		c := t.outcome(as)
		c.Variant = x.name
		return c, as
	}
	r := t.run(script, x)
	c := t.outcome(r)
	parts := differs(as, r)
	switch {
	case parts == nil:
	case t.isData() && x.changesPrinted(t.base):
		v := c.amend()
		v.Status, v.Kind, v.Message = Skipped, "",
			spec.Message{Headline: "it depends on printed values, which are different under " +
				spec.InForce(x.name).Variant}
	default:
		v := c.amend()
		v.Status, v.Kind, v.At, v.Excerpt = Failed, "", PlaceOf(t.of.Pos), ""
		v.Undeclared = true
		v.Message = spec.Message{At: t.of.Pos.String(),
			Headline: x.title() + " the scenario has another outcome, and no entry of `under` declares it",
			Why:      "\n  " + strings.Join(parts, "\n  ") + "\n"}
	}
	return c, as
}

func (t *trial) isData() bool { return slices.Contains(t.of.Tags, dataTag) }

// dataTag is the tag of scenarios that pin printed values.
const dataTag = "data"

// culprit names the settings of a configuration that cause the difference: its readings, if
// possible without the variant, or else the variant. It returns "" if the configuration has no
// readings.
func (t *trial) culprit(as *result, x *config) string {
	in := as.in
	changes := func(y *config) bool { return differs(as, t.run(as.Of, y)) != nil }
	only, variant := x.readings(in), spec.InForce(x.name).Variant
	if only == nil { // the variant, which the title names already
		return ""
	}
	y := t.configs.get(addSettings(in.name, only...))
	if y.err != nil { // some readings need the variant
		y = t.configs.get(addSettings(in.name, append(only, spec.Settings(variant)...)...))
	}
	switch {
	case y.err != nil:
		return ""
	case !changes(y):
		return "more than the readings of " + variant
	}
	return spec.Named(t.configs.least(y, in, changes).addedSettings(in))
}
