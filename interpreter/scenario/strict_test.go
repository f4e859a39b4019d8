package scenario

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Scenarios that say what does not happen fail, at the line that says it. The
// wanted message stands behind the bad line, after `###`.
var strict = map[string]string{
	"an option that is not offered": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}, bob: {hand: [white]}}
  when:
    - ann: {stake: {stone: white}}  ### "ann cannot stake"
  then: len(players) == 2`,
	"a piece that is not there": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: gold}}  ### "stake.stone does not offer gold"
  then: len(players) == 2`,
	"a choice that nobody asks for": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white, target: bob}}  ### "ann was not asked for .target."
    - rolls: [4]
  then: len(players) == 2`,
	"a die that is not thrown": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [4, 5]  ### "this die is not used"
  then: len(players) == 2`,
	"a die with too many faces": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [7]  ### "a die with 6 sides does not show 7"
  then: len(players) == 2`,
	"another's die": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: {bob: [4]}  ### "it is ann who throws here"
  then: len(players) == 2`,
	"a window nobody answers": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}, bob: {hand: [glare]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [4]  ### "this die is not used: nothing is rolled here"
  then: len(players) == 2`,
	"a question left open": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}  ### "the scenario ends with a question open"
  then: len(players) == 2`,
	"somebody who is not asked": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}, bob: {hand: [glare]}}
  when:
    - bob: {play: glare}  ### "bob cannot play glare: bob is not asked"
  then: len(players) == 2`,
	"an absent player": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - cid: pass  ### "cid does not play: there are 2 players"
  then: len(players) == 2`,
	"an unknown player": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - anne: pass  ### "there is no player .anne."
  then: len(players) == 2`,
	"an unknown option": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - ann: steak  ### "no rule offers an option .steak."
  then: len(players) == 2`,
	"two acts on a line": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - {ann: stake, bob: pass}  ### "a line of .when. is one act"
  then: len(players) == 2`,
	"what cannot fail": `
- scenario: s
  given: {players: 2}
  then: 1 == 1  ### "this is true whatever happens, so it checks nothing"`,
	"what does not hold": `
- scenario: s
  given: {players: 2, ann: {pouch: [white]}}
  then:
    - len(ann.pouch) == 2  ### "this does not hold: len"`,
	"a misspelt name": `
- scenario: s
  given: {players: 2, ann: {pouch: [white]}}
  then: ann.puoch == [white]  ### "a player has no .puoch."`,
	"a misspelt word": `
- scenario: s
  given: {players: 2, ann: {pouch: [white]}}
  then: any(ann.pouch, .card == "wite")  ### "this is never .wite."`,
	"too many of a card": `
- scenario: s
  given: {players: 2, ann: {pouch: [gold, gold, gold]}}  ### "there are no more than 2 of card .gold."
  then: len(players) == 2`,
	"a zone that does not hold it": `
- scenario: s
  given: {players: 2, ann: {pouch: [glare]}}  ### "zone pouch does not hold trick"
  then: len(players) == 2`,
	"a value out of range": `
- scenario: s
  given: {cards: {gold: {worth: 70}}}  ### "worth is 1 to 6, not 70"
  then: len(players) == 2`,
	"a step that is not there": `
- scenario: s
  given: {at: action}  ### "there is no procedure and no step .action. to start at"
  then: len(players) == 2`,
	"an offer that is not made": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  offers: {ann: [stake, flee]}  ### "ann is offered .stake., not .stake, flee."`,
	"a refusal that is none": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  refuses: [{ann: stake}]  ### "this is not refused"`,
	"another reason": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: he is tired}]  ### "it is refused, but not because he is tired"`,
	"hidden, and seen": `
- scenario: s
  given: {players: 2, ann: {hand: [glare]}}
  hides: {ann: [ann.hand]}  ### "ann sees what lies in ann.hand"`,
	"seen, and hidden": `
- scenario: s
  given: {players: 2, ann: {hand: [glare]}}
  sees: {bob: [ann.hand]}  ### "bob does not see what lies in ann.hand"`,
	"another chance": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, cards: {white: {worth: 1}}, ann: {hand: [white]}}
  when:
    - ann: {stake: {stone: white}}
  chance: {of: white in ann.pouch, is: 1/2}  ### "the chance is 2/3, not 1/2"`,
	"no chance": `
- scenario: s
  given: {players: 2, ann: {hand: [white]}}
  chance: {of: white in ann.hand, is: 3/2}  ### "a chance is a fraction from 0 to 1"`,
	"another place": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  stands: stake.die  ### "the match does not stand at stake.die"`,
	"a clause that is not there": `
- scenario: s
  pins: [P-TURN-99]  ### "there is no clause .P-TURN-99."
  given: {players: 2}
  then: len(players) == 2`,
}

// strictFiles are wrong as files, so nothing of them runs.
var strictFiles = map[string]string{
	"nothing checked": `
- scenario: s  ### "this scenario checks nothing"
  given: {players: 2}`,
	"an unknown key": `
- scenario: s
  givn: {players: 2}  ### "a scenario has no key .givn."
  then: len(players) == 2`,
	"a column nobody uses": `
- scenario: s
  given: {players: <n>}
  then: len(players) == 2
  examples:
    - {n: 2, m: 3}  ### "nothing in the scenario uses <m>"`,
	"a hole nobody fills": `
- scenario: s
  given: {players: <n>}  ### "the examples have no <n>"
  then: len(players) == 2
  examples:
    - {}`,
	"a skip without a reason": `
- scenario: s
  skip: ''  ### ".skip. needs a reason"
  then: len(players) == 2`,
	"one name twice": `
- scenario: s
  then: len(players) == 2
- scenario: s  ### "two scenarios of this file have the same name"
  then: len(players) == 2`,
}

var wanted = regexp.MustCompile(`\s*### "(.*)"\s*$`)

func TestScenariosAreStrict(t *testing.T) {
	for name, text := range strict {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, text)
			res, err := Run(with(t, text), nil, Options{})
			require.NoError(t, err)
			require.Len(t, res.Cases, 1)
			require.Equal(t, Failed, res.Cases[0].Status)
			matches(t, res.Cases[0].Message, line, want)
		})
	}
	for name, text := range strictFiles {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, text)
			_, err := Run(with(t, text), nil, Options{})
			require.Error(t, err)
			matches(t, err.Error(), line, want)
		})
	}
}

// matches wants the place and the message on the first line.
func matches(t *testing.T, message string, line int, want string) {
	t.Helper()
	first, _, _ := strings.Cut(message, "\n")
	require.Regexp(t, fmt.Sprintf(`^scenarios/pebbles/x\.yaml:%d:\d+: .*%s`, line, want), first, message)
}

// expectation finds the line that carries the wanted message.
func expectation(t *testing.T, text string) (line int, want string) {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		if m := wanted.FindStringSubmatch(l); m != nil {
			return i + 1, m[1]
		}
	}
	t.Fatal("no ### in the text")
	return 0, ""
}

// with is the game of the READMEs with one file of scenarios.
func with(t *testing.T, text string) interpreter.Sources {
	t.Helper()
	src := pages(t)
	files := src[0].FS.(fstest.MapFS)
	for name := range files {
		if strings.HasPrefix(name, "scenarios/") {
			delete(files, name)
		}
	}
	files["scenarios/pebbles/x.yaml"] = &fstest.MapFile{Data: []byte(regexp.MustCompile(`  ### ".*"`).ReplaceAllString(text, ""))}
	return src
}
