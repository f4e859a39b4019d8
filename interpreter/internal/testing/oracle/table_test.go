package oracle

import (
	"fmt"
	"testing"

	"moraine/interpreter/testing/pace"
)

// TestTable prints how fast both engines are, for `make bench`.
func TestTable(t *testing.T) {
	pace.Wanted(t)
	pace.Head()
	p := load(t, asPrinted)
	speed := func(e Engine, players int) func() float64 {
		return func() float64 {
			decisions, took := timed(e, players, 8*seedsTimed)
			return float64(decisions) / took.Seconds()
		}
	}
	o, i := &Match{}, newInterpreted(p)
	for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
		what := fmt.Sprintf("decisions, %d players", players)
		pace.Compare(what, pace.PerSecond, speed(i, players), "oracle", speed(o, players), 0)
	}
	pace.Hold("decisions, oracle", pace.PerSecond, speed(o, p.MaxPlayers), 10e6)
}
