package play

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// offer makes a side offer for the player who is asked or for another person at this screen:
// `offer NAME SEAT`. If only one offer is possible, NAME can be omitted.
func offer(s *session, q *match.Question, arg string) (back bool, err error) {
	name, seat, why := s.proposal(q, strings.Fields(strings.ToLower(arg)))
	if why == "" {
		var refused *match.Refusal
		if err := s.Offer(seat, name); errors.As(err, &refused) {
			why = refused.Text
		} else if err != nil {
			why = words.Title(err.Error()) + "."
		}
	}
	if why != "" && s.Err() == nil {
		s.say("%s", s.wrap("", 0, why))
		return false, s.Err()
	}
	return true, nil
}

// proposal parses the arguments of the command offer.
func (s *session) proposal(q *match.Question, said []string) (name string, seat int32, why string) {
	all := s.Offers()
	if len(all) == 0 {
		return "", 0, s.Names.T("This game has no side offers.")
	}
	seat = q.Seat
	if len(all) == 1 {
		name = all[0]
	}
	for _, w := range said {
		i := slices.Index(s.IDs, w)
		switch {
		case slices.Contains(all, w):
			name = w
		case i >= 0 && s.isPerson(int32(i)):
			seat = int32(i)
		case i >= 0:
			return "", 0, s.Names.T("%s is a bot, which makes its own side offers.", s.Names.Seat(int32(i)))
		default:
			hint := source.DidYouMean(w, slices.Concat(all, s.IDs))
			return "", 0, s.Names.T("%q is neither a side offer nor a seat; %s", w,
				cmp.Or(hint, s.Names.T("say offer %s.", strings.Join(all, ", offer "))))
		}
	}
	if name == "" {
		return "", 0, s.Names.T("Name the side offer: offer %s", strings.Join(all, ", offer "))
	}
	return name, seat, ""
}
