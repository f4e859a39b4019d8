package simulate_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// coins is a small game: the seat with the highest die, of a few throws, wins. Only the dice are random.
const coins = `
language: 1
game: coins
names: {en: Coins}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
zones: {bank: {}}
player: {fields: {score: 0}}
procedures:
  match:
    do:
      - each: me
        in: players
        do:
          - call: turn
      - finish: 'filter(players, .score == max(map(players, .score)))'
  turn:
    names: {throws: 0}
    do:
      - while: throws < 3
        do:
          - roll: die
          - set: {throws: throws + 1, me.score: me.score + die}
      - if: me.score > 18
        do:
          - call: wonder
  wonder:
    do:
      - set: {me.score: 0}
measures:
  turns: {at: {start: turn}, count: true}
  throws: {at: {end: turn}, sum: throws, by: me}
  last die: {at: {end: turn}, mean: die}
  high scores: {at: {end: turn}, share: me.score > 12, if: 'me != players[0]'}
  scores: {at: {end: match}, count: true, by: 'max(map(players, .score))'}
`

func game(t testing.TB, text string) *interpreter.Game {
	t.Helper()
	files := fstest.MapFS{"cards/coins/coins.yaml": &fstest.MapFile{Data: []byte(text)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "coins", interpreter.Options{})
	require.NoError(t, err)
	return g
}

func glacier(t testing.TB) *interpreter.Game {
	t.Helper()
	return shipped(t, "glacier", interpreter.Options{})
}

func shipped(t testing.TB, id string, o interpreter.Options) *interpreter.Game {
	t.Helper()
	g, err := interpreter.Load(interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}, id, o)
	require.NoError(t, err)
	return g
}

func run(t testing.TB, g *interpreter.Game, o simulate.Options) *simulate.Results {
	t.Helper()
	if o.Policies == nil {
		o.Policies = []string{simulate.Random}
	}
	r, err := simulate.Run(context.Background(), g, o)
	require.NoError(t, err)
	return r
}

func bytesOf(t testing.TB, r *simulate.Results) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	return b.String()
}

