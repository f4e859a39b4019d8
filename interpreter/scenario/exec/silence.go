package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// decline declines, before a line or at the end, the optional choices of the act in progress
// that the script leaves out. Checks between lines see these choices open.
func (r *runner) decline(l *line) *failure {
	if l != nil && (l.checks != nil || l.orders != nil || r.proposesHere(l)) {
		return nil
	}
	for {
		req, f := r.request()
		if f != nil || !r.isOptionalInAct(req) || r.answers(l, req) {
			return f
		}
		if f := r.answerOmitted(nil); f != nil {
			return f
		}
	}
}

// proposesHere reports whether a line makes a side offer directly after checks of the position.
// The offer is then made there, while the request is open.
func (r *runner) proposesHere(l *line) bool {
	if l.does == nil || !r.script.isOffer(l.does.name) || r.next < 2 {
		return false
	}
	before := r.script.lines[r.next-2].checks
	return before != nil && slices.ContainsFunc(before.checks, func(c check) bool { _, stands := c.(*requestCheck); return stands })
}

// isOptionalInAct reports whether a request is an optional choice of an act in progress.
func (r *runner) isOptionalInAct(req *machine.Request) bool {
	if req == nil || req.By == machine.Chance {
		return false
	}
	depth := r.depth()
	belongs := false
	kept := r.acts[:0]
	for _, o := range r.acts {
		if depth < o.depth || depth == o.depth && o.line.does != nil && (o.offer || int(req.By) == o.line.seat) || r.optionDone(o) {
			continue // that act is over
		}
		kept = append(kept, o)
		belongs = belongs || o.contains(depth) && o.line.seat == int(req.By)
	}
	r.acts = kept
	return belongs && r.declinable(req)
}

// optionDone reports whether the steps of a taken option have ended: its frame continues after
// the step that offered it.
func (r *runner) optionDone(o openAct) bool {
	if o.option == nil {
		return false
	}
	depth := r.depth()
	for _, pc := range r.m.Stack.Frames() {
		if depth == o.depth {
			return !o.option.Has(pc)
		}
		depth--
	}
	return true
}

// answers reports whether a line answers a request or, at the end of the script, whether the
// checks concern it.
func (r *runner) answers(l *line, req *machine.Request) bool {
	switch {
	case l == nil:
		return r.script.checks.looksAt(req)
	case l.seat != int(req.By):
		return false
	case l.pass:
		return true
	}
	says := func(name string) bool {
		return l.does != nil && l.does.name == name || l.does == nil && l.named(name) != nil
	}
	if req.Kind == machine.AskOption {
		return slices.ContainsFunc(req.Options, func(o machine.Option) bool { return says(req.OptionName(int(o.Value))) })
	}
	return l.does == nil && l.named(choiceName(req)) != nil || req.Kind == machine.AskPlay && says(wordPlay)
}

// looksAt reports whether checks concern the open request, so that the match must stay there.
func (p *prepared) looksAt(req *machine.Request) bool {
	for _, c := range p.checks { // the check of the open request comes first
		switch c := c.(type) {
		case *requestCheck:
			return c.Value == req.Name
		case *optionsCheck:
			if c.seat == int(req.By) {
				return true
			}
		case *actCheck:
			if c.seat == int(req.By) && !c.needsLater(req) {
				return true
			}
		}
	}
	return false
}

// needsLater reports whether a refusal concerns a choice that this request does not include.
func (l *actCheck) needsLater(req *machine.Request) bool {
	switch req.Kind {
	case machine.AskPlay:
		return l.act.does == nil || l.act.does.name != wordPlay
	case machine.AskOption:
		if l.act.does != nil {
			return l.act.does.name == wordPlay || !slices.Contains(req.OptionNames(), l.act.does.name)
		}
	}
	return l.act.does != nil || l.act.named(choiceName(req)) == nil
}

// reportUnasked reports a choice of the line that was never asked.
func (r *runner) reportUnasked(l *line) *failure {
	r.matchForced(l)
	if l.does != nil && !l.does.used {
		return r.notAsked(l)
	}
	if ch := l.unusedChoice(); ch != nil {
		f := fail(wasNotAskedFor, ch.key, r.seatName(int32(l.seat)), ch.name)
		return r.addStanding(r.addForcedChoice(f, l, ch))
	}
	return nil
}

