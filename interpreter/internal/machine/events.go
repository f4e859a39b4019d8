package machine

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Observer is told what happens. Only the trace of a scenario, a log or a
// coverage run watches; a simulation does not, and pays one comparison an op.
type Observer interface{ Event(Event) }

// EventKind says what happened.
type EventKind uint8

const (
	Asked    EventKind = iota // Request: somebody must decide
	Answered                  // Request, Answer: somebody has
	Forced                    // Request, Answer: there was only one answer, so nobody was asked
	Stepped                   // a step is carried out, which may come to nothing; On: it has done something
	Taken                     // an option, a branch of a switch or a class of `prefer` was taken; Pos, Cites
	Held                      // an invariant that cites clauses was looked at and holds; Pos, Cites
	Turned                    // a worded condition turned Who away, or candidate Piece; Words, Pos, Cites
	Moved                     // Piece went From → To
	Flipped                   // Piece turned; On: face down
	Assigned                  // Text got Value; From: what it was
	Rolled                    // Who rolled Value
	Shuffled                  // zone To
	Played                    // Who played Piece
	Passed                    // Who passed in the window Text
	Called                    // procedure Value begins
	Returned                  // procedure Value ends; On: it was stopped
	Stopped                   // Text is stopped
	Ended                     // the match is over
	Offered                   // Who makes the side offer Text
	Picked                    // the rules picked Value of Type as Text, from Answer: by the class Words, which has its own Cites, then Toward
	Shown                     // pieces Answer are shown to the seats of which Value is the set
	Skipped                   // Who was passed over in the window Text; On: though he holds hidden cards that might have fitted
)

// Event is one thing that happened. Which fields mean something, EventKind
// says; Step is always the step that was running.
type Event struct {
	Kind     EventKind
	Step     *program.Step
	Who      int32
	Piece    int32
	From, To int32
	Value    int32
	On       bool
	Text     string
	Words    string
	Pos      source.Pos
	Cites    []syntax.Ident
	Request  *Request
	Answer   []int32
	Toward   []int32       // directions, of a pick
	Type     schema.Type   // of Value, when something is assigned or picked
	Field    *schema.Field // that is assigned; nil: a name
}

// Kept is the event for who looks at it later: requests and answers are reused.
func (ev Event) Kept() Event {
	ev.Answer = slices.Clone(ev.Answer)
	if ev.Request != nil {
		req := *ev.Request
		req.Options = slices.Clone(req.Options)
		ev.Request = &req
	}
	return ev
}

func (m *Match) tellAnswer(kind EventKind, a []int32) {
	m.Observer.Event(Event{Kind: kind, Step: m.req.op.Step, Request: &m.req, Who: m.req.By, Answer: a})
}

// turned says that a condition turned away a seat, or what of a request.
func (m *Match) turned(step *program.Step, who, piece int32, what string, p *program.CondPart, r *Request) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Turned, Step: step, Who: who, Piece: piece, Text: what, Words: p.Words, Pos: p.Pos, Cites: p.Cites, Request: r})
	}
}

func (m *Match) tellTaken(step *program.Step, who, value int32, what string, at source.Pos, cites []syntax.Ident) {
	m.Observer.Event(Event{Kind: Taken, Step: step, Who: who, Value: value, Text: what, Pos: at, Cites: cites})
}

func (m *Match) tellSet(a *program.Assign, step *program.Step, v, was, of int32) {
	ev := Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: was, Who: m.Env.Who, To: -1, Piece: of, Type: a.Field.Type, Field: a.Field}
	if a.Field.Scope == schema.OfPlayer {
		ev.To, ev.Piece = of, -1
	}
	m.Observer.Event(ev)
}

func (m *Match) tellShuffled(step *program.Step, z int32) {
	m.Observer.Event(Event{Kind: Shuffled, Step: step, To: z})
}

func (m *Match) tellMoved(step *program.Step, who, p, from int32) {
	e := &m.Env
	m.Observer.Event(Event{Kind: Moved, Step: step, Who: who, Piece: p, From: from, To: e.In(p), On: e.FaceDown(p)})
}

func (m *Match) tellReturned(base int) {
	f := m.Env.S[base:]
	proc := f[state.FrameProc]
	m.Observer.Event(Event{Kind: Returned, Step: m.P.Whole(proc), Who: f[state.FrameBy], Value: proc, On: f[state.FrameFlags]&state.FrameStopped != 0})
}

// carries says that a step is carried out. A small `if` only lets its step try.
func (m *Match) carries(op *program.Op) {
	if op.Code != program.Unless || isBlock(op.Step) {
		m.Observer.Event(Event{Kind: Stepped, Step: op.Step, Who: m.Env.Me()})
	}
}

// entered says that a step which is a block under a condition did something:
// the steps inside it run.
func (m *Match) entered(step *program.Step) {
	if isBlock(step) {
		m.did(step)
	}
}

func isBlock(step *program.Step) bool { return step.Verb == "if" || step.Verb == "while" }

// did says that a step has done something.
func (m *Match) did(step *program.Step) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Stepped, Step: step, On: true, Who: m.Env.Me()})
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
