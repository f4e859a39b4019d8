package debug

import (
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// Around returns the scenario at a line of a file, and all its rows. It selects the given row,
// or the row at that line, or the first row. A line before the first scenario selects the first
// scenario. in selects the entry of `under` for a configuration. It returns nil if the file has
// no scenario.
func Around(f *interpreter.File, line, row int, in string) (of *spec.Scenario, rows []*spec.Scenario, err error) {
	_, all, err := spec.Read(f)
	if len(all) == 0 {
		return nil, nil, err
	}
	rows = spec.AtLine(all, max(line, all[0].Pos.Line))
	of = rows[max(slices.IndexFunc(rows, func(s *spec.Scenario) bool { return s.Row == row }), 0)]
	for _, e := range of.Under {
		if e.Key.Value == in && !e.Open {
			return e.As, rows, nil
		}
	}
	return of, rows, nil
}

// Config returns the configuration with the settings of several keys of `under`. Empty keys are
// ignored.
func Config(in ...string) interpreter.Options {
	in = slices.DeleteFunc(slices.Clone(in), func(name string) bool { return name == "" })
	return spec.InForce(strings.Join(in, interpreter.And))
}
