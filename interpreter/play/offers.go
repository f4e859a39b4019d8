package play

import (
	"errors"
	"slices"
	"strings"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// offer proposes what the game lets players propose beside a request, for who is
// asked or for another person at this screen: `offer NAME SEAT`. Where there is
// but one thing to propose, NAME may be left out.
func offer(s *session, r *machine.Request, arg string) (back bool, err error) {
	name, seat, why := s.proposal(r, strings.Fields(strings.ToLower(arg)))
	if why == "" {
		var illegal *machine.Illegal
		if refused := s.do(decide.Move{By: seat, Offer: name}); errors.As(refused, &illegal) {
			why = s.refused(illegal)
		} else if refused != nil {
			why = words.Title(refused.Error()) + "."
		}
	}
	if why != "" {
		s.say("%s", words.Wrap("", 0, why))
		return false, s.Err()
	}
	s.turned = s.turned[:0]
	return true, nil
}

// proposal reads what is proposed, and who does it.
func (s *session) proposal(r *machine.Request, said []string) (name string, seat int32, why string) {
	all := s.offerNames()
	if len(all) == 0 {
		return "", 0, s.names.T("Nothing can be proposed in this game.")
	}
	if seat = r.By; len(all) == 1 {
		name = all[0]
	}
	for _, w := range said {
		i := slices.Index(s.ids, w)
		switch {
		case slices.Contains(all, w):
			name = w
		case i >= 0 && s.seats[i].bot == nil:
			seat = int32(i)
		case i >= 0:
			return "", 0, s.names.T("%s is a bot, which proposes what it wants itself.", s.names.Seat(int32(i)))
		default:
			hint := schema.Hint(w, append(slices.Clone(all), s.ids...))
			if hint == "" {
				hint = s.names.T("say offer %s.", strings.Join(all, ", offer "))
			}
			return "", 0, s.names.T("%q is neither a side offer nor a seat; %s", w, hint)
		}
	}
	if name == "" {
		return "", 0, s.names.T("Say what you propose: offer %s", strings.Join(all, ", offer "))
	}
	return name, seat, ""
}

func (m *match) offerNames() []string {
	var out []string
	for _, o := range m.P.Offers {
		out = append(out, o.Name)
	}
	return out
}
