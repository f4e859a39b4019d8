package table

import (
	"fmt"
	"runtime"
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
		seen := [2]map[int][]map[string]string{{}, {}} // by seat and number of known decisions
		for n := 0; n < 4 && !at.m.Over(); n++ {
			for seat := range seen {
				known := len(at.known(int32(seat)))
				seen[seat][known] = append(seen[seat][known], Seen(at.m, int32(seat)))
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
			for at.playing {
				at.mu.Unlock()
				runtime.Gosched()
				at.mu.Lock()
			}
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
				require.Contains(t, states, Seen(m, int32(seat)), "%s, seat %d after %d", game, seat, known)
				compared++
			}
		}
		require.Greater(t, compared, 2, game)
	}
}

// Replay runs through what has happened since the last decision, while the question stays; it is stepped and closed.
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
