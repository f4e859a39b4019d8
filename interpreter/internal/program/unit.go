package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// unitWriter checks the steps of a procedure or window, and writes its ops.
type unitWriter struct {
	b      *builder
	proc   *Proc
	scope  *formula.Scope
	unit   *Unit
	named  map[string]*Step // its steps by id
	step   *Step            // the step that is being compiled
	open   []string         // ids of the steps around it
	passed []syntax.Ident   // clauses of the rulings with the next step as a branch
	shown  shownNames       // see secret_public.go
}

// emit appends an op and returns its index.
func (uw *unitWriter) emit(code Code, operand any) ref.PC {
	uw.unit.Ops = append(uw.unit.Ops, Op{Code: code, To: -1, Step: uw.step, Do: operand})
	return uw.here() - 1
}

// here returns the index of the next op; toHere lets an op jump there, and jumpTo emits a jump to an op.
func (uw *unitWriter) here() ref.PC { return ref.PC(len(uw.unit.Ops)) }

func (uw *unitWriter) toHere(op ref.PC) { uw.unit.Ops[op].To = uw.here() }

func (uw *unitWriter) jumpTo(to ref.PC) { uw.unit.Ops[uw.emit(Jump, nil)].To = to }

// newStep adds a step, whose ops follow.
func (uw *unitWriter) newStep(s Step) *Step {
	s.Proc, s.In, s.Index, s.First = uw.proc.Index, uw.b.c.Within, len(uw.unit.Steps), uw.here()
	uw.unit.Steps = append(uw.unit.Steps, &s)
	return &s
}

// region records the code that compile emits as a region.
func (uw *unitWriter) region(r Region, compile func()) {
	r.op, r.step = uw.here(), len(uw.unit.Steps)
	compile()
	r.opEnd, r.stepEnd = uw.here(), len(uw.unit.Steps)
	uw.unit.regions = append(uw.unit.regions, r)
}

// branch compiles a branch of a ruling.
func (uw *unitWriter) branch(on *formula.Expr, is int, compile func()) {
	uw.region(Region{on: on, is: int32(is)}, compile)
}

// unlessConstant compiles code that never runs if a condition is constant.
func (uw *unitWriter) unlessConstant(cond *Cond, always bool, compile func()) {
	uw.region(Region{cond: cond, always: always}, compile)
}

// ifReachable compiles the whole code of a step, which is unreachable if its condition is always false.
func (uw *unitWriter) ifReachable(step *Step, cond *Cond, compile func()) {
	uw.unlessConstant(cond, false, compile)
	uw.unit.regions[len(uw.unit.regions)-1].step = step.Index
}

// where compiles yes if a flag is set and no if it is not; both if the flag depends on readings.
func (uw *unitWriter) where(flag *formula.Expr, yes, no func()) {
	if !flag.Ruled() {
		if flag != nil && flag.K == 1 {
			yes()
		} else {
			no()
		}
		return
	}
	choice := &BranchOp{On: flag, To: make([]ref.PC, 2)}
	uw.emit(Branch, choice)
	choice.To[1] = uw.here()
	var end ref.PC
	uw.branch(flag, 1, func() {
		yes()
		end = uw.emit(Branch, nil)
	})
	choice.To[0] = uw.here()
	uw.branch(flag, 0, no)
	uw.toHere(end)
}
