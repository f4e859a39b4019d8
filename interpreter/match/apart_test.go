package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const pasture = `language: 1
game: traps
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
zones: {slope: {layout: grid, size: [2, 2], holds: [goat, hay]}, sack: {holds: [goat, hay], starts: true}}
procedures:
  match:
    do:
      - {move: 'filter(sack, .kind == "goat")', to: 'places(slope)[0:3]'}
      - {move: 'filter(sack, .kind == "hay")', to: 'places(slope)[3]'}
      - {call: jump, with: {me: 'players[0]'}, says: ''}
      - {finish: players}
  jump:
    do:
      - choose: jumper
        from: 'filter(pieces, .kind == "goat")'
        where:
          it stands high: 'it.on != places(slope)[2]'
      - choose: place
        from: 'places(slope)[2:4]'
---
kind: goat
cards: {kid: {copies: 3}}
---
kind: hay
cards: {straw: {copies: 1}, clover: {copies: 1}}
`

// A player can tell alike pieces in different places apart: in the refusals of a question, and in the log. An option lists
// the pieces of a place, and a call with an empty sentence has no heading.
func TestAlikePiecesAreToldApart(t *testing.T) {
	m := matchOfTexts(t, strings.Split(pasture, "---\n")...)
	ask := func() *Question {
		for {
			more, err := m.Step()
			if !more {
				require.NoError(t, err)
				return m.Question()
			}
		}
	}
	q := ask()
	require.Equal(t, "Not offered: kid at slope 2, because it is required that it stands high", m.notOffered(q, "kid")[0].Text)
	require.NoError(t, m.Answer(0, []int32{1}))
	require.Equal(t, ": straw, clover", ask().Options[1].More)
	var log []string
	for _, l := range m.Log(0) {
		log = append(log, l.Text)
	}
	require.Equal(t, []string{"Kid: from sack to slope 0", "Kid: from sack to slope 1", "Kid: from sack to slope 2", "Straw, clover: from sack to slope 3", "Ann chooses jumper: kid at slope 1"}, log)
}
