package exec

import (
	"slices"

	"moraine/interpreter/source"
)

// Observed holds the facts at the checks of a scenario, from a run that continues after failed
// checks. They can be written as an entry for another configuration.
type Observed struct {
	Lines []*Seen // by line of `when`; nil if it has no checks or was not reached
	End   *Seen   // nil in the same cases
	Open  string  // the request left open at the end
	Words string  // why the script stops; "" if it completes
	Fault string  // a fault that an entry cannot state: the rules break, or a limit is hit
}

// Seen holds the facts at the checks of one line.
type Seen struct {
	At     string   // the open request
	Checks []*Found // checks under one key are in the order of the file
}

// Found holds the facts at one check.
type Found struct {
	Key   string
	Holds bool
	Now   string       // the key that states the actual fact; "" if none does
	Is    *source.Node // the actual value, or the reason of a refusal; may be nil
	Parts []Part       // the conjuncts of a formula
}

// Of returns the facts at the checks under a key.
func (s *Seen) Of(key string) []*Found {
	return slices.DeleteFunc(slices.Clone(s.Checks), func(f *Found) bool { return f.Key != key })
}

// Holds reports whether all checks hold.
func (s *Seen) Holds() bool {
	return !slices.ContainsFunc(s.Checks, func(f *Found) bool { return !f.Holds })
}

// finish records how the run ended.
func (o *Observed) finish(r *runner, f *failure) {
	switch {
	case f == nil:
	case r.m.Err() != nil || f.limit:
		o.Fault = f.headline()
	default:
		o.Words = f.shortReason()
	}
}

// observe records the facts at checks.
func (o *Observed) observe(r *runner, p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	s := &Seen{At: nameOf(req)}
	for _, c := range p.checks {
		f := c.fails(r)
		out := &Found{Key: c.key, Now: c.key, Holds: f == nil}
		c.observe(r, f, out)
		s.Checks = append(s.Checks, out)
	}
	if p == r.script.checks {
		o.End = s
	} else {
		o.Lines[r.next-1] = s
	}
	return nil
}

func (s *requestCheck) observe(r *runner, _ *failure, out *Found) { out.Is = Text(nameOf(r.m.Next())) }

func (w *winnersCheck) observe(r *runner, _ *failure, out *Found) { out.Is = r.Winners() }

// Winners returns the winners as `wins` states them, or nil while the match goes on.
func (n *namer) Winners() *source.Node {
	if !n.m.Finished() {
		return Text("nothing")
	}
	out := ListOf()
	for _, i := range n.m.Winners() {
		out.Items = append(out.Items, Text(n.seatName(int32(i))))
	}
	return out
}

func (o *optionsCheck) observe(r *runner, _ *failure, out *Found) {
	out.Is = ListOf()
	if req := r.m.Next(); req != nil && int(req.By) == o.seat {
		for _, n := range r.offered(req) {
			if !slices.ContainsFunc(out.Is.Items, func(o *source.Node) bool { return written(o) == written(n) }) {
				out.Is.Items = append(out.Is.Items, n)
			}
		}
	}
}

func (c *formulaCheck) observe(r *runner, _ *failure, out *Found) {
	out.Now, out.Parts = "", r.formulas.conjuncts(c.text)
}

func (s *viewCheck) observe(r *runner, _ *failure, out *Found) {
	out.Now = ""
	switch all, none, _, err := s.look(r); {
	case err != nil:
	case all:
		out.Now = "sees"
	case none:
		out.Now = "hides"
	}
}

func (x *actCheck) observe(r *runner, _ *failure, out *Found) {
	out.Now = "refuses"
	switch why := r.try(x); {
	case why == nil:
		out.Now = "allows"
	case x.allowed:
	case x.because == nil && !why.refusesAct():
		out.Is = Text(why.headline())
	case x.because != nil && len(why.reasons) > 0:
		out.Is = Text(why.reasons[len(why.reasons)-1].words)
	}
}

func (c *chanceCheck) observe(_ *runner, f *failure, out *Found) {
	switch {
	case f == nil:
		out.Is = Text(c.is.RatString())
	case f.kind == otherChance:
		out.Is = Text(f.args[0].(string))
	}
}
