package scenario

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Scenarios with wrong statements fail at the line of the statement. The expected message follows the wrong
// line, after `###`.
var strict = map[string]string{
	"offers without a seat": `
- scenario: s
  given: {players: 2}
  offers: [stake]  ### ".offers. are a map; found a list"`,
	"an option that is not offered": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}, bob: {hand: [white]}}
  when:
    - ann: {stake: {stone: white}}  ### "ann cannot stake"
  then: len(players) == 2`,
	"an option with a value that is none": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stone: white, stake: nothing}  ### "stake is an option: write .stake: true. or the choices that follow it as {…}; to decline the option, leave it out"
  then: len(players) == 2`,
	"a piece that is not there": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: gold}}  ### "stake.stone does not offer gold"
  then: len(players) == 2`,
	"none of a name": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: 0 white}}  ### "\"0 white\" is not one of the choices; to choose nothing, write .nothing."
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
	"a loop that is not under way": `
- scenario: s
  given: {players: 2, at: set_up/draw 2, set_up: {each: {you: [bob]}}}  ### "no loop over .you. is running at set_up"
  then: len(players) == 2`,
	"a round of nobody": `
- scenario: s
  given: {players: 2, at: set_up/draw 2, set_up: {each: {me: []}}}  ### "a loop is running, so its current element must be given"
  then: len(players) == 2`,
	"a caller that calls something else": `
- scenario: s
  given: {players: 2, at: stake/roll die, goes_on: [turn, match/call set_up]}  ### "match/call set_up does not call turn, so it cannot continue after it"
  then: len(players) == 2`,
	"a caller of nothing": `
- scenario: s
  given: {players: 2, goes_on: [turn]}  ### "each procedure in .goes_on. must call the one before it, starting with .at.; .turn. does not"
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
    - ann: {stake: {stone: white}}  ### "the scenario ends before a question is answered"
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
    - cid: pass  ### "seat cid is not in a match of 2 players"
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
    - {ann: stake, bob: pass}  ### "a line of .when. can have only one action; write .bob. on a separate line"
  then: len(players) == 2`,
	"what cannot fail": `
