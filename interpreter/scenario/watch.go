package scenario

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
)

// A watched run goes on where a check does not hold, and notes what is the case
// there instead. That is what can be written down for another form of the game.

// watch is what a run has shown.
type watch struct {
	in   *form
	seen map[*prepared]*seen
	open string // the request that the script leaves open at its end
}

// seen is what is the case where checks stand, one for one.
type seen struct {
	then    [][]part
	wins    *finding
	offers  []*finding
	refuses []*tried
	sees    []sightSeen
	chance  *finding
	stands  *finding
	at      string       // the request
	asks    string       // who is asked something
	options *source.Node // … with these options
}

// holds tells whether all checks do.
func (s *seen) holds() bool {
	out := (s.wins == nil || s.wins.holds) && (s.chance == nil || s.chance.holds) && (s.stands == nil || s.stands.holds)
	for _, parts := range s.then {
		out = out && !slices.ContainsFunc(parts, func(p part) bool { return !p.holds })
	}
	return out && !slices.ContainsFunc(s.offers, func(f *finding) bool { return !f.holds }) &&
		!slices.ContainsFunc(s.refuses, func(t *tried) bool { return !t.holds })
}

// finding is what is the case instead of a value that was expected; nil if there
// is nothing to be said.
type finding struct {
	holds bool
	is    *source.Node
}

// tried is what came of an act that is to be refused.
type tried struct {
	finding      // the words of the reason, if it is refused for one
	refused bool // at all
}

// sightSeen is whether all, or none, of what lies somewhere is seen.
type sightSeen struct{ all, none bool }

func (r *runner) seen(s *sight) (out sightSeen) {
	var z int32
	if err := r.look(func(e *formula.Env) { z = s.value.Num(e) }); err == nil {
		out.all, out.none = r.sees(int32(s.seat), z)
	}
	return out
}

// look looks at how things stand where there are checks.
func (w *watch) look(r *runner, p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	s := &seen{at: nameOf(req)}
	w.seen[p] = s
	if req != nil && req.By != machine.Chance {
		s.asks, s.options = r.seatName(req.By), r.offeredTo(int(req.By), req)
	}
	for i := range p.then {
		s.then = append(s.then, w.parts(r, p.then[i].text))
	}
	if p.wins != nil {
		s.wins = &finding{r.checkWins(p.wins) == nil, text("nothing")}
		if r.m.Finished() {
			s.wins.is = listOf()
			for _, i := range r.m.Winners() {
				s.wins.is.Items = append(s.wins.is.Items, text(r.seatName(int32(i))))
			}
		}
	}
	for _, o := range p.offers {
		s.offers = append(s.offers, &finding{r.checkOffer(o, req) == nil, r.offeredTo(o.seat, req)})
	}
	for _, x := range p.refuses {
		s.refuses = append(s.refuses, w.try(r, x))
	}
	for i := range p.sees {
		s.sees = append(s.sees, r.seen(&p.sees[i]))
	}
	if p.stands != nil {
		s.stands = &finding{nameOf(req) == p.stands.Value, text(nameOf(req))}
	}
	if p.chance != nil {
		s.chance = &finding{}
		if got, _, f := r.likelihood(p.chance); f == nil {
			s.chance.holds = got.Cmp(p.chance.is) == 0
			s.chance.is = text(got.RatString())
		}
	}
	return nil
}

// try tries what is to be refused.
func (w *watch) try(r *runner, x *refusal) *tried {
	why := r.try(x)
	t := &tried{refused: why != nil}
	switch {
	case x.allowed:
		t.holds = !t.refused
	case !t.refused:
	case x.because == nil && !why.ofAct():
		t.is = text(why.headline())
	case x.because == nil:
		t.holds = !why.muddled()
	default:
		t.holds = why.because(x.because.Value)
		if n := len(why.reasons); n > 0 {
			t.is = text(why.reasons[n-1].words)
		}
	}
	return t
}

// offeredTo is what a seat is offered, as scripts say it.
func (r *runner) offeredTo(seat int, req *machine.Request) *source.Node {
	list := listOf()
	if req == nil || int(req.By) != seat {
		return list
	}
	for _, n := range r.offered(req) {
		if !slices.ContainsFunc(list.Items, func(o *source.Node) bool { return written(o) == written(n) }) {
			list.Items = append(list.Items, n)
		}
	}
	return list
}
