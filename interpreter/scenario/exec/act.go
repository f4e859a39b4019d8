package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
)

// openAct is an act in progress: the line that began it, and the number of frames at that time.
// Requests from deeper frames belong to the act until it ends: an option ends with its steps, a
// card with its procedure.
type openAct struct {
	line    *line
	depth   int
	offer   bool          // a side offer; it ends when the number of frames is as before, even if another seat is asked then
	request string        // the request that offered the option, or ""
	option  *program.Step // the step that offered the option; nil if the act is no option
	card    bool          // the act plays a card
}

// contains reports whether a request at the given depth is part of the act.
func (o *openAct) contains(depth int) bool {
	return depth > o.depth || o.line.does == nil && depth == o.depth
}

// actOf returns the act in progress that a line began, or nil.
func (r *runner) actOf(l *line) *openAct {
	if i := slices.IndexFunc(r.acts, func(o openAct) bool { return o.line == l }); i >= 0 {
		return &r.acts[i]
	}
	return nil
}

// runner runs one scenario, or one row of its examples.
type runner struct {
	script     *compiled
	m          *machine.Match
	acts       []openAct
	next       int             // index of the line after the current one
	after      []int           // the number of answers given when a line ended, by line
	forced     []forcedChoice  // forced choices since the last answer of the previous line
	fresh      int             // index in forced of the first one since the last answer
	turned     []machine.Event // refusals since the last answer
	taken      []int32         // the pieces that steps have taken in an order
	disordered *failure        // a piece of a line of orders that the step does not take
	log        *trace
	room       *runMemory
	proof      *proof              // nil if coverage is off
	last       map[int][]int32     // last frame of each ended procedure
	watch      func(machine.Event) // called with each event; may be nil
	states     int                 // limit on the states of one chance

	stops    bool      // stop after the last line and leave open choices open
	lenient  bool      // record failed checks and continue
	verdicts []verdict // the recorded results
	seen     *Observed // if set, record the facts at checks, which then need not hold
}

// carryOut executes the lines in order.
func (r *runner) carryOut() *failure {
	for i, l := range r.script.lines {
		r.next = i + 1
		r.m.Order = r.scripted(r.script.lines[i:])
		f := r.decline(l)
		switch {
		case f != nil:
		case l.orders != nil:
			f = r.orderLine(l)
		case l.checks != nil:
			r.m.Order = nil
			f = r.assess(l.checks)
		case l.rolls != nil:
			f = r.chanceLine(l.rolls, machine.AskRoll)
		case l.draws != nil:
			f = r.chanceLine(l.draws, machine.AskDraw)
		case !r.allUsed(l): // the line does more than decline open choices
			f = r.act(l)
		}
		if f != nil {
			return f
		}
		r.after = append(r.after, len(r.log.answers))
	}
	r.next, r.m.Order = len(r.script.lines), r.scripted(nil)
	if r.stops {
		return nil
	}
	f := r.decline(nil)
	r.m.Order = nil
	if f != nil {
		return f
	}
	switch f := r.answered(); {
	case f == nil:
	case r.seen != nil:
		r.seen.Open = r.m.Next().Name
	case r.lenient:
		r.verdicts = append(r.verdicts, verdict{at: len(r.log.answers), open: true})
	default:
		return f
	}
	return r.assess(r.script.checks)
}

// request returns the open request, or nil if the match is over.
func (r *runner) request() (*machine.Request, *failure) {
	req := r.m.Next()
	if req == nil {
		if err := r.m.Err(); err != nil {
			return nil, fault(err)
		}
	}
	return req, nil
}

// answer gives an answer of the script and drops earlier refusals.
func (r *runner) answer(a []int32) *failure {
	r.turned = r.turned[:0]
	r.fresh = len(r.forced)
	return r.answerOmitted(a)
}

// answerOmitted gives an answer that the script leaves out, such as declining an optional choice.
func (r *runner) answerOmitted(a []int32) *failure {
	if err := r.m.Answer(a...); err != nil {
		return fault(err)
	}
	return nil
}

// depth returns the number of running frames.
func (r *runner) depth() int {
	n := 0
	for range r.m.Env.Frames() {
		n++
	}
	return n
}

