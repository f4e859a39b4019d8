package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Law 7: a scenario pins a clause only if running it executed something that
// cites that clause.
func TestPinsAreProved(t *testing.T) {
	res, err := Run(shipped(), nil, Options{Load: interpreter.Options{Cover: true}})
	require.NoError(t, err)
	type place struct {
		file string
		line int
	}
	claimed := map[place]map[string]int{}
	rows := map[place]int{}
	for _, c := range res.Cases {
		at := place{c.File, c.Line}
		rows[at]++
		if claimed[at] == nil {
			claimed[at] = map[string]int{}
		}
		for _, id := range c.Claimed {
			claimed[at][id]++
		}
	}
	for at, ids := range claimed {
		for id, n := range ids {
			if n == rows[at] { // one row of the examples is enough to prove it
				t.Errorf("%s:%d: nothing that this scenario runs cites %s", at.file, at.line, id)
			}
		}
	}
}
