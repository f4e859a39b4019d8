package machine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/testing/soak"
)

// frame is a run as anybody would write it down.
type frame struct {
	proc    ref.Proc
	pending int // index of another frame, or -1
	lists   map[*formula.Slot][]int32
	nums    map[*formula.Slot]int32
}

// Lists in inner and outer frames grow and shrink; every frame keeps its values, and frames with equal values
// are equal words.
func TestFramesAgainstAModel(t *testing.T) {
	game, err := load("", `
procedures:
  match: {names: {a: [1], n: 0, b: [1], c: [1]}, do: []}
  other: {names: {x: 0, y: [2]}, do: []}
`)
	require.NoError(t, err)
	procs := game.Program.Procs
	for seed := range soak.Cases(200, 40) {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		m := machine.New(game.Program, 2, nil)
		m.Bare(2)
		var stack []*frame
		for range 80 {
			switch k := rng.IntN(8); {
			case len(stack) == 0 || k == 0 && len(stack) < 6:
				f := newFrame(rng, procs[rng.IntN(2)].Proc, len(stack))
				stack = append(stack, f)
				pending := 0
				if f.pending >= 0 {
					pending = bases(m)[f.pending]
				}
				base := m.Push(f.proc, pending)
				for slot, v := range f.nums {
					m.State().Stack[base+slot.At] = v
				}
			case k == 1 && len(stack) > 1:
				stack = stack[:len(stack)-1]
				m.Pop()
			default:
				i := rng.IntN(len(stack))
				slot := someList(rng, procs[stack[i].proc].Proc)
				vals := make([]int32, rng.IntN(5))
				for j := range vals {
					vals[j] = rng.Int32N(100)
				}
				stack[i].lists[slot] = vals
				m.SetList(bases(m)[i], slot, vals)
			}
			check(t, m, stack, seed)
		}
		require.Equal(t, rebuilt(m, stack), m.State().Stack, "seed %d: equal frames are not equal words", seed)
	}
}

func newFrame(rng *rand.Rand, p *formula.Proc, depth int) *frame {
	f := &frame{proc: p.Index, pending: rng.IntN(depth+1) - 1, lists: map[*formula.Slot][]int32{}, nums: map[*formula.Slot]int32{}}
	for _, s := range p.Slots {
		if !s.Type.List {
			f.nums[s] = rng.Int32N(100)
		}
	}
	return f
}

func someList(rng *rand.Rand, p *formula.Proc) *formula.Slot {
	for {
		if s := p.Slots[rng.IntN(len(p.Slots))]; s.Type.List {
			return s
		}
	}
}

// bases are the frames, outermost first.
func bases(m *machine.Match) []int {
	var out []int
	s := m.State().Stack
	for f := s[state.AtFrame]; f > 0; f = s[f+state.FramePrev] {
		out = append([]int{int(f)}, out...)
	}
	return out
}

func check(t *testing.T, m *machine.Match, stack []*frame, seed int) {
	t.Helper()
	s, at := m.State().Stack, bases(m)
	require.Len(t, at, len(stack))
	for i, f := range stack {
		base := at[i]
		require.Equal(t, f.proc, ref.Proc(s[base+state.FrameProc]))
		pending := 0
		if f.pending >= 0 {
			pending = at[f.pending]
		}
		require.Equal(t, pending, int(s[base+state.FramePending]))
		for slot, v := range f.nums {
			t.Run(fmt.Sprint(slot), func(t *testing.T) {
				require.Equal(t, v, s[base+slot.At])
			})
		}
		for slot, want := range f.lists {
			t.Run(fmt.Sprint(slot), func(t *testing.T) {
				off, n := int(s[base+slot.At]), int(s[base+slot.At+1])
				require.Equal(t, append([]int32{}, want...), append([]int32{}, s[base+off:base+off+n]...), "seed %d", seed)
			})
		}
	}
}

// rebuilt is the stack made in one go: each frame with its lists, in order.
func rebuilt(old *machine.Match, stack []*frame) state.Stack {
	m := machine.New(old.P, 2, nil)
	m.Bare(2)
	for _, f := range stack {
		pending := 0
		if f.pending >= 0 {
			pending = bases(m)[f.pending]
		}
		base := m.Push(f.proc, pending)
		for slot, v := range f.nums {
			m.State().Stack[base+slot.At] = v
		}
		for slot, vals := range f.lists { // in any order
			m.SetList(base, slot, vals)
		}
	}
	m.State().Stack[state.AtStatus], m.State().Stack[state.AtPC] = old.State().Stack[state.AtStatus], old.State().Stack[state.AtPC]
	return m.State().Stack
}
