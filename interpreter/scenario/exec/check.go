package exec

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// assess evaluates checks. It reports every failed check. A lenient run records each result instead, and an observed
// run the facts.
func (r *runner) assess(p *prepared) *failure {
	req, f := r.request()
	if f != nil {
		return f
	}
	seen := &Seen{At: nameOf(req)}
	for _, c := range p.checks {
		is := Found{Key: c.key, Now: c.key}
		more := r.addNext(p, c.check, c.eval(r, &is))
		switch {
		case r.seen != nil:
			is.Holds = more == nil
			seen.Checks = append(seen.Checks, &is)
		case r.lenient:
			if r.M.Err() != nil {
				return more
			}
			says := course.Fact{Kind: course.Checked, What: c.describe(r)}
			if more != nil {
				says.Is = r.actualFacts(c.check, more)
			}
			r.verdicts = append(r.verdicts, verdict{at: len(r.events.list), fact: says})
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
	case r.seen != nil:
		r.seen.add(r, p, seen)
	case f != nil && r.acts.isOptional(req):
		f.note(req.Name + " is open, which the act may leave out: to decline it first, say `" + r.SeatName(int32(req.By)) + ": " + naming.Nothing + "`")
	}
	return f
}

// addNext adds to the failure of a formula at the end of a script that it may depend on a decision still to come.
func (r *runner) addNext(p *prepared, c check, f *failure) *failure {
	_, formula := c.(*formulaCheck)
	_, chance := c.(*chanceCheck)
	switch req := r.M.Next(); {
	case f == nil || !formula && !chance:
	case req == nil:
		return r.addLastRounds(f)
	case f.stands == nil && p == r.script.checks && req.By != machine.Chance:
		return r.addStanding(f)
	case f.stands == nil && p == r.script.checks:
		f.note(waitsFor(req))
	}
	return f
}

// actualFacts describes the actual facts at a failed check: the values of a formula, or the open
// request.
func (r *runner) actualFacts(c check, f *failure) string {
	switch c.(type) {
	case *optionsCheck:
		return "it stands at " + r.standing().String()
	case *formulaCheck:
		if known := slices.Concat(f.notes, f.values); len(known) > 0 {
			return strings.Join(known, ", ")
		}
	}
	return f.headline()
}

func (s *requestCheck) eval(r *runner, is *Found) *failure {
	name := nameOf(r.M.Next())
	is.Is = source.Text(name)
	if name != s.Value {
		return r.addStanding(fail(otherRequest, s.Pos, s.Value))
	}
	return nil
}

func (s *requestCheck) describe(*runner) string { return "the match stands at " + s.Value }

// nameOf returns the name of a request; `nothing` for nil.
func nameOf(req *machine.Request) string {
	if req == nil {
		return "nothing"
	}
	return req.Name
}

func (c *formulaCheck) describe(*runner) string { return c.text }

func (c *formulaCheck) eval(r *runner, is *Found) *failure {
	is.Now = ""
	if r.seen != nil {
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

func (w *winnersCheck) describe(r *runner) string {
	if w.goesOn {
		return "the match goes on"
	}
	return "the match is won by " + r.SeatNames(w.seats)
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

func (o *optionsCheck) describe(r *runner) string {
	return r.SeatName(int32(o.seat)) + " is offered " + o.want.Flow()
}

func (o *optionsCheck) eval(r *runner, is *Found) *failure {
	var have []string
	req := r.M.Next()
	is.Is = source.ListOf()
	if req != nil && int(req.By) == o.seat {
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
	f := fail(otherOffers, o.pos, r.SeatName(int32(o.seat)), strings.Join(have, ", "), o.want.Flow())
	f.reasons = r.reasons(int32(o.seat), o.refs)
	if ev := r.events.lastForced(r.events.answer); ev != nil && ev.Who == ref.Seat(o.seat) && req == nil {
		how := "to test the answer, name it in a line, as in `" + r.SeatName(int32(ev.Who)) + ": {" + naming.ChoiceName(ev.Request) + ": …}`"
		if ev.Request.Kind == machine.AskOption {
			how = "to test the option, check its effect with `then`"
		}
		f.note(ev.Request.Name + " had only one possible answer, so the player was not asked: " + how)
	}
	return r.addStanding(f)
}

func uniq(l []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range l {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func (x *actCheck) describe(r *runner) string {
	who := r.SeatName(int32(x.seat))
	switch {
	case x.allowed:
		return who + " is allowed to do this"
	case x.because == nil:
		return who + " is refused this action"
	}
	return who + " is refused this action, because this condition is false: " + x.because.Value
}

// eval requires that an act is refused for the given reason, or that it is allowed.
func (x *actCheck) eval(r *runner, is *Found) *failure {
	why := r.try(x)
	is.Now = "refuses"
	switch {
	case why == nil:
		is.Now = "allows"
	case x.allowed:
	case x.because == nil && !why.refusesAct():
		is.Is = source.Text(why.headline())
	case x.because != nil && len(why.reasons) > 0:
		is.Is = source.Text(why.reasons[len(why.reasons)-1].words)
	}
	switch {
	case x.allowed && why != nil:
		return r.addStanding(fail(isRefused, x.pos).note(because("because: ", why)...))
	case x.allowed:
		return nil
	case why == nil:
		f := fail(notRefused, x.pos)
		if x.because != nil {
			r.dependOnAll() // the message names readings that omit a condition
			f.note(r.script.game.describeConditions(x.because.Value)...)
		}
		return r.addStanding(f)
	case why.isUnclear():
		return why
	case x.because == nil && !why.refusesAct():
		f := fail(refusedOtherwise, x.pos, why.headline())
		for _, x := range why.reasons {
			f.note("for it must be so that: " + x.String())
		}
		return r.addStanding(f.note("if this is the intended reason, add `because:` with these words or a part of them"))
	case x.because == nil || why.hasReason(x.because.Value):
		return nil
	}
	f := fail(otherReason, x.because.Pos, x.because.Value).note(because("but because: ", why)...)
	if why.onlyWay {
		f.note(why.notes...)
	}
	return f
}

// isUnclear reports that the act could not be understood or carried out.
func (f *failure) isUnclear() bool {
	switch f.kind {
	case broken, ambiguous, unknownWord, takesNothing:
		return true
	}
	return false
}

// refusesAct reports that the act itself was refused, as opposed to another request being open.
func (f *failure) refusesAct() bool {
	switch f.kind {
	case notAsked, asksElse, notAskedFor, wasNotAskedFor:
		return f.onlyWay
	}
	return true
}

// hasReason reports whether some words are the reason of a failure or part of it: in a
// condition's text or in the failure's own message.
func (f *failure) hasReason(some string) bool {
	return containsWords(f.headline(), some) || slices.ContainsFunc(f.reasons, func(x reason) bool { return containsWords(x.words, some) })
}

var plain = strings.NewReplacer(":", "", ",", "", ";", "")

// containsWords reports whether a text equals some words or contains them as a sequence of at least
// two: a single word such as "is" would match almost any reason.
func containsWords(text, some string) bool {
	text, some = plain.Replace(text), plain.Replace(some)
	return text == some || strings.Contains(some, " ") && strings.Contains(" "+text+" ", " "+some+" ")
}

func because(lead string, f *failure) []string {
	out := []string{lead + f.headline()}
	for _, x := range f.reasons {
		out = append(out, lead+x.String())
	}
	return out
}

// try tries an act and returns the reason of its refusal, or nil.
func (r *runner) try(x *actCheck) (f *failure) {
	r.undone(func() {
		if r.proof != nil {
			r.proof.Tries = true
			defer func() { r.proof.Tries = false }()
		}
		r.trying = x.act.unusedCopy()
		for _, ev := range r.events.since(r.events.answer, machine.Forced) {
			r.namesForced(r.trying, ev)
		}
		f = r.act(r.trying)
	})
	return f
}

// undone calls f and restores the match and its records.
func (r *runner) undone(f func()) {
	before := &r.room.tried
	r.M.Snapshot(before)
	last, acts, events, watch, next := maps.Clone(r.formulas.last), slices.Clone(r.acts.list), r.events.saved(), r.watch, r.next
	r.watch = nil
	f()
	r.M.Restore(before)
	events.list = r.events.list[:len(events.list)]
	r.formulas.last, r.acts.list, r.events, r.watch, r.next, r.trying = last, acts, events, watch, next, nil
}

func (s *viewCheck) describe(r *runner) string {
	if s.sees {
		return r.SeatName(int32(s.seat)) + " sees " + s.thing()
	}
	return r.SeatName(int32(s.seat)) + " does not see " + s.thing()
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
	f := fail(kind, s.pos, r.SeatName(int32(s.seat)), s.thing())
	if empty {
		f.note("it is empty, so this is about the pieces that come there; `given` can put one there")
	}
	return f
}

// look reports whether the seat knows all pieces in the zone, whether it knows none, and whether there are none; then all
// and none report whether the seat would see pieces there. Of a piece it reports whether the seat knows it.
func (s *viewCheck) look(r *runner) (all, none, empty bool, err error) {
	var first int32
	if err := r.formulas.evaluate(func(e *formula.Env) { first = s.value.Num(e) }); err != nil {
		return false, false, false, err
	}
	if s.value.Type.One(schema.Piece) {
		if first == schema.Nothing {
			return false, false, false, errors.New("there is no such piece")
		}
		knows := r.M.Env.Knows(ref.Seat(int32(s.seat)), ref.Piece(first))
		return knows, !knows, false, nil
	}
	end := first + 1
	if d := s.value.Type.Decl; d.Spreads() {
		end = first + int32(d.Cells)
	}
	all, none, empty = true, true, true
	for z := first; z < end; z++ {
		for p := r.M.Env.Head(ref.Place(z)); p >= 0; p = r.M.Env.Next(p) {
			knows := r.M.Env.Knows(ref.Seat(int32(s.seat)), p)
			all, none, empty = all && knows, none && !knows, false
		}
	}
	if empty { // a piece would have the face of the zone
		all = r.M.Env.SpotsIn(ref.Seat(int32(s.seat)), ref.Place(first), r.M.Env.Zones[first].Down)
		none = !all
	}
	return all, none, empty, nil
}
