package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

const unasked = `
language: 1
game: unasked
names: {en: Unasked}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, n: 0, m: 0}
player: {fields: {lucky: false}}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - while: n < 3
        do:
          - call: turn
            with: {me: active}
      - finish: players
  turn:
    do:
      - set: {me.lucky: true}
        until: {end: turn, of: me}      # the next one: this is under way
        if: n == 0
      - may:
          go:
            - call: inner
          stay: []
        id: acts
        must: true
  inner:
    do:
      - may:
          deep:
            - choose: k
              from: 1..3
            - set: {n: n + k}
        must: true
      - may:
          more: [{set: {m: m + 1}}]
          less: [{set: {m: m - 1}}]
`

func ran(t *testing.T, text string) *Results {
	t.Helper()
	files := fstest.MapFS{
		"cards/unasked/game.yaml":  &fstest.MapFile{Data: []byte(unasked)},
		"scenarios/unasked/x.yaml": &fstest.MapFile{Data: []byte(text)},
	}
	res, err := Run(interpreter.Sources{{FS: files}}, nil, Options{Trace: true})
	require.NoError(t, err)
	return res
}

func played(t *testing.T, text string) *Results {
	t.Helper()
	res := ran(t, text)
	for _, c := range res.Cases {
		require.Empty(t, c.Message)
	}
	return res
}

// An option that is taken because it is the only one is left unsaid; the choices that
// follow it are said as those of the act.
func TestAnOptionTakenUnaskedIsLeftUnsaid(t *testing.T) {
	res := played(t, `
- scenario: s
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {go: {k: 2, more: <taken>}}
  then: [n == 2, m == 1]
  examples:
    - {taken: true}
    - {taken: {}}
`)
	require.Equal(t, 2, res.Passed)
}

// The trace says when what was set for a time is over, and whose it was.
func TestTraceOfWhatIsOver(t *testing.T) {
	res := played(t, `
- scenario: s
  given: {players: 2, at: match}
  when:
    - ann: {go: {k: 1, more: true}}
    - ann: {go: {k: 2, more: true}}
  then: not ann.lucky
`)
	require.Contains(t, res.Cases[0].Trace, "ann.lucky: false → true ")
	require.Contains(t, res.Cases[0].Trace, "ann.lucky: true → false ")
}

// What a check between two lines sees does not hang on the lines that follow, nor
// do these on it: an optional choice is open until a line declines it.
func TestChecksBetweenLinesSeeTheOpenChoice(t *testing.T) {
	res := played(t, `
- scenario: s
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {go: {k: 2}}
    - <check>
    - <next>
  then: m == <m>
  examples:
    - {check: {stands: inner}, next: {ann: more}, m: 1}
    - {check: {stands: inner}, next: {ann: nothing}, m: 0}
    - {check: {stands: inner}, next: {ann: pass}, m: 0}
    - {check: {offers: {ann: [more, less], bob: []}}, next: {ann: nothing}, m: 0}
    - {check: {then: n == 2}, next: {ann: nothing}, m: 0}
    - {check: {refuses: [{bob: stay, because: is not asked}]}, next: {ann: less}, m: -1}
    - {check: {ann: nothing}, next: {stands: nothing}, m: 0}
`)
	require.Equal(t, 7, res.Passed)
}

// A check that fails where a choice is open says how it is declined.
func TestAnOpenChoiceIsNamed(t *testing.T) {
	res := ran(t, `
- scenario: s
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {go: {k: 2}}
  offers: {ann: []}
`)
	require.Contains(t, res.Cases[0].Message, "x.yaml:6:12: ann is offered [more, less], not []\n  inner is open, which the act may leave out: to decline it first, say `ann: nothing`\n")
}
