package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// marks makes a step that notes a digit in the game's log.
const marks = `
fields: {log: 0, n: 0}
procedures:
  note: {takes: {number: number}, do: [{set: {log: 10 * log + number}}]}
`

func TestStopEndsInnerProcedures(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match:
    do:
      - {call: outer}
      - {call: note, with: {number: 9}}
  outer:
    do: [{call: middle}, {call: note, with: {number: 1}}]
    at_end: [{call: note, with: {number: 4}, if: stopped}]
  middle:
    do:
      - {each: me, in: players, do: [{call: inner}]}
      - {call: note, with: {number: 2}}
    at_end: [{call: note, with: {number: 3}, if: stopped}]
  inner:
    do: [{stop: outer}, {call: note, with: {number: 5}}]
    at_end: [{call: note, with: {number: 6}, if: stopped}]
`).play().is("log == 6349")
}

// `at_end` runs at an ordinary end too, and then `stopped` is false in it.
func TestAtEndOfAnOrdinaryEnd(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match: {do: [{call: p}, {call: note, with: {number: 2}}]}
  p: {do: [{set: {x: 5}}], at_end: [{set: {log: x}, if: not stopped}, {set: {log: 0}, if: stopped}]}
`).play().is("log == 52")
}

// Only runs that the stop ends count as stopped: the rest of an outer run continues as before.
func TestStoppedIsTrueOnlyAfterAStop(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match: {do: [{call: outer}]}
  outer: {do: [{call: inner}, {call: note, with: {number: 2}}], at_end: [{call: note, with: {number: 3}, if: not stopped}]}
  inner: {do: [{stop: inner}], at_end: [{call: note, with: {number: 1}, if: stopped}]}
`).play().is("log == 123")
}

// The innermost run of a name is meant.
func TestStopEndsTheInnermostRun(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match: {do: [{call: deep}]}
  deep:
    do:
      - {set: {n: n + 1}}
      - {call: deep, if: n < 3}
      - {call: stopper, if: n == 3}
      - {call: note, with: {number: 1}}
  stopper: {do: [{set: {n: 4}}, {stop: deep}]}
`).play().is("log == 11")
}

func TestStopOfAStepOfTheSameProcedure(t *testing.T) {
	start(t, 3, marks, match(`
- each: i
  in: 1..5
  id: rounds
  do:
    - if: i == 2
      id: body
      do:
        - {stop: body}
        - {call: note, with: {number: 9}}
    - {call: note, with: {number: i}}
    - {stop: rounds, if: i == 3}
- {call: note, with: {number: 7}}
`)).play().is("log == 1237")
}

// A step further out is left from within procedures, loops and each-me alike;
// `me` is then who it was when the step began.
func TestStopOfAStepOfAnOuterProcedure(t *testing.T) {
	start(t, 3, marks, seats, `
procedures:
  match:
    do:
      - {call: sit_down}
      - each: me
        in: others
        do:
          - each: me
            in: players
            id: asking
            do:
              - {call: leave_it}
              - {call: note, with: {number: 9}}
          - {call: note, with: {number: me.seat}}
      - {call: note, with: {number: me.seat}}
  leave_it:
    do: [{each: me, in: others, do: [{stop: asking, if: me.seat == 3}]}]
    at_end: [{call: note, with: {number: 7}, if: stopped}]
`).play().is("log == 72731")
}

// seats numbers the players.
const seats = `
procedures:
  sit_down:
    names: {number: 0}
    do: [{each: me, in: players, do: [{set: {number: number + 1, me.seat: number}}]}]
player: {fields: {seat: 0}}
`

// A procedure that runs, but not within the step that is to be stopped, is not meant.
func TestStopOfAStepThatDoesNotRun(t *testing.T) {
	const game = `
procedures:
  match:
    do:
      - {if: n == 0, id: early, do: [{set: {n: 1}}]}
      - {call: other}
      - {call: note, with: {number: 8}}
  other: {do: [{stop: early}]}
`
	start(t, 2, marks, game).fails("early is not running, so it cannot be stopped")
}

// Of runs of one procedure that hold the step, the innermost that is within it.
func TestStopLooksForTheRunWithinTheStep(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match: {do: [{call: p, with: {number: 1}}]}
  p:
    takes: {number: number}
    do:
      - if: number == 1
        id: part
        do:
          - {call: p, with: {number: 2}}
          - {call: note, with: {number: 9}}
      - {call: q, if: number == 2}
      - {call: note, with: {number: number}}
  q: {do: [{stop: part}]}
`).play().is("log == 1")
}

func TestStopOfAProcedureThatDoesNotRun(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match: {do: [{stop: other}]}
  other: {do: []}
`).fails("other is not running, so it cannot be stopped")
}

// A stop that leaves loops leaves nothing of them behind: the state is that of
// a match whose loops ended by themselves.
func TestStopLeavesNothingOfALoop(t *testing.T) {
	words := func(last string) []int32 {
		r := start(t, 3, marks, match(`
- {each: me, in: players, id: rounds, do: [{each: i, in: '1..5', do: [{stop: rounds, if: `+last+`}]}]}
- {set: {i: 0}}
- {choose: x, from: '1..2'}`))
		r.Next()
		return append([]int32(nil), r.State().Stack[state.AtPlayers:]...)
	}
	require.Equal(t, words("n == 1"), words("i == 3"))
}

