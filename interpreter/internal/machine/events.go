package machine

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Observer receives the events of a match, for traces, logs and coverage. Without an observer
// the cost is one comparison per op.
type Observer interface{ Event(Event) }

// EventKind is the kind of an event.
type EventKind uint8

const (
	Asked    EventKind = iota // Request: a decision is needed
	Answered                  // Request, Answer: a decision was made
	Forced                    // Request, Answer: the only possible answer was taken without asking
	Stepped                   // a step ran; On: it had an effect
	Taken                     // an option, a branch of a switch or a class of `prefer` was taken; Pos, Cites
	Held                      // an invariant with clauses was checked and is true; Pos, Cites
	// a condition with words refused Who, or the candidate Target of Request; Words, Pos, Cites
	Turned
	Moved    // Piece moved From → To
	Flipped  // Piece was turned over; On: it is face down
	Assigned // Text was set to Value; Was: the previous value; Field and Of or Piece, if it is a field
	Rolled   // Who rolled Value
	Shuffled // zone To was shuffled
	Played   // Who played Piece on Target
	Passed   // Who passed in the window Text
	Called   // procedure Value begins
	Returned // procedure Value ends; On: it was stopped
	Stopped  // Text was stopped
	Ended    // the match is over
	Offered  // Who made the side offer Text
	// the rules picked Value, with Type, for the name Text from Answer: by the class Words with its Cites, then by
	// Toward
	Picked
	Shown // the pieces Answer were shown to the seats in the bit set Value
	// Who was skipped in the window Text; On: although holding hidden cards that might have been playable
	Skipped
)

// Event is an event at Step. The comments on EventKind list the other fields that are set.
type Event struct {
	Kind     EventKind
	Step     *program.Step
	Who      ref.Seat
	Piece    ref.Piece
	From, To ref.Place // places
	Of       ref.Seat  // the player whose field was assigned; else NoSeat
	Target   int32     // a piece, place or player, or nothing
	Value    int32
	Was      int32
	On       bool
	Text     string
	Words    string
	Pos      source.Pos
	Cites    []syntax.Ident
	Request  *Request
	Answer   []int32
	Toward   []ref.Word    // directions of a pick
	Type     schema.Type   // type of Value, if assigned or picked
	Field    *schema.Field // the assigned field; nil for a local name
}

// Kept returns a copy that stays valid. Requests and answers in events are reused.
func (ev Event) Kept() Event {
	ev.Answer = slices.Clone(ev.Answer)
	if ev.Request != nil {
		req := *ev.Request
		req.Options = slices.Clone(req.Options)
		ev.Request = &req
	}
	return ev
}

// tell reports an event to the observer, if there is one. Where events are frequent, callers test for the observer
// themselves, so that no event is made without one.
func (m *Match) tell(ev Event) {
	if m.Observer != nil {
		m.Observer.Event(ev)
	}
}

// answered returns the event for an answer to the request.
func (r *Request) answered(kind EventKind, a []int32) Event {
	return Event{Kind: kind, Step: r.op.Step, Request: r, Who: r.By, Answer: a}
}

// taken returns the event for an option, branch or class that was taken.
func taken(step *program.Step, who ref.Seat, value int32, what string, at source.Pos, cites []syntax.Ident) Event {
	return Event{Kind: Taken, Step: step, Who: who, Value: value, Text: what, Pos: at, Cites: cites}
}

// moved returns the event for piece p that a seat has moved.
func moved(e *formula.Env, step *program.Step, who ref.Seat, p ref.Piece, from ref.Place) Event {
	return Event{Kind: Moved, Step: step, Who: who, Piece: p, From: from, To: e.World.In(p), On: e.World.FaceDown(p)}
}

// tellRefused reports to the observer that a condition refused a seat, or a part of a request.
func (m *Match) tellRefused(step *program.Step, who ref.Seat, candidate int32, what string, p *program.CondPart,
	r *Request) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Turned, Step: step, Who: who, Target: candidate, Text: what, Words: p.Words,
			Pos: p.Pos, Cites: p.Cites, Request: r})
	}
}

// tellRuns reports to the observer and the meter that an op is about to run. It does not report
// an `if` in front of a step, because the step may not run.
func (m *Match) tellRuns(op *program.Op, pc ref.PC) {
	if m.Observer != nil && (op.Code != program.Unless || isBlock(op.Step)) {
		m.Observer.Event(Event{Kind: Stepped, Step: op.Step, Who: m.Env.World.Stack.Me()})
	}
	m.Meter.Saw(m.P.OpNumber(m.Stack.Proc(m.Env.Base), pc))
}

func isBlock(step *program.Step) bool { return step.Verb == "if" || step.Verb == "while" }

// reportChange reports to the observer that a step had an effect.
func (m *Match) reportChange(step *program.Step) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Stepped, Step: step, On: true, Who: m.Env.World.Stack.Me()})
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
