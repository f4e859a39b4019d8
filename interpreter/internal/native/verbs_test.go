package native_test

import "testing"

// Pieces that lie on each other, in stacks of which parts are known, on places, with
// owners; all that moves, turns or draws them.
func TestPieces(t *testing.T) {
	corner(t, 200, `
fields: {n: 0, lap: 0}
zones:
  box: {}
  deck: {order: stack, face: down, when_empty: {reshuffle: used}}
  used: {order: stack}
  heap: {order: stack, holds: [coin, box]}
  tower: {order: stack, when_empty: stop}
  grid: {layout: grid, size: [3, 3]}
player:
  zones: {hand: {seen_by: owner}, own: {order: stack, when_empty: {reshuffle: spent}}, spent: {order: stack}, bench: {layout: row, size: 3}, piles: {layout: row, size: 2}}
---
kind: coin
starts: box
discards: heap
fields: {worth: number, mark: {type: number, default: 0}, lit: {type: yes_no, optional: true}}
cards: {penny: {copies: 6, worth: 1}, groat: {copies: 3, worth: 4}, crown: {copies: 2, worth: 9}}
---
kind: box
starts: box
discards: used
fields: {lid: {type: number, default: 1}}
zones: {inside: {}, shelves: {layout: row, size: 2}}
cards: {chest: {copies: 3}, bag: {copies: 2}}
---
kind: flag
starts: hand
discards: used
cards: {red: {copies: {each_player: 2}}}
---
kind: chip
starts: box
cards: {food: {copies: 5}, wood: {copies: 3}}
---
formulas:
  coins(zone): 'filter(zone, .kind == "coin")'
  boxes: 'filter(pieces, .kind == "box")'
  free: 'filter(places(grid), empty(it))'
procedures:
  match:
    do:
      - {move: 'filter(box, .kind == "coin" and .copy > 1)', to: deck}
      - {move: 'filter(box, .kind == "coin" and .card == "penny")', to: 'players[0].own'}
      - {shuffle: deck}
      - while: lap < 40
        do:
          - {set: {lap: lap + 1}}
          - {roll: die, sides: 16}
          - {call: step, with: {die: die, me: 'players[lap % len(players)]'}}
  step:
    takes: {die: number}
    do:
      - {choose: b, from: boxes}
      - {choose: other, from: 'filter(boxes, it != b)'}
      - {choose: p, from: 'filter(pieces, .kind == "coin" and .on != nothing)'}
      - switch: die
        1:
          - {draw: 3, from: deck, to: me.hand, as: came}
          - {set: {came.mark: 'came.mark + 1'}, if: 'came?.kind == "coin"'}
        2:
          - {draw: 2, from: deck, to: me.own, place: bottom, face: up}
          - {shuffle: me.own, if: 'len(me.own) > 3'}
          - {draw: 4, from: me.own, to: me.spent, face: down}
        3:
          - {move: p, to: b.inside}
          - {move: 'b.inside', to: used, place: bottom, if: 'len(b.inside) > 1 and none(b.inside, it == b or .kind == "box")'}
        4:
          - {move: p, to: 'places(b.shelves)[lap % 2]'}
        5-6:
          - if: 'b.on != nothing and none(other.inside, true) and empty(other.shelves) and none(b.inside, it == other)'
            do:
              - {set: {deep: 'filter(pieces, .kind == "box" and other in .inside)'}}
              - {move: b, to: other.inside, if: 'empty(deep) and b != other and none(b.inside, .kind == "box") and none(pieces, .kind == "box" and b in .inside)'}
        7:
          - {move: b, to: tower, face: down}
          - {move: 'tower[0:2]', to: tower, place: bottom, if: 'len(tower) > 2'}
        8:
          - {move: tower, to: used}
          - {shuffle: used}
          - {move: 'coins(used)', to: deck, place: bottom}
          - {move: 'filter(used, .copy == 1)', to: tower, place: bottom, face: up}
        9:
          - {discard: 'filter(concat(me.hand, me.spent), .kind != "flag" and .kind != "chip")'}
          - {discard: p}
          - {flip: heap}
        10:
          - {move: food, number: 2, from: box, to: me.hand}
          - {move: wood, number: 9, from: box, to: me.own}
          - {move: food, number: 1, from: me.hand, to: 'places(me.bench)[1]'}
          - {move: 'find(me.hand, .kind == "chip")', number: 1, from: me.hand, to: box}
          - {move: food, number: 'len(used) % 3', from: 'len(used) > 2 ? me.hand : box', to: tower}
        11:
          - {move: 'len(free) < 3 ? [] : me.hand[0:2]', to: free, if: len(free) > 2}
          - {flip: grid, face: down, if: lap % 2 == 0}
          - {flip: 'filter(grid, .copy == 1)'}
        12:
          - {move: grid, to: deck, place: bottom}
        13:
          - {draw: 9, from: tower, to: me.hand, as: topmost}
          - {set: {n: 'topmost == nothing ? n : topmost.copy'}}
          - {draw: 0, from: tower, to: me.hand, as: topmost}
          - {set: {n: n + 100}, if: topmost == nothing}
        14:
          - {shuffle: deck}
          - {draw: 2, from: deck, to: b.inside, if: 'none(deck, it == b)'}
          - {move: 'coins(b.inside)', to: deck}
          - {draw: 3, from: deck, to: deck, place: bottom}
        15:
          - {set: {p.lit: 'p.lit == nothing ? true : p.lit ? false : nothing', p.mark: 'p.mark + 1'}}
          - {set: {boxes.lid: die}}
          - {move: box, to: box, face: down}
          - {set: {coins(deck).mark: 'lap % 3'}, if: lap % 2 == 0}
        else:
          - {move: 'concat(me.hand, others[0].hand)', to: 'places(me.piles)[0]'}
          - {move: 'places(me.piles)[0]', to: me.hand}
          - {discard: 'find(pieces, .card == "red" and .owner == me)'}
      - {roll: again}
`)
}

