package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/scenario/naming"
)

// nameForced lets the script name a choice that the rules make because there is only one option. The current line may
// name it, or the first one after it that is not used up, unless an answer of chance comes first. The event comes
// before the choice takes effect, so names mean what they mean at a question.
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
	if ch == nil || ev.Who >= 0 && ev.Who != l.seat || l.does != nil && !l.does.used && ch != l.does { // an option is taken before its choices
		return false
	}
	var values []int32
	for _, a := range ev.Answer {
		values = append(values, ev.Request.Options[a].Value)
	}
	ch.used = len(values) == 0 && ch.val.Value == naming.Nothing || n.NamesAll(ch.refs, ev.Request.Type, values)
	return ch.used
}

// lastForced returns the latest forced choice since a mark, or nil.
func (e *events) lastForced(mark int) *machine.Event {
	if all := e.since(mark, machine.Forced); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// addForcedChoice adds to a failure that the choice was forced, with a value that differs from the
// script's.
func (e *events) addForcedChoice(f *failure, l *line, ch *choice) *failure {
	for _, ev := range slices.Backward(e.since(e.act, machine.Forced)) {
		if naming.ChoiceName(ev.Request) == ch.name && ev.Who == l.seat && len(ev.Answer) > 0 {
			f.pos, f.onlyWay = ch.val.Pos, true
			return f.note(ev.Request.Name + " was " + e.AnswerName(ev) + ", the only way")
		}
	}
	if asks := asksFor(e.M.P, ch.name); l.does != nil && len(asks) > 0 {
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
	for _, ev := range e.since(e.act, machine.Forced) {
		if l.does != nil && ev.Who == l.seat && ev.Request.Kind == machine.AskOption && len(ev.Answer) == 1 && l.does.name == e.AnswerName(ev) {
			how := ": leave the line out"
			if len(l.names) > 0 {
				how = ": write only its choices, as in `" + e.SeatName(ev.Who) + ": {" + l.names[0].name + ": …}`"
			}
			return f.note(ev.Request.Name + " was " + l.does.name + ", the only possible answer, so the player was not asked" + how)
		}
	}
	return f
}
