package oracle

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
)

// Engine plays random matches. The matches of a seed are the same in both
// engines, so that the times for them can be compared.
type Engine interface {
	// Match plays the match of a seed and returns the number of its decisions.
	Match(players int, seed uint64) int
}

// Match implements Engine.
func (m *Match) Match(players int, seed uint64) int {
	m.Lots = newLots(seed)
	m.Play(players)
	return m.Decisions
}

// interpreted is the interpreter as an Engine.
type interpreted struct {
	m    *machine.Match
	lots *decide.Random
}

func newInterpreted(p *program.Program) *interpreted {
	return &interpreted{machine.New(p, p.MaxPlayers, nil), decide.NewRandom(0)}
}

// Match implements Engine.
func (e *interpreted) Match(players int, seed uint64) (decisions int) {
	*e.lots.Generator() = decide.NewRNG(seed, 1)
	e.m.Reset(players)
	for r := e.m.Next(); r != nil; r = e.m.Next() {
		if err := e.m.Answer(e.lots.Decide(e.m, r)...); err != nil {
			panic(err)
		}
		decisions++
	}
	return decisions
}

// The matches that are compared for speed are the same: both engines draw the
// same lots for themselves and come to the same end.
func TestSameMatches(t *testing.T) {
	p := load(t, asPrinted)
	i, o := newInterpreted(p), &Match{}
	table := newTable(p)
	for seed := range uint64(300) {
		players := 2 + int(seed%3)
		decisions := o.Match(players, seed)
		require.Equal(t, decisions, i.Match(players, seed), "decisions of seed %d", seed)
		require.Empty(t, table.differ(i.m, o), "the end of seed %d", seed)
	}
}

// A match takes no memory.
func TestNoAllocations(t *testing.T) {
	load(t, asPrinted)
	o, seed := &Match{}, uint64(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		seed++
		o.Match(2+int(seed%3), seed)
	}))
}

// seedsTimed is how many matches are played over and over.
const seedsTimed = 64

// timed plays matches of the first seeds, and measures: for a table of ratios the
// engines take turns.
func timed(e Engine, players, matches int) (decisions int, took time.Duration) {
	began := time.Now()
	for i := range matches {
		decisions += e.Match(players, uint64(i%seedsTimed))
	}
	return decisions, time.Since(began)
}

func BenchmarkMatch(b *testing.B) {
	p := load(b, asPrinted)
	for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
		for _, e := range []struct {
			name string
			Engine
		}{{"oracle", &Match{}}, {"interpreter", newInterpreted(p)}} {
			b.Run(fmt.Sprintf("%s/%d", e.name, players), func(b *testing.B) {
				timed(e, players, 1) // warm
				b.ReportAllocs()
				b.ResetTimer()
				decisions, took := timed(e, players, b.N)
				b.ReportMetric(float64(decisions)/took.Seconds(), "decisions/s")
			})
		}
	}
}
