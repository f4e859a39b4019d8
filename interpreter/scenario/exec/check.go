package exec

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// check is a condition on the current position.
type check interface {
	// eval returns the failure, or nil if the condition is true, and adds the actual facts to is, which has the key of
	// the check. It restores the match.
	eval(r *runner, is *Found) *failure
}

// checkKinds has the checks by key, in the order of evaluation.
var checkKinds = []struct {
	key string
	// prepare returns the check, with all its names looked up, or nil if it is invalid. seat is the one that it is
	// about.
	prepare func(c *compiled, s spec.Single, seat ref.Seat) check
}{
	{"stands", prepareRequest},
	{"wins", prepareWinners},
	{"offers", prepareOptions},
	{"refuses", prepareAct},
	{"allows", prepareAct},
	{"sees", prepareView},
	{"hides", prepareView},
	{"then", prepareFormula},
	{"chance", prepareChance},
}

// writtenCheck is a check with its text.
type writtenCheck struct {
	spec.Single
	check
}

// String returns the check as it is written, a formula without its key.
func (c *writtenCheck) String() string {
	switch {
	case c.Key == "then":
		return c.Val.Value
	case c.Who != nil:
		return c.Key + ": " + source.MapOf(c.Who.Value, c.Val).Flow()
	}
	return c.Key + ": " + c.Val.Flow()
}

// prepared is a set of checks with compiled formulas, in the order of evaluation.
type prepared struct {
	checks []writtenCheck
}

// has reports whether there are checks under a key.
func (p *prepared) has(key string) bool {
	return slices.ContainsFunc(p.checks, func(c writtenCheck) bool { return c.Key == key })
}

// looksAt reports whether checks concern the open request, so that the match must stay there.
func (p *prepared) looksAt(req *machine.Request) bool {
	for _, c := range p.checks { // the check of the open request comes first
		switch c := c.check.(type) {
		case *requestCheck:
			return c.Value == req.Name
		case *optionsCheck:
			if c.seat == req.By {
				return true
			}
		case *actCheck:
			if c.seat == req.By && !c.needsLater(req) {
				return true
			}
		}
	}
	return false
}

// prepareChecks prepares checks, without those that are invalid.
func (c *compiled) prepareChecks(of *source.Node) *prepared {
	p := &prepared{}
	for _, kind := range checkKinds {
		for _, s := range spec.SplitChecks(of, kind.key, c.d) {
			seat, ok := machine.Chance, true
			if s.Who != nil {
				seat, ok = c.world.NamedSeat(s.Who, c.d)
			}
			if !ok {
				continue
			}
			if one := kind.prepare(c, s, seat); one != nil {
				p.checks = append(p.checks, writtenCheck{s, one})
			}
		}
	}
	return p
}

// assess evaluates checks. It reports every failed check. A lenient run records each result instead, and an observed
// run the facts.
func (r *runner) assess(p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	seen := &Seen{At: nameOf(req)}
	for _, c := range p.checks {
		is := Found{Key: c.Key, Now: c.Key}
		more := r.addNext(p, c.check, c.eval(r, &is))
		switch {
		case r.found.seen != nil:
			is.Holds = more == nil
			seen.Checks = append(seen.Checks, &is)
		case r.opt.GoOn:
			if r.M.Err() != nil {
				return more
			}
			says := course.Fact{Kind: course.Checked, What: c.String()}
			if more != nil {
				says.Is = more.actual()
			}
			r.found.verdicts = append(r.found.verdicts, verdict{at: len(r.events.list), fact: says})
		case more == nil:
		case f == nil:
			f = more
		default:
			f.also = append(f.also, more)
			f.limit = f.limit || more.limit
		}
		if f != nil && (f.kind == broken || f.limit) {
			break
		}
	}
	switch req := r.M.Next(); {
	case r.found.seen != nil:
		r.found.seen.add(r, p, seen)
	case f != nil && r.acts.isOptional(req):
		f.note(req.Name + " is open, which the act may leave out: to decline it first, say `" + r.SeatName(req.By) +
			": " + naming.Nothing + "`")
	}
	return f
}

// addNext adds to the failure of a formula at the end of a script that it may depend on a decision still to come.
func (r *runner) addNext(p *prepared, c check, f *failure) *failure {
	_, formula := c.(*formulaCheck)
	_, chance := c.(*chanceCheck)
	switch req := r.M.Next(); {
	case f == nil || !formula && !chance || r.rest != nil:
	case req == nil:
		return r.addLastRounds(f)
	case f.stands == nil && p == r.script.checks && req.By != machine.Chance:
		return r.addStanding(f)
	case f.stands == nil && p == r.script.checks && !chance:
		f.note(waitsFor(req))
	}
	return f
}

// actual describes the actual facts at a failed check: the values of a formula, or the headline.
func (f *failure) actual() string {
	known := slices.Clone(f.notes)
	for _, v := range f.values {
		known = append(known, v.String())
	}
	if f.kind != unmet || len(known) == 0 {
		return f.headline()
	}
	return strings.Join(known, ", ")
}

// undone calls f and restores the match and its records.
func (r *runner) undone(f func()) {
	before := &r.room.tried
	r.M.Snapshot(before)
	last, acts, events, next := maps.Clone(r.formulas.last), slices.Clone(r.acts.list), r.events.saved(), r.script.next
	r.events.watch = nil
	f()
	r.M.Restore(before)
	events.list = r.events.list[:len(events.list)]
	r.formulas.last, r.acts.list, r.events, r.script.next, r.acts.trying = last, acts, events, next, nil
}

func uniq[T comparable](l []T) []T {
	var out []T
	seen := map[T]bool{}
	for _, s := range l {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
