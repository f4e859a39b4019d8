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
	r      *runner
	events []machine.Event
	late   []machine.Event // the latest events, once events has maxTrace entries
	mute   bool            // record nothing

	// For comparing runs, if keeps is set.
	keeps   bool
	answers []machine.Event
	moved   []int32 // the pieces that have moved, without duplicates
	tooLong bool
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
	r.room.events, r.room.answers, r.room.turned = cleared(r.log.events), cleared(r.log.answers), cleared(r.turned)
	memoryPool.Put(r.room)
	r.room, r.m, r.log, r.turned = nil, nil, nil, nil
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

// Event implements machine.Observer.
func (t *trace) Event(ev machine.Event) {
	r := t.r
	if r.proof != nil {
		r.proof.Event(ev)
	}
	if r.watch != nil && !t.mute {
		r.watch(ev)
	}
	switch ev.Kind {
	case machine.Forced:
		if !t.mute {
			r.recordForced(ev)
		}
	case machine.Turned:
		if ev.Request != nil { // the request changes later, and only its type is needed
			ev.Type = ev.Request.Type
		}
		if r.turned = append(r.turned, ev); len(r.turned) == maxRefusals { // usually an endless loop
			r.turned = slices.Delete(r.turned, maxRefusals/2, maxRefusals-lateEvents)
		}
		return
	case machine.Returned:
		depth := r.depth() // includes the ending frame, so acts begun in it are over
		r.acts = slices.DeleteFunc(r.acts, func(o openAct) bool { return o.depth >= depth || o.card && o.depth == depth-1 })
		if r.script.recalled[int(ev.Value)] || r.watch != nil {
			base := int(r.m.Env.S[state.AtFrame])
			r.last[int(ev.Value)] = append([]int32(nil), r.m.Env.S[base:]...)
		}
		return
	case machine.Stepped, machine.Taken, machine.Held, machine.Asked, machine.Skipped, machine.Picked:
		return // not part of traces
	}
	if t.mute {
		return
	}
	if ev = ev.Kept(); ev.Request != nil && ev.Request.Type.Base == schema.Zone { // it is named by its content at this time
		ev.Words = r.answerName(&ev)
	}
	t.recordForComparison(ev)
	if len(t.events) < maxTrace {
		t.events = append(t.events, ev)
		return
	}
	if t.late = append(t.late, ev); len(t.late) >= 2*lateEvents {
		t.late = append(t.late[:0], t.late[lateEvents:]...)
	}
}

// recordForComparison records the facts for comparing two runs.
func (t *trace) recordForComparison(ev machine.Event) {
	switch {
	case !t.keeps:
	case ev.Kind == machine.Moved && !t.hasMoved(ev.Piece):
		t.moved = append(t.moved, ev.Piece)
	case ev.Kind != machine.Answered:
	case len(t.answers) == maxAnswers:
		t.tooLong = true
	default:
		t.answers = append(t.answers, ev)
	}
}

func (t *trace) hasMoved(p int32) bool { return slices.Contains(t.moved, p) }

// recordForced records a forced answer in the names of scripts. Among forced answers that the script
// does not name it keeps only the last one, and of that only the name of the request.
func (r *runner) recordForced(ev machine.Event) {
	req := ev.Request
	t := forcedChoice{request: req.Name, name: choiceName(req), by: req.By, typ: req.Type}
	if req.Kind == machine.AskOption && len(ev.Answer) == 1 {
		t.option = r.optionName(req, ev.Answer[0])
	}
	if known := r.script.world.named; !slices.Contains(known, t.name) && !slices.Contains(known, t.option) {
		if n := len(r.forced); n > r.fresh && r.forced[n-1].name == "" {
			r.forced = r.forced[:n-1]
		}
		r.forced = append(r.forced, forcedChoice{request: req.Name, by: req.By, isAct: req.Kind == machine.AskOption})
		return
	}
	for _, a := range ev.Answer {
		t.values = append(t.values, req.Options[a].Value)
	}
	if len(t.values) > 0 && (req.Type.Base == schema.Piece || req.Type.Base == schema.Zone) {
		t.world = append(t.world, r.m.Env.W...)
	}
	r.forced = append(r.forced, t)
}

// mark returns the current length of the trace; cut removes everything after a mark.
func (t *trace) mark() (m [3]int) { return [3]int{len(t.events), len(t.answers), len(t.moved)} }

func (t *trace) cut(m [3]int) {
	t.events, t.answers, t.moved = t.events[:m[0]], t.answers[:m[1]], t.moved[:m[2]]
}

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
	say := t.r.sentence(ev)
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
func (r *runner) sentence(ev *machine.Event) string { return match.Sentence(scriptVoice{r}, r.m, ev) }

// scriptVoice implements match.Voice with the names of scripts.
type scriptVoice struct{ r *runner }

func (v scriptVoice) Word(trace, _ string, args ...any) string { return fmt.Sprintf(trace, args...) }
func (v scriptVoice) Seat(seat int32) string                   { return v.r.seatName(seat) }
func (v scriptVoice) Piece(p int32) string                     { return v.r.cardName(p) }
func (v scriptVoice) Zone(z int32) string                      { return v.r.whereName(z) }
func (v scriptVoice) Procedure(name string) string             { return name }
func (v scriptVoice) Pieces(names []string) string             { return shortenNames(names) }
func (v scriptVoice) Seats(names []string) string              { return strings.Join(names, ", ") }

// Value names a place by where it is, because its pieces can be others when the trace is read.
func (v scriptVoice) Value(t schema.Type, x int32) string {
	if t.Base == schema.Zone && x >= 0 {
		return v.r.whereName(x)
	}
	return v.r.valueName(t, x)
}

func (v scriptVoice) Field(ev *machine.Event) (owner, name string) {
	if ev.Field != nil && ev.Field.Scope == schema.OfPlayer && ev.To >= 0 {
		return v.r.seatName(ev.To), ev.Field.Name
	}
	return "", ev.Text
}

func (v scriptVoice) Answer(ev *machine.Event) match.Answer {
	given := cmp.Or(ev.Words, v.r.answerName(ev))
	return match.Answer{Request: ev.Request.Name, Given: given, Only: ev.Kind == machine.Forced}
}

func (r *runner) cardName(p int32) string {
	return r.valueName(schema.Type{Base: schema.Piece}, p)
}

func (r *runner) answerName(ev *machine.Event) string {
	if len(ev.Answer) == 0 {
		if ev.Request.List && !ev.Request.Optional {
			return "none"
		}
		return wordPass
	}
	var out []string
	for _, a := range ev.Answer {
		out = append(out, r.optionName(ev.Request, a))
	}
	return strings.Join(out, ", ")
}

// optionName returns the name of an option, without distinguishing it from equal options.
func (r *runner) optionName(req *machine.Request, i int32) string {
	v := req.Options[i].Value
	if req.Kind == machine.AskOption {
		return req.OptionName(int(v))
	}
	return r.valueName(req.Type, v)
}
