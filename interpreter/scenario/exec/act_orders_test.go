package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/games"
)

// A script gives the order in which a step takes unseen pieces. Without such a line, they follow the declaration.
func TestScriptsGiveOrders(t *testing.T) {
	const begin = `
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [chalk, flint, 2 slate]}, bag: {block: [opal]}}
  when:
    - ann: pass
    - ann: pass
    - ann: pass
    - ann: pass
`
	const rolled = "    - rolls: [1, 1, 2, 2]\n"
	g := In(games.Load(t, "../../..", "rounds"))
	for name, c := range map[string]struct{ script, wrong string }{
		"as declared":               {begin + rolled + "  then: 'open == [flint] and ann.left == [] and ann.right == [slate, opal]'", ""},
		"of a move":                 {begin + rolled + "    - draws: {turn.move: [slate, flint]}\n  then: 'open == [slate] and ann.right == [flint, opal]'", ""},
		"with a number":             {begin + rolled + "    - draws: {turn.move: [2 slate, opal]}\n  then: 'open == [slate] and ann.right == [flint, slate]'", ""},
		"of a pick":                 {begin + rolled + "    - draws: {turn.lost: [slate]}\n  then: open == [slate]", ""},
		"of two steps":              {begin + rolled + "    - draws: {turn.move: [slate, opal, slate]}\n    - draws: {turn.lost: [slate]}\n  then: open == [slate]", ""},
		"of rounds":                 {begin + "    - draws: {turn.pebble: [slate]}\n    - rolls: [2]\n" + "    - draws: {turn.pebble: [slate]}\n    - rolls: [2, 1, 1]\n  then: ann.points == 3", ""},
		"a piece too many":          {begin + rolled + "    - draws: {turn.lost: [slate, slate]}\n  then: open == [slate]", "this piece is not used: turn.lost takes no piece here"},
		"a piece that is not there": {begin + rolled + "    - draws: {turn.move: [opal, chalk]}\n  then: open == [slate]", "turn.move does not offer chalk"},
		"a step that is not run":    {begin + rolled + "    - draws: {turn.tile: [slate]}\n  then: open == [slate]", "this piece is not used: turn.tile takes no piece here"},
		"an order that no match has": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [chalk, flint]}, open: [opal]}
  when:
    - draws: {turn.tile: [flint]}
  then: open == [opal]`, "turn.tile does not offer flint\n  first come the pieces that all players know, in their order, then the others zone by zone; next is opal"},
		"an unknown step": {begin + rolled + "    - draws: {turn.mov: [slate]}\n  then: open == [slate]", `no step takes unseen pieces in an order under the name "turn.mov"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, list, err := spec.Read(&source.File{Name: "s.yaml", Text: []byte(c.script)})
			require.NoError(t, err)
			out := g.Run(list[0], Options{Trace: true})
			if c.wrong == "" {
				require.False(t, out.Failed, "%s\n%s", out.Message.String(), out.Trace)
			} else {
				require.Contains(t, out.Message.String(), c.wrong)
			}
		})
	}
}
