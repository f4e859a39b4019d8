package exec_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// guess hides a card from the player who guesses it, twice.
const guess = `
language: 1
game: guess
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, hit: false}
zones: {deck: {order: stack, seen_by: nobody, holds: [number_card], starts: true}}
player: {zones: {hand: {seen_by: owner, holds: [number_card]}}}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - shuffle: deck
      - draw: 1
        from: deck
        to: players[1].hand
      - call: turn
        with: {me: active}
      - roll: die
        by: players[0]
      - call: turn
        with: {me: active}
        if: die > 3
      - finish: 'hit ? [active] : [players[1]]'
  turn:
    do:
      - choose: bid
        from: 1..10
      - set: {hit: 'hit or first(players[1].hand).value == bid'}
`

// auction is a procedure that takes a value.
const auction = `
  auction:
    takes: {seller: player}
    do:
      - set: {active: 'clockwise(seller)[1]'}
`

// Acts may follow chance that the script leaves open, if only a chance is checked. They are done after each result.
func TestChanceAfterAnOpenDraw(t *testing.T) {
	for name, x := range map[string]struct{ script, says string }{
		"one act":                     {"when: [{ann: {bid: 7}}]\n  chance: {of: hit, is: 1/10}", ""},
		"another chance":              {"when: [{ann: {bid: 7}}]\n  chance: {of: hit, is: 1/9}", "the chance is 1/10, not 1/9"},
		"a player asked on the way":   {"when: [{draws: [card_2]}, {ann: {bid: 3}}]\n  chance: {of: hit, is: 1}", "in 1/2 of the cases the match waits at turn.bid, which asks ann"},
		"after a draw":                {"when: [{draws: [card_7]}, {ann: {bid: 7}}]\n  chance: {of: hit, is: 1}", ""},
		"an act of no seat":           {"when: [{bob: {bid: 7}}]\n  chance: {of: hit, is: 1/10}", "bob cannot choose bid: bob is not asked"},
		"an illegal act":              {"when: [{ann: {bid: 11}}]\n  chance: {of: hit, is: 1/10}", "turn.bid does not offer 11"},
		"too many acts":               {"when: [{ann: {bid: 7}}, {ann: {bid: 8}}]\n  chance: {of: hit, is: 1/5}", "ann cannot choose bid: ann is not asked"},
		"another check":               {"when: [{ann: {bid: 7}}]\n  chance: {of: hit, is: 1/10}\n  then: hit", "ann cannot choose bid: ann is not asked"},
		"no check":                    {"when: [{ann: {bid: 7}}, {then: hit}]", "ann cannot choose bid: ann is not asked"},
		"rolls behind":                {"when: [{ann: {bid: 7}}, {rolls: [6]}, {ann: {bid: 8}}]\n  chance: {of: hit, is: 1/5}", "ann cannot choose bid: ann is not asked"},
		"two acts, each after chance": {"when: [{draws: [card_2]}, {ann: {bid: 2}}, {rolls: [6]}, {ann: {bid: 2}}]\n  chance: {of: hit, is: 1}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := guessed(t, "given: {turn: ann, at: match/draw 1, deck: {block: rest}}\n  "+x.script)
			if x.says == "" {
				require.Empty(t, got)
				return
			}
			require.Contains(t, got, x.says)
			require.NotContains(t, got, "add `draws`")
		})
	}
}

// guessed runs a scenario of the guess and returns the message of its failure, or "".
func guessed(t *testing.T, text string) string {
	t.Helper()
	files := fstest.MapFS{
		"cards/guess/game.yaml":  {Data: []byte(guess + auction)},
		"cards/guess/card.yaml":  {Data: []byte("kind: number_card\nfields: {value: number}\ncards:\n  card_<value>: {each: {value: 1..10}, copies: 1, value: <value>}\n")},
		"scenarios/guess/s.yaml": {Data: []byte("- scenario: s\n  " + text + "\n")},
	}
	res, err := scenario.Run(t.Context(), interpreter.Sources{{Name: "test", FS: files}}, nil, scenario.Options{})
	require.NoError(t, err)
	require.Len(t, res.Cases, 1)
	return res.Cases[0].Message.String()
}
