package interpreter

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/pages"
)

// trap is a game whose procedures a test adds.
const trap = `language: 1
game: trap
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
zones: {deck: {order: stack, seen_by: nobody, holds: [leaf], starts: true, when_empty: stop}}
player:
  fields: {coins: 0, brave: false}
  zones: {hand: {holds: [leaf]}}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - each: round
        in: 1..6
        do:
          - call: turn
            with: {me: active}
          - set: {active: 'clockwise(active)[1]'}
      - finish: filter(players, .coins == max(map(players, it.coins)) and (.brave or not empty(.hand) or true))
`

// notesOn returns the notes on a game of one file and a kind of card, one after the other.
func notesOn(t *testing.T, procedures string) string {
	t.Helper()
	src := Sources{{Name: "test", FS: fstest.MapFS{
		"cards/trap/game.yaml": {Data: []byte(trap + procedures)},
		"cards/trap/leaf.yaml": {Data: []byte("kind: leaf\ncards: {oak: {copies: 3}}\n")},
	}}}
	rules, err := NewLoader(src).Read(src, "trap")
	require.NoError(t, err)
	g, err := rules.Game(Options{})
	require.NoError(t, err)
	return rules.Notes(g).Error()
}

func TestNotes(t *testing.T) {
	for name, c := range map[string]struct{ procedures, note string }{
		"a callee sets its own name": {`
  turn:
    names: {pot: 0}
    do:
      - call: throw
      - set: {me.coins: me.coins + pot}
  throw:
    do:
      - roll: die
      - set: {pot: die}
`, `
cards/trap/game.yaml:29:15: throw sets a name "pot" of its own, and the "pot" of its caller turn stays as it is
 29 |       - set: {pot: die}
    |               ^
    = add ` + "`gives: [pot]` to throw; if throw needs the value of turn, also `takes: [pot]`" + `
`},
		"a callee changes what it takes": {`
  turn:
    names: {pot: 0}
    do:
      - call: throw
        with: {pot: pot}
      - set: {me.coins: me.coins + pot}
  throw:
    takes: {pot: number}
    do:
      - roll: die
      - set: {pot: pot + die}
`, `
cards/trap/game.yaml:31:15: throw sets a name "pot" of its own, and the "pot" of its caller turn stays as it is
 31 |       - set: {pot: pot + die}
    |               ^
    = add ` + "`gives: [pot]` to throw" + `
`},
		"a callee reads it, too": {`
  turn:
    names: {pot: 0}
    do:
      - call: throw
      - set: {me.coins: me.coins + pot}
  throw:
    names: {pot: 0}
    do:
      - while: pot < 3
        do:
          - set: {pot: pot + 1}
`, `
cards/trap/game.yaml:31:19: throw sets a name "pot" of its own, and the "pot" of its caller turn stays as it is
 31 |           - set: {pot: pot + 1}
    |                   ^
    = add ` + "`gives: [pot]` to throw; if throw needs the value of turn, also `takes: [pot]`" + `
`},
		"never read": {`
  turn:
    do:
      - set: {me.coins: me.coins + 1, bitten_by_crab: true}
`, `
cards/trap/game.yaml:23:39: nothing reads the name "bitten_by_crab"
 23 |       - set: {me.coins: me.coins + 1, bitten_by_crab: true}
    |                                       ^
    = if the value is for later, declare a field or add the name to ` + "`gives` of turn" + `; otherwise remove it
`},
		"not read after the last step": {`
  turn:
    do:
      - roll: die
      - set: {me.coins: me.coins + die}
      - set: {die: 0}
`, `
cards/trap/game.yaml:25:15: nothing reads the name "die" after this step
 25 |       - set: {die: 0}
    |               ^
    = if the value is for later, declare a field or add the name to ` + "`gives` of turn" + `; otherwise remove it
`},
		"set in some rounds of a loop": {`
  turn:
    do:
      - each: p
        in: players
        do:
          - set: {buyer: p}
            if: p.brave
      - set: {me.coins: 'buyer == nothing ? 0 : 1'}
`, `
cards/trap/game.yaml:26:19: "buyer" is set in a loop and read after it, but each round begins with nothing in "buyer"
 26 |           - set: {buyer: p}
    |                   ^
    = put it under ` + "`names`" + ` of turn with its first value
`},
		"a loop over players about me": {`
  turn:
    do:
      - each: rival
        in: others
        do:
          - set: {me.coins: me.coins - 1}
            if: me.coins > 3
`, `
cards/trap/game.yaml:23:15: the steps of this loop are about ` + "`me`" + ` in each round, and never about "rival"
 23 |       - each: rival
    |               ^
    = write ` + "`each: me`" + `, or name rival in the steps
`},
		"the last of two cards": {`
  turn:
    do:
      - draw: 2
        from: deck
        to: me.hand
        as: lot
      - set: {me.coins: 'lot == nothing ? 0 : 1'}
`, `
cards/trap/game.yaml:26:13: "lot" is only the last of the 2 cards
 26 |         as: lot
    |             ^
    = to do something with each card, draw 1 in a loop ` + "`each: n`, `in: 1..2`" + `
`},
		"a card drawn for nothing": {`
  turn:
    do:
      - draw: 1
        from: deck
        to: me.hand
        as: got
`, `
cards/trap/game.yaml:26:13: nothing reads the name "got"
 26 |         as: got
    |             ^
    = if the value is for later, declare a field or add the name to ` + "`gives` of turn" + `; otherwise remove it
`},
		"until the end of the turn that runs": {`
  turn:
    do:
      - set: {me.brave: true}
        until: {end: turn, of: me}
`, `
cards/trap/game.yaml:24:16: this value lasts through the next turn of me, because the one that has begun does not count
 24 |         until: {end: turn, of: me}
    |                ^
    = to end it with this turn, reset it in ` + "`at_end` of turn; with `resets: turn`, the field is reset when the next turn begins" + `; if this duration is meant, set the value in a procedure that turn calls
`},
		"until the end of a turn": {`
  turn:
    do:
      - if: me.coins == 0
        do:
          - set: {me.brave: true}
            until: {end: turn}
`, `
cards/trap/game.yaml:26:20: this value lasts through the next turn of any player, because the one that has begun does not count
 26 |             until: {end: turn}
    |                    ^
    = to end it with this turn, reset it in ` + "`at_end` of turn; with `resets: turn`, the field is reset when the next turn begins" + `; if this duration is meant, set the value in a procedure that turn calls
`},
		"a sentence about the card to be drawn": {`
  turn:
    do:
      - draw: 1
        from: deck
        to: me.hand
        as: got
        says: '{me} draws {got}, if any'
      - set: {me.coins: 'got == nothing ? 0 : 1'}
`, `
cards/trap/game.yaml:27:28: this sentence is made before the step, so "got" is not yet the piece
 27 |         says: '{me} draws {got}, if any'
    |                            ^
    = without ` + "`says`, the log names the piece to the players who may see it" + `; or say it at the next step
`},
		"a choice without options": {`
  turn:
    do:
      - choose: leaf
        from: me.hand
      - set: {me.coins: leaf.copy}
`, `
cards/trap/game.yaml:23:9: a match of random decisions breaks off here: turn.leaf asks for 1 of 0: say ` + "`optional`, `if_any`, or ask for fewer" + `
 23 |       - choose: leaf
    |         ^
`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, strings.TrimSpace(c.note), strings.TrimSpace(notesOn(t, strings.TrimPrefix(c.procedures, "\n"))))
		})
	}
}

