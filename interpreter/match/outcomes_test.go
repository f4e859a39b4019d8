package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/games"
)

// outcomesOf returns the outcomes of a card as lines.
func outcomesOf(t *testing.T, m *Match, card string) string {
	t.Helper()
	a, ok := m.About("card." + card)
	require.True(t, ok, card)
	var b strings.Builder
	for _, e := range a.Outcomes {
		b.WriteString(strings.Repeat("  ", e.Deep) + e.Text + "\n")
	}
	return b.String()
}

// A card describes the effects of its steps, in reading order and in the language of its reader.
func TestOutcomesOfACard(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "glacier", Players: 2, Seed: 3, Lang: "en", IDs: g.Program.Seats[:2], Seats: []string{Human, Human}}, Options{})
	require.NoError(t, err)
	require.Equal(t, "You roll a die\n1–2: nothing happens\n3–5:\n  You choose: What do you steal? (1)\n  It goes to: your supply\n"+
		"6:\n  You choose: What do you steal? (2)\n  It goes to: your supply\n", outcomesOf(t, m, "raid"))
	require.Contains(t, outcomesOf(t, m, "earthquake"), "6:\n  Each player chooses: Who is lost?\n  It is discarded\n")
	require.Contains(t, outcomesOf(t, m, "carrion_eater"), "The other player rolls a die\n")
	require.Empty(t, outcomesOf(t, m, "wrath"), "one step is told by the card's own sentence")
	m.Names.Lang = "de"
	require.Contains(t, outcomesOf(t, m, "raid"), "Du würfelst\n1–2: nichts geschieht\n")
	g, err = interpreter.Load(games.Sources(t, "../.."), "glacier", interpreter.Options{Readings: map[string]string{"raid.roller": "victim"}})
	require.NoError(t, err)
	m, err = New(g, m.Header, Options{})
	require.NoError(t, err)
	require.Contains(t, outcomesOf(t, m, "raid"), "The other player rolls a die\n", "as the ruling is read")
}
