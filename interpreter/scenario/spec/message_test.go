package spec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

// A message that is written and read again has the same text and summary, with its place known or not.
func TestMessagesAreReadAgain(t *testing.T) {
	for _, m := range []Message{
		{},
		{Headline: "the variant does not load"},
		{At: "x.yaml:3:5", Headline: "this does not hold: a == 1", Why: "\n  a = 2\n", Led: ":\n  ann rolls 5\n", Pins: "what it pins: P-1\n"},
		{At: "x.yaml", Headline: "no text", Why: "\n"},
	} {
		text, err := m.MarshalText()
		require.NoError(t, err)
		var again Message
		require.NoError(t, again.UnmarshalText(text))
		require.Equal(t, m.Summary(), again.Headline)
		again.Locate(m.At)
		require.Equal(t, m.String(), again.String())
		require.Equal(t, m.Headline, again.Headline)
		require.Equal(t, m.More(), again.More())
	}
}

// The message about diagnostics has the text of their error, with the first one as its headline.
func TestMessageOfDiagnostics(t *testing.T) {
	file := &source.File{Name: "x.yaml", Text: []byte("a: b\nc: d\n")}
	var found source.Diagnostics
	found.Hint(source.Pos{File: file, Line: 2, Col: 1}, "write e", "no key %q", "c")
	found.Add(source.Pos{File: file, Line: 1, Col: 4}, "no value %q", "b")
	m := MessageOf(found)
	require.Equal(t, "x.yaml:1:4: no value \"b\"", m.Summary())
	require.Equal(t, found.Error()+"\n", m.String())
	require.Equal(t, "x.yaml:1:4: no value \"b\"\n 1 | a: b\n   |    ^\n\nx.yaml:2:1: no key \"c\"\n 2 | c: d\n   | ^\n   = write e\n", m.String())
}

// A page cannot be given flags, so it shows no advice about them.
func TestMessagesForPages(t *testing.T) {
	m := Message{At: "s.yaml:3:5", Headline: "it never ends", Led: ":\n  ann rolls 5\n", Partial: true,
		Why: "\n  a loop\n", Advice: "  -v shows the last hundred events\n"}
	require.Contains(t, m.String(), "-v shows")
	require.Equal(t, "s.yaml:3:5: it never ends\n  a loop\nwhat led there:\n  ann rolls 5\n", m.ForPages())
	require.Contains(t, m.String(), "hundred events\nwhat led there (all with -v):\n", "the message keeps its advice")
}