// beginLine starts a new line: it drops forced choices made before the last answer.
func (r *runner) beginLine() { r.forced, r.fresh = slices.Clone(r.forced[r.fresh:]), 0 }

// act executes a line of a player. A failure contains the refusals.
func (r *runner) act(l *line) *failure {
	r.beginLine()
	f := r.tryLine(l)
	if f != nil && f.kind != broken {
		f.reasons = append(f.reasons, r.reasons(int32(l.seat), r.namedThings(l))...)
	}
	return f
}

func (r *runner) tryLine(l *line) *failure {
	began := false
	if f := r.propose(l, &began); f != nil {
		return f
	}
	for {
		req, f := r.request()
		if f != nil {
			return f
		}
		if req == nil || int(req.By) != l.seat {
			if began || r.matchForced(l) {
				break
			}
			return r.notAsked(l)
		}
		done, f := r.step(l, req, &began)
		if f != nil || done {
			return f
		}
	}
	return r.reportUnasked(l)
}

// propose makes the side offer at the beginning of a line, if the line has one.
func (r *runner) propose(l *line, began *bool) *failure {
	if l.does == nil || !r.script.isOffer(l.does.name) {
		return nil
	}
	if _, f := r.request(); f != nil {
		return f
	}
	depth := r.depth()
	if why := r.m.Offer(l.does.name, int32(l.seat)); why != nil {
		f := fail(cannotPropose, l.does.key, r.seatName(int32(l.seat)), l.does.name, why)
		f.reasons = []reason{{words: why.Error()}}
		return r.addStanding(f)
	}
	l.does.used, *began = true, true
	r.acts = append(r.acts, openAct{line: l, depth: depth, offer: true})
	return nil
}

// step answers one request to the line's seat from the line; done is set if the line is used
// up.
func (r *runner) step(l *line, req *machine.Request, began *bool) (done bool, f *failure) {
	start := func() {
		if !*began {
			act := openAct{line: l, depth: r.depth(), request: req.Name, card: req.Kind == machine.AskPlay}
			if l.does != nil && req.Kind == machine.AskOption {
				act.option = req.Step()
			}
			r.acts = append(r.acts, act)
		}
		*began = true
	}
	r.matchForced(l)
	if *began && l.does != nil && r.isOver(l, req) {
		return true, r.refused(l, req)
	}
	a, ok, f := r.answerFrom(l, req)
	switch {
	case f != nil:
		return true, f
	case ok:
		start()
		return r.allUsed(l), r.answer(a)
	case *began && !r.allUsed(l) && r.declinable(req) && r.inAct(l):
		return false, r.answerOmitted(nil)
	case r.allUsed(l):
		return true, nil
	}
	return true, r.refused(l, req)
}

// isOver reports whether a request shows that the act of l is over: its procedure has ended or
// asks for the next act.
func (r *runner) isOver(l *line, req *machine.Request) bool {
	o := r.actOf(l)
	return o == nil || r.depth() == o.depth && req.Name == o.request
}

// inAct reports whether the act that l began is still in progress.
func (r *runner) inAct(l *line) bool {
	o := r.actOf(l)
	return o != nil && o.contains(r.depth())
}

func (r *runner) declinable(req *machine.Request) bool {
	return req.Optional || req.List && req.Least == 0
}

// answerFrom returns the answer that the line gives to a request, if it has one.
func (r *runner) answerFrom(l *line, req *machine.Request) (a []int32, ok bool, f *failure) {
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
	} else if ch := l.choiceNamed(choiceName(req)); ch != nil && (taken || ch.name == wordPlay) {
		return r.pick(ch, req)
	}
	if l.pass && r.declinable(req) && !r.passed(l) {
		l.pass = false
		l.names = append(l.names, &choice{name: wordPass, used: true})
		return nil, true, nil
	}
	return nil, false, nil
}

func (r *runner) passed(l *line) bool {
	return len(l.names) > 0 && l.names[0].name == wordPass
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
	if d := l.does; d != nil && d.name == wordPlay && name == wordPlay && !d.used {
		return d
	}
	return l.named(name)
}

