package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// purses is a game of open cards with a mark that their holder may not read, and with zones that hide their
// contents.
const purses = `
zones: {open: {}, table: {}}
player: {zones: {hand: {seen_by: owner}}}
---
kind: purse
starts: open
fields: {worth: {type: number, default: 0, seen_by: nobody}}
zones: {inside: {holds: [coin], seen_by: nobody}, beside: {layout: row, size: 2, holds: [coin]}}
cards: {red: {copies: 2}, blue: {copies: 1}}
---
kind: coin
starts: open
cards: {penny: {copies: 1}, crown: {copies: 1}}
`

// Equal cards are one option if the player cannot tell them apart. Chance draws which of them is meant.
func TestCardsThatDifferUnseenAreOneOption(t *testing.T) {
	for name, steps := range map[string]string{
		"a mark":         "- {set: {'first(open).worth': 3}}",
		"contents":       "- {set: {purses: 'filter(open, .card == \"red\")'}}\n- {move: 'filter(open, .card == \"penny\")', to: 'purses[0].inside'}\n- {move: 'filter(open, .card == \"crown\")', to: 'purses[1].inside'}",
		"both":           "- {set: {purses: 'filter(open, .card == \"red\")', 'first(open).worth': 1}}\n- {move: 'filter(open, .card == \"crown\")', to: 'purses[0].inside'}\n- {move: 'filter(open, .card == \"penny\")', to: 'purses[1].inside'}",
		"several chosen": "- {set: {'filter(open, .copy == 2)[0].worth': 3}}",
	} {
		t.Run(name, func(t *testing.T) {
			choose := "\n- {choose: purse_, from: 'filter(open, .kind == \"purse\")'}\n- {move: purse_, to: table}"
			if name == "several chosen" {
				choose = "\n- {choose: purse_, from: 'filter(open, .kind == \"purse\")', exactly: 2}\n- {move: purse_, to: table}"
			}
			r := start(t, 2, purses, match(steps+choose))
			q := r.Next()
			require.Equal(t, []int32{2, 1}, []int32{q.Options[0].Count, q.Options[1].Count})
			require.Len(t, q.Options, 2)
			if name == "several chosen" {
				r.play("ann match.purse_ [red blue]: red red", "chance match.purse_ [red red]: red").is("len(table) == 2")
				return
			}
			r.answer("ann match.purse_ [red blue]: red")
			q = r.Next()
			require.NotNil(t, q, "%v", r.Err())
			require.EqualValues(t, machine.Chance, q.By)
			require.Len(t, q.Options, 2)
			second := ref.Piece(q.Options[1].Value)
			require.NoError(t, r.Answer(1))
			require.Nil(t, r.Next())
			require.EqualValues(t, r.zone("table"), r.Env.World.In(second))
		})
	}
	// Visible contents make them different options.
	r := start(t, 2, purses, match("- {move: 'filter(open, .card == \"penny\")', to: 'first(open).inside'}\n- {choose: purse_, from: 'filter(open, .kind == \"purse\")'}"))
	require.Len(t, r.Next().Options, 3, "how many coins lie in a purse is public")
}

// A script may name the very card.
func TestNamedCardsThatDifferUnseen(t *testing.T) {
	r := start(t, 2, purses, match("- {set: {'first(open).worth': 3}}\n- {choose: purse_, from: 'filter(open, .kind == \"purse\")'}"))
	r.Omniscient = true
	require.Len(t, r.Next().Options, 3)
}

// The zones of pieces that look equal to a player are one option, even if the pieces differ.
func TestPlacesOnUnseenPieces(t *testing.T) {
	r := start(t, 2, purses, match(`
- {move: 'filter(open, .kind == "purse")', to: 'players[1].hand'}
- {choose: spot, from: 'concat(places(players[1].hand[0].beside), places(players[1].hand[2].beside))'}
- {move: 'filter(open, .card == "crown")', to: spot}
`))
	q := r.Next()
	require.Len(t, q.Options, 2, "the first and the second place")
	require.EqualValues(t, 2, q.Options[0].Count)
	require.NoError(t, r.Answer(0))
	q = r.Next()
	require.EqualValues(t, machine.Chance, q.By)
	require.Len(t, q.Options, 2, "on either purse")
	spot := ref.Place(q.Options[1].Value)
	require.NoError(t, r.Answer(1))
	require.Nil(t, r.Next())
	require.NoError(t, r.Err())
	require.EqualValues(t, 1, r.Env.World.Len(spot))
}
