package decide

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// Seats holds the deciders of a match. All callers use Next, so that bots make the same side
// offers in all tools.
type Seats struct {
	Chance  Decider
	Players []Decider // nil for a player who is asked elsewhere, such as a person
}

// Proposer is a decider that may make side offers. Propose returns the offer that a seat makes
// while a request is open, or "".
type Proposer interface {
	Propose(m *machine.Match, seat ref.Seat) string
}

// Move is a side offer or an answer.
type Move struct {
	By     ref.Seat
	Offer  string // "" if the move is an Answer
	Answer []int32
}

// Next returns the next move. First every player, clockwise from the one who is asked, may make
// a side offer; then the request is answered. ok is false if no request is open, or if its
// player has no decider.
func (s *Seats) Next(m *machine.Match) (next Move, ok bool) {
	r := m.Next()
	if r == nil {
		return Move{}, false
	}
	if r.By == machine.Chance {
		return Move{By: r.By, Answer: s.Chance.Decide(m, r)}, true
	}
	if len(m.P.Offers) > 0 {
		for i := range s.Players {
			seat := (int(r.By) + i) % len(s.Players)
			if p, may := s.Players[seat].(Proposer); may {
				name := p.Propose(m, ref.Seat(seat))
				if name != "" || m.Err() != nil { // a fault is reported when the move is made
					return Move{By: ref.Seat(seat), Offer: name}, true
				}
			}
		}
	}
	d := s.Players[r.By]
	if d == nil {
		return Move{}, false
	}
	return Move{By: r.By, Answer: d.Decide(m, r)}, true
}

// Make gives the answer of v to the match, or makes its side offer.
func (v Move) Make(m *machine.Match) error {
	if v.Offer != "" {
		return m.Offer(v.Offer, v.By)
	}
	return m.Answer(v.Answer...)
}
