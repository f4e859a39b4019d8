package mutate

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

const (
	countdown = `language: 1
game: countdown
names: {en: Countdown}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields:
  active: {type: player, optional: true}
  low: 3
procedures:
  match:
    do:
      - while: low > 0
        do:
          - set: {low: low - 1}
      - finish: 'players[0:1]'
`
	wins = `
- scenario: Ann wins
  given: {players: 2, at: match}
  wins: [ann]
`
)

// made is a game of one file, with one of scenarios.
func made(rules, scenarios string) interpreter.Sources {
	return interpreter.Sources{{Name: "x", FS: fstest.MapFS{
		"cards/countdown/game.yaml":     {Data: []byte(rules)},
		"scenarios/countdown/wins.yaml": {Data: []byte(scenarios)},
	}}}
}

func asJSON(t *testing.T, r *Results) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	return b.String()
}

// A counted limit stops a mutant that never ends, and the mutant counts as killed.
func TestAMutantThatNeverEnds(t *testing.T) {
	r, err := Run(t.Context(), made(countdown, wins), "countdown", Options{Run: "x"})
	require.NoError(t, err)
	i := slices.IndexFunc(r.Mutants, func(m *Mutant) bool { return m.Was == "set: {low: low - 1}" })
	require.Equal(t, Limited, r.Mutants[i].Status)
	require.Equal(t, Dropped, r.Mutants[i].Kind)
	require.Equal(t, r.Summary.Limited, len(slices.DeleteFunc(slices.Clone(r.Mutants), func(m *Mutant) bool { return m.Status != Limited })))
}

// The parts of a run, merged in any order, give the same bytes as the whole run.
func TestPartsAreTheWhole(t *testing.T) {
	src := made(countdown, wins)
	whole, err := Run(t.Context(), src, "countdown", Options{Run: "x"})
	require.NoError(t, err)
	for _, of := range []int64{1, 3} {
		var parts []*Results
		var names []string
		for part := of; part >= 1; part-- {
			r, err := Run(t.Context(), src, "countdown", Options{Run: "x", Part: part, Of: of, Jobs: 1})
			require.NoError(t, err)
			again, err := Read([]byte(asJSON(t, r)))
			require.NoError(t, err)
			parts, names = append(parts, again), append(names, "part")
		}
		merged, err := Merge(names, parts)
		require.NoError(t, err)
		require.Equal(t, asJSON(t, whole), asJSON(t, merged), "%d parts", of)
	}
}

// Results that no run has written are refused, and so are parts that do not make a whole.
func TestCraftedResults(t *testing.T) {
	part := func(n int64) *Results {
		r, err := Run(t.Context(), made(countdown, wins), "countdown", Options{Run: "x", Part: n, Of: 2})
		require.NoError(t, err)
		return r
	}
	texts := [2]string{asJSON(t, part(1)), asJSON(t, part(2))}
	good := texts[0]
	if strings.Contains(texts[1], `"status": "killed"`) {
		good = texts[1]
	}
	for what, text := range map[string]string{
		"nothing":          "",
		"no results":       "[]",
		"another key":      strings.Replace(good, `"game"`, `"gaem"`, 1),
		"another count":    strings.Replace(good, `"killed": `, `"killed": 1`, 1),
		"another status":   strings.Replace(good, `"status": "killed"`, `"status": "well"`, 1),
		"a mutant less":    `{"game": "countdown", "run": "x", "mutants": [null]}`,
		"another layout":   strings.ReplaceAll(good, "  ", " "),
		"something behind": good + "{}",
	} {
		t.Run(what, func(t *testing.T) {
			_, err := Read([]byte(text))
			require.Error(t, err, what)
		})
	}
	for what, change := range map[string]func(a, b *Results){
		"are parts of different runs": func(_, b *Results) { b.Run = "y" },
		"are the same part, 1 of 2":   func(_, b *Results) { b.Shard.Part = 1 },
		"is incomplete":               func(_, b *Results) { b.Left = 1 },
		"part 2 of 2 is missing":      func(_, b *Results) { b.Shard.Part = 7 },
		"once":                        func(a, b *Results) { a.Mutants, b.Mutants = append(a.Mutants, b.Mutants...)[1:], nil },
	} {
		t.Run(what, func(t *testing.T) {
			a, err := Read([]byte(texts[0]))
			require.NoError(t, err)
			b, err := Read([]byte(texts[1]))
			require.NoError(t, err)
			change(a, b)
			_, err = Merge([]string{"a", "b"}, []*Results{a, b})
			require.ErrorContains(t, err, what)
		})
	}
}

// A reason is refused where there is no such mutant, or where a scenario kills it.
func TestInvalidReasons(t *testing.T) {
	for why, reason := range map[string]string{
		`"mach" has no mutants in this game`:                `{in: mach, was: '0', becomes: '1', why: so}`,
		`no mutant of match changes "low > 1" to "true"`:    `{in: match, was: low > 1, becomes: 'true', why: so}`,
		`this reason is not needed: the mutant is limit by`: `{in: match, was: low > 0, becomes: 'true', why: so}`,
	} {
		t.Run(why, func(t *testing.T) {
			_, err := Run(t.Context(), made(countdown+"survives:\n  - "+reason+"\n", wins), "countdown", Options{Run: "x"})
			require.ErrorContains(t, err, why)
			require.ErrorContains(t, err, "cards/countdown/game.yaml:")
		})
	}
}

// The reasons of the shipped games are of mutants that there are, of variants as well, whether these are wanted or not.
func TestReasonsAreOfMutants(t *testing.T) {
	for _, game := range sources(".").Games() {
		for _, under := range []bool{false, true} {
			g, err := generate(t.Context(), sources("."), game, Options{Under: under}, false)
			require.NoError(t, err)
			_, err = findJustified(g.survives, slices.Concat(g.mutants, g.unwanted))
			require.NoError(t, err)
		}
	}
}
