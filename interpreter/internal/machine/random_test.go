package machine_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/testing/soak"
)

// shipped are the games of the repository.
func shipped(t testing.TB) map[string]*program.Program {
	t.Helper()
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	out := map[string]*program.Program{}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		out[id] = g.Program
	}
	require.NotEmpty(t, out)
	return out
}

const maxDecisions = 100_000

// Random matches of every game, for every number of players, end without a
// fault and break no invariant at any step; a snapshot taken anywhere can be gone
// back to and played on to the very same; and the answers alone are the match.
func TestRandomMatches(t *testing.T) {
	const chunks = 4
	for id, p := range shipped(t) {
		matches := soak.Cases(2000, 160)
		if len(p.Pieces) > 500 {
			matches /= 2 // large states take long to save and compare
		}
		for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
			for c := range chunks {
				t.Run(fmt.Sprintf("%s/%d players/%d", id, players, c), func(t *testing.T) {
					t.Parallel()
					tr := newTrial(t, p, players)
					for seed := c; seed < matches; seed += chunks {
						tr.match(uint64(seed))
					}
				})
			}
		}
	}
}

// trial plays matches, and replays them from their records.
type trial struct {
	t       *testing.T
	players int
	m, twin *machine.Match
	answers []int32 // of each its length, then its options
	before  state.State
	after   state.State
	digests []uint64
}

func newTrial(t *testing.T, p *program.Program, players int) *trial {
	tr := &trial{t: t, players: players, m: machine.New(p, players, nil), twin: machine.New(p, players, nil)}
	tr.m.Strict = true
	return tr
}

func (tr *trial) match(seed uint64) {
	m, lots := tr.m, decide.NewRandom(seed)
	log := &hasher{h: fnvStart}
	if seed%16 == 0 {
		m.Observer = log
	}
	m.Reset(tr.players)
	tr.answers = tr.answers[:0]
	sample := decide.NewRNG(seed, 2)
	for k := 0; ; k++ {
		if k >= maxDecisions {
			tr.t.Fatalf("seed %d does not end", seed)
		}
		r := m.Next()
		if r == nil {
			break
		}
		if sample.Below(150) == 0 {
			m.Observer = nil // trials are not part of the match
			tr.tryOut(seed, k, *lots, 1+sample.Below(12))
			r = m.Next() // asked again, without events
			if seed%16 == 0 {
				m.Observer = log
			}
		}
		a := lots.Decide(m, r)
		tr.answers = append(append(tr.answers, int32(len(a))), a...)
		if err := m.Answer(a...); err != nil {
			tr.t.Fatalf("seed %d, decision %d, %s: %v", seed, k, r.Name, err)
		}
	}
	require.NoError(tr.t, m.Err(), "seed %d", seed)
	require.True(tr.t, m.Finished(), "seed %d came to rest", seed)
	m.Observer = nil
	tr.replay(seed, seed%16 == 0, log.h)
}

// tryOut plays a few decisions, goes back, plays the same again and goes back.
func (tr *trial) tryOut(seed uint64, at int, lots decide.Random, decisions int) {
	m := tr.m
	m.Snapshot(&tr.before)
	again := lots // a copy: it draws the same lots
	tr.digests = tr.digests[:0]
	for range decisions {
		tr.digests = append(tr.digests, step(m, &lots))
	}
	m.Snapshot(&tr.after)
	m.Restore(&tr.before)
	for i := range decisions {
		if step(m, &again) != tr.digests[i] {
			tr.t.Fatalf("seed %d: %d decisions after a snapshot at %d another request was made", seed, i, at)
		}
	}
	if !tr.after.Equal(m.State()) || tr.after.Hash() != m.State().Hash() {
		tr.t.Fatalf("seed %d: a snapshot at %d led elsewhere", seed, at)
	}
	if tr.after.Equal(&tr.before) != (tr.after.Hash() == tr.before.Hash()) {
		tr.t.Fatalf("seed %d: hashes at %d are equal where states are not", seed, at)
	}
	m.Restore(&tr.before)
}

// step answers one request and digests it.
func step(m *machine.Match, d decide.Decider) uint64 {
	r := m.Next()
	if r == nil {
		return 0
	}
	sum := digest(r)
	if err := m.Answer(d.Decide(m, r)...); err != nil {
		return 1
	}
	return sum
}

// replay plays the recorded answers.
func (tr *trial) replay(seed uint64, watched bool, want uint64) {
	m, rest := tr.twin, tr.answers
	log := &hasher{h: fnvStart}
	m.Observer = nil
	if watched {
		m.Observer = log
	}
	m.Reset(tr.players)
	for len(rest) > 0 {
		n := rest[0]
		if err := m.Answer(rest[1 : 1+n]...); err != nil {
			tr.t.Fatalf("seed %d: replay: %v", seed, err)
		}
		rest = rest[1+n:]
	}
	if m.Next() != nil || !m.State().Equal(tr.m.State()) || !slices.Equal(m.Winners(), tr.m.Winners()) {
		tr.t.Fatalf("seed %d: the replay came out otherwise", seed)
	}
	if watched && log.h != want {
		tr.t.Fatalf("seed %d: the replay told another story", seed)
	}
}

const fnvStart = uint64(14695981039346656037)

// hasher computes a digest of all events except looks, because a decider that tries answers looks more often.
type hasher struct{ h uint64 }

func (x *hasher) add(vs ...int32) {
	for _, v := range vs {
		x.h = (x.h ^ uint64(uint32(v))) * 1099511628211
	}
}

func (x *hasher) text(s string) {
	for i := range len(s) {
		x.add(int32(s[i]))
	}
	x.add(-1)
}

func number(s *program.Step) int32 { return int32(s.Proc)<<16 + int32(s.Index) }

// Event implements machine.Observer.
func (x *hasher) Event(e machine.Event) {
	if e.Kind == machine.Asked || e.Kind == machine.Turned || e.Kind == machine.Held {
		return
	}
	x.add(int32(e.Kind), number(e.Step), int32(e.Who), int32(e.Piece), int32(e.From), int32(e.To), e.Value)
	x.add(e.Answer...)
	x.text(e.Text)
	x.text(e.Words)
}

func digest(r *machine.Request) uint64 {
	x := &hasher{h: fnvStart}
	x.add(int32(r.Kind), int32(r.By), int32(r.For), int32(r.Least), int32(r.Most), number(r.Step()))
	x.text(r.Name)
	for _, o := range r.Options {
		x.add(o.Value, o.Count)
	}
	return x.h
}

// The same data and seeds give the same bytes, however often the game is loaded
// and however many run at once.
func TestMatchesAreDeterministic(t *testing.T) {
	play := func() uint64 {
		sum, games := fnv.New64a(), shipped(t)
		for _, id := range slices.Sorted(maps.Keys(games)) {
			p := games[id]
			ends := make(chan [2]uint64)
			const seeds = 12
			for seed := range uint64(seeds) {
				go func() {
					m, d := machine.New(p, p.MinPlayers, nil), decide.NewRandom(seed)
					for r := m.Next(); r != nil && m.Answer(d.Decide(m, r)...) == nil; {
						r = m.Next()
					}
					ends <- [2]uint64{seed, m.State().Hash()}
				}()
			}
			var hashes [seeds]uint64
			for range seeds {
				e := <-ends
				hashes[e[0]] = e[1]
			}
			fmt.Fprintln(sum, hashes, p.CountOps())
		}
		return sum.Sum64()
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := play()
	for _, n := range []int{2, 7} {
		runtime.GOMAXPROCS(n)
		require.Equal(t, want, play(), "with GOMAXPROCS %d", n)
	}
}
