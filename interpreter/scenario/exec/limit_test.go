package exec

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// TestFormulasOfChecksCount runs a scenario whose script does next to nothing and whose checks do much:
// together they have the limit of a match.
func TestFormulasOfChecksCount(t *testing.T) {
	files := fstest.MapFS{"cards/dice/game.yaml": {Data: fmt.Appendf(nil, dice, 1)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "dice", FS: files}}, "dice", interpreter.Options{})
	require.NoError(t, err)
	for _, place := range []string{
		"  when: [{rolls: [1]}]\n  then:\n",
		"  when:\n    - rolls: [1]\n    - then:\n",
	} {
		text := "- scenario: s\n  given: {players: 1, at: match}\n" + place + strings.Repeat("        - sum(1..1000, it) > 1\n", 100)
		_, list, err := spec.Read(&source.File{Name: "x.yaml", Text: []byte(text)})
		require.NoError(t, err)
		out := In(g).Run(list[0], Options{})
		require.False(t, out.Failed, out.Message.String())
		require.Greater(t, out.Work, 100_000)
		out = In(g).Run(list[0], Options{Work: 50_000})
		require.True(t, out.Failed && out.Limit, out.Message.String())
		require.Contains(t, out.Message.String(), "more than 50000 steps of work in one match")
		require.Less(t, out.Work, 60_000)
	}
}

// history is a game whose states are all different: each tells every die that was thrown.
const history = `
language: 1
game: dice
names: {en: Dice}
players: {from: 1, to: 1, seats: [ann], turn: active}
start: match
fields: {active: {type: player}, thrown: 0, told: 0}
procedures:
  match:
    names: {die: 0}
    do:
      - while: thrown < 6
        id: throws
        do:
          - {roll: die, by: 'players[0]'}
          - set: {thrown: thrown + 1, told: told * 6 + die}
      - finish: players
`

// TestAChanceHasALimitOfStates asks how likely a result of six dice is whose 46,656 outcomes are all different.
func TestAChanceHasALimitOfStates(t *testing.T) {
	files := fstest.MapFS{"cards/dice/game.yaml": {Data: []byte(history)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "dice", FS: files}}, "dice", interpreter.Options{})
	require.NoError(t, err)
	_, list, err := spec.Read(&source.File{Name: "x.yaml", Text: []byte("- scenario: s\n  given: {players: 1, at: match}\n  chance: {of: told > 0, is: 1}\n")})
	require.NoError(t, err)
	out := In(g).Run(list[0], Options{})
	require.True(t, out.Failed && out.Limit, out.Message.String())
	require.Contains(t, out.Message.String(), "computing this chance needs more than 20000 states")

	budget := NewBudget(t.Context())
	budget.ChanceStates = 60_000
	out = In(g).Run(list[0], Options{Budget: budget})
	require.False(t, out.Failed, out.Message.String())
}
