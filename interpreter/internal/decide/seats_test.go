package decide_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// many coins, so that there is always a choice.
const many = `
penny: {copies: 6, worth: 1}
groat: {copies: 6, worth: 4}
`

// givingAway is a match with a side offer of coins.
const givingAway = `
- {choose: coin, from: bank, by: 'players[1]'}
- {move: coin, to: 'players[1].hand'}
- {choose: other, from: bank, by: 'players[1]', id: quiet}
`

const offers = `
side_offers:
  gift:
    closed_in: [quiet]
    do: [{choose: given, from: bank}, {move: given, to: me.hand}]
  alms:
    closed_in: [quiet]
    do: [{choose: given, from: bank}, {move: given, to: me.hand}]
`

// moves plays with the given bot on all seats and returns its decisions.
func moves(t *testing.T, bot string) []string {
	t.Helper()
	g := game(t, many, givingAway, bot, offers)
	m := machine.New(g.Program, 3, nil)
	s := decide.Seats{Chance: decide.NewRandom(1), Players: []decide.Decider{nil, nil, nil}}
	for i := range s.Players {
		d, err := decide.NewPolicy(g.Program, "fox", decide.NewRNG(1, uint64(i)))
		require.NoError(t, err)
		s.Players[i] = d
	}
	var out []string
	for move, ok := s.Next(m); ok; move, ok = s.Next(m) {
		what := g.Program.Seats[move.By] + " " + move.Offer
		if move.Offer == "" {
			what += m.Next().Name
		}
		out = append(out, what)
		require.NoError(t, move.Make(m))
	}
	require.NoError(t, m.Err())
	return out
}

// Bots make the offers to which they give a number above 0, the highest first
// and each bot one a decision, clockwise from the one who is asked; where offers
// are closed they make none.
func TestBotsMakeOffers(t *testing.T) {
	for _, c := range []struct {
		name, bot string
		want      []string
	}{
		{"none by default", "match.coin: it.worth", []string{"bob match.coin", "bob match.other"}},
		{"nothing is not above nothing", "gift: 0\nalms: -1", []string{"bob match.coin", "bob match.other"}},
		{"who wants to", "gift: 'me == players[0] ? 2 : 0'", []string{"ann gift", "ann gift.given", "bob match.coin", "bob match.other"}},
		{"all, in order", "gift: 'me == players[2] ? 0 : 1'\ngift.given: -it.worth", []string{"bob gift", "bob gift.given", "ann gift", "ann gift.given", "bob match.coin"}},
		{"the highest", "gift: 1\nalms: 'me == players[1] ? 2 : -2'\ngift.given: 1", []string{"bob alms", "bob alms.given", "cid gift", "cid gift.given", "ann gift", "ann gift.given"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, moves(t, c.bot)[:len(c.want)])
		})
	}
}

// A seat without a decider is asked elsewhere; the bots propose all the same.
func TestPersonsAreAskedElsewhere(t *testing.T) {
	g := game(t, many, givingAway, "gift: 1", offers)
	m := machine.New(g.Program, 2, nil)
	fox, err := decide.NewPolicy(g.Program, "fox", decide.NewRNG(1, 1))
	require.NoError(t, err)
	s := decide.Seats{Chance: decide.NewRandom(1), Players: []decide.Decider{fox, nil}}
	move, ok := s.Next(m)
	require.True(t, ok)
	require.Equal(t, decide.Move{By: 0, Offer: "gift"}, move)
	require.NoError(t, move.Make(m))
	move, ok = s.Next(m)
	require.True(t, ok)
	require.NoError(t, move.Make(m))
	_, ok = s.Next(m)
	require.False(t, ok)
	require.Equal(t, "match.coin", m.Next().Name)
}

// Random bots make no offers.
func TestRandomBotsMakeNoOffers(t *testing.T) {
	_, may := decide.Decider(decide.NewRandom(1)).(decide.Proposer)
	require.False(t, may)
}

// Whether an offer is made is decided with the eyes of who would make it.
func TestAnOfferCannotPeek(t *testing.T) {
	g := game(t, many, givingAway, `gift: 'count(players[1].hand, .card == "penny")'`, offers)
	m := machine.New(g.Program, 2, nil)
	fox, err := decide.NewPolicy(g.Program, "fox", decide.NewRNG(1, 1))
	require.NoError(t, err)
	s := decide.Seats{Chance: decide.NewRandom(1), Players: []decide.Decider{fox, fox}}
	move, ok := s.Next(m)
	require.True(t, ok)
	require.Zero(t, move.Offer)
	require.ErrorContains(t, move.Make(m), "ann may not look into bob.hand")
}
