package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// A trace tells which pieces are shown to whom.
func TestATraceTellsWhatIsShown(t *testing.T) {
	files := fstest.MapFS{
		"cards/tiles/game.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: tiles
names: {en: Tiles}
players: {from: 2, to: 2, seats: [ann, bob]}
start: peek
zones:
  bag: {holds: [tile], starts: true, seen_by: nobody}
procedures:
  peek:
    do:
      - {show: first(bag), to: '[players[1]]'}
      - {show: bag, to: players}
`)},
		"cards/tiles/tile.yaml": &fstest.MapFile{Data: []byte(`
kind: tile
names: {en: Tile}
cards: {a: {copies: 1}, b: {copies: 1}}
`)},
		"scenarios/tiles/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: s
  given: {players: 2, at: peek, bag: [a, b]}
  then: len(bag) == 2
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{Trace: true})
	require.NoError(t, err)
	require.Equal(t, 1, res.Passed, messages(res))
	require.Contains(t, res.Cases[0].Trace, "a is shown to bob  ")
	require.Contains(t, res.Cases[0].Trace, "a, b are shown to ann, bob  ")
}
