package balance_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// race is a game with a known answer. Both seats throw a die of twenty sides; ann adds the lead, and
// bob the komi. Equal results share the win, so the game is fair if the komi is that of the lead, and each
// step from there is worth about five points in a hundred. The other numbers change nothing that
// decides the match.
const race = `
language: 1
game: race
names: {en: Race, de: Rennen, fr: Course}
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
fields:
  extra: {type: number, default: 1, note: dice of no effect}
zones: {box: {}}
player: {fields: {score: 0}}
formulas:
  laps: 3
procedures:
  match:
    names: {opener: 'players[0]', follower: 'players[1]'}
    do:
      - roll: mine
        sides: 20
        by: opener
      - roll: yours
        sides: 20
        by: follower
      - ruling: race.end
        short: []
        long:
          - set: {extra: extra + laps + prize.points + flag.points}
      - set: {opener.score: mine + lead.points, follower.score: yours + komi.points}
      - finish: 'filter(players, .score == max(map(players, .score)))'
measures:
  gap: {at: {end: match}, mean: 'abs(players[0].score - players[1].score)'}
  spare: {at: {end: match}, sum: extra}
asks:
  points: {en: points, de: Punkte, fr: 'points marqués'}
  gap: {de: Abstand, fr: écart}
  bob: {de: Rob, fr: Robert}
rulings:
  race.end:
    kind: rule
    question: Does the race go on?
    readings: {short: It ends., long: It goes on.}
    default: short
    why: Nothing is said.
`

const racers = `
kind: number
names: {en: Number, de: Zahl}
fields:
  points: {type: number, range: 0..20, assumed: true}
cards:
  lead: {names: {en: Lead, de: Vorsprung, fr: Avance}, points: 7}
  komi: {names: {en: Komi, de: Ausgleich, fr: Compensation}, points: 2}
  prize: {points: 5}
  flag: {points: 9}
`

var raceData = interpreter.Sources{{Name: "test", FS: fstest.MapFS{
	"cards/race/race.yaml":    &fstest.MapFile{Data: []byte(race)},
	"cards/race/numbers.yaml": &fstest.MapFile{Data: []byte(racers)},
}}}

func load(t testing.TB) *interpreter.Game {
	t.Helper()
	g, err := interpreter.Load(raceData, "race", interpreter.Options{})
	require.NoError(t, err)
	return g
}

func lab(t testing.TB) *balance.Lab {
	t.Helper()
	return labOf(t, raceData, "race")
}

func labOf(t testing.TB, data interpreter.Sources, id string) *balance.Lab {
	t.Helper()
	g, err := interpreter.Load(data, id, interpreter.Options{})
	require.NoError(t, err)
	l, err := balance.New(data, g, interpreter.Options{})
	require.NoError(t, err)
	return l
}

func sweep(t testing.TB, l *balance.Lab, o simulate.Options, vary ...string) *balance.Sweep {
	t.Helper()
	axes, err := l.Axes(vary)
	require.NoError(t, err)
	if o.Policies == nil {
		o.Policies = []string{simulate.Random}
	}
	s, err := l.Sweep(context.Background(), axes, o)
	require.NoError(t, err)
	return s
}

func text(t testing.TB, s *balance.Sweep) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, s.WriteJSON(&b))
	return b.String()
}

// The points of a sweep have the results that the game has with those values, and the same dice.
func TestSweepFindsTheFairValue(t *testing.T) {
	s := sweep(t, lab(t), simulate.Options{Games: 4000, Seed: 1}, "komi.points=5..9")
	require.Len(t, s.Points, 5)
	last := simulate.Fixed(1_000_000)
	for i, p := range s.Points {
		e := p.Results.Seats.Groups[0].Estimate
		assert.Less(t, e.Value, last, "a larger komi helps the second seat: the dice are the same")
		last = e.Value
		d := 2 - i // ann's advantage; of 400 pairs of dice she wins (380 + …)/2 and shares 20 - |d|
		wins := 0
		for a := 1; a <= 20; a++ {
			for b := 1; b <= 20; b++ {
				switch more := a + d - b; {
				case more > 0:
					wins += 2
				case more == 0:
					wins++
				}
			}
		}
		exact := simulate.Fixed(wins * 1_000_000 / 800)
		assert.True(t, e.Low <= exact && exact <= e.High, "%v: %v to %v, and it is %v", p.Values, e.Low, e.High, exact)
	}
}

