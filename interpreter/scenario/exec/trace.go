package exec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
)

// trace records the events of a run. Events are formatted only when a failure or a caller needs
// the text.
type trace struct {
	names  *namer
	events []machine.Event
	late   []machine.Event // the latest events, once events has maxTrace entries
}

// runMemory is the memory of a run, reused by later runs of any game: a match, two of its states,
// and lists of events.
type runMemory struct {
	m                       machine.Match
	began, tried            state.State
	events, answers, turned []machine.Event
}

var memoryPool = sync.Pool{New: func() any { return &runMemory{} }}

// releaseMemory returns the memory of a completed run to the pool.
func (r *runner) releaseMemory() {
	r.room.events, r.room.answers, r.room.turned = cleared(r.log.events), cleared(r.facts.answers), cleared(r.refusals.events)
	memoryPool.Put(r.room)
	*r.namer, *r = namer{}, runner{}
}

func cleared(events []machine.Event) []machine.Event {
	clear(events)
	return events[:0]
}

// maxTrace and maxAnswers limit the memory of a run. A scenario that exceeds maxAnswers cannot
// be compared and fails.
const (
	maxTrace   = 5_000
	maxAnswers = 20_000
)

// lateEvents is the number of latest events kept beyond maxTrace.
const lateEvents = 100

// maxRefusals limits the refusals kept between two answers; above it, refusals in the middle are
// dropped.
const maxRefusals = 2_000

// Event implements machine.Observer: it passes an event to the parts of the run that need it.
func (r *runner) Event(ev machine.Event) {
	if r.proof != nil {
		r.proof.Event(ev)
	}
	if r.watch != nil && !r.mute {
		r.watch(ev)
	}
	switch ev.Kind {
	case machine.Forced:
		if !r.mute {
			r.forced.record(ev)
		}
	case machine.Turned:
		r.refusals.record(ev)
		return
	case machine.Returned:
		r.acts.returned()
		if proc := int(ev.Value); r.script.recalled[proc] || r.watch != nil {
			r.formulas.keepFrame(proc)
		}
		return
	case machine.Stepped, machine.Taken, machine.Held, machine.Asked, machine.Skipped, machine.Picked:
		return // not part of traces
	}
	if r.mute {
		return
	}
	if ev = ev.Kept(); ev.Request != nil && ev.Request.Type.Base == schema.Zone { // it is named by its content at this time
		ev.Words = r.answerName(&ev)
	}
	r.facts.record(&ev)
	r.log.record(&ev)
}

// record adds an event. Above maxTrace it keeps only the latest ones in addition.
func (t *trace) record(ev *machine.Event) {
	if len(t.events) < maxTrace {
		t.events = append(t.events, *ev)
		return
	}
	if t.late = append(t.late, *ev); len(t.late) >= 2*lateEvents {
		t.late = append(t.late[:0], t.late[lateEvents:]...)
	}
}

// mark returns the current length of the trace; cut removes everything after a mark.
func (t *trace) mark() int { return len(t.events) }

func (t *trace) cut(mark int) { t.events = t.events[:mark] }

// lines formats the latest events, at most the given number.
func (t *trace) lines(most int) (out []string) {
	events := t.events
	if n := len(t.late); n > 0 {
		events = t.late[max(0, n-lateEvents):]
	}
	for i := len(events) - 1; i >= 0 && len(out) < most; i-- {
		if s := t.format(&events[i]); s != "" {
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// format formats an event with the position of its step and the clauses.
func (t *trace) format(ev *machine.Event) string {
	say := t.names.sentence(ev)
	if say == "" {
		return ""
	}
	line := fmt.Sprintf("%-44s %s", say, ev.Step.Pos)
	if len(ev.Step.Cites) > 0 {
		line += "  " + cites(ev.Step.Cites)
	}
	return line
}

// sentence describes an event, or returns "" if traces omit it.
func (n *namer) sentence(ev *machine.Event) string { return match.Sentence(scriptVoice{n}, n.m, ev) }

// scriptVoice implements match.Voice with the names of scripts.
type scriptVoice struct{ *namer }

func (v scriptVoice) Word(trace, _ string, args ...any) string { return fmt.Sprintf(trace, args...) }
func (v scriptVoice) Seat(seat int32) string                   { return v.seatName(seat) }
func (v scriptVoice) Piece(p int32) string                     { return v.cardName(p) }
func (v scriptVoice) Zone(z int32) string                      { return v.whereName(z) }
func (v scriptVoice) Procedure(name string) string             { return name }
func (v scriptVoice) Pieces(names []string) string             { return shortenNames(names) }
func (v scriptVoice) Seats(names []string) string              { return strings.Join(names, ", ") }

// Value names a place by where it is, because its pieces can be others when the trace is read.
func (v scriptVoice) Value(t schema.Type, x int32) string {
	if t.Base == schema.Zone && x >= 0 {
		return v.whereName(x)
	}
	return v.valueName(t, x)
}

func (v scriptVoice) Field(ev *machine.Event) (owner, name string) {
	if ev.Field != nil && ev.Field.Scope == schema.OfPlayer && ev.To >= 0 {
		return v.seatName(ev.To), ev.Field.Name
	}
	return "", ev.Text
}

func (v scriptVoice) Answer(ev *machine.Event) match.Answer {
	given := cmp.Or(ev.Words, v.answerName(ev))
	return match.Answer{Request: ev.Request.Name, Given: given, Only: ev.Kind == machine.Forced}
}
