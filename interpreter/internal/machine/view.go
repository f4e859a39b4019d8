package machine

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Which requests and options a seat may see.
//
// Package state decides on pieces and fields: by `seen_by`, owners, faces and sealed blocks. For requests,
// it is public that a player has to choose, and what for. The options are as public as their pieces. In a
// sealed block nothing is public until the block closes.
//
// Windows need more care, since a player who is asked to play a card holds one:
//
//   - Only players who hold a playable card are asked. A question with a pass as its only answer would be
//     no decision, and bots, exact chances and scenarios would all have to skip it.
//   - To other seats such a request does not exist, and neither does a pass. The log of the table shows
//     only who played which card.
//   - Where several players share a screen, handing it over would reveal who was asked. A player who is
//     skipped although hidden cards might have fitted (event Skipped) gets the hand-over screen as well,
//     with nothing to play. Whether that happens depends on public facts: the order of the window, its
//     `who`, and whether the player holds a hidden card of a kind that is played there.

// Sealed reports whether a sealed block is open, and returns the seat that acts in it.
func (m *Match) Sealed() (seat int32, open bool) {
	return m.Env.SealedSeat(), m.Env.S[state.AtSealed] != 0
}

// SeenBy reports whether a seat may know of a request.
func (r *Request) SeenBy(seat int32) bool {
	if r.By == seat || r.By == Chance {
		return true
	}
	_, sealed := r.m.Sealed()
	return !sealed && r.Kind != AskPlay && r.Kind != AskTarget
}

// ShowsOption reports whether a seat may know option i of a request. Among cards that it was shown, it does
// not see which one another seat chooses.
func (r *Request) ShowsOption(seat int32, i int) bool {
	if !r.SeenBy(seat) {
		return false
	}
	p := r.Options[i].Value
	return r.Type.Base != schema.Piece || r.m.Env.Spots(seat, p) || r.By == seat && r.m.Env.Knows(seat, p)
}