- scenario: s
  given: {players: 2}
  then: 1 == 1  ### "the formula is always true, so it checks nothing"`,
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
  then: any(ann.pouch, .card == "wite")  ### ".wite. is not a possible value; the values are white, black, gold"`,
	"too many of a card": `
- scenario: s
  given: {players: 2, ann: {pouch: [gold, gold, gold]}}  ### "card .gold. has only 2 copies"
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
  given: {at: action}  ### "no procedure or step .action. to start at"
  then: len(players) == 2`,
	"an offer that is not made": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  offers: {ann: [stake, flee]}  ### "ann is offered .stake., not .stake, flee."`,
	"an allowance that is none": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  allows: [{ann: {stake: {stone: white}}}, {bob: {stake: {stone: white}}}]  ### "this is refused"`,
	"an allowance with a reason": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  allows: [{ann: stake, because: he may}]  ### ".because. can be used only with .refuses."`,
	"an allowance of no act": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  allows: stake  ### "what is allowed is {SEAT: {…}}; found the text .stake."`,
	"an allowance of nobody": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  allows: [{because: he may}]  ### "the player of this action is missing"`,
	"a request where there is one": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  stands: nothing  ### "the match is not at nothing"`,
	"a run that there was": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - ann: stake
    - rolls: [1]
  then: stake == nothing  ### "this does not hold"`,
	"a refusal that is none": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  refuses: [{ann: stake}]  ### "this is not refused"`,
	"an option that eats no choice of another": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [1]
    - ann: {rest: {stone: black}}  ### "no rule asks for a choice or offers an option .rest."
  then: len(players) == 2`,
	"a choice where an option belongs": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, black]}}
  when:
    - ann: stone  ### ".stone. is a choice, not an option"
  then: len(players) == 2`,
	"a refusal of an unknown card": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{ann: {stake: {stone: blakc}}}]  ### "there is no card, player, label or zone .blakc."`,
	"a refusal of an unknown trick": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{bob: {play: glaer}, because: bob is not asked}]  ### "there is no card, player, label or zone .glaer."`,
	"a refusal of somebody who is not asked": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{bob: {stake: {stone: white}}}]  ### "the action is refused for another reason: bob cannot stake: bob is not asked"`,
	"a refusal of an act that belongs elsewhere": `
- scenario: s
  given: {players: 2, turn: ann, at: stake, ann: {hand: [white, gold]}}
  refuses: [{ann: stake}]  ### "the action is refused for another reason: ann cannot stake: ann is asked something else"`,
	"a refusal of a choice left over": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{ann: {stake: {stone: white, target: bob}}}]  ### "the action is refused for another reason: ann was not asked for .target."`,
	"a refusal that cannot be understood": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{ann: {stake: {stone: {gold: {wroth: 2}}}}, because: gold}]  ### "a pebble has no .wroth."`,
	"a part of a reason that is none": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: no pebble in hand}]  ### "the action is refused, but not because no pebble in hand"`,
	"an empty reason": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: ''}]  ### ".because. needs words"`,
	"another reason": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: he is tired}]  ### "the action is refused, but not because he is tired"`,
	"hidden, and seen": `
- scenario: s
  given: {players: 2, ann: {hand: [glare]}}
  hides: {ann: [ann.hand]}  ### "ann sees what lies in ann.hand"`,
	"a hidden piece, and a piece that is seen": `
- scenario: s
  given: {players: 2, ann: {hand: [glare]}}
  sees: {ann: ['ann.hand[0]'], bob: ['ann.hand[0]']}  ### "bob does not see ann.hand.0."`,
	"no piece to see": `
- scenario: s
  given: {players: 2}
  hides: {bob: [first(ann.hand)]}  ### "there is no such piece"`,
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
  chance: {of: white in ann.hand, is: 3/2}  ### "a chance must be a fraction from 0 to 1"`,
	"sight of nothing": `
- scenario: s
  given: {players: 2}
  sees: {ann: []}  ### "this list does not check what ann sees"
  hides: {bob: []}  ### "this list does not check what bob sees"`,
	"a chance with a 0 in front": `
- scenario: s
  given: {players: 2, ann: {hand: [white]}}
  chance: {of: white in ann.hand, is: 01/2}  ### "a chance must be a fraction from 0 to 1"`,
	"another place": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  stands: stake.die  ### "the match is not at stake.die"`,
	"a match that is not over": `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  wins: [ann]  ### "the match is not over, so there is no winner yet"`,
	"a match that is over": `
- scenario: s
  given: {players: 2, at: match, sack: [], ann: {pouch: [gold]}}
  wins: nothing  ### "the match is over; the winner is ann"`,
	"another winner": `
- scenario: s
  given: {players: 2, at: match, sack: [], ann: {pouch: [gold]}}
  wins: [bob]  ### "the winner of the match is ann, not bob"`,
	"a winner who does not play": `
- scenario: s
  given: {players: 2, at: match, sack: []}
  wins: [cid]  ### "seat cid is not in a match of 2 players"`,
	"a winner twice": `
- scenario: s
  given: {players: 2, at: match, sack: []}
  wins: [ann, ann]  ### "ann is named twice"`,
	"more than there are of a card": `
- scenario: s
  given: {players: 2, ann: {pouch: [3 gold]}}  ### "card .gold. has only 2 copies"
  then: len(players) == 2`,
	"other numbers than are offered": `
- scenario: s
  given: {players: 2, turn: ann, at: stake, ann: {hand: [2 white, black]}}
  offers: {ann: [3 white, black]}  ### "ann is offered .2 white, black., not .3 white, black."`,
	"a counter that has not begun": `
- scenario: s
  given: {players: 2, turn: ann, at: turn, times: {stake: {in: turn, ann: 1}}}  ### "all counts are 0 when turn begins"
  then: len(players) == 2`,
	"a clause that is not there": `
- scenario: s
  pins: [P-TURN-99]  ### "there is no clause .P-TURN-99."
  given: {players: 2}
  then: len(players) == 2`,
}

