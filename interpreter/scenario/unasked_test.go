package scenario

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

const unasked = `
language: 1
game: unasked
names: {en: Unasked}
players: {from: 2, to: 3, seats: [ann, bob, cid], turn: active}
start: match
fields: {active: {type: player}, n: 0, m: 0, who: {type: player, optional: true}}
invariants: {all is well: {that: n < 9 and m < 9}, there are six: {at: {end: pause}, that: m <= 6}}
player: {fields: {lucky: false, charmed: false}}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - while: n < 3
        id: rounds
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
  for_whom:
    do:
      - call: inner
        with: {me: who}
  spin:
    do:
      - while: m < 1
        do:
          - may: {go: {if: {there is a way: n > 3}, do: []}}
  errand:
    do:
      - may:
          fetch: [{choose: load, from: 2..2}]
          bring: [{choose: load, from: 1..3}, {set: {n: load}}]
        again: true
  gamble:
    do: [{choose: bet, from: 2..2}, {roll: a}, {set: {n: a + bet}}]
  beside:
    do: [{set: {n: 2}, if: 'clockwise(who)[0] == active'}]
  share:
    do: [{choose: shares, from: players, by: active, exactly: 4, repeats: true}]
  pause:
    do: [{may: {rest: [{set: {n: 1}}]}}]
  charms:
    do:
      - {set: {me.charmed: true}, until: {start: turn, of: 'others[0]'}}
  throws:
    do:
      - each: me
        in: clockwise(active)
        do: [{roll: a}, {set: {n: n + a}, if: me == active}]
`

