package table

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// moment is a change of the number that decides the match, for a reason that is in the log.
type moment struct {
	at            int   // number of earlier decisions of players
	line          int   // the line of the log with the reason
	seat          int32 // the seat for which the number changes most; negative in a match for one player
	before, after []int32
	told          map[string]wording // in each language
}

// wording describes a moment in one language.
type wording struct {
	When    string // the round or a similar fact, if the game declares one
	Act     string
	Changed string // the number before and after, for each seat for which it has changed
}

// momentRow is a moment on a page.
type momentRow struct {
	discRow
	wording
	Meaning string
	At      int
}

// ahead returns the seat that is ahead alone, or -1.
func ahead(tallies []int32) int {
	best := slices.Max(tallies)
	at := slices.Index(tallies, best)
	if len(tallies) < 2 || slices.Contains(tallies[at+1:], best) {
		return -1
	}
	return at
}

// leads returns the seat that takes the lead in a moment, or -1.
func (m *moment) leads() int {
	if now := ahead(m.after); now != ahead(m.before) {
		return now
	}
	return -1
}

// moved returns the largest change for any seat.
func (m *moment) moved() (most int32) {
	for i := range m.after {
		by := m.after[i] - m.before[i]
		most = max(most, by, -by)
	}
	return most
}

// gains returns the seat for which the number changes most, or -1 in a match for one player.
func (m *moment) gains() int32 {
	for i := range m.after {
		if by := m.after[i] - m.before[i]; len(m.after) > 1 && max(by, -by) == m.moved() {
			return int32(i)
		}
	}
	return -1
}

// mostMoments limits the number of moments on a page.
const mostMoments = 3

