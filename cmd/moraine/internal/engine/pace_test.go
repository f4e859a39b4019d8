//go:build linux

package engine

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/playout"
	"moraine/interpreter/testing/pace"
)

// batchSize is the number of matches that a client plays side by side.
const batchSize = 64

// TestTableOfTheEngine measures, in processor time: decisions a second of matches that a client plays in batches,
// beside those of random bots in a simulation, and views and questions of seats a second.
func TestTableOfTheEngine(t *testing.T) {
	pace.Wanted(t)
	defer func(rounds int) { pace.Rounds = rounds }(pace.Rounds)
	pace.Rounds = 3
	for _, id := range []string{"glacier", "tusk", "nomads"} {
		pace.Compare("engine, decisions in batches, "+id, pace.PerSecond, func() float64 { return batched(t, id) }, "sim", func() float64 { return simulated(t, id) }, 0.3)
		pace.Hold("engine, views, "+id, pace.PerSecond, func() float64 { return looked(t, id, "view") }, 5000)
		pace.Hold("engine, questions in words, "+id, pace.PerSecond, func() float64 { return looked(t, id, "question") }, 0)
	}
}

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // never fails
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func simulated(t *testing.T, id string) float64 {
	g := shelfOf(t).load(t, id)
	_, most := g.Players()
	p, err := playout.New(t.Context(), g, playout.Options{Players: most, Bots: []string{playout.Random}})
	require.NoError(t, err)
	total, began := int64(0), processor()
	for seed := uint64(0); processor()-began < time.Second/2; seed++ {
		n, _, err := p.Play(seed, func(int) int { return 0 })
		require.NoError(t, err)
		total += n
	}
	return float64(total) / (processor() - began).Seconds()
}

// batched returns the decisions a second, of players and of chance.
func batched(t *testing.T, id string) float64 {
	c := newClient(t, id, batchSize)
	was := c.decisions()
	var taken time.Duration
	for taken < time.Second/2 {
		line := c.acts()
		began := processor()
		out := c.engine.Answer(line, false)
		taken += processor() - began
		c.read(out)
	}
	return float64(c.decisions()-was) / taken.Seconds()
}

func looked(t *testing.T, id, method string) float64 {
	c := newClient(t, id, batchSize)
	n, taken := 0, time.Duration(0)
	for taken < time.Second/2 {
		c.read(c.engine.Answer(c.acts(), false))
		line := c.each(method)
		began := processor()
		c.engine.Answer(line, false)
		taken += processor() - began
		n += len(c.matches)
	}
	return float64(n) / taken.Seconds()
}
