package exec

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/naming"
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
	checks   *prepared
	d        *source.Diagnostics
	faults   source.Diagnostics
	asks     []bool       // by ruling: whether preparation depends on it
	recalled map[int]bool // procedures to which formulas refer after their end
	lacks    string       // the missing name that makes the script fail as `fails` expects
}

// prepare resolves all names of a scenario in its game.
func prepare(s *spec.Scenario, g *Game) *compiled {
	c := &compiled{of: s, game: g, asks: make([]bool, len(g.Program.InForce)), recalled: map[int]bool{}}
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
		c.lacks, c.faults = spec.Message(c.faults), nil
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

// prepared is a set of checks with compiled formulas, in the order of evaluation.
type prepared struct {
	checks []keyedCheck
}

// keyedCheck is a check with its key.
type keyedCheck struct {
	key string
	check
}

// check is a condition on the current position.
type check interface {
	// eval returns the failure, or nil if the condition is true, and adds the actual facts to is, which has the key of
	// the check. It restores the match.
	eval(r *runner, is *Found) *failure
	describe(r *runner) string // the fact that the check states
}

// formulaCheck is a formula that must be true.
type formulaCheck struct {
	value *formula.Value
	pos   source.Pos
	text  string
}

// winnersCheck states who has won, or that the match is not over.
type winnersCheck struct {
	seats  []int // in the order of seats
	goesOn bool
	pos    source.Pos
}

type optionsCheck struct {
	seat int
	pos  source.Pos
	want *source.Node // a list, or the only option
	refs []naming.Ref
}

// actCheck states that an act is refused or, if allowed is set, that it is possible.
type actCheck struct {
	allowed bool
	seat    int
	act     *line
	because *source.Node
	pos     source.Pos
}

type viewCheck struct {
	seat  int
	value *formula.Value
	sees  bool
	pos   source.Pos
	text  string
}

// requestCheck states the request at which the match waits.
type requestCheck struct{ *source.Node }

// checkOrder lists the keys of checks in the order of evaluation.
var checkOrder = []string{"stands", "wins", "offers", "refuses", "allows", "sees", "hides", "then", "chance"}

func (c *compiled) prepareChecks(of *source.Node) *prepared {
	p := &prepared{}
	for _, key := range checkOrder {
		for _, one := range spec.SplitChecks(of, key, c.d) {
			if prepared := c.prepareCheck(one); prepared != nil {
				p.checks = append(p.checks, keyedCheck{key, prepared})
			}
		}
	}
	return p
}

// prepareCheck prepares a check, nil if it is invalid.
func (c *compiled) prepareCheck(s spec.Single) check {
	seat := 0
	if s.Who != nil {
		var ok bool
		if seat, ok = c.world.NamedSeat(s.Who, c.d); !ok {
			return nil
		}
	}
	switch s.Key {
	case "stands":
		if s.Val.Kind != source.Scalar {
			c.d.Add(s.Val.Pos, "`stands` must name a request, such as PROCEDURE.CHOICE; found %s", s.Val.Describe())
		}
		return &requestCheck{s.Val}
	case "wins":
		return c.winning(s.Val)
	case "offers":
		return &optionsCheck{seat, s.Who.Pos, s.Val, naming.Refs(c.game.Schema, s.Val)}
	case "refuses", "allows":
		if r := c.refusal(s.Val, s.Key == "allows"); r != nil {
			return r
		}
	case "sees", "hides":
		f := &syntax.Formula{Node: s.Val, IsText: true, Text: s.Val.Value}
		v := c.compile(func(fc *formula.Compiler) *formula.Value {
			if v := fc.CompileFor(schema.Type{Base: schema.Zone}, f, c.scope()); !v.OK() || v.Type.One(schema.Zone) || v.Type.One(schema.Piece) {
				return v // a board as a whole, too
			}
			return fc.Want(f, c.scope(), schema.Type{Base: schema.Zone}, "what is seen or hidden")
		})
		if v.OK() {
			return &viewCheck{seat, v, s.Key == "sees", s.Val.Pos, s.Val.Value}
		}
	case "then":
		if cl, ok := c.claim(s.Val); ok {
			return &cl
		}
	case "chance":
		if odds := c.prepareChance(s.Val); odds != nil {
			return odds
		}
	}
	return nil
}

// winning reads the winners: a list of seats, or one.
func (c *compiled) winning(n *source.Node) *winnersCheck {
	w := &winnersCheck{pos: n.Pos}
	if n.Kind == source.Scalar && n.Value == "nothing" {
		w.goesOn = true
		return w
	}
	for _, it := range n.AsList() {
		i, ok := c.world.Player(it, c.d)
		switch {
		case !ok:
		case slices.Contains(w.seats, i):
			c.d.Add(it.Pos, "%s is named twice", it.Value)
		default:
			w.seats = append(w.seats, i)
		}
	}
	slices.Sort(w.seats)
	return w
}

func (c *compiled) claim(n *source.Node) (formulaCheck, bool) {
	if n.Kind != source.Scalar {
		c.d.Hint(n.Pos, "put a formula that contains `: ` or ` #` in quotes", "expected a formula, found %s", n.Describe())
		return formulaCheck{}, false
	}
	f := &syntax.Formula{Node: n, IsText: true, Text: n.Value}
	sc := c.scope()
	v := c.compile(func(fc *formula.Compiler) *formula.Value { return fc.Condition(f, sc) })
	if is := c.game.Program.Fold().Value(v); v.OK() && is.Const() {
		c.d.Add(n.Pos, "the formula is always %v, so it checks nothing", is.K == 1)
		return formulaCheck{}, false
	}
	return formulaCheck{value: v, pos: n.Pos, text: n.Value}, v.OK()
}

// tryCompile compiles a formula at run time without reporting errors. If a zone could mean its
// place or its content, the content is used.
func (c *compiled) tryCompile(text string) *formula.Value { return c.tryPlace(text, false) }

// tryPlace compiles a formula as tryCompile does; with places, a single place keeps its place.
func (c *compiled) tryPlace(text string, places bool) *formula.Value {
	c.game.preparing.Lock()
	defer c.game.preparing.Unlock()
	f := &syntax.Formula{Node: &source.Node{Value: text}, IsText: true, Text: text}
	v := c.compile(func(fc *formula.Compiler) *formula.Value { return fc.Quietly(f, c.scope()) })
	if v.OK() && v.Type.One(schema.Zone) && (!places || v.Type.IsZone() || v.Type.Decl.Spreads()) {
		return formula.AsList(v)
	}
	if is := c.game.Program.Fold().Value(v); is.Const() {
		return is
	}
	return v
}

// compile runs the game's compiler, and reports errors at the scenario.
func (c *compiled) compile(f func(*formula.Compiler) *formula.Value) *formula.Value {
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
	return &formula.Scope{Known: known, Given: func(name string) (*formula.Value, bool) {
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
				if lies := int32(e.Head(ref.Place(l.Zone))); lies >= 0 {
					return lies
				}
				return schema.Nothing
			}), true
		} else if ok {
			return formula.Known(schema.Type{Base: schema.Piece, Kinds: 1 << uint(p.Pieces[l.Piece].Kind)}, l.Piece), true
		}
		return nil, false
	}}
}

