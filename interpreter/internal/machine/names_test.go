package machine_test

import "testing"

const tally = `
fields: {a: 0, b: 0, c: 0, log: 0, p: {type: player, optional: true}}
`

// Names live in one run of one procedure.
func TestNamesLivePerRun(t *testing.T) {
	start(t, 2, tally, `
procedures:
  match:
    do:
      - call: tick
      - call: tick
  tick:
    names: {n: 0}
    do:
      - set: {n: n + 1}
      - set: {log: log + n}
`).play().is("log == 2")
}

// A name first made in a loop starts anew each round, in every sort of loop.
func TestNamesStartAnewEachRound(t *testing.T) {
	const body = `
- {set: {x: 7}, if: a == 0}
- {set: {b: b + 1}, if: x == nothing}
- {set: {a: a + 1}}`
	loops := map[string]string{
		"each":  "- each: i\n  in: 1..3\n  do:\n" + indent(body[1:], "    "),
		"while": "- while: a < 3\n  do:\n" + indent(body[1:], "    "),
		"again": "- may:\n    go:\n      if: a < 3\n      do:\n" + indent(body[1:], "        ") + "\n  again: true",
	}
	for name, loop := range loops {
		t.Run(name, func(t *testing.T) {
			r := start(t, 2, tally, match(loop))
			for r.Next() != nil {
				r.answer("ann match: go")
			}
			r.is("a == 3", "b == 2")
		})
	}
}

// A name that was set before a loop is not a name of the loop.
func TestNamesSetBeforeALoopKeepTheirValues(t *testing.T) {
	start(t, 2, tally, match(`
- {set: {n: 0}}
- {each: i, in: 1..3, do: [{set: {n: n + i}}]}
- {while: n < 9, do: [{set: {n: n + 1}}]}
- {set: {a: n}}
`)).play().is("a == 9")
}

func TestListsInLoopsStartAnew(t *testing.T) {
	start(t, 2, tally, match(`
- each: i
  in: 1..3
  do:
    - {set: {l: '[i, i]'}, if: i != 2}
    - {set: {log: 10 * log + len(l)}}
`)).play().is("log == 202")
}

// `call` passes `me` on, `with` and `each` change it, and it comes back.
func TestMe(t *testing.T) {
	start(t, 3, tally, `
procedures:
  match:
    do:
      - {call: note}
      - {call: note, with: {me: 'others[0]'}}
      - {call: note}
      - {each: me, in: others, do: [{call: note}]}
      - {call: note}
  note: {do: [{set: {me.seen: me.seen + 1, log: '10 * log + len(others) + (me == clockwise(me)[0] ? me.number : 0)'}}]}
player:
  fields: {seen: 0, number: 0}
`).play().is("ann.seen == 3", "bob.seen == 2", "cid.seen == 1")
}

// `me` is restored when a stop leaves a loop that bound it, at any depth.
func TestMeAfterAStop(t *testing.T) {
	start(t, 3, tally, `
procedures:
  match:
    do:
      - each: me
        in: players
        id: rounds
        do:
          - {each: me, in: others, do: [{call: inner}]}
      - {set: {p: me}}
      - {call: early, with: {me: 'others[1]'}}
  inner:
    do: [{stop: rounds}]
  early:
    do:
      - {each: me, in: players, do: [{stop: early}]}
    at_end:
      - {set: {a: 1}, if: stopped}
      - {set: {b: 1}}
      - {set: {me.ended: 1}}
player: {fields: {ended: 0}}
`).play().is("p == ann", "a == 1", "cid.ended == 1", "ann.ended == 0")
}

// A step that is skipped leaves its name at nothing, or at its earlier value.
func TestIfOnAStep(t *testing.T) {
	start(t, 2, tally, cards, match(`
- {choose: it_is, from: bank, where: it.kind == "coin", if: a > 0}
- {set: {b: 1}, if: it_is == nothing}
- {move: it_is, to: table}
- {set: {x: 5}}
- {roll: x, if: a > 0}
- {set: {log: x}}
- {if: a > 0, do: [{set: {x: 1}}], else: [{set: {a: 9}}]}
`)).play().is("b == 1", "log == 5", "empty(table)", "a == 9")
}

