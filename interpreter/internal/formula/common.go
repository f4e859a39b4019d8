package formula

import (
	"context"
	"sync/atomic"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// common is the data shared by the compilers of a game: the one for its rules and those for its
// scenarios. It does not change after the rules are compiled.
type common struct {
	Schema      *schema.Schema // with the words that Interner has added
	Interner    *schema.Interner
	Trees       *Trees
	Mentions    *source.Mentions // nil if mentions are not recorded
	LaidOut     bool             // the layout of the state is fixed, so counters can no longer be added
	Covering    bool             // compile for coverage (see cover.go)
	Uncited     bool             // coverage includes rules without clauses
	Until       context.Context  // ends compilation when it is done; may be nil
	UsedRulings map[string]bool  // rulings on which some formula or step depends
	Procs       []*Proc
	countable   func() []string                        // names that `times` can count
	Spans       []Span                                 // the counters that formulas use
	cardHas     map[string]map[int]*syntax.FormulaDecl // each_has formulas: name → card → formula
	defaults    map[*syntax.Has]*syntax.FormulaDecl    // default formulas of `each_has`
	game        map[string]*syntax.FormulaDecl
	player      map[string]*syntax.FormulaDecl
	kind        []map[string]*syntax.FormulaDecl

	bodies map[key]body  // named formulas without errors
	memos  map[key]int32 // the ids of formulas whose results are remembered
	made   *atomic.Int32 // the number of these ids
	Marks  marks
	whole  []*Expr   // formulas of the rules that can depend on a ruling
	asking []*Expr   // every use of ruled("KEY", "READING")
	left   []*lookup // lookups with a branch that is left to a variant

	spelling spellings
}

// body is the compiled body of a named formula. It may be invalid.
type body struct {
	expr     *Expr
	open     bool // it depends on a local name whose type is not final (see SlotType)
	reported bool // its errors have been reported
}

// Done ends the compilation of the rules. After it, no counters can be added.
func (c *Compiler) Done() { c.LaidOut, c.Marks.fixed = true, true }

// Over returns a compiler for formulas outside the rules, for example in scenarios. They may use words that the rules
// do not contain.
func (c *Compiler) Over() *Compiler {
	own := *c.common
	own.Interner = c.Schema.Interner()
	own.Schema = own.Interner.Schema
	return newCompiler(&own, &source.Diagnostics{})
}