// review finds the moments of a finished match in the background.
func (t *table) review() {
	if t.reviewed || t.m == nil || !t.m.Over() {
		return
	}
	t.reviewed = true
	now := &glance{saved: t.saved(), seats: slices.Clone(t.Seats)}
	go func() {
		var found []moment
		err := t.store.desk.Guard(func() (err error) {
			found, err = t.store.moments(t.store.desk.Until, now)
			return err
		})
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
func (s *store) moments(ctx context.Context, now *glance) ([]moment, error) {
	var of logs
	for _, lang := range words.Spoken {
		of.ears = append(of.ears, match.Recipient{Eyes: match.Everything, Lang: lang})
	}
	m, _, err := (&replay{Saved: now.saved, seats: now.seats, ears: of.ears}).run(ctx, s.desk, 0)
	if err != nil {
		return nil, err
	}
	of.m = m
	if !m.FollowTally() {
		return nil, nil
	}
	players := decided(now.saved.Decisions)
	ends := append(players, len(now.saved.Decisions))
	lines, when := make([]int, len(ends)), make([]map[string]wording, len(ends)) // before each decision of a player
	for n, end := range ends {
		if err := m.ReplayUntil(now.saved, end); err != nil {
			return nil, err
		}
		lines[n], when[n] = len(m.Log(0)), rounds(m)
	}
	name, changes := m.Changes()
	changes = slices.DeleteFunc(changes, func(c match.Change) bool { return c.Line < lines[0] }) // of the set-up
	all := momentsOf(changes, m.Log(0))
	var winners []int32
	if r := m.Result(); r != nil {
		winners = r.Winners
	}
	out := weightiest(all, winners)
	for i := range out {
		a := &out[i]
		a.told = map[string]wording{}
		for n := range players {
			if lines[n] <= a.line {
				a.at, a.told = n, maps.Clone(when[n])
			}
		}
		of.tellMoment(a, name)
	}
	return slices.DeleteFunc(out, func(a moment) bool { return a.told["en"].Act == "" }), nil
}

// momentsOf joins changes that have the same reason. The reason is the nearest earlier line that is a move, a sentence
// that the rules declare, the heading of a chapter or the beginning of an act. So points that are counted at the end of
// a year belong to the year, and not to the last act in it.
func momentsOf(changes []match.Change, log []match.Line) (out []moment) {
	for _, c := range changes {
		at := min(c.Line, len(log)-1)
		for at > 0 && !log[at].Told && !log[at].Moves && !log[at].Chapter && log[at].Part.Kind != match.PartAct {
			at--
		}
		if n := len(out) - 1; n >= 0 && (out[n].line == at || repeats(log, out[n].line, at)) {
			out[n].after = c.After
		} else {
			out = append(out, moment{line: at, before: c.Before, after: c.After})
		}
	}
	for i := range out {
		out[i].seat = out[i].gains()
	}
	return out
}

// repeats reports whether a sentence that the rules declare comes again in the same act and chapter.
func repeats(log []match.Line, first, again int) bool {
	return log[again].Told && log[again].Text == log[first].Text &&
		!slices.ContainsFunc(log[first+1:again], func(l match.Line) bool {
			return l.Chapter || l.Part.Kind == match.PartAct
		})
}

// weightiest returns the moments worth a look back, in order: the one in which a winner takes the lead for good, the
// largest change, the largest gain of a winner, and then the largest of the others.
func weightiest(all []moment, winners []int32) (out []moment) {
	var order []int
	pick := func(fits func(m *moment) bool, better func(m, best *moment) bool) {
		best := -1
		for i := range all {
			if m := &all[i]; !slices.Contains(order, i) && m.moved() > 0 && fits(m) &&
				(best < 0 || better(m, &all[best])) {
				best = i
			}
		}
		if best >= 0 && len(order) < mostMoments {
			order = append(order, best)
		}
	}
	won := func(seat int) bool { return seat >= 0 && slices.Contains(winners, int32(seat)) }
	larger := func(m, best *moment) bool { return m.moved() > best.moved() }
	pick(func(m *moment) bool { return won(m.leads()) }, func(_, _ *moment) bool { return true })
	pick(func(*moment) bool { return true }, larger)
	pick(func(m *moment) bool { return won(int(m.seat)) && m.after[m.seat] > m.before[m.seat] }, larger)
	for range mostMoments {
		pick(func(*moment) bool { return true }, larger)
	}
	slices.Sort(order)
	for _, i := range order {
		out = append(out, all[i])
	}
	return out
}

// tellMoment describes a moment in each language: the lines of the log that caused it, and the number that it changed.
func (t *logs) tellMoment(a *moment, name string) {
	defer keepLanguage(t.m)()
	for i, lang := range words.Spoken {
		t.m.Names.Lang = lang
		log := t.m.Log(i)
		told := a.told[lang]
		if line := log[min(a.line, len(log)-1)]; line.Part.Kind != match.PartAct {
			told.Act = strings.TrimSuffix(line.Text, ".")
		} else if all := t.events([]match.Line{line}, match.Everything, serve.Lang(lang)); len(all) > 0 {
			told.Act = all[0].Parts[0]
		}
		var changed []string
		for seat := range a.after {
			if was, is := a.before[seat], a.after[seat]; was != is {
				who := ""
				if len(a.after) > 1 {
					who = t.m.Names.Seat(int32(seat)) + ": "
				}
				changed = append(changed,
					fmt.Sprintf("%s%s %d → %d", who, words.Title(t.m.Names.Phrase(name)), was, is))
			}
		}
		told.Changed = strings.Join(changed, ", ")
		a.told[lang] = told
	}
}

// rounds returns the first fact of the head line in each language, which usually is the round.
func rounds(m *match.Match) map[string]wording {
	defer keepLanguage(m)()
	out := map[string]wording{}
	for _, lang := range words.Spoken {
		m.Names.Lang = lang
		of := wording{}
		if head := m.Head(match.Public); len(head) > 0 {
			of.When = head[0].Label + " " + head[0].Text
		}
		out[lang] = of
	}
	return out
}
