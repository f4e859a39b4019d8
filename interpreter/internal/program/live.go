package program

import "slices"

// live is a program without the ops that come to nothing whenever they run, or never run: those of steps
// that the readings in force shut, calls of procedures that do nothing, jumps to what comes next anyway.
type live struct {
	*Program
	idle    [][]bool // by procedure and op
	reached []bool   // by procedure
}

func (p *Program) live(starts []string) *live {
	l := &live{Program: p, idle: make([][]bool, len(p.Units))}
	for i, u := range p.Units {
		l.idle[i] = make([]bool, len(u.Ops))
	}
	for more := true; more; { // what comes to nothing because others do
		more = false
		for i := range p.Units {
			for j := len(l.idle[i]) - 1; j >= 0; j-- { // what lies behind a jump first
				if !l.idle[i][j] && l.idles(i, int32(j)) {
					l.idle[i][j], more = true, true
				}
			}
		}
	}
	l.reached = p.reached(func(proc, op int) bool { return !l.idle[proc][op] }, starts...)
	return l
}

// idles tells whether an op comes to nothing, as far as is known of others.
func (l *live) idles(proc int, j int32) bool {
	u := l.Units[proc]
	op := u.Ops[j]
	switch {
	case l.Dead(op.Step):
		return true
	case op.Code == Jump || op.Code == Unless:
		return op.To > j && l.none(proc, j+1, op.To)
	case op.Code == Call:
		c := op.Do.(*CallOp)
		return c.Proc >= 0 && len(c.Gives) == 0 && l.nothing(c.Proc)
	case op.Code == Return:
		return int(j) == len(u.Ops)-1 && u.AtEnd >= 0 && l.none(proc, u.AtEnd, j)
	}
	return false
}

func (l *live) none(proc int, from, to int32) bool {
	return !slices.Contains(l.idle[proc][from:to], false)
}

// nothing tells whether a procedure begins and ends, and that is all.
func (l *live) nothing(proc int) bool {
	for j, op := range l.Units[proc].Ops {
		if !l.idle[proc][j] && op.Code != Begin && op.Code != Return {
			return false
		}
	}
	p := l.Procs[proc]
	return len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.EndsTimed)+len(p.StartsTimed)+len(p.Claims)+len(p.OnStart)+len(p.OnEnd) == 0
}

// proc is a procedure with its unit, as far as that is not idle.
func (l *live) proc(i int) []any {
	p, u, idle := *l.Procs[i], l.Units[i], l.idle[i]
	at := after(idle)
	end := u.AtEnd
	if end >= 0 && idle[len(idle)-1] {
		end = -1
	}
	p.Plain, p.Light = false, false // the rest tells them
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

// step is where a step stands.
func (l *live) step(s *Step) [3]int32 {
	at := after(l.idle[s.Proc])
	return [3]int32{int32(s.Proc), at[s.First], at[s.End]}
}
