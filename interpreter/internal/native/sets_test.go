package native_test

import (
	"fmt"
	"testing"
)

// Sets of one word, of two, three and four; zones whose pieces lie in any of them.
func TestSets(t *testing.T) {
	for _, filler := range []int{1, 40, 70, 140, 200} {
		t.Run(fmt.Sprint(filler), func(t *testing.T) {
			corner(t, 60, fmt.Sprintf(`
fields: {lap: 0, n: 0, tall: {type: yes_no}}
zones:
  rest: {}
  deck: {order: stack, face: down, when_empty: {reshuffle: used}}
  row_: {order: stack}
  used: {order: stack}
  side: {order: stack, holds: [beast, plant]}
  out: {holds: [beast, plant, stone]}
player:
  zones: {hand: {}, table: {}, own: {order: stack, when_empty: {reshuffle: gone}}, gone: {order: stack}}
  formulas:
    beasts: 'filter(hand, .kind == "beast")'
    big: 'filter(beasts, .size > 2)'
---
kind: filler
starts: rest
cards: {sand: {copies: %d}}
---
kind: beast
starts: deck
discards: used
fields: {size: number, tired: {type: yes_no, default: false}}
cards: {mouse: {copies: 7, size: 1}, wolf: {copies: 4, size: 3}, bear: {copies: 1, size: 9}, bee: {copies: 5, size: 0}}
---
kind: plant
starts: deck
discards: used
fields: {size: number, fruit: {type: number, optional: true}, tired: {type: yes_no, default: false}}
cards: {grass: {copies: 9, size: 1}, oak: {copies: 2, size: 8, fruit: 4}, rose: {copies: 3, size: 2, fruit: 1}}
---
kind: stone
starts: deck
discards: used
fields: {size: {type: number, default: 5}, tired: {type: yes_no, default: false}}
cards: {flint: {copies: 6}, gem: {copies: 1}}
---
formulas:
  fresh(who, least): 'filter(who.table, .size >= least and not .tired)'
  open_(what): 'filter(row_, .kind == "plant" and .fruit != nothing and .fruit > what)'
procedures:
  match:
    do:
      - {shuffle: deck}
      - while: lap < 24
        do:
          - {set: {lap: lap + 1}}
          - {call: turn, with: {me: 'players[lap %% len(players)]'}}
  turn:
    do:
      - {draw: 4, from: deck, to: row_, place: bottom, as: last_}
      - {set: {last_.tired: true}, if: 'last_ != nothing and lap %% 3 == 0'}
      - {draw: 1, from: deck, to: me.hand}
      - {call: stones}
      - may:
          take: {if: {a plant is open: 'any(open_(0), it.size > 1)'}, do: [{choose: x, from: open_(0)}, {move: x, to: me.table}]}
          hunt: {if: {a beast is open: 'any(row_, .kind == "beast" and .size <= sum(me.beasts, .size) + 1)'}, do: [{choose: x, from: row_, where: {it is a beast: it.kind == "beast"}}, {move: x, to: me.hand}]}
          rest_: {if: 'any(me.big, it.size > 2) or none(me.hand, .kind == "stone")', do: [{set: {me.hand.tired: false}}]}
          bury: {if: 'not empty(me.hand)', do: [{choose: xs, from: me.hand, at_least: 1, at_most: 3}, {move: xs, to: me.own}]}
          dig: {if: 'not empty(me.own)', do: [{shuffle: me.own}, {draw: 2, from: me.own, to: me.gone, face: down}]}
        id: acts
      - {set: {n: 'count(row_, .size > 2) + 10 * count(me.hand, .kind == "beast" and not .tired) + 100 * sum(filter(row_, .kind == "beast"), .size)'}}
      - {set: {n: 'n + sum(fresh(me, lap %% 3), .size)', tall: 'all(row_, .size < 9) and one(me.hand, .card == "wolf")'}}
      - {set: {n: 'n + max(concat([0], map(row_, .size))) + (empty(filter(me.hand, .kind == "plant" and .size == 8)) ? 1 : 0)'}}
      - {move: 'filter(me.hand, .kind == "stone")', to: out}
      - {move: 'filter(me.hand, .tired)', to: me.table, face: down}
      - {move: 'filter(me.table, .size == 1 and len(me.table) > 3)', to: me.hand}
      - {flip: me.table, face: up}
      - {discard: 'filter(row_, .card != "bear")', if: lap %% 2 == 0}
      - {move: row_, to: side, place: bottom, if: 'none(row_, .kind == "stone")'}
      - {move: side, to: used, if: 'len(side) > 5'}
      - if: lap %% 5 == 0
        do:
          - {shuffle: used}
          - {move: used, to: deck, place: bottom}
      - {discard: 'filter(out, .card == "flint")', if: 'len(out) > 3'}
  stones:
    do:
      - each: s
        in: 'filter(row_, .kind == "stone")'
        do:
          - {set: {n: n + 1}}
          - {discard: s}
`, filler))
		})
	}
}

// Blocks come and go, far more of them than there can be at a time.
func TestManyBlocks(t *testing.T) {
	corner(t, 20, `
fields: {lap: 0}
zones: {deck: {order: stack}, heap: {order: stack}, tray: {}}
---
kind: beast
starts: deck
cards: {mouse: {copies: 2}, wolf: {copies: 2}, bear: {copies: 2}}
---
procedures:
  match:
    do:
      - while: lap < 30
        do:
          - {set: {lap: lap + 1}}
          - {shuffle: deck}
          - {draw: 3, from: deck, to: heap}
          - {shuffle: heap}
          - {draw: 2, from: heap, to: tray}
          - {choose: x, from: deck}
          - {move: x, to: tray}
          - {choose: y, from: deck}
          - {move: y, to: heap}
          - {move: deck, to: heap, place: bottom}
          - {move: 'filter(heap, .copy == 1)', to: deck}
          - {move: heap, to: deck}
          - {move: tray, to: deck, place: bottom}
`)
}