func TestSweepIsTheSameInAnyShards(t *testing.T) {
	l := lab(t)
	vary := []string{"komi.points=2,7", "race.end=short,long", "extra=1..2", "laps=3..4"}
	whole := text(t, sweep(t, l, simulate.Options{Games: 100, Seed: 3}, vary...))
	for _, shards := range []int64{1, 2, 7} {
		var names []string
		var parts []*balance.Sweep
		for i := range shards {
			s, err := balance.Read([]byte(text(t, sweep(t, l, simulate.Options{Games: 100, Seed: 3, Shard: i + 1, Shards: shards, Jobs: int(1 + i%2)}, vary...))))
			require.NoError(t, err)
			names, parts = append(names, "part"), append(parts, s)
		}
		s, err := balance.Merge(names, parts)
		require.NoError(t, err)
		assert.Equal(t, whole, text(t, s), "%d shards", shards)
	}
	_, err := balance.Read([]byte(strings.Replace(whole, `"seed": 3`, `"seed": 4`, 1)))
	assert.Error(t, err)
	_, err = balance.Read([]byte(strings.Replace(whole, `["2", "short", "1", "3"]`, `["7", "short", "1", "3"]`, 1)))
	assert.Error(t, err)
}

// A text of --vary with an error is refused with the place in the text, before a match is played.
func TestVaryIsCheckedFirst(t *testing.T) {
	l := lab(t)
	for vary, want := range map[string]string{
		"komi.points=0..21":               "--vary:1:13: points is 0 to 20, not 21",
		"komi.pionts=1":                   `did you mean "komi.points"?`,
		"score=1..3":                      `did you mean "player.score"?`,
		"race.end=short,lnog":             "--vary:1:16: ruling race.end has no reading \"lnog\"",
		"variant=default,wild":            `--vary:1:17: the base variant "wild" does not exist`,
		"komi.points=5..1":                "--vary:1:13: the range 5..1 is empty",
		"komi.points=":                    "--vary:1:13: missing value",
		"komi.points=1,2,1":               "--vary:1:17: komi.points has the value 1 twice",
		"komi.points=1.5":                 "--vary:1:13: komi.points must be a whole number",
		"komi.points":                     "--vary:1:1: the values to try are missing",
		"laps=1..1000000":                 "the maximum for one run is 100",
		"laps=-9223372036854775808..9223": "--vary:1:6: ",
		"laps=1 | laps=2":                 "--vary:1:1: laps is varied twice",
		"laps=1..20 | extra=1..20":        "these values make 400 points; the maximum for one run is 100",
		"laps=1 | komi.points=30":         "--vary:1:13: points is 0 to 20, not 30",
	} {
		t.Run(vary, func(t *testing.T) {
			axes, err := l.Axes(strings.Split(vary, " | "))
			if err == nil {
				_, err = l.Sweep(t.Context(), axes, simulate.Options{Games: 1, Policies: []string{simulate.Random}})
			}
			assert.ErrorContains(t, err, want, vary)
		})
	}
}

func TestSweepNamesThePointThatBreaksOff(t *testing.T) {
	data := interpreter.Sources{{Name: ".", FS: os.DirFS("../../testdata/pebbles")}}
	l := labOf(t, data, "pebbles")
	axes, err := l.Axes([]string{"white.copies=3"})
	require.NoError(t, err)
	_, err = l.Sweep(t.Context(), axes, simulate.Options{Games: 1, Policies: []string{simulate.Random}})
	assert.ErrorContains(t, err, "with white.copies=3: match 1 stopped with an error: ")
	assert.NotContains(t, err.Error(), "no pebble is lost", "the number of pieces is what varies")
}

// A page uses the names of the game in each language.
func TestSweepUsesTheNamesOfTheGame(t *testing.T) {
	l := lab(t)
	s := sweep(t, l, simulate.Options{Games: 2, Seed: 1}, "komi.points=1,2", "lead.points=3..4")
	for lang, want := range map[string][]string{
		"en": {"at each of 4 points", "Komi, points = 1; Lead, points = 3", "wins by seat, Bob", "Race with"},
		"de": {"an jedem von 4 Punkten", "Ausgleich, Punkte = 1; Vorsprung, Punkte = 3", "Siege je Platz, Rob", "Abstand", "Rennen mit"},
		"fr": {"à chacun de 4 points", "Compensation, points marqués = 1; Avance, points marqués = 3", "victoires par place, Robert", "écart", "Course avec"},
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
		})
	}
}
