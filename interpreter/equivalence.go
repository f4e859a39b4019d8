package interpreter

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
)

// Same reports whether two configurations do the same whatever happens. It is conservative: it may report equivalent
// games as different, never the reverse. Where rules stand, what they cite and how they are written does not count.
// A procedure that nothing calls counts if starts names it: scenarios may begin there.
func (g *Game) Same(o *Game, starts ...string) bool {
	return program.Same(g.Program, o.Program, starts...)
}

// Commute reports whether two steps of a block, which begin at first and at second and end before end, have the
// same effect in either order. It is conservative like Same: steps that both move pieces never commute.
func (g *Game) Commute(first, second, end source.Pos) bool {
	return g.Program.Commute(first, second, end)
}
