package program

import (
	"reflect"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A configuration is a program with readings in force. A match looks up the readings while it
// runs. This file computes, on demand, facts that are true in all matches of a configuration:
// steps and ops that never run.

// Region is code that runs only under some readings: a branch of a ruling, or code under a
// condition that can be constant under some readings.
type Region struct {
	op, opEnd     ref.PC        // range of ops
	step, stepEnd int           // range of steps
	on            *formula.Expr // for a branch: the value that selects it …
	is            int32         // … and its number
	cond          *Cond         // otherwise: the condition of the code …
	always        bool          // … which never runs if the condition is constantly equal to this
}

// Under returns the program for given readings, and reports the errors that depend on them.
func (p *Program) Under(readings map[string]string, d *source.Diagnostics) *Program {
	out := *p
	out.Readings, out.InForce, out.facts = readings, p.compiler.InForce(readings), &facts{}
	out.facts.folded = sync.OnceValue(func() []*formula.Expr { return p.compiler.Folded(out.InForce) })
	p.compiler.CheckReadings(readings, d, p.eachFormula)
	if len(p.checks) > 0 {
		fold := p.compiler.Fold(out.InForce)
		for _, c := range p.checks {
			c.look(fold.Value(c.is), d)
		}
	}
	out.checkSteps(d)
	return &out
}

// Covers reports whether a match that depended on some rulings runs the same in another
// configuration: one with the same rules and the same readings of these rulings.
func (p *Program) Covers(q *Program, asked []bool) bool {
	if p.Schema != q.Schema {
		return false
	}
	for i, yes := range asked {
		if yes && p.InForce[i] != q.InForce[i] {
			return false
		}
	}
	return true
}

// Fold returns a fold of formulas under the readings in force. It is not safe for concurrent
// use.
func (p *Program) Fold() *formula.Fold { return p.compiler.Fold(p.InForce) }

// facts are consequences of the readings in force.
type facts struct {
	once sync.Once
	dead [][]bool // by procedure and step: the step never runs
	// by procedure and op: the op is in a branch that is not taken; its step may be in force (see where)
	gone [][]bool
	// by procedure and op: the op never runs; unlike that of its step, its own condition may still be evaluated
	idle      [][]bool
	unreached []bool // by procedure: it never runs; only if compiled for coverage
	marks     []*formula.Mark

	landed sync.Once
	lands  [][]ref.PC // by procedure and op: the op that runs when it is reached

	folded func() []*formula.Expr
}

// know returns the facts. It computes them on the first call.
func (p *Program) know() *facts {
	f := p.facts
	f.once.Do(func() {
		fold := p.Fold()
		for _, u := range p.Units {
			dead, gone, idle := make([]bool, len(u.Steps)), make([]bool, len(u.Ops)), make([]bool, len(u.Ops))
			for i := range u.regions {
				r := &u.regions[i]
				switch {
				case r.on != nil && !r.taken(fold):
					r.mark(gone, dead)
					r.mark(idle, dead)
				case r.on == nil && r.closed(fold):
					r.mark(idle, dead)
				}
			}
			f.dead, f.gone, f.idle = append(f.dead, dead), append(f.gone, gone), append(f.idle, idle)
		}
		if p.compiler.Covering {
			f.cover(p, fold)
		}
	})
	return f
}

// cover finds the marks for which coverage can be recorded: those of formulas that can run.
func (f *facts) cover(p *Program, fold *formula.Fold) {
	var live []*formula.Expr
	for _, v := range p.unused {
		live = append(live, fold.Value(v))
	}
	unreached := make([]bool, len(p.Units))
	for i, runs := range p.ReachedBy(func(proc ref.Proc, op ref.PC) bool {
		return !f.dead[proc][p.Units[proc].Ops[op].Step.Index]
	}) {
		unreached[i] = !runs
		if !runs {
			continue
		}
		for j, op := range p.Units[i].Ops {
			if !f.idle[i][j] {
				for _, v := range Formulas(op.Do) {
					live = append(live, fold.Value(v))
				}
			}
		}
	}
	f.unreached, f.marks = unreached, p.compiler.Marks.In(live)
}

// taken reports whether a branch is taken.
func (r *Region) taken(fold *formula.Fold) bool {
	on := fold.Value(r.on)
	return on.OK() && on.K == r.is
}

// closed reports whether a constant condition prevents the code from running.
func (r *Region) closed(fold *formula.Fold) bool {
	if r.cond == nil {
		return false
	}
	for _, p := range r.cond.Parts {
		is := fold.Value(p.Is)
		holds, fails := is.Settled() && is.K != 0, is.Settled() && is.K == 0
		if r.always && !holds || !r.always && fails {
			return !r.always
		}
	}
	return r.always
}

// mark sets the entries of the region's ops and steps in two lists.
func (r *Region) mark(ops, steps []bool) {
	for i := r.op; i < r.opEnd; i++ {
		ops[i] = true
	}
	for i := r.step; i < r.stepEnd; i++ {
		steps[i] = true
	}
}

// Stands reports whether a step is in force: not in a branch for another reading.
func (p *Program) Stands(s *Step) bool {
	var fold *formula.Fold
	for i := range p.Units[s.Proc].regions {
		r := &p.Units[s.Proc].regions[i]
		if r.on == nil || s.Index < r.step || s.Index >= r.stepEnd {
			continue
		}
		if fold == nil {
			fold = p.Fold()
		}
		if !r.taken(fold) {
			return false
		}
	}
	return true
}

// Runs reports whether a step can run under the readings in force.
func (p *Program) Runs(s *Step) bool { return !p.know().dead[s.Proc][s.Index] }

// Dead reports whether a step never runs under the readings in force. In programs compiled for
// coverage it is also true if the step's procedure never runs.
func (p *Program) Dead(s *Step) bool {
	return !p.Runs(s) || p.facts.unreached != nil && p.facts.unreached[s.Proc]
}

// HasElse reports whether an `if` has an `else` with ops in force.
func (p *Program) HasElse(s *Step) bool {
	return s.Else && p.hasOps(s.Proc, s.other, s.End)
}

// HasOps reports whether a step has ops in force.
func (p *Program) HasOps(s *Step) bool {
	return p.hasOps(s.Proc, s.First, s.End)
}

func (p *Program) hasOps(proc ref.Proc, from, to ref.PC) bool {
	for i := from; i < to; i++ {
		if p.Units[proc].Ops[i].Code != Branch && p.InForceAt(proc, i) {
			return true
		}
	}
	return false
}

// Landings returns, by procedure and op, the op that runs when the op is reached. Branches of
// rulings lead to the ops for the readings in force.
func (p *Program) Landings() [][]ref.PC {
	f := p.facts
	f.landed.Do(func() {
		fold := p.Fold()
		for _, u := range p.Units {
			lands := make([]ref.PC, len(u.Ops))
			for i := range lands {
				pc := ref.PC(i)
				for u.Ops[pc].Code == Branch {
					if b, ok := u.Ops[pc].Do.(*BranchOp); ok {
						pc = b.To[fold.Value(b.On).K]
					} else {
						pc = u.Ops[pc].To
					}
				}
				lands[i] = pc
			}
			f.lands = append(f.lands, lands)
		}
	})
	return f.lands
}

// Folded returns the formulas for Env.Folded.
func (p *Program) Folded() []*formula.Expr { return p.facts.folded() }

// DependsOn sets asked for each ruling that determines whether a step can run, or whether it has ops.
func (p *Program) DependsOn(s *Step, asked []bool) {
	note := func(ruling int) { asked[ruling] = true }
	for _, r := range p.Units[s.Proc].regions {
		within := s.Verb == "ruling" && s.Index <= r.step && r.opEnd <= s.End
		if within || r.step <= s.Index && s.Index < r.stepEnd {
			r.on.Rulings(note)
			for _, v := range Formulas(r.cond) {
				v.Rulings(note)
			}
		}
	}
}

// InForceAt reports whether an op is in force: not in a branch for another reading.
func (p *Program) InForceAt(proc ref.Proc, op ref.PC) bool { return !p.know().gone[proc][op] }

// Marks returns the coverage marks in the order of Record.Notes. Marks that are not in force are
// empty.
func (p *Program) Marks() []*formula.Mark { return p.know().marks }

// StepIn returns the step with an id in a procedure, if it is in force, or nil.
func (p *Program) StepIn(proc ref.Proc, id string) *Step {
	if s := p.Units[proc].Step(id); s != nil && p.Stands(s) {
		return s
	}
	return nil
}

// IDs returns the ids of a procedure's steps.
func (p *Program) IDs(proc ref.Proc) (all []string) {
	for _, s := range p.Units[proc].Steps {
		if s.named && p.Stands(s) {
			all = append(all, s.ID)
		}
	}
	return all
}

// StepOf returns the step with an id in any procedure, or nil.
func (p *Program) StepOf(id string) *Step {
	for i := range p.Units {
		if s := p.StepIn(ref.Proc(i), id); s != nil {
			return s
		}
	}
	return nil
}

// Formulas returns the formulas in a part of a program.
func Formulas(x any) (all []*formula.Expr) {
	inProgram.Each(reflect.ValueOf(x), false, func(v reflect.Value) {
		all = append(all, v.Interface().(*formula.Expr))
	})
	return all
}

// inProgram finds formulas in the structs of this package.
var inProgram = syntax.Finder[*formula.Expr]{Enters: func(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[Cond]().PkgPath()
}}
