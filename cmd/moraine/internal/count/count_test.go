package count_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/count"
	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// TestPublishedCounts holds games on boards against the numbers of courses that are published for them: English
// draughts, Othello and chess. The first turns of Go follow from its rules: a pass, or a stone on a free place.
func TestPublishedCounts(t *testing.T) {
	for name, want := range map[string]struct {
		courses []string
		quick   int // depth without soak
	}{
		"draughts": {[]string{"1", "7", "49", "302", "1469", "7361", "36768", "179740", "845931"}, 5},
		"othello":  {[]string{"1", "4", "12", "56", "244", "1396", "8200", "55092", "390216"}, 5},
		"chess":    {[]string{"1", "20", "400", "8902", "197281"}, 2},
		"go9":      {[]string{"1", "82", "6643"}, 2}, // 82 after a pass, 81 after each of 81 stones
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, name, count.Options{Depth: soak.Or(len(want.courses)-1, want.quick), Turns: true, Budget: 10_000_000})
			for i, row := range r.Rows {
				require.Equal(t, want.courses[i], row.Courses.String(), "depth %d", i)
				require.Equal(t, want.courses[i], row.Expected.RatString(), "nothing is left to chance")
			}
		})
	}
}

// TestMergedCountsAreTheSame follows equal positions once, which changes no count.
func TestMergedCountsAreTheSame(t *testing.T) {
	plain := run(t, "othello", count.Options{Depth: 4, Turns: true, Budget: 10_000})
	merged := run(t, "othello", count.Options{Depth: 4, Turns: true, Budget: 10_000, Merge: true})
	for i, row := range merged.Rows {
		require.Equal(t, plain.Rows[i].Courses, row.Courses)
		require.LessOrEqual(t, row.Positions, row.Courses.Int64())
	}
}

func run(t *testing.T, name string, o count.Options) *count.Results {
	t.Helper()
	return runFrom(t, name, nil, o)
}

// runFrom counts from a position, or from the start of a match.
func runFrom(t *testing.T, name string, given *source.Node, o count.Options) *count.Results {
	t.Helper()
	src := interpreter.Sources{{Name: "test", FS: os.DirFS("testdata")}}
	game, err := interpreter.Load(src, name, interpreter.Options{})
	require.NoError(t, err)
	in := exec.In(game)
	if given == nil {
		given = in.Opening(2)
	}
	start := &spec.Scenario{Given: given, Checks: source.NewMap()}
	r, err := count.Run(t.Context(), func() (*exec.Stand, error) { return in.Stand(start) }, o)
	require.NoError(t, err)
	return r
}
