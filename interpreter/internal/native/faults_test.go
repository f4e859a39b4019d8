package native_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/native"
)

// things are what faults are made with.
const things = `
fields: {n: 0, blank: {type: number, optional: true}, nobody: {type: player, optional: true}, way: {one_of: [left, right]}}
zones:
  box: {}
  tray: {holds: [chip]}
  deck: {order: stack, holds: [coin, lid]}
  pile: {order: stack, holds: [chip]}
  hex: {layout: hex, size: 1}
  row: {layout: row, size: 4}
player: {fields: {score: 0}, zones: {hand: {}}}
---
kind: coin
fields: {worth: number, mark: {type: number, default: 0}, table: {type: number, by: number}}
starts: box
cards: {penny: {copies: 3, worth: 1, table: {1: 5, 2: 6}}, crown: {copies: 2, worth: 9, table: {1: 3}}}
---
kind: lid
starts: box
zones: {under: {holds: [coin, lid]}}
cards: {tin: {copies: 3}}
---
kind: chip
starts: box
cards: {food: {copies: 4}}
`

// steps is a procedure that begins every match: its die decides whether there is a
// fault at all.
func steps(then string) string {
	then, more, found := strings.Cut(then, "\n---\n")
	if found {
		more = "\n---\n" + more
	}
	return "procedures:\n  match:\n    do:\n      - {roll: die, sides: 4}\n      - if: die == 1\n        do:\n" +
		indent(then, "          ") + "\n      - {roll: die}" + more
}

func indent(s, by string) string {
	return by + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n"+by)
}

