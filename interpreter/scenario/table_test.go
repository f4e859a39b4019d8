package scenario

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/testing/pace"
)

// simple is a scenario with a move, a die and checks.
const simple = `
- scenario: simple %d
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [4]
    - ann: pass
  then: len(ann.pouch) == 1
`

// TestTable prints how many simple scenarios a second are prepared and run, one
// after the other, for `make bench`. To prepare one is to look up all that it
// names, which is done once a form; to run it includes a match of its own.
func TestTable(t *testing.T) {
	pace.Wanted(t)
	const many = 500
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, simple, i)
	}
	suite, err := chosen(with(t, text.String()), nil, Options{})
	require.NoError(t, err)
	var preparing, running time.Duration
	speed := func(of *time.Duration) func() float64 {
		return func() float64 {
			preparing, running = 0, 0
			for _, u := range suite.units {
				g, s := u.configs.get("").game, u.rows[0]
				began := time.Now()
				g.Check(s)
				prepared := time.Now()
				res := g.Run(s, exec.Options{}) // which prepares it anew
				once := prepared.Sub(began)
				preparing, running = preparing+once, running+time.Since(prepared)-once
				require.False(t, res.Failed, res.Message)
			}
			return many / of.Seconds()
		}
	}
	pace.Hold("simple scenarios, once prepared", pace.PerSecond, speed(&running), 50_000)
	pace.Hold("  prepared, once read", pace.PerSecond, speed(&preparing), 0)
}
