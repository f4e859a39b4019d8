package machine_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
)

// firstShipped is a game of the repository with its largest table.
func firstShipped(b testing.TB) *program.Program {
	all := shipped(b)
	return all[slices.Sorted(maps.Keys(all))[0]]
}

// playOut answers at random to the end.
func playOut(b testing.TB, m *machine.Match, d *decide.Random) (decisions int) {
	for r := m.Next(); r != nil; r = m.Next() {
		if err := m.Answer(d.Decide(m, r)...); err != nil {
			b.Fatal(err)
		}
		decisions++
	}
	return decisions
}

func BenchmarkRandomMatch(b *testing.B) {
	games := shipped(b)
	for _, id := range slices.Sorted(maps.Keys(games)) {
		p := games[id]
		b.Run(id+"/plain", func(b *testing.B) { benchMatches(b, p, false) })
		b.Run(id+"/strict", func(b *testing.B) { benchMatches(b, p, true) })
	}
}

func benchMatches(b *testing.B, p *program.Program, strict bool) {
	m, d := machine.New(p, p.MaxPlayers, nil), decide.NewRandom(0)
	m.Strict = strict
	decisions, ops := 0, 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		*d.Generator() = decide.NewRNG(uint64(i%50), 1)
		before := m.Budget.Ops
		m.Reset(p.MaxPlayers)
		decisions += playOut(b, m, d)
		ops += m.Budget.Ops - before
	}
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(ops), "ns/step")
}

// atDecision is a match that waits for its n-th decision.
func atDecision(b testing.TB, n int) (*machine.Match, *decide.Random) {
	p := firstShipped(b)
	m, d := machine.New(p, p.MaxPlayers, nil), decide.NewRandom(1)
	for range n {
		r := m.Next()
		require.NotNil(b, r)
		require.NoError(b, m.Answer(d.Decide(m, r)...))
	}
	require.NotNil(b, m.Next())
	return m, d
}

// A request is rebuilt from the state after every restore.
func BenchmarkRequest(b *testing.B) {
	m, _ := atDecision(b, 200)
	var s state.State
	m.Snapshot(&s)
	b.ReportAllocs()
	for b.Loop() {
		m.Restore(&s)
		m.Next()
	}
}

func BenchmarkSnapshotRestore(b *testing.B) {
	m, _ := atDecision(b, 200)
	var s state.State
	b.ReportAllocs()
	for b.Loop() {
		m.Snapshot(&s)
		m.Restore(&s)
	}
}

func BenchmarkHash(b *testing.B) {
	m, _ := atDecision(b, 200)
	b.ReportAllocs()
	for b.Loop() {
		m.State().Hash()
	}
}

func BenchmarkLoad(b *testing.B) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	id := all.Games()[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := interpreter.Load(all, id, interpreter.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// A warm match allocates nothing: not for a decision, not for a view, and not for a snapshot and its
// restoration.
func TestWarmMatchesAllocateNothing(t *testing.T) {
	for id, p := range shipped(t) {
		t.Run(id, func(t *testing.T) {
			for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
				m, d := machine.New(p, players, nil), decide.NewRandom(0)
				var s state.State
				play := func() {
					for seed := range uint64(20) {
						*d.Generator() = decide.NewRNG(seed, 1)
						m.Reset(players)
						playOut(t, m, d)
						m.Snapshot(&s)
						m.Restore(&s)
					}
				}
				play()
				if n := testing.AllocsPerRun(1, play); n > 0 {
					t.Errorf("%s, %d players: 20 warm matches allocated %.0f times", id, players, n)
				}
			}
		})
	}
}
