package exec

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// requestCheck states the request at which the match waits.
type requestCheck struct{ *source.Node }

// prepareRequest reads the name of a request.
func prepareRequest(c *compiled, s spec.Single, _ ref.Seat) check {
	if s.Val.Kind != source.Scalar {
		c.d.Add(s.Val.Pos, "`stands` must name a request, such as PROCEDURE.CHOICE; found %s", s.Val.Describe())
	}
	return &requestCheck{s.Val}
}

func (s *requestCheck) eval(r *runner, is *Found) *failure {
	name := nameOf(r.M.Next())
	is.Is = source.Text(name)
	if name != s.Value {
		return r.addStanding(fail(otherRequest, s.Pos, s.Value))
	}
	return nil
}

// nameOf returns the name of a request; `nothing` for nil.
func nameOf(req *machine.Request) string {
	if req == nil {
		return "nothing"
	}
	return req.Name
}

// winnersCheck states who has won, or that the match is not over.
type winnersCheck struct {
	seats  []int // in the order of seats
	goesOn bool
	pos    source.Pos
}

// prepareWinners reads the winners: a list of seats, or one.
func prepareWinners(c *compiled, s spec.Single, _ ref.Seat) check {
	n := s.Val
	w := &winnersCheck{pos: n.Pos}
	if n.Kind == source.Scalar && n.Value == "nothing" {
		w.goesOn = true
		return w
	}
	for _, it := range n.AsList() {
		i, ok := c.world.Player(it, c.d)
		switch {
		case !ok:
		case slices.Contains(w.seats, int(i)):
			c.d.Add(it.Pos, "%s is named twice", it.Value)
		default:
			w.seats = append(w.seats, int(i))
		}
	}
	slices.Sort(w.seats)
	return w
}

// eval requires that the match is over and won by exactly these seats.
func (w *winnersCheck) eval(r *runner, is *Found) *failure {
	is.Is = r.Winners()
	if !r.M.Finished() {
		if w.goesOn {
			return nil
		}
		return r.addStanding(fail(notOver, w.pos))
	}
	have := r.M.Winners()
	if w.goesOn {
		return fail(alreadyOver, w.pos, r.SeatNames(have))
	}
	if !slices.Equal(have, w.seats) {
		return fail(otherWinners, w.pos, r.SeatNames(have), r.SeatNames(w.seats))
	}
	return nil
}

type optionsCheck struct {
	seat ref.Seat
	pos  source.Pos
	want *source.Node // a list, or the only option
	refs []naming.Ref
}

// prepareOptions reads the options that a seat is offered.
func prepareOptions(c *compiled, s spec.Single, seat ref.Seat) check {
	return &optionsCheck{seat: seat, pos: s.Who.Pos, want: s.Val, refs: naming.Refs(c.game.Schema, s.Val)}
}

func (o *optionsCheck) eval(r *runner, is *Found) *failure {
	var have []string
	req := r.M.Next()
	is.Is = source.ListOf()
	if req != nil && req.By == o.seat {
		for _, n := range r.Offered(req) {
			if have = append(have, n.Flow()); !slices.Contains(have[:len(have)-1], n.Flow()) {
				is.Is.Items = append(is.Is.Items, n)
			}
		}
	} else {
		req = nil
	}
	if r.OffersOnly(o.refs, req) {
		return nil
	}
	f := fail(otherOffers, o.pos, r.SeatName(o.seat), strings.Join(have, ", "), o.want.Flow())
	f.reasons = r.events.reasons(o.seat, o.refs)
	if req == nil {
		r.events.addForced(f, r.events.answer, func(ev *machine.Event) bool {
			return ev.Who == o.seat
		}, "; to test it, name it in a line or check its effect")
	}
	return r.addStanding(f)
}

type viewCheck struct {
	seat  ref.Seat
	value *formula.Expr
	sees  bool
	pos   source.Pos
	text  string
}

// prepareView compiles a formula about the view of a seat.
func prepareView(c *compiled, s spec.Single, seat ref.Seat) check {
	f := &syntax.Formula{Node: s.Val, IsText: true, Text: s.Val.Value}
	v := c.compile(func(fc *formula.Compiler) *formula.Expr {
		if v := fc.CompileFor(schema.Type{Base: schema.Zone}, f, c.scope()); !v.OK() || v.Type.One(schema.Zone) ||
			v.Type.One(schema.Piece) {
			return v // a board as a whole, too
		}
		return fc.Want(f, c.scope(), schema.Type{Base: schema.Zone}, "what is seen or hidden")
	})
	if !v.OK() {
		return nil
	}
	return &viewCheck{seat: seat, value: v, sees: s.Key == "sees", pos: s.Val.Pos, text: s.Val.Value}
}

