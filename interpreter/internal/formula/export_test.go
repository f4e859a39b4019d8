package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// Param is parameter i of the formula that runs in a scope: its name and value.
func (s *Scope) Param(e *Env, i int) (name string, x int32, list []int32) {
	at := s.firstParam() + i
	if s.params[i].t.List && at >= len(e.lists) {
		return s.params[i].Name, 0, nil // values fixed at load have no parameters
	}
	if s.params[i].t.List {
		return s.params[i].Name, 0, e.lists[at]
	}
	return s.params[i].Name, e.locals[at], nil
}

// Params returns the number of parameters, and ParamType the type of one.
func (s *Scope) Params() int { return len(s.params) }

// ParamType is the type of parameter i.
func (s *Scope) ParamType(i int) schema.Type { return s.params[i].t }

// First is the first local: the player or piece whose formula it is, or the
// candidate of a condition.
func (s *Scope) First(e *Env) int32 { return e.locals[s.low] }

// CardFormula returns the formula with a name that a card has, or nil.
func (c *Compiler) CardFormula(name string, card int) *syntax.FormulaDecl {
	return c.cardHas[name][card]
}

// InForce returns the value of an operation Ruled or Ruling: 1 or 0, or the number of a branch.
func (v *Expr) InForce(e *Env) int32 { return v.lookup.in(e.Readings) }

// Locals are the parameters and elements that are no lists.
func (e *Env) Locals() []int32 { return e.locals[:] }

// Lists are those that are lists.
func (e *Env) Lists() [][]int32 { return e.lists }

// DropMarks makes all remembered results forget their reads.
func (e *Env) DropMarks() {
	for i := range e.memory.results {
		e.memory.results[i].reads, e.memory.results[i].stamp = state.Reads{}, 0
	}
}
