package scenario

import (
	"context"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// Undistinguished returns the readings of a game and its variants that no scenario distinguishes from
// the default, as KEY=READING in order of declaration. A scenario distinguishes a reading if an
// entry of its `under` names it, because an entry without effect fails; or if it is about a
// variant that selects only this reading.
func Undistinguished(ctx context.Context, src interpreter.Sources,
	game string) (untold []string, readings int, err error) {
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
				for _, n := range e.StatedSettings() {
					told[n.String()] = true
				}
			}
		}
	}
	base := configs.get("")
	names, err := configs.rules.Variants()
	if err != nil {
		return nil, 0, err
	}
	in := []*config{base}
	for _, name := range names {
		if configs.doesNotLoad(name) {
			return nil, 0, configs.faults()
		}
		x := configs.get(name)
		if x.err != nil {
			return nil, 0, x.err
		}
		in = append(in, x)
		if picks := x.readings(base); told[name] && len(picks) == 1 {
			told[picks[0].String()] = true
		}
	}
	counted := map[string]bool{}
	for _, x := range in {
		for _, r := range x.game.Syntax.Rulings {
			for _, reading := range r.Readings {
				name := (spec.Setting{Word: r.Name, Reading: reading.Name}).String()
				if r.Kind != "rule" || reading.Name == r.Default.Name || counted[name] {
					continue
				}
				counted[name] = true
				if !told[name] {
					untold = append(untold, name)
				}
			}
		}
	}
	return untold, len(counted), nil
}
