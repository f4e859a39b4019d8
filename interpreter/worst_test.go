package interpreter_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// worst are formulas that would take for ever. Each is stopped by the count of
// its work, which no clock keeps.
var worst = map[string]string{
	"two long lists compared":      "1..900000 == 1..900000",
	"parts of lists compared":      "concat(1..2, 1..400000) == concat(1..400000, 1..2)",
	"a list looked through":        "count(1..900000, it in lots) > 3",
	"a list sorted":                "len(sortBy(1..100000, 0 - it)) > 1",
	"a list without repetitions":   "len(uniq(1..100000)) > 1",
	"a list doubled and doubled":   "len(d39) > 3",
	"a count within a count":       "count(1..1000, count(1..1000, it > 3) > 3) > 3",
	"very many numbers":            "len(1..2147483000) > 3",
	"a long formula again":         "count(1..10000, 1" + strings.Repeat(" + count(1..100, it > 3)", 120) + " > 3) > 1",
	"a list built again":           "count(1..100000, len(map(lots, it)) > 3) > 3",
	"the first of a list built":    "count(1..100000, first(lots) > 3) > 3",
	"the greatest of a list":       "count(1..100000, max(lots) > 3) > 3",
	"a sum again":                  "count(1..100000, sum(lots) > 3) > 3",
	"all seats again":              "count(1..900000, len(clockwise(me)) > 3) > 3",
	"a line without end":           "count(1..900000, len(line(first(places(board)), \"right\", 2000000000)) > 3) > 3",
	"a list gone round":            "count(1..900000, len(cycle(lots, 1)) > 3) > 3",
	"a short condition, too often": "count(1..900000, tally == 0 or tally == 1) > 3",
}

// trying is a match whose only step tries a formula.
func trying(t testing.TB, condition string) *machine.Match {
	t.Helper()
	var formulas strings.Builder
	formulas.WriteString("formulas:\n  lots: 1..1000\n  d0: [1]\n")
	for i := range 39 {
		d := "d" + strconv.Itoa(i)
		formulas.WriteString("  d" + strconv.Itoa(i+1) + ": concat(" + d + ", " + d + ")\n")
	}
	g, err := over(t, game{
		"a.yaml":     formulas.String(),
		"match.yaml": "procedures:\n  match:\n    do:\n      - {ruling: tie, else: []}\n      - {if: '" + condition + "', do: []}\n",
	}).load()
	require.NoError(t, err)
	return machine.New(g.Program, 2, nil)
}

func TestWorstFormulas(t *testing.T) {
	for name, f := range worst {
		t.Run(name, func(t *testing.T) {
			m := trying(t, f)
			require.Nil(t, m.Next())
			var fault *state.Fault
			require.True(t, errors.As(m.Err(), &fault), "nothing has stopped it")
			require.True(t, fault.Limit, fault.Text)
			require.NotNil(t, fault.Pos.File)
		})
	}
}

// BenchmarkWorstFormulas measures how long formulas run until they are stopped: the limit is 50 ms.
func BenchmarkWorstFormulas(b *testing.B) {
	for name, f := range worst {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			m := trying(b, f)
			start := m.State().Clone()
			for b.Loop() {
				m.Restore(start)
				m.Next()
			}
			if each := b.Elapsed() / time.Duration(b.N); each > 50*time.Millisecond {
				b.Error(each)
			}
		})
	}
}
