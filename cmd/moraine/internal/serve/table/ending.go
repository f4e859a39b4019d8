package table

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// finished is the data for a match that is over.
type finished struct {
	L         serve.Lang
	Link      string
	Title     string // the winners
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
func (t *table) finish(m *match.Match, eyes int32, lang serve.Lang) *finished {
	r := m.Result()
	if r == nil {
		return nil
	}
	out := &finished{
		L: lang, Link: t.link(eyes), Title: titleOf(m, r, eyes, lang), Reason: r.Reason, Clauses: r.Clauses, Decisions: len(decided(m.Decisions())),
		Person: eyes >= 0, Lost: eyes >= 0 && !slices.Contains(r.Winners, eyes), Next: t.rematch() != nil, Moved: t.Moved > 0,
	}
	order := slices.Clone(r.Winners)
	var others []int32
	for i := range t.Seats {
		if !slices.Contains(order, int32(i)) {
			others = append(others, int32(i))
		}
	}
	if s := m.Standings(); s != nil {
		slices.SortStableFunc(others, func(a, b int32) int { return cmp.Compare(s[b], s[a]) })
	}
	order = append(order, others...)
	for _, i := range order {
		name := m.Names.Seat(i)
		s := resultSeat{discRow{hue(m.Look(i)), initial(name), name}, slices.Contains(r.Winners, i), i == eyes, t.Seats[i].Kind != match.Human}
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
		out.Moments = append(out.Moments, momentRow{discRow{hue(m.Look(mo.seat)), initial(name), name}, mo.when[lang.Code()], mo.title(name, len(t.Seats), lang), mo.text[lang.Code()], mo.at})
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

// titleOf names the winners for a viewer.
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
	case m.Players == 1 && eyes >= 0: // a game for one player
		return lang.T("You lose")
	case m.Players == 1:
		return lang.T("%s loses", m.Names.Seat(0))
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

// after returns the number of all decisions after n decisions of players and the subsequent
// ones of chance, or -1 if the players have made fewer.
func after(all []match.Decision, n int) int {
	if ends := append(decided(all), len(all)); n >= 0 && n < len(ends) {
		return ends[n]
	}
	return -1
}

// moment is an act that considerably improved its player's standing.
type moment struct {
	at   int // number of earlier decisions of players
	seat int32
	rise int32
	lead int32             // of the seat over the best of the others, afterwards
	text map[string]string // the act and what came of it, in each language
	when map[string]string // the round or the like, if the game tells it, in each language
}

// momentRow is a moment on a page.
type momentRow struct {
	discRow
	When, Title, Text string
	At                int
}

// title says what the moment was for its player.
func (m moment) title(name string, players int, lang serve.Lang) string {
	switch before := m.lead - m.rise; {
	case players < 2:
		return lang.T("%s improves", name)
	case m.lead > 0 && before > 0:
		return lang.T("%s extends the lead", name)
	case m.lead > 0:
		return lang.T("%s takes the lead", name)
	case m.lead == 0:
		return lang.T("%s draws level", name)
	}
	return lang.T("%s catches up", name)
}

// mostMoments limits the number of moments on a page.
const mostMoments = 3

// review finds the moments of a finished match in the background.
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

// moments replays a finished match and returns its most important moments, in order.
func (s *store) moments(ctx context.Context, now *glance) (out []moment, err error) {
	of := &table{Seats: now.seats, store: s}
	for _, lang := range words.Spoken {
		of.ears = append(of.ears, match.Recipient{Eyes: match.Everything, Lang: lang})
	}
	m, err := of.replay(ctx, now.saved, 0, nil)
	if err != nil {
		return nil, err
	}
	players := decided(now.saved.Decisions)
	ends := append(players, len(now.saved.Decisions))
	if err := m.ReplayUntil(now.saved, ends[0]); err != nil {
		return nil, err
	}
	of.m = m
	was := leads(m.Standings())
	act, begins := moment{seat: -1}, 0 // the act in progress, and its line in the log
	end := func(lines int) {
		if act.seat < 0 {
			return
		}
		act.lead = was[act.seat]
		act.rise = act.lead - act.rise
		for ear, lang := range words.Spoken {
			log := m.Log(ear)
			act.text[lang] = of.sentence(log[min(begins, len(log)):min(lines, len(log))])
		}
		if act.rise > 0 && act.text["en"] != "" {
			out = append(out, act)
		}
	}
	for n, i := range players {
		lines, when := len(m.Log(0)), rounds(m)
		if err := m.ReplayUntil(now.saved, ends[n+1]); err != nil {
			return nil, err
		}
		log := m.Log(0)
		at := slices.IndexFunc(log[min(lines, len(log)):], func(l match.Line) bool { return l.Part.Kind == match.PartAct })
		if at >= 0 { // it begins another act
			end(lines)
			by := now.saved.Decisions[i].By
			act, begins = moment{at: n, seat: by, rise: was[by], text: map[string]string{}, when: when}, lines+at
		}
		was = leads(m.Standings())
	}
	end(len(m.Log(0)))
	weight := func(a moment) int32 { // moments of winners come first
		const winner = 1 << 20
		if r := m.Result(); r != nil && slices.Contains(r.Winners, a.seat) {
			return min(a.rise, winner) + winner
		}
		return min(a.rise, winner)
	}
	slices.SortStableFunc(out, func(a, b moment) int { return int(weight(b) - weight(a)) })
	out = out[:min(len(out), mostMoments)]
	slices.SortFunc(out, func(a, b moment) int { return a.at - b.at })
	return out, nil
}

// leads returns each player's lead over the best of the others.
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

// rounds returns the first fact of the head line in each language: the round, or whatever the game tells there.
func rounds(m *match.Match) map[string]string {
	out, spoken := map[string]string{}, m.Names.Lang
	defer func() { m.Names.Lang = spoken }()
	for _, lang := range words.Spoken {
		m.Names.Lang = lang
		if head := m.Head(match.Public); len(head) > 0 {
			out[lang] = head[0].Label + " " + head[0].Text
		}
	}
	return out
}

// sentence returns the act that some lines of the log begin with, and what came of it.
func (t *table) sentence(lines []match.Line) string {
	const most = 3
	var out []string
	if i := slices.IndexFunc(lines, func(l match.Line) bool { return l.Chapter }); i >= 0 { // the act ends with its turn
		lines = lines[:i]
	}
	for _, e := range t.events(lines, match.Everything, true) {
		if e.Text = strings.TrimSuffix(e.Text, "."); len(out) < most {
			out = append(out, e.Text)
		}
	}
	return strings.Join(out, ". ")
}

// save sends a finished match to its players, in the format of `moraine replay`.
func (p *part) save(w http.ResponseWriter, _ *http.Request, t *table, _ int32) error {
	t.mu.Lock()
	err := t.wake()
	over := err == nil && t.m.Over()
	t.mu.Unlock()
	if err == nil && !over {
		err = serve.Refuse(http.StatusForbidden, "The match can be saved here when it is over, because the file contains hidden information.")
	}
	if err != nil {
		return err
	}
	return p.download(w, nil, t)
}