// addForcedChoice adds to a failure that the choice was forced, with a value that differs from the
// script's.
func (r *runner) addForcedChoice(f *failure, l *line, ch *choice) *failure {
	if ch.val == nil {
		return f
	}
	for _, t := range slices.Backward(r.forced) {
		if t.name == ch.name && int(t.by) == l.seat && len(t.values) > 0 {
			f.pos, f.onlyWay = ch.val.Pos, true
			return f.note(t.request + " was " + r.valueNames(t.typ, t.values) + ", the only way")
		}
	}
	if asks := r.askFor(ch.name); l.does != nil && len(asks) > 0 {
		f.note("what asks for it: " + strings.Join(asks, ", "))
	}
	return f
}

// askFor returns the names of the requests that include a choice.
func (r *runner) askFor(choice string) (names []string) {
	for _, o := range r.m.P.Chooses {
		if o.Name.Name == choice {
			names = append(names, o.Request)
		}
	}
	return uniq(names)
}

// unused reports dice or cards that were not needed.
func (r *runner) unused(ch *choice, kind machine.AskKind) *failure {
	what := unusedDie
	if kind == machine.AskDraw {
		what = unusedCard
	}
	f := fail(what, ch.key)
	if n := len(r.forced); kind == machine.AskDraw && n > 0 && r.forced[n-1].by == machine.Chance {
		f.note("the last draw, " + r.forced[n-1].request + ", had only one possible card, which was drawn without a line; leave this card out")
	}
	return r.addStanding(f)
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
	case l.does != nil && l.does.name == wordPlay && l.does.val != nil:
		return "play " + l.does.val.Value, l.does.key
	case l.does != nil:
		return l.does.name, l.does.key
	case l.pass:
		return wordPass, l.pos
	case len(l.names) > 0:
		return "choose " + l.names[0].name, l.names[0].key
	}
	return "do that", l.pos
}

// notAsked reports an act of a seat that is not asked.
func (r *runner) notAsked(l *line) *failure {
	what, pos := l.act()
	return r.addStanding(r.addForcedAct(fail(notAsked, pos, r.seatName(int32(l.seat)), what), l))
}

// addForcedAct adds to a failure that the act was forced, with the names of its choices.
func (r *runner) addForcedAct(f *failure, l *line) *failure {
	for _, t := range r.forced {
		if l.does != nil && t.option == l.does.name && int(t.by) == l.seat {
			how := ": leave the line out"
			if len(l.names) > 0 {
				how = ": write only its choices, as in `" + r.seatName(t.by) + ": {" + l.names[0].name + ": …}`"
			}
			return f.note(t.request + " was " + t.option + ", the only possible answer, so the player was not asked" + how)
		}
	}
	return f
}

// refused reports that a request of the seat does not accept the line.
func (r *runner) refused(l *line, req *machine.Request) *failure {
	who := r.seatName(int32(l.seat))
	if what, pos := l.act(); l.pass || l.does != nil && !l.does.used {
		kind := cannot
		if !l.pass && !slices.Contains(req.OptionNames(), l.does.name) && (req.Kind != machine.AskPlay || l.does.name != wordPlay) {
			kind = asksElse
		}
		return r.addStanding(r.addForcedAct(fail(kind, pos, who, what), l))
	}
	if ch := l.unusedChoice(); ch != nil {
		return r.addStanding(r.addForcedChoice(fail(notAskedFor, ch.key, who, ch.name), l, ch))
	}
	return nil // the line is used up
}

// notOffered reports a value that is not among the options.
func (r *runner) notOffered(s pieceRef, req *machine.Request) *failure {
	n := s.node()
	f := fail(notOffered, n.Pos, req.Name, s.text())
	if req.Kind == machine.AskRoll {
		f = fail(noSuchSide, n.Pos, len(req.Options), s.text())
	}
	f.note(source.DidYouMean(n.Value, append(r.optionNames(req), r.script.world.labels.names()...)))
	return r.addStanding(f)
}

// answered reports a scenario that ends with an open question, such as a window or a die. A
// scenario may end before the next free act of a player; any other open request must be stated
// under `offers`, `refuses`, `stands` or `chance`.
func (r *runner) answered() *failure {
	req := r.m.Next()
	if req == nil || r.script.checks.looksAt(req) || slices.ContainsFunc(r.script.checks.checks, isLikelihood) {
		return nil
	}
	if req.By != machine.Chance && req.Kind == machine.AskOption && len(r.acts) == 0 {
		return nil
	}
	if len(r.script.lines) == 0 {
		return nil
	}
	f := fail(leftOpen, r.script.lines[len(r.script.lines)-1].pos)
	return r.addStanding(f.note(waitsFor(req), "answer the question, or check the request (`stands: "+req.Name+"`)"))
}

func (r *runner) valueNames(t schema.Type, vs []int32) string {
	var out []string
	for _, v := range vs {
		out = append(out, r.valueName(t, v))
	}
	return strings.Join(out, ", ")
}
