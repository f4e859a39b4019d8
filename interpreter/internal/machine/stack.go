package machine

import (
	"iter"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// Stack reads and changes the frames of a match, which follow the header of the state.
type Stack struct {
	env   *formula.Env
	p     *program.Program
	lands [][]ref.PC // Program.Landings, if needed
}

// Frames returns the running frames, innermost first: the base, and the current op. For the
// innermost frame this is the next op, for the others the op that waits.
func (k *Stack) Frames() iter.Seq2[int, ref.PC] {
	return func(yield func(int, ref.PC) bool) {
		s := k.env.World.Stack
		pc := ref.PC(s[state.AtPC])
		for base := int(s[state.AtFrame]); base > 0 && yield(base, pc); {
			ret, offer := ref.PC(s[base+state.FrameReturn]), base == int(s[state.AtOffer])
			if base = int(s[base+state.FramePrev]); base == 0 {
				return
			}
			pc = ret - 1
			if _, window := k.p.Units[s[base+state.FrameProc]].Ops[ret].Do.(*program.WindowOp); offer || window {
				pc = ret // which goes on asking
			}
		}
	}
}

// Proc returns the procedure of a frame.
func (k *Stack) Proc(base int) ref.Proc { return ref.Proc(k.env.World.Stack[base+state.FrameProc]) }

// Op returns the current op of a frame.
func (k *Stack) Op(base int, pc ref.PC) *program.Op {
	return &k.p.Units[k.env.World.Stack[base+state.FrameProc]].Ops[pc]
}

// Path returns the ops of a frame's procedure in order. Of branches by ruling it includes those
// in force.
func (k *Stack) Path(base int) iter.Seq2[ref.PC, *program.Op] {
	return func(yield func(ref.PC, *program.Op) bool) {
		proc := k.Proc(base)
		ops := k.p.Units[proc].Ops
		for pc := k.follow(proc, 0); yield(pc, &ops[pc]) && int(pc)+1 < len(ops); {
			pc = max(pc+1, k.follow(proc, pc+1)) // not back to the beginning of a loop
		}
	}
}

// running returns the procedure of the running frame, or 0 if no frame is running.
func (k *Stack) running() ref.Proc {
	if base := k.env.World.Stack.Frame(); base > 0 {
		return ref.Proc(k.env.World.Stack[base+state.FrameProc])
	}
	return 0
}

// Unit returns the code of the running procedure.
func (k *Stack) Unit() *program.Unit { return k.p.Units[k.running()] }

// next returns the next op and its index.
func (k *Stack) next() (*program.Op, ref.PC) {
	proc := k.running()
	pc := k.follow(proc, ref.PC(k.env.World.Stack[state.AtPC]))
	return &k.p.Units[proc].Ops[pc], pc
}

// place returns the position of the next step.
func (k *Stack) place() source.Pos {
	op, _ := k.next()
	return op.Step.Pos
}

// follow returns the op of a procedure that runs when pc is reached. It passes through branches
// by ruling, which do not count as ops. A match that records the rulings evaluates these
// branches; other matches look up the result, which makes random matches of glacier 10 %
// faster.
func (k *Stack) follow(proc ref.Proc, pc ref.PC) ref.PC {
	if k.env.Record.Rulings == nil {
		if k.lands == nil {
			k.lands = k.p.Landings()
		}
		return k.lands[proc][pc]
	}
	ops := k.p.Units[proc].Ops
	for ops[pc].Code == program.Branch {
		if b, ok := ops[pc].Do.(*program.BranchOp); ok {
			pc = b.To[b.On.Num(k.env)]
		} else {
			pc = ops[pc].To
		}
	}
	return pc
}

// maxDepth is the maximum length of the stack in words.
const maxDepth = 1 << 16

// push starts a procedure for a seat. ret is the op at which the frame below continues.
func (k *Stack) push(proc ref.Proc, seat ref.Seat, ret ref.PC) int {
	p := k.p.Procs[proc]
	s := k.env.World.Stack
	base := len(s)
	if base+p.Size > maxDepth {
		k.env.World.FailLimit(p.Pos, "procedure calls are nested too deeply")
		return int(s[state.AtFrame])
	}
	s = append(s, p.Blank...)
	header, f := (*[state.HeaderLen]int32)(s), (*[state.FrameLen]int32)(s[base:])
	f[state.FramePrev], f[state.FrameReturn] = header[state.AtFrame], int32(ret)
	f[state.FrameMe], f[state.FrameBy] = int32(seat), int32(seat)
	header[state.AtFrame], header[state.AtPC] = int32(base), 0
	k.env.World.Stack = s
	return base
}

// drop removes the running frame, at base, from the stack.
func (k *Stack) drop(base int) {
	s := k.env.World.Stack
	f := (*[state.FrameLen]int32)(s[base:])
	header := (*[state.HeaderLen]int32)(s)
	header[state.AtFrame], header[state.AtPC] = f[state.FramePrev], f[state.FrameReturn]
	if int(header[state.AtOffer]) == base {
		header[state.AtOffer] = 0 // the request is computed again
	}
	if header[state.AtFrame] == 0 {
		header[state.AtStatus], header[state.AtPC] = state.AtRest, 0
	}
	k.env.World.Stack = s[:base]
}

// count returns the number of frames of a procedure that started for a seat, or for any seat if
// seat is negative.
func (k *Stack) count(proc ref.Proc, seat ref.Seat) (n int32) {
	s := k.env.World.Stack
	for f := range k.env.World.Stack.Frames() {
		if ref.Proc(s[f+state.FrameProc]) == proc && (seat < 0 || ref.Seat(s[f+state.FrameBy]) == seat) {
			n++
		}
	}
	return n
}

// concluding reports whether an `at_end` is running because the match is finished.
func (k *Stack) concluding() bool {
	s := k.env.World.Stack
	for base := range k.env.World.Stack.Frames() {
		if s[base+state.FrameFlags]&state.FrameConcluding != 0 {
			return true
		}
	}
	return false
}

// stoppedBy returns the innermost frame that a stop ends, or 0, and the op at which the frame
// continues, or -1 if it ends. A step is running only as long as the frame of its procedure is
// within it.
func (k *Stack) stoppedBy(op *program.StopOp) (base int, resume ref.PC) {
	s := k.env.World.Stack
	pc := ref.PC(s[state.AtPC])
	for f := range k.env.World.Stack.Frames() {
		proc := ref.Proc(s[f+state.FrameProc])
		if proc == op.Proc {
			return f, -1
		}
		if op.OfStep() {
			if step := k.p.Units[proc].Step(op.Name.Name); step != nil && step.Has(pc-1) {
				return f, step.End
			}
		}
		pc = ref.PC(s[f+state.FrameReturn])
	}
	return 0, -1
}

// Aiming returns the window in which a card waits for its target, and the window's frame, or
// nil.
func (k *Stack) Aiming() (w *program.WindowOp, base int) {
	s := k.env.World.Stack
	base = k.env.World.Stack.Frame()
	if base <= 0 {
		return nil, 0
	}
	proc := k.Proc(base)
	i := slices.IndexFunc(k.p.Windows, func(w *program.WindowOp) bool { return w.Proc == proc })
	if i < 0 || s[base+k.p.Windows[i].Card.At] < 0 {
		return nil, 0
	}
	return k.p.Windows[i], base
}

// Round is a current round of a loop.
type Round struct {
	Loop  *program.Loop
	Frame int   // base of the frame that contains the loop
	At    int32 // number of the round, from 1
	Value int32 // element of the loop's list
}

// Rounds appends the current rounds of all running loops to list, outermost first.
func (k *Stack) Rounds(list []Round) []Round {
	n := len(list)
	s := k.env.World.Stack
	for base, pc := range k.Frames() {
		loops := k.p.Units[s[base+state.FrameProc]].Loops
		for i := len(loops) - 1; i >= 0; i-- {
			l := loops[i]
			at := s[base+l.At.At]
			if l.First < ref.PC(pc) && ref.PC(pc) < l.End && at > 0 {
				list = append(list, Round{Loop: l, Frame: base, At: at,
					Value: s[base+int(s[base+l.List.At])+int(at)-1]})
			}
		}
	}
	slices.Reverse(list[n:])
	return list
}

// eachRunning calls look for each running procedure, innermost first, with its own frame and
// player, because all of them end with the match.
func (k *Stack) eachRunning(look func(p *program.Proc)) {
	s := k.env.World.Stack
	top := s[state.AtFrame]
	for base := top; base != 0 && k.env.World.Err == nil; base = s[base+state.FramePrev] {
		me := s[base+state.FrameMe] // loops may have changed it
		s[state.AtFrame], s[base+state.FrameMe] = base, s[base+state.FrameBy]
		look(k.p.Procs[s[base+state.FrameProc]])
		s[base+state.FrameMe] = me
	}
	s[state.AtFrame] = top
}
