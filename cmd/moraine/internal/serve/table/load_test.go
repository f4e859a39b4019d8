//go:build unix

package table

import (
	"context"
	"io"
	"log"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// TestTableLoad measures the time of an act, from the click to the new page of the actor, with many tables at
// once: with BENCH=1, 200 tables and 800 seats, with a pause before each act. The cost, with all pages that
// watch, is printed as a multiple of an act of the bare match.
func TestTableLoad(t *testing.T) {
	tables, acts, think := 3, 3, time.Duration(0)
	if os.Getenv("BENCH") != "" {
		tables, acts, think = 200, 8, 4*time.Second
	}
	d := newDesk(t)
	game, _, err := d.Game("glacier", interpreter.Options{})
	require.NoError(t, err)
	once := bare(t, game)
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
	began := spent()
	for i, four := range seats {
		ctx, enough := context.WithTimeout(t.Context(), 5*time.Minute) // it hangs, else
		defer enough()
		var begun, done atomic.Int32
		for _, p := range four {
			all.Go(func() {
				time.Sleep(think * time.Duration(i) / time.Duration(tables)) // not all at once
				for {
					if p.asked() == "" {
						if p.hear(ctx) != nil {
							return
						}
						continue
					}
					time.Sleep(think)
					if int(begun.Add(1)) > acts {
						return
					}
					began, was := time.Now(), p.at()
					for p.move(); p.asked() != "" && p.at() == was; {
						if p.hear(ctx) != nil {
							return
						}
					}
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
					if int(done.Add(1)) == acts {
						enough()
					}
				}
			})
		}
	}
	all.Wait()
	cpu := (spent() - began) / time.Duration(len(took))
	require.Len(t, took, tables*acts)
	slices.Sort(took)
	t.Logf("%d tables, %d seats, %d acts: half take %v, the 95th percentile is %v; an act costs %v of CPU time, its readers included, %.0f times that of the bare match",
		tables, 4*tables, len(took), took[len(took)/2], took[len(took)*95/100], cpu, float64(cpu)/float64(once))
	require.Empty(t, d.logs.String())
}

// Of the tables without open pages, only a limited number have their match in memory; with BENCH=1 the test
// prints the memory of 1,000 of them.
func TestIdleTablesAreOnDisk(t *testing.T) {
	tables, game := mostAwake+5, "duel"
	if os.Getenv("BENCH") != "" {
		tables, game = mostTables, "glacier"
	}
	desk, err := serve.New(serve.Options{Data: games.Sources(t, "../../../../.."), Folder: t.TempDir(), Errors: log.New(io.Discard, "", 0)})
	require.NoError(t, err)
	t.Cleanup(desk.Close)
	st, err := openStore(desk)
	require.NoError(t, err)
	t.Cleanup(st.close)
	for range tables {
		tb, err := st.make(game, interpreter.Options{}, 1, "en", kindsOf(match.Human, match.Human), nil)
		require.NoError(t, err)
		tb.mu.Lock()
		require.NoError(t, tb.wake())
		settle(tb)
		tb.mu.Unlock()
	}
	awake := 0
	for _, tb := range st.tables {
		if tb.m != nil {
			awake++
		}
	}
	require.Equal(t, mostAwake, awake)
	require.Len(t, st.tables, tables)
	_, err = st.make(game, interpreter.Options{}, 1, "en", kindsOf(match.Human, match.Human), nil)
	require.Equal(t, tables == mostTables, err != nil, "%v", err)
	runtime.GC()
	var used runtime.MemStats
	runtime.ReadMemStats(&used)
	t.Logf("%d tables of %s, %d awake: %d KiB in use", tables, game, awake, used.HeapInuse>>10)
}

// spent is the CPU time that this process has had so far.
func spent() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// bare returns the CPU time of an act in a match without observers.
func bare(t *testing.T, g *interpreter.Game) time.Duration {
	h := match.Header{Game: g.ID, Seed: 1, Lang: "en", Players: 4, IDs: g.Seats()[:4], Seats: slices.Repeat([]string{match.Random}, 4)}
	began, n := spent(), 0
	for range 5 {
		m, err := match.New(g, h, match.Options{Kept: true})
		require.NoError(t, err)
		for more := true; more; n++ {
			more, err = m.Step()
			require.NoError(t, err)
		}
	}
	return max(1, (spent()-began)/time.Duration(n))
}
