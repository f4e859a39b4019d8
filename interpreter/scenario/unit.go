package scenario

import (
	"cmp"

	"moraine/interpreter"
)

// unit is a scenario with the rows of its examples: a flip that is declared has
// to happen in one of them.
type unit struct {
	rows  []*Scenario
	forms *forms
	plain bool     // it runs in the form that it is about
	under bool     // … and in those that its entries name
	in    []*asked // the forms in which it runs besides
}

// asked is a form that whoever runs the scenarios has asked for.
type asked struct {
	want
	alone bool  // as one of every reading: what does not go alone is left out
	err   error // why it does not
}

// unitOf is what the units of a game have in common.
func unitOf(src interpreter.Sources, game string, opt Options) (*unit, error) {
	rules := opt.Rules
	if rules == nil || rules.ID != game {
		var err error
		if rules, err = interpreter.Read(src, game); err != nil {
			return nil, err
		}
	}
	over := want{opt.Load.Variant, opt.Load.Readings}
	u := &unit{forms: &forms{ctx: opt.context(), rules: rules, load: opt.Load}, plain: over.String() == ""}
	u.under = u.plain && (opt.Under || opt.AllVariants || opt.EachReading)
	if base := u.forms.get(want{}); base.err != nil {
		return nil, base.err
	}
	if !u.plain {
		u.in = append(u.in, &asked{want: over})
	}
	if opt.AllVariants {
		names, err := rules.Variants()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			u.in = append(u.in, &asked{want: want{variant: name}})
		}
	}
	for _, a := range u.in {
		if x := u.forms.get(a.want); x.err != nil {
			return nil, x.err
		}
	}
	if opt.EachReading {
		u.in = append(u.in, u.forms.each(over)...)
	}
	return u, nil
}

// each is a form with every reading of a rule that is not in force in another
// form, one after the other put in force there.
func (f *forms) each(over want) (out []*asked) {
	x := f.get(over)
	for _, r := range x.Syntax.Rulings {
		if r.Kind != "rule" {
			continue
		}
		for _, reading := range r.Readings {
			if reading.Name != x.Program.Readings[r.Name] {
				out = append(out, &asked{want: over.with(r.Name, reading.Name), alone: true})
			}
		}
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
