package play

import (
	"fmt"
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/playout"
)

// admit gives seats to programs. For the match, and in its file, these are seats of persons, so
// that a person can take one over when the match is resumed.
func (s *session) admit(h *match.Header) error {
	s.outside = make([]playout.Outsider, h.Players)
	kinds := slices.Clone(h.Seats)
	if s.Resume != nil {
		if err := Assign(h.IDs, kinds, s.Seats); err != nil {
			return err
		}
	}
	for i, kind := range kinds {
		if s.Outside == nil {
			break
		}
		by, err := s.Outside(kind)
		switch {
		case err != nil:
			return err
		case by == nil && kind != h.Seats[i]:
			return fmt.Errorf("seat %s of the saved match has %s, not %s; only a program can take the seat of a person",
				h.IDs[i], h.Seats[i], kind)
		case by == nil:
			continue
		case s.Resume != nil && h.Seats[i] != match.Human:
			return fmt.Errorf("%s plays %s in the saved match; only the seat of a person can be given to a program",
				h.Seats[i], h.IDs[i])
		}
		h.Seats[i], s.outside[i] = match.Human, by
	}
	return nil
}

// welcome sends the beginning of the match to the programs that play seats.
func (s *session) welcome() error {
	for seat, by := range s.outside {
		if by == nil {
			continue
		}
		if err := by.Begin(s.Match, int32(seat), 1); err != nil {
			return err
		}
	}
	return nil
}

// outsider returns the program that plays a seat, or nil.
func (s *session) outsider(seat int32) playout.Outsider {
	if seat < 0 || int(seat) >= len(s.outside) {
		return nil
	}
	return s.outside[seat]
}

// fromOutside reports whether a program has made a decision. It would make it again.
func (s *session) fromOutside(decision int) bool {
	all := s.Decisions()
	return decision < len(all) && s.outsider(all[decision].By) != nil
}

// persons returns the seats of persons.
func (s *session) persons(h *match.Header) []int32 {
	return slices.DeleteFunc(h.Persons(), func(seat int32) bool { return s.outsider(seat) != nil })
}

// Persons returns the seats of persons.
func (s *session) Persons() []int32 { return s.persons(&s.Match.Header) }

func (s *session) isPerson(seat int32) bool { return slices.Contains(s.Persons(), seat) }

// decide has the open question answered by its program or by a person.
func (s *session) decide() error {
	seat, _ := s.Asked()
	by := s.outsider(seat)
	if by == nil {
		_, err := s.ask(s.Question())
		return err
	}
	answer, err := by.Decide(s.Match)
	if err != nil {
		return err
	}
	return s.Answer(seat, answer)
}