// strictSample is the same on a map of hexes.
var strictSample = map[string]string{
	"a row that a table does not have": `
- scenario: s
  given: {players: 2, cards: {autumn: {adds: {forst: 2}}}}  ### "table adds has no row .forst."
  then: len(players) == 2`,
	"two numbers in one row": `
- scenario: s
  given: {players: 2, cards: {autumn: {adds: {forest: [2, 3]}}}}  ### "a printed value must be a single value, not a list"
  then: len(players) == 2`,
	"a direction that is none": `
- scenario: s
  given: {land: {a: {terrain: plains, at: upp}}}  ### "there is no direction .upp. on a hex"
  then: len(players) == 2`,
	"a way off the map": `
- scenario: s
  given: {land: {a: {terrain: plains, at: up 3 up_left}}}  ### ".up 3 up_left. leads off zone land"
  then: len(players) == 2`,
	"a place that is none": `
- scenario: s
  given: {blue: {circles: [{circle_1: {at: 4}}]}}  ### "there is no place 4 in zone circles"
  then: len(players) == 2`,
	"more pieces than places": `
- scenario: s
  given: {blue: {circles: [circle_1, circle_2, circle_3, circle_4, circle_1]}}  ### "zone circles has only 4 places, but there are more pieces"
  then: len(players) == 2`,
	"a label that hides a formula": `
- scenario: s
  given: {land: {season: forest_tile}}  ### "the name .season. is already used for a formula of the game, and names must not hide each other"
  then: len(players) == 2`,
	"a label that hides a card": `
- scenario: s
  given: {land: {stick: forest_tile}}  ### "the name .stick. is already used for a card, and names must not hide each other"
  then: len(players) == 2`,
	"a label that hides a direction": `
- scenario: s
  given: {land: {up: forest_tile}}  ### "the name .up. is already used for a direction, and names must not hide each other"
  then: len(players) == 2`,
	"a label that hides a word of the language": `
- scenario: s
  given: {land: {others: forest_tile}}  ### "nothing can be called .others."
  then: len(players) == 2`,
	"a label for two": `
- scenario: s
  given: {land: {a: 2 forest_tile}}  ### "a label names one piece, not 2"
  then: len(players) == 2`,
	"no piece with such values": `
- scenario: s
  given:
    land:
      - 3 plains_tile
      - {terrain: plains}  ### "zone land has no remaining piece for .terrain: plains."
  then: len(players) == 2`,
	"a value that is none": `
- scenario: s
  given: {land: {a: {terrain: plain}}}  ### "there is no terrain called .plain.; did you mean .plains."
  then: len(players) == 2`,
	"a piece of which nothing is said": `
- scenario: s
  given: {land: {a: {members: [blue]}}}  ### "the description has no card and no printed value"
  then: len(players) == 2`,
	"more of a tribe than there are": `
- scenario: s
  given: {land: {a: {terrain: plains, members: [5 blue]}}}  ### "blue has no member left"
  then: len(players) == 2`,
	"nobody's piece": `
- scenario: s
  given: {land: {a: {terrain: plains, members: [tribesman]}}}  ### "every player has tribesman, so the owner is unclear"
  then: len(players) == 2`,
	"a seat that says too little": `
- scenario: s
  given: {supply: [blue]}  ### "zone supply can contain 0 kinds of owned pieces"
  then: len(players) == 2`,
	"a mark that is none": `
- scenario: s
  given: {land: {a: {terrain: plains, members: [{blue: {wonded: true}}]}}}  ### "kind member has no face, mark, printed value or zone .wonded. that can be set"
  then: len(players) == 2`,
	"a printed table of one piece": `
- scenario: s
  given: {land: {a: {plains_tile: {directions: {1: up}}}}}  ### "table directions is printed on every plains_tile, so set it under .cards."
  then: len(players) == 2`,
	"a printed value that is none, of one piece": `
- scenario: s
  given: {land: {a: {plains_tile: {terrain: plain}}}}  ### "there is no terrain called .plain.; did you mean .plains."
  then: len(players) == 2`,
	"what lies somewhere, twice": `
- scenario: s
  given:
    land: {home: {top: [mammoth]}}
    home: {top: []}  ### "the contents of this top are given twice"
  then: len(players) == 2`,
	"a mark that would be set back": `
- scenario: s
  given: {turn: blue, at: tribe_phase, land: {a: {terrain: plains, members: [{blue: {actions: 1}}]}}}  ### "this value would be lost, because tribe_phase begins and resets actions"
  then: len(players) == 2`,
	"a label that nobody gave": `
- scenario: s
  given: {turn: blue, at: walk, land: {home: {}, camp: {terrain: plains, members: [blue]}, wood: {terrain: forest, members: [blue]}}}
  when:
    - blue: {walker: canp}  ### "there is no card, player, label or zone .canp."
  then: len(players) == 2`,
	"one of several": `
- scenario: s
  given: {turn: blue, at: walk, land: {home: {}, camp: {terrain: plains, members: [blue]}, wood: {terrain: forest, members: [blue]}}}
  when:
    - blue: {walker: blue}  ### ".blue. could be several things that differ"
  then: len(players) == 2`,
	"a word that says nothing of such pieces": `
- scenario: s
  given: {turn: blue, at: walk, land: {home: {}, camp: {terrain: plains, members: [blue]}, wood: {terrain: forest, members: [blue]}}}
  when:
    - blue: {walker: {camp: {acts: 2}}}  ### "a member has no .acts."
  then: len(players) == 2`,
	"more tokens than there are": `
- scenario: s
  given: {players: 2, turn: blue, at: fight, land: {a: {terrain: plains, members: [blue, yellow]}}, fight: {tile: a}, blue: {store: [2 stick]}}
  when:
    - blue: {tools: [3 stick]}  ### "there is no further .stick. to choose"
  then: len(players) == 2`,
	"one of several that differ, beside another": `
- scenario: s
  given: {players: 2, turn: blue, at: fight, land: {a: {terrain: plains, members: [blue, yellow]}}, fight: {tile: a}, blue: {store: [stone, stick, {stick: {face: down}}]}}
  when:
    - blue: {tools: [stone, stick]}  ### ".stick. could be several things that differ"
  then: len(players) == 2`,
	"all of several that differ, one by one, can be meant": `
- scenario: s
  given: {players: 2, turn: blue, at: fight, land: {a: {terrain: plains, members: [blue, yellow]}}, fight: {tile: a}, blue: {store: [stone, stick, {stick: {face: down}}]}}
  when:
    - blue: {tools: [stone, stick, stick]}  ### "the scenario ends before a question is answered"
  then: len(players) == 2`,
	"all of several that differ, in any order": `
- scenario: s
  given: {players: 2, turn: blue, at: fight, land: {a: {terrain: plains, members: [blue, yellow]}}, fight: {tile: a}, blue: {store: [stone, stick, {stick: {face: down}}]}}
  when:
    - blue: {tools: [stick, stone, stick]}  ### "the scenario ends before a question is answered"
  then: len(players) == 2`,
	"more of one name than there are, in any order": `
- scenario: s
  given: {players: 2, turn: blue, at: fight, land: {a: {terrain: plains, members: [blue, yellow]}}, fight: {tile: a}, blue: {store: [stone, stick, {stick: {face: down}}]}}
  when:
    - blue: {tools: [stick, stone, 2 stick]}  ### "there is no further .stick. to choose"
  then: len(players) == 2`,
	"several where one is chosen": `
- scenario: s
  given: {turn: blue, at: walk, land: {home: {}, camp: {terrain: plains, members: [blue]}, wood: {terrain: forest, members: [blue]}}}
  when:
    - blue: {walker: 2 blue}  ### "at most 1 may be chosen, not 2"
  then: len(players) == 2`,
	"a label where a number belongs": `
- scenario: s
  given: {rings: a, land: {a: {terrain: plains}}}  ### "expected a whole number"
  then: len(players) == 2`,
	"a label of another kind": `
- scenario: s
  given:
    at: grow
    land: {a: {terrain: plains}}
    grow: {circle: a}  ### "there is no circle called .a."
  then: len(players) == 2`,
}

