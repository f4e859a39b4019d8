package exec

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// dice is a game in which a die is thrown so many times.
const dice = `
language: 1
game: dice
names: {en: Dice}
players: {from: 1, to: 1, seats: [ann], turn: active}
start: match
fields: {active: {type: player}, thrown: 0}
procedures:
  match:
    names: {die: 0}
    do:
      - while: thrown < %d
        id: throws
        do:
          - {roll: die, by: 'players[0]'}
          - set: {thrown: thrown + 1}
      - finish: players
`

func throws(t *testing.T, times int, last string) *Outcome {
	t.Helper()
	files := fstest.MapFS{"cards/dice/game.yaml": {Data: fmt.Appendf(nil, dice, times)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "dice", FS: files}}, "dice", interpreter.Options{})
	require.NoError(t, err)
	text := "- scenario: s\n  given: {players: 1, at: match}\n  when: [{rolls: [" + strings.Repeat("1, ", times-1) + last + "]}]\n  wins: [ann]\n"
	var found source.Diagnostics
	limits := source.DefaultLimits()
	limits.Nodes = 10 * times
	doc, wrong := source.Parse(&source.File{Name: "x.yaml", Text: []byte(text)}, limits)
	require.Empty(t, wrong)
	list := spec.Decode(doc, &found)
	require.Empty(t, found)
	return In(g).Run(list[0], Options{Course: true})
}

// However long two runs are, they are alike only if they are to the end; one that is too long
// for that fails.
func TestLongRunsAreComparedToTheEnd(t *testing.T) {
	a, b := throws(t, 8_000, "1"), throws(t, 8_000, "2")
	require.False(t, a.Failed, a.Message.String())
	parts, differ := course.Compare(a.Course, b.Course)
	assert.True(t, differ)
	assert.Equal(t, "chance is asked match.die: 1, 2, 3, 4, 5, 6 → 2", parts[1].String())
	long := throws(t, maxEvents, "1")
	assert.True(t, long.Limit)
	assert.Contains(t, long.Message.String(), "the scenario has more than 100000 events, which is too long for a comparison")
}
