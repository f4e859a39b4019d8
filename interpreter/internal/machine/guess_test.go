package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// A match can continue from a guess of a seat while another seat chooses the target of a card.
func TestGuessWhileATargetIsChosen(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	r.answer("bob raid_open: spite")
	require.Equal(t, machine.AskTarget, r.Next().Kind)
	var d decide.Determinizer
	dice := decide.NewRandom(1)
	d.Look(r.Match, 0)
	guessed := 0
	for seed := range uint64(200) {
		lots := decide.NewRNG(seed, 0)
		if !d.Guess(&lots, dice.Decide) {
			continue
		}
		guessed++
		q := r.Next()
		require.NotNil(t, q, r.Err())
		require.Equal(t, machine.AskTarget, q.Kind)
		require.Len(t, q.Options, 2)
		require.NoError(t, r.Answer(0))
	}
	require.Greater(t, guessed, 100)
}
