package native_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/native"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
)

// Small games, for corners of the language that the shipped ones do not have, or
// seldom reach. What a game is for it says itself: in some match or other all of its
// ops must have come up.

// header is what every game needs.
const header = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
`

// game loads a game of a header and some documents, between lines of ---.
func game(t testing.TB, docs ...string) *program.Program {
	t.Helper()
	files := fstest.MapFS{}
	for i, doc := range strings.Split(header+"\n---\n"+strings.Join(docs, "\n---\n"), "\n---\n") {
		files[fmt.Sprintf("cards/test/%02d.yaml", i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "test", interpreter.Options{})
	require.NoError(t, err)
	return g.Program
}

// corner plays matches of a game in both engines, in lock step and whole, metered and
// not, and asserts that all of its ops come up. Some matches may break off, in both.
func corner(t *testing.T, matches int, docs ...string) {
	t.Helper()
	p := game(t, docs...)
	for _, metered := range []bool{true, false} {
		x := newPair(t, compiled(t, p, metered), p, metered)
		var broken error
		faults := 0
		for seed := range uint64(matches) {
			if err := x.lockStep(seed); err != nil {
				broken = err
				faults++
			}
		}
		require.Less(t, 4*faults, matches, "most matches break off: %v", broken)
		if metered {
			everyOp(t, p, x.m.Meter)
		}
		if faults == 0 {
			x.whole(matches)
		}
	}
}

// compiled compiles a game of which nothing is left to the machine.
func compiled(t testing.TB, p *program.Program, metered bool) *native.Code {
	t.Helper()
	code := compile(t, p, metered)
	require.Empty(t, code.Left, "ops that are left to the machine")
	return code
}

const maxDecisions = 2000

// lockStep plays the match of a seed decision by decision. Where the machine breaks
// off, which it returns, so must the code, and nowhere else.
func (x *pair) lockStep(seed uint64) error {
	x.t.Helper()
	p := x.m.P
	x.begin(p.MinPlayers+int(seed)%(p.MaxPlayers-p.MinPlayers+1), seed, seed%2 == 0)
	for n := range maxDecisions {
		r := x.m.Next()
		_, over, ok := x.n.Play(min(n, 1))
		if err := x.m.Err(); err != nil {
			require.False(x.t, ok, "seed %d, decision %d: only the machine breaks off: %v", seed, n, err)
			return err
		}
		require.True(x.t, ok, "seed %d, decision %d: only the code breaks off", seed, n)
		require.Empty(x.t, x.difference(), "seed %d, decision %d: both states", seed, n)
		require.Equal(x.t, r == nil, over, "seed %d, decision %d: it is over", seed, n)
		if over {
			if x.m.Meter != nil {
				require.Equal(x.t, x.m.Meter.Taken, x.n.M.Meter.Taken, "what seed %d comes to", seed)
			}
			return nil
		}
		if err := x.m.Answer(x.lotsOf(r).Decide(x.m, r)...); err != nil {
			_, _, ok := x.n.Play(1)
			require.False(x.t, ok, "seed %d, decision %d: only the machine breaks off: %v", seed, n, err)
			return err
		}
	}
	require.Fail(x.t, "a match without end", "seed %d", seed)
	return nil
}

// difference says which names of the running procedure, or which words, differ.
func (x *pair) difference() (out []string) {
	a, b := x.m.State(), x.n.M.State()
	if a.Equal(b) {
		return nil
	}
	base, other := int(a.S[state.AtFrame]), int(b.S[state.AtFrame])
	for _, slot := range x.m.P.Procs[a.S[base+state.FrameProc]].Slots {
		v, w := a.S[base+slot.At:], b.S[other+slot.At:]
		switch list := slot.T().List; {
		case !list && v[0] != w[0]:
			out = append(out, fmt.Sprint(slot.Name, ": ", v[0], " and ", w[0]))
		case list:
			v, w = a.S[base+int(v[0]):][:v[1]], b.S[other+int(w[0]):][:w[1]]
			if !slices.Equal(v, w) {
				out = append(out, fmt.Sprint(slot.Name, ": ", v, " and ", w))
			}
		}
	}
	for i := range a.W {
		if a.W[i] != b.W[i] {
			out = append(out, fmt.Sprint("word ", i, ": ", a.W[i], " and ", b.W[i]))
		}
	}
	return append(out, fmt.Sprint(len(a.S), " and ", len(b.S), " words in the stack"))
}

// everyOp asserts that all ops have come up, but for those that only lead on, and side
// offers, which nobody makes by lot.
func everyOp(t testing.TB, p *program.Program, meter *machine.Meter) {
	t.Helper()
	seen := map[int32]bool{}
	for i := range p.Ops {
		before := len(meter.Fresh)
		meter.Saw(i)
		seen[int32(i)] = len(meter.Fresh) == before
	}
	offered := map[int]bool{}
	for _, o := range p.Offers {
		offered[o.Proc] = true
	}
	for i, op := range p.Ops {
		switch op.Code {
		case program.Return, program.Jump, program.Anew:
			continue
		}
		if st := p.Steps[op.Step]; !st.Dead && !offered[st.Proc] {
			require.True(t, seen[int32(i)], "%s at %s never comes up", st.Verb, st.Pos)
		}
	}
}
