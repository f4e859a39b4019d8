package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// actCheck states that an act is refused or, if allowed is set, that it is possible.
type actCheck struct {
	allowed bool
	seat    ref.Seat
	act     *line
	because *source.Node
	pos     source.Pos
}

// prepareAct reads {SEAT: act, because: words}; an allowed act has no reason.
func prepareAct(c *compiled, s spec.Single, _ ref.Seat) check {
	n, allowed := s.Val, s.Key == "allows"
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

// needsLater reports whether a refusal concerns a choice that this request does not include.
func (l *actCheck) needsLater(req *machine.Request) bool {
	switch req.Kind {
	case machine.AskPlay:
		return l.act.does == nil || l.act.does.name != naming.Play
	case machine.AskOption:
		if l.act.does != nil {
			return l.act.does.name == naming.Play || !slices.Contains(req.OptionNames(), l.act.does.name)
		}
	}
	return l.act.does != nil || l.act.named(naming.ChoiceName(req)) == nil
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
			dependOnAll(&r.M.Env) // the message names readings that omit a condition
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
		return r.addStanding(
			f.note("if this is the intended reason, add `because:` with these words or a part of them"))
	case x.because == nil || why.hasReason(x.because.Value):
		return nil
	}
	f := fail(otherReason, x.because.Pos, x.because.Value).note(because("but because: ", why)...)
	if why.onlyWay {
		f.note(why.notes...)
	}
	return f
}

// try tries an act and returns the reason of its refusal, or nil.
func (r *runner) try(x *actCheck) (f *failure) {
	r.undone(func() {
		if r.events.proof != nil {
			r.events.proof.Tries = true
			defer func() { r.events.proof.Tries = false }()
		}
		r.acts.trying = x.act.unusedCopy()
		for _, ev := range r.events.since(r.events.answer, machine.Forced) {
			r.acts.trying.namesForced(r.Namer, ev)
		}
		f = r.act(r.acts.trying)
	})
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
	return containsWords(f.headline(), some) || slices.ContainsFunc(f.reasons, func(x reason) bool {
		return containsWords(x.words, some)
	})
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