func (r *runner) allUsed(l *line) bool {
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
		for _, p := range ch.val.Pairs {
			l.names = append(l.names, &choice{name: p.Key.Value, key: p.Key.Pos, val: p.Val, seat: -1})
		}
	case ch.val.Value != "true":
		return fail(takesNothing, ch.val.Pos, ch.name)
	}
	ch.used = true
	return nil
}

// choiceName returns the name of a request in scripts, without the procedure.
func choiceName(req *machine.Request) string {
	if req.Kind == machine.AskPlay {
		return wordPlay
	}
	return req.Name[strings.LastIndexByte(req.Name, '.')+1:]
}

// pick finds the options that the value of a choice names.
func (r *runner) pick(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	if req.List {
		return r.pickSeveral(ch, req)
	}
	return r.pickOne(ch, req)
}

// pickOne finds the option that a value names.
func (r *runner) pickOne(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	n := ch.val
	if n != nil && n.Kind == source.List && len(n.Items) == 1 {
		n = n.Items[0]
	}
	if n == nil {
		return nil, false, fail(needsValue, ch.key, ch.name)
	}
	if n.Kind == source.Scalar && n.Value == "nothing" && req.Optional {
		ch.used = true
		return nil, true, nil
	}
	s := newPieceRef(r.m.P.Schema, n)
	if s.times == 0 {
		return nil, false, fail(namesNone, n.Pos, n.Value)
	}
	a, f := r.find(s, req, nil)
	if f != nil {
		return nil, false, f
	}
	if err := req.Check(a); err != nil {
		return nil, false, fail(illegalAnswer, n.Pos, err)
	}
	ch.used = true
	return a, true, nil
}

// pickSeveral finds the options that a list names; a repeated name, and `2 name`, mean two of
// them.
func (r *runner) pickSeveral(ch *choice, req *machine.Request) ([]int32, bool, *failure) {
	var a, found []int32
	all, often, left := pieceRefs(r.m.P.Schema, ch.val), map[string]int{}, map[string][]int32{}
	for _, s := range all {
		often[s.text()] += s.times
	}
	for _, s := range all {
		text, times := s.text(), s.times
		if _, known := left[text]; !known { // occurrences count together, wherever they are: `a, b, a` is `2 a, b`
			s.times = often[text]
			more, f := r.find(s, req, found)
			if f != nil {
				return nil, false, f
			}
			left[text], found = more, append(found, more...)
		}
		a, left[text] = append(a, left[text][:times]...), left[text][times:]
	}
	if err := req.Check(a); err != nil {
		return nil, false, fail(illegalAnswer, ch.val.Pos, err)
	}
	ch.used = true
	return a, true, nil
}

// matchForced consumes a forced choice that the line names.
func (r *runner) matchForced(l *line) bool {
	used := false
	for i := range r.forced[r.fresh:] {
		t := &r.forced[r.fresh+i]
		if t.by >= 0 && int(t.by) != l.seat {
			continue
		}
		ch := l.choiceNamed(t.name)
		early := l.does != nil && !l.does.used && ch != l.does // an option is taken before its choices
		if ch == nil || early || !r.namesForced(ch.val, t) {
			continue
		}
		ch.used, used = true, true
	}
	return used
}

// chanceLine answers requests to chance with the dice or cards of a line, one by one. Dice of a
// seat are used only when that seat rolls. A random choice counts as a draw.
func (r *runner) chanceLine(values []*choice, kind machine.AskKind) *failure {
	r.beginLine()
	values = slices.Clone(values)
	for len(values) > 0 {
		req, f := r.request()
		switch {
		case f != nil:
			return f
		case req != nil && req.By == machine.Chance && (req.Kind == kind || kind == machine.AskDraw && req.Kind == machine.AskChoice):
		case !r.isOptionalInAct(req): // optional choices before this die are declined
			return r.unused(values[0], kind)
		default:
			if f := r.answerOmitted(nil); f != nil {
				return f
			}
			continue
		}
		i := slices.IndexFunc(values, func(ch *choice) bool { return ch.seat < 0 || ch.seat == int(req.For) })
		if i < 0 {
			return fail(wrongThrower, values[0].key, r.seatName(req.For))
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
