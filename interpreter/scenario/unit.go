package scenario

import (
	"cmp"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
)

// unit is a scenario with the rows of its examples. They run one after the
// other, since a flip that is declared has to happen in one of them.
type unit struct {
	rows  []*Scenario
	forms *forms
	plain bool    // it runs in the form that it is about, and in those that it names
	in    []*form // the forms in which it runs besides
}

// unitOf is what the units of a game have in common.
func unitOf(src interpreter.Sources, game string, opt Options) (*unit, error) {
	rules, err := interpreter.Read(src, game)
	if err != nil {
		return nil, err
	}
	u := &unit{forms: &forms{rules: rules, load: opt.Load}, plain: opt.Load.Variant == "" && len(opt.Load.Readings) == 0}
	if base := u.forms.get("", nil); base.err != nil {
		return nil, base.err
	}
	if !u.plain {
		u.in = append(u.in, u.forms.get(opt.Load.Variant, opt.Load.Readings))
	}
	if opt.AllVariants {
		names, err := rules.Variants()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			u.in = append(u.in, u.forms.get(name, nil))
		}
	}
	for _, x := range u.in {
		if x.err != nil {
			return nil, x.err
		}
	}
	return u, nil
}

// check resolves all that the scenario says, of any form.
func (u *unit) check() (found source.Diagnostics) {
	for _, row := range u.rows {
		t := u.forms.trial(row, Options{})
		if found = append(found, t.faults...); t.base == nil {
			continue
		}
		found = append(found, t.base.prepare(row).faults...)
		for _, d := range t.declared {
			if found = append(found, d.faults...); d.form != nil {
				found = append(found, d.form.prepare(d.Scenario).faults...)
			}
		}
		for _, x := range u.in {
			if !t.belongs(x) {
				continue
			}
			if script, _, _ := t.expected(x); script != nil {
				found = append(found, x.prepare(script).faults...)
			}
		}
	}
	return found
}

// run runs every row in every form in which it is to run.
func (u *unit) run(only bool, opt Options) []Case {
	var out []Case
	flips := map[string]*flip{}
	for _, row := range u.rows {
		t := u.forms.trial(row, opt)
		why := row.leftOut(only)
		if u.plain && why != "" {
			out = append(out, t.newCase(row, row.Variant.Name, Skipped, why))
		} else if u.plain {
			out = append(out, t.itself())
			for _, d := range t.declared {
				out = append(out, t.flips(d, flips, len(out)))
			}
		}
		for _, x := range u.in {
			switch {
			case !t.belongs(x):
			case why != "":
				out = append(out, t.newCase(row, x.name, Skipped, why))
			default:
				out = append(out, t.under(x))
			}
		}
	}
	for _, f := range flips {
		f.close(&out[f.at])
	}
	return out
}

// leftOut says why a scenario is not to run.
func (s *Scenario) leftOut(only bool) string {
	if only && s.Only == "" {
		return cmp.Or(s.Skip, "another scenario is marked `only`")
	}
	return s.Skip
}
