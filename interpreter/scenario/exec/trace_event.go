package exec

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// EventKind is the kind of an Event.
type EventKind uint8

const (
	EventOther    EventKind = iota // described by Text
	EventStep                      // a step begins
	EventCall                      // a procedure begins
	EventAnswered                  // the seat By has answered Request with Answer
	EventOffered                   // the seat By has made the side offer Offer
	EventRolled                    // a die has been rolled
	EventRefused                   // a condition with words has refused something; Refused has details
)

// Event is an event of a run.
type Event struct {
	Kind    EventKind
	Pos     source.Pos // of the step
	Verb    string     // of the step
	Cites   []string   // clauses of the step or offer
	By      int32
	Request string
	Answer  []int32 // valid until the watcher returns
	Offer   string
	Refused Refusal

	of  *naming.Namer
	raw machine.Event
}

// Refusal is a condition that has refused an option, a card or a step.
type Refusal struct {
	Option string // the option or card; "": the step itself
	Listed bool   // the option is one of a request
	Words  string
	Cites  []string
	Pos    source.Pos
}

// Text describes the event, or returns "" if traces omit it.
func (e *Event) Text() string {
	raw := e.raw
	if raw.Kind == machine.Answered && raw.Request.Kind == machine.AskRoll {
		raw = machine.Event{Kind: machine.Rolled, Who: raw.Request.For, Value: raw.Request.Options[raw.Answer[0]].Value}
	}
	return sentence(e.of, &raw)
}

// Listen calls f with each event of the machine from now on. nil stops the calls.
func (s *Stand) Listen(f func(machine.Event)) { s.events.watch = f }

// Watch calls f with each event from now on. nil stops the calls.
func (s *Stand) Watch(f func(*Event)) {
	s.events.watch = nil
	if f == nil {
		return
	}
	s.events.watch = func(raw machine.Event) {
		if e, ok := eventOf(s.Namer, raw); ok {
			f(e)
		}
	}
}

// eventOf translates an event of the machine. ok is false for steps that the compiler added, and
// for the effect of a step whose beginning has already been reported.
func eventOf(n *naming.Namer, raw machine.Event) (e *Event, ok bool) {
	e = &Event{of: n, raw: raw, By: int32(raw.Who)}
	if raw.Step != nil {
		e.Pos, e.Verb = raw.Step.Pos, raw.Step.Verb
	}
	switch raw.Kind {
	case machine.Stepped:
		if raw.On || e.Verb == "procedure" ||
			n.M.Stack.Op(n.M.Env.World.Stack.Frame(), ref.PC(n.M.Env.World.Stack[state.AtPC])-1).Code == program.Jump {
			return nil, false
		}
		e.Kind, e.Cites = EventStep, syntax.NamesOf(raw.Step.Cites)
	case machine.Called:
		e.Kind, e.Cites = EventCall, syntax.NamesOf(raw.Step.Cites)
	case machine.Answered:
		e.Kind, e.Cites = EventAnswered, syntax.NamesOf(raw.Step.Cites)
		e.Request, e.Answer = raw.Request.Name, raw.Answer
	case machine.Offered:
		e.Kind, e.Offer, e.Cites = EventOffered, raw.Text, syntax.NamesOf(raw.Cites)
	case machine.Rolled:
		e.Kind = EventRolled
	case machine.Turned:
		e.Kind, e.Refused = EventRefused,
			Refusal{Option: raw.Text, Listed: raw.Request != nil, Words: raw.Words, Cites: syntax.NamesOf(raw.Cites),
				Pos: raw.Pos}
		if raw.Request != nil && raw.Target != schema.Nothing && raw.Text == "" {
			e.Refused.Option = n.ValueName(raw.Request.Type, raw.Target)
		}
	}
	return e, true
}
