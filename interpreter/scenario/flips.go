package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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

// trial is a scenario, or a row of its examples, with the runs that were wanted
// of it so far.
type trial struct {
	*Scenario
	forms    *forms
	opt      Options
	base     *form       // what it is about; nil if there is no such form
	declared []*declared // what it says of other forms
	faults   source.Diagnostics
	runs     map[runKey]*run
}

// declared is an entry of `under` with its form; nil if that does not load.
type declared struct {
	*entry
	form   *form
	faults source.Diagnostics
}

type runKey struct {
	script *Scenario
	form   string
}

func (f *forms) trial(s *Scenario, opt Options) *trial {
	t := &trial{Scenario: s, forms: f, opt: opt, runs: map[runKey]*run{}}
	if t.base = f.base(s, &t.faults); t.base == nil {
		return t
	}
	at := map[string]source.Pos{t.base.name: s.Pos}
	for _, e := range s.Under {
		d := &declared{entry: e}
		d.form = f.under(t.base, e, &d.faults)
		if d.form != nil {
			if first, twice := at[d.form.name]; twice {
				d.faults.Hint(e.key.Pos, "the other is at "+first.String(), "two entries are about %s", d.form.name)
			}
			at[d.form.name] = e.key.Pos
		}
		t.declared = append(t.declared, d)
	}
	return t
}

// belongs tells whether the scenario is about the form, or one it builds on.
func (t *trial) belongs(x *form) bool {
	return t.base != nil && (t.base.variant == "" || x.has(t.base.variant))
}

// run runs a script in a form, once.
func (t *trial) run(script *Scenario, x *form) *run {
	key := runKey{script, x.name}
	if t.runs[key] == nil {
		t.runs[key] = x.run(script, t.opt)
	}
	return t.runs[key]
}

// newCase is a case of a script in a form that did not run.
func (t *trial) newCase(script *Scenario, form string, status Status, message string) Case {
	c := Case{Scenario: t.Name, Row: t.Row, Game: t.forms.rules.ID, File: t.Pos.File.Name, Line: t.Pos.Line, Variant: form, Tags: t.Tags, Status: status, Message: message}
	for _, p := range script.Pins {
		c.Pins = append(c.Pins, p.Name)
	}
	return c
}

// outcome is the case of a script that is run in a form.
func (t *trial) outcome(script *Scenario, x *form) Case {
	r := t.run(script, x)
	c := t.newCase(script, x.name, Passed, "")
	if r.failed {
		c.Status, c.Message = Failed, r.message
	}
	c.Limit, c.Claimed, c.Notes, c.Took = r.limit, r.claimed, r.notes, r.took
	if t.opt.Trace && r.runner != nil {
		c.Trace = strings.Join(r.log.lines(), "\n")
	}
	return c
}

func (t *trial) faulty(script *Scenario, form string, found source.Diagnostics) Case {
	return t.newCase(script, form, Failed, asMessage(found))
}

// asMessage is how the message of a case says what is wrong with a scenario.
func asMessage(found source.Diagnostics) string {
	return strings.TrimRight(found.Sorted().Error(), "\n") + "\n"
}

// itself is the scenario in the form that it is about.
func (t *trial) itself() Case {
	if t.base == nil {
		return t.faulty(t.Scenario, t.Variant.Name, t.faults)
	}
	return t.outcome(t.Scenario, t.base)
}

// flip is an entry of `under` over all rows of a scenario: in one of them, each
// thing that it names has to make a difference.
type flip struct {
	at   int       // the case of the first row
	idle []setting // what has made none so far
}

// flips is the scenario as an entry has it. at is where its case will stand.
func (t *trial) flips(d *declared, flips map[string]*flip, at int) Case {
	if len(d.faults) > 0 {
		return t.faulty(d.Scenario, d.key.Value, d.faults)
	}
	c := t.outcome(d.Scenario, d.form)
	f := flips[d.form.name]
	if f == nil {
		f = &flip{at, d.names}
		flips[d.form.name] = f
	}
	if c.Status == Failed {
		f.idle = nil // what is wrong is said already
	}
	f.idle = slices.DeleteFunc(slices.Clone(f.idle), func(n setting) bool { return !t.isIdle(d, n) })
	return c
}

// close fails the case of an entry that names what makes no difference.
func (f *flip) close(c *Case) {
	if len(f.idle) == 0 || c.Status == Failed {
		return
	}
	c.Status = Failed
	for _, n := range f.idle {
		c.Message += fmt.Sprintf("%s: %s makes no difference here\n", n.pos, n)
	}
	c.Message += "  without it the scenario has the same requests and comes out the same\n"
}

