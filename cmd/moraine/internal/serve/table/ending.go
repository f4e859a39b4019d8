package table

import (
	"cmp"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// finished is the data for a match that is over.
type finished struct {
	L         serve.Lang
	Link      string
	Own       string // whether the viewer has won, or "" for an onlooker
	Title     string // the winners; "" if Own names them all
	Winner    *discRow
	Reason    string
	Clauses   []match.Clause
	Seats     []resultSeat
	Rows      []match.Row // in the order of Seats
	Moments   []momentRow
	Decisions int
	Person    bool
	Lost      bool // the viewer has played and not won
	Next      bool // a rematch already exists
	Moved     bool // in the rematch, the seats are moved by one
}

// resultSeat is a column of the table of results.
type resultSeat struct {
	discRow
	Won, Me, Bot bool
}

// finish returns the result of the match for a viewer, or nil if it is not over.
func (v viewer) finish(m *match.Match) *finished {
	r := m.Result()
	if r == nil {
		return nil
	}
	out := &finished{
		L: v.lang, Link: v.link(v.eyes), Title: titleOf(m, r, v.eyes, v.lang), Reason: r.Reason, Clauses: r.Clauses,
		Decisions: len(decided(m.Decisions())),
		Person:    v.eyes >= 0, Lost: v.eyes >= 0 && !slices.Contains(r.Winners, v.eyes), Next: v.rematch() != nil,
		Moved: v.Moved > 0,
	}
	switch {
	case out.Lost:
		out.Own = v.lang.T("You lose")
	case out.Person:
		out.Own = v.lang.T("You win")
	}
	order := slices.Clone(r.Winners)
	var others []int32
	for i := range v.Seats {
		if !slices.Contains(order, int32(i)) {
			others = append(others, int32(i))
		}
	}
	if s := m.Standings(); s != nil {
		slices.SortStableFunc(others, func(a, b int32) int { return cmp.Compare(s[b], s[a]) })
	}
	order = append(order, others...)
	letters := lettersOf(m)
	for _, i := range order {
		name := m.Names.Seat(i)
		s := resultSeat{discRow: discRow{Hue: card.Hue(m.Look(i)), Letter: letters[name], Name: name},
			Won: slices.Contains(r.Winners, i), Me: i == v.eyes, Bot: v.Seats[i].Kind != match.Human}
		out.Seats = append(out.Seats, s)
	}
	if len(r.Winners) == 1 {
		out.Winner = &out.Seats[0].discRow
	}
	for _, row := range r.Rows {
		row.Values, row.Passed = inOrder(row.Values, order), inOrder(row.Passed, order)
		out.Rows = append(out.Rows, row)
	}
	for i := range v.moments {
		mo := &v.moments[i]
		row := momentRow{wording: mo.told[v.lang.Code()], At: mo.at}
		if mo.seat >= 0 {
			name := m.Names.Seat(mo.seat)
			row.discRow = discRow{Hue: card.Hue(m.Look(mo.seat)), Letter: letters[name], Name: name}
		}
		if seat := mo.leads(); seat >= 0 {
			row.Meaning = v.lang.T("%s takes the lead", m.Names.Seat(int32(seat)))
		}
		out.Moments = append(out.Moments, row)
	}
	return out
}

// inOrder returns elements in the order given by seats.
func inOrder[T any](of []T, seats []int32) (out []T) {
	for _, i := range seats {
		out = append(out, of[i])
	}
	return out
}

// titleOf names the winners for a viewer. It returns "" if the viewer's own result names them.
func titleOf(m *match.Match, r *match.Result, eyes int32, lang serve.Lang) string {
	var names []string
	for _, w := range r.Winners {
		names = append(names, m.Names.Seat(w))
	}
	switch {
	case len(names) == 1 && r.Winners[0] == eyes:
		return ""
	case len(names) == 1:
		return lang.T("%s wins", names[0])
	case len(names) > 1:
		return lang.T("%s win together", m.Names.And(names))
	case m.Players == 1 && eyes >= 0: // a game for one player
		return ""
	case m.Players == 1:
		return lang.T("%s loses", m.Names.Seat(0))
	case eyes >= 0:
		return lang.T("nobody wins")
	}
	return lang.T("Nobody wins")
}

// decided returns the indices of the players' decisions. Decisions of chance are counted with
// the preceding one. Pages use these numbers.
func decided(all []match.Decision) (out []int) {
	for i, d := range all {
		if d.By >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// after converts a number of decisions of players to a number of all decisions, including those of chance that follow
// them. It returns -1 if the players have made fewer than n decisions.
func after(all []match.Decision, n int) int {
	if ends := append(decided(all), len(all)); n >= 0 && n < len(ends) {
		return ends[n]
	}
	return -1
}

// save sends a finished match to its players, in the format of `moraine replay`.
func (p *part) save(w http.ResponseWriter, _ *http.Request, t *table, _ int32) error {
	if err := t.mustBeOver(); err != nil {
		return err
	}
	return p.download(w, nil, t)
}

// mustBeOver returns an error before the end of the match.
func (t *table) mustBeOver() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return err
	}
	if !t.m.Over() {
		return serve.Refuse(http.StatusForbidden,
			"The match can be saved here when it is over, because the file contains hidden information.")
	}
	return nil
}
