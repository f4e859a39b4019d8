package native_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// desk is what formulas look at: things that lie open, in a stack and on each other,
// places that are laid out, and values that are nothing.
const desk = `
fields: {n: 3, yes: true, maybe: {type: yes_no, optional: true}, who: {type: player, optional: true}, blank: {type: number, optional: true},
  way: {one_of: [left, right], optional: true}, heading: {type: direction, optional: true}, spot: {type: place, optional: true}, fine: {type: thing, optional: true}}
zones: {shelf: {}, drawer: {order: stack}, hex: {layout: hex, size: 2}, grid: {layout: grid, size: [3, 2]}, row: {layout: row, size: 4}}
player:
  fields: {score: 2, proud: {type: yes_no, optional: true}}
  zones: {hand: {}, bench: {layout: row, size: 3}}
  formulas: {best: 'empty(hand) ? 0 : max(map(hand, .copy))', twin: 'find(players, it != me)', glad: proud}
formulas:
  twice(number): number * 2
  minus(number): -number
  either(number): 'number > 2 ? number : nothing'
  same(number): number
  richer(player, number): player.score + number > 3
  heavy: 'filter(shelf, .kind == "thing" and .worth > 2)'
  odd(number): {switch: number, 1: 10, 2-3: 20, else: 30}
  named(word): {switch: word, left: 1, right: 2, else: 3}
  recount(player): player?.proud
  nothing_much: nothing ?? blank
  five: 'concat([1], [2], [3], [4], [5], 6..7)'
---
kind: thing
starts: shelf
fields: {worth: {type: number, optional: true}, kin: {type: thing, optional: true}, mark: {type: number, default: 0}, lit: {type: yes_no, optional: true},
  table: {type: number, by: number}, likes: {type: yes_no, by: thing}}
zones: {on_it: {holds: [thing]}}
formulas: {double: 'worth * 2', rivals: 'count(shelf, .kind == "thing" and .worth > worth)', top: 'first(on_it)'}
cards:
  a: {copies: 2, worth: 1, lit: true, table: {1: 4, 3: 9}, likes: {b: true}}
  b: {copies: 2, worth: 4, kin: jewel, lit: false, table: {2: 7}}
  c: {copies: 1, worth: 3, table: {0: 1}}
  jewel: {worth: 7}
---
kind: other
starts: shelf
fields: {weight: number}
zones: {inside: {}}
cards: {box: {copies: 2, weight: 3}}
`

// They are worked out while the desk changes.
const busy = `
procedures:
  match:
    do:
      - while: times("lap", "match") < 6
        do: [{call: lap}]
  lap:
    names: {list: [4, 2], empty_one: [0], flag: false}
    do:
      - {choose: x, from: 'filter(pieces, .kind == "thing")'}
      - {choose: z, from: 'concat(places(hex), places(grid), places(row))'}
      - {roll: die}
      - {set: {who: 'die > 3 ? players[die % len(players)] : nothing', blank: 'die % 2 == 0 ? -die : nothing', maybe: 'die == 1 ? nothing : die == 2', fine: 'die == 4 ? nothing : x'}}
      - {set: {way: 'die == 5 ? "left" : die == 6 ? "right" : nothing', heading: 'die == 3 ? nothing : "right"', spot: 'die == 2 ? nothing : z', n: die}}
      - {set: {me.proud: maybe, x.mark: die, list: 'map(1..die, it * it)', empty_one: '[]'}}
      - {set: {others.proud: die > 4}}
      - {set: {flag: maybe}}
      - {move: x, to: z, if: die > 1}
      - {move: 'filter(shelf, .kind == "thing" and .copy == 1 and .card != "jewel")', to: drawer, if: die == 2}
      - {shuffle: drawer, if: die == 6}
      - {move: 'find(shelf, .kind == "thing")', to: 'find(pieces, .kind == "other").inside', if: die == 1}
      - {flip: x}
`