func ran(t *testing.T, text string) *Results {
	t.Helper()
	files := fstest.MapFS{
		"cards/unasked/game.yaml":  &fstest.MapFile{Data: []byte(unasked)},
		"scenarios/unasked/x.yaml": &fstest.MapFile{Data: []byte(text)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{Trace: true})
	require.NoError(t, err)
	return res
}

func played(t *testing.T, text string) *Results {
	t.Helper()
	res := ran(t, text)
	for _, c := range res.Cases {
		require.Empty(t, c.Message.String())
	}
	return res
}

// An option that is taken because it is the only one is not written; its choices are written as those of the
// act.
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

// The trace shows the end of a timed value, and its owner.
func TestTraceOfTheEndOfTimedValues(t *testing.T) {
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

// A check between two lines does not depend on the lines that follow, nor do they depend on it: an optional
// choice is open until a line declines it.
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

// A message adds details if its first line alone would mislead.
func TestMessagesSayWhatToDo(t *testing.T) {
	for name, tt := range map[string]struct {
		scenario string
		want     []string
	}{
		"an open choice": {"given: {players: 2, turn: ann, at: turn}\n  when: [{ann: {go: {k: 2}}}]\n  offers: {ann: []}", []string{
			"ann is offered [more, less], not []", "  inner is open, which the act may leave out: to decline it first, say `ann: nothing`",
		}},
		"an act that is taken unasked": {"given: {players: 2, turn: ann, at: inner}\n  when: [{ann: {deep: {k: 2}}}]\n  then: n == 2", []string{
			"ann cannot deep: ann is asked something else", "  inner was deep, the only possible answer, so nobody was asked: write only its choices, as in `ann: {k: …}`",
		}},
		"the choice of another option": {"given: {players: 2, turn: ann, at: turn}\n  when: [{ann: {stay: {k: 2}}}]\n  then: n == 2", []string{
			`ann was not asked for "k"`, "  what asks for it: inner.k",
		}},
		"a player who is nobody": {"given: {players: 2, at: for_whom}\n  then: n == 2", []string{
			"the rules break: these steps need a player as `me`: who is nothing", "  at cards/unasked/game.yaml:44:9",
		}},
		"no end": {"given: {players: 2, at: spin}\n  then: n == 2", []string{
			"the rules break: more than 200000 steps without a decision: this seems to have no end", "  the endless loop is at cards/unasked/game.yaml:48:9",
			"  no player can act in it, because this condition is false: there is a way  cards/unasked/game.yaml:50:45", "  -v shows the last hundred events",
		}},
		"one part of an invariant": {"given: {players: 2, n: 2, m: 12}\n  then: n == 2", []string{
			"the rules break: this invariant is broken: all is well", "  this does not hold: m < 9", "    m = 12",
		}},
		"an invariant of a procedure that ends later": {"given: {players: 2, turn: ann, at: pause, m: 7}\n  when: [{ann: rest}]\n  then: n == 1", []string{
			"x.yaml:1:13: the rules break: this invariant is broken: there are six", "  the position in `given` violates it; the rules check it when pause ends", "  this does not hold: m <= 6", "    m = 7",
		}},
		"a field that is nothing": {"given: {players: 2, at: beside}\n  then: n == 2", []string{
			"clockwise needs a player, but the value in parentheses is nothing", "  who is nothing; to set it, write `who: …` in `given`",
		}},
		"a procedure that has not run": {"given: {players: 2, turn: ann, at: turn}\n  then: gamble.bet == 2", []string{
			"this does not hold: gamble.bet == 2", "  it cannot be evaluated: scenarios/unasked/x.yaml:3:16: that procedure has not run; test it first, or use `?.`",
		}},
		"a value of an option": {"given: {players: 2, turn: ann, at: turn}\n  when: [{ann: {stay: ann}}]\n  then: n == 0", []string{
			"x.yaml:3:23: stay is an option: write `stay: true` or the choices that follow it as {…}",
		}},
		"a number for yes": {"given: {players: 2, turn: ann, at: turn, ann: {lucky: 1}}\n  then: n == 0", []string{
			"expected true or false, found 1; write true",
		}},
		"a count as a value": {"given: {players: 2, turn: ann, at: share}\n  when: [{ann: {shares: {ann: 4}}}]\n  then: n == 0", []string{
			`a player has no "ann"`, "  to choose it 4 times, write `[4 ann]`", "  the match stands at: share.shares, which asks ann: ann, bob",
		}},
		"a word that is no answer": {"given: {players: 2, turn: ann, at: share}\n  when: [{ann: {shares: [treasure]}}]\n  then: n == 0", []string{
			`there is no card, player, label or zone "treasure"`, "   = the answers to shares are ann, bob",
		}},
		"a choice before the open one": {"given: {players: 2, turn: ann, at: errand}\n  when: [{ann: {bring: {bet: 2}}}]\n  then: n == 0", []string{
			`ann is not asked for "bet"`, "  the open choice is load; to answer it, write `load: …`",
		}},
		"a forced choice that is refused": {"given: {players: 2, turn: ann, at: errand}\n  refuses: [{ann: {fetch: {load: 3}}, because: luck is out}]", []string{
			"the action is refused, but not because luck is out", "  errand.load was 2, the only possible answer, so nobody was asked; write that, or leave `load` out",
		}},
		"an option with words of another": {"given: {players: 2, turn: ann, at: turn}\n  when: [{ann: {load_more: 2}}]\n  then: n == 2", []string{
			`option "load_more"`, "   = the options are more, go, stay, deep, less, fetch, bring, rest; the choices are load, k, bet, shares",
		}},
		"an unknown option": {"given: {players: 2, turn: ann, at: turn}\n  when: [{ann: wander}]\n  then: n == 2", []string{
			`no rule offers an option "wander"`, "   = there are go, stay, deep, more, less, fetch, bring, rest, and pass",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			res := ran(t, "- scenario: s\n  "+tt.scenario+"\n")
			require.Equal(t, 1, res.Failed)
			first, rest, _ := strings.Cut(res.Cases[0].Message.String(), "\n")
			require.Regexp(t, `^x\.yaml:\d+:\d+: `, strings.TrimPrefix(first, "scenarios/unasked/"))
			require.Contains(t, first, tt.want[0])
			for _, line := range tt.want[1:] {
				require.Contains(t, "\n"+rest, "\n"+line+"\n")
			}
			require.NotContains(t, rest, "n < 9")
			require.LessOrEqual(t, strings.Count(res.Cases[0].Trace, "\n"), 100)
		})
	}
}

// A value that differs from the only possible answer is the fault; no later request is to be declined.
func TestAForcedTargetIsNotDeclined(t *testing.T) {
	text := `- scenario: s
  given:
    players: 2
    turn: ann
    at: actions
    ann: {living: [clan_1], fate: [predator]}
    bob: {hand: [clan_1], supply: [hare, camomile]}
  when:
    - ann: {play: predator, target: ann}
  then: count(bob.hand) == 1
`
	files := fstest.MapFS{"scenarios/glacier/x.yaml": &fstest.MapFile{Data: []byte(text)}}
	src := append(shipped(), interpreter.Layer{Name: "own", FS: files})
	res, err := Run(t.Context(), src, []string{"scenarios/glacier/x.yaml"}, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, res.Failed)
	message := res.Cases[0].Message.String()
	require.Contains(t, message, "target was bob, the only possible answer, so nobody was asked; write that, or leave `target` out")
	require.NotContains(t, message, "to decline")
}

// A mark that the rules set for a time is given with its end: the one that they
// speak of, or that which the scenario names.
func TestMarksAreGivenWithTheirEnd(t *testing.T) {
	res := played(t, `
- scenario: s
  given: {players: 2, at: match/rounds, turn: ann, n: 1, ann: {lucky: <lucky>}, bob: {lucky: true}}
  when:
    - ann: {go: {k: 1}}
    - ann: nothing
    - then: ann.lucky == <still> and bob.lucky
    - ann: {go: {k: 1}}
    - ann: nothing
  then: not ann.lucky
  examples:
    - {lucky: true, still: false}
    - {lucky: {is: true, until: {end: turn}}, still: false}
    - {lucky: {is: true, until: {end: turn, of: ann}}, still: false}
`)
	require.Equal(t, 3, res.Passed)
	res = ran(t, `
- scenario: s
  given: {players: 2, who: {is: ann, until: {end: turn}}}
  then: n == 0
- scenario: t
  given: {players: 2, ann: {charmed: true}}
  then: n == 0
`)
	require.Contains(t, res.Cases[0].Message.String(), "x.yaml:3:28: no rule sets who with this `until`")
	require.Contains(t, res.Cases[1].Message.String(), "x.yaml:6:38: add `until`, because the rules set charmed only for a limited time")
	require.Contains(t, res.Cases[1].Message.String(), "   = say when it ends: {is: true, until: {start: turn, of: SEAT}}\n")
}

// A value that the rules never set for a limited time needs no end, whether or not the run records coverage.
func TestCoverageAsksForNoEnd(t *testing.T) {
	files := fstest.MapFS{
		"cards/unasked/game.yaml":  &fstest.MapFile{Data: []byte(unasked)},
		"scenarios/unasked/x.yaml": &fstest.MapFile{Data: []byte("- scenario: s\n  given: {players: 2, ann: {charmed: false}}\n  then: not ann.charmed\n")},
	}
	src := interpreter.Sources{{FS: files}}
	for _, cover := range []bool{false, true} {
		res, err := Run(t.Context(), src, nil, Options{Rules: rulesOf(t, src, "unasked").WithUncited(), Load: interpreter.Options{Cover: cover}})
		require.NoError(t, err)
		require.Equal(t, 1, res.Passed, messages(res))
	}
}

// Dice by seat are used in the order in which the rules roll them.
func TestDiceBySeat(t *testing.T) {
	res := played(t, `
- scenario: s
  given: {players: 2, turn: bob, at: throws}
  when:
    - rolls: {ann: [4], bob: [5]}
  then: n == 5
`)
	require.Equal(t, 1, res.Passed)
}

// A scenario starts at any step, with an id or without, and goes on after the
// procedure if it says in which.
func TestScenariosStartAnywhere(t *testing.T) {
	res := played(t, `
- scenario: at a step that nobody named
  given: {players: 2, turn: bob, at: throws/each me}
  when: [{rolls: [5, 2]}]
  then: n == 5
- scenario: within a step
  given: {players: 2, turn: ann, at: inner/choose k}
  when: [{ann: {k: 3}}]
  then: n == 3
- scenario: the second of two
  given: {players: 2, turn: ann, at: inner/may more}
  when: [{ann: less}]
  then: m == -1
- scenario: and ends with the turn
  given: {players: 2, turn: ann, at: acts, n: 1}
  when: [{ann: stay}]
  stands: nothing
- scenario: and goes on after the turn
  given: {players: 2, turn: ann, at: acts, goes_on: match, n: 1}
  when: [{ann: stay}]
  offers: {ann: [go, stay]}
- scenario: to the end
  given: {players: 2, turn: ann, at: acts, goes_on: match, n: 1}
  when: [{ann: {go: {k: 2}}}, {ann: nothing}]
  wins: [ann, bob]
`)
	require.Equal(t, 6, res.Passed)
	res = ran(t, `
- scenario: s
  given: {players: 2, at: inner/choose z}
  then: n == 0
- scenario: t
  given: {players: 2, at: throws, goes_on: match}
  then: n == 0
`)
	require.Contains(t, res.Cases[0].Message.String(), "x.yaml:3:27: no procedure or step \"inner/choose z\" to start at\n")
	require.Contains(t, res.Cases[0].Message.String(), "did you mean \"inner/choose k\"?")
	require.Contains(t, res.Cases[1].Message.String(), "x.yaml:6:44: match does not call throws, so it cannot continue after it")
}

// Who plays, and where he sits, a scenario may say: as an example in a rule book has it.
func TestSeatsCanBeChosen(t *testing.T) {
	res := played(t, `
- scenario: two who are not the first
  given: {players: [cid, ann], turn: cid, at: acts, goes_on: match, n: 1}
  when:
    - cid: stay
  offers: {cid: [go, stay], ann: []}
  then: players == [cid, ann] and clockwise(ann) == [ann, cid]
- scenario: to the end
  given: {players: [cid, bob], turn: bob, at: acts, goes_on: match, n: 1}
  when: [{bob: {go: {k: 2}}}, {bob: nothing}]
  wins: [cid, bob]
`)
	require.Equal(t, 2, res.Passed)
	for players, want := range map[string]string{
		"[ann, cyd]":      "did you mean \"cid\"?",
		"[ann, zoe]":      "the players are ann, bob, cid",
		"[ann, ann]":      "ann has a seat already",
		"[ann]":           "the number of players must be from 2 to 3, not 1",
		"[ann, {bob: 1}]": "x.yaml:2:26: ",
		"ann":             "expected a number, found",
	} {
		t.Run(players, func(t *testing.T) {
			res := ran(t, "- scenario: s\n  given: {players: "+players+", at: acts}\n  then: n == 0\n")
			require.Equal(t, 1, res.Failed, players)
			require.Contains(t, res.Cases[0].Message.String(), want, players)
		})
	}
	res = ran(t, "- scenario: s\n  given: {players: [cid, ann], turn: bob, at: acts}\n  then: n == 0\n")
	require.Contains(t, res.Cases[0].Message.String(), "seat bob is not in a match of 2 players")
}

// TestForcedChoicesBelongToTheirAct: that the act before could only go one way answers nothing of
// the next, which names the same choice.
func TestForcedChoicesBelongToTheirAct(t *testing.T) {
	res := ran(t, `
- scenario: two errands
  given: {players: 2, at: errand, turn: ann}
  when: [{ann: {fetch: {load: 2}}}, {ann: {bring: {load: 2}}}, {ann: pass}]
  then: n == 2
- scenario: the first left unsaid
  given: {players: 2, at: errand, turn: ann}
  when: [{ann: fetch}, {ann: {bring: {load: 2}}}, {ann: pass}]
  then: n == 2
`)
	require.Equal(t, 2, res.Passed)
}

// TestChancesAreUndone: a choice with one option, made before a check of a chance, can still be named after it.
func TestChancesAreUndone(t *testing.T) {
	played(t, `
- scenario: s
  given: {players: 2, turn: ann, at: gamble}
  when:
    - {chance: {of: n == 5, is: 1/6}}
    - ann: {bet: 2}
    - rolls: [3]
  then: n == 5
`)
}
