package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// SetName assigns a value or a list to a local name of the running procedure.
func (k *Stack) SetName(slot *formula.Slot, values []int32) {
	base := k.env.World.Stack.Frame()
	if slot.Type.List {
		k.setList(base, slot, values)
	} else if len(values) > 0 {
		k.env.World.Stack[base+slot.At] = values[0]
	}
}

// setList stores a list in a frame. The elements of a frame's lists follow its slots, in the
// order of the slots. If the length of a list changes, everything after it is moved, including
// the frames above. vals must not alias the stack (see Env.Keep).
func (k *Stack) setList(base int, slot *formula.Slot, vals []int32) {
	s := k.env.World.Stack
	at := base + slot.At
	off, n := int(s[at]), int(s[at+1])
	p := k.p.Procs[s[base+state.FrameProc]]
	if n == len(vals) {
		copy(s[base+off:], vals)
		return
	}
	if n == 0 {
		off = listAt(s[base:], p, slot.At)
	}
	end := base + off + n
	last := end == len(s)
	delta := len(vals) - n
	switch {
	case delta > 0:
		if len(s)+delta > maxDepth {
			k.env.World.FailLimit(k.place(), "the lists of this match grow too long")
			return
		}
		s = append(s, vals[:delta]...) // the values do not matter
		copy(s[end+delta:], s[end:len(s)-delta])
	case delta < 0:
		copy(s[end+delta:], s[end:])
		s = s[:len(s)+delta]
	}
	k.env.World.Stack = s
	k.env.Work += (len(s) - end) >> 4 // moved words
	copy(s[base+off:], vals)
	s[at], s[at+1] = int32(off), int32(len(vals))
	if len(vals) == 0 {
		s[at] = 0
	}
	if last {
		return
	}
	for _, l := range p.Lists {
		if l > slot.At && s[base+l+1] > 0 {
			s[base+l] += int32(delta)
		}
	}
	k.shiftFrames(base, int32(delta))
}

// listAt returns the offset of a list's elements in a frame. Lists are in the order of their
// slots, so that equal frames have equal words.
func listAt(frame []int32, p *program.Proc, slot int) int {
	at := p.Size
	for _, l := range p.Lists {
		if l < slot && frame[l+1] > 0 {
			at = int(frame[l] + frame[l+1])
		}
	}
	return at
}

// shiftFrames corrects the references to frames above base after these were moved.
func (k *Stack) shiftFrames(base int, delta int32) {
	s := k.env.World.Stack
	fix := func(w *int32) {
		if int(*w) > base {
			*w += delta
		}
	}
	fix(&s[state.AtFrame])
	fix(&s[state.AtUnwind])
	fix(&s[state.AtOffer])
	if k.env.Base > base {
		k.env.Base += int(delta)
	}
	for f := int(s[state.AtFrame]); f > base; f = int(s[f+state.FramePrev]) {
		fix(&s[f+state.FramePrev])
		fix(&s[f+state.FramePending])
	}
}

// giveBack copies the results of a procedure to names of its caller.
func (k *Stack) giveBack(base int) {
	s := k.env.World.Stack
	p := k.p.Procs[s[base+state.FrameProc]]
	prev, ret := int(s[base+state.FramePrev]), s[base+state.FrameReturn]
	if len(p.Gives) == 0 || prev == 0 || ret <= 0 {
		return
	}
	call, ok := k.p.Units[s[prev+state.FrameProc]].Ops[ret-1].Do.(*program.CallOp)
	if !ok {
		return
	}
	for _, g := range call.Gives {
		if g.From.Type.List {
			off, n := int(s[base+g.From.At]), int(s[base+g.From.At+1])
			k.setList(prev, g.To, k.env.Keep(s[base+off:base+off+n]))
			s = k.env.World.Stack
			base = int(s[state.AtFrame])
			prev = int(s[base+state.FramePrev])
		} else {
			s[prev+g.To.At] = s[base+g.From.At]
		}
	}
}

// leaveLoops ends the loops that a stop leaves, innermost first: it restores `me` and the seal,
// and empties their lists.
func (k *Stack) leaveLoops(base int, u *program.Unit, from, to ref.PC) {
	for _, l := range slices.Backward(u.Loops) {
		inside := func(pc ref.PC) bool { return l.First < pc && pc < l.End }
		if inside(from) && !inside(to) {
			k.endLoop(base, l)
		}
	}
}

// endLoop restores the values that a loop has bound.
func (k *Stack) endLoop(base int, l *program.Loop) {
	s := k.env.World.Stack
	if s[base+l.At.At] == schema.Nothing {
		return // a scenario started inside the loop
	}
	if l.Me {
		s[base+state.FrameMe] = s[base+l.Saved.At]
	}
	if l.Sealed.Yes(k.env) {
		s[state.AtSealed] = 0
	}
	s[base+l.At.At], s[base+l.Saved.At] = schema.Nothing, schema.Nothing
	k.setList(base, l.List, nil)
}

// clearNames clears the names that each round of a loop sets first.
func (k *Stack) clearNames(names []*formula.Slot) {
	b := k.env.Base
	for _, s := range names {
		if s.Type.List {
			k.setList(b, s, nil)
		} else {
			k.env.World.Stack[b+s.At] = schema.Nothing
		}
	}
}
