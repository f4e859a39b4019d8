package program

import "slices"

// live is a program without the ops that come to nothing whenever they run, or never run: those of steps
// that the readings in force shut, calls of procedures that do nothing, jumps to what comes next anyway.
type live struct {
	*Program
	idle    []bool // by op
	reached []bool // by procedure
	at      positions
	code    Object // with operands that say where ops come to stand
}

func (p *Program) live(starts []string) *live {
	l := &live{Program: p, idle: make([]bool, len(p.Ops))}
	l.settle(starts)
	return l
}

// settle finds what comes to nothing because others do, and where the rest comes to stand.
func (l *live) settle(starts []string) {
	for more := true; more; {
		more = false
		for _, proc := range l.Procs {
			for j := proc.End - 1; j >= proc.Entry; j-- { // what lies behind a jump first
				if !l.idle[j] && l.idles(proc, j) {
					l.idle[j], more = true, true
				}
			}
		}
	}
	l.reached = l.Program.reached(func(op int32) bool { return !l.idle[op] }, starts...)
	passed := slices.Clone(l.idle)
	for i, proc := range l.Procs {
		for j := proc.Entry; j < proc.End; j++ {
			passed[j] = passed[j] || !l.reached[i]
		}
	}
	l.at = after(passed)
	l.code = l.Object.moved(l.at.to)
}

// idles tells whether an op comes to nothing, as far as is known of others.
func (l *live) idles(proc *Proc, j int32) bool {
	op := l.Ops[j]
	switch {
	case l.Steps[op.Step].Dead:
		return true
	case op.Code == Jump || op.Code == Unless:
		return op.To > j && l.none(j+1, op.To)
	case op.Code == Call:
		c := l.Calls[op.A]
		return c.Proc >= 0 && len(c.Gives) == 0 && l.nothing(l.Procs[c.Proc])
	case op.Code == Return:
		return j == proc.End-1 && proc.AtEnd >= 0 && l.none(proc.AtEnd, j)
	}
	return false
}

func (l *live) none(from, to int32) bool { return !slices.Contains(l.idle[from:to], false) }

// nothing tells whether a procedure begins and ends, and that is all.
func (l *live) nothing(p *Proc) bool {
	for j := p.Entry; j < p.End; j++ {
		if code := l.Ops[j].Code; !l.idle[j] && code != Begin && code != Return {
			return false
		}
	}
	return len(p.Restarts)+len(p.Counts)+len(p.Resets)+len(p.EndsTimed)+len(p.StartsTimed)+len(p.Claims)+len(p.OnStart)+len(p.OnEnd) == 0
}

func (l *live) proc(was *Proc) any {
	p := *was
	if p.AtEnd >= 0 && l.idle[p.End-1] {
		p.AtEnd = -1
	}
	p.Entry, p.AtEnd, p.End, p.Loops = l.at.to(p.Entry), l.at.to(p.AtEnd), l.at.to(p.End), nil
	p.Plain, p.Light = false, false // the rest tells them
	all := []any{&p}
	for _, i := range was.Loops {
		if loop := l.code.Loops[i]; loop.First < loop.End {
			all = append(all, loop)
		}
	}
	return all
}
