package interpreter_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// hashed is a game with most of what a canonical form leaves out.
const hashed = `language: 1
game: toll
names: {en: Toll}
about: Pay and go.
players: {from: 1, to: 2, seats: [ann, bob], turn: active}
start: match
fields:
  active: {type: player}
  paid: {type: number, default: 0, note: for the bridge}
zones:
  road: {order: stack, holds: [coin], names: {en: Road}}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - may:
          pay:
            if:
              you have a coin: any(road, true)
            do:
              - set: {paid: paid + 1}
                note: only once
          pass_by: [{call: leave}]
        id: bridge
      - finish: '[active]'
  leave:
    do:
      - set: {paid: '0'}
        says: {en: Nobody pays}
rulings:
  toll.twice:
    kind: rule
    question: Twice?
    default: no_more
    readings: {no_more: once, more: twice}
bots:
  greedy: {match.pay: 1}
measures:
  paid: {at: {end: match}, mean: paid}
looks:
  coin: {colour: yellow}
`

const hashedCards = `kind: coin
names: {en: Coin}
fields: {worth: {type: number, default: 1}}
cards:
  penny: {copies: 3, starts: road, worth: {assumed: 1}}
`

func hashOf(t *testing.T, game, cards string) string {
	t.Helper()
	s := interpreter.Sources{{Name: "test", FS: fstest.MapFS{"cards/toll/game.yaml": {Data: []byte(game)}, "cards/toll/coin.yaml": {Data: []byte(cards)}}}}
	g, err := interpreter.Load(s, "toll", interpreter.Options{})
	require.NoError(t, err)
	return g.RulesHash()
}

// A saved match stays valid if nothing changes that decides how matches go on.
func TestHashOfRules(t *testing.T) {
	was := hashOf(t, hashed, hashedCards)
	require.Equal(t, "rules1-c9b0e1a254127b37a92b9c874fadd304ddb6873273d0dcd2f82978c739294df2", was, "saved matches of older versions have this hash: keep the form, or raise syntax.CanonicalVersion and read both")
	replaced := func(text, from, to string) string {
		require.Contains(t, text, from)
		return strings.ReplaceAll(text, from, to)
	}
	for _, same := range [][2]string{
		{"start: match\n", "start: match # a comment\n\n"}, {"{en: Toll}", "{en: The toll, de: Zoll}"}, {"about: Pay and go.", "about: Go."},
		{"you have a coin: any", "there is a coin on the road: any"}, {"any(road, true)", "'any(road,\n                true)'"}, {"note: only once", "note: at most once"},
		{"Nobody pays", "No toll"}, {"greedy: {match.pay: 1}", "greedy: {match.pay: 2}\n  lavish: {match.pay: 3}"}, {"mean: paid", "mean: paid * 2"},
		{"colour: yellow", "colour: red"}, {"question: Twice?", "question: How often?"}, {", note: for the bridge", ""}, {"{paid: '0'}", "\n          paid: 0"},
		{"  leave:\n    do:\n      - set: {paid: '0'}\n        says: {en: Nobody pays}\n", ""},
	} {
		game := replaced(hashed, same[0], same[1])
		if same[1] == "" && strings.Contains(same[0], "leave:") { // before the other procedure
			game = replaced(game, "procedures:\n", "procedures:\n"+same[0])
		}
		require.Equal(t, was, hashOf(t, game, hashedCards), "%q as %q", same[0], same[1])
	}
	require.Equal(t, was, hashOf(t, hashed, replaced(hashedCards, "{assumed: 1}", "{given: 1}")))
	require.Equal(t, was, hashOf(t, hashed, replaced(hashedCards, "en: Coin", "en: Token")))
	for _, other := range [][2]string{
		{"paid + 1", "paid + 2"}, {"default: 0", "default: 1"}, {"order: stack, ", ""}, {"default: no_more", "default: more"}, {"pass_by", "go_by"},
		{"              you have a coin: any(road, true)\n", "              you have a coin: any(road, false)\n"}, {"to: 2, seats: [ann, bob]", "to: 1, seats: [ann]"},
		{"game: toll\n", "game: toll\nremember: true\n"}, {"[{call: leave}]", "[{call: leave}, {call: leave}]"},
	} {
		require.NotEqual(t, was, hashOf(t, replaced(hashed, other[0], other[1]), hashedCards), "%q as %q", other[0], other[1])
	}
	for _, other := range [][2]string{{"copies: 3", "copies: 4"}, {"{assumed: 1}", "2"}, {"penny:", "farthing:"}, {"starts: road, ", ""}} {
		require.NotEqual(t, was, hashOf(t, hashed, replaced(hashedCards, other[0], other[1])), "%q as %q", other[0], other[1])
	}
}

// Matches that were saved with a hash of the files stay valid as long as the files do not change. Looks do not count,
// except in the oldest ones.
func TestHashOfFiles(t *testing.T) {
	sources := func(game string) interpreter.Sources {
		return interpreter.Sources{{Name: "test", FS: fstest.MapFS{"cards/toll/game.yaml": {Data: []byte(game)}, "cards/toll/coin.yaml": {Data: []byte(hashedCards)}}}}
	}
	played := func(game, saved string) string {
		s := sources(game)
		g, err := interpreter.Load(s, "toll", interpreter.Options{})
		require.NoError(t, err)
		hash, err := s.PlayedAs(g, saved)
		require.NoError(t, err)
		return hash
	}
	all, _, err := sources(hashed).Hash("toll")
	require.NoError(t, err)
	require.Equal(t, all, played(hashed, all))
	files := played(hashed, "0123")
	require.NotEqual(t, all, files)
	look := strings.Replace(hashed, "colour: yellow", "colour: red", 1)
	require.Equal(t, files, played(look, files), "looks do not count")
	require.NotEqual(t, all, played(look, all))
	require.NotEqual(t, files, played("# a comment\n"+hashed, files))
	require.Equal(t, played(hashed, ""), played("# a comment\n"+hashed, "rules1-00"))
}
