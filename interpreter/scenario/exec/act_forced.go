package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/scenario/naming"
)

// nameForced lets the script name a choice that the rules make because there is only one option. The current line may
// name it, or the first one after it that is not used up, unless an answer of chance comes first. The event comes
// before the choice takes effect, so names mean what they mean at a question.
func (r *runner) nameForced(ev *machine.Event) {
	if r.trying != nil {
		r.namesForced(r.trying, ev)
		return
	}
	for _, l := range r.script.lines[min(max(0, r.next-1), len(r.script.lines)):] {
		if l.checks == nil && (l.seat < 0 || r.namesForced(l, ev) || !l.allUsed()) {
			return
		}
	}
}

// namesForced reports whether a line names a forced choice, which is then used.
func (r *runner) namesForced(l *line, ev *machine.Event) bool {
	ch := l.choiceNamed(naming.ChoiceName(ev.Request))
	if ch == nil || ev.Who >= 0 && int(ev.Who) != l.seat || l.does != nil && !l.does.used && ch != l.does { // an option is taken before its choices
		return false
	}
	var values []int32
	for _, a := range ev.Answer {
		values = append(values, ev.Request.Options[a].Value)
	}
	ch.used = len(values) == 0 && ch.val.Value == naming.Nothing || r.NamesAll(ch.refs, ev.Request.Type, values)
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
func (r *runner) addForcedChoice(f *failure, l *line, ch *choice) *failure {
	for _, ev := range slices.Backward(r.events.since(r.events.act, machine.Forced)) {
		if naming.ChoiceName(ev.Request) == ch.name && int(ev.Who) == l.seat && len(ev.Answer) > 0 {
			f.pos, f.onlyWay = ch.val.Pos, true
			return f.note(ev.Request.Name + " was " + r.AnswerName(ev) + ", the only way")
		}
	}
	if asks := r.askFor(ch.name); l.does != nil && len(asks) > 0 {
		f.note("what asks for it: " + strings.Join(asks, ", "))
	}
	return f
}

// askFor returns the names of the requests that include a choice.
func (r *runner) askFor(choice string) (names []string) {
	for _, o := range r.M.P.Chooses() {
		if o.Name.Name == choice {
			names = append(names, o.Request)
		}
	}
	return uniq(names)
}

// addForcedAct adds to a failure that the act was forced, with the names of its choices.
func (r *runner) addForcedAct(f *failure, l *line) *failure {
	for _, ev := range r.events.since(r.events.act, machine.Forced) {
		if l.does != nil && int(ev.Who) == l.seat && ev.Request.Kind == machine.AskOption && len(ev.Answer) == 1 && l.does.name == r.AnswerName(ev) {
			how := ": leave the line out"
			if len(l.names) > 0 {
				how = ": write only its choices, as in `" + r.SeatName(int32(ev.Who)) + ": {" + l.names[0].name + ": …}`"
			}
			return f.note(ev.Request.Name + " was " + l.does.name + ", the only possible answer, so the player was not asked" + how)
		}
	}
	return f
}
