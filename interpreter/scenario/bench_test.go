package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario/exec"
)

// simple is a scenario with a move, a die and checks.
const simple = `
- scenario: simple
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [4]
    - ann: pass
  then: len(ann.pouch) == 1
`

// BenchmarkScenario prepares a simple scenario, which looks up all that it names, and runs it, which prepares it anew.
func BenchmarkScenario(b *testing.B) {
	suite, err := chosen(with(b, simple), nil, Options{})
	require.NoError(b, err)
	u := suite.units[0]
	g, s := u.configs.get("").game, u.rows[0]
	b.Run("prepare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g.Check(s)
		}
	})
	b.Run("run", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if res := g.Run(s, exec.Options{}); res.Failed {
				b.Fatal(res.Message.String())
			}
		}
	})
}