// Where the machine breaks off, so does the code, in the very same matches.
func TestFaults(t *testing.T) {
	for name, then := range map[string]string{
		"member of the first of nothing":   "- {set: {n: 'first(tray).copy'}}",
		"nothing and a number":             "- {set: {n: blank + 1}}",
		"a number and nothing":             "- {set: {n: 1 - blank}}",
		"nothing is less":                  "- {set: {n: 1}, if: blank < 2}",
		"nothing in a sum":                 "- {set: {n: 'sum([1, 2]) + sum(players, blank)'}}",
		"max of nothing":                   "- {set: {n: 'max(map(tray, 1))'}}",
		"too much":                         "- {set: {n: 2147483647}}\n- {set: {n: n + 1}}",
		"too little":                       "- {set: {n: -2147483647}}\n- {set: {n: n - 1}}",
		"too much by far":                  "- {set: {n: 65536}}\n- {set: {n: n * n}}",
		"too much in a sum":                "- {set: {n: 2147483647}}\n- {set: {n: 'sum([n, 1])'}}",
		"remainder of nothing":             "- {set: {n: 5 % n}}",
		"index too high":                   "- {set: {n: '[1, 2][n + 2]'}}",
		"index too low":                    "- {set: {n: '[1, 2][n - 3]'}}",
		"no such row":                      "- {set: {n: 'find(box, .card == \"penny\").table[n + 99]'}}",
		"no row below none":                "- {set: {n: 'find(box, .card == \"penny\").table[n - 1]'}}",
		"of nobody":                        "- {set: {n: nobody.score}}",
		"a choice by nobody":               "- {choose: x, from: '1..3', by: nobody}",
		"an option by nobody":              "- {may: {go: []}, by: nobody}",
		"a call for nobody":                "- {call: nothing_much, with: {me: nobody}}\n---\nprocedures: {nothing_much: {do: []}}",
		"clockwise from nobody":            "- {set: {n: 'len(clockwise(nobody))'}}",
		"nothing to choose":                "- {choose: x, from: tray}",
		"too few":                          "- {choose: x, from: box, exactly: 99}",
		"least above most":                 "- {choose: x, from: box, at_least: 3, at_most: 2}",
		"fewer than none":                  "- {choose: x, from: box, exactly: n - 1}",
		"at least less than none":          "- {choose: x, from: box, at_least: n - 1}",
		"nothing together":                 "- {choose: x, from: '1..4', at_least: 1, together: 'sum(x) > 90'}",
		"nothing that can be done":         "- {may: {go: {if: n > 5, do: []}}, must: true}",
		"a die without sides":              "- {roll: x, sides: n}",
		"a die of many sides":              "- {roll: x, sides: 1001 + n}",
		"a die of nothing":                 "- {roll: x, sides: blank}",
		"dice less than none":              "- {roll: x, dice: n - 1}",
		"draw less than none":              "- {draw: n - 1, from: deck, to: box}",
		"draw what is not held":            "- {move: 'filter(box, .kind == \"coin\")', to: deck}\n- {draw: 2, from: deck, to: 'len(deck) > 1 ? tray : box'}",
		"not held":                         "- {move: 'first(box)', to: tray}",
		"some are not held":                "- {move: box, to: tray}",
		"what lies on it is not held":      "- {move: 'find(box, .kind == \"chip\")', to: 'ring(hex, 0)[0]'}\n- {move: 'filter(box, .kind != \"lid\")', to: tray}",
		"on itself":                        "- {set: {a: 'find(box, .kind == \"lid\" and .copy == 1)', b: 'find(box, .kind == \"lid\" and .copy == 2)'}}\n- {move: a, to: b.under}\n- {move: b, to: a.under}",
		"on its very self":                 "- {set: {a: 'find(box, .kind == \"lid\")'}}\n- {move: a, to: a.under}",
		"a draw of none for nobody":        "- {draw: n, from: deck, to: nobody.hand}",
		"a move of nothing to nobody":      "- {move: 'first(tray)', to: nobody.hand}",
		"a move of none to nobody":         "- {move: tray, to: nobody.hand}",
		"less nothing than that":           "- {set: {n: -blank + 1}}",
		"no more than nothing":             "- {set: {n: 1}, if: abs(blank) > 2}",
		"from nowhere to nobody":           "- {move: 'find(box, .kind == \"lid\" and .copy > 9)?.under', to: nobody.hand}",
		"some from nowhere to nobody":      "- {move: 'filter(find(box, .kind == \"lid\" and .copy > 9)?.under, .kind == \"coin\")', to: nobody.hand}",
		"a pile from nowhere to nobody":    "- {move: 'find(box, .kind == \"crate\" and .copy > 9)?.heap', to: nobody.own}\n---\nplayer: {zones: {own: {order: stack}}}\n---\nkind: crate\nstarts: box\nzones: {heap: {order: stack}}\ncards: {wooden: {copies: 2}}",
		"a remainder by none":              "- {set: {n: 7 % 0}}",
		"no place":                         "- {move: 'first(box)', to: 'line(ring(hex, 1)[0], \"up\", 1)[0]'}",
		"a place that is nothing":          "- {move: 'first(box)', to: 'first(line(ring(hex, 1)[0], \"up\", 3))'}",
		"more pieces than places":          "- {move: box, to: 'ring(hex, 1)'}",
		"no pile":                          "- {discard: 'first(box)'}",
		"no piles":                         "- {discard: box}",
		"order unknown":                    shuffled + "- {set: {n: 'deck[0].worth'}}",
		"first of unknown order":           shuffled + "- {set: {n: 'first(deck).worth'}}",
		"last of unknown order":            shuffled + "- {set: {n: 'last(deck).worth'}}",
		"cut of unknown order":             shuffled + "- {set: {n: 'len(deck[0:2])'}}",
		"top of unknown order":             shuffled + "- {flip: 'deck[0]'}",
		"tokens of a word":                 "- {move: way, number: 1, from: box, to: me.hand}",
		"tokens less than none":            "- {move: food, number: n - 1, from: box, to: me.hand}",
		"tokens that are not held":         "- {move: penny, number: 2, from: box, to: 'players[0].hand'}\n- {move: food, number: 2, from: box, to: 'n == 0 ? tray : box'}\n- {move: penny, number: 2, from: 'players[0].hand', to: 'n == 0 ? tray : box'}",
		"no such direction":                "- {set: {n: 'len(line(row[0].on, \"up\", 2))'}, if: 'not empty(row)'}\n- {set: {n: 'len(line(places(row)[0], \"up\", 2))'}}",
		"a cycle from elsewhere":           "- {set: {n: 'len(cycle(1..3, n + 7, \"right\"))'}}",
		"no branch":                        "- {set: {n: odd}}\n---\nformulas: {odd: {switch: n + 5, 1: 1, 2: 2}}",
		"until nobody's end":               "- {set: {n: 1}, until: {end: match, of: nobody}}",
		"a stop of what does not run":      "- {stop: other}\n---\nprocedures: {other: {do: []}}",
		"a set of what is not there":       "- {set: {nobody.score: 1}}\n- {set: {n: 'nobody.score'}}",
		"while without end":                "- {while: n == 0, do: [{set: {blank: n}}]}",
		"an option without end":            "- {while: n == 0, do: [{may: {go: {if: n > 0, do: []}}, again: true}]}",
		"a stop without end":               "- {while: n == 0, do: [{if: n == 0, id: body, do: [{stop: body}]}]}",
		"left to the machine, without end": "- {while: '[n] == [0]', do: [{set: {blank: n}}]}",
		"an end that goes on":              "- {while: n == 0, do: [{call: other}]}\n---\nprocedures: {other: {do: [{stop: other}], at_end: [{set: {blank: 3}}]}}",
		"recursion":                        "- {call: deep}\n---\nprocedures: {deep: {do: [{call: deep}]}}",
		"no room for what does nothing":    "- {call: deep, with: {l: '1..307'}}\n---\nprocedures:\n  deep: {takes: {l: numbers}, do: [{set: {n: n + 1}}, {if: n < 206, do: [{call: deep, with: {l: l}}], else: [{call: idle}]}]}\n  idle: {do: [{each: x, in: 'filter(tray, .card == \"food\")', do: [{move: x, to: box}]}]}",
		"recursion that doubles":           "- {call: deep, with: {number: 1}}\n---\nprocedures: {deep: {takes: {number: number}, do: [{if: number < 30, do: [{call: deep, with: {number: number + 1}}, {call: deep, with: {number: number + 1}}]}]}}",
		"lists that grow":                  "- {set: {l: '[1]'}}\n- {while: n == 0, do: [{set: {l: 'concat(l, l)'}}]}",
		"a long range":                     "- {set: {n: 'len(1..2000000000)'}}",
		"the longest range":                "- {set: {n: 'count(2147483640..2147483647, it > 5)'}}\n- {set: {n: 'len(1..2147483647)'}}",
		"each of a range":                  "- {each: i, in: '1..900000', do: []}",
		"loops in loops":                   "- {set: {n: 'count(1..2000, count(1..2000, it > n) > n)'}}",
		"four loops in each other":         "- {set: {n: 'count(pieces, count(pieces, count(pieces, count(pieces, count(pieces, count(pieces, .copy > n) > n) > n) > n) > n) > n)'}}",
		"sorting":                          "- {set: {n: 'sortBy(1..9999, -it)[0]'}}",
		"all different":                    "- {set: {n: 'len(uniq(1..9999))'}}",
		"work in a loop":                   "- {while: n == 0, do: [{set: {blank: 'count(1..9999, it > 3)'}}]}",
		"sorting in a loop":                "- {set: {l: '1..2000'}}\n- {while: n == 0, do: [{set: {blank: 'sortBy(l, -it)[0]'}}]}",
		"lists above which much lies":      "- {set: {l: '1..9000'}}\n- {while: n == 0, do: [{set: {k: '[1]', l: '1..9000'}}, {set: {k: '[]'}}]}",
		"too long a list of dice":          "- {roll: x, dice: 70000, sides: 1}",
		"more of one than there is room":   "- {choose: many, from: '[4]', exactly: 600000, repeats: true}",
		"a round more than may be":         "- {set: {n: 0}}\n- {while: n < 200000, do: [{set: {n: n + 1}}]}",
		"a list without end that is made":  "- {set: {n: 'sum(map(1..3000, len(map(1..3000, it))))'}}",
	} {
		t.Run(name, func(t *testing.T) {
			p := game(t, things, steps(then))
			x := newPair(t, compile(t, p, false), p, false)
			faults := 0
			for seed := range uint64(16) {
				if x.lockStep(seed) != nil {
					faults++
				}
				if faults == 1 {
					break
				}
			}
			require.NotZero(t, faults, "no match breaks off")
		})
	}
}