func TestGives(t *testing.T) {
	start(t, 2, tally, `
procedures:
  match:
    do:
      - {call: numbers, with: {number: 3}}
      - {set: {log: 'sum(many) * 10 + single'}}
      - {call: cut, with: {number: 2}}
      - {set: {a: single}}
  numbers:
    takes: {number: number}
    gives: [many, single]
    do: [{set: {many: '1..number', single: number}}]
  cut:
    takes: {number: number}
    gives: [single]
    do:
      - {set: {single: number}}
      - {stop: cut}
      - {set: {single: 99}}
`).play().is("log == 63", "a == 2")
}

// A list handed to a procedure is its own: changing the original is nothing to it.
func TestCallHandsOverLists(t *testing.T) {
	start(t, 2, tally, `
procedures:
  match:
    names: {l: [1, 2]}
    do:
      - {call: five, with: {v: l, w: l, x: l, y: l, z: '[7]'}}
  five:
    takes: {v: numbers, w: numbers, x: numbers, y: numbers, z: numbers}
    do:
      - {set: {v: '[5]', x: '[]'}}
      - {set: {log: 'sum(concat(v, w, x, y, z))'}}
`).play().is("log == 18")
}

// The list of an `each` is fixed beforehand.
func TestEachGoesThroughAFixedList(t *testing.T) {
	start(t, 2, tally, cards, match(`
- {each: x, in: bank, do: [{move: bank, to: table}, {set: {a: a + 1}}]}
- {set: {l: '[1, 2, 3]'}}
- {each: n, in: l, do: [{set: {l: '[]', b: b + n}}]}
`)).play().is("a == 21", "b == 6", "empty(bank)")
}

func TestSwitch(t *testing.T) {
	start(t, 2, tally, "fields: {way: {one_of: [up, down]}}", match(`
- each: x
  in: 1..7
  do:
    - switch: x
      1-2: [{set: {a: a + 1}}]
      6: {do: [{set: {b: b + 1}}]}
      else: [{set: {c: c + 1}}]
- {switch: way, down: [{set: {log: 1}}], up: [{set: {log: 2}}]}
- {switch: 3, 4: [{set: {log: 9}}]}
- {switch: a == 2, 'true': [{set: {log: log + 1}}]}
`)).play().is("a == 2", "b == 1", "c == 4", "log == 3")
}

func TestRulingTakesTheReadingInForce(t *testing.T) {
	start(t, 2, tally, `
rulings:
  odd.one:
    kind: rule
    question: One or two?
    texts: {}
    readings: {one: one, two: two}
    default: two
    why: because
procedures:
  match:
    do:
      - {ruling: odd.one, one: [{set: {a: 1}}], two: [{set: {a: 2}}]}
      - {ruling: odd.one, one: [{set: {b: 1}}], else: [{set: {b: 3}}]}
      - {set: {c: f}}
formulas:
  f: {ruling: odd.one, one: 1, two: 4}
`).play().is("a == 2", "b == 3", "c == 4", `ruled("odd.one", "two")`)
}

// A condition has a boolean value in a formula, a side of `?:` or a comparison, even if a ruling selects a
// branch that may be nothing.
func TestAConditionThatARulingMakesNothing(t *testing.T) {
	start(t, 2, tally, `
kind: pot
fields: {cracked: {type: yes_no, optional: true}}
formulas:
  leaks: {ruling: odd.one, one: true, two: cracked}
cards: {pan: {}}
`, `
rulings:
  odd.one: {kind: rule, question: "One or two?", texts: {}, readings: {one: one, two: two}, default: two, why: because}
fields:
  maybe: {type: yes_no, optional: true}
  sure: {type: yes_no}
  w: {type: yes_no, optional: true}
  x: {type: yes_no, optional: true}
  y: {type: yes_no, optional: true}
  z: {type: yes_no, optional: true}
formulas:
  named: {ruling: odd.one, one: true, two: maybe}
  side: 'ruled("odd.one", "two") ? maybe : sure'
`, match(`
- {set: {w: named, x: side, y: pan.leaks, z: 'a == 0 ? (ruled("odd.one", "two") ? maybe : sure) : sure'}}
- {set: {a: 1}, if: '(ruled("odd.one", "two") ? maybe : sure) == false'}
- {set: {b: 1}, if: '(pan.cracked ?? (ruled("odd.one", "two") ? maybe : sure)) == false'}
`)).play().is("maybe == nothing", "w != nothing", "x != nothing", "y != nothing", "z != nothing", "not (w or x or y or z)", "a == 1", "b == 1")
}

