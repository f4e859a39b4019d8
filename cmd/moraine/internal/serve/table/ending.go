package table

import (
	"context"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// finished is what a page shows when the match is over.
type finished struct {
	L         serve.Lang
	Link      string
	Title     string // who has won
	Winner    *discRow
	Reason    string
	Clauses   []match.Clause
	Seats     []finalSeat
	Rows      []match.Row // of the seats in their order here
	Moments   []momentRow
	Decisions int
	Person    bool
	Next      bool // a rematch is set up
	Moved     bool // its seats are moved by one
}

// finalSeat is a column of the table of results.
type finalSeat struct {
	discRow
	Won, Me, Bot bool
}

// finish returns what some eyes are shown when the match is over; nil before.
func (t *table) finish(m *match.Match, eyes int32, lang serve.Lang) *finished {
	r := m.Result()
	if r == nil {
		return nil
	}
	out := &finished{
		L: lang, Link: t.link(eyes), Title: titleOf(m, r, eyes, lang), Reason: r.Reason, Clauses: r.Clauses, Decisions: len(decided(m.Decisions())),
		Person: eyes >= 0, Next: t.rematch() != nil, Moved: t.Moved > 0,
	}
	order := slices.Clone(r.Winners)
	for i := range t.Seats {
		if !slices.Contains(order, int32(i)) {
			order = append(order, int32(i))
		}
	}
	for _, i := range order {
		name := m.Names.Seat(i)
		s := finalSeat{discRow{hue(m.Look(i)), initial(name), name}, slices.Contains(r.Winners, i), i == eyes, t.Seats[i].Kind != match.Human}
		out.Seats = append(out.Seats, s)
	}
	if len(r.Winners) == 1 {
		out.Winner = &out.Seats[0].discRow
	}
	for _, row := range r.Rows {
		row.Values, row.Passed = inOrder(row.Values, order), inOrder(row.Passed, order)
		out.Rows = append(out.Rows, row)
	}
	for _, mo := range t.moments {
		name := m.Names.Seat(mo.seat)
		out.Moments = append(out.Moments, momentRow{discRow{hue(m.Look(mo.seat)), initial(name), name}, mo.text[lang.Code()], mo.at})
	}
	return out
}

// inOrder returns what belongs to seats in another order of these.
func inOrder[T any](of []T, seats []int32) (out []T) {
	for _, i := range seats {
		out = append(out, of[i])
	}
	return out
}

// titleOf says who has won to some eyes.
func titleOf(m *match.Match, r *match.Result, eyes int32, lang serve.Lang) string {
	var names []string
	for _, w := range r.Winners {
		names = append(names, m.Names.Seat(w))
	}
	switch {
	case len(names) == 1 && r.Winners[0] == eyes:
		return lang.T("You win")
	case len(names) == 1:
		return lang.T("%s wins", names[0])
	case len(names) > 1:
		return lang.T("%s win together", m.Names.And(names))
	case m.Players == 1 && eyes >= 0: // against what the rules play
		return lang.T("You lose")
	case m.Players == 1:
		return lang.T("%s loses", m.Names.Seat(0))
	}
	return lang.T("Nobody wins")
}

// decided returns the decisions of players, by their numbers from 0: those of chance belong to the one before. Pages
// count these.
func decided(all []match.Decision) (out []int) {
	for i, d := range all {
		if d.By >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// after returns how many decisions in all have been made when players have made n of them, and chance what follows; -1 if
// they have made fewer.
func after(all []match.Decision, n int) int {
	if ends := append(decided(all), len(all)); n >= 0 && n < len(ends) {
		return ends[n]
	}
	return -1
}

// moment is a decision after which the player who made it stood much better than before, against the others.
type moment struct {
	at   int // decisions of players before it
	seat int32
	gain int32
	text map[string]string // what happened, by language
}

// momentRow is a moment on a page.
type momentRow struct {
	discRow
	Text string
	At   int
}

// mostMoments is how many moments a page shows.
const mostMoments = 3

// review looks for the moments of a match that is over, beside whatever else happens at the table.
func (t *table) review() {
	if t.reviewed || t.m == nil || !t.m.Over() || t.m.Standings() == nil {
		return
	}
	t.reviewed = true
	now := &glance{saved: t.saved(), seats: slices.Clone(t.Seats), over: true}
	go func() {
		found, err := t.store.moments(t.store.desk.Until, now)
		t.mu.Lock()
		defer t.mu.Unlock()
		if err != nil {
			t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
			return
		}
		t.moments = found
		t.tell()
	}()
}

// moments plays a match that is over again and returns the moments worth a look back, in their order.
func (s *store) moments(ctx context.Context, now *glance) (out []moment, err error) {
	of := &table{Seats: now.seats, store: s}
	for _, lang := range words.Spoken {
		of.ears = append(of.ears, match.Ear{Eyes: match.Everything, Lang: lang})
	}
	m, err := of.replay(ctx, now.saved, 0, nil)
	if err != nil {
		return nil, err
	}
	players := decided(now.saved.Decisions)
	ends := append(players, len(now.saved.Decisions))
	if err := m.Until(now.saved, ends[0]); err != nil {
		return nil, err
	}
	was := leads(m.Standings())
	for n, i := range players {
		lines := len(m.Log(0))
		if err := m.Until(now.saved, ends[n+1]); err != nil {
			return nil, err
		}
		is := leads(m.Standings())
		by := now.saved.Decisions[i].By
		found := moment{at: n, seat: by, gain: is[by] - was[by], text: map[string]string{}}
		for ear, lang := range words.Spoken {
			found.text[lang] = sentence(m.Log(ear)[min(lines, len(m.Log(ear))):])
		}
		if was = is; found.gain > 0 && found.text["en"] != "" {
			out = append(out, found)
		}
	}
	slices.SortStableFunc(out, func(a, b moment) int { return int(b.gain - a.gain) })
	out = out[:min(len(out), mostMoments)]
	slices.SortFunc(out, func(a, b moment) int { return a.at - b.at })
	return out, nil
}

// leads returns by how much each player stands better than the best of the others.
func leads(standings []int32) []int32 {
	out := make([]int32, len(standings))
	for i, own := range standings {
		if others := slices.Concat(standings[:i], standings[i+1:]); len(others) > 0 {
			own -= slices.Max(others)
		}
		out[i] = own
	}
	return out
}

// sentence returns the first sentence of some lines of a log: what was decided.
func sentence(lines []match.Line) string {
	for _, l := range lines {
		if !l.Chapter && l.Skipped < 0 {
			return l.Text
		}
	}
	return ""
}

// save gives a match that is over to those who have played it, as `moraine replay` reads it.
func (p *part) save(w http.ResponseWriter, _ *http.Request, t *table, _ int32) error {
	t.mu.Lock()
	err := t.wake()
	over := err == nil && t.m.Over()
	t.mu.Unlock()
	if err == nil && !over {
		err = serve.Refuse(http.StatusForbidden, "A match can be saved here when it is over: it tells what no seat knows.")
	}
	if err != nil {
		return err
	}
	return p.download(w, nil, t)
}
