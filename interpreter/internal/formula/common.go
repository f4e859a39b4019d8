package formula

import (
	"context"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// common is shared by the compilers of a game: that of its rules and those of its scenarios. It does not change
// once the rules are laid out.
type common struct {
	*schema.Interner
	Trees     *Trees
	Mentions  *source.Mentions // nil if names are not recorded
	LaidOut   bool             // the words of a match are fixed: no more counters
	Covering  bool             // compile for coverage: see cover.go
	Uncited   bool             // … and note what cites no clause, too
	Until     context.Context  // when it is over, no more is compiled; nil: nothing ends it
	Asked     map[string]bool  // rulings that some formula or step asked
	Procs     []*Proc
	countable func() []string                        // names that `times` can count
	Spans     []Span                                 // the counters that formulas ask for
	cardHas   map[string]map[int]*syntax.FormulaDecl // each_has formulas: name → card → formula
	defaults  map[*syntax.Has]*syntax.FormulaDecl    // each_has formulas of cards that have none of their own
	game      map[string]*syntax.FormulaDecl
	player    map[string]*syntax.FormulaDecl
	kind      []map[string]*syntax.FormulaDecl

	bodies map[key]body // named formulas
	marks  []*Mark
	markAt map[source.Pos]int
	ofData []int     // the marks of fields, values and cards
	asking []*Value  // every ruled("KEY", "READING")
	left   []*lookup // those with a branch that is left to a variant

	spelling spellings
}

// body is the compiled body of a named formula.
type body struct {
	*Value
	open bool // it hangs on a name of which more may become known (SlotType)
}

// Done ends the compilation of the rules: there are no more counters.
func (c *Compiler) Done() { c.LaidOut = true }

// Over returns a compiler for formulas outside the rules, such as those of scenarios. They may use words that the
// rules do not have.
func (c *Compiler) Over() *Compiler {
	own := *c.common
	own.Interner = c.Schema.Interner()
	return newCompiler(&own, &source.Diagnostics{})
}
