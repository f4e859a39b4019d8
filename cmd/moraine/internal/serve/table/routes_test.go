package table

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/match"
)

// The pages that Replay shows are the states that the seat has seen, and nothing else: each is one that the seat saw at that number of
// decisions that it knows of.
func TestReplayShowsWhatTheSeatHasSeen(t *testing.T) {
	d := newDesk(t)
	for _, game := range []string{"duel", "liars"} {
		id := strings.Split(d.table(game, 6, "human", "human")[0], "/")[2]
		at := d.store.tables[id]
		unlock := sync.OnceFunc(at.mu.Unlock)
		at.mu.Lock()
		defer unlock() // the server closes the table, too, if the test fails
		require.NoError(t, at.wake())
		settle(at)
		seen := [2]map[int][]match.Seen{{}, {}} // by seat and number of known decisions
		for n := 0; n < 4 && !at.m.Over(); n++ {
			for seat := range seen {
				known := len(at.known(int32(seat)))
				seen[seat][known] = append(seen[seat][known], at.as(int32(seat), "en").speak("en").View(int32(seat), nil).Seen())
				from, to := at.as(int32(seat), "en").replayed()
				require.LessOrEqual(t, from, to)
				require.LessOrEqual(t, to, known)
			}
			q := at.m.Question()
			if q == nil {
				break
			}
			var pick []int
			for i := range q.Least {
				pick = append(pick, i+1)
			}
			require.NoError(t, at.answer(q.Seat, &act{Do: doAnswer, At: at.at(q.Seat), Pick: pick}))
			settle(at)
		}
		over := at.m.Over()
		unlock()
		compared := 0
		for seat := range seen {
			for known, states := range seen[seat] {
				now, err := at.glance(int32(seat))
				require.NoError(t, err)
				if over || known >= len(now.known) {
					continue // after the end all is shown
				}
				m, _, err := (&replay{Saved: now.saved, seats: now.seats, ears: []match.Recipient{{Eyes: int32(seat), Lang: "en"}}}).run(t.Context(), d.Server, now.known[known])
				require.NoError(t, err)
				require.False(t, m.Over()) // it runs up to the question
				m.Names.Lang = "en"
				require.Contains(t, states, m.View(int32(seat), nil).Seen(), "%s, seat %d after %d", game, seat, known)
				compared++
			}
		}
		require.Greater(t, compared, 2, game)
	}
}

// A first match is opened from the lobby. A hint is shown when its question first comes, and never again once it is known; the rules
// begin with a page that has the aim, the options and cards.
func TestAFirstMatchInTheBrowser(t *testing.T) {
	d := newDesk(t)
	code, to := d.post(d.Root()+"tables", map[string][]string{"game": {"glacier"}, "learn": {"1"}})
	require.Equal(t, 303, code)
	p := browser.Open(t, 1280, 800)
	p.Go(d.http.URL + to)
	browser.Eval[bool](p, `(document.body.dataset.guard = 0, true)`)
	next := func() {
		p.Until(`document.querySelector("form.question")`)
		s := browser.Eval[state](p, stateOf)
		byMouse(p, s)
		p.Until(fmt.Sprintf(`(document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, s.At))
	}
	const hint = `document.querySelector("[data-hint]:not([hidden])")`
	for n := 0; n < 20 && p.Is("!!"+hint) == "false"; n++ {
		next()
	}
	name := p.Is(hint + `.dataset.hint`)
	require.Equal(t, "true", p.Is(`[...document.querySelectorAll(".bar button, .board button.lit")].every(b => { const r = b.getBoundingClientRect(); return !document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest("#hint") })`), "it covers no button")
	p.Accessible()
	p.Press(`[data-known=""]`)
	p.Until("!" + hint)
	require.Contains(t, p.Is(`Object.values(localStorage).join(" ")`), name, "it is known")
	p.Go(d.http.URL + d.Root() + "rules/tusk?lang=de")
	p.Accessible()
	for _, text := range []string{"Auf einer Seite", "Was du tun kannst", "Lass einen Stamm wachsen"} {
		require.Contains(t, p.Is(`document.querySelector(".brief").textContent`), text)
	}
	require.Equal(t, "true", p.Is(`document.querySelectorAll(".brief .card").length > 2`))
}

// Replay runs through the events since the last decision, while the question stays; it is stepped and closed.
func TestReplayInTheBrowser(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("tusk", 7, "human", "greedy", "greedy")[0], 1280, 800)
	for range 40 {
		p.Until(`document.querySelector("form.question") || document.querySelector(".result")`)
		if p.Is(`!!document.querySelector("#board .arrow path")`) == "true" {
			break
		}
		s := browser.Eval[state](p, stateOf)
		byMouse(p, s)
		p.Until(fmt.Sprintf(`document.querySelector(".result") || (document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, s.At))
	}
	require.Equal(t, "true", p.Is(`[...document.querySelectorAll("#board .arrow")].every(a => document.querySelector('#log .no:not([hidden])[data-arrow="' + a.dataset.arrow + '"]'))`), "each arrow has its line")
	question := p.Is(`document.getElementById("ask").textContent`)
	p.Press(`[data-replay]`)
	p.Until(`document.querySelector("#then svg.map")`)
	require.Equal(t, "true", p.Is(`!document.querySelector("#board svg.map").checkVisibility() && document.querySelector("#then svg.map").checkVisibility()`))
	p.Press(`[data-step="1"]`)
	p.Until(`document.querySelector("#then .moved")`)
	p.Accessible()
	require.Equal(t, question, p.Is(`document.getElementById("ask").textContent`))
	p.Press(`[data-step="0"]`)
	require.Equal(t, "true", p.Is(`document.querySelector("#board svg.map").checkVisibility() && !document.querySelector("#then").children.length`))
}
