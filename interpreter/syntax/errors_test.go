package syntax

import (
	"testing"

	"moraine/interpreter/source"
)

// errorCases holds documents with errors, which are also seeds for fuzzing.
var errorCases = map[string]string{
	"several verbs": inBlock(`
      - choose: a
        roll: b             ### "a step must have exactly one verb; found .choose. and .roll."
      - {if: a, then: []}   ### "this step has no verb = write the steps of a condition under .do."
      - chose: a            ### "a step needs a verb, and .chose. is not a verb = did you mean .choose.."
        from: b
      - shuffle             ### "a step is a map; found the text \"shuffle\""
      - shuffle sack        ### "found the text \"shuffle sack\" = write .shuffle: sack."
      - {}                  ### "no verb = the verbs are choose, may"
`),
	"if is a verb only alone": inBlock(`
      - if: a > 0
        do: []
        else: []
      - shuffle: deck
        if: a > 0
      - if: a > 0
        do: [{shuffle: deck}]
        els: []             ### "has no key \"els\" = did you mean \"else\""
`),
	"operands": inBlock(`
      - choose: a           ### ".choose. needs \"from\""
        form: market        ### "no key \"form\" = did you mean \"from\""
      - draw: 1
        from: deck
        to: hand
        number: 3           ### "no key \"number\" = its keys are draw, if, cites, note, id, says, from, to, as, place, face"
      - draw: 1
        from: deck
        to: hand
        face: upp           ### "\"face\" must be one of up, down; found the text \"upp\" = did you mean \"up\""
      - move: food          ### ".number. and .from. must be used together, to move equal tokens"
        number: 3
        to: hand
      - choose: b
        from: c
        exactly: 1          ### ".exactly. cannot be combined with .at_least. or .at_most."
        at_least: 0
      - set: {}             ### "sets nothing"
      - set: {a: 1}
        until: {of: me}     ### "needs one of end, start"
      - {each: a, in: b}    ### "needs \"do\""
      - while: a            ### "needs \"do\""
      - may: {}             ### "no options"
      - may: {go: {if: a}}  ### "an option needs \"do\""
      - choose: c
        from: d
        if_any: 1         ### "expected true or false, found the number 1"
      - shuffle:            ### "no formula here = write .nothing."
      - finish: ''          ### "no formula here"
      - discard: deck
        cites: E-A-01       ### "names are a list; found the text"
      - discard: deck
        cites: [E-A-1a]     ### ".E-A-1a. is not a name"
        note: [a]           ### "expected a text, found a list"
`),
	"branches": inBlock(`
      - ruling: a.b
        discard: [{discard: it}]
        move: {variant: other}
        else: {do: [], cites: [E-A-01], if: a} ### "a branch has no key \"if\""
      - ruling: a-b         ### "subtraction"
        c: []
      - ruling: a.b
        move: c             ### "exactly one verb"
      - ruling: a.b         ### "has no branches"
      - switch: die
        2-1: []             ### "range 2-1 is empty"
        1-2: []
        -1: []
        x-y: []             ### ".x-y. is not a valid branch of a switch"
        true: []
        Word: []            ### ".Word. is not a valid branch of a switch"
        6: {cites: []}      ### "a branch needs \"do\""
      - switch: die
        1: {variant: a}     ### "a branch has no key \"variant\"" ### "needs \"do\""
`),
	"names": inBlock(`
      - {choose: others, from: a}      ### "nothing can be called \"others\", which is a word of the language"
      - {choose: in, from: a}         ### "which is an operator of formulas"
      - {choose: nil, from: a}        ### "which is a value of formulas"
      - {roll: pending}               ### "which is a word of the language"
      - {roll: big-die}               ### "not a name = .*subtraction"
      - {roll: Die}                   ### ".Die. is not a name = an id has lower-case letters a to z, digits and _, and begins with a letter"
      - {set: {me: a, me.x: 1, ok: 2, target: 3}} ### "nothing can be called \"me\""
      - {each: me, in: players, do: []}
      - {draw: 1, from: a, to: b, as: card}
      - {call: a, with: {me: b, A: c}} ### "not a name"
      - {call: a..b}                  ### ".a..b. is not a name"
      - {stop: [a]}                   ### "expected a name, found a list"
`),
	"formulas and conditions": `
formulas:
  a: [1, b, {is: c}]
  b: {is: c, cites: [E-A-01]}
  b(x): 1                   ### "the name .b. is already used for a field, zone or formula of the game = the first is at test.yaml:4:3"
  c: {}                     ### "needs one of is, ruling, switch"
  d: {is: c, switch: d, e: f}  ### "a formula can have .is. or .switch., but not both" ### "no key \"e\""
  e: {is: c, cite: [E-A-01]}   ### "did you mean \"cites\""
  f(x, x, it): 1           ### "the name .x. is already used for a parameter" ### "called \"it\""
  g(: 1                     ### "not a name"
  h(): 1
  i: {ruling: r, x: 1, y: {variant: z, w: 1}} ### "a branch for a reading that a variant adds has no key .w."
invariants:
  it holds: {that: [a]}
  it does not: {}           ### "needs \"that\""
procedures:
  p:
    do:
      - {discard: a, if: {}}         ### "at least one formula"
      - {discard: a, if: [b]}        ### "a condition must be a formula; found a list = join"
      - {discard: a, if: {some words: b, others: {is: c, cites: [E-A-01]}}}
      - {discard: a, if: {ruling: r, x: b, y: c}}
` + header,
	"procedures": `
procedures:
  p:
    takes: {a: number, b: my-type} ### "subtraction" ### "a procedure needs \"do\""
    names: {a: 1, c: 2}     ### "the name .a. is already used for a name of this procedure"
    formulas: {c: 1}        ### "the name .c. is already used for a name of this procedure"
  q: []                     ### "a procedure is a map; found a list"
  r: {takes: [a, target], do: [], at_ende: []} ### "did you mean \"at_end\""
  chance: {do: []}          ### "word of the language"
windows:
  w: {pending: p}           ### "a window needs \"asks\""
  v: {pending: fate.playing, asks: me, change: []} ### "did you mean \"changes\""
side_offers:
  o: {do: [], closed_in: [x], cite: []} ### "did you mean \"cites\""
` + header,
	"fields and zones": `
fields:
  a: 0
  b: false
  c: number
  d: {type: number, range: 1..9, resets: turn, seen_by: owner}
  e: {one_of: [x, y], default: x}
  f: {type: word, one_of: [x, y]}
  g: {type: number, one_of: [x]}      ### ".one_of. is only for words, not for a field of type number"
  h: {type: number, range: 9..1}      ### "empty"
  i: {type: number, range: 1-9}       ### "a range must have the form 0..9; found the text .1-9."
  j: {type: word, range: 1..9}        ### "only fields of type number can have a range"
  k: {default: 0}                     ### "a field needs \"type\""
  l:                                  ### "expected a name, found nothing"
  m: {one_of: []}                     ### "lists no words"
  n: {type: number, by: terrain, tipe: x} ### "did you mean \"type\""
zones:
  o: {order: stack, when_empty: {reshuffle: p}}
  p: {order: heap}                    ### ".order. must be one of stack; found the text .heap."
  q: {layout: grid, size: 3}          ### "the size of a grid needs 2 numbers; found 1"
  r: {layout: row, size: 3, when_empty: stop}
  s: {size: 3}                        ### "only zones with a layout have a size"
  t: {layout: hex, size: [big]}       ### "expected a number"
  u: {when_empty: refill}             ### "stop or {reshuffle: ZONE}"
  v:                                  ### "a zone is a map; found nothing = write {}"
  a: {}                               ### "the name .a. is already used for a field, zone or formula of the game"
  w: {seen_by: all, holds: [x], starts: true}
` + header,
	"kinds and cards": `
kind: prey
plural: prey
fields: {nutrition: {type: number, assumed: true}, adds: {type: number, by: number}, play: 0}  ### ".play. is a reserved key of every card"
each_has: {effect: steps, possible: {formula: yes_no, default: true}, other: formula} ### "found the text \"formula\""
cards:
  hare: {copies: 2, nutrition: {given: 1, cites: [E-A-01]}, adds: {1: 2, x: 3}, effect: [], possible: a > 0}
  fish: {copies: {assumed: 3}, nutritoin: 3}  ### "a card of kind prey has no key \"nutritoin\" = did you mean \"nutrition\""
  bear: {copies: 0}                           ### "at least one copy = .*is data"
  elk: {starts: {map: [1]}}                   ### "a piece must start at a single place; found a map"
  stag: {starts: {map: 1, sack: 2}}           ### "a piece must start at a single place; found a map = write .ZONE: PLACE."
  deer: {copies: {given: 1, assumed: 2}}      ### ".copies. can have .given. or .assumed., but not both"
  ibex: {copies: {each_player: 5, cites: [E-A-01]}, adds: {assumed: {1: 1}}, nutrition: {assumed: 2}}
  wolf: {adds: 3}                             ### "the entries of the table .adds. are a map"
  boar: {play: {target: a}}                   ### ".play. needs \"in\""
  goat: {copies: many}                        ### "expected a number"
---
kind: prey                                    ### "the name .prey. is already used for a kind = the first is at test.yaml:2:7"
cards: {hare: {}}                             ### "the name .hare. is already used for a card = the first is at test.yaml:7:3"
playing: {do: [], takes: [a]}                 ### ".playing. has no key \"takes\""
---
cards: {hare: {}}                             ### "\"cards\" belongs to a kind = a file with the line .kind: NAME."
` + header,
	"claims": `
measures:
  hunts that succeed: {at: {end: hunt}, share: a}
  two: {at: {end: hunt}, share: a, mean: b}   ### "a measure can have .share. or .mean., but not both"
  none: {at: {end: hunt}}                     ### "needs one of share, mean, sum, count"
  when: {mean: b}                             ### "needs \"at\""
  how: {mean: b, at: {ends: hunt}}            ### "needs one of end, start" ### "did you mean \"end\""
bots:
  prudent: {hunt.prey: it.nutrition, Hunt: 1} ### "not a name"
  rash: 1                                     ### "are a map; found the number 1"
` + header,
	"rulings and clauses": `
rulings:
  a.b:
    kind: rules                               ### ".kind. must be one of rule, data, wording, settled; found the text .rules. = did you mean .rule.."
    question: What?
    texts: {english: {reading: once, clauses: [E-A-01]}, cox: {reading: silent}, french: {reading: one}} ### "no reading \"one\""
    readings: {once: One., each: All., cites: None.} ### ".cites. cannot be the name of a reading, because it is a key of the ruling"
    default: twice                            ### "ruling a.b has no reading \"twice\" = its readings are once, each, cites"
    excludes:
      - {reading: each, with: c.d=e, why: because}
      - {reading: eech, with: c.d}            ### "an exclusion needs \"why\"" ### "no reading \"eech\" = did you mean \"each\"" ### "write ruling=reading"
clauses:
  E-A-01: {text: english, section: A, topic: a.b, normative: false, says: Something.}
  E-A-02: {text: english}                     ### "a clause needs \"says\""
  E-A-3b: {text: english, says: x, normative: perhaps} ### ".E-A-3b. is not a name" ### "expected true or false"
` + header,
	"the same over files": `
procedures: {p: {do: []}}
clauses: {E-A-01: {text: e, says: x}}
names: {en: A, english: B}                    ### ".english. is not a name"
---
procedures: {p: {do: []}}                     ### "the name .p. is already used for a procedure = the first is at test.yaml:2:14"
clauses: {E-A-01: {text: e, says: x}}         ### "the name .E-A-01. is already used for a clause"
names: {en: A}                                ### "a game has one \"names\""
---
player: {fields: {a: 0}, zones: {a: {}}}      ### "the name .a. is already used for a field, zone or formula of the players"
procedure: {}                                 ### "a file of a game has no key \"procedure\" = did you mean \"procedures\""
` + header,
	"no header": `
procedures: {}                                ### "no file of this game has a .language. = .*language: 1"
`,
	"two headers": `
language: 1
game: test
players: {from: 3, to: 2, seats: []}          ### "the range from 3 to 2 is not a valid number of players"
start: match
---
language: 1                                   ### "a game has one \"language\" = the first is at test.yaml:2:11"
game: test                                    ### "a game has one \"game\""
`,
	"a thin header": `
language: one                                 ### "expected a number" ### "no \"game\"" ### "no \"players\"" ### "no \"start\""
`,
	"another language": `
language: 2                                   ### "the game uses language 2, but this interpreter supports language 1"
gaem: test
---
procedures: 1
`,
	"no map": `
- a                                           ### "a file of a game is a map; found a list"
` + header,
	"seats": `
language: 1
game: my-game                                 ### "subtraction"
players: {from: 1, to: 3, seats: [ann]}       ### "3 players need 3 seats, but the game has 1"
start: match
texts: {english: [a]}                         ### "expected a text, found a list"
`,
}

func TestErrors(t *testing.T) {
	for name, game := range errorCases {
		t.Run(name, func(t *testing.T) { checkErrors(t, game) })
	}
}

// FuzzDecode looks for texts that make the decoder panic.
func FuzzDecode(f *testing.F) {
	for _, game := range errorCases {
		f.Add(game)
	}
	f.Fuzz(func(t *testing.T, game string) {
		_, found := decodeText(t, "fuzz.yaml", game)
		_ = source.Diagnostics(found).Error()
	})
}
