package table

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
)

// load replays the match from disk.
func (t *table) load() error {
	text, err := t.store.dir.Read(t.ID+"/match", &files.Limit{File: match.MaxSize})
	if err != nil {
		return err
	}
	saved, journal, whole, err := match.Recover(t.ID, string(text))
	if err != nil {
		return err
	}
	if len(saved.Seats) != len(t.Seats) || saved.Game != t.Game {
		return fmt.Errorf("table.json has %d seats of game %s, but the match has %d of %s", len(t.Seats), t.Game,
			len(saved.Seats), saved.Game)
	}
	if whole != string(text) { // the program was killed while writing a line
		if err := t.store.dir.Write(t.ID+"/match", []byte(whole)); err != nil {
			return err
		}
	}
	if t.ears == nil {
		for i := range t.Seats {
			t.ears = append(t.ears, match.Recipient{Eyes: int32(i), Lang: saved.Lang})
		}
		t.ears = append(t.ears, match.Recipient{Eyes: match.Public, Lang: saved.Lang})
	}
	t.m = nil
	saw := map[int32]memory{}
	m, err := t.replay(t.store.desk.Until, saved, len(saved.Decisions), saw)
	if err != nil {
		return err
	}
	t.m, t.journal, t.kept, t.wish, t.stuck, t.saw = m, journal, len(saved.Decisions), nil, nil, saw
	t.epoch++
	return nil
}

// renew continues the match under the current rules. If that is impossible, the pages show the
// reason.
func (t *table) renew() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m == nil && t.crash == nil {
		return
	}
	if t.m != nil && t.stuck == nil {
		if g, _, err := t.store.desk.Game(t.Game, t.m.Rules); err == nil && t.m.BelongsTo(g) {
			return
		}
	}
	was := t.m
	t.crash = nil
	if err := t.guard(t.load); err != nil {
		t.m, t.stuck = was, err
		t.epoch++
	}
	_ = t.guard(func() error {
		t.play()
		t.tell()
		return nil
	})
}

// replay returns the match after n decisions under the current rules, and records whether these have changed. If saw is
// not nil, it stores each seat's view at its last decision there.
func (t *table) replay(ctx context.Context, saved *match.Saved, n int, saw map[int32]memory) (*match.Match, error) {
	m, changed, err := (&replay{Saved: saved, seats: t.Seats, ears: t.ears, remarks: t.remarks, saw: saw}).run(ctx,
		t.store.desk, n)
	t.changed = changed
	return m, err
}

// replay is a saved match with the data that are needed to play it again.
type replay struct {
	*match.Saved
	seats   []seatOf
	ears    []match.Recipient
	remarks []remark         // added again to all logs
	saw     map[int32]memory // if not nil, gets each seat's view at its last decision
}

// run returns the match after n decisions under the current rules, and reports whether these have changed.
func (r *replay) run(ctx context.Context, desk *serve.Server, n int) (m *match.Match, changed bool, err error) {
	g, _, err := desk.Game(r.Game, r.Rules)
	hash := ""
	if err == nil {
		hash, err = desk.Sources().PlayedAs(g, r.Data)
	}
	if err != nil {
		return nil, false, fmt.Errorf("the rules of this table now have errors: %w", err)
	}
	changed = r.Data != hash
	if err := r.Fits(g, r.Data); err != nil {
		return nil, changed, err
	}
	h := r.Header
	h.Seats = slices.Clone(h.Seats) // other goroutines may read the slice
	for i, s := range r.seats {
		h.Seats[i] = played(s.Kind)
	}
	m, err = match.New(g, h, match.Options{Context: ctx, Kept: true, Page: true, People: people(g.Names(""), r.seats)},
		r.ears...)
	last := map[int32]int{}
	for i, d := range r.Decisions[:n] {
		last[d.By] = i
	}
	for i := 0; err == nil && i <= n; i++ {
		if err = m.ReplayUntil(r.Saved, i); err != nil {
			break
		}
		for _, said := range r.remarks {
			if said.at == i {
				said.tellTo(m, r.ears)
			}
		}
		if i < n && r.saw != nil && last[r.Decisions[i].By] == i && r.Decisions[i].By >= 0 &&
			r.seats[r.Decisions[i].By].Kind == match.Human {
			r.saw[r.Decisions[i].By] = seenBy(m, r.Decisions[i].By)
		}
	}
	if err != nil && changed {
		return nil, changed,
			errors.Join(serve.Refuse(http.StatusConflict,
				"The rules have changed since this match began, so it cannot continue."), err)
	}
	return m, changed, err
}

// saved returns the match in the form in which it is read from a file.
func (t *table) saved() *match.Saved {
	return &match.Saved{Header: t.m.Header, Path: t.ID, Decisions: slices.Clone(t.m.Decisions())}
}

// sleep drops the match from memory.
func (t *table) sleep() {
	t.programs.releaseAll(t.m)
	t.m, t.journal, t.wish, t.saw = nil, nil, nil, nil
}
