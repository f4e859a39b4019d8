package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// evening is a game in which each turn has an act with an optional part, and closes with a window.
const evening = `
language: 1
game: evening
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, n: 0}
zones: {pile: {order: stack, holds: [spell]}}
player: {zones: {hand: {seen_by: owner, holds: [spell], starts: true}}}
windows:
  noon: {pending: work, asks: me}
  dusk: {pending: turn, asks: me}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - call: turn
        with: {me: active}
      - finish: players
  turn:
    do:
      - may:
          work:
            - call: work
            - call: tidy
          rest: []
        id: acts
      - window: dusk
      - may: {sleep: [{set: {n: n + 100}}]}
  work:
    do:
      - window: noon
      - may: {more: [{set: {n: n + 1}}]}
  tidy:
    do:
      - may: {sweep: [{set: {n: n + 10}}]}
`

const spells = `
kind: spell
discards: pile
each_has: {effect: steps}
playing:
  do: [{call: card.effect}]
  at_end: [{discard: card}]
cards:
  charm: {copies: {each_player: 1}, play: {in: [noon]}, effect: [{may: {again: [{set: {n: n + 1000}}]}}]}
  dream: {copies: {each_player: 1}, play: {in: [dusk]}, effect: [{set: {n: n + 10000}}]}
`

// An act declines its own optional choices, in all procedures that its steps call, and nothing behind them: a window
// or an offer that follows belongs to no act.
func TestAnActDeclinesItsOwnChoicesAlone(t *testing.T) {
	files := fstest.MapFS{
		"cards/evening/game.yaml":  &fstest.MapFile{Data: []byte(evening)},
		"cards/evening/spell.yaml": &fstest.MapFile{Data: []byte(spells)},
		"scenarios/evening/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: the window behind an option
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: work
    - ann: nothing
  stands: dusk
- scenario: the end declines no more
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {work: {more: true}}
  stands: dusk
  then: n == 1
- scenario: a second procedure of the act is part of it
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: work
    - ann: pass
    - ann: {sweep: true}
    - ann: {play: dream}
    - ann: pass
  then: n == 10010
- scenario: a card is over with its procedure
  given: {players: 2, turn: ann, at: work}
  when:
    - ann: {play: charm}
    - ann: nothing
  stands: work
- scenario: what a card may add belongs to it
  given: {players: 2, turn: ann, at: work}
  when:
    - ann: {play: charm}
    - ann: {again: true}
    - ann: {more: true}
  then: n == 1001
- scenario: passed by name
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: rest
    - ann: pass
    - ann: sleep
  then: n == 100
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.Empty(t, c.Message.String())
	}
	require.Equal(t, 6, res.Passed)
}