// The type of a name includes all values that it ever gets, even if names are assigned to each other in a
// circle.
func TestNamesThatDependOnEachOther(t *testing.T) {
	start(t, 2, tally, cards, "zones: {crates: {holds: [box]}}", match(`
- {move: 'filter(bank, .card == "crown")', to: scrap}
- {move: 'filter(bank, .card == "bag")', to: crates}
- {set: {x: 'scrap[0]', y: 'crates[0]'}}
- {each: i, in: 1..2, do: [{set: {x: y}}, {set: {y: x}}, {set: {z: y}}]}
- {set: {y: z, x: 'scrap[0]'}}
- {set: {y: x}}
- {set: {log: 'z.kind == "box" and y.kind == "coin" ? y.worth : 0'}}
`)).play().is("log == 9")
}

// A name that gets a zone holds the pieces that lie there then; a procedure that needs the zone itself gets that.
func TestNamesHoldThePiecesOfAZone(t *testing.T) {
	start(t, 2, `
zones: {store: {}}
player: {zones: {hand: {}, grave: {}}}
procedures:
  match:
    names: {kept: 'players[0].hand'}
    do:
      - {move: 'filter(store, .card == "a")', to: 'players[0].hand'}
      - {move: 'filter(store, .card == "b")', to: 'players[1].hand'}
      - {set: {kept: 'players[0].hand'}}
      - {call: swap, with: {mine: 'players[0].hand', theirs: 'players[1].hand'}}
      - {call: bury, with: {pile: 'players[0].grave', stones: kept}}
  swap:
    takes: [mine, theirs]
    do: [{move: mine, to: 'players[1].hand'}, {move: theirs, to: 'players[0].hand'}]
  bury:
    takes: [pile, stones]
    do: [{call: fill, with: {heap: pile, stones: stones}}, {call: count_up, with: {heap: pile}}]
  fill: {takes: [heap, stones], do: [{move: stones, to: heap}]}
  count_up: {takes: {heap: zone}, do: [{move: 'filter(store, .card == "c")', to: 'players[0].grave'}, {set: {n: len(heap)}}]}
fields: {n: 0}
---
kind: stone
starts: store
cards: {a: {copies: 2}, b: {copies: 3}, c: {copies: 1}}
`).play().is(`all(players[0].hand, .card == "b") and len(players[0].hand) == 3`, `len(players[1].hand) == 0`, `len(players[0].grave) == 3`, "n == 3")
}

// A formula of a player may have parameters: it is called behind a dot, and by its bare name in another of that player.
func TestFormulasOfAPlayerWithParameters(t *testing.T) {
	start(t, 3, `
zones: {store: {}}
fields: {n: 2}
player:
  fields: {score: 1}
  zones: {hand: {}}
  formulas:
    how_many(what): 'count(hand, .card == what)'
    more(stones, number): 'len(stones) * 10 + number + score'
    points: 'how_many("a") + 2 * how_many("b")'
    nested: 'more(hand, more(hand, points))'
procedures:
  match:
    do:
      - {move: 'filter(store, .card == "a")', to: 'players[0].hand'}
      - {move: 'filter(store, .card == "b")', to: 'players[1].hand'}
      - {set: {'players[1].score': 5}}
---
kind: stone
starts: store
cards: {a: {copies: 2}, b: {copies: 3}}
`).play().is(
		`players[0].how_many("a") == 2`, `players[1].how_many("a") == 0`, "players[1].points == 6", `count(players, .how_many("b") > n) == 1`,
		"players[1].more(players[0].hand, n) == 27", "players[1].nested == 30 + 41 + 5", `sum(players, .more(.hand, .how_many("b"))) == 20 + 1 + 30 + 3 + 5 + 1`,
	)
}
