package equivalence

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
)

// live is a program without ops that never run or have no effect: branches and steps that are
// not in force, calls of procedures without effect, jumps to the next op.
type live struct {
	p       *program.Program
	idle    [][]bool // by procedure and op
	reached []bool   // by procedure
}

// newLive finds the ops that can have an effect when the match starts with the given procedures.
func newLive(p *program.Program, starts []string) *live {
	l := &live{p: p, idle: make([][]bool, len(p.Units))}
	for i, u := range p.Units {
		l.idle[i] = make([]bool, len(u.Ops))
		for j, op := range u.Ops {
			l.idle[i][j] = op.Code == program.Branch || !p.InForceAt(ref.Proc(i), ref.PC(j))
		}
	}
	for more := true; more; { // an op may become idle because others are
		more = false
		for i := range p.Units {
			for j := len(l.idle[i]) - 1; j >= 0; j-- { // the targets of a jump come first
				if !l.idle[i][j] && l.idles(i, ref.PC(j)) {
					l.idle[i][j], more = true, true
				}
			}
		}
	}
	l.reached = p.ReachedBy(func(proc ref.Proc, op ref.PC) bool { return !l.idle[proc][op] }, starts...)
	return l
}

// idles reports whether an op is known to have no effect.
func (l *live) idles(proc int, j ref.PC) bool {
	u := l.p.Units[proc]
	op := u.Ops[j]
	switch {
	case l.p.Dead(op.Step):
		return true
	case op.Code == program.Jump || op.Code == program.Unless:
		return op.To > j && l.none(proc, j+1, op.To)
	case op.Code == program.Call:
		c := op.Do.(*program.CallOp)
		return c.Proc >= 0 && len(c.Gives) == 0 && l.nothing(c.Proc)
	case op.Code == program.Return:
		return int(j) == len(u.Ops)-1 && u.AtEnd >= 0 && l.none(proc, u.AtEnd, j)
	}
	return false
}

// none reports whether all ops of a range are idle.
func (l *live) none(proc int, from, to ref.PC) bool {
	return !slices.Contains(l.idle[proc][from:to], false)
}

// nothing reports whether a procedure does nothing but begin and end.
func (l *live) nothing(proc ref.Proc) bool {
	for j, op := range l.p.Units[proc].Ops {
		if !l.idle[proc][j] && op.Code != program.Begin && op.Code != program.Return {
			return false
		}
	}
	p := l.p.Procs[proc]
	return len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.EndsTimed)+len(p.StartsTimed)+len(p.Claims)+len(p.OnStart)+
		len(p.OnEnd) == 0
}

// proc returns a procedure and its code without idle ops.
func (l *live) proc(i int) []any {
	p, u, idle := *l.p.Procs[i], l.p.Units[i], l.idle[i]
	at := after(idle)
	end := u.AtEnd
	if end >= 0 && idle[len(idle)-1] {
		end = -1
	}
	p.Plain, p.Light = false, false // they follow from the other fields
	all := []any{&p, at.to(end)}
	for _, loop := range u.Loops {
		if at[loop.First] < at[loop.End] {
			all = append(all, moved(loop, at))
		}
	}
	for j, op := range u.Ops {
		if !idle[j] {
			all = append(all, op.Code, at.to(op.To), moved(op.Do, at))
		}
	}
	return all
}

// step returns the position of a step in the remaining code.
func (l *live) step(s *program.Step) [3]int32 {
	at := after(l.idle[s.Proc])
	return [3]int32{int32(s.Proc), int32(at[s.First]), int32(at[s.End])}
}

// moved returns an operand adjusted to new positions of ops.
func moved(operand any, at positions) any {
	switch do := operand.(type) {
	case *program.MayOp:
		m := *do
		m.Options = slices.Clone(m.Options)
		for i := range m.Options {
			m.Options[i].To = at.to(m.Options[i].To)
		}
		return &m
	case *program.SwitchOp:
		s := *do
		s.To = slices.Clone(s.To)
		for i := range s.To {
			s.To[i] = at.to(s.To[i])
		}
		return &s
	case *program.Loop:
		l := *do
		l.First, l.End = at.to(l.First), at.to(l.End)
		return &l
	case *program.StopOp:
		s := *do
		s.Resume = at.to(s.Resume)
		return &s
	}
	return operand
}

// after returns the new index of each op, after removal of the dropped ones. For a dropped op
// it is the index of the next remaining op.
func after(drop []bool) positions {
	at, n := make(positions, len(drop)+1), ref.PC(0)
	for i, out := range drop {
		at[i] = n
		if !out {
			n++
		}
	}
	at[len(drop)] = n
	return at
}

// positions has the new index of each op.
type positions []ref.PC

func (at positions) to(op ref.PC) ref.PC {
	if op < 0 {
		return op
	}
	return at[op]
}
