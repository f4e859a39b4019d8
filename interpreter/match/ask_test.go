package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
)

// A question for programs has the options of the question in words; a copy of a match goes on as the match does;
// measures and decisions taken back come to the same; and the lengths of all lines add up to that of the text.
func TestAsk(t *testing.T) {
	for id, g := range everyGame(t) {
		if strings.Contains(id, ".") { // some games of the corpus have faults
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			askedAlike(t, g)
		})
	}
}

func askedAlike(t *testing.T, g *interpreter.Game) {
	players := g.Program.MaxPlayers
	h := Header{Game: g.ID, Data: "1", Seed: 5, Lang: "en", Players: players, IDs: g.Program.Seats[:players], Seats: slices.Repeat([]string{Human}, players)}
	m, err := New(g, h, Options{Kept: true, Loose: true})
	require.NoError(t, err)
	start, lots := m.Snapshot(), decide.NewRandom(4)
	var a Ask
	for n := 0; n < 60 && !m.Over() && m.m.Next() != nil; n++ {
		if q := m.Question(); q != nil {
			require.True(t, m.Ask(&a))
			assert.Equal(t, []any{q.Seat, q.Name, len(q.Options), q.List}, []any{a.Seat, a.Name, len(a.Options), a.List})
			assert.Equal(t, q.None != "", a.Optional, q.Name)
			optionsDiffer(t, m, &a)
		}
		stepped, err := m.Step()
		require.NoError(t, err)
		if !stepped {
			require.NoError(t, m.Answer(a.Seat, lots.Decide(m.m, m.m.Next())))
		}
	}
	twin, err := m.Clone()
	require.NoError(t, err)
	first, err := m.Measure(start)
	require.NoError(t, err)
	text, err := m.Text()
	require.NoError(t, err)
	assert.Len(t, text, m.size+len(fmt.Sprintf("end %d\n", len(m.record))))
	m.m.Next()
	end := m.m.State().Clone()
	require.NoError(t, m.Back(start, len(m.record)/2))
	require.NoError(t, m.ReplayUntil(&Saved{Header: h, Decisions: twin.record}, len(twin.record)))
	m.m.Next()
	again, err := m.Text()
	require.NoError(t, err)
	assert.Equal(t, text, again)
	assert.True(t, end.Equal(m.m.State()) && end.Equal(twin.m.State()))
	second, err := twin.Measure(start)
	require.NoError(t, err)
	assert.Equal(t, first, second)
}

// optionsDiffer requires that the data of two options differ, unless the seat cannot see the pieces.
func optionsDiffer(t *testing.T, m *Match, a *Ask) {
	data, ids := map[string]string{}, map[string]bool{}
	for i, id := range a.Options {
		text := string(m.AppendOption(nil, i))
		require.True(t, json.Valid([]byte(text)), text)
		if data[text] == id && id != "?" {
			t.Errorf("%s: two options %q are both %s", a.Name, id, text)
		}
		assert.True(t, a.Equal || !ids[id], "%s: %s", a.Name, id)
		data[text], ids[id] = id, true
	}
}

// The refusals of a question are its own. Those of an earlier request, which had no options and was therefore never
// asked, are about things of another type: a piece would be taken for a zone.
func TestRefusalsAreOfTheirQuestion(t *testing.T) {
	g := everyGame(t)["tusk"]
	players := g.Program.MaxPlayers
	for _, seed := range []uint64{1, 38} { // in the second the question "return_hunters.refuge" comes after such a request
		h := Header{Game: g.ID, Data: "1", Seed: seed, Lang: "en", Players: players, IDs: g.Program.Seats[:players], Seats: slices.Repeat([]string{Human}, players)}
		m, err := New(g, h, Options{Kept: true, Loose: true})
		require.NoError(t, err)
		lots := decide.NewRandom(seed)
		for !m.Over() {
			if stepped, err := m.Step(); err != nil || stepped {
				require.NoError(t, err)
				continue
			}
			q := m.Question()
			require.NotPanics(t, func() { m.Why(q) }, q.Name)
			require.NoError(t, m.Answer(q.Seat, lots.Decide(m.m, m.m.Next())))
		}
	}
}

// On a page, a question has the sentence of the game about it, and a place the sentence about the terrain of its tile.
func TestAPageExplainsPlaces(t *testing.T) {
	g := everyGame(t)["tusk"]
	players := g.Program.MaxPlayers
	h := Header{Game: g.ID, Data: "1", Seed: 7, Lang: "en", Players: players, IDs: g.Program.Seats[:players], Seats: slices.Repeat([]string{Human}, players)}
	m, err := New(g, h, Options{Kept: true, Loose: true, Page: true})
	require.NoError(t, err)
	lots := decide.NewRandom(2)
	var said []string
	for !m.Over() && len(said) < 20 {
		if stepped, err := m.Step(); err != nil || stepped {
			require.NoError(t, err)
			continue
		}
		q := m.Question()
		if q.Name == "walk.step" {
			assert.Equal(t, "A second step may follow in the same action. Difficult land ends the move.", q.Says)
			for _, o := range q.Options {
				said = append(said, o.Name+": "+o.Then)
			}
		}
		require.NoError(t, m.Answer(q.Seat, lots.Decide(m.m, m.m.Next())))
	}
	assert.Subset(t, said, []string{"berry bush: To gather here brings food.", "river 10: A later action can exchange 1 grass and 1 stone of your store here for 1 food."})
}
