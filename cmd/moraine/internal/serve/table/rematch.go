package table

import (
	"net/http"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// rematch returns the table for the rematch, or nil.
func (t *table) rematch() *table {
	if t.Next == "" {
		return nil
	}
	other, err := t.store.find(t.Next)
	if err != nil { // it was removed
		return nil
	}
	return other
}

// again redirects a player to the same seat at the table for the rematch, and an onlooker to
// its onlookers' page. The first request creates that table.
func (p *part) again(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	link, err := p.store.again(t, eyes, r.PostForm.Get("moved") != "")
	if err != nil {
		return err
	}
	http.Redirect(w, r, link, http.StatusSeeOther)
	return nil
}

func (s *store) again(t *table, eyes int32, moved bool) (link string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return "", err
	}
	other := t.rematch()
	switch {
	case !t.m.Over():
		return "", serve.Refuse(http.StatusConflict, "The match is not over yet.")
	case other == nil && eyes < 0:
		return "", serve.Refuse(http.StatusConflict, "Those who have played decide about a rematch.")
	case other == nil:
		if other, err = s.setUpAgain(t, moved); err != nil {
			return "", err
		}
	}
	if eyes >= 0 {
		eyes = (eyes + int32(t.Moved)) % int32(len(t.Seats))
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	return other.link(eyes), nil
}

// setUpAgain creates a table with the game and players of another one. If moved is set, each
// player gets the next seat.
func (s *store) setUpAgain(t *table, moved bool) (*table, error) {
	by, n := 0, len(t.Seats)
	if moved {
		by = 1
	}
	seats := make([]seatOf, n)
	for i, seat := range t.Seats {
		seats[(i+by)%n] = seatOf{Kind: seat.Kind, Name: seat.Name, Guest: seat.Guest}
	}
	h := t.m.Header
	other, err := s.make(h.Game, h.Rules, match.AnySeed(), h.Lang, seats, nil)
	if err != nil {
		return nil, err
	}
	was := [2]any{t.Next, t.Moved}
	t.Next, t.Moved = other.ID, by
	if err := s.keepSeats(&t.seating, t.Seats); err != nil {
		t.Next, t.Moved = was[0].(string), was[1].(int)
		return nil, err
	}
	t.tell()
	return other, nil
}
