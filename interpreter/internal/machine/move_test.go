package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/ref"
)

const lorry = `
zones:
  yard: {}
  left_pile: {order: stack}
  right_pile: {order: stack}
  dark: {order: stack, face: down}
  dump: {order: stack, holds: [crate]}
  row: {layout: row, size: 3}
fields: {log: 0}
---
kind: crate
fields: {n: number}
starts: yard
discards: dump
cards: {a: {copies: 1, n: 1}, b: {copies: 1, n: 2}, c: {copies: 1, n: 3}, d: {copies: 1, n: 4}}
---
kind: pallet
starts: yard
zones: {on_it: {holds: [crate, pallet]}}
cards: {p: {copies: 1}, q: {copies: 1}}
---
kind: coal
starts: yard
cards: {lump: {copies: 5}}
---
formulas:
  crates: 'filter(yard, .kind == "crate")'
  read(zone): 'sum(map(zone, .kind == "crate" ? .n : 0))'
player: {zones: {shed: {}}}
`

// order reads a pile from the top as digits.
func (r *run) order(zone string) (digits []int32) {
	r.t.Helper()
	v := r.compile(`map(filter(` + zone + `, .kind == "crate"), .n)`)
	r.Env.Begin()
	return append(digits, v.List(&r.Env)...)
}

// A packet keeps its order, wherever it goes: the first of it ends on top.
func TestMoveKeepsOrder(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {move: 'left_pile[0:2]', to: right_pile}
- {move: left_pile, to: right_pile, place: top}
- {move: 'right_pile[0:1]', to: right_pile, place: bottom}
`)).play()
	require.Equal(t, []int32{4, 1, 2, 3}, r.order("right_pile"))
	r.is("empty(left_pile)", "len(yard) == 7")
}

func TestMoveOfNothingDoesNothing(t *testing.T) {
	start(t, 2, lorry, match(`
- {move: nothing, to: left_pile}
- {move: 'first(left_pile)', to: right_pile}
- {discard: 'find(yard, .card == "lump" and false)'}
- {flip: 'first(left_pile)'}
- {each: x, in: 'first(left_pile)', do: [{set: {log: 1}}]}
- {move: '[first(left_pile), first(yard)]', to: right_pile}
`)).play().is("log == 0", "len(right_pile) == 1")
}

// A list of places takes one each, in order.
func TestMoveToPlaces(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: 'crates[1]', to: 'ring(field, 0)[0]'}
- {set: {middle: 'find(field, true).on'}}
- {move: 'crates[0:2]', to: neighbours(middle)}
- {set: {log: 'find(pieces, .card == "a").on == line(middle, "up", 1)[0] and find(pieces, .card == "c").on == line(middle, "up_right", 1)[0] ? 1 : 0'}}
`), "zones: {field: {layout: hex, size: 1}}").play()
	r.is("log == 1", "len(field) == 3")
	start(t, 2, lorry, match(`
- {move: crates, to: 'ring(field, 0)'}
`), "zones: {field: {layout: hex, size: 1}}").fails("4 pieces and only 1 places for them")
}

func TestMoveNumberOfTokens(t *testing.T) {
	start(t, 2, lorry, match(`
- {move: lump, number: 2, from: yard, to: me.shed}
- {move: lump, number: 9, from: yard, to: 'others[0].shed'}
- {move: lump, number: 1, from: me.shed, to: left_pile}
- {move: lump, number: 0, from: me.shed, to: left_pile}
`)).play().is("len(ann.shed) == 1", "len(bob.shed) == 3", "len(left_pile) == 1", `none(yard, .kind == "coal")`)
	start(t, 2, lorry, match("- {move: lump, number: log - 1, from: yard, to: me.shed}")).fails("the number must be at least 0, not -1")
	start(t, 2, lorry, "fields: {way: {one_of: [left, right]}}", match("- {move: way, number: 1, from: yard, to: me.shed}")).fails(`"left" is not a card, so there are no tokens of it to move`)
}

// Of a pile those that lie nearest the top are taken.
func TestMoveNumberFromAPile(t *testing.T) {
	r := start(t, 2, cards, "zones: {tower: {order: stack}, bowl: {}}", match("- {move: penny, number: 2, from: tower, to: bowl}"))
	tower := ref.Place(r.game.Schema.GameZone("tower").First)
	for _, name := range []string{"penny", "penny", "crown", "penny", "groat"} {
		r.Env.World.Place(r.unused(name), tower, true)
	}
	r.play().is("map(bowl, .copy) == [2, 3]", `map(tower, .card) == ["groat", "crown", "penny"]`, "tower[2].copy == 1")
}

// Pieces that lie on a piece move with it, but are separated from it in a pile.
func TestPiecesCarryPieces(t *testing.T) {
	start(t, 2, lorry, match(`
- {set: {p: 'find(yard, .card == "p")', q: 'find(yard, .card == "q")'}}
- {move: crates, to: p.on_it}
- {move: p, to: q.on_it}
- {move: q, to: me.shed}
- {set: {log: '10 * len(me.shed) + len(p.on_it)'}, if: 'count(pieces, .kind == "crate" and .owner == me) == 4'}
- {move: q, to: left_pile}
- {set: {log: '100 * log + 10 * len(left_pile) + len(p.on_it) + len(q.on_it)'}}
`)).play().is("log == 1460")
}

