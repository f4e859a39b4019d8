package decide_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

const openGame = `
language: 1
game: test
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
fields: {sum: number}
zones: {bank: {}, sack: {order: stack}}
player: {zones: {hand: {}}, fields: {bid: number}}
procedures:
  match:
    do:
      - each: me
        in: players
        do:
          - choose: coin
            from: bank
          - {move: coin, to: me.hand}
          - set: {me.bid: coin.worth, coin.bitten: true}
`

const coins = `
kind: coin
fields: {worth: number, bitten: {type: yes_no, default: false}}
zones: {dirt: {}}
starts: bank
cards: {penny: {copies: 9, worth: 1}}
`

// A bot of an open game finds results that were computed for the rules. One hidden zone, side or field, or a sealed block,
// and it must not.
func TestOneSecretMakesAGameNotOpen(t *testing.T) {
	require.True(t, isOpen(t, openGame+"---"+coins))
	for _, secret := range []string{
		"sack: {order: stack} → sack: {order: stack, seen_by: nobody}",
		"hand: {} → hand: {seen_by: owner}",
		"hand: {} → hand: {face: down}",
		"dirt: {} → dirt: {seen_by: others}",
		"bid: number → bid: {type: number, seen_by: owner}",
		"worth: number → worth: {type: number, seen_by: nobody}",
		"bitten: {type: yes_no, default: false} → bitten: {type: yes_no, default: false, seen_by: owner}",
		"in: players → in: players\n        sealed: true",
	} {
		was, now, _ := strings.Cut(secret, " → ")
		text := openGame + "---" + coins
		require.Contains(t, text, was)
		require.False(t, isOpen(t, strings.Replace(text, was, now, 1)), secret)
	}
}

func isOpen(t *testing.T, text string) bool {
	rules, kind, _ := strings.Cut(text, "---")
	files := fstest.MapFS{"cards/test/game.yaml": {Data: []byte(rules)}, "cards/test/coin.yaml": {Data: []byte(kind)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "test", interpreter.Options{})
	require.NoError(t, err)
	return g.Program.Open
}
