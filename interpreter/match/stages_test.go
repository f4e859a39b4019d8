package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/testing/games"
)

// A hunt has stages, and can be taken back as a whole while it is under way.
func TestAHuntHasStages(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "glacier", Players: 2, Seed: 3, Lang: "en", IDs: g.Program.Seats[:2], Seats: []string{Human, Human}}, Options{})
	require.NoError(t, err)
	names := func(stages []Stage) string {
		var out []string
		for _, s := range stages {
			out = append(out, map[bool]string{true: "[" + s.Name + "]", false: s.Name}[s.Now]+map[bool]string{true: "+"}[s.Done])
		}
		return strings.Join(out, " ")
	}
	choose := func(name string) {
		for {
			for more := true; more; {
				more, err = m.Step()
				require.NoError(t, err)
			}
			q := m.Question()
			require.NotNil(t, q)
			answer := []int32{}
			switch {
			case q.Name == "turn.actions" && name == "":
				return
			case q.Name == "turn.actions":
				for i, o := range q.Options {
					if o.Name == name {
						require.NoError(t, m.Answer(q.Seat, []int32{int32(i)}))
						return
					}
				}
			case q.None == "":
				answer = append(answer, 0)
			}
			require.NoError(t, m.Answer(q.Seat, answer))
		}
	}
	choose("")
	seat := ref.Seat(m.Question().Seat)
	_, under := m.Act(int32(seat))
	assert.False(t, under, "nothing is begun")
	choose("We hunt")
	for more := true; more; {
		more, err = m.Step()
		require.NoError(t, err)
	}
	act, under := m.Act(int32(seat))
	require.True(t, under)
	assert.Equal(t, Act{Name: "We hunt", From: len(m.Decisions()) - 1, Alone: true}, act)
	_, under = m.Act(int32(1 - seat))
	assert.False(t, under, "another seat has begun nothing")
	assert.Contains(t, names(m.Stages(int32(seat))), "[P", "the prey or the party is asked")
	assert.Contains(t, names(m.Stages(Public)), "Weapon Go on? Offering Your Fate The others strike The roll")
}