const shuffled = `
- {move: 'filter(box, .kind == "coin")', to: deck}
- {shuffle: deck}
`

// Formulas that double what they use are not written out.
func TestDoubling(t *testing.T) {
	var b strings.Builder
	b.WriteString("formulas:\n  f0: n\n  l0: '[n]'\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "  f%d: f%d + f%d\n  l%d: concat(l%d, l%d)\n", i, i-1, i-1, i, i-1, i-1)
	}
	p := game(t, things, b.String(), steps("- {set: {n: f14}}\n- {set: {n: f6 + len(l6)}}\n- {set: {n: f40}, if: die > 1}"))
	code, err := native.Compile(p, true)
	require.NoError(t, err)
	defer code.Close()
	require.Len(t, code.Left, 2)
	x := newPair(t, code, p, true)
	for seed := range uint64(8) {
		require.NoError(t, x.lockStep(seed))
	}
	require.NotZero(t, x.n.Ops, "nothing was left to the machine")
}

// What is left to the machine goes on in the very same state: lists compared, a single
// choice that goes together.
func TestLeft(t *testing.T) {
	p := game(t, things, `
procedures:
  match:
    do:
      - {move: 'filter(box, .kind == "coin")', to: deck}
      - {shuffle: deck}
      - each: me
        in: players
        do:
          - {choose: a, from: '1..6', together: a % 2 == 1}
          - {roll: die}
          - {set: {n: n + a}, if: '[a, die] == [die, 3]'}
          - {draw: 1, from: deck, to: me.hand}
          - {set: {n: n + 10}, if: 'map(me.hand, .card) == ["penny"]'}
          - {roll: die}
`)
	code := compile(t, p, true)
	require.NotEmpty(t, code.Left)
	x := newPair(t, code, p, true)
	for seed := range uint64(60) {
		require.NoError(t, x.lockStep(seed))
	}
	require.NotZero(t, x.n.Ops, "nothing was left to the machine")
	x.whole(60)
}

