package scenario

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
)

// An account is a course told to people who compare two forms of a game. What the
// scenario checks is part of it, each check at its moment; and one that does not
// hold is no end, for the same script goes on in the other form.

// verdict is how a check came out.
type verdict struct {
	at   int  // how many events there had been
	open bool // that the script is at its end, and a question open
	fact
}

// assess looks at checks, as check does. In a lenient run it notes how each of
// them comes out; in one that is watched, how things are.
func (r *runner) assess(p *prepared) *failure {
	switch {
	case r.watch != nil:
		return r.watch.look(r, p)
	case !r.lenient:
		return r.check(p)
	}
	for _, one := range r.apart(p) {
		f := r.check(one.prepared)
		if r.m.Err() != nil {
			return f
		}
		says := fact{what: one.says, sort: checked}
		if f != nil {
			says.is = r.denied(one, f)
		}
		r.verdicts = append(r.verdicts, verdict{at: len(r.log.events), fact: says})
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

// account tells what a run came to, to the form of a program.
func (r *run) account(to *program.Program) []fact {
	if r.runner == nil {
		return []fact{{what: "the scenario does not fit", is: firstLine(r.message)}}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &teller{run: r, to: to}
	assessed := 0
	assess := func(at int) {
		for ; assessed < len(r.verdicts) && r.verdicts[assessed].at <= at; assessed++ {
			t.assessed(r.verdicts[assessed])
		}
	}
	for i := range r.log.events {
		assess(i)
		if ev := &r.log.events[i]; ev.Kind == machine.Answered {
			t.asked(ev.Request, ev.Answer)
		}
	}
	assess(len(r.log.events))
	switch {
	case !r.failed:
		t.end()
	case !r.lenient:
		t.facts = append(t.facts, fact{what: firstLine(r.message)})
	case !r.began:
		t.facts = append(t.facts, fact{what: "the scenario does not fit", is: r.failure.headline()})
	case r.m.Err() != nil:
		t.facts = append(t.facts, fact{"the rules break", r.failure.pos.String() + ": " + r.failure.headline(), brokenOff})
	case r.m.Next() != nil:
		t.facts = append(t.facts, fact{what: "it stands at " + r.standing().String(), sort: brokenOff})
	default:
		t.facts = append(t.facts, fact{what: "the script does not fit", is: r.failure.headline()})
	}
	return t.facts
}

func (t *teller) assessed(v verdict) {
	if !v.open {
		t.facts = append(t.facts, v.fact)
	} else if req := t.m.Next(); req != nil && t.options(req) != nil {
		t.facts = append(t.facts, fact{what: t.seatName(req.By) + isAsked + req.Name, sort: question})
	}
}

// parting is where two accounts first differ: what each of them goes on with.
func parting(a, b []fact) (parts [2]fact, differ bool) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a)+len(b) == 0 {
		return parts, false
	}
	parts = [2]fact{head(a), head(b)}
	if parts[0].sort == checked && parts[0].what == parts[1].what {
		for i, f := range parts {
			if f.is != "" && parts[1-i].is == "" { // the other has said what it is about
				parts[i] = fact{what: "not so", is: f.is}
			}
		}
		return parts, true
	}
	if parts[0].sort == lies && parts[0].what == parts[1].what {
		return narrowed(parts), true
	}
	for i, rest := range [2][]fact{b, a} {
		if f, lacks := lacking(rest, parts[i]); lacks {
			parts[1-i] = f
			break
		}
	}
	return parts, true
}

func head(account []fact) fact {
	if len(account) == 0 {
		return fact{what: "nothing more happens"}
	}
	return account[0]
}

// lacking says of what one account goes on with that the other never speaks of
// it.
func lacking(account []fact, f fact) (fact, bool) {
	next := head(account).sort
	speaks := func(about func(fact) bool) bool { return slices.ContainsFunc(account, about) }
	switch {
	case next == question, next == brokenOff:
	case f.sort == question && !speaks(func(x fact) bool { return x.what == f.what }):
		return fact{what: strings.Replace(f.what, isAsked, " is not asked ", 1)}, true
	case f.sort == ending && !speaks(func(x fact) bool { return x.sort == ending }):
		return fact{what: "nothing more is asked"}, true
	case f.sort == lies && next != ending && !speaks(func(x fact) bool { return x.what == f.what }):
		return fact{what: f.what, is: "as before"}, true
	}
	return fact{}, false
}

// long is how many pieces a zone may have before those are left out that lie
// alike in both accounts.
const long = 8

// narrowed are two zones as far as they differ, each with a neighbour on both
// sides.
func narrowed(parts [2]fact) [2]fact {
	var lists [2][]string
	for i, f := range parts {
		lists[i] = strings.Split(f.is, ", ")
	}
	a, b := lists[0], lists[1]
	if min(len(a), len(b)) <= long {
		return parts
	}
	from, to := 0, 0 // so many are alike at both ends
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	for i, list := range lists {
		list = list[max(from-1, 0) : len(list)-max(to-1, 0)]
		if from > 1 {
			list = append([]string{"…"}, list...)
		}
		if to > 1 {
			list = append(list, "…")
		}
		parts[i].is = strings.Join(list, ", ")
	}
	return parts
}
