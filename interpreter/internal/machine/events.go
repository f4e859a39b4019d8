package machine

import (
	"strconv"

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
	Stepped                   // a step ran; On: it did something
	Tested                    // a condition was looked at; On: how it came out; Words, Pos, Cites
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
	Type     schema.Type // of Value, when something is assigned
}

// entered says that a step which is a block under a condition did something:
// its steps run. A small `if` only lets its step try.
func (m *Match) entered(step int32) {
	if v := m.P.Steps[step].Verb; v == "if" || v == "while" {
		m.did(step)
	}
}

func (m *Match) did(step int32) {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Stepped, Step: step, On: true, Who: m.Env.Me()})
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
