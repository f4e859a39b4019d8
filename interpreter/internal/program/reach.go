package program

import (
	"slices"

	"moraine/interpreter/internal/ref"
)

// Reached reports for each procedure whether it can run: as the match, as a side offer, or
// because a step that can run calls it or opens a window for it.
func (p *Program) Reached() []bool {
	return p.ReachedBy(func(proc ref.Proc, op ref.PC) bool { return !p.Dead(p.Units[proc].Ops[op].Step) })
}

// ReachedBy returns for each procedure whether it can run if only some ops do. starts are
// additional procedures that can start.
func (p *Program) ReachedBy(runs func(proc ref.Proc, op ref.PC) bool, starts ...string) []bool {
	out := make([]bool, len(p.Procs))
	var from []ref.Proc
	reach := func(proc ref.Proc) {
		if proc >= 0 && !out[proc] {
			out[proc] = true
			from = append(from, proc)
		}
	}
	reach(p.Start)
	for i, proc := range p.Procs {
		if slices.Contains(starts, proc.Name) {
			reach(ref.Proc(i))
		}
	}
	for _, o := range p.Offers {
		reach(o.Proc)
	}
	for len(from) > 0 {
		proc := from[len(from)-1]
		from = from[:len(from)-1]
		for i, op := range p.Units[proc].Ops {
			if runs(proc, ref.PC(i)) {
				p.calls(op, reach)
			}
		}
	}
	return out
}

// calls calls f for each procedure that an op can start.
func (p *Program) calls(op Op, f func(proc ref.Proc)) {
	switch do := op.Do.(type) {
	case *CallOp:
		f(do.Proc)
		for _, proc := range p.CardProcs[do.Has] {
			f(proc)
		}
	case *OpenOp:
		w := p.Windows[do.Window]
		f(w.Proc)
		for _, card := range w.Cards {
			if card != nil {
				f(card.Playing)
			}
		}
	}
}
