package native_test

import "testing"

// What is chosen lies in one word of a set or in two, is little or much, and of equal
// cards not all stay alike.
func TestOfferedPieces(t *testing.T) {
	corner(t, 200, `
fields: {lap: 0, turn_: 0, n: 0, shut: {type: yes_no}}
zones: {jar: {holds: [bean]}, cup: {holds: [bean]}, sack: {holds: [pea]}, bowl: {holds: [bean, pea, nut]}, shelf: {holds: [nut]}, store: {holds: [trick]}, used: {order: stack}}
player: {fields: {score: 0}, zones: {hand: {seen_by: owner}, front: {holds: [nut]}}}
---
kind: bean
starts: jar
fields: {size: number, dots: {type: number, default: 0}}
cards: {red: {copies: 6, size: 1}, blue: {copies: 5, size: 2}, green: {copies: 6, size: 3}, gold: {copies: 1, size: 5}}
---
kind: pea
starts: sack
fields: {size: number}
cards: {globe: {copies: 20, size: 1}, flat: {copies: 20, size: 2}, sweet: {copies: 8, size: 3}, p1: {size: 4}, p2: {size: 5}, p3: {size: 6}}
---
kind: nut
starts: shelf
fields: {size: number}
cards: {hazel: {copies: 3, size: 1}, wal: {copies: 2, size: 2}, pecan: {size: 3}, pine: {size: 4}, cashew: {size: 5}}
---
kind: trick
starts: store
discards: used
playing: {do: [{set: {n: n + 1}}], at_end: [{discard: card}]}
cards: {feint: {copies: 3, play: {in: [dawn, dusk]}}, ruse: {copies: 2, play: {in: [dawn], needs: {it is open: not shut}}}}
---
windows:
  dawn: {pending: match, asks: players}
  dusk: {pending: match, asks: '[players[0]]', must: true, at_most: 1}
procedures:
  match:
    do:
      - while: lap < 10
        do:
          - {set: {lap: lap + 1, shut: lap % 3 == 1}}
          - {call: of_one_word, with: {me: 'players[lap % len(players)]'}}
          - {call: of_two_words, with: {me: 'players[lap % len(players)]'}}
          - {call: lists_, with: {me: 'players[lap % len(players)]'}}
          - {choose: tricks, from: store, at_most: 2, by: chance}
          - {move: tricks, to: 'players[lap % len(players)].hand'}
          - {window: dawn}
          - {window: dusk}
          - {move: used, to: 'players[0].hand', if: lap == 5}
      - {finish: 'filter(players, .score == max(map(players, .score)))'}
  of_one_word:
    do:
      - {choose: a, from: jar, if_any: true}
      - {set: {a.dots: '(a.dots + 1) % 3'}, if: a != nothing}
      - {move: a, to: cup, if: a != nothing and lap % 2 == 0}
      - {choose: b, from: 'concat(jar, cup)', where: it.size < 4, optional: true}
      - {choose: c, from: 'filter(concat(cup, jar), .dots > 0)', if_any: true}
      - {choose: any_nut, from: 'filter(pieces, .kind == "nut")', where: it.size > 2}
      - {choose: d, from: shelf, where: it.size < 5, optional: true}
      - {move: d, to: me.front, if: d != nothing}
      - {choose: e, from: me.front, if_any: true}
      - {choose: f_, from: 'filter(me.front, .size > 6)', optional: true}
      - {set: {n: 'n % 1000 + any_nut.size + (b == nothing ? 0 : b.size) + 10 * (c == nothing ? 0 : c.size) + 100 * (e == nothing ? 0 : e.size)'}}
  of_two_words:
    do:
      - {choose: a, from: sack, if_any: true}
      - {move: a, to: bowl, if: a != nothing}
      - {choose: b, from: 'concat(bowl, sack)', where: it.size < 4, optional: true}
      - {choose: some_, from: sack, at_most: 3}
      - {move: some_, to: bowl}
      - {choose: same, from: 'concat(bowl, me.front)', at_most: 2, together: 'all(same, it.card == same[0].card)'}
      - {choose: drawn, from: bowl, by: chance}
      - {set: {me.score: me.score + len(some_) + len(same)}}
  lists_:
    do:
      - {set: {turn_: 0}}
      - while: turn_ < 4
        do:
          - {set: {turn_: turn_ + 1}}
          - {choose: few, from: me.front, at_most: 2}
          - {choose: fit, from: cup, at_least: 'min([len(cup), 1])', at_most: 'min([len(cup), 3])', together: 'sum(fit, .size) % 7 != 3 or len(fit) == 1'}
          - {choose: all_, from: cup, exactly: len(cup), together: len(all_) == len(cup), if: len(cup) < 16}
          - {choose: much, from: jar, at_most: 2, together: 'len(much) < 2 or much[0].card != much[1].card'}
          - {choose: more, from: 'concat(jar, cup)', at_least: 1, at_most: 4}
          - each: x
            in: more
            do:
              - {choose: again_, from: me.front, at_most: 1}
              - {choose: fits_, from: shelf, at_most: 2, together: 'len(fits_) != 1'}
              - {set: {n: 'n % 1000 + x.size + len(again_) + 3 * len(fits_)'}}
          - {set: {me.score: 'me.score + len(few) + len(fit) + len(much) + len(more)'}}
`)
}

