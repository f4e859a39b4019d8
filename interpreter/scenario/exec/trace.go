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

// trace notes what happens, as events; they become words only if somebody
// reads them.
type trace struct {
	r      *runner
	events []machine.Event
	late   []machine.Event // the last, where there are more than are kept
	mute   bool            // keep nothing

	// What runs are compared by, if they are to be.
	keeps   bool
	answers []machine.Event
	moved   []int32 // the pieces that were moved, each once
	tooLong bool
}

// room is what a run needs and the next one can use again, of whatever game: a match, where it
// stood, and lists of events.
type room struct {
	m                       machine.Match
	began, tried            state.State
	events, answers, turned []machine.Event
}

var rooms = sync.Pool{New: func() any { return &room{} }}

// forget lets others have the room of a run that is over.
func (r *runner) forget() {
	r.room.events, r.room.answers, r.room.turned = emptied(r.log.events), emptied(r.log.answers), emptied(r.turned)
	rooms.Put(r.room)
	r.room, r.m, r.log, r.turned = nil, nil, nil, nil
}

func emptied(events []machine.Event) []machine.Event {
	clear(events)
	return events[:0]
}

// maxTrace bounds what a runaway scenario can ask of memory, and so does maxAnswers: a
// scenario with more of them cannot be compared, and fails.
const (
	maxTrace   = 5_000
	maxAnswers = 20_000
)

// lately is how many of the last events are shown then.
const lately = 100

// mostTurned bounds how much of what is turned away between two answers is kept: the first
// of it, and the last.
const mostTurned = 2_000

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
			r.take(ev)
		}
	case machine.Turned:
		if ev.Request != nil { // which will be another: of it, this is all that is looked at
			ev.Type = ev.Request.Type
		}
		if r.turned = append(r.turned, ev); len(r.turned) == mostTurned { // it goes round in a loop
			r.turned = slices.Delete(r.turned, mostTurned/2, mostTurned-lately)
		}
		return
	case machine.Returned:
		depth := r.depth() // with the frame that ends, acts begun in it are over
		r.acts = slices.DeleteFunc(r.acts, func(o open) bool { return o.depth >= depth || o.card && o.depth == depth-1 })
		if r.script.recalled[int(ev.Value)] || r.watch != nil {
			base := int(r.m.Env.S[state.AtFrame])
			r.last[int(ev.Value)] = append([]int32(nil), r.m.Env.S[base:]...)
		}
		return
	case machine.Stepped, machine.Taken, machine.Held, machine.Asked, machine.Skipped, machine.Picked:
		return // no words are made of these
	}
	if t.mute {
		return
	}
	if ev = ev.Kept(); ev.Request != nil && ev.Request.Type.Base == schema.Zone { // which is called by what lies there
		ev.Words = r.answerName(&ev)
	}
	t.compares(ev)
	if len(t.events) < maxTrace {
		t.events = append(t.events, ev)
		return
	}
	if t.late = append(t.late, ev); len(t.late) >= 2*lately {
		t.late = append(t.late[:0], t.late[lately:]...)
	}
}

