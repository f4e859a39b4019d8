package scenario

import (
	"cmp"
	"maps"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// unit is a scenario with the rows of its examples. A declared flip must occur in at least one
// row.
type unit struct {
	rows    []*spec.Scenario
	configs *configs
	plain   bool               // run it in its own configuration
	under   bool               // also run it in the configurations of its entries
	in      []*requestedConfig // also run it in these configurations
}

// requestedConfig is a configuration that an option requests.
type requestedConfig struct {
	*config
	alone bool // requested by EachReading; skipped if it does not load
}

// unitOf returns the data that all units of a game share.
func unitOf(src interpreter.Sources, game string, opt Options) (*unit, error) {
	rules := opt.Rules
	if rules == nil || rules.ID != game {
		var err error
		if rules, err = interpreter.Read(src, game); err != nil {
			return nil, err
		}
	}
	over := NameOf(opt.Load)
	if in := spec.InForce(over); in.Variant != opt.Load.Variant || !maps.Equal(in.Readings, opt.Load.Readings) {
		// report errors in options first, before they cause misleading errors about names
		if _, err := rules.Game(opt.Load); err != nil {
			return nil, err
		}
	}
	u := &unit{configs: newConfigs(opt.budget, rules, opt.Load), plain: over == ""}
	u.under = u.plain && (opt.Under || opt.AllVariants || opt.EachReading)
	if opt.Pick == nil { // otherwise only the picked scenarios are counted
		if base := u.configs.get(""); base.err != nil {
			return nil, base.err
		}
	}
	if !u.plain {
		u.in = append(u.in, &requestedConfig{u.configs.get(over), false})
	}
	if opt.AllVariants {
		names, err := rules.Variants()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !u.configs.doesNotLoad(name) {
				u.in = append(u.in, &requestedConfig{u.configs.get(name), false})
			}
		}
	}
	for _, a := range u.in {
		if a.err != nil {
			return nil, a.err
		}
	}
	if opt.EachReading {
		more, err := u.configs.each(over)
		if err != nil {
			return nil, err
		}
		u.in = append(u.in, more...)
	}
	return u, nil
}

// each returns a configuration for each reading that is not in force.
func (c *configs) each(over string) (out []*requestedConfig, err error) {
	x := c.get(over)
	if x.err != nil { // the run was stopped
		return nil, x.err
	}
	for _, r := range x.game.Syntax.Rulings {
		if r.Kind != "rule" {
			continue
		}
		for _, reading := range r.Readings {
			if reading.Name != x.game.Program.Readings[r.Name] {
				name := addSettings(over, spec.Setting{Word: r.Name, Reading: reading.Name})
				out = append(out, &requestedConfig{c.find(name), true})
			}
		}
	}
	return out, nil
}

// forget drops the data of a completed unit, and after the last unit of a game also its
// configurations. A caller of Options.Pick may still use the text of the scenarios.
func (s *suite) forget(u *unit) {
	if s.picked == nil {
		u.rows = nil
	}
	if u.configs.left.Add(-1) == 0 {
		u.configs.forget()
	}
}

// skipReason returns the reason why a scenario is skipped, or "".
func skipReason(s *spec.Scenario, only bool) string {
	if only && s.Only == "" {
		return cmp.Or(s.Skip, "another scenario is marked `only`")
	}
	return s.Skip
}
