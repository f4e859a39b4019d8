package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// runner runs one scenario, or one row of its examples.
type runner struct {
	*picker  // of the match
	script   *compiled
	opt      Options
	formulas evaluator
	acts     openActs
	orders   drawOrder
	events   events
	found    findings
	room     *runMemory
	rest     []*line // the lines of acts that follow chance without an answer in the script; see afterChance
}

// findings are the results of checks in runs that go on after a failed check.
type findings struct {
	verdicts []verdict // of a run for comparison
	seen     *Observed // of an observed run, otherwise nil
}

// carryOut executes the script with its checks.
func (r *runner) carryOut() *failure { return r.addStop(r.carryOutLines()) }

// carryOutLines executes the lines in order, and then the checks of the end.
func (r *runner) carryOutLines() *failure {
	for i, l := range r.script.lines {
		r.script.next = i + 1
		r.M.Order = r.orders.of(r.script.lines[i:])
		f := r.decline(l)
		switch {
		case f != nil:
		case r.afterChance(i):
			r.script.next, r.M.Order, r.rest = len(r.script.lines)+1, nil, r.script.lines[i:]
			return r.assess(r.script.checks)
		case l.orders != nil:
			f = r.orderLine(l)
		case l.checks != nil:
			r.M.Order = nil
			f = r.assess(l.checks)
		case l.rolls != nil:
			f = r.chanceLine(l.rolls, machine.AskRoll)
		case l.draws != nil:
			f = r.chanceLine(l.draws, machine.AskDraw)
		case !l.allUsed(): // the line does more than decline open choices
			f = r.act(l)
		}
		if f != nil {
			return f
		}
		r.events.lines = append(r.events.lines, len(r.events.list))
	}
	r.script.next, r.M.Order = len(r.script.lines)+1, r.orders.of(nil)
	if r.opt.stops {
		return nil
	}
	f := r.decline(nil)
	r.M.Order = nil
	if f != nil {
		return f
	}
	switch f := r.answered(); {
	case f == nil:
	case r.found.seen != nil:
		r.found.seen.Open = r.M.Next().Name
	case r.opt.GoOn:
		r.found.verdicts = append(r.found.verdicts, verdict{at: len(r.events.list), open: true})
	default:
		return f
	}
	return r.assess(r.script.checks)
}

// request returns the open request, or nil if the match is over.
func (p *picker) request() (*machine.Request, *failure) {
	req := p.M.Next()
	if req == nil {
		if err := p.M.Err(); err != nil {
			return nil, fault(err)
		}
	}
	return req, nil
}

// answer gives an answer of the script.
func (r *runner) answer(a []int32) *failure {
	r.events.answered(r.script.next - 1)
	return asFailure(r.M.Answer(a...))
}

// omit declines the open request, which the script leaves out.
func (p *picker) omit() *failure { return asFailure(p.M.Answer()) }

// act executes a line of a player. A failure contains the refusals.
func (r *runner) act(l *line) *failure {
	r.events.act = r.events.answer
	f := r.tryLine(l)
	if f != nil && f.kind != broken {
		f.reasons = append(f.reasons, r.events.reasons(l.seat, l.things())...)
	}
	return f
}

func (r *runner) tryLine(l *line) *failure {
	began := false // whether the line has begun an act with an answer or a side offer
	if l.does != nil && r.script.game.isOffer(l.does.name) {
		if f := r.propose(l); f != nil {
			return f
		}
		began = true
	}
	for {
		req, f := r.request()
		switch {
		case f != nil:
			return f
		case (req == nil || req.By != l.seat) && !l.anyUsed():
			return r.events.notAsked(l)
		case req == nil || req.By != l.seat:
			return r.events.reportUnasked(l)
		case began && l.does != nil && r.acts.isOver(l, req):
			return r.events.refused(l, req)
		}
		a, ok, f := r.answerFrom(l, req)
		switch {
		case f != nil:
			return f
		case ok && !began:
			r.acts.begin(l, req)
			began = true
		case !ok && !(began && !l.allUsed() && declinable(req) && r.acts.inAct(l)):
			return r.events.refused(l, req)
		}
		if ok {
			f = r.answer(a)
		} else {
			f = r.omit()
		}
		if f != nil || ok && l.allUsed() {
			return f
		}
	}
}

