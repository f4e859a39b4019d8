package scenario

import (
	"context"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
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
	configs := suite.units[0].configs
	told := map[string]bool{}
	for _, u := range suite.units {
		for _, row := range u.rows {
			for _, e := range row.Under {
				for _, n := range e.Tells() {
					told[n.String()] = true
				}
			}
		}
	}
	base := configs.get(inForce{})
	names, err := configs.rules.Variants()
	if err != nil {
		return nil, 0, err
	}
	for _, name := range names {
		x := configs.get(inForce{variant: name})
		if x.err != nil {
			return nil, 0, x.err
		}
		if picks := x.picks(base); told[name] && len(picks) == 1 {
			told[picks[0]] = true
		}
	}
	for _, r := range base.game.Syntax.Rulings {
		if r.Kind != "rule" {
			continue
		}
		for _, reading := range r.Readings {
			if reading.Name == r.Default.Name {
				continue
			}
			readings++
			if name := (exec.Setting{Word: r.Name, Reading: reading.Name}).String(); !told[name] {
				untold = append(untold, name)
			}
		}
	}
	return untold, readings, nil
}

// picks are the readings that the configuration has in force and another has not.
func (x *config) picks(base *config) (names []string) {
	for _, r := range base.game.Syntax.Rulings {
		if reading := x.game.Program.Readings[r.Name]; reading != base.game.Program.Readings[r.Name] {
			names = append(names, exec.Setting{Word: r.Name, Reading: reading}.String())
		}
	}
	return names
}
