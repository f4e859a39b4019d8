package interpreter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/internal/testing/announced"
	"moraine/interpreter/source"
)

// play runs a match of two, always giving the first answer, until it ends or
// breaks off.
func play(t testing.TB, g game) *state.Fault {
	t.Helper()
	loaded, err := g.load()
	require.NoError(t, err)
	m := machine.New(loaded.Program, 2, nil)
	m.Strict = true
	for range 1000 {
		r := m.Next()
		if r == nil {
			break
		}
		a := []int32{0}
		if r.List {
			a = make([]int32, r.Least)
		}
		if err := m.Answer(a...); err != nil {
			require.ErrorAs(t, err, new(*state.Fault))
		}
	}
	var f *state.Fault
	require.True(t, errors.As(m.Err(), &f), "the match does not break off")
	return f
}

// Errors that appear only in a running match have a position in the rules, too. Counted limits, not a clock,
// stop the files whose names begin with "endless".
func TestFaults(t *testing.T) {
	for _, path := range archives(t, "testdata/faults") {
		t.Run(name(path), func(t *testing.T) {
			files := archive(t, path)
			f := play(t, over(t, files))
			require.Equal(t, strings.HasPrefix(name(path), "endless"), f.Limit, f.Text)
			announced.Check(t, texts(t, files), fault(f))
		})
	}
}

func fault(f *state.Fault) source.Diagnostics {
	return source.Diagnostics{{Pos: f.Pos, Text: f.Text}}
}
