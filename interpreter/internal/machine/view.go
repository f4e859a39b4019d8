package machine

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// What a player may see of a match, and what the asking itself may tell him.
//
// Pieces and fields are settled in package state: `seen_by` of a zone or field,
// the owner of what lies on a piece, faces, sealed blocks. This file adds the
// requests. That a player is asked to choose, and what he is asked for, is
// public; what he chooses from is as public as the pieces are. In a sealed block
// nothing of it is, until the block closes.
//
// Windows are the delicate case: a player who is asked whether he plays a card
// holds one. So:
//
//   - The machine asks only who holds a card that could be played. A question
//     that can only be answered by a pass is no decision, and searching bots,
//     exact chances and scenarios would all have to step over it.
//   - Whether somebody is asked, and whether he passes, is nobody's business but
//     his: to other seats such a request does not exist, and neither does its
//     pass. The log of the table shows of a window only who played what.
//   - Where several persons share a terminal, being handed the keyboard would
//     tell the table who was asked. So whoever is passed over although he holds
//     hidden cards that might have fitted (Skipped tells so) gets the hand-over
//     screen as well, with nothing to play on it. Who gets it depends on what all
//     may know: the order of the window, its `who`, and whether he holds any
//     hidden card of a kind that is played there.

// Sealed reports whether a sealed block is open, and who acts in it.
func (m *Match) Sealed() (seat int32, open bool) {
	return m.Env.SealedSeat(), m.Env.S[state.AtSealed] != 0
}

// SeesRequest reports whether a seat may know that this is being asked.
func (m *Match) SeesRequest(seat int32, r *Request) bool {
	if r.By == seat || r.By == Chance {
		return true
	}
	_, sealed := m.Sealed()
	return !sealed && r.Kind != AskPlay && r.Kind != AskTarget
}

// SeesOption reports whether a seat may know what option i of a request is. Which of
// the cards that it has been shown another chooses, it does not see.
func (m *Match) SeesOption(seat int32, r *Request, i int) bool {
	if !m.SeesRequest(seat, r) {
		return false
	}
	p := r.Options[i].Value
	return r.Type.Base != schema.Piece || m.Env.Spots(seat, p) || r.By == seat && m.Env.Knows(seat, p)
}
