package scenario

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Law 7: a scenario pins a clause only if running it executed something that
// cites that clause, and if that did its part. One row of the examples is
// enough, or one entry of `under`.
func TestPinsAreProved(t *testing.T) {
	res, err := Run(shipped(), nil, Options{Under: true, Load: interpreter.Options{Cover: true}})
	require.NoError(t, err)
	for _, c := range res.Cases {
		if c.Status == Failed {
			t.Errorf("%s:%d %s under %s\n%s", c.File, c.Line, c.Scenario, c.Variant, c.Message)
		}
	}
	type pin struct{ scenario, clause string }
	at := map[pin]Case{}
	claims, proofs := map[pin]bool{}, map[pin]bool{}
	for _, c := range res.Cases {
		for _, id := range c.Pins {
			p := pin{c.Scenario, id}
			at[p] = c
			if slices.Contains(c.Claimed, id) {
				claims[p] = true
			} else if c.Notes != nil {
				proofs[p] = true
			}
		}
	}
	for p := range claims {
		if !proofs[p] {
			t.Errorf("%s:%d: nothing that this scenario runs cites %s and does its part", at[p].File, at[p].Line, p.clause)
		}
	}
}
