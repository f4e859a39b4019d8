package table

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// moment is an act that considerably improved its player's standing. In a game for one player it is a decision with all
// events until the next one, and it can worsen the standing, too: the opponent has no decisions.
type moment struct {
	at, next int // numbers of earlier decisions of players: before the act, and after it
	seat     int32
	rise     int32
	lead     int32              // of the seat over the best of the others, afterwards
	told     map[string]wording // in each language
}

// wording describes a moment in one language.
type wording struct {
	When    string // the round or the like, if the game tells it
	Act     string
	Changed string // numbers that have changed
}

// momentRow is a moment on a page.
type momentRow struct {
	discRow
	wording
	Meaning string
	At      int
}

// meaning returns the importance of a moment for its player, or "" if there are no others.
func (m moment) meaning(name string, players int, lang serve.Lang) string {
	switch before := m.lead - m.rise; {
	case players < 2:
		return ""
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
	was, alone := leads(m.Standings()), len(now.seats) == 1
	act, begins := moment{seat: -1}, 0 // the act in progress, and its line in the log
	end := func(next, lines int) {
		if act.seat < 0 {
			return
		}
		act.next, act.lead = next, was[act.seat]
		act.rise = act.lead - act.rise
		if of.tellAct(act.told, begins, lines); (act.rise > 0 || alone && act.rise < 0) && act.told["en"].Act != "" {
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
		if at >= 0 || alone { // it begins another act
			end(n, lines)
			by := now.saved.Decisions[i].By
			act, begins = moment{at: n, seat: by, rise: was[by], told: when}, lines+max(0, at)
		}
		was = leads(m.Standings())
	}
	end(len(players), len(m.Log(0)))
	weight := func(a moment) int32 { // moments of winners come first
		const winner = 1 << 20
		if r := m.Result(); r != nil && slices.Contains(r.Winners, a.seat) {
			return min(a.rise, winner) + winner
		}
		return min(max(a.rise, -a.rise), winner)
	}
	slices.SortStableFunc(out, func(a, b moment) int { return int(weight(b) - weight(a)) })
	all := varied(out)
	all = all[:min(len(all), 4*mostMoments)]
	if err := of.tellChanges(ctx, now.saved, ends, all); err != nil {
		return nil, err
	}
	out = slices.DeleteFunc(all, func(a moment) bool { return a.told["en"].Changed == "" })
	out = out[:min(len(out), mostMoments)]
	slices.SortFunc(out, func(a, b moment) int { return a.at - b.at })
	return out, nil
}

// varied moves moments whose act has the name of an earlier one behind all others.
func varied(all []moment) (out []moment) {
	var again []moment
	named := map[string]bool{}
	for _, a := range all {
		if name, _, _ := strings.Cut(a.told["en"].Act, " – "); named[name] {
			again = append(again, a)
		} else {
			named[name] = true
			out = append(out, a)
		}
	}
	return append(out, again...)
}

// tellAct names an act by its lines in the log of each language.
func (t *table) tellAct(told map[string]wording, from, to int) {
	defer func(spoken string) { t.m.Names.Lang = spoken }(t.m.Names.Lang)
	for i, lang := range words.Spoken {
		t.m.Names.Lang = lang
		log := t.m.Log(i)
		if all := t.events(log[min(from, len(log)):min(to, len(log))], match.Everything, serve.Lang(lang)); len(all) > 0 {
			of := told[lang]
			of.Act = strings.TrimSuffix(all[0].Parts[0], ".")
			told[lang] = of
		}
	}
}

// tellChanges adds to moments the numbers that have changed. ends are the numbers of all decisions before each decision
// of a player.
func (t *table) tellChanges(ctx context.Context, saved *match.Saved, ends []int, all []moment) error {
	m, err := t.replay(ctx, saved, 0, nil)
	if err != nil {
		return err
	}
	at := func(n int, seat int32) (map[string][]tally, error) {
		if err := m.ReplayUntil(saved, n); err != nil {
			return nil, err
		}
		m.Log(0) // what follows from the decision happens before the next one is asked for
		out := map[string][]tally{}
		for _, lang := range words.Spoken {
			out[lang] = numbers(m, seat, lang)
		}
		return out, nil
	}
	inOrder := slices.SortedFunc(slices.Values(all), func(a, b moment) int { return a.at - b.at })
	for _, a := range inOrder {
		before, err := at(ends[a.at], a.seat)
		if err != nil {
			return err
		}
		after, err := at(ends[a.next], a.seat)
		if err != nil {
			return err
		}
		for lang, told := range a.told {
			told.Changed = changed(before[lang], after[lang])
			a.told[lang] = told
		}
	}
	return nil
}

// tally is a number on the table with its name.
type tally struct {
	key, name string
	value     int
}

// numbers returns the numbers that tell how a seat is doing: its fields that are numbers, the numbers of pieces in its
// zones, and, in a match for one player, those that a single piece of the table keeps.
func numbers(m *match.Match, seat int32, lang string) (out []tally) {
	defer func(spoken string) { m.Names.Lang = spoken }(m.Names.Lang)
	m.Names.Lang = lang
	for _, o := range m.View(match.Everything, nil).Owners {
		for _, f := range o.Fields {
			if f.Number != nil && o.Seat == seat && f.Look.Size != "small" {
				out = append(out, tally{seenKey(&o, f.Key), words.Title(f.Name), int(*f.Number)})
			}
		}
		for i := range o.Zones {
			switch z := &o.Zones[i]; {
			case o.Seat == seat && z.Look.Size != "small":
				out = append(out, tally{seenKey(&o, z.Key), words.Title(z.Name), z.Len()})
			case o.Seat < 0 && m.Players == 1 && onlyPiece(z) != nil:
				for _, c := range onlyPiece(z).Counters {
					out = append(out, tally{seenKey(&o, z.Key+"/"+c.Name), words.Title(z.Name + " – " + c.Name), int(c.Is)})
				}
			}
		}
	}
	return out
}

// changed describes the numbers that have changed.
func changed(before, after []tally) string {
	const most = 5
	var out []string
	for _, n := range after {
		i := slices.IndexFunc(before, func(was tally) bool { return was.key == n.key })
		if i >= 0 && before[i].value != n.value && len(out) < most {
			out = append(out, fmt.Sprintf("%s %d → %d", n.name, before[i].value, n.value))
		}
	}
	return strings.Join(out, ", ")
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
func rounds(m *match.Match) map[string]wording {
	out, spoken := map[string]wording{}, m.Names.Lang
	defer func() { m.Names.Lang = spoken }()
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
