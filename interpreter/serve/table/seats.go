package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"moraine/interpreter/match"
	"moraine/interpreter/serve"
)

// seatOf is who sits in a seat.
type seatOf struct {
	Kind   string // match.Human, open or a bot
	Secret string
}

// link is the address of a seat, or of whoever looks on.
func (t *table) link(eyes int32) string {
	secret := t.Watch
	if eyes >= 0 {
		secret = t.Seats[eyes].Secret
	}
	return "/seat/" + t.ID + "/" + secret
}

// knows tells whose eyes a secret is for.
func (t *table) knows(secret string) (eyes int32, ok bool) {
	if serve.Same(secret, t.Watch) {
		return match.Public, true
	}
	for i, s := range t.Seats {
		if s.Kind == match.Human && serve.Same(secret, s.Secret) {
			eyes, ok = int32(i), true
		}
	}
	return eyes, ok
}

// keepSeats writes down who sits where.
func (t *table) keepSeats() error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return t.store.dir.Write(t.ID+"/table.json", append(text, '\n'))
}

// reseat puts a person or a bot in a seat; the secret of whoever sat there is worth nothing any more.
func (t *table) reseat(seat int, kind string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return err
	}
	if seat < 0 || seat >= len(t.Seats) {
		return serve.Refuse(http.StatusBadRequest, "There is no such seat.")
	}
	was := t.m.Seats[seat]
	if err := t.m.Seat(int32(seat), played(kind)); err != nil {
		return errors.Join(serve.Refuse(http.StatusBadRequest, "%s", err.Error()), t.m.Seat(int32(seat), was))
	}
	t.Seats[seat] = seatOf{kind, serve.Secret()}
	if err := t.keepSeats(); err != nil {
		return err
	}
	for w := range t.watchers {
		if w.eyes == int32(seat) {
			w.socket.Close()
		}
	}
	t.wish = nil
	t.play()
	t.tell()
	return nil
}

// take gives an open seat to whoever asks first.
func (t *table) take(seat int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seat < 0 || seat >= len(t.Seats) || t.Seats[seat].Kind != open {
		return serve.Refuse(http.StatusConflict, "That seat is not open.")
	}
	t.Seats[seat].Kind = match.Human
	if err := t.keepSeats(); err != nil {
		t.Seats[seat].Kind = open
		return err
	}
	t.tell()
	return nil
}

// seatRow is a seat as whoever has set the table up sees it.
type seatRow struct {
	Name, Kind, Link string
	Seat             int
}

func (t *table) seatRows() (out []seatRow) {
	for i, s := range t.Seats {
		row := seatRow{Name: fmt.Sprint(i + 1), Kind: s.Kind, Seat: i}
		if t.m != nil {
			row.Name = t.m.Names.Seat(int32(i))
		}
		if s.Kind == match.Human {
			row.Link = t.link(int32(i))
		}
		out = append(out, row)
	}
	return out
}