// What is left to the machine before anybody decides has come up in each match.
func TestLeftFirst(t *testing.T) {
	p := game(t, things, `
procedures:
  match:
    do:
      - {set: {n: 1}, if: '[n] == [0]'}
      - {roll: die}
`)
	code := compile(t, p, true)
	require.NotEmpty(t, code.Left)
	newPair(t, code, p, true).whole(10)
}

// What is left to the machine, where somebody decides for the first time, may have moved
// pieces before.
func TestLeftWaiting(t *testing.T) {
	p := game(t, `
fields: {n: 0}
zones: {deck: {order: stack, when_empty: {reshuffle: used}}, heap: {order: stack}, used: {order: stack}, tray: {}}
---
kind: coin
starts: tray
cards: {penny: {copies: 3}, crown: {copies: 4}}
---
procedures:
  match:
    do:
      - {move: tray, to: used}
      - {draw: 2, from: 'n == 0 ? deck : heap', to: tray}
      - {draw: 2, from: deck, to: tray}
      - {roll: die}
`)
	code := compile(t, p, true)
	require.NotEmpty(t, code.Left)
	x := newPair(t, code, p, true)
	for seed := range uint64(20) {
		require.NoError(t, x.lockStep(seed))
	}
	x.whole(20)
}

// What the machine breaks off because it takes too many steps, or looks at too much,
// the code does not pass over, though it takes less of both.
func TestTooMuch(t *testing.T) {
	counts := strings.Repeat("count(box, .copy > lap) + ", 10) + "0"
	lists := strings.Repeat("len(filter(box, .copy > lap)) + ", 10) + "0"
	moves := func(there, back string) string {
		return "- while: lap < 700\n  do:\n    - {set: {lap: lap + 1}}\n" + strings.Repeat("    - "+there+"\n    - "+back+"\n", 20)
	}
	for name, then := range map[string]string{
		"calls that do nothing": "- while: lap < 5000\n  do:\n    - {set: {lap: lap + 1}}\n" + strings.Repeat("    - {call: tidy}\n", 9),
		"looks":                 "- while: lap < 6000\n  do: [{set: {lap: lap + 1, n: '" + counts + "'}}]",
		"looks at sets":         "- while: lap < 6000\n  do: [{set: {lap: lap + 1, n: '" + strings.ReplaceAll(counts, ".copy > lap", `.card == "flint"`) + "'}}]",
		"long looks":            "- while: lap < 6000\n  do: [{set: {lap: lap + 1, n: 'count(box, .copy > lap and .copy > lap + 1 and .copy > lap + 2 and .copy > lap + 3 and .copy > lap + 4 and .copy > lap + 5 and .copy > lap + 6 and .copy > lap + 7 and .copy > lap + 8 and .copy > lap + 9)'}}]",
		"lists":                 "- while: lap < 6000\n  do: [{set: {lap: lap + 1, n: '" + lists + "'}}]",
		"moves":                 moves("{move: box, to: shelf}", "{move: shelf, to: box}"),
		"moves of names":        "- {set: {all_: 'filter(box, true)'}}\n" + moves("{move: all_, to: shelf}", "{move: all_, to: box}"),
		"piles":                 "- {move: box, to: heap}\n" + moves("{move: heap, to: used}", "{move: used, to: heap}"),
		"shuffles":              "- {move: box, to: heap}\n" + moves("{shuffle: heap}", "{shuffle: heap}"),
		"left to the machine":   "- while: lap < 9000\n  do: [{set: {lap: lap + 1, n: 9}, if: '[" + counts + "] == [7]'}]",
	} {
		t.Run(name, func(t *testing.T) {
			p := game(t, `
fields: {lap: 0, n: 0}
zones: {box: {}, shelf: {}, heap: {order: stack}, used: {order: stack}}
---
kind: stone
starts: box
cards: {flint: {copies: 400}}
`, steps(then+`
---
procedures:
  tidy:
    do:
      - each: s
        in: 'filter(shelf, .card == "flint")'
        do: [{move: s, to: box}]
`))
			x := newPair(t, compile(t, p, false), p, false)
			var err error
			for seed := uint64(0); seed < 16 && err == nil; seed++ {
				err = x.lockStep(seed)
			}
			require.Error(t, err, "no match breaks off")
		})
	}
}
