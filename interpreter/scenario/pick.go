package scenario

import (
	"errors"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

// Item is a scenario to run, with all its rows and configurations.
type Item struct {
	Name    string
	File    string
	Line    int
	Variant string // the variant that the scenario is about
	Runs    int    // expected number of cases
	Rules   *interpreter.Rules
	unit    *unit
}

// Same reports whether two items are the same scenario. Names are unique within a file.
func (it Item) Same(other Item) bool { return it.File == other.File && it.Name == other.Name }

// items returns the scenarios of a suite before any selection.
func (s *suite) items() []Item {
	var out []Item
	for _, u := range s.units {
		row := u.rows[0]
		out = append(out, Item{
			Name: row.Name, File: row.Pos.File.Name, Line: row.Pos.Line, Variant: row.Variant.Name,
			Runs: len(u.jobs(s.only, Options{})), Rules: u.configs.rules, unit: u,
		})
	}
	return out
}

// pick calls Options.Pick to select and order the scenarios.
func (s *suite) pick(opt Options) error {
	if opt.Pick == nil {
		return nil
	}
	var err error
	if s.picked, err = opt.Pick(s.items()); err != nil {
		return err
	}
	s.units = nil
	for _, it := range s.picked {
		var found source.Diagnostics
		switch base := it.unit.configs.get(""); {
		case base.err == nil:
			s.units = append(s.units, it.unit)
		case errors.As(base.err, &found):
			s.broken = append(s.broken, found...)
		default:
			return base.err
		}
	}
	if len(s.units) == 0 {
		return s.broken.Sorted().Err()
	}
	return nil
}