// refusal reads {SEAT: act, because: words}; an allowed act has no reason.
func (c *compiled) refusal(n *source.Node, allowed bool) *actCheck {
	if n.Kind != source.Map || len(n.Pairs) == 0 {
		if allowed {
			c.d.Add(n.Pos, "what is allowed is {SEAT: {…}}; found %s", n.Describe())
		} else {
			c.d.Add(n.Pos, "write a refusal as {SEAT: {…}, because: words}; found %s", n.Describe())
		}
		return nil
	}
	r := &actCheck{pos: n.Pos, seat: -1, allowed: allowed}
	for _, e := range n.Pairs {
		if e.Key.Value == "because" {
			r.because = e.Val
			continue
		}
		seat, ok := c.world.NamedSeat(e.Key, c.d)
		if !ok {
			return nil
		}
		if r.seat >= 0 {
			c.d.Add(e.Key.Pos, "a refusal must have only one action")
			return nil
		}
		r.seat = seat
		r.act = &line{pos: e.Key.Pos, seat: seat}
		val := e.Val
		if b := val.Get("because"); b != nil { // {bob: {play: x, because: words}}
			r.because = b
			val = val.Without("because")
		}
		c.act(r.act, val)
	}
	switch {
	case r.because != nil && strings.TrimSpace(r.because.Value) == "":
		c.d.Add(r.because.Pos, "`because` needs words")
	case r.seat < 0:
		c.d.Add(n.Pos, "the player of this action is missing")
	case allowed && r.because != nil:
		c.d.Add(r.because.Pos, "`because` can be used only with `refuses`")
	default:
		return r
	}
	return nil
}
