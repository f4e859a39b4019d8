//go:build unix

package learn

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/testing/soak"
)

// pick is a game in which a coin is worth some beads, and nothing else counts.
const pick = `
language: 1
game: pick
names: {en: Pick}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
player: {fields: {coins: 0, beads: 0, dust: 0}}
procedures:
  match:
    do:
      - {each: round, in: 1..4, do: [{each: me, in: players, do: [{call: turn}]}]}
      - finish: 'filter(players, %[1]d * it.coins + %[2]d * it.beads == max(map(players, %[1]d * .coins + %[2]d * .beads)))'
  turn:
    do:
      - set: {active: me}
      - {choose: a, from: 1..9}
      - {choose: b, from: 1..9}
      - {choose: c, from: 1..9}
      - set: {me.coins: me.coins + a, me.beads: me.beads + b, me.dust: me.dust + c}
`

// learned returns the sums of the early and the late weight of each field of a player.
func learned(t *testing.T, coin, bead int, seed uint64) map[string]float64 {
	t.Helper()
	files := fstest.MapFS{"cards/pick/game.yaml": &fstest.MapFile{Data: fmt.Appendf(nil, pick, coin, bead)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "pick", interpreter.Options{})
	require.NoError(t, err)
	o := Options{Options: simulate.Options{Games: 2000, Seed: seed}, Generations: 1, Note: func(string, ...any) {}}
	v, err := Learn(t.Context(), g, o)
	require.NoError(t, err)
	require.NotNil(t, v)
	out := map[string]float64{}
	for _, m := range regexp.MustCompile(`'me\.(\w+)': \{early: (-?\d+)(?:, late: (-?\d+))?`).FindAllStringSubmatch(v.Text, -1) {
		early, _ := strconv.Atoi(m[2])
		late, err := strconv.Atoi(m[3])
		if err != nil {
			late = early
		}
		out[m[1]] = float64(early + late)
	}
	return out
}

// The weights are those of the rules: a coin is worth three beads, or a bead three coins, and dust nothing.
func TestPlantedTruth(t *testing.T) {
	for range soak.Or(4, 1) {
		seed := drawn(t)
		w := learned(t, 3, 1, seed)
		t.Logf("seed %d: a coin is worth %.2f beads", seed, w["coins"]/w["beads"])
		assert.InDelta(t, 3, w["coins"]/w["beads"], 0.5, "%v", w)
		assert.InDelta(t, 0, w["dust"]/w["coins"], 0.1, "%v", w)
		w = learned(t, 1, 3, seed)
		t.Logf("seed %d: a bead is worth %.2f coins", seed, w["beads"]/w["coins"])
		assert.InDelta(t, 3, w["beads"]/w["coins"], 0.5, "%v", w)
	}
}
