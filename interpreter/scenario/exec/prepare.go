package exec

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// compiled is a prepared scenario. It is valid in every configuration of a program that has the
// same readings of the rulings used during preparation. Scenarios are prepared one at a time,
// because they share the game's compiler; they run in parallel.
type compiled struct {
	of       *spec.Scenario
	game     *Game
	world    *given.Position
	lines    []*line
	next     int // the index of the line after the current one; len(lines)+1 at the end
	checks   *prepared
	d        *source.Diagnostics
	faults   source.Diagnostics
	asks     []bool            // by ruling: whether preparation depends on it
	recalled map[ref.Proc]bool // procedures to which formulas refer after their end
	lacks    spec.Message      // the missing name that makes the script fail as `fails` expects
}

// prepare resolves all names of a scenario in its game.
func prepare(s *spec.Scenario, g *Game) *compiled {
	c := &compiled{of: s, game: g, asks: make([]bool, len(g.Program.InForce)), recalled: map[ref.Proc]bool{}}
	c.d = &c.faults
	for _, id := range s.Pins {
		if g.Clause(id.Name) == nil {
			c.d.Unknown(id.Pos, id.Name, g.ClauseIDs(), "there is no clause %q", id.Name)
		}
	}
	c.world = given.Read(g.Game, s.Given, c.asks, c.d)
	c.script(s.When)
	c.checks = c.prepareChecks(s.Checks)
	if failsBy(s, c.faults) {
		c.lacks, c.faults = spec.MessageOf(c.faults), nil
	}
	return c
}

// failsBy reports whether the errors are exactly the expected failure: the script names a thing
// that this configuration lacks.
func failsBy(s *spec.Scenario, faults source.Diagnostics) bool {
	return s.Fails != nil && len(faults) > 0 && !slices.ContainsFunc(faults, func(f source.Diagnostic) bool {
		return !strings.Contains(f.Text, strings.TrimSpace(s.Fails.Value))
	})
}

// tryCompile compiles a formula at run time without reporting errors. If a zone could mean its
// place or its content, the content is used.
func (c *compiled) tryCompile(text string) *formula.Expr { return c.tryPlace(text, false) }

// tryPlace compiles a formula as tryCompile does; with places, a single place keeps its place.
func (c *compiled) tryPlace(text string, places bool) *formula.Expr {
	c.game.preparing.Lock()
	defer c.game.preparing.Unlock()
	f := &syntax.Formula{Node: &source.Node{Value: text}, IsText: true, Text: text}
	v := c.compile(func(fc *formula.Compiler) *formula.Expr { return fc.Quietly(f, c.scope()) })
	if v.OK() && v.Type.One(schema.Zone) && (!places || v.Type.IsZone() || v.Type.Decl.Spreads()) {
		return formula.AsList(v)
	}
	if is := c.game.Program.Fold().Value(v); is.Const() {
		return is
	}
	return v
}

// compile runs the game's compiler, and reports errors at the scenario.
func (c *compiled) compile(f func(*formula.Compiler) *formula.Expr) *formula.Expr {
	fc := c.game.compiler
	fc.Diags = c.d
	fc.Refill()
	v := f(fc)
	if c.checks == nil { // preparation is still in progress
		v.Rulings(func(ruling int) { c.asks[ruling] = true })
		fc.CheckRuled(v, c.game.Program.Readings, c.d)
	}
	return v
}

// fits reports whether the preparation is valid for another configuration of the same program.
func (c *compiled) fits(g *Game) bool { return c.game.Program.Covers(g.Program, c.asks) }

// in returns a copy of the scenario for one run in a configuration that it fits.
func (c *compiled) in(g *Game) *compiled {
	own := *c
	own.game, own.recalled, own.d = g, maps.Clone(c.recalled), &source.Diagnostics{}
	own.lines = make([]*line, len(c.lines))
	for i, l := range c.lines {
		own.lines[i] = l.unusedCopy()
	}
	return &own
}

// scope returns the names that formulas of scenarios can use in addition to those of the game:
// players by seat, cards by name, pieces by label, and the last run of a procedure by its name.
func (c *compiled) scope() *formula.Scope {
	p := c.game.Program
	known := func() []string {
		return slices.Concat(c.world.Seats, p.CardNames(0), c.world.Labels.Names(), syntax.NamesOf(p.Procs))
	}
	return &formula.Scope{Known: known, Given: func(name string) (*formula.Expr, bool) {
		if i := c.world.Seats.Of(name); i >= 0 {
			return formula.Known(schema.Type{Base: schema.Player}, int32(i)), true
		}
		if proc := p.Proc(name); proc != nil {
			c.recalled[proc.Index] = true
			t := schema.Type{Base: schema.Frame, Procs: schema.NewProcSet(proc.Index)}
			return formula.Computes(t, func(e *formula.Env) int32 {
				if at := e.FrameAt[proc.Index]; at > 0 {
					return at
				}
				return schema.Nothing // the procedure has not run
			}), true
		}
		if card := p.Card(name); card != nil {
			return formula.WordOf(card.Sym), true
		}
		if l, ok := c.world.Labels.Named(name); ok && l.Piece == schema.Nothing {
			t := schema.Type{Base: schema.Piece, Kinds: p.Schema.Zones[l.Zone].Decl.Holds, Null: true}
			return formula.Computes(t, func(e *formula.Env) int32 {
				if lies := int32(e.World.Head(ref.Place(l.Zone))); lies >= 0 {
					return lies
				}
				return schema.Nothing
			}), true
		} else if ok {
			return formula.Known(schema.Type{Base: schema.Piece, Kinds: 1 << uint(p.Pieces[l.Piece].Kind)}, l.Piece),
				true
		}
		return nil, false
	}}
}
