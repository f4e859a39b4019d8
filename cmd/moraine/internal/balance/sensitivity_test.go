package balance_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/source"
)

func rank(t testing.TB, l *balance.Lab, names []string, about string, budget int64, o simulate.Options) *balance.Sensitivity {
	t.Helper()
	o.Policies = []string{simulate.Random}
	s, err := l.Sensitivity(t.Context(), names, about, budget, o)
	require.NoError(t, err)
	return s
}

// crowd is the race with n further numbers that decide nothing.
func crowd(t testing.TB, n int) *balance.Lab {
	var more strings.Builder
	for i := range n {
		fmt.Fprintf(&more, "  decoy_%d: {points: %d}\n", i+1, i%20)
	}
	return labOf(t, interpreter.Sources{{Name: "test", FS: fstest.MapFS{
		"cards/race/race.yaml":    &fstest.MapFile{Data: []byte(race)},
		"cards/race/numbers.yaml": &fstest.MapFile{Data: []byte(racers + more.String())},
	}}}, "race")
}

// The numbers that decide the match are ranked first, with the right effect.
func TestSensitivityFindsTheUnfairNumber(t *testing.T) {
	for decoys, budget := range map[int]int64{0: 12_000, 40: 50_000} {
		t.Run(fmt.Sprint(decoys), func(t *testing.T) {
			l := crowd(t, decoys)
			for seed := range uint64(3) {
				s := rank(t, l, l.Assumed(), balance.WinsBySeat, budget, simulate.Options{Seed: seed})
				assert.LessOrEqual(t, s.Played, budget)
				first := []string{s.Effects[0].Name, s.Effects[1].Name}
				assert.ElementsMatch(t, []string{"komi.points", "lead.points"}, first, "%d decoys, seed %d", decoys, seed)
				e := s.Effects[0].On(balance.WinsBySeat)
				assert.True(t, e.Resolved)
				// The dice differ by d - 5 in 20 - |d - 5| of 400 cases, so a step moves 3.5 or 4 points.
				assert.InDelta(t, 37_500, int(max(e.More.Value, -e.More.Value)), 30_000)
				for _, e := range s.Effects[2:] {
					assert.False(t, e.On(balance.WinsBySeat).Resolved, e.Name)
				}
			}
		})
	}
}

// The result depends on the seed and not on the number of jobs.
func TestSensitivityIsReproducible(t *testing.T) {
	l := crowd(t, 20)
	bytesOf := func(jobs int) string {
		var b bytes.Buffer
		require.NoError(t, rank(t, l, l.All(), "gap", 6_000, simulate.Options{Seed: 4, Jobs: jobs}).WriteJSON(&b))
		return b.String()
	}
	assert.True(t, bytesOf(1) == bytesOf(3), "one job and three jobs differ")
}

func TestSensitivityRefusesBadInput(t *testing.T) {
	l := lab(t)
	_, err := l.Sensitivity(t.Context(), l.Assumed(), balance.WinsBySeat, 10, simulate.Options{Policies: []string{simulate.Random}})
	assert.EqualError(t, err, "--budget 10: 4 values with 8 steps in total need at least 106 matches; you can also list fewer values in a FILE")
	assert.EqualError(t, l.KnowsMeasure("gip"), `game race has no measure "gip"; did you mean "gap"?`)
	_, err = l.Listed(&source.File{Name: "list", Text: []byte("komi.points  # the second seat\n\n  lead.point\nkomi.points\n")})
	assert.EqualError(t, err, `list:3:3: race has no value with the name "lead.point"
 3 |   lead.point
   |   ^
   = did you mean "lead.points"?

list:4:1: komi.points is listed twice
 4 | komi.points
   | ^
   = leave out one of them`)
	names, err := l.Listed(&source.File{Name: "list", Text: []byte("# none\nkomi.points\nrace.end\n")})
	require.NoError(t, err)
	assert.Equal(t, []string{"komi.points", "race.end"}, names)
}

// A value with which no match can be played is told and left out.
func TestSensitivityReportsValuesWithErrors(t *testing.T) {
	broken := strings.Replace(race, "- finish:", "- {if: 'lead.points > 7', choose: token, from: box}\n      - finish:", 1)
	l := labOf(t, interpreter.Sources{{Name: "test", FS: fstest.MapFS{
		"cards/race/race.yaml":    &fstest.MapFile{Data: []byte(broken)},
		"cards/race/numbers.yaml": &fstest.MapFile{Data: []byte(racers)},
	}}}, "race")
	s := rank(t, l, []string{"lead.points", "komi.points"}, balance.WinsBySeat, 1000, simulate.Options{})
	require.Len(t, s.Broken, 1)
	assert.Equal(t, "lead.points=8", s.Broken[0].Name+"="+s.Broken[0].Value)
	assert.Len(t, s.Effects, 2)
}

func TestRankingUsesTheNamesOfTheGame(t *testing.T) {
	l := crowd(t, 20)
	s := rank(t, l, l.All(), balance.WinsBySeat, 40_000, simulate.Options{})
	for lang, want := range map[string][]string{
		"en": {"Komi, points 2 → 3", "wins by seat", "one step at a time"},
		"de": {"Ausgleich, Punkte 2 → 3", "Siege je Platz", "je ein Schritt für sich"},
		"fr": {"Compensation, points marqués 2 → 3", "victoires par place", "un pas à la fois"},
	} {
		t.Run(lang, func(t *testing.T) {
			s.Speak(load(t), lang)
			var page, table bytes.Buffer
			require.NoError(t, s.Doc().HTML(&page))
			require.NoError(t, s.Doc().Pretty(&table, 0, false))
			for _, w := range want {
				assert.True(t, strings.Contains(page.String(), w), "the page has no %q in %s", w, lang)
				assert.True(t, strings.Contains(table.String(), w), "the table has no %q in %s", w, lang)
			}
			assert.Regexp(t, `moraine sim .* --policy random --vary (komi|lead).points=`, table.String())
		})
	}
}

// Values without any effect get no advice to look at them, and measures without any effect no heading.
func TestRankingWithoutEffects(t *testing.T) {
	s := rank(t, crowd(t, 2), []string{"decoy_1.points", "decoy_2.points"}, balance.WinsBySeat, 200, simulate.Options{})
	var table bytes.Buffer
	require.NoError(t, s.Doc().Pretty(&table, 0, false))
	assert.Contains(t, table.String(), "wins by seat\n  No step changes it in these matches.\n")
	assert.NotContains(t, table.String(), "To see more values")
	assert.NotContains(t, table.String(), "\ngap\n")
}
