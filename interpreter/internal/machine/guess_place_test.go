package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
)

// A name or field that holds a place on an unseen piece refers to the same place on the piece that is dealt there.
func TestGuessDealsPlacesOnUnseenPieces(t *testing.T) {
	const game = `
fields: {nook: {type: place}}
zones: {bag: {order: stack, seen_by: nobody, holds: [purse]}, open: {}}
player: {zones: {hand: {seen_by: owner}}}
---
kind: purse
starts: bag
zones: {beside: {layout: row, size: 2, holds: [coin]}}
cards: {red: {copies: 2}, blue: {copies: 3}}
---
kind: coin
starts: open
cards: {penny: {copies: 1}}
`
	r := start(t, 2, game, match(`
- {move: 'bag[0:2]', to: 'players[1].hand'}
- {set: {purse_: 'players[1].hand[1]', spot: 'places(purse_.beside)[1]', spots: 'places(players[1].hand[0].beside)', nook: 'places(purse_.beside)[0]'}}
- {choose: word, from: [left, right]}
- {move: open, to: 'word == "left" ? spot : spots[0]'}
`))
	require.NotNil(t, r.Next(), r.Err())
	proc, frame := r.P.Procs[r.P.Start], r.Env.World.Stack.Frame()
	at := func(name string) (*formula.Slot, int) { s := proc.Slot(name); return s, frame + s.At }
	hand := r.zone("bob.hand")
	var d decide.Determinizer
	d.Look(r.Match, 0)
	dealt := map[ref.Piece]bool{}
	for seed := range uint64(50) {
		lots := decide.NewRNG(seed, 0)
		require.True(t, d.Guess(&lots, decide.NewRandom(seed).Decide))
		_, i := at("purse_")
		purse := ref.Piece(r.Env.World.Stack[i])
		dealt[purse] = true
		require.EqualValues(t, hand, r.Env.World.In(purse))
		_, i = at("spot")
		spot := &r.Env.World.Zones[r.Env.World.Stack[i]]
		require.EqualValues(t, []ref.Piece{purse, 1}, []ref.Piece{spot.Piece, ref.Piece(spot.Cell)})
		nook := &r.Env.World.Zones[r.Env.World.Word(r.P.GameField("nook").Slot)]
		require.EqualValues(t, []ref.Piece{purse, 0}, []ref.Piece{nook.Piece, ref.Piece(nook.Cell)})
		_, i = at("spots")
		off, n := frame+int(r.Env.World.Stack[i]), int(r.Env.World.Stack[i+1])
		require.EqualValues(t, 2, n)
		for cell, z := range r.Env.World.Stack[off : off+n] {
			other := &r.Env.World.Zones[z]
			require.EqualValues(t, hand, r.Env.World.In(other.Piece))
			require.NotEqual(t, purse, other.Piece)
			require.EqualValues(t, cell, other.Cell)
		}
	}
	require.Greater(t, len(dealt), 2)
}
