package scenario

import (
	"context"

	"moraine/interpreter"
)

// Untold lists the readings of a game's rules that no scenario tells from the
// default, as KEY=READING, in the order in which they are declared. A scenario
// tells a reading if an entry of its `under` names it, for an entry that makes no
// difference fails; or if it names a variant that picks this reading alone.
func Untold(ctx context.Context, src interpreter.Sources, game string) (untold []string, readings int, err error) {
	o := Options{}
	o.begin(ctx)
	suite, err := collect(src, []string{game}, o)
	if err != nil {
		return nil, 0, err
	}
	forms := suite.units[0].forms
	told := map[string]bool{}
	for _, u := range suite.units {
		for _, row := range u.rows {
			for _, e := range row.Under {
				for _, n := range e.tells() {
					told[n.String()] = true
				}
			}
		}
	}
	base := forms.get(want{})
	names, err := forms.rules.Variants()
	if err != nil {
		return nil, 0, err
	}
	for _, name := range names {
		x := forms.get(want{variant: name})
		if x.err != nil {
			return nil, 0, x.err
		}
		if picks := x.picks(base); told[name] && len(picks) == 1 {
			told[picks[0]] = true
		}
	}
	for _, r := range base.Syntax.Rulings {
		if r.Kind != "rule" {
			continue
		}
		for _, reading := range r.Readings {
			if reading.Name == r.Default.Name {
				continue
			}
			readings++
			if name := (setting{word: r.Name, reading: reading.Name}).String(); !told[name] {
				untold = append(untold, name)
			}
		}
	}
	return untold, readings, nil
}

// picks are the readings that the form has in force and another has not.
func (x *form) picks(base *form) (names []string) {
	for _, r := range base.Syntax.Rulings {
		if reading := x.Program.Readings[r.Name]; reading != base.Program.Readings[r.Name] {
			names = append(names, setting{word: r.Name, reading: reading}.String())
		}
	}
	return names
}
