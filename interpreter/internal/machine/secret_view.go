package machine

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// This file determines which requests and options a seat may know.
//
// Package state decides on pieces and fields: by `seen_by`, owners, sides and sealed blocks.
// For requests it is public which player has to choose, and for which purpose. The options are
// as public as their pieces. In a sealed block nothing is public until the block ends.
//
// Windows need more care, because a player who is asked to play a card holds one:
//
//   - Only players who hold a playable card are asked. A question whose only answer is to pass would be no decision,
//     and bots, exact probabilities and scenarios would have to skip it.
//   - Other seats do not learn of such a request, nor of a pass. The log of the table shows only who played which card.
//   - If several players share a screen, handing it over would reveal who was asked. A player who is skipped although
//     hidden cards might have been playable (event Skipped) gets the hand-over screen, too, without a question. This
//     depends only on public facts: the order of the window, its `who`, and whether the player holds a hidden card of
//     a kind that is played there.

// Sealed reports whether a sealed block is open, and returns the acting seat.
func (m *Match) Sealed() (seat ref.Seat, open bool) {
	return m.Env.World.Stack.SealedSeat(), m.Env.World.Stack[state.AtSealed] != 0
}

// SeenBy reports whether a seat may know of a request.
func (r *Request) SeenBy(seat ref.Seat) bool {
	if r.By == seat || r.By == Chance {
		return true
	}
	_, sealed := r.m.Sealed()
	return !sealed && r.Kind != AskPlay && r.Kind != AskTarget
}

// ShowsOption reports whether a seat may know option i of a request. If another seat chooses
// among cards that the seat was shown, it does not learn which one is chosen.
func (r *Request) ShowsOption(seat ref.Seat, i int) bool {
	if !r.SeenBy(seat) {
		return false
	}
	p := ref.Piece(r.Options[i].Value)
	return r.Type.Base != schema.Piece || r.m.Env.World.Spots(seat, p) || r.By == seat && r.m.Env.World.Knows(seat, p)
}