// thing names the pieces that are seen or hidden.
func (s *viewCheck) thing() string {
	if s.value.Type.One(schema.Piece) {
		return s.text
	}
	return "what lies in " + s.text
}

func (s *viewCheck) eval(r *runner, is *Found) *failure {
	all, none, empty, err := s.look(r)
	is.Now = ""
	if err != nil {
		f := fail(wouldNot, s.pos, s.text, err)
		f.limit = fault(err).limit
		return f
	}
	kind := seesNot
	if all {
		is.Now = "sees"
	} else if none {
		is.Now = "hides"
	}
	switch {
	case s.sees && all, !s.sees && none:
		return nil
	case !s.sees:
		kind = seesAll
	}
	f := fail(kind, s.pos, r.SeatName(s.seat), s.thing())
	if empty {
		f.note("it is empty, so this is about the pieces that come there; `given` can put one there")
	}
	return f
}

// look compares the pieces in the zone with the knowledge of the seat: all reports whether the seat knows them all,
// none whether it knows none, empty whether there are none. For an empty zone, all and none report whether the seat
// would see a piece there. For a single piece they report whether the seat knows it.
func (s *viewCheck) look(r *runner) (all, none, empty bool, err error) {
	var first int32
	if err := r.formulas.evaluate(func(e *formula.Env) { first = s.value.Num(e) }); err != nil {
		return false, false, false, err
	}
	if s.value.Type.One(schema.Piece) {
		if first == schema.Nothing {
			return false, false, false, errors.New("there is no such piece")
		}
		knows := r.M.Env.World.Knows(s.seat, ref.Piece(first))
		return knows, !knows, false, nil
	}
	end := first + 1
	if d := s.value.Type.Decl; d.Spreads() {
		end = first + int32(d.Cells)
	}
	all, none, empty = true, true, true
	for z := first; z < end; z++ {
		for p := r.M.Env.World.Head(ref.Place(z)); p >= 0; p = r.M.Env.World.Next(p) {
			knows := r.M.Env.World.Knows(s.seat, p)
			all, none, empty = all && knows, none && !knows, false
		}
	}
	if empty { // a piece would have the face of the zone
		all = r.M.Env.World.SpotsIn(s.seat, ref.Place(first), r.M.Env.World.Zones[first].Down)
		none = !all
	}
	return all, none, empty, nil
}

// formulaCheck is a formula that must be true.
type formulaCheck struct {
	value *formula.Expr
	pos   source.Pos
	text  string
}

func prepareFormula(c *compiled, s spec.Single, _ ref.Seat) check {
	if cl, ok := c.claim(s.Val); ok {
		return &cl
	}
	return nil
}

// aPath matches the name of a field, also with its owner: ann.points.
var aPath = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`)

// claimHint returns a correction of a value that was meant as a formula. A value under the name of a field is meant as
// a comparison.
func claimHint(n *source.Node) string {
	if n.Kind == source.Map && len(n.Pairs) > 0 {
		key, val := n.Pairs[0].Key, n.Pairs[0].Val
		if aPath.MatchString(key.Value) && (val.Tag == source.Int || val.Tag == source.Bool) {
			return "compare with ==: `" + key.Value + " == " + val.Value + "`"
		}
	}
	return "put a formula that contains `: ` or ` #` in quotes"
}

func (c *compiled) claim(n *source.Node) (formulaCheck, bool) {
	if n.Kind != source.Scalar {
		c.d.Hint(n.Pos, claimHint(n), "expected a formula, found %s", n.Describe())
		return formulaCheck{}, false
	}
	f := &syntax.Formula{Node: n, IsText: true, Text: n.Value}
	sc := c.scope()
	v := c.compile(func(fc *formula.Compiler) *formula.Expr { return fc.Condition(f, sc) })
	if is := c.game.Program.Fold().Value(v); v.OK() && is.Const() {
		c.d.Add(n.Pos, "the formula is always %v, so it checks nothing", is.K == 1)
		return formulaCheck{}, false
	}
	return formulaCheck{value: v, pos: n.Pos, text: n.Value}, v.OK()
}

func (c *formulaCheck) eval(r *runner, is *Found) *failure {
	is.Now = ""
	if r.found.seen != nil {
		is.Parts = r.formulas.conjuncts(c.text)
	}
	ok := false
	err := r.formulas.evaluate(func(e *formula.Env) { ok = c.value.Yes(e) })
	if err == nil && ok {
		return nil
	}
	f := fail(unmet, c.pos, c.text)
	if err != nil {
		f.limit = fault(err).limit
		f.note("it cannot be evaluated: " + err.Error())
	}
	f.values = r.formulas.parts(c.text)
	return f
}
