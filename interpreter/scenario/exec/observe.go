package exec

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
)

// Observed is how things are where a scenario has checks, in a run that goes on where one does
// not hold. That is what can be written down for another configuration.
type Observed struct {
	Lines []*Seen // by line of `when`; nil: it has no checks, or the script did not come to it
	End   *Seen   // nil: likewise
	Open  string  // the request that the script leaves open at its end
	Words string  // why the script breaks off; "": it does not
	Fault string  // why that is not for the scenario to say: the rules break, or a limit is hit

	places map[*prepared]**Seen
}

// Seen is how things are at some checks, each as it stands there.
type Seen struct {
	Then    [][]Part // by formula, what must hold for it
	Wins    *Finding
	Offers  []*Finding
	Refuses []*Tried // what is allowed comes last
	Sees    []Sees   // what is hidden comes last
	Chance  *Finding
	Stands  *Finding
	At      string       // the request
	Asks    string       // who is asked something
	Options *source.Node // … with these options
}

// Finding is what is the case instead of a value that was expected; nil if there is nothing to
// be said.
type Finding struct {
	Holds bool
	Is    *source.Node
}

// Tried is what came of an act that is to be refused or allowed.
type Tried struct {
	Finding      // the words of the reason, if it is refused for one
	Refused bool // at all
}

// Sees is whether all, or none, of what lies somewhere is seen.
type Sees struct{ All, None bool }

// Holds tells whether all checks do.
func (s *Seen) Holds() bool {
	out := (s.Wins == nil || s.Wins.Holds) && (s.Chance == nil || s.Chance.Holds) && (s.Stands == nil || s.Stands.Holds)
	for _, parts := range s.Then {
		out = out && !slices.ContainsFunc(parts, func(p Part) bool { return !p.Holds })
	}
	return out && !slices.ContainsFunc(s.Offers, func(f *Finding) bool { return !f.Holds }) &&
		!slices.ContainsFunc(s.Refuses, func(t *Tried) bool { return !t.Holds })
}

func newObserved(c *compiled) *Observed {
	o := &Observed{Lines: make([]*Seen, len(c.lines)), places: map[*prepared]**Seen{c.checks: nil}}
	o.places[c.checks] = &o.End
	for i, l := range c.lines {
		if l.checks != nil {
			o.places[l.checks] = &o.Lines[i]
		}
	}
	return o
}

// end notes how the run has ended.
func (o *Observed) end(r *runner, f *failure) {
	switch {
	case f == nil:
	case r.m.Err() != nil || f.limit:
		o.Fault = f.headline()
	default:
		o.Words = f.words()
	}
	o.places = nil
}

// look looks at how things stand where there are checks.
func (o *Observed) look(r *runner, p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	s := &Seen{At: nameOf(req)}
	*o.places[p] = s
	if req != nil && req.By != machine.Chance {
		s.Asks, s.Options = r.seatName(req.By), r.offeredTo(int(req.By), req)
	}
	for i := range p.then {
		s.Then = append(s.Then, r.parts(p.then[i].text))
	}
	if p.wins != nil {
		s.Wins = &Finding{r.checkWins(p.wins) == nil, Text("nothing")}
		if r.m.Finished() {
			s.Wins.Is = ListOf()
			for _, i := range r.m.Winners() {
				s.Wins.Is.Items = append(s.Wins.Is.Items, Text(r.seatName(int32(i))))
			}
		}
	}
	for _, x := range p.offers {
		s.Offers = append(s.Offers, &Finding{r.checkOffer(x, req) == nil, r.offeredTo(x.seat, req)})
	}
	for _, x := range p.refuses {
		s.Refuses = append(s.Refuses, r.tries(x))
	}
	for i := range p.sees {
		s.Sees = append(s.Sees, r.looksInto(&p.sees[i]))
	}
	if p.stands != nil {
		s.Stands = &Finding{s.At == p.stands.Value, Text(s.At)}
	}
	if p.chance != nil {
		s.Chance = &Finding{}
		if got, _, f := r.likelihood(p.chance); f == nil {
			s.Chance.Holds = got.Cmp(p.chance.is) == 0
			s.Chance.Is = Text(got.RatString())
		}
	}
	return nil
}

func (r *runner) looksInto(s *sight) (out Sees) {
	var z int32
	if err := r.look(func(e *formula.Env) { z = s.value.Num(e) }); err == nil {
		out.All, out.None = r.sees(int32(s.seat), z)
	}
	return out
}

// tries tries what is to be refused or allowed.
func (r *runner) tries(x *refusal) *Tried {
	why := r.try(x)
	t := &Tried{Refused: why != nil}
	switch {
	case x.allowed:
		t.Holds = !t.Refused
	case !t.Refused:
	case x.because == nil && !why.ofAct():
		t.Is = Text(why.headline())
	case x.because == nil:
		t.Holds = !why.muddled()
	default:
		t.Holds = why.because(x.because.Value)
		if n := len(why.reasons); n > 0 {
			t.Is = Text(why.reasons[n-1].words)
		}
	}
	return t
}

// offeredTo is what a seat is offered, as scripts say it.
func (r *runner) offeredTo(seat int, req *machine.Request) *source.Node {
	list := ListOf()
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
