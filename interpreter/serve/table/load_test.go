package table

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
)

// How long an act takes, from the click to what all four pages show, where many play at once; with
// BENCH=1 that is 200 tables and 800 seats. It is told as a multiple of what the bare match takes.
func TestTableLoad(t *testing.T) {
	tables, acts := 3, 3
	if os.Getenv("BENCH") != "" {
		tables, acts = 200, 20
	}
	d := newDesk(t)
	game, _, err := d.Game("glacier", interpreter.Options{})
	require.NoError(t, err)
	var seats [][]*page
	for i := range tables {
		links := d.table("glacier", i, "human", "human", "human", "human")
		var four []*page
		for _, link := range links[:4] {
			four = append(four, d.open(link))
		}
		seats = append(seats, four)
	}
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for _, four := range seats {
		ctx, enough := context.WithTimeout(t.Context(), time.Minute) // it hangs, else
		defer enough()
		left := acts
		for _, p := range four {
			all.Go(func() {
				for ctx.Err() == nil {
					if p.asked() == "" {
						if p.hear(ctx) != nil {
							return
						}
						continue
					}
					began, was := time.Now(), p.at()
					for p.move(); p.asked() != "" && p.at() == was; {
						if p.hear(ctx) != nil {
							return
						}
					}
					mu.Lock()
					took = append(took, time.Since(began))
					if left--; left <= 0 {
						enough()
					}
					mu.Unlock()
				}
			})
		}
	}
	all.Wait()
	require.NotEmpty(t, took)
	slices.Sort(took)
	p95 := took[len(took)*95/100]
	t.Logf("%d tables, %d seats, %d acts: the 95th percentile is %v, %.0f times the bare match", tables, 4*tables, len(took), p95, float64(p95)/float64(bare(t, game)))
	require.Empty(t, d.logs.String())
}

// bare is how long an act takes in a match that nobody looks at.
func bare(t *testing.T, g *interpreter.Game) time.Duration {
	h := match.Header{Game: g.ID, Seed: 1, Lang: "en", Players: 4, IDs: g.Program.Seats[:4], Seats: slices.Repeat([]string{match.Random}, 4)}
	m, err := match.New(g, h, match.Options{Kept: true})
	require.NoError(t, err)
	began, n := time.Now(), 0
	for more := true; more && n < 300; n++ {
		more, err = m.Step()
		require.NoError(t, err)
	}
	return max(1, time.Since(began)/time.Duration(n))
}

// Whatever a game calls its things, it is text.
func TestScriptInNames(t *testing.T) {
	evil := `<script>alert(1)</script>"><img src=x onerror=alert(2)>`
	d := open1(t, t.TempDir(), duelWith(t, "windows:\n", fmt.Sprintf("asks:\n  jab: {en: %q}\n  turn.boast: {en: %q}\nwindows:\n", evil, evil)))
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	_, text := d.get(links[0])
	for _, html := range []string{text, p.html["ask"], p.html["board"], p.html["log"]} {
		require.NotContains(t, html, "<script>alert")
		require.NotContains(t, html, "<img")
	}
	require.Contains(t, p.html["ask"], "&lt;script&gt;")
}