// To choose nothing is to decline, where that may be, whether nothing goes together or not.
func TestNothingDeclines(t *testing.T) {
	corner(t, 60, `
zones: {jar: {}}
fields: {lap: 0, n: 0}
---
kind: bean
starts: jar
cards: {red: {copies: 4}, blue: {copies: 3}}
---
procedures:
  match:
    do:
      - while: lap < 8
        do:
          - {set: {lap: lap + 1}}
          - {choose: xs, from: jar, at_most: 3, together: 'len(xs) > 1', optional: true}
          - {set: {n: 'n + len(xs)'}}
`)
}

// Choices among pieces that are not known are left to the machine as they come up, with
// what chance then draws; those among what is known are not.
func TestUnknownPieces(t *testing.T) {
	corner(t, 100, `
fields: {lap: 0, n: 0}
zones: {sack: {order: stack, seen_by: nobody}, heap: {order: stack}, shelf: {}}
player: {zones: {hand: {seen_by: owner}, back: {order: stack, seen_by: others}, friends: {seen_by: 'others[0]'}}}
---
kind: nut
starts: sack
discards: heap
fields: {size: number, told: {type: yes_no, seen_by: all}}
cards: {hazel: {copies: 9, size: 1}, wal: {copies: 6, size: 2}, pine: {copies: 3, size: 4}}
---
procedures:
  match:
    do:
      - {shuffle: sack}
      - {each: me, in: players, do: [{draw: 2, from: sack, to: me.hand}, {draw: 2, from: sack, to: me.back}, {draw: 1, from: sack, to: me.friends}]}
      - {draw: 2, from: sack, to: shelf}
      - while: lap < 6
        do:
          - {set: {lap: lap + 1}}
          - each: me
            in: players
            do:
              - {choose: own, from: 'concat(me.hand, shelf)', optional: true}
              - {choose: loot, from: 'concat(others[0].hand, me.back, me.friends, shelf)'}
              - {choose: some_, from: 'others[0].hand', at_least: 0, at_most: 2}
              - {set: {some_.told: true, n: n + loot.size}}
              - {move: loot, to: me.hand}
              - {move: some_, to: me.back}
              - {move: own, to: shelf, if: 'own != nothing'}
              - {move: 'filter(me.hand, .size == 4)', to: me.friends}
              - {choose: last_, from: me.friends, if_any: true}
              - {move: last_, to: me.hand, if: 'last_ != nothing and n % 2 == 0'}
      - {finish: '[players[n % len(players)]]'}
`)
}