// Blocks of cards of which some are marked, or bear something: chance draws by what
// is alike.
func TestMarkedCards(t *testing.T) {
	corner(t, 200, `
zones: {deck: {order: stack, when_empty: {reshuffle: used}}, used: {order: stack}, store: {}, tray: {}}
fields: {lap: 0}
---
kind: leaf
starts: deck
discards: used
fields: {mark: {type: number, default: 0}, lent: {type: yes_no, default: false}}
zones: {on_it: {holds: [bead]}}
cards: {ace: {copies: 5}, king: {copies: 4}, jack: {copies: 1}}
---
kind: bead
starts: store
cards: {blue: {copies: 4}, pink: {copies: 2}}
---
procedures:
  match:
    do:
      - {shuffle: deck}
      - while: lap < 25
        do:
          - {call: turn}
  turn:
    names: {came: nothing}
    do:
      - {set: {lap: lap + 1}}
      - {choose: x, from: pieces, where: {it is a leaf: 'it.kind == "leaf"'}}
      - {choose: xs, from: deck, at_most: 2, by: chance}
      - {set: {xs.mark: 'lap % 2'}, if: lap % 3 == 0}
      - {set: {x.lent: true}, until: {end: turn}}
      - {set: {xs.lent: true}, until: {start: turn, of: 'players[0]'}, if: lap % 4 == 0}
      - {move: 'find(store, true)', to: x.on_it, if: 'x in tray or x in deck'}
      - {draw: 3, from: deck, to: tray, as: came}
      - {set: {came.mark: 2}, if: 'came != nothing and lap % 5 == 0'}
      - {choose: back, from: tray, where: 'it.kind == "leaf"', at_least: 0}
      - {move: back, to: deck}
      - {move: 'filter(tray, .kind == "bead")', to: store}
      - {move: 'filter(used, .kind == "bead")', to: store}
      - {move: 'filter(deck, .kind == "bead")', to: store}
      - {discard: tray, if: 'len(tray) > 4 and all(tray, .kind == "leaf")'}
      - {shuffle: deck, if: lap % 2 == 0}
`)
}

