package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// decline declines, before a line or at the end, the optional choices of the act in progress
// that the script leaves out. Checks between lines see these choices open.
func (r *runner) decline(l *line) *failure {
	if l != nil && (l.checks != nil || l.orders != nil || r.script.proposesHere(l)) {
		return nil
	}
	for {
		req, f := r.request()
		if f != nil || !r.acts.isOptional(req) || r.script.answers(l, req) {
			return f
		}
		if f := r.omit(); f != nil {
			return f
		}
	}
}

// Stop describes where a script stops at a request that it does not answer, for callers that amend the script.
type Stop struct {
	Line   int       // the index in When; len(When) at the end
	Choice string    // the choice in the line that its seat is not asked for, or ""
	Answer bool      // the line only answers a question, and its seat is not asked this question
	Stands *Standing // the open request
}

// stopsAt lists the kinds of failures at a request that a script may have forgotten to decline.
var stopsAt = []*failureKind{unusedDie, unusedCard, unusedOrder, notAsked, notAskedFor, wasNotAskedFor, asksElse,
	cannot, leftOpen, otherRequest, otherChance}

// addStop adds to a failure the place at which the script stops and, if the script can decline the request there, the
// missing line.
func (r *runner) addStop(f *failure) *failure {
	if f == nil || r.rest != nil || r.M.Err() != nil || !slices.Contains(stopsAt, f.kind) {
		return f
	}
	f.stop = &Stop{Line: r.script.next - 1, Stands: r.standing()}
	switch f.kind {
	case notAskedFor, wasNotAskedFor:
		f.stop.Choice = f.args[1].(string)
	case notAsked, asksElse:
		f.stop.Answer = r.script.line().does == nil
	}
	where := "before this line"
	if r.script.next > len(r.script.lines) {
		where = "at the end of `when`"
	}
	if req := r.M.Next(); !f.onlyWay && req != nil && req.By != machine.Chance && declinable(req) {
		f.note("to decline " + req.Name + ", write `- " + r.SeatName(req.By) + ": " + naming.Pass + "` " + where)
	}
	return f
}

// proposesHere reports whether a line makes a side offer directly after checks of the position.
// The offer is then made there, while the request is open.
func (c *compiled) proposesHere(l *line) bool {
	if l.does == nil || !c.game.isOffer(l.does.name) || c.next < 2 {
		return false
	}
	before := c.lines[c.next-2].checks
	return before != nil && before.has("stands")
}

// answers reports whether a line answers a request or, at the end of the script, whether the
// checks concern it.
func (c *compiled) answers(l *line, req *machine.Request) bool {
	switch {
	case l == nil:
		return c.checks.looksAt(req)
	case l.seat != req.By:
		return false
	case l.pass:
		return true
	}
	says := func(name string) bool {
		return l.does != nil && l.does.name == name || l.does == nil && l.named(name) != nil
	}
	if req.Kind == machine.AskOption {
		return slices.ContainsFunc(req.Options, func(o machine.Option) bool {
			return says(req.OptionName(int(o.Value)))
		})
	}
	return l.does == nil && l.named(naming.ChoiceName(req)) != nil || req.Kind == machine.AskPlay && says(naming.Play)
}

// reportUnasked reports a choice of the line that was never asked.
func (e *events) reportUnasked(l *line) *failure {
	if l.does != nil && !l.does.used {
		return e.notAsked(l)
	}
	if ch := l.unusedChoice(); ch != nil {
		f := fail(wasNotAskedFor, ch.key, e.SeatName(l.seat), ch.name)
		return e.addStanding(e.addForcedChoice(f, l, ch))
	}
	return nil
}

// unused reports dice or cards that were not needed.
func (e *events) unused(ch *choice, kind machine.AskKind) *failure {
	what := unusedDie
	if kind == machine.AskDraw {
		what = unusedCard
	}
	f := fail(what, ch.key)
	if kind == machine.AskDraw {
		e.addForced(f, e.act, func(ev *machine.Event) bool { return ev.Who == machine.Chance }, "; leave this card out")
	}
	return e.addStanding(f)
}

// waitsFor describes the key of `when` for which a request to chance waits, or returns "".
func waitsFor(req *machine.Request) string {
	switch {
	case req.By != machine.Chance:
		return ""
	case req.Kind == machine.AskRoll:
		return "the match waits for a die; add `rolls`"
	}
	return "the match waits for a draw; add `draws`"
}

// act describes the act of a line and its position.
func (l *line) act() (what string, pos source.Pos) {
	switch {
	case l.does != nil && l.does.name == naming.Play && l.does.val != nil:
		return "play " + l.does.val.Value, l.does.key
	case l.does != nil:
		return l.does.name, l.does.key
	case l.pass:
		return naming.Pass, l.pos
	case len(l.names) > 0:
		return "choose " + l.names[0].name, l.names[0].key
	}
	return "do that", l.pos
}

// notAsked reports an act of a seat that is not asked.
func (e *events) notAsked(l *line) *failure {
	what, pos := l.act()
	return e.addStanding(e.addForcedAct(fail(notAsked, pos, e.SeatName(l.seat), what), l))
}

// refused reports that a request of the seat does not accept the line.
func (e *events) refused(l *line, req *machine.Request) *failure {
	who := e.SeatName(l.seat)
	what, pos := l.act()
	if l.pass || l.does != nil && !l.does.used {
		kind := cannot
		if !l.pass && !slices.Contains(req.OptionNames(), l.does.name) &&
			(req.Kind != machine.AskPlay || l.does.name != naming.Play) {
			kind = asksElse
		}
		return e.addStanding(e.addForcedAct(fail(kind, pos, who, what), l))
	}
	if ch := l.unusedChoice(); ch != nil {
		f := fail(notAskedFor, ch.key, who, ch.name)
		if open := naming.ChoiceName(req); l.does != nil && req.Kind == machine.AskChoice && l.named(open) == nil {
			f.note("the open choice is " + open + "; to answer it, write `" + open + ": …`")
		}
		return e.addStanding(e.addForcedChoice(f, l, ch))
	}
	return nil // the line is used up
}

// answered reports a scenario that ends with an open question, such as a window or a die. A
// scenario may end before the next free act of a player; any other open request must be stated
// under `offers`, `refuses`, `stands` or `chance`.
func (r *runner) answered() *failure {
	req := r.M.Next()
	if req == nil || r.script.checks.looksAt(req) || r.script.checks.has("chance") {
		return nil
	}
	if req.By != machine.Chance && req.Kind == machine.AskOption && len(r.acts.list) == 0 {
		return nil
	}
	if len(r.script.lines) == 0 {
		return nil
	}
	f := fail(leftOpen, r.script.lines[len(r.script.lines)-1].pos)
	return r.addStanding(f.note(waitsFor(req), "answer the question, or check the request (`stands: "+req.Name+"`)"))
}
