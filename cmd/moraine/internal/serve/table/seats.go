package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
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

// keepSeats writes who sits where, and only then has them sit there. What could not be written has not happened,
// unless the file is new all the same.
func (t *table) keepSeats(seats []seatOf) error {
	file := t.ID + "/table.json"
	text, err := json.Marshal(&table{ID: t.ID, Game: t.Game, Watch: t.Watch, Seats: seats})
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err := t.store.dir.Write(file, text); err != nil {
		now, unread := t.store.dir.Read(file, &files.Limit{File: mostTable})
		if unread != nil || !bytes.Equal(now, text) {
			return err
		}
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
	}
	t.Seats = seats
	return nil
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
	seats := slices.Clone(t.Seats)
	seats[seat] = seatOf{kind, serve.Secret()}
	if err := t.keepSeats(seats); err != nil {
		return errors.Join(err, t.m.Seat(int32(seat), was))
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

// take gives an open seat to whoever asks first, and returns its link.
func (t *table) take(seat int) (link string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seat < 0 || seat >= len(t.Seats) || t.Seats[seat].Kind != open {
		return "", serve.Refuse(http.StatusConflict, "That seat is not open.")
	}
	seats := slices.Clone(t.Seats)
	seats[seat].Kind = match.Human
	if err := t.keepSeats(seats); err != nil {
		return "", err
	}
	t.tell()
	return t.link(int32(seat)), nil
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
