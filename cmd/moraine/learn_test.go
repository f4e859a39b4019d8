//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// learnable returns a folder with a game that is learned in a moment: the player who takes the most in three turns wins.
func learnable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "cards/pick"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cards/pick/game.yaml"), []byte(`language: 1
game: pick
names: {en: Pick}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
player: {fields: {coins: 0, beads: 0}}
procedures:
  match:
    do:
      - {each: round, in: 1..4, do: [{each: me, in: players, do: [{call: turn}]}]}
      - finish: 'filter(players, 3 * it.coins + it.beads == max(map(players, 3 * .coins + .beads)))'
  turn:
    do:
      - set: {active: me}
      - {choose: taken, from: 1..9}
      - {choose: strung, from: 1..9}
      - set: {me.coins: me.coins + taken, me.beads: me.beads + strung}
`), 0o600))
	return dir
}
