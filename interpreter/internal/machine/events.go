package machine

import (
	"strconv"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
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
	Skipped                   // Who was passed over in the window Text; On: though he holds hidden cards that might have fitted
)

// Event is one thing that happened. Which fields mean something, EventKind
// says; Step is always the step that was running.
type Event struct {
	Kind     EventKind
	Step     int32
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
	Type     schema.Type   // of Value, when something is assigned
	Field    *schema.Field // that is assigned; nil: a name
}

// carries says that a step is carried out. A small `if` only lets its step try.
func (m *Match) carries(op *program.Op) {
	if op.Code != program.Unless || m.isBlock(op.Step) {
		m.Observer.Event(Event{Kind: Stepped, Step: op.Step, Who: m.Env.Me()})
	}
}

// entered says that a step which is a block under a condition did something:
// the steps inside it run.
func (m *Match) entered(step int32) {
	if m.isBlock(step) {
		m.did(step)
	}
}

func (m *Match) isBlock(step int32) bool {
	v := m.P.Steps[step].Verb
	return v == "if" || v == "while"
}

func (m *Match) did(step int32) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Stepped, Step: step, On: true, Who: m.Env.Me()})
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
