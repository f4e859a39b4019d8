package spec

import (
	"errors"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/source"
)

// Message is the reason for a result, in parts from which a renderer chooses. Its text is the place and the headline,
// followed by the other parts, which are whole lines.
type Message struct {
	At       string // the place, as FILE:LINE:COL; "" if it is unknown
	Headline string // the summary, one line
	Why      string // the explanation, after a line break
	Advice   string // a flag of the command line that shows more, which pages leave out
	Led      string // the events before a failure, after the first words of their heading
	Partial  bool   // Led has only some of the events
	Pins     string // the clauses that the scenario pins, with their heading
}

// String returns the whole text.
func (m Message) String() string { return m.Summary() + m.More() }

// Summary returns the headline with its place.
func (m Message) Summary() string {
	if m.At == "" {
		return m.Headline
	}
	return m.At + ": " + m.Headline
}

// ForPages returns the whole text for a page, where no flag can be given.
func (m Message) ForPages() string {
	m.Advice, m.Partial = "", false
	return m.String()
}

// More returns the text after the summary.
func (m Message) More() string {
	led := m.Led
	if led != "" {
		led = "what led there" + map[bool]string{true: " (all with -v)"}[m.Partial] + led
	}
	return m.Why + m.Advice + led + m.Pins
}

// MarshalText implements encoding.TextMarshaler.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the output of MarshalText: the first line, which may begin with a place, and the others.
func (m *Message) UnmarshalText(text []byte) error {
	head, more, some := strings.Cut(string(text), "\n")
	*m = Message{Headline: head}
	if some {
		m.Why = "\n" + more
	}
	return nil
}

// Locate takes the place of a message that was read from its headline.
func (m *Message) Locate(place string) {
	if rest, is := strings.CutPrefix(m.Headline, place+": "); is && m.At == "" {
		m.At, m.Headline = place, rest
	}
}

// MessageOf returns the message about an error: of diagnostics, the first one with the others below.
func MessageOf(err error) Message {
	var found source.Diagnostics
	if !errors.As(err, &found) || len(found) == 0 {
		return Message{Headline: err.Error()}
	}
	found = found.Sorted()
	m := Message{Headline: escape.Text(found[0].Text), Why: "\n" + found[0].Below()}
	if found[0].Pos != (source.Pos{}) {
		m.At = escape.Text(found[0].Pos.String())
	}
	if len(found) > 1 {
		m.Why += "\n" + found[1:].Error() + "\n"
	}
	return m
}
