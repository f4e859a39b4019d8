package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An error about a decision names its line, also below lines that took decisions back.
func TestErrorsNameTheLineOfADecision(t *testing.T) {
	h := Header{Game: "duel", Data: "rules1-0", Lang: "en", Players: 2, IDs: []string{"ann", "bob"}, Seats: []string{Human, Human}}
	j, text, err := h.Journal()
	require.NoError(t, err)
	decide := func(list ...Decision) {
		lines, err := j.Decided(list...)
		require.NoError(t, err)
		text += lines
	}
	one := Decision{By: 0, Name: "turn", Answer: []int32{0}}
	decide(one, one, one)
	taken, err := j.Back(1)
	require.NoError(t, err)
	text += taken
	decide(one)
	s, _, _, err := Recover("file", text)
	require.NoError(t, err)
	require.Len(t, s.Decisions, 2)
	require.EqualError(t, s.errorf(0, "x"), "file:8: x")
	require.EqualError(t, s.errorf(1, "x"), "file:12: x")
}