func TestAPieceCannotLieOnItself(t *testing.T) {
	start(t, 2, lorry, match(`
- {set: {p: 'find(yard, .card == "p")', q: 'find(yard, .card == "q")'}}
- {move: p, to: q.on_it}
- {move: q, to: p.on_it}
`)).fails("q cannot lie on itself")
}

func TestZonesHoldWhatTheySay(t *testing.T) {
	start(t, 2, lorry, match("- {move: 'filter(yard, true)', to: dump}")).fails("zone dump does not hold pallet (p)")
	start(t, 2, `
kind: sack
zones: {inside: {}}
starts: heap
cards: {jute: {copies: 1}}
---
zones: {heap: {}, bin: {order: stack, holds: [sack]}}
---
kind: rat
starts: heap
cards: {brown: {copies: 1}}
`, match(`
- {move: 'find(heap, .kind == "rat")', to: 'find(heap, .kind == "sack").inside'}
- {move: 'find(heap, .kind == "sack")', to: bin}
`)).fails("zone bin does not hold rat (brown)")
}

// A move without `face` turns a piece only where a zone says so: the one that it enters,
// or one with `face: down` that it leaves. Draws, discards and reshuffles deal it anew.
func TestMoveKeepsTheFace(t *testing.T) {
	for _, c := range []struct{ steps, want string }{
		{"{move: a, to: left_pile}", "down"},
		{"{move: a, to: me.shed}", "down"},
		{"{move: a, to: yard}", "down"},
		{"{move: a, to: 'places(row)'}", "down"},
		{"{move: a, number: 1, from: yard, to: me.shed}", "down"},
		{"{move: [a, b], to: left_pile}", "down"},
		{"{move: a, to: p.on_it}", "down"},
		{"{move: a, to: p.on_it}\n- {move: p, to: left_pile}", "down"},
		{"{move: a, to: left_pile, face: up}", "up"},
		{"{move: a, to: light}", "up"},
		{"{move: a, to: light}\n- {flip: a}\n- {move: a, to: yard}", "down"},
		{"{move: a, to: dark}", "down"},
		{"{move: a, to: dark}\n- {move: a, to: yard}", "up"},
		{"{move: [a, b], to: dark}\n- {move: [a, b], to: yard}", "up"},
		{"{move: a, to: dark}\n- {flip: a}\n- {move: a, to: dark}", "down"},
		{"{move: a, to: left_pile}\n- {draw: 1, from: left_pile, to: yard}", "up"},
		{"{discard: a}", "up"},
		{"{move: a, to: dump}\n- {draw: 1, from: deck, to: deck}", "up"},
	} {
		r := start(t, 2, lorry, "zones: {light: {face: up}, deck: {order: stack, when_empty: {reshuffle: dump}}}",
			match("- {set: {a: 'find(yard, .card == \"a\")', b: 'find(yard, .card == \"b\")', p: 'find(yard, .card == \"p\")'}}\n- {flip: a}\n- "+c.steps))
		r.play().is(`find(pieces, .card == "a").face == "` + c.want + `"`)
	}
}

// A piece comes to lie as the step says, else as the zone says.
func TestFaces(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: crates, to: dark}
- {set: {log: 'count(dark, .face == "down")'}}
- {draw: 1, from: dark, to: left_pile}
- {draw: 1, from: dark, to: left_pile, face: down}
- {set: {log: '10 * log + count(left_pile, .face == "down")'}}
- {move: left_pile, to: dark, face: up}
- {set: {log: '10 * log + count(dark, .face == "up")'}}
- {move: 'dark[0]', to: dark}
- {set: {log: '10 * log + count(dark, .face == "up")'}}
- {flip: dark}
- {set: {log: '10 * log + count(dark, .face == "up")'}}
- {flip: dark, face: up}
- {set: {log: '10 * log + count(dark, .face == "up")'}}
- {discard: dark}
- {set: {log: '10 * log + count(dump, .face == "up")'}}
`))
	r.play().is("log == 4121344")
}

func TestDiscardKeepsAnUnknownOrderUnknown(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {shuffle: left_pile}
- {discard: left_pile}
- {draw: 1, from: dump, to: yard, as: x}
- {set: {log: x.n}}
`)).play("chance match.draw [a b c d]: c")
	r.is("log == 3")
}

