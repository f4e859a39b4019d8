//go:build unix

package learn

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/playout"
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
	o := Options{Options: simulate.Options{Games: 6000, Seed: seed}, Generations: 1, Note: func(string, ...any) {}}
	v, err := Learn(t.Context(), g, o)
	require.NoError(t, err)
	require.NotNil(t, v)
	out := map[string]float64{}
	for _, w := range v.Weights {
		out[strings.TrimPrefix(w.Is.Text, "me.")] = float64(w.Early + w.Late)
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

// picks is a game in which the points on cards decide, and cards are taken at random.
const picks = `
language: 1
game: picks
names: {en: Picks}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
zones: {stock: {starts: true}}
player: {zones: {pile: {}}}
procedures:
  match:
    do:
      - {each: round, in: 1..6, do: [{each: me, in: players, do: [{call: turn}]}]}
      - {finish: 'filter(players, sum(.pile, .points) == max(map(players, sum(.pile, .points))))'}
  turn:
    do:
      - {set: {active: me}}
      - {choose: taken, from: stock}
      - {move: taken, to: me.pile}
---
kind: gem
names: {en: Gem}
fields: {points: number}
cards: {opal: {copies: 12, points: %d}, agate: {copies: 12, points: %d}, sand: {copies: 12, points: 0}}
`

// worth returns by how much each card is better than sand, which is worth nothing: by its own weight and that of its points.
// The weights alone are not comparable, because who has one opal more has one other card less.
func worth(t *testing.T, opal, agate int, seed uint64) (of [2]float64) {
	t.Helper()
	f := game{}
	for i, doc := range strings.Split(fmt.Sprintf(picks, opal, agate), "---\n") {
		f[fmt.Sprintf("cards/picks/%c.yaml", 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	o := Options{Options: simulate.Options{Games: 6000, Seed: seed}, Generations: 1, Note: func(string, ...any) {}}
	v, err := Learn(t.Context(), f.load(t), o)
	require.NoError(t, err)
	require.NotNil(t, v)
	for _, w := range v.Weights {
		both := float64(w.Early + w.Late)
		switch {
		case strings.Contains(w.Is.Text, `"opal"`):
			of[0] += both
		case strings.Contains(w.Is.Text, `"agate"`):
			of[1] += both
		case strings.Contains(w.Is.Text, `"sand"`):
			of[0], of[1] = of[0]-both, of[1]-both
		case strings.Contains(w.Is.Text, ".points"):
			of[0], of[1] = of[0]+both*float64(opal), of[1]+both*float64(agate)
		}
	}
	return of
}

// Two cards whose points are swapped swap their worth.
func TestSwappedCards(t *testing.T) {
	for range soak.Or(4, 1) {
		seed := drawn(t)
		w, swapped := worth(t, 3, 1, seed), worth(t, 1, 3, seed)
		t.Logf("opal : agate is %.2f, and swapped 1 : %.2f", w[0]/w[1], swapped[1]/swapped[0])
		assert.InDelta(t, 3, w[0]/w[1], 0.5, "%v", w)
		assert.InDelta(t, 3, swapped[1]/swapped[0], 0.5, "%v", swapped)
	}
}

// Features are found for players whom a field of pieces names, and for places by their neighbours; here a corner has three.
func TestFeatures(t *testing.T) {
	found := playout.FindFeatures(files(t, "othello").load(t), 2).Names
	for _, text := range []string{"len(spots(me))", "len(filter(board, .black == is_black(me)))",
		"count(filter(board, .black == is_black(me)), len(neighbours(.on)) == 3)"} {
		assert.Contains(t, found, text)
	}
	found = playout.FindFeatures(files(t, "harbour").load(t), 2).Names
	for _, text := range []string{"me.score", "me.has.wood", "len(me.town)", `count(me.town, .card == "hut")`,
		"sum(me.town, .points)"} {
		assert.Contains(t, found, text)
	}
}
