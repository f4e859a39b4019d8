package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// rounded returns a match with a loop over a name, in which a die tells the rounds apart.
func rounded(t *testing.T, steps string) *run {
	t.Helper()
	return start(t, 2, hidden, match(coins+steps+"\n- {each: piece_, in: held, do: [{roll: die}]}\n"))
}

// Chance orders the rounds of a loop over a name if all lists that the name gets are in the order of declaration.
func TestChanceOrdersTheRoundsOfNames(t *testing.T) {
	for name, steps := range map[string]string{
		"a zone":                "- {set: {held: 'players[1].hand'}}",
		"filtered":              "- {set: {held: 'filter(players[1].hand, true)'}}",
		"by a name in between":  "- {set: {all_: 'players[1].hand'}}\n- {set: {held: all_}}",
		"by a let":              "- {set: {held: 'let all_ = players[1].hand; filter(all_, .worth > 0)'}}",
		"and less of the same":  "- {set: {held: 'players[1].hand'}}\n- {set: {held: 'filter(held, .worth > 0)'}}",
		"one of two":            "- {set: {held: 'players[1].hand'}}\n- {set: {held: open}, if: 'empty(players[1].hand)'}",
		"or none":               "- {set: {held: []}}\n- {set: {held: 'not empty(open) ? players[1].hand : []'}}",
		"of a set, once joined": "- {set: {held: 'concat(filter(players[1].hand, .worth == 1), filter(players[1].hand, .worth > 1))'}}",
	} {
		t.Run(name, func(t *testing.T) {
			rounded(t, steps).answer("chance match.piece_ [penny groat]: groat")
		})
	}
}

// A loop over a name keeps the order that the rules, or a player, have given the name.
func TestNamesKeepTheirOrder(t *testing.T) {
	for name, steps := range map[string]string{
		"sorted":           "- {set: {held: 'sortBy(players[1].hand, -it.worth)'}}",
		"appended":         "- {set: {held: 'filter(players[1].hand, .worth > 1)'}}\n- {set: {held: 'concat(held, filter(players[1].hand, .worth == 1))'}}",
		"of a stack":       "- {move: 'players[1].hand', to: me.queue}\n- {set: {held: me.queue}}\n- {move: held, to: 'players[1].hand'}",
		"in one case only": "- {set: {held: 'players[1].hand'}}\n- {set: {held: 'reverse(players[1].hand)'}, if: 'not empty(open)'}",
	} {
		t.Run(name, func(t *testing.T) {
			rounded(t, steps).play("chance match.die: 1", "chance match.die: 2", "chance match.die: 3", "chance match.die: 4")
		})
	}
	r := rounded(t, "- {choose: held, from: 'players[1].hand', exactly: 2, by: 'players[1]'}")
	r.answer("bob match.held: groat penny")
	require.Equal(t, "chance match.die", r.who(r.Next().By)+" "+r.Next().Name)
}

// places counts in which of two places a groat can come to lie by steps that take it and another coin from a
// hand, if chance draws in every way.
func places(t *testing.T, other, steps string) map[string]int {
	t.Helper()
	found := map[string]int{}
	for first := range int32(2) {
		r := start(t, 2, hidden, match(`
- {move: 'filter(stock, (.card == "groat" or .card == "`+other+`") and .copy == 1)', to: 'players[1].hand'}
`+steps))
		q := r.Next()
		require.NotNil(t, q, "chance draws: %v", r.Err())
		require.Equal(t, []any{machine.Chance, 2}, []any{q.By, len(q.Options)})
		require.NoError(t, r.Answer(first))
		require.Nil(t, r.Next())
		require.NoError(t, r.Err())
		for _, z := range []string{"open", "dark"} {
			if r.Env.World.In(ref.Piece(r.zone(`first(filter(pieces, .card == "groat" and .copy == 1))`))) == ref.Place(r.zone(z)) {
				found[z]++
			}
		}
	}
	return found
}

// Each place can get either of two unseen coins, in any order of their declarations, and a pick with a tie
// can take either. A penny is declared before a groat, a crown after it.
func TestMovesAndPicksRevealNoOrderOfDeclaration(t *testing.T) {
	for name, c := range map[string]struct {
		steps string
		want  map[string]int
	}{
		"one to each place":     {"- {move: 'players[1].hand', to: '[open, dark]'}", map[string]int{"open": 1, "dark": 1}},
		"with a place to spare": {"- {move: 'filter(players[1].hand, .worth > 0)', to: '[open, dark, players[0].hand]'}", map[string]int{"open": 1, "dark": 1}},
		"of a name":             {"- {set: {held: 'players[1].hand'}}\n- {move: held, to: '[open, dark]'}", map[string]int{"open": 1, "dark": 1}},
		"picked":                {"- {pick: coin_, from: 'players[1].hand'}\n- {move: coin_, to: open}", map[string]int{"open": 1}},
		"of a class":            {"- {pick: coin_, from: 'players[1].hand', prefer: {coins that are worth something: it.worth > 0}}\n- {move: coin_, to: open}", map[string]int{"open": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, places(t, "penny", c.steps))
			require.Equal(t, c.want, places(t, "crown", c.steps))
		})
	}
}

// Chance draws for a move and a pick only where an order could tell: pieces that all know come first, equal
// cards need no draw, and the rules may have given an order.
func TestChanceDrawsOnlyUnseenOrders(t *testing.T) {
	after := func(steps string) *run { return start(t, 2, hidden, match(coins+steps)) }
	after("- {move: 'concat(filter(players[1].hand, .worth > 1), open)', to: '[dark, open, players[0].hand]'}").play().
		is(`dark == ["crown"]`, `open == ["groat"]`, `players[0].hand == ["groat"]`)
	after("- {move: 'players[1].hand', to: '[dark, open, dark, dark]'}").play(
		"chance match.move [penny groat]: penny",
		"chance match.move [penny groat]: groat",
		"chance match.move [penny groat]: groat",
	).is(`open == ["crown", "groat"]`)
	after("- {move: 'sortBy(players[1].hand, -it.worth)', to: '[open, dark, dark, dark]'}").play().is(`open == ["crown", "groat"]`)
	after("- {pick: coin_, from: 'concat(players[1].hand, open)'}\n- {move: coin_, to: dark}").play().is(`dark == ["crown"]`)
	after("- {pick: coin_, from: 'players[1].hand', where: it.worth > 1}\n- {move: coin_, to: dark}").play().is(`dark == ["groat"]`)
	after("- {pick: coin_, from: 'players[1].hand', where: it.worth > 9}\n- {move: open, to: dark, if: coin_ == nothing}").play().is(`dark == ["crown"]`)
	r := after("- {move: 'players[1].hand', to: '[dark, open, dark, dark]'}\n- {pick: coin_, from: dark}\n- {move: coin_, to: open}")
	r.Omniscient = true // as in a scenario
	r.play().is(`open == ["crown", "penny", "penny"]`)
	after("- {move: 'players[1].hand', to: '[open, dark]'}").fails("4 pieces and only 2 places",
		"chance match.move: penny", "chance match.move: groat", "chance match.move: groat")
}
