package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// draft is what a procedure is compiled to: once, with all branches of all rulings. A configuration
// settles which of them are in force. Drafts are shared, so nobody changes one once it is compiled.
type draft struct {
	Unit
	asks  []string // the rulings that it hangs on
	cuts  []cut
	shuts []shut
	flags []ruledFlag
	names map[string]*Step // by id, of the branches around what is being compiled
}

// span is some code: ops, and the steps that they are of.
type span struct {
	op, ops     int32
	step, steps int
}

// cut is code that runs only if a ruling has it so.
type cut struct {
	span
	on *formula.Value
	is int32 // what on must be
}

// shut is code that never runs if a condition is settled one way: `if: ruled(…)`, and whatever comes
// down to that. It is compiled, so that it is checked, but it is dead, and so is a procedure that only
// dead steps call.
type shut struct {
	span
	cond   *Cond
	always bool // if it holds; else if it does not
}

// ruledFlag is a part of an operand that is true or false for the whole match.
type ruledFlag struct {
	is      *formula.Value
	operand string
	pos     source.Pos
	op      int32 // of the draft
	set     func(b *builder, u *Unit, operand any, yes bool)
}

// compiled is the draft of a procedure or window.
func (b *builder) compiled(p *Proc) *draft {
	b.draft = &draft{Unit: Unit{AtEnd: -1}, names: map[string]*Step{}}
	b.proc, b.passed, b.open = p, nil, nil
	if p.Decl != nil {
		b.compileProc(p)
	} else {
		b.compileWindow(p)
	}
	return b.draft
}

// emit adds an op, and returns where it stands.
func (b *builder) emit(code Code, operand any) int32 {
	b.draft.Ops = append(b.draft.Ops, Op{Code: code, To: -1, Step: b.step, Do: operand})
	b.draft.add(operand)
	return b.here() - 1
}

func (b *builder) here() int32     { return int32(len(b.draft.Ops)) }
func (b *builder) toHere(op int32) { b.draft.Ops[op].To = b.here() }
func (b *builder) jumpTo(to int32) { b.draft.Ops[b.emit(Jump, nil)].To = to }

func (b *builder) newStep(s Step) *Step {
	s.Proc, s.In, s.Index, s.First = b.proc.Index, b.Within, len(b.draft.Steps), b.here()
	b.draft.Steps = append(b.draft.Steps, &s)
	return &s
}

// span is what compile compiles.
func (b *builder) span(compile func()) span {
	s := span{op: b.here(), step: len(b.draft.Steps)}
	compile()
	s.ops, s.steps = b.here(), len(b.draft.Steps)
	return s
}

// onlyIf compiles what runs only if a ruling has it so.
func (b *builder) onlyIf(on *formula.Value, is int32, compile func()) {
	s := b.span(compile) // in which there may be others
	b.draft.cuts = append(b.draft.cuts, cut{s, on, is})
}

// unless compiles what never runs if a condition is settled so.
func (b *builder) unless(cond *Cond, always bool, compile func()) {
	s := b.span(compile)
	b.draft.shuts = append(b.draft.shuts, shut{s, cond, always})
}

// never compiles what never runs if a condition is settled and does not hold; the step
// that it is all of does not, either.
func (b *builder) never(step *Step, cond *Cond, compile func()) {
	b.unless(cond, false, compile)
	b.draft.shuts[len(b.draft.shuts)-1].step = step.Index
}

// flag has set told, once readings are in force, what a part of an op's operand says that is true
// or false for the whole match. Where it is not written it is false.
func (b *builder) flag(f *syntax.Formula, operand string, op int32, set func(b *builder, u *Unit, operand any, yes bool)) *formula.Value {
	if f == nil {
		return nil
	}
	v := b.Condition(f, &formula.Scope{})
	b.draft.flags = append(b.draft.flags, ruledFlag{v, operand, f.Node.Pos, op, set})
	return v
}

// isSet is what a flag says under the readings in force.
func (b *builder) isSet(f ruledFlag) bool {
	v := b.Settle(f.is)
	if v.OK() && !v.Settled() {
		b.diags.Add(f.pos, "`%s` is settled at load: true, false, or what a ruling says", f.operand)
	}
	return v.K == 1
}

// taken reports whether the code is left in under the readings in force.
func (c cut) taken(under *formula.Compiler) bool {
	on := under.Settle(c.on)
	return on.OK() && on.K == c.is
}

// closed reports whether the code never runs under the readings in force.
func (c shut) closed(b *builder) bool {
	if c.cond == nil {
		return false
	}
	for _, p := range c.cond.Parts {
		is := b.Settle(p.Is)
		holds, fails := is.Settled() && is.K != 0, is.Settled() && is.K == 0
		if c.always && !holds || !c.always && fails {
			return !c.always
		}
	}
	return c.always
}

// hangsOn lists the rulings on which a draft hangs.
func (d *draft) hangsOn() []string {
	var all []*formula.Value
	for _, op := range d.Ops {
		all = append(all, formulas(op.Do)...)
	}
	for _, c := range d.cuts {
		all = append(all, c.on)
	}
	for _, f := range d.flags {
		all = append(all, f.is)
	}
	return asks(all)
}

// mark marks the ops and steps of some code.
func (s span) mark(ops, steps []bool) {
	for i := s.op; i < s.ops; i++ {
		ops[i] = true
	}
	for i := s.step; i < s.steps; i++ {
		steps[i] = true
	}
}
