package match

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
)

// A drawing lists pieces that the eyes do not know behind the others: their places between those would tell which
// cards they are.
func TestPicturesListUnseenPiecesLast(t *testing.T) {
	const game = `
language: 1
game: tray
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
zones: {desk: {layout: row, size: 1, holds: [note]}}
player: {zones: {hand: {seen_by: owner, holds: [coin]}}}
procedures:
  match:
    do:
      - {move: 'filter(pieces, .card == "crown")', to: 'players[0].hand'}
      - {move: 'filter(pieces, .card == "penny" or .card == "groat")', to: 'players[1].hand'}
      - {choose: end, from: '[1, 2]', by: 'players[0]'}
      - {finish: players}
`
	const coin, note = "kind: coin\ncards: {penny: {copies: 1}, crown: {copies: 1}, groat: {copies: 1}}\n",
		"kind: note\ndraws: '{filter(pieces, .kind == \"coin\")}'\ncards: {list: {starts: desk}}\n"
	files := fstest.MapFS{}
	for name, text := range map[string]string{"game": game, "coin": coin, "note": note} {
		files["cards/tray/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	g, err := interpreter.Load(interpreter.Sources{{FS: files}}, "tray", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "tray", Seed: 1, Lang: "en", Players: 2, IDs: []string{"ann", "bob"}, Seats: []string{Human, Human}}, Options{})
	require.NoError(t, err)
	require.NotNil(t, m.Question())
	drawn := func(eyes ref.Seat) []string {
		for _, z := range m.View(int32(eyes), nil).Owners[0].Zones {
			if z.Key == "desk" {
				return z.Cells[0].Pieces[0].Picture
			}
		}
		return nil
	}
	require.Equal(t, []string{"crown 2?"}, drawn(0))
	require.Equal(t, []string{"penny groat ?"}, drawn(1))
}

// A game in which a look of a zone has the name of a formula with another type than those that a page shows is valid.
func TestALookNeedNotBeOfTheFormulaWithItsName(t *testing.T) {
	matchOfTexts(t, `
language: 1
game: traps
players: {from: 1, to: 1, seats: [ann]}
start: match
zones: {desk: {holds: [coin], starts: true}}
looks: {desk: {size: large}}
procedures: {match: {do: [{finish: players}]}}
`, "kind: coin\nformulas: {desk: pieces}\ncards: {penny: {copies: 2}}\n")
}

// Numbers on one place have a comma between them, so that 1 and 3 are not read as 13.
func TestNumbersOfOnePlace(t *testing.T) {
	c := Cell{Pieces: []Piece{{Picture: []string{"1"}}, {Picture: []string{"3"}}}}
	require.Equal(t, []string{"1, 3"}, c.Lines())
	c.Pieces[1].Picture = []string{"g"}
	require.Equal(t, []string{"1, g"}, c.Lines())
	c.Pieces[0].Picture = []string{"s"}
	require.Equal(t, []string{"s g"}, c.Lines())
}

// On a page, a value that is a place of a grid has its owner, row and column, from 1; a terminal has the number of formulas.
func TestAPlaceOfAGrid(t *testing.T) {
	const game = `
language: 1
game: tray
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
zones: {desk: {layout: grid, size: [2, 3]}}
player: {zones: {shelf: {layout: grid, size: [2, 1]}}}
procedures:
  match:
    do:
      - {choose: spot, from: '[places(desk)[5], places(players[1].shelf)[0]]', by: 'players[0]'}
      - {finish: players}
`
	g, err := interpreter.Load(interpreter.Sources{{FS: fstest.MapFS{"cards/tray/game.yaml": {Data: []byte(game)}}}}, "tray", interpreter.Options{})
	require.NoError(t, err)
	for page, want := range map[bool][]string{true: {"desk, row 3, column 2", "Bob's shelf, row 1, column 1"}, false: {"desk 5", "Bob's shelf 0"}} {
		t.Run(fmt.Sprint(page), func(t *testing.T) {
			m, err := New(g, Header{Game: "tray", Seed: 1, Lang: "en", Players: 2, IDs: []string{"ann", "bob"}, Seats: []string{Human, Human}}, Options{Page: page})
			require.NoError(t, err)
			q := m.Question()
			require.Equal(t, want, []string{q.Options[0].Name, q.Options[1].Name})
		})
	}
}