// strictFiles are wrong as files, so nothing of them runs.
var strictFiles = map[string]string{
	"nothing checked": `
- scenario: s  ### "this scenario checks nothing"
  given: {players: 2}`,
	"empty checks": `
- scenario: s
  given: {players: 2}
  offers: {}  ### ".offers. is empty"
  sees: {}  ### ".sees. is empty"
  hides: {}  ### ".hides. is empty"`,
	"an unknown key": `
- scenario: s
  givn: {players: 2}  ### "a scenario has no key .givn."
  then: len(players) == 2`,
	"a column nobody uses": `
- scenario: s
  given: {players: <n>}
  then: len(players) == 2
  examples:
    - {n: 2, m: 3}  ### "the scenario does not use <m>"`,
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
- scenario: s  ### "two scenarios in this file have the same name"
  then: len(players) == 2`,
}

// Names are told along with misspelt keys, where they do not follow from these.
func TestNamesAreToldWithMisspeltKeys(t *testing.T) {
	_, err := Run(t.Context(), with(t, `
- scenario: one
  pinz: [P-TURN-03]
  given: {players: 2, turn: ann, ann: {hand: [wite]}}
  then: len(players) == 2
- scenario: two
  given: {players: 2, ann: {hand: [blck]}}
  then: len(players) == 2
- scenario: three
  givn: {players: 2, ann: {hand: [gld]}}
  varant: rich
  then: len(ann.hand) == golden
`), nil, Options{})
	for _, says := range []string{"x.yaml:3:3: ", "x.yaml:4:47: ", "x.yaml:7:36: ", "x.yaml:10:3: ", "x.yaml:11:3: "} {
		require.ErrorContains(t, err, says)
	}
	require.NotContains(t, err.Error(), "x.yaml:12:")
}

var wanted = regexp.MustCompile(`\s*### "(.*)"\s*$`)

func TestScenariosAreStrict(t *testing.T) {
	fails := func(name, text string, with func(*testing.T, string) interpreter.Sources) {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, text)
			res, err := Run(t.Context(), with(t, text), nil, Options{})
			require.NoError(t, err)
			require.Len(t, res.Cases, 1)
			require.Equal(t, Failed, res.Cases[0].Status)
			matches(t, res.Cases[0].Message.String(), line, want)
		})
	}
	for name, text := range strict {
		t.Run(name, func(t *testing.T) {
			fails(name, text, func(t *testing.T, text string) interpreter.Sources { return with(t, text) })
		})
	}
	for name, text := range strictSample {
		fails(name, text, withSample)
	}
	for name, text := range strictFiles {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, text)
			_, err := Run(t.Context(), with(t, text), nil, Options{})
			require.Error(t, err)
			matches(t, err.Error(), line, want)
		})
	}
}

