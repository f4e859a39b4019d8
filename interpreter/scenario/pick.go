package scenario

import (
	"errors"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

// Item is a scenario that is to run, with all its rows and configurations.
type Item struct {
	Name    string
	File    string
	Line    int
	Variant string // the one that it belongs to
	Runs    int    // cases, as far as can be known before
	Rules   *interpreter.Rules
	Why     string // it was picked, if whoever picks says so
	unit    *unit
}

// Says is all that the scenario says, however it is laid out.
func (it *Item) Says() string { return it.unit.rows[0].Says() }

// Is tells whether another item is this scenario: no two of a file have one name.
func (it Item) Is(other Item) bool { return it.File == other.File && it.Name == other.Name }

// items are the scenarios of a suite, before any are picked.
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

// pick lets the options choose among the scenarios, and order them.
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
