package formula_test

import (
	"testing"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// rare is a game with constructs that few games use: conditions that may be nothing, lists as arguments,
// values that only some kinds have, piles of unknown order.
const rare = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
procedures: {match: {do: [{set: {pile.marked: true}}]}}
fields: {n: 3, yes: true, flag: {type: yes_no, optional: true}, who: {type: player, optional: true}, spot: {type: place, optional: true}}
zones: {comb: {layout: hex, size: 2}, road: {layout: row, size: 4}, pile: {order: stack, starts: true}, heap: {}}
player:
  fields: {ready: {type: yes_no, optional: true}, score: 2}
  zones: {hand: {}, board: {layout: grid, size: [2, 2]}, hive: {layout: hex, size: 1}}
  formulas: {able: ready, either: 'ready ?? flag', held: 'concat(hand, pile)'}
formulas:
  told: flag
  maybe: who?.ready
  most(numbers): max(numbers)
  nth(list, number): list[number]
  same(list, other): list == other
  bearing(gem): 'find(pile, gem in it.setting)'
  rated: {switch: n, 1-2: flag, 3: 'who?.ready', else: true}
  noted: {switch: n, 1-2: flag, 4: false}
  chosen: {switch: n, 1-2: pile, else: 'heap'}
  bits: [n > 2, flag, yes]
  numbers_of: [n, 4, 'len(pile)']
`

const gems = `
kind: gem
each_has: {gleam: {formula: yes_no, default: flag}, glow: {formula: yes_no, default: nothing}, size: {formula: number}, kin: {formula: gems, default: '[]'}}
fields: {worth: {type: number, optional: true}, rare: {type: yes_no, optional: true}, marked: {type: yes_no, optional: true}}
zones: {setting: {holds: [gem]}}
formulas: {shiny: rare, twice: 'worth * 2'}
cards:
  ruby: {copies: 3, worth: 4, rare: true, size: 'copy * worth', glow: 'marked'}
  opal: {copies: 3, worth: 2, rare: false, size: 2, kin: 'filter(pieces, .card == "ruby")'}
  flint: {copies: 2, size: 'worth ?? 9', glow: 'rare ?? true'}
`

const rocks = `
kind: rock
starts: heap
fields: {worth: number}
cards: {slate: {copies: 1, worth: 0}, chalk: {copies: 2, worth: 1}}
`

var rarities = []string{
	// Conditions that may be nothing.
	"flag", "flag == nothing", "nothing == flag", "flag == false", "flag == yes", "flag != (n > 5)", "(n > 2) == nothing", "nothing == (n > 2)", "not flag", "flag and yes", "flag or yes",
	"flag ?? true", "(flag ?? nothing) ?? yes", "who?.ready", "who?.ready ?? true", "who?.ready == nothing", "map(players, .ready)", "map(players, .ready ?? false)", "map(players, not .ready)", "filter(players, .ready)",
	"(n > 2 ? flag : yes) == nothing", "(n > 5 ? flag : who?.ready) ?? true", "n > 2 ? flag : yes", "n > 5 ? nothing : flag", "told", "told ?? true", "maybe", "maybe ?? true", "map(players, .able ?? true)", "map(players, .either)",
	"rated", "rated ?? true", "rated == nothing", "noted", "bits", "any(bits, it)", "find(bits, not it)", "bits[0] and n > 1", "first(bits) == yes", "len(bits)",
	"map(pieces, it.marked ?? true)", "map(pile, .marked)", "map(pile, .rare)", "map(pile, .shiny)", "map(pile, .shiny ?? true)", "map(pile, .glow)", "map(pile, .glow ?? true)", "map(pile, .gleam ?? true)", "count(pile, .glow)", "any(pile, .rare)", "all(pile, .rare or .worth != 4)",
	// Lists handed on, and lists of every making.
	"most([1, 7, n])", "most(numbers_of)", "most(map(pile, .worth))", "nth(pile, 0)", "nth(heap, 1)", "nth([4, 5], n)", "nth(1..9, nth([2, 3], 1))", "nth(clockwise(players[1]), 2)", "same(pile, reverse(pile))", "same([1, 2], 2..3)", "clockwise(players[1])[1]",
	"chosen", "len(chosen)", "chosen[0]", "map(players, len(.held))", "players[0].held", "who?.hand ?? heap", "len(who?.hand ?? [])", "len(me?.hand ?? heap)", "who?.board ?? []", "me?.hand ?? []", "numbers_of", "concat(pile, heap)", "pile == []", "map(pile, len(.kin))", "sum(map(pile, .size))", "[who, me, nothing]", "[]",
	`pile == ["ruby", "opal"]`, `["ruby", "ruby", "ruby"] == filter(pieces, .card == "ruby")`, `"opal" in pile`, `heap[0].card in ["slate"]`, `"slate" in map(heap, .card)`, "pile != heap", "heap == heap",
	"sum([-2147483647])", "sum([-2147483647, -1])", "sum(pile, .worth)", "sum(heap, .worth)", "sortBy(pile, .worth)", "sortBy(heap, -it.worth)", "uniq(map(pieces, .kind))", "uniq(map(pieces, .card))", "max(numbers_of) - min(numbers_of)", "max([])", "max(map(pile[0:0], .worth))",
	"heap[1:n]", "heap[:-1]", "heap[who?.score:]", "(1..9)[n:][0]", "first(reverse(heap))", "reverse(heap)[0]", "5..n", "n..(who?.score)",
	// Numbers.
	"-n", "-(who?.score)", "-(who?.score) == nothing", "abs(who?.score)", "abs(-n)", "n % -2", "floor(n / -2)", "ceil(-7 / n)", "ceil(n / (who?.score))", "floor(n / (n - 3))", "-7 % n", "n % (n - 3)", "n - (who?.score)", "2147483647 + n", "min(n, who?.score)", "max(n, 5, 2 * n)", "n < (who?.score)", "n >= 3 and n <= 3", "(who?.score) == nothing", "n != 4",
	// List functions stop at the element that decides, so later elements are not evaluated.
	"any(1..3, it == 1 or it % 0 == 1)", "any(1..3, it == 2 and it % 0 == 1)", "all(1..3, it > 1 and it % 0 == 1)", "all(1..3, it % (3 - it) == 0)", "none(1..3, it == 1 or it % 0 == 1)", "one([1, 1, 2], it == 1 or it % 0 == 1)", "one([1, 2, 1], it == 1 or it % 0 == 1)",
	"find(1..3, it == 1 or it % 0 == 1)", "count(1..3, it == 1 or it % 0 == 1)", "yes or 1 % 0 == 1", "not yes and 1 % 0 == 1", "yes ? 1 : 1 % 0", "n ?? (1 % 0)", "(who?.score) ?? (1 % 0)", "who == nothing or who.score > 1", "who?.score ?? who.score",
	// Pieces and places.
	"pile[0]", "first(pile)", "last(pile)", "pile[0:2]", "pile[0:3]", "pile[0:5]", "first(pile).worth", "first(pile)?.worth", "first(heap).worth", "heap[0].worth", "first(comb).worth", "first(road).worth", "first(road)?.worth ?? -1", "first(heap) == heap[0]", "first(comb)",
	"map(pieces, .worth)", "map(pieces, .rare)", "map(pieces, .marked)", "map(pieces, .glow)", "map(pieces, len(.setting))", "map(pieces, .owner)", "map(pieces, .on)", "map(pieces, .face)", "map(pieces, .copy)", "map(pieces, .kind)", "bearing(pieces[0])", "map(filter(pieces, .kind == \"gem\"), bearing(it))", "pieces[0].setting", "first(pieces[0].setting)", "empty(pieces[2].setting)",
	"spot", "spot == nothing", "empty(spot)", "len(spot)", "concat(spot, heap)", "spot?.copy", "neighbours(spot)", "line(spot, \"up\", 1 % 0)", "places(who?.board)", "ring(who?.hive, 1)", "ring(who?.hive, who?.score)", "neighbours(me.hive[0])", "ring(me.hive, n)", "places(me.board)[n]", "line(places(road)[0], \"right\", n)", "line(places(road)[3], \"left\", -1)", "map(places(road), len(it))", "neighbours(pieces[0])",
	"players[n]", "others", "map(others, .score)", "me", "me.score", "who.score", "clockwise(who)", "len(concat(n > 2 ? comb : road))", "n > 5 ? comb : road", "cycle(others, me)", "cycle(players, who)", "cycle(players, players[1])", "cycle(road, first(road))",
}

// Rare constructs have the same value in both evaluators, or are a fault in both: with nothing known, with
// everything set, and with a player for whom nothing runs.
func TestTreesOfRarities(t *testing.T) {
	g := gameOf(t, rare, gems, rocks)
	m := machine.New(g.Program, 3, nil)
	for round := range 3 {
		if round == 1 {
			settle(g.Schema, m)
		}
		for _, text := range rarities {
			m.Env.World.Err, m.Env.Base, m.Env.Who = nil, m.Env.World.Stack.Frame(), ref.Seat([]int32{0, 2, schema.Nothing}[round])
			agreeing(t, &m.Env, compile(t, g, text), text)
		}
	}
}

// settle gives every field a value, lays a gem on another, and forgets half of the
// order of the pile.
func settle(s *schema.Schema, m *machine.Match) {
	e := &m.Env
	e.World.Write(s.GameField("flag").Slot, 1)
	e.World.Write(s.GameField("who").Slot, 1)
	e.World.Write(s.GameField("spot").Slot, int32(s.GameZone("road").First+2))
	for seat := range 2 {
		e.World.Write(s.PlayerField("ready").Slot+seat, int32(seat))
	}
	pile, gem := int32(s.GameZone("pile").First), s.Kind("gem")
	e.World.Place(3, ref.Place(gem.Zones["setting"].First), false)
	e.World.Place(4, ref.Place(s.GameZone("road").First+2), false)
	e.World.Place(5, ref.Place(s.GameZone("comb").First+2), false)
	e.World.Place(6, ref.Place(s.PlayerZone("board").First+s.PlayerZone("board").Cells+2), false)
	e.World.Write(s.MarkSlot(s.PieceField("marked"), 1), 1)
	e.World.Shuffle(ref.Place(pile))
	e.World.Place(0, ref.Place(pile), true)
}
