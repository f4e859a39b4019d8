package oracle

import (
	"fmt"
	"testing"

	"moraine/interpreter/internal/testing/pace"
)

// TestTable prints how fast all engines are, for `make bench`.
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
	o, i, c := &Match{}, newInterpreted(p), newCompiled(t, p)
	for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
		compare := func(who string, e Engine) {
			what := fmt.Sprintf("decisions, %s, %d players", who, players)
			pace.Compare(what, pace.PerSecond, speed(e, players), "oracle", speed(o, players), 0.4)
		}
		compare("interpreted", i)
		compare("machine code", c)
	}
	pace.Hold("decisions, oracle", pace.PerSecond, speed(o, p.MaxPlayers), 10e6)
}
