package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/ref"
)

const quay = `
language: 1
game: traps
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {trump: {one_of: [reed, stone]}, wind: {one_of: [north, south]}, round: 0, late: false}
zones: {street: {holds: [hut], starts: true}, sack: {order: stack, seen_by: nobody, holds: [hut]}}
player: {fields: {crew: {one_of: [east, west]}}}
procedures:
  match:
    do:
      - move: 'filter(street, .card == "tower")'
        to: sack
      - {choose: plan, from: street}
      - {choose: lot, from: sack, optional: true}
      - {set: {trump: '"stone"', wind: '"south"', round: 1, late: 'true', 'players[0].crew': '"west"'}}
      - {finish: players}
looks: {wind: {size: small}}
`

const huts = `
kind: hut
fields:
  cost: {type: number, by: [wood, clay]}
  worth: {type: number, by: number}
  likes: {one_of: [wood, clay], by: [wood, clay]}
  secret: {type: number, by: [wood, clay], seen_by: nobody}
cards:
  hut: {copies: 1, cost: {wood: 1}, secret: {wood: 7}}
  kiln: {copies: 1, cost: {clay: 2, wood: 1}, worth: {2: 5}, likes: {wood: wood}}
  tower: {copies: 1, cost: {clay: 9}}
`

// An option tells the printed tables of numbers, unless the card is unseen or the table is hidden. Values of 0 and tables of
// words are left out.
func TestPrintedTables(t *testing.T) {
	m := matchOfTexts(t, quay, huts)
	_, err := m.Step()
	require.NoError(t, err)
	q := m.Question()
	require.Len(t, q.Options, 2)
	require.Equal(t, " — cost wood 1", q.Options[0].More)
	require.Equal(t, " — cost wood 1 + clay 2, worth 2: 5", q.Options[1].More)
	require.NoError(t, m.Answer(0, []int32{0}))
	require.NotContains(t, m.Question().Options[0].Name+m.Question().Options[0].More, "9")
}

// A field whose values are words is shown from the beginning, unless the game declares it as small; a number that is 0 and
// a no are not.
func TestWordsAreShownFromTheBeginning(t *testing.T) {
	var shown []string
	for _, o := range matchOfTexts(t, quay, huts).View(Public, nil).Owners {
		for _, f := range o.Fields {
			shown = append(shown, f.Text)
		}
	}
	require.Equal(t, []string{"trump reed", "", "", "", "crew east"}, shown)
}

// The empty places of a grid or hex are drawn, unless there are too many or its look names places by their pieces; those of a
// board always, of a row never.
func TestEmptyPlacesOfABoardAreDrawn(t *testing.T) {
	m := matchOfTexts(t, `
language: 1
game: traps
players: {from: 1, to: 1, seats: [ann]}
start: match
zones:
  slope: {layout: hex, size: 3}
  yard: {layout: grid, size: [20, 20]}
  plain: {layout: grid, size: [20, 21]}
  land: {layout: hex, size: 3}
  pass: {layout: board, places: low high}
  shelf: {layout: row, size: 3}
procedures: {match: {do: [{finish: players}]}}
looks: {land: {place: piece}, pass: {place: zone}}
`)
	whole := map[string]bool{}
	for _, z := range m.View(Public, nil).Owners[0].Zones {
		whole[z.Key] = z.Whole
	}
	require.Equal(t, map[string]bool{"slope": true, "yard": true, "plain": false, "land": false, "pass": true, "shelf": false}, whole)
}

// A page shows the value of a formula of a piece only to viewers who may know all that it reads.
func TestFormulasOfPiecesKeepSecrets(t *testing.T) {
	m := matchOfTexts(t, `
language: 1
game: traps
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
zones: {heap: {holds: [hut], starts: true}}
player: {zones: {hand: {seen_by: owner, holds: [hut]}}}
procedures:
  match:
    do:
      - {move: 'heap[0:1]', to: 'players[1].hand'}
      - {choose: end, from: 1..2, by: 'players[0]'}
      - {finish: players}
looks: {number: {}, held: {}}
`, "kind: hut\nformulas: {number: copy, held: 'count(players[1].hand, .copy == 1)'}\ncards: {hut: {copies: 3}}\n")
	require.NotNil(t, m.Question())
	m.Names.Page = true
	for eyes, want := range map[ref.Seat]string{0: "number 2|number 3", 1: "number 2, held 1|number 3, held 1"} {
		t.Run(fmt.Sprint(eyes), func(t *testing.T) {
			var values []string
			for _, p := range m.View(int32(eyes), nil).Owners[0].Zones[0].Pieces {
				values = append(values, joinValues(p.Printed))
			}
			require.Equal(t, want, strings.Join(values, "|"))
		})
	}
}
