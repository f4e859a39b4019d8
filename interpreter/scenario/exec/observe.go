package exec

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/source"
)

// Observed is how things are where a scenario has checks, in a run that goes on where one does
// not hold. That is what can be written down for another configuration.
type Observed struct {
	Lines []*Seen // by line of `when`; nil: it has no checks, or the script did not come to it
	End   *Seen   // nil: likewise
	Open  string  // the request that the script leaves open at its end
	Words string  // why the script breaks off; "": it does not
	Fault string  // why that is not for the scenario to say: the rules break, or a limit is hit
}

// Seen is how things are at some checks.
type Seen struct {
	At     string   // the request
	Checks []*Found // those of a key in the order in which they are written
}

// Found is how things are at a check.
type Found struct {
	Key   string
	Holds bool
	Now   string       // the key under which what is the case belongs; "": there is none
	Is    *source.Node // what is the case instead of a value, or the reason of a refusal; nil if there is nothing to be said
	Parts []Part       // of a formula, what must hold for it
}

// Of are those of a key.
func (s *Seen) Of(key string) []*Found {
	return slices.DeleteFunc(slices.Clone(s.Checks), func(f *Found) bool { return f.Key != key })
}

// Holds tells whether all checks do.
func (s *Seen) Holds() bool {
	return !slices.ContainsFunc(s.Checks, func(f *Found) bool { return !f.Holds })
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
}

// look looks at how things stand where there are checks.
func (o *Observed) look(r *runner, p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	s := &Seen{At: nameOf(req)}
	for _, c := range p.checks {
		s.Checks = append(s.Checks, c.finds(r))
	}
	if p == r.script.checks {
		o.End = s
	} else {
		o.Lines[r.next-1] = s
	}
	return nil
}

func (s *standsAt) finds(r *runner) *Found {
	return &Found{Key: "stands", Now: "stands", Holds: s.fails(r) == nil, Is: Text(nameOf(r.m.Next()))}
}

func (w *winning) finds(r *runner) *Found {
	return &Found{Key: "wins", Now: "wins", Holds: w.fails(r) == nil, Is: r.Winners()}
}

// Winners are those who have won, as `wins` says it: nothing while the match goes on.
func (r *runner) Winners() *source.Node {
	if !r.m.Finished() {
		return Text("nothing")
	}
	out := ListOf()
	for _, i := range r.m.Winners() {
		out.Items = append(out.Items, Text(r.seatName(int32(i))))
	}
	return out
}

func (o *offer) finds(r *runner) *Found {
	out := &Found{Key: "offers", Now: "offers", Holds: o.fails(r) == nil, Is: ListOf()}
	if req := r.m.Next(); req != nil && int(req.By) == o.seat {
		for _, n := range r.offered(req) {
			if !slices.ContainsFunc(out.Is.Items, func(o *source.Node) bool { return written(o) == written(n) }) {
				out.Is.Items = append(out.Is.Items, n)
			}
		}
	}
	return out
}

func (c *claim) finds(r *runner) *Found {
	parts := r.parts(c.text)
	return &Found{Key: "then", Parts: parts, Holds: !slices.ContainsFunc(parts, func(p Part) bool { return !p.Holds })}
}

func (s *sight) finds(r *runner) *Found {
	out := &Found{Key: "hides"}
	if s.sees {
		out.Key = "sees"
	}
	var z int32
	if err := r.look(func(e *formula.Env) { z = s.value.Num(e) }); err == nil {
		switch all, none := r.sees(int32(s.seat), z); {
		case all:
			out.Now = "sees"
		case none:
			out.Now = "hides"
		}
	}
	out.Holds = out.Now == out.Key
	return out
}

func (x *refusal) finds(r *runner) *Found {
	out := &Found{Key: "refuses", Now: "refuses"}
	if x.allowed {
		out.Key = "allows"
	}
	why := r.try(x)
	switch {
	case why == nil:
		out.Now = "allows"
		out.Holds = x.allowed
	case x.allowed:
	case x.because == nil && !why.ofAct():
		out.Is = Text(why.headline())
	case x.because == nil:
		out.Holds = !why.muddled()
	default:
		out.Holds = why.because(x.because.Value)
		if n := len(why.reasons); n > 0 {
			out.Is = Text(why.reasons[n-1].words)
		}
	}
	return out
}
