package simulate_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
)

// picks is a game with a known cause. Each seat throws a die of six sides and picks: gold adds 3, and
// paper nothing. The pick of a hat changes nothing, but only a seat with a high die is offered one.
const picks = `
language: 1
game: coins
names: {en: Picks}
players: {from: 2, to: 2, seats: [ann, bob]}
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
    do:
      - roll: die
      - set: {me.score: die}
      - id: pick
        must: true
        may:
          gold: {do: [{set: {me.score: me.score + 3}}]}
          paper: {do: []}
      - id: dress
        if: die > 4
        must: true
        may:
          hat: {do: []}
          cap: {do: []}
bots:
  golden: {turn.gold: 1}
measures:
  turns: {at: {start: turn}, count: true}
`

func study(t testing.TB, pairs int64, jobs int) *simulate.Study {
	t.Helper()
	s, err := simulate.RunStudy(t.Context(), game(t, picks), simulate.Options{Games: 2000, Seed: 1, Jobs: jobs, Policies: []string{simulate.Random}}, pairs)
	require.NoError(t, err)
	return s
}

// A forced choice shows a causal effect: gold instead of paper changes the wins by a third. A hat has no
// effect, although seats with a hat win more often.
func TestForcedChoicesShowTheCause(t *testing.T) {
	s := study(t, 2000, 0)
	of := map[string]simulate.Choice{}
	for _, c := range s.Choices {
		of[c.Option] = c
	}
	require.Len(t, of, 4)
	gold, hat := of["gold"], of["hat"]
	assert.Equal(t, int64(4000), gold.Offered)
	assert.InDelta(t, 2000, gold.Taken, 200)
	assert.Greater(t, gold.With.Low, gold.Without.High)
	assert.True(t, gold.Cause.Sure())
	assert.InDelta(t, 375_000, int(gold.Cause.Value), 40_000, "of 36 pairs of dice, by the pick of the other seat")
	assert.Equal(t, int64(2000), gold.Forced)
	assert.Greater(t, hat.With.Low, simulate.Fixed(600_000), "a hat needs a high die")
	assert.Zero(t, hat.Cause.Value)
	assert.True(t, hat.Cause.Low < 0 && hat.Cause.High > 0 && !hat.Cause.Sure(), "an effect of 0 in all pairs is not certain: %+v", hat.Cause)
	assert.Less(t, hat.Forced, int64(2000))
}

func TestStudyIsTheSameWithAnyJobs(t *testing.T) {
	var one, three bytes.Buffer
	require.NoError(t, study(t, 50, 1).WriteJSON(&one))
	require.NoError(t, study(t, 50, 3).WriteJSON(&three))
	assert.True(t, one.String() == three.String(), "one job and three jobs differ")
}

// The caution about cause stands beside the win shares in each language.
func TestStudyWarnsOfCauses(t *testing.T) {
	s := study(t, 0, 0)
	for lang, want := range map[string]string{"en": "They do not show what the choice causes.", "de": "Sie zeigen nicht, was die Wahl bewirkt.", "fr": "Elles ne montrent pas ce que le choix cause."} {
		s.Speak(game(t, picks), lang)
		var page, table bytes.Buffer
		require.NoError(t, s.WriteHTML(&page))
		require.NoError(t, s.WritePretty(&table))
		assert.True(t, strings.Contains(page.String(), want), lang)
		assert.True(t, strings.Contains(table.String(), want), lang)
	}
}

// A rung that plays better wins more than an even share of the matches with the rung below.
func TestLadderShowsSkill(t *testing.T) {
	g := game(t, picks)
	assert.Equal(t, []string{"random", "golden", "mcts=10", "mcts=40", "mcts=160"}, simulate.Rungs(g))
	l, err := simulate.RunLadder(t.Context(), g, []string{simulate.Random, "golden", "golden"}, 500, simulate.Options{Games: 500, Seed: 1})
	require.NoError(t, err)
	require.Len(t, l.Rungs, 3)
	assert.Nil(t, l.Rungs[0].Over)
	assert.Greater(t, l.Rungs[1].Over.Low, simulate.Fixed(550_000))
	assert.InDelta(t, 500_000, int(l.Rungs[2].Seats.Groups[0].Estimate.Value), 60_000)
	var page, table bytes.Buffer
	l.Speak(g, "de")
	require.NoError(t, l.WriteHTML(&page))
	require.NoError(t, l.WritePretty(&table))
	assert.Contains(t, table.String(), "Siege über den Spieler darunter")
	assert.Contains(t, table.String(), "golden > random")
	assert.True(t, strings.Contains(page.String(), "golden &gt; random"))
	assert.Contains(t, table.String(), "welcher besser spielt: golden > golden.")
	assert.Contains(t, table.String(), "≠ golden > random")

	few, err := simulate.RunLadder(t.Context(), g, []string{"golden", "mcts=2"}, 4, simulate.Options{Games: 20, Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, []int64{20, 4}, []int64{few.Rungs[0].Games, few.Rungs[1].Games})
	_, err = simulate.RunLadder(t.Context(), g, []string{"golden"}, 4, simulate.Options{Games: 20, Seed: 1})
	assert.ErrorContains(t, err, "a ladder compares at least two policies, but golden is only one")
	_, err = simulate.RunLadder(t.Context(), g, []string{"random", "goldn"}, 4, simulate.Options{Games: 1 << 40, Seed: 1})
	assert.ErrorContains(t, err, `no bot "goldn"`, "before any match is played")
}

// Five wins of five matches may be chance, although their interval ends at 100 %.
func TestLadderDoubtsFewMatches(t *testing.T) {
	five := &simulate.Estimate{Value: 1_000_000, Low: 565_518, High: 1_000_000, Bounded: true}
	l := &simulate.Ladder{Header: simulate.Header{Players: 2}, Rungs: []simulate.Rung{{Policy: "random"}, {Policy: "golden", Over: five}}}
	assert.Contains(t, l.Unresolved(), "golden > random")
	five.Low = 980_000
	assert.Empty(t, l.Unresolved())
}

// With one player, no policy sits with another one.
func TestLadderOfOnePlayer(t *testing.T) {
	l, err := simulate.RunLadder(t.Context(), game(t, strings.Replace(picks, "from: 2", "from: 1", 1)), []string{simulate.Random, "golden"}, 4, simulate.Options{Games: 4, Players: 1, Seed: 1})
	require.NoError(t, err)
	assert.Nil(t, l.Rungs[1].Over)
	var table bytes.Buffer
	require.NoError(t, l.WritePretty(&table))
	assert.Contains(t, table.String(), "Each policy plays alone.")
	assert.NotContains(t, table.String(), "policy below")
}