// All that asks, of all sorts of things, with lists that go together or not.
func TestChoices(t *testing.T) {
	corner(t, 200, `
zones: {jar: {}, cup: {}, grid: {layout: grid, size: [2, 3]}}
fields: {lap: 0, n: 0, on: {type: yes_no}, way: {one_of: [left, right, up]}}
player: {fields: {score: 0}, zones: {hand: {}}}
---
kind: bean
starts: jar
fields: {size: number, dots: {type: number, default: 0}}
cards: {red: {copies: 4, size: 1}, blue: {copies: 3, size: 2}, gold: {copies: 1, size: 5}}
---
procedures:
  match:
    do:
      - while: lap < 8
        do: [{set: {lap: lap + 1}}, {call: beans, with: {me: 'players[lap % len(players)]'}}, {call: others_too, with: {me: 'players[lap % len(players)]'}}, {call: dice}]
  beans:
    do:
      - {choose: a, from: jar, where: {it is small: it.size < 5, it is not dotted: it.dots < 3}, optional: true}
      - {set: {a.dots: 'a.dots + 1'}, if: a != nothing}
      - {move: a, to: cup, if: 'a != nothing and a.dots > 1'}
      - {choose: b, from: cup, if_any: true, by: 'others[0]'}
      - {choose: c, from: 'concat(jar, cup, jar)'}
      - {choose: some_, from: jar, at_least: 0}
      - {choose: two, from: jar, exactly: 2, if_any: true}
      - {choose: few, from: jar, at_most: 'len(some_)'}
      - {choose: pair, from: 'concat(jar, cup)', at_least: 1, at_most: 3, together: {of one size: 'all(pair, it.size == pair[0].size)', not all: len(pair) < 3}, optional: true}
      - {choose: heavy, from: jar, at_least: 1, at_most: 4, together: 'sum(heavy, .size) % 3 == 0', if: 'count(jar, .size < 3) > 5'}
      - {choose: rare, from: jar, exactly: 3, together: 'count(rare, .card == "gold") == 1 and len(uniq(map(rare, .card))) == 3', if: 'any(jar, .card == "gold") and any(jar, .card == "red") and any(jar, .card == "blue")'}
      - {choose: only, from: jar, at_least: 1, together: 'len(only) == len(jar)', if: 'len(jar) > 0 and len(jar) < 7'}
      - {choose: drawn, from: jar, at_least: 1, at_most: 2, by: chance, if_any: true}
      - {choose: one_drawn, from: 'concat(jar, cup)', by: chance}
      - {choose: shaken, from: cup, if_any: true, by: chance}
      - {move: drawn, to: cup}
      - {move: pair, to: me.hand}
      - {move: me.hand, to: jar}
      - {set: {n: 'len(heavy) + 10 * len(rare) + 100 * len(only) + 1000 * len(few)'}}
  others_too:
    do:
      - {choose: p, from: players}
      - {choose: q, from: 'others', by: p}
      - {choose: ps, from: 'reverse(players)', at_least: 1}
      - {choose: z, from: 'reverse(places(grid))'}
      - {choose: zs, from: 'concat(neighbours(z), [z])', at_least: 0, at_most: 2}
      - {choose: w, from: '["up", "left", "right", "left"]'}
      - {choose: ws, from: '["up", "left", "right"]', exactly: 2, repeats: true}
      - {set: {way: w}}
      - {choose: k, from: '[5, 3, 9, 3]'}
      - {choose: ks, from: '1..4', at_least: 1, at_most: 5, repeats: true}
      - {choose: same, from: '[4]', at_least: 1, at_most: 3, repeats: true}
      - {choose: forced, from: '[4]', exactly: 3, repeats: true}
      - {choose: beans_, from: jar, at_most: 3, repeats: true, optional: true}
      - {choose: of_none, from: '1..3', where: it > 3, at_most: 2, repeats: true}
      - {choose: lot, from: '1..3', exactly: 4, repeats: true, by: chance}
      - {choose: none_, from: '1..3', exactly: 0}
      - {choose: number_, from: '1..30', where: 'it % 7 == k % 7'}
      - {choose: empties, from: places(grid), where: empty(it), at_least: 2, together: 'any(empties, it in neighbours(empties[0]))'}
      - {choose: sums, from: '1..6', at_least: 1, at_most: 4, together: 'sum(sums) == 17'}
      - {set: {n: 'n % 1000 + sum(ks) + sum(same) + sum(lot) + sum(sums) + len(empties) + len(none_) + k + number_'}}
      - {set: {ps.score: 'len(ps)', q.score: 7}}
      - may:
          go: {if: lap > 2, do: [{set: {n: n + 1}}]}
          come: {if: {it is on: on, it is late: lap > 3}, do: [{set: {on: false}}]}
          stay: [{set: {on: true}}]
        id: acts
        again: true
        if: times("stay", "others_too", me) < 2
        otherwise: [{set: {n: n + 5}}]
      - may: {first_one: {if: on, do: [{set: {n: n + 2}}]}, other: {if: not on, do: []}}
        must: true
      - may: {a_: [], b_: {if: on, do: [{set: {way: '"left"'}}]}}
        must: true
        by: q
  dice:
    do:
      - {roll: d}
      - {roll: ds, dice: 'lap % 4', by: me}
      - {roll: e, sides: lap}
      - {roll: es, dice: 3, sides: 'lap > 4 ? 1 : 3'}
      - {set: {n: 'n % 100 + d + sum(ds) + e + sum(es)'}}
`)
}

