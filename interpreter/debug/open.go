package debug

import (
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
)

// Around is the scenario of a file that a line stands in, in that of its rows, else its first; nil: none is. A line of 0 is
// that of the first scenario. It is as its entry of `under` says for what is in force besides. All of its rows come with it.
func Around(f *interpreter.File, line, row int, in string) (of *exec.Scenario, rows []*exec.Scenario, err error) {
	_, all, err := exec.Read(f)
	for _, s := range all {
		if s.Pos.Line > max(line, 1) && of != nil && s.Pos.Line != of.Pos.Line {
			break
		}
		if of == nil || s.Pos.Line != of.Pos.Line {
			of, rows = s, nil
		}
		if rows = append(rows, s); s.Row == row {
			of = s
		}
	}
	if of == nil {
		return nil, nil, err
	}
	for _, e := range of.Under {
		if e.Key.Value == in && !e.Open {
			return e.As, rows, err
		}
	}
	return of, rows, err
}

// Config is a configuration by what is in force in it, as entries of `under` say it; "" are left out.
func Config(in ...string) interpreter.Options {
	in = slices.DeleteFunc(slices.Clone(in), func(name string) bool { return name == "" })
	return exec.InForce(strings.Join(in, interpreter.And))
}