// After a shuffle the order is unknown, so each draw is a request to chance; a card whose place is known is
// drawn without one.
func TestDrawAsksOnlyForUnknownCards(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {draw: 1, from: left_pile, to: right_pile}
- {shuffle: left_pile}
- {move: right_pile, to: left_pile}
- {draw: 4, from: left_pile, to: right_pile, place: bottom}
`)).play("chance match.draw [b c d]: c", "chance match.draw [b d]: d")
	require.Equal(t, []int32{1, 3, 4, 2}, r.order("right_pile"))
}

// Where cards come from may change from one to the next.
func TestDrawFromElsewhere(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: 'crates[0:2]', to: left_pile}
- {shuffle: left_pile}
- {move: crates, to: right_pile}
- {shuffle: right_pile}
- {draw: 2, from: 'len(left_pile) > 1 ? left_pile : right_pile', to: yard}
`)).play("chance match.draw [a b]: b", "chance match.draw [c d]: c")
	r.is("len(left_pile) == 1", "len(right_pile) == 1")
}

// A drawn card can be put on a card of the same block, which then differs from all others.
func TestDrawOntoTheBlock(t *testing.T) {
	const trays = `
zones: {pile: {order: stack}}
---
kind: tray
starts: pile
zones: {slot: {holds: [tray]}}
cards: {wood: {copies: 3}, tin: {copies: 2}}
`
	start(t, 2, trays, match(`
- {shuffle: pile}
- {draw: 2, from: pile, to: 'pieces[0].slot'}
`)).play("chance match.draw [wood tin]: tin", "chance match.draw [wood wood tin]: tin")
}

// Blocks keep knowledge apart: under a shuffled block lies another.
func TestBlocks(t *testing.T) {
	r := start(t, 2, lorry, match(`
- {move: 'crates[0:2]', to: left_pile}
- {shuffle: left_pile}
- {move: crates, to: right_pile}
- {shuffle: right_pile}
- {move: right_pile, to: left_pile, place: bottom}
- {move: lump, number: 1, from: yard, to: left_pile}
- {draw: 3, from: left_pile, to: yard}
- {draw: 9, from: left_pile, to: yard}
`)).play("chance match.draw [a b]: b", "chance match.draw [c d]: c")
	r.is("empty(left_pile)", "empty(right_pile)")
}

// Some of an unknown block, taken away together, are in unknown order still.
func TestPartOfABlockStaysABlock(t *testing.T) {
	start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {shuffle: left_pile}
- {move: 'filter(left_pile, .n % 2 == 0)', to: right_pile}
- {draw: 1, from: right_pile, to: yard}
- {draw: 1, from: left_pile, to: yard}
`)).play("chance match.draw [b d]: b", "chance match.draw [a c]: c")
}

func TestWhenEmpty(t *testing.T) {
	const piles = `
zones:
  stock: {order: stack, face: down, when_empty: {reshuffle: used}}
  used: {order: stack}
  out: {order: stack, when_empty: stop}
fields: {log: 0}
---
kind: leaf
starts: stock
cards: {x: {copies: 1}, y: {copies: 1}, z: {copies: 1}}
`
	r := start(t, 2, piles, match(`
- {draw: 2, from: stock, to: used}
- {draw: 2, from: stock, to: out, as: last_one}
- {draw: 7, from: stock, to: out}
- {set: {log: 'len(out) * 10 + len(stock) + len(used)'}}
- {draw: 1, from: used, to: out, as: none_}
- {set: {log: '-log'}, if: none_ == nothing and last_one.card == "y"}
`))
	r.play("chance match.draw [x y]: y").is("log == -30")
}

func TestDrawNeedsAStack(t *testing.T) {
	_, err := load("", lorry, match("- {draw: 1, from: yard, to: left_pile}"))
	require.ErrorContains(t, err, "cannot draw from zone yard, because it is not a stack")
}

func TestMoveToALaidOutZoneNeedsAPlace(t *testing.T) {
	_, err := load("", lorry, match("- {move: 'crates[0]', to: row}"))
	require.ErrorContains(t, err, "zone row has 3 places")
}

func TestShuffleOfAZoneWithoutOrder(t *testing.T) {
	_, err := load("", lorry, match("- {shuffle: yard}"))
	require.ErrorContains(t, err, "cannot shuffle zone yard, because it is not a stack")
}

// An unknown order cannot be read: neither the top card of a shuffled block nor the card at any place within
// it.
func TestUnknownOrderCannotBeRead(t *testing.T) {
	for _, formula := range []string{"left_pile[0]", "left_pile[-2]", "first(left_pile)", "left_pile[0:1][0]", "left_pile[1:3][0]", "first(left_pile)?.n == 1 ? first(yard) : first(yard)"} {
		start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {set: {x: 'left_pile[1]'}}
- {shuffle: left_pile}
- {move: lump, number: 1, from: yard, to: left_pile, place: bottom}
- {set: {log: '1'}}
- {set: {x: '`+formula+`'}}
`)).fails("nobody knows the order of left_pile here: draw from it")
	}
	start(t, 2, lorry, match(`
- {move: crates, to: left_pile}
- {shuffle: left_pile}
- {move: lump, number: 1, from: yard, to: left_pile, place: bottom}
- {set: {log: 'len(left_pile[0:4]) * 10 + len(left_pile[4:])', x: 'left_pile[4]', y: last(left_pile), z: 'find(left_pile, .kind == "crate")'}}
`)).play().is("log == 41")
}
