package exec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/proof"
)

// events is the list of the events of a run, which only grows. Traces, refusals, forced choices and courses are
// views of it from a mark, which is a length of the list. Events are formatted only when a failure or a caller
// needs the text.
type events struct {
	*picker
	list   []machine.Event
	late   []machine.Event // the latest events, once list has maxEvents entries
	lines  []int           // the mark at the end of each line of the script
	answer int             // the mark at the last answer that the script states
	causes []cause         // the lines that have caused events
	act    int             // the value of answer when the current line began

	proof *proof.Recorder     // nil if coverage is off
	watch func(machine.Event) // called with each event; may be nil
	mute  bool                // events are not added to the list
}

// cause is the line of a script whose answer or side offer causes the events from a mark on.
type cause struct{ mark, line int }

// maxEvents limits the memory of a run. A scenario that exceeds it cannot be compared and fails.
const maxEvents = 100_000

// lateEvents is the number of latest events kept beyond maxEvents.
const lateEvents = 100

// runMemory is the memory of a run, reused by later runs of any game: a match, two of its states,
// and a list of events.
type runMemory struct {
	m            machine.Match
	began, tried state.State
	events       []machine.Event
}

var memoryPool = sync.Pool{New: func() any { return &runMemory{} }}

// releaseMemory returns the memory of a completed run to the pool.
func (r *runner) releaseMemory() {
	if r.room.events = nil; cap(r.events.list) < maxEvents/10 {
		clear(r.events.list)
		r.room.events = r.events.list[:0]
	}
	memoryPool.Put(r.room)
	*r.Namer, *r = naming.Namer{}, runner{}
}

// Event implements machine.Observer: it passes an event to the parts of the run that need it.
func (r *runner) Event(ev machine.Event) {
	if r.events.proof != nil {
		r.events.proof.Event(ev)
	}
	if ev.Kind == machine.Returned {
		r.acts.returned()
		if proc := ref.Proc(ev.Value); r.script.recalled[proc] || r.events.watch != nil {
			r.formulas.keepFrame(proc)
		}
	}
	if r.events.mute {
		return
	}
	if r.events.watch != nil {
		r.events.watch(ev)
	}
	r.events.record(ev)
	if ev.Kind == machine.Forced {
		r.nameForced(&ev)
	}
}

// record adds an event. Above maxEvents it keeps only the latest ones in addition.
func (e *events) record(ev machine.Event) {
	switch ev.Kind {
	case machine.Stepped, machine.Taken, machine.Held, machine.Asked, machine.Skipped, machine.Picked, machine.Returned:
		return // not part of traces
	case machine.Turned:
		if ev.Request != nil { // the request changes later, and only its type is needed
			ev.Type = ev.Request.Type
		}
	default:
		// it is named by its content at this time
		if ev = ev.Kept(); ev.Request != nil && ev.Request.Type.Base == schema.Zone {
			ev.Words = e.AnswerName(&ev)
		}
	}
	if len(e.list) < maxEvents {
		e.list = append(e.list, ev)
		return
	}
	if e.late = append(e.late, ev); len(e.late) >= 2*lateEvents {
		e.late = append(e.late[:0], e.late[lateEvents:]...)
	}
}

// latest returns the latest events.
func (e *events) latest() []machine.Event {
	if n := len(e.late); n > 0 {
		return e.late[max(0, n-lateEvents):]
	}
	return e.list
}

// since returns the events of a kind since a mark.
func (e *events) since(mark int, kind machine.EventKind) (out []*machine.Event) {
	for i := range e.list[mark:] {
		if ev := &e.list[mark+i]; ev.Kind == kind {
			out = append(out, ev)
		}
	}
	return out
}

// answered records that a line of the script gives an answer or makes a side offer.
func (e *events) answered(line int) {
	e.answer = len(e.list)
	if n := len(e.causes); n == 0 || e.causes[n-1].line != line {
		e.causes = append(e.causes, cause{e.answer, line})
	}
}

// saved returns a copy to which e can be reset, although the list grows.
func (e *events) saved() events {
	out := *e
	out.late = slices.Clone(e.late)
	return out
}

