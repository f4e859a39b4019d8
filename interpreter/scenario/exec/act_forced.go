package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/scenario/naming"
)

// nameForced lets the script name a choice that the rules make because there is only one option. The current line may
// name it, or the first one after it that is not used up, unless an answer of chance comes first. The event precedes
// the effect of the choice, so names in the script have the same meaning as at a question.
func (r *runner) nameForced(ev *machine.Event) {
	if r.acts.trying != nil {
		r.acts.trying.namesForced(r.Namer, ev)
		return
	}
	for _, l := range r.script.lines[min(max(0, r.script.next-1), len(r.script.lines)):] {
		if l.checks == nil && (l.seat < 0 || l.namesForced(r.Namer, ev) || !l.allUsed()) {
			return
		}
	}
}

// namesForced reports whether a line names a forced choice, which is then used.
func (l *line) namesForced(n *naming.Namer, ev *machine.Event) bool {
	ch := l.choiceNamed(naming.ChoiceName(ev.Request))
	// an option is taken before its choices
	if ch == nil || ev.Who >= 0 && ev.Who != l.seat || l.does != nil && !l.does.used && ch != l.does {
		return false
	}
	var values []int32
	for _, a := range ev.Answer {
		values = append(values, ev.Request.Options[a].Value)
	}
	ch.used = len(values) == 0 && ch.val.Value == naming.Nothing || n.NamesAll(ch.refs, ev.Request.Type, values)
	return ch.used
}

// addForced adds to a failure that a choice had only one possible answer, and the line to write instead. It takes the
// latest forced choice since a mark that fits. It reports whether there is one.
func (e *events) addForced(f *failure, mark int, fits func(ev *machine.Event) bool, how string) bool {
	all := e.since(mark, machine.Forced)
	for _, ev := range slices.Backward(all) {
		if fits(ev) {
			f.note(ev.Request.Name + " was " + e.AnswerName(ev) + ", the only possible answer, so nobody was asked" +
				how)
			return true
		}
	}
	return false
}

// addForcedChoice adds to a failure that the choice was forced, with a value that differs from the
// script's.
func (e *events) addForcedChoice(f *failure, l *line, ch *choice) *failure {
	f.onlyWay = e.addForced(f, e.act, func(ev *machine.Event) bool {
		return naming.ChoiceName(ev.Request) == ch.name && ev.Who == l.seat && len(ev.Answer) > 0
	}, "; write that, or leave `"+ch.name+"` out")
	asks := asksFor(e.M.P, ch.name)
	switch {
	case f.onlyWay:
		f.pos = ch.val.Pos
	case l.does != nil && len(asks) > 0:
		f.note("what asks for it: " + strings.Join(asks, ", "))
	}
	return f
}

// asksFor returns the names of the requests that include a choice.
func asksFor(p *program.Program, choice string) (names []string) {
	for _, o := range p.Chooses() {
		if o.Name.Name == choice {
			names = append(names, o.Request)
		}
	}
	return uniq(names)
}

// addForcedAct adds to a failure that the act was forced, with the names of its choices.
func (e *events) addForcedAct(f *failure, l *line) *failure {
	how := ": leave the line out"
	if len(l.names) > 0 {
		how = ": write only its choices, as in `" + e.SeatName(l.seat) + ": {" + l.names[0].name + ": …}`"
	}
	e.addForced(f, e.act, func(ev *machine.Event) bool {
		return l.does != nil && ev.Who == l.seat && ev.Request.Kind == machine.AskOption && len(ev.Answer) == 1 &&
			l.does.name == e.AnswerName(ev)
	}, how)
	return f
}