// Values that are read in the next round of a loop, in at_end, by a window, or by a formula of the procedure are read.
func TestNoNotes(t *testing.T) {
	for name, procedures := range map[string]string{
		"read in the next round": `
  turn:
    names: {last: 0}
    do:
      - each: n
        in: 1..3
        do:
          - set: {me.coins: me.coins + last}
          - set: {last: n}
`,
		"read in at_end": `
  turn:
    at_end:
      - set: {me.coins: me.coins + pot}
    do:
      - set: {pot: 1}
`,
		"set in some rounds, declared": `
  turn:
    names: {buyer: nothing}
    do:
      - each: p
        in: players
        do:
          - set: {buyer: p}
            if: p.brave
      - set: {me.coins: 'buyer == nothing ? 0 : 1'}
`,
		"a loop over players about both": `
  turn:
    do:
      - each: rival
        in: others
        do:
          - set: {me.coins: me.coins + rival.coins}
`,
		"a loop over players as me": `
  turn:
    do:
      - each: me
        in: others
        do:
          - set: {me.coins: me.coins + 1}
`,
		"set in each round": `
  turn:
    do:
      - each: p
        in: players
        do:
          - set: {buyer: p}
      - set: {me.coins: 'buyer == nothing ? 0 : 1'}
`,
		"read by a formula": `
  turn:
    formulas: {double: 2 * pot}
    do:
      - set: {pot: 1}
      - set: {me.coins: double}
`,
		"given back": `
  turn:
    do:
      - call: throw
      - set: {me.coins: pot}
  throw:
    gives: [pot]
    do:
      - roll: pot
`,
		"two names that have nothing to do with each other": `
  turn:
    do:
      - roll: pot
      - call: throw
      - set: {me.coins: pot}
  throw:
    do:
      - roll: pot
      - set: {me.coins: pot}
`,
		"until, set by a procedure of the turn": `
  turn:
    do:
      - call: cheer
  cheer:
    do:
      - set: {me.brave: true}
        until: {end: turn, of: me}
`,
		"until, for another player": `
  turn:
    do:
      - each: me
        in: others
        do:
          - set: {me.brave: true}
            until: {end: turn, of: me}
`,
		"until, set again at the end": `
  turn:
    do:
      - set: {me.coins: 1}
    at_end:
      - set: {me.brave: true}
        until: {end: turn, of: me}
`,
		"a choice that may be empty": `
  turn:
    do:
      - choose: leaf
        from: me.hand
        if_any: true
      - set: {me.coins: 'leaf?.copy ?? 0'}
`,
	} {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, notesOn(t, strings.TrimPrefix(procedures, "\n")))
		})
	}
}

// Notes would lose their readers if games without mistakes had some.
func TestGoodGamesHaveNoNotes(t *testing.T) {
	files := pages.Files(t, "..", "cards", "variants")
	for _, src := range []Sources{{{Name: "shipped", FS: os.DirFS("..")}}, {{Name: "README", FS: files}}} {
		for _, id := range src.Games() {
			rules, err := NewLoader(src).Read(src, id)
			require.NoError(t, err)
			variants, err := rules.Variants()
			require.NoError(t, err)
			for _, v := range variants { // a variant can use what its game does not
				_, err := rules.Game(Options{Variant: v})
				require.NoError(t, err)
			}
			g, err := rules.Game(Options{})
			require.NoError(t, err)
			assert.Empty(t, rules.Notes(g).Error(), id)
		}
	}
}
