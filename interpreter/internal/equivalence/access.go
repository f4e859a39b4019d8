package equivalence

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
)

// access lists the parts of the state that some ops read or change. It may list too many parts,
// never too few.
type access struct {
	to   map[formula.Aspect]bool // true if the part is changed
	open bool                    // they ask a player, use chance, or leave the procedure
}

func newAccess() *access { return &access{to: map[formula.Aspect]bool{}} }

func (a *access) looksAt(is formula.Aspect) {
	if !a.to[is] {
		a.to[is] = false
	}
}

func (a *access) changes(all ...formula.Aspect) {
	for _, is := range all {
		a.to[is] = true
	}
}

func (a *access) add(b *access) {
	for is, changed := range b.to {
		a.to[is] = a.to[is] || changed
	}
	a.open = a.open || b.open
}

// meets reports whether two accesses have a part in common that one of them changes.
func (a *access) meets(b *access) bool {
	for is, changed := range a.to {
		if other, found := b.to[is]; found && (changed || other) {
			return true
		}
	}
	return false
}

// Commute reports whether two adjacent steps of a block, from first to before second and from
// second to before end, have the same effect in either order. Neither may ask, use chance or
// end anything, or change a part of the state that the other reads or changes, and no invariant
// may read a part that both change. The places of all pieces are a single part of the state,
// and so are their sides: two steps that both move pieces never commute. The order of lines in
// a log is not compared.
func Commute(p *program.Program, first, second, end source.Pos) bool {
	found, e := false, &accesses{Program: p, fold: p.Fold()}
	for i := range p.Units {
		a, one := e.between(i, first, second)
		b, other := e.between(i, second, end)
		switch {
		case a == b: // neither exists
			continue
		case !one || !other || a[0] < a[1] && b[0] < b[1] && a[1] != b[0]:
			return false
		}
		x, y := newAccess(), newAccess()
		e.ops(x, i, a[0], a[1])
		e.ops(y, i, b[0], b[1])
		if found = true; x.open || y.open || x.meets(y) || e.tears(x, y) {
			return false
		}
	}
	return found
}

// code returns the indices of the ops of a procedure that are in force.
func (e *accesses) code(proc int) (ops []int32) {
	for i, op := range e.Units[proc].Ops {
		if op.Code != program.Branch && e.InForceAt(proc, i) {
			ops = append(ops, int32(i))
		}
	}
	return ops
}

// between returns the range of a procedure's code whose steps are between two positions in a
// file. whole reports whether the range is contiguous.
func (e *accesses) between(proc int, from, to source.Pos) (ops [2]int32, whole bool) {
	whole = true
	for i, op := range e.code(proc) {
		j, at := int32(i), e.Units[proc].Ops[op].Step.Pos
		if at.File != from.File || at.Before(from) || to.File != nil && !at.Before(to) {
			continue
		}
		if ops == [2]int32{} {
			ops = [2]int32{j, j}
		}
		whole = whole && ops[1] == j
		ops[1] = j + 1
	}
	return ops, whole
}

// accesses computes the accesses of steps and procedures.
type accesses struct {
	*program.Program
	fold  *formula.Fold
	procs map[int]*access // nil while an access is being computed
}

// tears reports whether an invariant reads parts that both steps change, so that it might be
// false between them.
func (e *accesses) tears(a, b *access) bool {
	return slices.ContainsFunc(e.Invariants, func(i *program.Invariant) bool {
		is := newAccess()
		e.looks(is, -1, i.That)
		return !i.Fixed && is.meets(a) && is.meets(b)
	})
}