func measure(t testing.TB, r *simulate.Results, name string) *simulate.Measure {
	t.Helper()
	for _, m := range r.All() {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("nothing is called %q", name)
	return nil
}

// Each kind of measure counts what it should.
func TestMeasures(t *testing.T) {
	r := run(t, game(t, coins), simulate.Options{Players: 3, Games: 100, Seed: 1})
	assert.EqualValues(t, 100, r.Games)
	assert.Equal(t, "300", r.Turns.String())
	assert.EqualValues(t, 900, r.Decisions)
	one := func(name string) simulate.Group {
		m := measure(t, r, name)
		require.Len(t, m.Groups, 1, name)
		return m.Groups[0]
	}
	assert.EqualValues(t, map[int64]int64{3: 100}, one("turns").Values, "three turns in each of a hundred matches")
	for i, g := range measure(t, r, "throws").Groups {
		assert.Equal(t, []string{"ann", "bob", "cid"}[i], g.By)
		assert.Equal(t, "300", g.X.String(), g.By)
	}
	assert.Equal(t, "300", one("last die").N.String())
	assert.Len(t, one("last die").Values, 6, "a die has six sides")
	assert.Equal(t, "200", one("high scores").N.String(), "the first player is left out")
	sum := int64(0)
	for i, g := range measure(t, r, "scores").Groups {
		sum += g.Matches
		if i > 0 {
			assert.Greater(t, g.Key, measure(t, r, "scores").Groups[i-1].Key, "numbers stand in order")
		}
	}
	assert.EqualValues(t, 100, sum)
}

// marvels is a game with an event in one turn of two hundred, and one that never occurs.
const marvels = `
      - may:
          leap: {if: me.score > 18, do: []}
          rest: []
      - if: die == 6 and me.score == 18
        do:
          - call: marvel
  marvel:
    do:
      - if: me.score > 18
        do:
          - call: wonder
      - may:
          fly: {if: me.score > 18, do: []}
          fall: []
  wonder:
`

// Parts that never ran are reported once: for a procedure that never ran, its steps are left out. A merge
// counts a part as run if it ran in any of the merged files.
func TestNever(t *testing.T) {
	g := game(t, strings.Replace(coins, "  wonder:\n", marvels, 1))
	said := func(r *simulate.Results) (out []string) {
		never := r.Never.Gist()
		for _, p := range slices.Concat(never.Steps, never.Options) {
			out = append(out, p.In+" › "+p.Says)
		}
		return out
	}
	few := run(t, g, simulate.Options{Players: 3, Games: 5})
	assert.Equal(t, []string{"turn › call", "turn › call", "marvel › procedure", "wonder › procedure", "turn › leap"}, said(few))
	o := simulate.Options{Players: 3, Games: 1000}
	whole := run(t, g, o)
	assert.Equal(t, []string{"turn › call", "marvel › call", "wonder › procedure", "turn › leap", "marvel › fly"}, said(whole))
	var parts []simulate.Part
	for o.Shard, o.Shards = 1, 500; o.Shard <= o.Shards; o.Shard++ {
		parts = append(parts, simulate.Part{Results: run(t, g, o)})
	}
	merged, err := simulate.MergeParts(parts)
	require.NoError(t, err)
	assert.Equal(t, bytesOf(t, whole), bytesOf(t, merged))
}

// A tile has come up, too, where the place that it makes is chosen.
func TestATileComesUpAsAPlace(t *testing.T) {
	files := fstest.MapFS{"cards/coins/coins.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: coins
names: {en: Coins}
players: {from: 1, to: 2, seats: [ann, bob]}
start: match
zones: {bag: {holds: [tile], starts: true}, row: {layout: row, size: 2, holds: [tile]}}
procedures:
  match:
    do:
      - {move: wood, number: 1, from: bag, to: 'places(row)[0]'}
      - {move: moor, number: 1, from: bag, to: 'places(row)[1]'}
      - {choose: spot, from: places(row), by: 'players[0]'}
      - {choose: rest, from: bag, by: 'players[0]'}
      - {finish: players}
`)}, "cards/coins/tiles.yaml": &fstest.MapFile{Data: []byte("kind: tile\ncards: {wood: {copies: 1}, moor: {copies: 1}, fell: {copies: 1}}\n")}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "coins", interpreter.Options{})
	require.NoError(t, err)
	assert.Empty(t, run(t, g, simulate.Options{Players: 2, Games: 20}).Never.Gist().Cards)
}

// Wins are shared: in all seats together there is one a match.
func TestWins(t *testing.T) {
	r := run(t, game(t, coins), simulate.Options{Players: 3, Games: 200, Seed: 5})
	assert.EqualValues(t, 6, r.Parts)
	sum := int64(0)
	for _, g := range measure(t, r, "wins by seat").Groups {
		sum += g.X.Int64()
		assert.Equal(t, "200", g.N.String())
	}
	assert.EqualValues(t, 200*6, sum)
}

// Different policies move on by a seat from match to match.
func TestPoliciesMoveOn(t *testing.T) {
	g := glacier(t)
	r := run(t, g, simulate.Options{Players: 3, Games: 30, Policies: []string{"greedy", simulate.Random, simulate.Random}})
	m := measure(t, r, "wins by policy")
	require.Len(t, m.Groups, 2)
	assert.Equal(t, "greedy", m.Groups[0].By)
	assert.Equal(t, "30", m.Groups[0].N.String(), "a seat a match")
	assert.Equal(t, "60", m.Groups[1].N.String(), "two seats a match")
	seats := measure(t, r, "wins by seat")
	for _, seat := range seats.Groups {
		assert.Less(t, seat.Estimate.Low, simulate.Fixed(333_333), "the better bot sits everywhere equally often, so %s wins no more", seat.By)
	}
}

// Matches in parallel, of which each job remembers its own results of formulas, have the same bytes as one after another.
func TestJobsChangeNoMatchOnBoards(t *testing.T) {
	for _, id := range boards.Games() {
		g, err := interpreter.Load(boards, id, interpreter.Options{})
		require.NoError(t, err)
		o := simulate.Options{Players: 2, Games: 8, Seed: 5, Policies: []string{simulate.Random, "greedy"}, Jobs: 1}
		one := bytesOf(t, run(t, g, o))
		o.Jobs = 8
		require.Equal(t, one, bytesOf(t, run(t, g, o)), id)
	}
}

// However the work is cut, the results are the same bytes.
func TestAnySplitGivesTheSameResults(t *testing.T) {
	g := glacier(t)
	o := simulate.Options{Players: 4, Games: 20, Seed: 42, Policies: []string{"greedy", "random", "random", "greedy"}}
	o.Jobs = 1
	want := bytesOf(t, run(t, g, o))
	for _, jobs := range []int{2, 8} {
		o.Jobs = jobs
		assert.Equal(t, want, bytesOf(t, run(t, g, o)), "%d at once", jobs)
	}
	for _, shards := range []int64{2, 7, 20} {
		o.Shards = shards
		var parts []simulate.Part
		for o.Shard = shards; o.Shard > 0; o.Shard-- {
			r, err := simulate.Read([]byte(bytesOf(t, run(t, g, o))))
			require.NoError(t, err)
			parts = append(parts, simulate.Part{Name: fmt.Sprint(o.Shard), Results: r})
		}
		r, err := simulate.MergeParts(parts)
		require.NoError(t, err)
		assert.Equal(t, want, bytesOf(t, r), "%d parts", shards)
	}
}

// An interrupted run has the results of its beginning: as if no more had been
// asked for, but that it knows of how many.
func TestInterrupted(t *testing.T) {
	g := glacier(t)
	o := simulate.Options{Players: 2, Games: 100_000, Seed: 3, Policies: []string{simulate.Random}, Jobs: 3}
	ctx, cancel := context.WithCancel(context.Background())
	o.Progress = func(done, of int64) {
		assert.EqualValues(t, 100_000, of)
		if done >= 100 {
			cancel()
		}
	}
	r, err := simulate.Run(ctx, g, o)
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, r.Games, int64(100_000))
	require.GreaterOrEqual(t, r.Games, int64(100))
	o.Progress, o.Games = nil, r.Games
	whole := run(t, g, o)
	whole.Matches.Of = 100_000
	assert.Equal(t, bytesOf(t, whole), bytesOf(t, r))
}

// A run that stops because it is sure enough is the run of just so many matches,
// also where it is cut differently.
func TestUntilWidth(t *testing.T) {
	g := game(t, coins)
	until, err := simulate.ParseWidth("4.5%")
	require.NoError(t, err)
	o := simulate.Options{Players: 2, Games: 50_000, Seed: 3, Until: until, Jobs: 3}
	r := run(t, g, o)
	assert.EqualValues(t, 2000, r.Games)
	o.Until, o.Games, o.Jobs = simulate.Width{}, 2000, 1
	assert.Equal(t, bytesOf(t, run(t, g, o)), bytesOf(t, r))

	o.Games = 50_000
	o.Until, err = simulate.ParseWidth("last die=0.05")
	require.NoError(t, err)
	r = run(t, g, o)
	assert.EqualValues(t, 16_000, r.Games)
	assert.True(t, r.Narrow(o.Until))

	o.Games, o.Until.Below = 1500, 1
	r = run(t, g, o)
	assert.EqualValues(t, 1500, r.Games, "no more than were asked for")
	assert.False(t, r.Narrow(o.Until))
}

// If several matches end with an error, the first one is reported, with the command that replays it.
func TestBrokeOff(t *testing.T) {
	g := game(t, coins+`
invariants:
  nobody is lucky: {that: 'all(players, .score < 18)'}
`)
	var want simulate.BrokeOff
	for _, jobs := range []int{1, 2, 8} {
		_, err := simulate.Run(context.Background(), g, simulate.Options{Players: 2, Games: 20_000, Policies: []string{simulate.Random}, Jobs: jobs})
		var got *simulate.BrokeOff
		require.ErrorAs(t, err, &got)
		if want.Match == 0 {
			want = *got
			assert.ErrorContains(t, err, "nobody is lucky")
			assert.Greater(t, want.Match, int64(1))
		}
		assert.Equal(t, want.Match, got.Match)
		assert.Equal(t, want.Seed, got.Seed)
		assert.Equal(t, []string{"ann=random", "bob=random"}, got.Seats)
	}
}

// A sample without a value is left out.
func TestMeasureOfNothing(t *testing.T) {
	text := coins + "  never: {at: {start: turn}, mean: die}\n  now and then: {at: {end: turn}, sum: 'me.score == 18 ? 2 : find(players, .score > 99)?.score'}\n"
	g := game(t, text)
	r := run(t, g, simulate.Options{Players: 2, Games: 300, Seed: 1, Policies: []string{simulate.Random}})
	matches := map[string]int64{}
	for _, m := range r.Measures {
		matches[m.Name] = m.Groups[0].Matches
	}
	require.Zero(t, matches["never"])
	require.NotZero(t, matches["now and then"])
}

func TestAMatchWithoutEnd(t *testing.T) {
	g := game(t, strings.Replace(coins, "throws < 3", "true", 1))
	_, err := simulate.Run(context.Background(), g, simulate.Options{Games: 3, Policies: []string{simulate.Random}, Jobs: 1})
	var fault *interpreter.Fault
	require.ErrorAs(t, err, &fault)
	assert.True(t, fault.Limit)
	assert.ErrorContains(t, err, "more than 1000000 decisions: the match seems to be endless")
}

func TestOptions(t *testing.T) {
	g := game(t, coins)
	for _, c := range []struct {
		o    simulate.Options
		want string
	}{
		{simulate.Options{Players: 4, Games: 1}, "the number of players must be from 2 to 3 for coins, not 4"},
		{simulate.Options{Games: 0}, "cannot play 0 matches; choose from 1 to 1099511627776"},
		{simulate.Options{Games: 3, Shard: 1, Shards: 4}, "3 matches cannot be divided into 4 parts"},
		{simulate.Options{Games: 3, Policies: []string{"random", "random"}}, "2 policies (random, random) for 3 players; give one policy for all players, or one for each"},
		{simulate.Options{Games: 3, Policies: []string{"gredy"}}, `no bot "gredy"`},
		{simulate.Options{Games: 3, Until: simulate.Width{Measure: "trows", Below: 1}}, `game coins has no measure "trows"; did you mean "throws"?`},
	} {
		if c.o.Policies == nil {
			c.o.Policies = []string{simulate.Random}
		}
		_, err := simulate.Run(context.Background(), g, c.o)
		assert.ErrorContains(t, err, c.want)
	}
}

// After warming up, a match allocates nothing for any decision; its totals allocate a little.
func TestAllocations(t *testing.T) {
	g := glacier(t)
	for _, policy := range []string{"greedy", simulate.Random} {
		play := simulate.Matches(t, g, policy)
		for range 60 {
			play()
		}
		assert.Less(t, testing.AllocsPerRun(20, play), 400., policy)
	}
}

// Seats that win together divide the win, and the interval is that of one trial a match: 37 of 60 are 49.02 to 72.91 %.
func TestTeams(t *testing.T) {
	g := game(t, `
language: 1
game: coins
names: {en: Coins}
players: {from: 4, to: 4, seats: [ann, bob, cid, dan]}
start: match
procedures:
  match:
    do:
      - roll: die
      - finish: 'die > 2 ? [players[0], players[2]] : [players[1], players[3]]'
bots: {still: {}}
`)
	r := run(t, g, simulate.Options{Games: 60, Policies: []string{"still", "random", "still", "random"}, Fixed: true})
	var text bytes.Buffer
	require.NoError(t, r.Doc().Pretty(&text, 0, false))
	assert.Regexp(t, "wins by policy\n  still +30.83 %  24.51 % … 36.46 % +of 60\n  random +19.17 %  13.54 % … 25.49 % +of 60\n", text.String())
}
