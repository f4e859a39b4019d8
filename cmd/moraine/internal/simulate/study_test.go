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

func study(t testing.TB, jobs int) *simulate.Study {
	t.Helper()
	s, err := simulate.RunStudy(t.Context(), game(t, picks), simulate.Options{Games: 2000, Seed: 1, Jobs: jobs, Policies: []string{simulate.Random}})
	require.NoError(t, err)
	return s
}

// Seats with gold win more often than those without, and so do seats with a hat, which changes nothing.
func TestStudyComparesSeatsWithAndWithout(t *testing.T) {
	s := study(t, 0)
	of := map[string]simulate.Choice{}
	for _, c := range s.Choices {
		of[c.Option] = c
	}
	require.Len(t, of, 4)
	gold, hat := of["gold"], of["hat"]
	assert.Equal(t, int64(4000), gold.Offered)
	assert.InDelta(t, 2000, gold.Taken, 200)
	assert.Greater(t, gold.With.Low, gold.Without.High)
	assert.Greater(t, hat.With.Low, simulate.Fixed(600_000), "a hat needs a high die")
}

func TestStudyIsTheSameWithAnyJobs(t *testing.T) {
	var one, three bytes.Buffer
	require.NoError(t, study(t, 1).WriteJSON(&one))
	require.NoError(t, study(t, 3).WriteJSON(&three))
	assert.True(t, one.String() == three.String(), "one job and three jobs differ")
}

// The caution about cause stands beside the win shares in each language.
func TestStudyWarnsOfCauses(t *testing.T) {
	s := study(t, 0)
	for lang, want := range map[string]string{"en": "They do not show what the choice causes.", "de": "Sie zeigen nicht, was die Wahl bewirkt.", "fr": "Elles ne montrent pas ce que le choix cause."} {
		t.Run(lang, func(t *testing.T) {
			s.Speak(game(t, picks), lang)
			var page, table bytes.Buffer
			require.NoError(t, s.Doc().HTML(&page))
			require.NoError(t, s.Doc().Pretty(&table, 0, false))
			assert.True(t, strings.Contains(page.String(), want), lang)
			assert.True(t, strings.Contains(table.String(), want), lang)
		})
	}
}