// trace formats the events, or the latest ones of a run with too many.
func (e *events) trace() (out []string) {
	for i, list := 0, e.latest(); i < len(list); i++ {
		if s := e.format(&list[i]); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// maxPreceding limits the preceding events shown with a failure.
const maxPreceding = 12

// ledThere formats the events before a failure: the last ones, each with the line of `when` that caused it. If the last
// act of the seat is earlier, it comes first.
func (e *events) ledThere(seat ref.Seat, lines []*line) (out []string, all bool) {
	list := e.latest()
	acts := func(ev *machine.Event) bool {
		return (ev.Kind == machine.Answered || ev.Kind == machine.Offered) && ev.Who == seat && seat >= 0
	}
	acted, i := false, len(list)-1
	add := func(i int) bool {
		s := e.format(&list[i])
		if s == "" {
			return false
		}
		at := "  "
		if len(e.causes) > 0 {
			at = "      "
		}
		if n := e.cause(i + len(e.list) - len(list)); n >= 0 && len(e.late) == 0 {
			at = fmt.Sprintf("%4d  ", lines[n].pos.Line)
		}
		out = append(out, at+s)
		return true
	}
	for ; i >= 0 && len(out) < maxPreceding; i-- {
		acted = add(i) && acts(&list[i]) || acted
	}
	for all = true; i >= 0; i-- {
		all = all && e.format(&list[i]) == ""
		if !acted && acts(&list[i]) {
			out = append(out[:maxPreceding-1], "      …")
			add(i)
			break
		}
	}
	slices.Reverse(out)
	return out, all
}

// cause returns the index of the line that caused event i, or -1 if it comes before the first answer.
func (e *events) cause(i int) int {
	for _, c := range slices.Backward(e.causes) {
		if c.mark <= i {
			return c.line
		}
	}
	return -1
}

// format formats an event with the position of its step and the clauses, or returns "" if traces omit it.
func (e *events) format(ev *machine.Event) string {
	say := sentence(e.Namer, ev)
	if say == "" {
		return ""
	}
	line := fmt.Sprintf("%-44s %s", say, ev.Step.Pos)
	if len(ev.Step.Cites) > 0 {
		line += "  " + cites(ev.Step.Cites)
	}
	return line
}

// reasons returns the conditions that have refused a seat, or the things named in about, since
// the last answer.
func (e *events) reasons(seat ref.Seat, about []naming.Ref) (out []reason) {
	for _, ev := range e.since(e.answer, machine.Turned) {
		// a skipped step is skipped for every seat that it would have asked
		if ev.Words == "" || ev.Who != seat && ev.Request != nil {
			continue
		}
		one := reason{words: ev.Words, cites: ev.Cites, pos: ev.Pos}
		if slices.ContainsFunc(out, func(x reason) bool { return x.words == one.words && x.pos == one.pos }) {
			continue
		}
		if ev.Text == "" && (ev.Target == schema.Nothing || ev.Request == nil) ||
			slices.ContainsFunc(about, func(s naming.Ref) bool {
				return e.isAbout(ev, s)
			}) {
			out = append(out, one)
		}
	}
	return out
}

// isAbout reports whether a refusal concerns a thing that a line names.
func (e *events) isAbout(ev *machine.Event, s naming.Ref) bool {
	if ev.Text != "" {
		return s.Name != nil && ev.Text == s.Name.Value
	}
	return e.Fits(s, ev.Type, ev.Target)
}

// sentence describes an event, or returns "" if traces omit it.
func sentence(n *naming.Namer, ev *machine.Event) string {
	return match.Sentence(scriptVoice{n}, n.M, ev)
}

// scriptVoice implements match.Voice with the names of scripts.
type scriptVoice struct{ *naming.Namer }

func (v scriptVoice) Word(trace, _ string, args ...any) string { return fmt.Sprintf(trace, args...) }

func (v scriptVoice) Seat(seat ref.Seat) string { return v.SeatName(seat) }

func (v scriptVoice) Piece(p ref.Piece) string { return v.CardName(int32(p)) }

func (v scriptVoice) Zone(z ref.Place) string { return v.WhereName(int32(z)) }

func (v scriptVoice) Procedure(name string) string { return name }

func (v scriptVoice) Pieces(names []string) string { return naming.Shorten(names) }

func (v scriptVoice) Seats(names []string) string { return strings.Join(names, ", ") }

// Value names a place by where it is, because its pieces can be others when the trace is read.
func (v scriptVoice) Value(t schema.Type, x int32) string {
	if t.Base == schema.Zone && x >= 0 {
		return v.WhereName(x)
	}
	return v.ValueName(t, x)
}

func (v scriptVoice) Field(ev *machine.Event) (owner, name string) {
	if ev.Field != nil && ev.Field.Scope == schema.OfPlayer && ev.Of.IsPlayer() {
		return v.SeatName(ev.Of), ev.Field.Name
	}
	return "", ev.Text
}

func (v scriptVoice) Answer(ev *machine.Event) match.Answer {
	given := cmp.Or(ev.Words, v.AnswerName(ev))
	return match.Answer{Request: ev.Request.Name, Given: given, Only: ev.Kind == machine.Forced}
}
