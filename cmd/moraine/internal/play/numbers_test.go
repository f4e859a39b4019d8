package play_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
)

// chores is a game whose only question is asked again and again, with options that go and come.
const chores = `
language: 1
game: chores
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {day: 0}
player: {fields: {washed: 0, swept: 0, cooked: 0}}
procedures:
  match:
    do:
      - each: nth
        in: 1..2
        do:
          - set: {day: nth, players.washed: 0, players.swept: 0, players.cooked: 0}
          - call: work
            with: {me: 'players[0]'}
      - finish: players
  work:
    do:
      - may:
          wash: {if: me.washed == 0, do: [{set: {me.washed: 1}}]}
          sweep: {if: me.swept == 0, do: [{set: {me.swept: 1}}]}
          cook: {if: me.swept == 1 and me.cooked == 0, do: [{set: {me.cooked: 1}}]}
          rest: {do: [{set: {day: day}}]}
        again: true
`

func playChores(t *testing.T, o play.Options, lines ...string) string {
	t.Helper()
	return playText(t, "chores", chores, o, lines...)
}

// playText plays a game of which the files stand one behind the other.
func playText(t *testing.T, id, text string, o play.Options, lines ...string) string {
	t.Helper()
	files := fstest.MapFS{}
	for i, doc := range strings.Split(text, "---\n") {
		files["cards/"+id+"/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
	}
	data := interpreter.Sources{{Name: "test", FS: files}}
	g, err := interpreter.Load(data, id, interpreter.Options{})
	require.NoError(t, err)
	var out bytes.Buffer
	o.Out, o.In = &out, strings.NewReader(strings.Join(append(lines, ""), "\n"))
	require.NoError(t, play.Run(context.Background(), g, o))
	return out.String()
}

// An option keeps its number until the `may` ends; the next run numbers them anew.
func TestNumbersStayWhileAQuestionIsOpen(t *testing.T) {
	out := playChores(t, play.Options{}, "1", "1", "2", "3", "0", "2", "quit")
	require.Contains(t, out, "  1  wash\n  2  sweep\n  3  rest\n  0  none of these\n> 1\n")
	require.Contains(t, out, "  2  sweep\n  3  rest\n  0  none of these\n> 1\n1 is not one of the numbers; there are 0 2 3.\n> 2\n")
	require.Contains(t, out, "  3  rest\n  4  cook\n  0  none of these\n> 3\n")
	require.Contains(t, out, "> 0\n")
	_, next, _ := strings.Cut(out, "> 0\n")
	require.Contains(t, next, "  1  wash\n  2  sweep\n  3  rest\n  0  none of these\n> 2\n")
}

// Of several answers in a line those before a wrong one count, and the others are named.
func TestAnswersBeforeAWrongOneCount(t *testing.T) {
	out := playChores(t, play.Options{}, "wash; nap; sweep; rest", "quit")
	require.Contains(t, out, "> nap\n\"nap\" is neither a number nor a command; type ? for help.\n"+
		"The rest of the line was ignored: sweep; rest. The answers before the error were\n  accepted.\n> quit\n")
	require.Contains(t, out, "  Ann: washed 1\n")
}

const stalls = `
language: 1
game: stalls
players: {from: 1, to: 1, seats: [ann]}
start: match
zones: {stand: {layout: row, size: 4, holds: [fruit]}, bag: {holds: [fruit]}}
procedures:
  match:
    do:
      - while: not empty(stand)
        do:
          - choose: fruit
            from: stand
          - move: fruit
            to: bag
      - finish: players
---
kind: fruit
draws: '{card}'
fields: {worth: number}
cards: {apple: {copies: 2, starts: stand, worth: 1}, pear: {copies: 1, starts: stand, worth: 2}}
`

// Places distinguish equal pieces.
func TestAPlaceNamesAPiece(t *testing.T) {
	out := playText(t, "stalls", stalls, play.Options{}, "apple", "stand 1", "apple at stand 0")
	require.Contains(t, out, "> apple\n\"apple\" could be apple at stand 0 or apple at stand 1.\n> stand 1\n")
	require.Contains(t, out, "Apple: from stand 1 to bag")
}

// Options of a long `may` stand in groups, if the game names them.
func TestOptionsStandInGroups(t *testing.T) {
	out := playText(t, "chores", chores+`
asks:
  work.wash.heading: {en: With water}
  work.cook.heading: {en: Indoors}
`, play.Options{}, "2", "quit")
	require.Contains(t, out, "Ann, what will you do?\n  With water: 1 wash · 2 sweep\n  Indoors: 3 rest\n  0 none of these\n> 2\n")
	require.Contains(t, out, "  With water: 1 wash\n  Indoors: 4 cook · 3 rest\n  0 none of these\n> quit\n")
}