var allFormulas = []string{
	"1 + 2 * 3 - -4", "-7 % 3", "7 % -3", "n % -4", "-n % 4", "-n", "+n", "abs(-n)", "abs(n)", "blank ?? 9", "-blank ?? 9", "abs(blank) ?? 8", "(-blank == nothing) ? 1 : 2", "abs(blank) == nothing ? 1 : 2",
	"minus(blank ?? 1)", "either(n) ?? -1", "same(blank) ?? 5", "minus(n) + 1", "either(n) == nothing", "-2147483647 + n", "2147483647 - n", "46340 * 46340", "-46340 * 46340",
	"n == 3 or n != 3", "not yes", "yes == true", "yes != (n > 2)", "maybe == nothing", "maybe == true", "maybe == false", "maybe == (n > 2)", "maybe != yes", "maybe ?? true", "not (maybe ?? false)",
	"maybe and yes", "maybe or n > 3", "flag == nothing", "flag ?? false", "flag == maybe", "who?.proud == nothing", "who?.proud ?? true", "recount(who) == nothing", "recount(who) ?? true", "recount(me) ?? false", "me.glad == nothing", "me.glad ?? true", "(n > 3 ? maybe : nothing) == nothing",
	"map(players, .proud)", "filter(players, .proud)", "count(players, .proud)", "find(players, .proud)?.score", "len(map(players, .proud))", "[maybe, yes, flag]", "first([maybe, yes])", "[yes, maybe][0]",
	"n > 2 ? 10 : 20", "who == nothing ? 1 : 2", "who?.score ?? 7", "who?.score", "n == nothing", "(n < 3) == nothing", "nothing != (n > 2)", `way == "left"`, `way in ["left", "right"]`, "way == nothing", `way ?? "right"`, "named(way)", "odd(n)", "odd(-n)", "odd(n + 1)",
	"1..4", "4..1", "[1, 2, 3]", "n..2 * n", "[blank, n]", "len([blank, blank])", "n in 1..3", "blank in [1, -2]", "sum(1..4)", "sum([])", "sum([-2147483647])", "sum(1..4, it * it)", "sum([2147483647, 2147483647, -2147483647, -2147483647])",
	"max(1..4)", "min([4, 2, n])", "max(n, 4, 2)", "min(n, 4, -2)", "first(1..3)", "last(1..n)", "first([])", "last([])", "first(list)", "last(list)", "first(empty_one)", "last(empty_one)", "len(empty_one)", "empty(empty_one)", "empty(list)", "max(list)", "min(list)", "list[0]", "list[-1]", "list[0:1]", "list[-1:]", "list[1:]", "list[:-1]", "reverse(list)", "uniq(concat(list, list))", "sortBy(list, -it)",
	"all(1..3, it > 0)", "any(1..3, it > 2)", "none(1..3, it > n)", "one(1..3, it > 2)", "one(1..3, it > n)", "all(1..0, it > 0)", "any(1..0, it > 0)",
	"count(1..9, it % 2 == 0)", "filter(1..9, it % 3 == 0)", "map(1..3, it * 2)", "map(1..6, it > 3 ? it : nothing)", "map(1..6, either(it))", "find(1..9, it > n)", "find(1..9, it > 40)",
	"sortBy([3, 1, 2], -it)", "sortBy([3, 1, 2, 4], it % 2)", "sortBy(shelf, .copy)", `sortBy(filter(pieces, .kind == "thing"), .worth * 10 - .mark)`, `sortBy(filter(pieces, .kind == "thing"), .kin?.worth)`, "reverse(1..4)", "reverse([])", "uniq([1, 2, 1, n, 2])", "concat(1..2, [7], [])", "five", "concat(five, five, five)", "len(concat(five, five, reverse(five), five, five))", "sum(concat([1], [2], [3], [4], [n], list))",
	"concat(neighbours(spot ?? places(row)[0]), places(grid), ring(hex, 1), neighbours(z), [z])", "(1..9)[2]", "(1..9)[-1]", "(1..9)[2:4]", "(1..9)[:n]", "(1..9)[7:]", "(1..9)[-2:]", "(1..9)[:-7]", "(1..3)[2:1]", "(1..3)[1:99]", "(1..3)[-99:-1]",
	"filter(1..9, any(1..it, it == 4))", "map(1..3, sum(1..it))", "count(1..3, count(1..4, it > 2) == it)", "map(1..3, len(filter(1..5, it > n)))",
	"len(shelf)", "empty(shelf)", "empty(drawer)", "len(drawer)", `sum(filter(shelf, .kind == "thing"), .worth ?? 0)`, "count(drawer, .worth > 1)", `map(filter(shelf, .kind == "thing"), .rivals)`, "map(heavy, .double)", "len(drawer[0:9])", "len(drawer[9:])", "drawer[1:1]", "len(drawer[-9:])",
	`filter(pieces, .card == "a")`, `count(pieces, .kind == "thing" and .copy == 1)`, `find(pieces, .card == "b").worth`, `find(pieces, .kind == "thing" and .worth > 9)?.worth ?? -1`, "x.worth ?? 0", "x.mark + n", "x.kin?.worth ?? 0", "x.kin == jewel", "jewel.worth", "x.on", "x.owner", "x.face", `x.face == "down"`, `x.face != "up"`, "x.copy", "x.lit == nothing", "x.lit ?? true", "x.card", `x.card == "a"`, `x.card in ["a", "c"]`, "x == fine", "fine?.worth ?? 3", "fine?.on == z", "fine == nothing",
	"x.table[n % 4]", "x.table[0] + x.table[3]", "x.table[9 + n]", "len(places(who?.bench))", "map(places(who?.bench), len(it))", "x.likes[x]", "x.likes[jewel]", "any(pieces, .kind == \"thing\" and .likes[x])", "x.top == nothing", "empty(x.on_it)", "x in shelf", "x in drawer", "x in z", "fine in shelf", "x in pieces", "jewel in shelf", `x in filter(pieces, .kind == "thing")`,
	`filter(pieces, .kind == "other" and x in .inside)`, `filter(shelf, .kind == "other" and x in .inside)`, `find(pieces, .kind == "other" and fine in .inside)`, "count(shelf, .kind == \"other\" and not empty(.inside))", `sum(filter(pieces, .kind == "other"), len(.inside) * .weight)`,
	"heavy", "uniq(map(heavy, .worth))", "map(pieces, .owner)", "map(pieces, .on)", "map(filter(pieces, .kind == \"thing\"), .kin)", `len(map(filter(pieces, .kind == "thing"), .kin))`, "[who, players[0]]",
	"players", "others", "clockwise(players[1])", "clockwise(me)[-1]", "clockwise(who ?? me)", "players[0] == me", "me.score", "me.best", "map(players, .best)", "filter(players, richer(it, 2))", "me.twin", "me.twin.twin", "me.twin?.best", "last(players)", "players[-1]", "others[0]", "len(others)", "others[0:1]", "who in others", "me in others",
	"twice(twice(n))", "twice(n + sum(map(players, twice(.score))))", "richer(players[0], twice(1))", "all(players, all(players, richer(it, 5)))", "map(players, len(filter(players, it != me)))", "twice(minus(twice(n)))", "same(same(either(n) ?? 0))", "twice(odd(twice(odd(n))))",
	"places(hex)", "len(places(grid))", "neighbours(z)", "neighbours(x)", "len(neighbours(spot))", "neighbours(fine)", "neighbours(jewel)", `z in places(hex) ? line(z, "down", 2) : []`, `line(places(row)[1], "right", n)`, `line(x.on in places(row) ? x : nothing, heading ?? "right", 3)`, `line(places(grid)[0], "down", 9)`, `line(places(hex)[0], "up_left", 1)`, `line(places(row)[2], "left", -1)`, `line(jewel.on == z ? nothing : spot in places(hex) ? nothing : spot, "left", 1)`, "ring(hex, n % 4)", "ring(hex, -1)", "ring(hex, 0)", "len(ring(hex, 2))",
	`cycle(players, me, "right")`, `cycle(players, me, "left")`, `cycle(players, me, heading)`, `cycle(1..6, n, "up")`, `cycle(1..6, n, "down")`, `cycle(list, list[0], heading)`, "places(me.bench)", "neighbours(places(me.bench)[1])", "neighbours(places(players[1].bench)[0])", "z == spot", "spot == nothing", "z in places(hex)", "z in neighbours(spot)", "len(spot ?? z)", "empty(z)", "empty(spot ?? z)", "first(z)", "first(z)?.worth", "z == places(row)[0]",
	"pieces[1].worth", "len(pieces)", "len(concat(me.hand, shelf))", "empty(filter(me.hand, true))", "len(concat(who?.hand ?? []))", "empty(who?.hand ?? [pieces[0]])", "len(who?.hand ?? shelf)",
	`one(pieces, .card == "a" and .copy == 1)`, `all(pieces, .card == "a" and .copy == 1)`, `none(pieces, .card == "c" and .worth > 3)`, `any(pieces, .card == "c" and .worth > 2)`, `map(filter(pieces, .card == "a" and it.copy > 1), count(pieces, .card == "b" and .worth > 1))`, `count(pieces, .card == "b" and any(pieces, .card == "a" and .copy == 2))`,
	"n > 1 ? (1..n)[0] : (1..n)[0]", "n < 1 ? 1 % 0 : 5", "who != nothing and who.score > 1", "who == nothing or who.score > 1", "(who == nothing or who.score > 1) and (fine == nothing or fine.mark > 2)", "not (who != nothing and (blank ?? 1) > 0 or maybe == nothing)", "nothing_much",
	`times("lap", "match")`, `times("lap", "match", me)`, `times("lap", "lap", players[1])`, "stopped",
	"count(1..4, it > 1 and any(players, .score > 1 and count(pieces, .copy > 1) > n))", "sum(1..4, sum(1..it, sum(1..it, it)))", "filter(concat(1..3, n > 3 ? [7, 8] : [9], list), it > 1 or n == 2)", "any(n > 3 ? 1..2 : 3..4, it == n)", "sum(n > 3 ? list : empty_one)", "len(n > 2 ? shelf : drawer)", "count(n > 2 ? shelf : drawer, .copy > 1)",
}

// Every function and operator of formulas, of odd values.
func TestFormulas(t *testing.T) {
	var b strings.Builder
	b.WriteString(busy)
	var groups []string
	const most = 60 // formulas of a procedure
	for i := 0; i < len(allFormulas); i += most {
		name := fmt.Sprint("group_", i/most)
		groups = append(groups, fmt.Sprintf("  %s:\n    takes: {x: thing, z: place, list: numbers, empty_one: numbers, flag: yes_no, maybe_not: yes_no}\n    do:\n", name))
		fmt.Fprintf(&b, "      - {call: %s, with: {x: x, z: z, list: list, empty_one: empty_one, flag: flag, maybe_not: maybe}}\n", name)
		for j, f := range allFormulas[i:min(i+most, len(allFormulas))] {
			groups[len(groups)-1] += fmt.Sprintf("      - set: {v%d: '%s'}\n", j, f)
		}
		groups[len(groups)-1] += "      - {roll: ending}\n"
	}
	b.WriteString(strings.Join(groups, ""))
	p := game(t, desk, b.String())
	require.NotEmpty(t, p.Ops)
	corner(t, 60, desk, b.String())
}