// matches wants the place and the message on the first line.
func matches(t *testing.T, message string, line int, want string) {
	t.Helper()
	first, _, _ := strings.Cut(message, "\n")
	require.Regexp(t, fmt.Sprintf(`^scenarios/[a-z]+/x\.yaml:%d:\d+: .*%s`, line, want), first, message)
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
func with(t testing.TB, text string) interpreter.Sources {
	t.Helper()
	src := documented(t)
	files := src[0].FS.(fstest.MapFS)
	for name := range files {
		if strings.HasPrefix(name, "scenarios/") {
			delete(files, name)
		}
	}
	files["scenarios/pebbles/x.yaml"] = withoutWanted(text)
	return src
}

// withSample is the sample with a map of hexes, with one file of scenarios.
func withSample(t *testing.T, text string) interpreter.Sources {
	t.Helper()
	cards, err := fs.Sub(samples()[0].FS, "cards")
	require.NoError(t, err)
	files := fstest.MapFS{"scenarios/tusk/x.yaml": withoutWanted(text)}
	require.NoError(t, fs.WalkDir(cards, "tusk", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(cards, name)
		files["cards/"+name] = &fstest.MapFile{Data: data}
		return err
	}))
	return interpreter.Sources{{Name: "sample", FS: files}}
}

func withoutWanted(text string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(regexp.MustCompile(`  ### ".*"`).ReplaceAllString(text, ""))}
}
