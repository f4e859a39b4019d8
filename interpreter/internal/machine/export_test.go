package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// Push begins a run of a procedure for the tests of frames, with `pending` the
// frame at a base.
func (m *Match) Push(proc ref.Proc, pending int) (base int) {
	base = m.Stack.push(proc, 0, 0)
	m.Env.World.Stack[base+state.FramePending] = int32(pending)
	return base
}

// Pop ends the running frame.
func (m *Match) Pop() { m.pop() }

// SetList writes a list of the frame at base.
func (m *Match) SetList(base int, slot *formula.Slot, vals []int32) {
	m.Stack.setList(base, slot, vals)
}