// propose makes the side offer at the beginning of a line.
func (r *runner) propose(l *line) *failure {
	if _, f := r.request(); f != nil {
		return f
	}
	depth := r.acts.depth()
	r.events.answered(r.script.next - 1)
	if why := r.M.Offer(l.does.name, l.seat); why != nil {
		f := fail(cannotPropose, l.does.key, r.SeatName(l.seat), l.does.name, why)
		f.reasons = []reason{{words: why.Error()}}
		return r.addStanding(f)
	}
	l.does.used = true
	r.acts.list = append(r.acts.list, openAct{line: l, depth: depth, offer: true})
	return nil
}

// answerFrom returns the answer that the line gives to a request, if it has one.
func (p *picker) answerFrom(l *line, req *machine.Request) (a []int32, ok bool, f *failure) {
	taken := l.does == nil || l.does.used // its option has been taken, so its choices follow
	if req.Kind == machine.AskOption {
		for i, o := range req.Options {
			name := req.OptionName(int(o.Value))
			if l.does != nil && !l.does.used && l.does.name == name {
				l.does.used = true
				return []int32{int32(i)}, true, nil
			}
			if ch := l.named(name); ch != nil && taken {
				if f := l.parseOption(ch); f != nil {
					return nil, false, f
				}
				return []int32{int32(i)}, true, nil
			}
		}
	} else if ch := l.choiceNamed(naming.ChoiceName(req)); ch != nil && (taken || ch.name == naming.Play) {
		return p.pick(ch, req)
	}
	if l.pass && declinable(req) && !l.passed() {
		l.pass = false
		l.names = append(l.names, &choice{name: naming.Pass, used: true})
		return nil, true, nil
	}
	return nil, false, nil
}

func (l *line) passed() bool {
	return len(l.names) > 0 && l.names[0].name == naming.Pass
}

func (l *line) named(name string) *choice {
	for _, ch := range l.names {
		if ch.name == name && !ch.used {
			return ch
		}
	}
	return nil
}

// choiceNamed returns the line's unused choice with a name; for `play`, the card that it plays.
func (l *line) choiceNamed(name string) *choice {
	if d := l.does; d != nil && d.name == naming.Play && name == naming.Play && !d.used {
		return d
	}
	return l.named(name)
}

// anyUsed reports whether the option of the line or one of its choices has been taken.
func (l *line) anyUsed() bool {
	return l.does != nil && l.does.used || slices.ContainsFunc(l.names, func(ch *choice) bool { return ch.used })
}

func (l *line) allUsed() bool {
	return !l.pass && (l.does == nil || l.does.used) && l.unusedChoice() == nil
}

// unusedChoice returns the first unused choice of the line, or nil.
func (l *line) unusedChoice() *choice {
	if i := slices.IndexFunc(l.names, func(ch *choice) bool { return !ch.used }); i >= 0 {
		return l.names[i]
	}
	return nil
}

// parseOption parses the value of an option within an act: either its choices, or a value that only
// says that the option is taken.
func (l *line) parseOption(ch *choice) *failure {
	switch {
	case ch.val.Kind == source.Map:
		l.names = append(l.names, anew(ch.inner)...)
	case ch.val.Value != "true":
		return fail(takesNothing, ch.val.Pos, ch.name)
	}
	ch.used = true
	return nil
}

// chanceLine answers requests to chance with the dice or cards of a line, one by one. Dice of a
// seat are used only when that seat rolls. A random choice counts as a draw.
func (r *runner) chanceLine(values []*choice, kind machine.AskKind) *failure {
	r.events.act = r.events.answer
	values = slices.Clone(values)
	for len(values) > 0 {
		req, f := r.request()
		switch {
		case f != nil:
			return f
		case req != nil && req.By == machine.Chance &&
			(req.Kind == kind || kind == machine.AskDraw && req.Kind == machine.AskChoice):
		case !r.acts.isOptional(req): // optional choices before this die are declined
			return r.events.unused(values[0], kind)
		default:
			if f := r.omit(); f != nil {
				return f
			}
			continue
		}
		i := slices.IndexFunc(values, func(ch *choice) bool { return ch.seat < 0 || ch.seat == req.For })
		if i < 0 {
			return fail(wrongThrower, values[0].key, r.SeatName(req.For))
		}
		a, _, f := r.pick(values[i], req)
		if f != nil {
			return f
		}
		if f := r.answer(a); f != nil {
			return f
		}
		values = slices.Delete(values, i, i+1)
	}
	return nil
}