// What lies on the cards of a block goes, is marked or turned between two draws: what
// was alike is so no more.
func TestBurdens(t *testing.T) {
	for name, then := range map[string]string{
		"goes":      "- {move: 'find(pieces, .kind == \"bead\" and .copy == n)', to: store}",
		"is marked": "- {set: {'filter(pieces, .kind == \"bead\" and .copy == n).mark': lap}}",
		"is turned": "- {flip: 'filter(pieces, .kind == \"bead\" and .copy == n)', face: down}",
	} {
		t.Run(name, func(t *testing.T) {
			corner(t, 60, leaves, `
procedures:
  match:
    do:
      - {shuffle: deck}
      - each: x
        in: 'filter(pieces, .card == "ace")'
        do: [{move: 'find(store, true)', to: x.on_it}]
      - while: lap < 6
        do:
          - {set: {lap: lap + 1}}
          - {draw: 1, from: deck, to: tray}
          - {roll: n}
          `+then+`
`)
		})
	}
}

const leaves = `
zones: {deck: {order: stack}, store: {}, tray: {}}
fields: {lap: 0}
---
kind: leaf
starts: deck
zones: {on_it: {holds: [bead, leaf]}}
cards: {ace: {copies: 5}, king: {copies: 4}, jack: {copies: 1}}
---
kind: bead
starts: store
fields: {mark: {type: number, default: 0}}
cards: {blue: {copies: 7}}
`

// What is drawn comes to lie on the block that it is of, or on a card of that.
func TestDrawsOntoThemselves(t *testing.T) {
	corner(t, 60, leaves, `
procedures:
  match:
    do:
      - {shuffle: deck}
      - {draw: 1, from: deck, to: tray}
      - {roll: die}
      - if: die < 4
        do:
          - {set: {x: 'find(deck, .card == "ace" and .copy == 2)'}}
          - {draw: 1, from: deck, to: x.on_it, if: 'x != nothing'}
          - {draw: 3, from: deck, to: tray}
        else:
          - {draw: 2, from: deck, to: deck}
          - {draw: 3, from: deck, to: deck, place: bottom}
          - {draw: 1, from: 'die == 4 ? deck : deck', to: deck, face: down}
      - {draw: 2, from: deck, to: tray}
      - {roll: again}
`)
}

// Where there is nothing to be shuffled all stays as it is, be it where pieces lie that
// are nowhere.
func TestShuffleNothing(t *testing.T) {
	corner(t, 20, `
fields: {none_: {type: chest, optional: true}}
zones: {box: {}, heap: {order: stack, holds: [coin]}}
---
kind: chest
starts: box
zones: {inside: {order: stack}}
cards: {oak: {copies: 2}}
---
kind: coin
cards: {penny: {copies: 6}}
---
procedures:
  match:
    do:
      - {shuffle: 'none_?.inside'}
      - {roll: die}
      - {move: 'filter(pieces, .kind == "coin")', to: heap}
      - {draw: 1, from: heap, to: box}
      - {roll: again}
`)
}

// Of a stack there may be nothing at all that it can hold.
func TestDrawsOfNothing(t *testing.T) {
	corner(t, 8, `
zones: {deck: {order: stack, holds: [ghost]}, tray: {}}
---
kind: bean
starts: tray
cards: {red: {copies: 4}}
---
kind: ghost
starts: deck
cards: {}
---
procedures:
  match:
    do:
      - {roll: die}
      - {shuffle: deck}
      - {draw: 2, from: deck, to: tray}
      - {roll: again}
`)
}
