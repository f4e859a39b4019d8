package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// weighs returns the bot's value of an answer.
func (r *run) weighs(answer ...int32) (int32, bool) {
	r.t.Helper()
	q := r.Next()
	require.NotNil(r.t, q, "%v", r.Err())
	w := decide.WishesFor(r.Match, r.game.Program.Bots["fox"])
	require.NotNil(r.t, w, "the bot says nothing of %s", q.Name)
	f := w.Answer
	switch q.Kind {
	case machine.AskOption:
		f = w.Option[q.Options[answer[0]].Value]
	case machine.AskPlay:
		f = w.Card[r.Env.World.Pieces[q.Options[answer[0]].Value].Card]
	}
	return decide.Worth(r.Match, f, answer)
}

const fox = `
bots:
  fox:
    match.coin: 'it.worth + (me == players[1] ? 100 : 0)'
    match.coins: 'sum(coins, .worth)'
    match.go_on: 10 * limit
`

// A single choice is `it`, a list has its own name, and `me` is the player who is asked, even if the steps
// run for another.
func TestValuesOfAnswers(t *testing.T) {
	r := start(t, 2, cards, fox, match(`
- {set: {limit: 3}}
- {choose: coin, by: 'players[1]', from: 'filter(bank, .kind == "coin")'}
- {choose: coins, from: 'filter(bank, .kind == "coin")', at_least: 1}
- {may: {go_on: [], stay: []}}
`))
	require.NotNil(t, r.Next())
	before := r.State().Clone()
	worth, ok := r.weighs(2)
	require.True(t, ok)
	require.EqualValues(t, 109, worth)
	require.True(t, before.Equal(r.State()), "to weigh changes nothing")

	r.answer("bob match.coin: penny")
	require.NotNil(t, r.Next())
	before = r.State().Clone()
	worth, _ = r.weighs(0, 0, 1)
	require.EqualValues(t, 6, worth)
	require.True(t, before.Equal(r.State()), "to weigh changes nothing")
	require.ErrorContains(t, r.Answer(), "at least 1")
	require.True(t, before.Equal(r.State()), "nor does to try")

	r.answer("ann match.coins: penny")
	worth, _ = r.weighs(0)
	require.EqualValues(t, 30, worth)
}

func TestValuesOfAnswersInAWindow(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give, `
bots:
  fox:
    raid_open.spite: '10 * pending.strength + (card.card == "spite" ? 1 : 0) + 100 * len(me.hand)'
    raid_open.target: '(it == players[0] ? 5 : 7) + (card.card == "spite" ? 100 : 0)'
`)
	require.NotNil(t, r.Next())
	worth, ok := r.weighs(1)
	require.True(t, ok, "%v", r.Err())
	require.EqualValues(t, 331, worth)
	r.answer("bob raid_open: spite")
	for i, want := range []int32{107, 105} {
		worth, ok = r.weighs(int32(i))
		require.True(t, ok, "%v", r.Err())
		require.Equal(t, want, worth)
	}
}

// A formula with the eyes of a player cannot read hidden values; it can count the pieces of a hidden zone.
func TestEyesCannotReadWhatIsHidden(t *testing.T) {
	const steps = `
- {move: 'stock[0:2]', to: 'players[0].hand'}
- {move: 'first(stock)', to: 'players[1].hand'}
- {move: 'first(stock)', to: 'players[1].cloak'}
- {set: {kept: 'first(players[1].hand)', hoard: 'filter(players[1].hand, true)'}}
- {set: {'first(me.hand).mark': 1}}
- {move: 'first(stock)', to: dark}
- {choose: coin, from: me.hand}
`
	for formula, fault := range map[string]string{
		"len(players[1].hand) + len(stock)":                         "",
		"empty(players[1].hand) ? 1 : 0":                            "",
		`count(me.hand, .card == "penny")`:                          "",
		"it.mark":                                                   "",
		"me.secret":                                                 "",
		"count(players[1].hand, true)":                              "ann may not look into bob.hand",
		`first(players[1].hand)?.card == "penny" ? 1 : 0`:           "ann may not look into bob.hand",
		`len(map(players[1].hand, .card))`:                          "ann may not look into bob.hand",
		"count(players[1].cloak, true)":                             "ann may not know which piece lies in bob.cloak",
		"len(filter(stock, true))":                                  "ann may not look into stock",
		"count(pieces, .on == players[1].hand)":                     "ann may not know which piece lies in",
		"count(pieces, .owner == players[1])":                       "ann may not know which piece lies in",
		`count(pieces, .face == "down")`:                            "ann may not know which piece lies in",
		`count(filter(pieces, .kind == "coin"), .mark > 0)`:         "ann may not read this mark",
		`count(filter(pieces, .kind == "coin"), not empty(.under))`: "ann may not count what lies in penny.under",
		`count(me.hand, empty(.under))`:                             "",
		`sum(filter(pieces, .kind == "coin"), count(.under, true))`: "ann may not look into penny.under",
		`kept?.card == "penny" ? 1 : 0`:                             "ann may not know which piece lies in bob.hand",
		"len(hoard)":                                                "ann may not know which piece lies in bob.hand",
		`bearer(find(pieces, .kind == "gem")) == nothing ? 1 : 0`:   "",
		`buried(find(pieces, .kind == "gem")) == nothing ? 1 : 0`:   "ann may not know which piece lies in dark",
		"players[1].secret":                                         "ann may not read this secret",
		"hush":                                                      "ann may not read this hush",
	} {
		t.Run(formula, func(t *testing.T) {
			r := start(t, 2, sight, match(steps), "formulas: {bearer(gem): 'find(open, gem in .under)', buried(gem): 'find(dark, gem in .under)'}", "bots: {fox: {match.coin: '"+formula+"'}}")
			_, ok := r.weighs(0)
			if fault == "" {
				require.True(t, ok, "%s: %v", formula, r.Err())
				return
			}
			require.False(t, ok, formula)
			require.ErrorContains(t, r.Err(), fault, formula)
			require.Regexp(t, `cards/test/\d+\.yaml:1:\d+: `, r.Err().Error(), "the place of the formula")
		})
	}
}

// A preference of a bot must refer to a request or option of the game.
func TestBotsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"match.coni: 1":            "no request or option has the name \"match.coni\"",
		"raid.coins: 1":            "did you mean \"match.coins\"?",
		"xyzzy: 1":                 "the names are standing, likely, match.coin, match.coins",
		"match.coins: it.worth":    "`it` exists only in",
		"match.coin: it.wroth":     "has no \"wroth\"",
		"match.coin: 'it == it'":   "the worth of an option is a number",
		"raid_open.shield: 1":      "window raid_open has no card \"shield\"",
		"raid_open.target: it.hop": "has no \"hop\"",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := load("", feud, raid, open(""), `
procedures:
  match: {do: [{choose: coin, from: store}, {choose: coins, from: store, at_least: 1}, {call: raid}]}
---
bots: {fox: {`+text+`}}`)
			require.ErrorContains(t, err, want, text)
		})
	}
}