// isIdle reports that something which an entry names makes no difference to it:
// without it, the scenario as it is there has the same course.
func (t *trial) isIdle(d *declared, n setting) bool {
	if len(d.names) > 1 && t.declares(n) {
		return false // what it does by itself, its own entry says
	}
	variant, readings := d.form.variant, maps.Clone(d.form.readings)
	if delete(readings, n.word); n.reading == "" {
		variant = t.base.variant
	}
	without := t.forms.get(variant, readings)
	return without.err == nil && t.differs(d.Scenario, without, d.form) == nil
}

// declares reports whether an entry names this and nothing else.
func (t *trial) declares(n setting) bool {
	return slices.ContainsFunc(t.declared, func(d *declared) bool {
		return len(d.names) == 1 && d.names[0].word == n.word && d.names[0].reading == n.reading
	})
}

// differs says where the courses of a script in two forms part; nil if they do
// not.
func (t *trial) differs(script *Scenario, a, b *form) []string {
	if a.name == b.name {
		return nil
	}
	left, right := t.run(script, a).course(b.Program), t.run(script, b).course(a.Program)
	for i := range max(len(left), len(right)) {
		x, y := "nothing more happens", "nothing more happens"
		if i < len(left) {
			x = left[i]
		}
		if i < len(right) {
			y = right[i]
		}
		if x != y {
			return []string{a.title() + ": " + x, b.title() + ": " + y}
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
		if d.form == nil || slices.ContainsFunc(d.names, func(n setting) bool { return !x.hasOver(t.base, n) }) {
			continue
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
			return nil, nil, "it does not say what happens under " + strings.Join(slices.Sorted(maps.Keys(told)), and)
		}
		script = apply[i].Scenario
	}
	if in = t.forms.of(t.base, all); in == nil || in.err != nil {
		return nil, nil, "it does not say what happens under " + strings.Join(slices.Sorted(maps.Keys(all)), and)
	}
	return script, in, ""
}

// under runs the scenario in any form and holds it against what it says of it.
func (t *trial) under(x *form) Case {
	found := t.faults
	for _, d := range t.declared {
		found = append(found, d.faults...)
	}
	if len(found) > 0 {
		return t.faulty(t.Scenario, x.name, found)
	}
	script, in, refused := t.expected(x)
	if refused != "" {
		return t.newCase(t.Scenario, x.name, Refused, refused)
	}
	if t.run(script, in).failed {
		c := t.outcome(script, in)
		c.Variant = x.name
		return c
	}
	c := t.outcome(script, x)
	parts := t.differs(script, in, x)
	switch {
	case parts == nil:
	case slices.Contains(t.Tags, dataTag) && x.reprints(t.base):
		c.Status, c.Message = Skipped, "it is about printed values, and "+x.variant+" has others"
	default:
		c.Status = Failed
		c.Message = fmt.Sprintf("%s: %s it comes out otherwise, and no entry of `under` says so\n  %s\n", t.Pos, x.title(), strings.Join(parts, "\n  "))
		if why := t.culprit(script, in, x); why != "" && why != x.name {
			c.Message += "  it is " + why + " that makes the difference\n"
		}
	}
	return c
}

// dataTag is the tag of scenarios that pin printed values.
const dataTag = "data"

// culprit finds what of a form makes the difference: the readings that it has
// in force are put in force one by one, and that with which the course changes is
// found by halving.
func (t *trial) culprit(script *Scenario, in, x *form) string {
	var keys []string
	for _, r := range in.Syntax.Rulings {
		if x.Program.Readings[r.Name] != in.Program.Readings[r.Name] {
			keys = append(keys, r.Name)
		}
	}
	slices.Sort(keys)
	variant := in.variant
	with := func(keys []string) (changed, ok bool) {
		readings := maps.Clone(in.readings)
		if readings == nil {
			readings = map[string]string{}
		}
		for _, key := range keys {
			readings[key] = x.Program.Readings[key]
		}
		y := t.forms.get(variant, readings)
		return y.err == nil && t.differs(script, in, y) != nil, y.err == nil
	}
	changed, ok := with(keys)
	if !ok { // some need the variant that is laid
		variant = x.variant
		if changed, _ := with(nil); changed {
			return variant
		}
		changed, ok = with(keys)
	}
	switch {
	case !ok:
		return ""
	case !changed:
		return "what " + x.variant + " brings besides readings"
	}
	few, many := 0, len(keys) // the first few change nothing, the first many do
	for many-few > 1 {
		mid := (few + many) / 2
		changed, ok := with(keys[:mid])
		if !ok {
			return ""
		}
		if changed {
			many = mid
		} else {
			few = mid
		}
	}
	key := keys[few]
	name := key + "=" + x.Program.Readings[key]
	if changed, _ := with([]string{key}); !changed {
		name += ", beside other readings,"
	}
	return name
}