// proc returns the access of a call of a procedure, without the procedure's local names.
func (e *accesses) proc(i int) *access {
	if out, found := e.procs[i]; found {
		if out == nil {
			return &access{open: true} // it calls itself
		}
		return out
	}
	if e.procs == nil {
		e.procs = map[int]*access{}
	}
	e.procs[i] = nil
	p, out := e.Procs[i], newAccess()
	e.ops(out, i, 0, int32(len(e.code(i))))
	maps.DeleteFunc(out.to, func(is formula.Aspect, _ bool) bool { return is.Op == formula.FrameWord && is.Proc == i })
	out.changes(formula.Aspect{Op: formula.FrameWord, Proc: i, At: lastFrame})
	for _, r := range p.Resets {
		out.changes(formula.Aspect{Field: r.Field})
	}
	if len(p.Restarts)+len(p.Counts) > 0 {
		out.changes(formula.Counters)
	}
	if len(p.EndsTimed)+len(p.StartsTimed) > 0 {
		for _, f := range e.TimedFields {
			out.changes(formula.Aspect{Field: f})
		}
	}
	for _, c := range p.Claims {
		e.looks(out, -1, e.Invariants[c].That)
	}
	e.procs[i] = out
	return out
}

// lastFrame stands for all local names in a procedure's last frame, which scenarios can read.
const lastFrame = -1

// ops adds the accesses of a range of a procedure's code.
func (e *accesses) ops(out *access, proc int, from, to int32) {
	for _, i := range e.code(proc)[from:to] {
		op := e.Units[proc].Ops[i]
		if out.open {
			return
		}
		if e.Dead(op.Step) {
			continue
		}
		e.looks(out, proc, program.Formulas(op.Step.Says)...)
		e.looks(out, proc, program.Formulas(op.Do)...)
		e.op(out, proc, op)
	}
}

// looks adds the parts that formulas of a procedure read.
func (e *accesses) looks(out *access, proc int, all ...*formula.Value) {
	for _, v := range all {
		if !e.fold.Value(v).Reads(proc, out.looksAt) {
			out.open = true
		}
	}
}

// op adds the parts that an op changes.
func (e *accesses) op(out *access, proc int, op program.Op) {
	name := func(slots ...*formula.Slot) {
		for _, s := range slots {
			if s != nil {
				out.changes(formula.Aspect{Op: formula.FrameWord, Proc: proc, At: s.At})
			}
		}
	}
	switch op.Code {
	case program.EachNext:
		out.open = out.open || op.Do.(*program.Loop).Blind // chance may determine the order
		return
	case program.Ask:
		out.open = true
		return
	case program.Jump, program.Unless, program.Switch, program.Return, program.Begin:
		return
	}
	switch do := op.Do.(type) {
	case *program.ShuffleOp, *program.ShowOp: // they change the players' knowledge of pieces
		out.changes(formula.Lies)
	case *program.MoveOp, *program.DiscardOp:
		out.changes(formula.Lies, formula.Faces)
	case *program.FlipOp:
		if out.changes(formula.Faces); e.Remembers {
			out.changes(formula.Lies) // because players remember pieces
		}
	case *program.SetOp:
		for _, a := range do.List {
			if name(a.Slot); a.Field != nil {
				out.changes(formula.Aspect{Field: a.Field})
			}
			for p, s := range a.Pending {
				out.changes(formula.Aspect{Op: formula.FrameWord, Proc: p, At: s.At})
			}
		}
	case *program.PickOp:
		if name(do.Slot); len(do.Toward) > 0 {
			out.looksAt(formula.Lies)
		}
	case *program.Loop:
		name(do.Var)
		out.open = out.open || do.Sealed != nil && e.fold.Value(do.Sealed).K == 1
	case *program.AnewOp:
		name(do.Names...)
	case *program.CallOp:
		procs := []int{do.Proc}
		if do.Proc < 0 {
			procs = e.CardProcs[do.Has]
		}
		for _, i := range procs {
			if i >= 0 {
				out.add(e.proc(i))
			}
		}
		for _, g := range do.Gives {
			name(g.To)
		}
	default: // correct for each verb; a case above lets Commute find out more
		out.open = true
	}
}
