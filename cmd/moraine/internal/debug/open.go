package debug

import (
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
)

// Around is the scenario of a file that a line stands in, in that of its rows, else its first; nil: none is. A line before the
// first scenario, such as 0, is that of it. It is as its entry of `under` says for what is in force besides. All of its rows
// come with it.
func Around(f *interpreter.File, line, row int, in string) (of *exec.Scenario, rows []*exec.Scenario, err error) {
	_, all, err := exec.Read(f)
	if len(all) == 0 {
		return nil, nil, err
	}
	rows = exec.AtLine(all, max(line, all[0].Pos.Line))
	of = rows[max(slices.IndexFunc(rows, func(s *exec.Scenario) bool { return s.Row == row }), 0)]
	for _, e := range of.Under {
		if e.Key.Value == in && !e.Open {
			return e.As, rows, nil
		}
	}
	return of, rows, nil
}

// Config is a configuration by what is in force in it, as entries of `under` say it; "" are left out.
func Config(in ...string) interpreter.Options {
	in = slices.DeleteFunc(slices.Clone(in), func(name string) bool { return name == "" })
	return exec.InForce(strings.Join(in, interpreter.And))
}
