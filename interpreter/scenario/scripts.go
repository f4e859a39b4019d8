package scenario

import (
	"context"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// Script is a scenario or a row of its examples, in its own configuration or as stated by an
// entry of `under`.
type Script struct {
	Item
	Of     *spec.Scenario
	Config string // "" for the plain game
	Load   interpreter.Options
	Entry  bool // it is stated by an entry of `under`
}

// Scripts returns the scripts of all scenarios of a game in file order: those for the
// scenarios' own configurations and those stated by entries.
func Scripts(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules) ([]Script, error) {
	opt := Options{Rules: rules, Under: true}
	opt.begin(ctx)
	s, err := chosen(src, []string{rules.ID}, opt)
	if err != nil {
		return nil, err
	}
	var out []Script
	for i, it := range s.items() {
		for _, row := range s.units[i].rows {
			if skipReason(row, s.only) != "" {
				continue
			}
			add := func(of *spec.Scenario, config string, entry bool) {
				out = append(out, Script{Item: it, Of: of, Config: config, Load: spec.InForce(config), Entry: entry})
			}
			add(row, row.Variant.Name, false)
			for _, d := range s.units[i].configs.trial(row, opt).declared {
				if !d.entry.Open {
					add(d.entry.As, d.config, true)
				}
			}
		}
	}
	return out, nil
}