// at_end cannot ask or stop, and neither can the procedures that it calls.
func TestAtEndNeitherAsksNorStops(t *testing.T) {
	for step, why := range map[string]string{
		"{choose: x, from: '1..2'}": "cannot ask players",
		"{may: {go: []}}":           "cannot ask players",
		"{roll: x}":                 "cannot ask players",
		"{stop: p}":                 "cannot stop procedures",
		"{call: q}":                 "cannot ask players",
	} {
		t.Run(step, func(t *testing.T) {
			_, err := load("", `
procedures:
  match: {do: [{call: p}]}
  p: {do: [], at_end: [{if: 1 == 1, do: [`+step+`]}]}
  q: {do: [{call: r}]}
  r: {do: [{choose: x, from: '1..2'}]}
`)
			require.ErrorContains(t, err, why, step)
		})
	}
}

// Finishing a match ends all running procedures and evaluates their end conditions.
func TestFinishEndsAllProcedures(t *testing.T) {
	for _, ends := range []string{"match", "turn"} {
		r := start(t, 2, jar, `
procedures: {match: {do: [{call: turn}]}, turn: {do: [{set: {log: 1}}, {finish: players}]}}
invariants: {the log is full: {at: {end: `+ends+`}, that: log == 2}}`)
		r.Strict = true
		require.Nil(t, r.Next())
		require.ErrorContains(t, r.Err(), "this invariant is broken: the log is full", ends)
	}
}

// The end conditions of procedures are evaluated for their own players, not for the winner.
func TestFinishLooksAsWhoseItIs(t *testing.T) {
	r := start(t, 2, jar, `
procedures:
  match: {do: [{call: turn, with: {me: 'players[1]'}}]}
  turn: {do: [{finish: players}]}
invariants: {it was the first player's: {at: {end: match}, that: 'me == players[0]'}}`)
	r.Strict = true
	require.Nil(t, r.Next())
	require.NoError(t, r.Err())
}

// Nor does it matter whose round of a loop it ends in.
func TestFinishInALoopLooksAsWhoseItIs(t *testing.T) {
	r := start(t, 2, jar, `
procedures:
  match: {do: [{each: me, in: others, do: [{finish: players}]}]}
invariants: {it was the first player's: {at: {end: match}, that: 'me == players[0]'}}`)
	r.Strict = true
	require.Nil(t, r.Next())
	require.NoError(t, r.Err())
}

// If a scenario begins within a procedure, the world is still being set up, so invariants are not checked
// yet.
func TestBeginAtLooksAtNoInvariant(t *testing.T) {
	r := start(t, 2, `
fields: {spent: {type: number, default: 0, resets: turn}, left: {type: number, default: 3}}
procedures:
  match: {do: [{call: turn}]}
  turn: {names: {a: 5}, do: [{roll: die}]}
invariants: {three in all: {that: 'spent + left == 3'}}`)
	r.Bare(2)
	r.Strict = true
	spent := r.game.Schema.GameField("spent").Slot
	r.Env.World.Write(spent, 2)
	r.Env.World.Write(r.game.Schema.GameField("left").Slot, 1)
	turn := r.game.Program.Procs[1]
	r.BeginAt(turn.Index, 2, 0)
	r.Env.World.Write(spent, 2) // the turn began it anew
	require.NoError(t, r.Err())
	require.NoError(t, r.CheckInvariants())
}

// doers notes the verbs of the steps that did something.
type doers struct {
	r     *run
	verbs []string
}

func (d *doers) Event(ev machine.Event) {
	if ev.Kind == machine.Stepped && ev.On {
		d.verbs = append(d.verbs, ev.Step.Verb)
	}
}

// An `else` with nothing in it is none: then the `if` comes to nothing.
func TestAnEmptyElseDoesNothing(t *testing.T) {
	for text, want := range map[string][]string{
		"- {if: n > 5, do: [{set: {n: 0}}], else: []}":              {"finish"},
		"- {if: n > 5, do: [{set: {n: 0}}], else: [{set: {n: 1}}]}": {"if", "set", "finish"},
	} {
		t.Run(text, func(t *testing.T) {
			r := start(t, 2, "fields: {n: 0}", match(text+"\n- {finish: players}"))
			d := &doers{r: r}
			r.Observer = d
			require.Nil(t, r.Next())
			require.Equal(t, want, d.verbs)
		})
	}
}

// A finish runs the at_end of all procedures under way, innermost first; loops are left, and nothing counts as stopped.
func TestFinishRunsEveryAtEnd(t *testing.T) {
	r := start(t, 2, marks, `
fields: {ended_by: {type: player, optional: true}}
procedures:
  match:
    do: [{call: outer}, {call: note, with: {number: 1}}]
    at_end: [{call: note, with: {number: 6}}]
  outer:
    do: [{each: me, in: players, do: [{call: middle}]}, {call: note, with: {number: 2}}]
    at_end: [{call: note, with: {number: 5}, if: not stopped}, {set: {ended_by: me}}]
  middle:
    do: [{each: me, in: others, do: [{call: inner}]}]
  inner:
    do: [{finish: '[me]'}, {call: note, with: {number: 3}}]
    at_end: [{call: quiet}, {finish: players}]
  quiet:
    do: []
    at_end: [{call: note, with: {number: 4}}]
`).play().is("log == 456", `ended_by == players[0]`)
	require.Equal(t, []int{1}, r.Winners())
}

// A finish within an at_end that a stop runs ends the match, too.
func TestFinishWithinAStop(t *testing.T) {
	start(t, 2, marks, `
procedures:
  match:
    do: [{call: outer}, {call: note, with: {number: 1}}]
    at_end: [{call: note, with: {number: 4}}]
  outer:
    do: [{call: inner}]
    at_end: [{call: note, with: {number: 3}}]
  inner:
    do: [{stop: outer}]
    at_end: [{call: note, with: {number: 2}}, {finish: players}, {call: note, with: {number: 9}}]
`).play().is("log == 234")
}
