package exec

import (
	"slices"
	"strings"
)

// assess looks at checks, as check does. In a lenient run it notes how each of
// them comes out; in one that is observed, how things are.
func (r *runner) assess(p *prepared) *failure {
	switch {
	case r.seen != nil:
		return r.seen.look(r, p)
	case !r.lenient:
		return r.check(p)
	}
	for _, one := range r.apart(p) {
		f := r.check(one.prepared)
		if r.m.Err() != nil {
			return f
		}
		says := Fact{Kind: Checked, What: one.says}
		if f != nil {
			says.Is = r.denied(one, f)
		}
		r.verdicts = append(r.verdicts, verdict{at: len(r.log.answers), fact: says})
	}
	return nil
}

// apart is a single check.
type apart struct {
	*prepared
	says string // if it holds
}

// apart takes checks apart.
func (r *runner) apart(p *prepared) (out []apart) {
	add := func(one prepared, says ...string) {
		one.pos = p.pos
		out = append(out, apart{&one, strings.Join(says, "")})
	}
	if p.stands != nil {
		add(prepared{stands: p.stands}, "the match stands at ", p.stands.Value)
	}
	if p.wins != nil {
		says := "the match is won by " + r.seatNames(p.wins.seats)
		if p.wins.goesOn {
			says = "the match goes on"
		}
		add(prepared{wins: p.wins}, says)
	}
	for _, o := range p.offers {
		add(prepared{offers: []offer{o}}, r.seatName(int32(o.seat)), " is offered ", written(o.want))
	}
	for _, x := range p.refuses {
		why := ""
		if x.because != nil {
			why = ", for it must be so that " + x.because.Value
		}
		what := " is refused what he tries"
		if x.allowed {
			what = " is allowed what he tries"
		}
		add(prepared{refuses: []*refusal{x}}, r.seatName(int32(x.seat)), what, why)
	}
	for _, s := range p.sees {
		how := " does not see what lies in "
		if s.sees {
			how = " sees what lies in "
		}
		add(prepared{sees: []sight{s}}, r.seatName(int32(s.seat)), how, s.text)
	}
	for _, c := range p.then {
		add(prepared{then: []claim{c}}, c.text)
	}
	if c := p.chance; c != nil {
		add(prepared{chance: c}, "the chance is ", c.text, " that ", c.of.text)
	}
	return out
}

// denied says what is instead of what a check says: the values behind a formula,
// or what is asked, and of whom.
func (r *runner) denied(a apart, f *failure) string {
	switch {
	case a.offers != nil:
		return "it stands at " + r.standing().String()
	case a.then != nil && len(f.notes)+len(f.values) > 0:
		return strings.Join(slices.Concat(f.notes, f.values), ", ")
	}
	return f.headline()
}
