package machine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/state"
)

// barter is a game in which something is asked, and chips may change hands
// beside it.
const barter = `
fields: {me_first: {type: player}}
procedures:
  match:
    do:
      - {move: food, number: 2, from: bank, to: 'players[0].stock'}
      - {move: wood, number: 1, from: bank, to: 'players[1].stock'}
      - {set: {me_first: 'players[0]'}}
      - {choose: number, from: 1..3, by: me_first}
      - {choose: again, from: 1..3, by: me_first, id: quiet}
      - {roll: die, by: me_first}
      - {finish: players}
side_offers:
  trade:
    closed_in: [quiet]
    do:
      - {choose: other, from: others}
      - {choose: given, from: me.stock, at_least: 0}
      - {choose: got, from: other.stock, at_least: 0, together: {something changes hands: len(given) + len(got) > 0}}
      - {may: {accept: []}, by: other, if: not empty(got), otherwise: [{stop: trade}]}
      - {move: given, to: other.stock}
      - {move: got, to: me.stock}
`

func TestASideOfferIsOneARequest(t *testing.T) {
	r := start(t, 3, cards, barter)
	r.Next()
	require.NoError(t, r.Offer("trade", 1))
	require.EqualError(t, r.Offer("trade", 0), "an offer is under way already")
	r.answer("bob trade.other: ann")
	r.answer("bob trade.given: wood")
	r.answer("bob trade.got: food food")
	r.answer("ann trade: accept")
	require.Equal(t, "match.number", r.Next().Name, "what was asked is asked afresh")
	r.is(`all(players[0].stock, .card == "wood")`, "len(players[1].stock) == 2")
	require.EqualError(t, r.Offer("trade", 1), "a player makes one offer a request")
	require.NoError(t, r.Offer("trade", 2)) // another may still
	r.answer("cid trade.other: bob")
	r.answer("cid trade.got: food")
	r.answer("bob trade: -") // declined: nothing moves
	r.answer("ann match.number: 2")
	r.is("len(players[1].stock) == 2", "empty(players[2].stock)")
	require.Equal(t, "match.again", r.Next().Name)
	require.EqualError(t, r.Offer("trade", 1), "no offers are made here")
	r.answer("ann match.again: 2")
	require.EqualError(t, r.Offer("trade", 1), "nothing is proposed while chance decides")
	require.Zero(t, r.State().Stack[state.AtOffer])
}

func TestAnOfferMayBeMadeAgainWhereTheGameSaysSo(t *testing.T) {
	r := start(t, 2, cards, strings.Replace(barter, "    closed_in", "    again: true\n    closed_in", 1))
	r.Next()
	for range 2 {
		require.NoError(t, r.Offer("trade", 0))
		r.answer("ann trade.given: food")
		r.answer("ann trade.got: -")
		require.True(t, r.HasOffered(0))
	}
	r.answer("ann match.number: 1")
	require.False(t, r.HasOffered(0))
}

func TestAnOfferSurvivesASnapshot(t *testing.T) {
	r := start(t, 2, cards, barter)
	r.Next()
	require.NoError(t, r.Offer("trade", 1))
	var s state.State
	r.Snapshot(&s)
	r.answer("bob trade.given: wood")
	r.Restore(&s)
	r.answer("bob trade.given: wood")
	r.answer("bob trade.got: food")
	r.answer("ann trade: accept")
	r.answer("ann match.number: 1")
	r.is("len(players[0].stock) == 2")
}

func TestAnOfferHasItsConditions(t *testing.T) {
	r := start(t, 3, cards, strings.Replace(barter, "    closed_in", "    if: {only who has something trades: not empty(me.stock)}\n    closed_in", 1))
	r.Next()
	require.EqualError(t, r.Offer("trade", 2), "only who has something trades")
	require.NoError(t, r.Offer("trade", 1))
}
