package scenario

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// Law 7: a scenario pins a clause only if running it executed something that
// cites that clause, and if that did its part. One row of the examples is
// enough, or one entry of `under` with pins of its own.
func TestPinsAreProved(t *testing.T) {
	opt := Options{Under: true, Load: interpreter.Options{Cover: true}}
	suite, err := chosen(shipped(), nil, opt)
	require.NoError(t, err)
	for _, u := range suite.units {
		for _, row := range u.rows {
			row.Under = slices.DeleteFunc(row.Under, func(e *spec.Entry) bool { return slices.Equal(e.As.Pins, row.Pins) })
		}
	}
	res, err := suite.run(context.Background(), opt)
	require.NoError(t, err)
	for _, c := range res.Cases {
		if c.Status == Failed {
			t.Errorf("%s:%d %s under %s\n%s", c.File, c.Line, c.Scenario, c.Variant, c.Message.String())
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
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			if !proofs[p] {
				t.Errorf("%s:%d: nothing that this scenario runs cites %s and does its part", at[p].File, at[p].Line, p.clause)
			}
		})
	}
}