// compares keeps what two runs are compared by.
func (t *trace) compares(ev machine.Event) {
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

// take notes a forced answer in the words of scripts. Of those that the script does not name the
// last alone is noted, and no more of it than what was asked.
func (r *runner) take(ev machine.Event) {
	req := ev.Request
	t := taken{request: req.Name, name: choiceName(req), by: req.By, typ: req.Type}
	if req.Kind == machine.AskOption && len(ev.Answer) == 1 {
		t.option = r.optionName(req, ev.Answer[0])
	}
	if known := r.script.world.named; !slices.Contains(known, t.name) && !slices.Contains(known, t.option) {
		if n := len(r.forced); n > r.fresh && r.forced[n-1].name == "" {
			r.forced = r.forced[:n-1]
		}
		r.forced = append(r.forced, taken{request: req.Name})
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

// mark is where the trace ends now; cut takes back what has come since.
func (t *trace) mark() (m [3]int) { return [3]int{len(t.events), len(t.answers), len(t.moved)} }

func (t *trace) cut(m [3]int) {
	t.events, t.answers, t.moved = t.events[:m[0]], t.answers[:m[1]], t.moved[:m[2]]
}

// lines are the last of what is told, so many at most.
func (t *trace) lines(most int) (out []string) {
	events := t.events
	if n := len(t.late); n > 0 {
		events = t.late[max(0, n-lately):]
	}
	for i := len(events) - 1; i >= 0 && len(out) < most; i-- {
		if s := t.words(&events[i]); s != "" {
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// words says an event, with the place of its step and its clauses.
func (t *trace) words(ev *machine.Event) string {
	say := t.r.Says(ev)
	if say == "" {
		return ""
	}
	line := fmt.Sprintf("%-44s %s", say, ev.Step.Pos)
	if len(ev.Step.Cites) > 0 {
		line += "  " + cites(ev.Step.Cites)
	}
	return line
}

// Says is an event in words; "": it is none that is told.
func (r *runner) Says(ev *machine.Event) (say string) {
	switch ev.Kind {
	case machine.Answered, machine.Forced:
		say = r.seatName(ev.Who) + " answers " + ev.Request.Name + ": " + cmp.Or(ev.Words, r.answerName(ev))
		if ev.Kind == machine.Forced {
			say += " (the only way)"
		}
		if ev.Request.Kind == machine.AskRoll {
			return ""
		}
	case machine.Moved:
		say = fmt.Sprintf("%s: %s → %s", r.cardName(ev.Piece), r.whereName(ev.From), r.whereName(ev.To))
	case machine.Flipped:
		say = r.cardName(ev.Piece) + " is turned face up"
		if ev.On {
			say = r.cardName(ev.Piece) + " is turned face down"
		}
	case machine.Passed:
		say = r.seatName(ev.Who) + " passes in " + ev.Text
	case machine.Assigned:
		begins := ev.Field == nil && ev.Step.Verb == "procedure" // a name's first value
		if ev.From == ev.Value || begins {
			return ""
		}
		say = fmt.Sprintf("%s: %s → %s", r.assigned(ev), r.valueName(ev.Type, ev.From), r.valueName(ev.Type, ev.Value))
	case machine.Called:
		say = r.m.P.Procs[ev.Value].Name + " begins"
	case machine.Ended:
		say = "the match is over"
	default:
		say = match.Sentence(voice{r}, r.m, ev)
	}
	return say
}

// voice words events in the names of scripts.
type voice struct{ r *runner }

func (v voice) Word(trace, _ string, args ...any) string { return fmt.Sprintf(trace, args...) }
func (v voice) Seat(seat int32) string                   { return v.r.seatName(seat) }
func (v voice) Piece(p int32) string                     { return v.r.cardName(p) }
func (v voice) Zone(z int32) string                      { return v.r.whereName(z) }
func (v voice) Value(t schema.Type, x int32) string      { return v.r.valueName(t, x) }
func (v voice) Procedure(name string) string             { return name }
func (v voice) Pieces(names []string) string             { return few(names) }
func (v voice) Seats(names []string) string              { return strings.Join(names, ", ") }

// assigned returns the name of what got a value: a field of a player by his seat, all else as it is written.
func (r *runner) assigned(ev *machine.Event) string {
	if ev.Field != nil && ev.Field.Scope == schema.OfPlayer && ev.To >= 0 {
		return r.seatName(ev.To) + "." + ev.Field.Name
	}
	return ev.Text
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

// optionName is what an option is called, if it need not be told from others.
func (r *runner) optionName(req *machine.Request, i int32) string {
	v := req.Options[i].Value
	if req.Kind == machine.AskOption {
		return req.OptionName(int(v))
	}
	return r.valueName(req.Type, v)
}
