package table

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// seatOf is a seat as stored on disk.
type seatOf struct {
	Kind   string // match.Human, open, a program or a bot
	Secret string
	Name   string `json:",omitempty"` // name of the player; "" for the default
	Guest  bool   `json:",omitempty"` // the player used an invitation
}

// seating is the content of table.json: the game of a table, its players and the secrets in their links.
type seating struct {
	ID, Game string
	Watch    string // secret in the link for onlookers
	Seats    []seatOf
	Next     string `json:",omitempty"` // id of the table for the rematch
	Moved    int    `json:",omitempty"` // number of seats by which the players have moved
}

// open is the kind of a seat that guests can take.
const open = "open"

// played returns the kind of player in a match. An open seat, and the seat of a program, count as a person's.
func played(kind string) string {
	if kind == open || isProgram(kind) {
		return match.Human
	}
	return kind
}

// hasLink reports whether the seat of a kind of player has a link.
func hasLink(kind string) bool { return kind == match.Human || kind == open }

// people returns the names of the players by seat, "" for the seat's default name. If a player
// has the default name of another seat, that seat gets a different one.
func people(names words.Names, seats []seatOf) []string {
	out, taken := make([]string, len(seats)), map[string]bool{}
	for i, s := range seats {
		out[i] = s.Name
		taken[strings.ToLower(s.Name)] = s.Name != ""
	}
	for i, s := range seats {
		own := strings.ToLower(names.Seat(int32(i)))
		if s.Name != "" || !taken[own] {
			continue
		}
		for j := range seats {
			if other := names.Seat(int32(j)); seats[j].Name != "" && !taken[strings.ToLower(other)] {
				out[i], taken[strings.ToLower(other)] = other, true
				break
			}
		}
	}
	return out
}

// link returns the address of a seat, or of the onlookers' page.
func (s *seating) link(eyes int32) string {
	secret := s.Watch
	if eyes >= 0 {
		secret = s.Seats[eyes].Secret
	}
	return "/seat/" + s.ID + "/" + secret
}

// knows returns the viewer for a secret. The secret of a bot's seat is not valid.
func (s *seating) knows(secret string) (eyes int32, ok bool) {
	if serve.Same(secret, s.Watch) {
		return match.Public, true
	}
	for i, seat := range s.Seats {
		if hasLink(seat.Kind) && serve.Same(secret, seat.Secret) {
			eyes, ok = int32(i), true
		}
	}
	return eyes, ok
}

// isOpen reports whether a viewer is an open seat. Its link is an invitation and shows nothing
// that the seat may know.
func (s *seating) isOpen(eyes int32) bool { return eyes >= 0 && s.Seats[eyes].Kind == open }

// atDesk reports whether a viewer is a person who plays at the computer of the host.
func (s *seating) atDesk(eyes int32) bool {
	return eyes >= 0 && s.Seats[eyes].Kind == match.Human && !s.Seats[eyes].Guest
}

// persons returns the number of seats of persons.
func (s *seating) persons() (n int) {
	for _, seat := range s.Seats {
		if seat.Kind == match.Human {
			n++
		}
	}
	return n
}

// check returns an error if a secret is missing or occurs twice.
func (s *seating) check() error {
	secrets := []string{s.Watch}
	for _, seat := range s.Seats {
		secrets = append(secrets, seat.Secret)
	}
	slices.Sort(secrets)
	if len(slices.Compact(secrets)) != len(s.Seats)+1 || len(secrets[0]) != len(serve.Secret()) {
		return errors.New("table.json has a missing or a duplicate secret")
	}
	return nil
}

// reseat assigns a seat to a person or a bot. The old secret becomes invalid.
func (t *table) reseat(seat int, kind, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return err
	}
	if seat < 0 || seat >= len(t.Seats) {
		return serve.Refuse(http.StatusBadRequest, "There is no such seat.")
	}
	name, err := nameFor(t.Seats, seat, name)
	if err != nil {
		return err
	}
	if err := t.store.starts(kind); err != nil {
		return err
	}
	was := t.m.Seats[seat]
	if err := t.m.Seat(int32(seat), played(kind)); err != nil {
		return errors.Join(serve.Refuse(http.StatusBadRequest, "%s", err.Error()), t.m.Seat(int32(seat), was))
	}
	seats := slices.Clone(t.Seats)
	seats[seat] = seatOf{Kind: kind, Secret: serve.Secret(), Name: name}
	if err := t.store.keepSeats(&t.seating, seats); err != nil {
		return errors.Join(err, t.m.Seat(int32(seat), was))
	}
	t.watchers.dismiss(int32(seat))
	t.programs.release(int32(seat), t.m)
	var failed *failure
	if errors.As(t.stuck, &failed) && failed.seat == int32(seat) {
		t.stuck = nil
	}
	t.renamed()
	t.wish = nil
	t.play()
	t.tell()
	return nil
}

// take assigns an open seat to a guest, or gives its player a new name, and returns the link of
// the seat. eyes is the viewer of the link that was used: a seat, or the onlookers for any open
// seat. The invitation becomes invalid.
func (t *table) take(eyes int32, seat int, name string) (link string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return "", err
	}
	if eyes >= 0 {
		seat = int(eyes)
	}
	if seat < 0 || seat >= len(t.Seats) || eyes < 0 && t.Seats[seat].Kind != open {
		return "", serve.Refuse(http.StatusConflict, "That seat is not open any more.")
	}
	if name, err = nameFor(t.Seats, seat, name); err != nil {
		return "", err
	}
	seats := slices.Clone(t.Seats)
	s := &seats[seat]
	if s.Kind == open {
		s.Kind, s.Guest = match.Human, true
	}
	s.Name = name
	if eyes < 0 {
		s.Secret = serve.Secret()
	}
	if err := t.store.keepSeats(&t.seating, seats); err != nil {
		return "", err
	}
	t.renamed()
	t.tell()
	return t.link(int32(seat)), nil
}

// mostName limits the number of characters in a player's name.
const mostName = 24

// nameFor returns the displayed name of a player. It returns an error if the name is invalid or
// already used.
func nameFor(seats []seatOf, seat int, text string) (string, error) {
	name := strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(name) > mostName || strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsPrint(r)
	}) {
		return "", serve.Refuse(http.StatusBadRequest, "A name has at most %d letters or other signs.", mostName)
	}
	for i, s := range seats {
		if name != "" && i != seat && strings.EqualFold(name, s.Name) {
			return "", serve.Refuse(http.StatusConflict, "Another player is called %s.", name)
		}
	}
	return name, nil
}

// renamed updates the names of the players in the match and its logs.
func (t *table) renamed() {
	if slices.Equal(t.m.Names.People, people(words.Names{P: t.m.Names.P}, t.Seats)) {
		return
	}
	if m, err := t.replay(t.store.desk.Until, t.saved(), len(t.m.Decisions()), nil); err == nil {
		t.m = m
	}
}
