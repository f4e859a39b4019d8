package native_test

import "testing"

// Runs of procedures: what they take and give, how they end, what ends with them.
func TestRuns(t *testing.T) {
	corner(t, 250, `
fields: {n: 0, lap: 0, tide: {type: number, default: 5}, flag: {type: yes_no}, spent: {type: number, default: 0, resets: turn}, leader: {type: player, optional: true}}
zones: {box: {}, used: {order: stack}}
player:
  fields: {might: {type: number, default: 2}, cursed: {type: yes_no}, tired: {type: number, default: 1, resets: turn}}
  zones: {hand: {}}
---
kind: stone
starts: box
discards: used
fields: {heat: {type: number, default: 3}, owner_of: {type: player, optional: true}}
each_has: {effect: steps, farewell: steps}
cards:
  hot: {copies: 2, effect: [{set: {n: n + card.copy}}, {stop: gather, if: n % 30 == 7}], farewell: [{set: {n: n + 3}}]}
  cold: {copies: 2, effect: [{set: {card.heat: 9}, until: {end: turn, of: me}}]}
  dull: {copies: 1}
---
measures:
  turns: {at: {start: turn}, count: true}
  ends: {at: {end: turn}, sum: spent, by: me}
  stopped ones: {at: {end: gather}, share: stopped}
  lists: {at: {end: gather}, mean: len(got), if: not empty(got)}
  stones: {at: {end: gather}, count: true, by: 'first(got)', if: not stopped}
  rests: {at: {end: match}, mean: n % 100}
---
procedures:
  match:
    do:
      - while: lap < 6
        do:
          - {set: {lap: lap + 1}}
          - {call: turn, with: {me: 'players[lap % len(players)]'}}
          - {call: day, if: lap % 3 == 0}
      - {finish: 'filter(players, .might == max(map(players, .might)))', if: flag}
      - {set: {n: n + 1}}
  day: {do: [{set: {n: n + 7}}]}
  turn:
    names: {many: [1], sum_: 0}
    do:
      - {set: {spent: spent + 1, me.tired: me.tired + lap}}
      - {roll: die}
      - {set: {tide: 9}, until: {end: day}, if: die == 1}
      - {set: {me.might: 7}, until: {start: turn, of: me}, if: die == 2}
      - {set: {others.might: 4, others.cursed: true}, until: {end: turn, of: 'others[0]'}, if: die == 3}
      - {set: {tide: die}, if: die == 4}
      - {set: {me.cursed: true}, until: {end: turn, of: me}}
      - {set: {players.might: 3, leader: me}, if: die == 6}
      - {set: {me.might: 2}, until: {end: day}, if: die == 5}
      - {set: {tide: tide + 1, me.might: 3}, until: {end: turn, of: 'players[tide % 2]'}, if: die == 6} # whose, is settled before
      - {set: {many: '[7, 8]', got: 'filter(box, true)'}}
      - {call: gather, with: {more: '[die, lap]', who: leader, wanted: 'filter(box, .copy == 1)'}}
      - {set: {sum_: 'sum(many) + len(got) + (best ?? 0)'}}
      - each: s
        in: 'concat(box, used)'
        id: rounds
        do:
          - {call: s.effect, if: die > 4 and spent < 3}
          - {stop: rounds, if: s.heat > 8}
          - {set: {twice_: 'fresh ?? 0'}}
          - {set: {fresh: s.copy}}
          - {call: s.farewell, with: {me: 'others[0]'}}
      - each: me
        in: others
        id: asking
        do:
          - {choose: x, from: '1..3'}
          - {call: leave_it, with: {number: x}}
          - {set: {me.tired: me.tired + x}}
          - each: me
            in: players
            do:
              - {stop: asking, if: 'x == 3 and me == players[1]'}
              - {set: {me.might: me.might + 1}, if: die == 1}
      - {set: {me.tired: me.tired + 10, n: 'n + sum_'}}
      - {call: weigh_up, with: {me: 'others[0]'}}
      - {call: idle}
      - {call: look}
      - {call: deep, with: {number: die}}
      - {set: {flag: true}, if: die == 6}
      - {call: end_of_all, if: die == 6 and lap == 5}
  weigh_up: # asks before it does anything, and by what it has set
    names: {k: 0, half: nothing}
    do:
      - {set: {half: me.tired % 7, k: tide + me.might}}
      - {set: {k: 'k - (half ?? 0)'}}
      - {if: k > 0, do: [{set: {n: n + k, half: nothing}}, {choose: s, from: 'concat(box, used)'}]}
  idle: {names: {k: 3}, do: [{set: {k: lap}}, {if: stopped or k > 3, do: [{set: {n: n + 2}}]}]}
  look: {do: [{if: 'lap > 7 or n % 3 == 0', do: [{set: {n: n + 5}}]}]}
  gather:
    takes: {more: numbers, who: player, wanted: stones}
    names: {many: [0], got: [], best: nothing}
    gives: [many, got, best]
    do:
      - {set: {many: 'concat(more, more, [1])', got: wanted}}
      - {choose: s, from: 'concat(wanted, box, used)'}
      - {set: {best: s.heat, s.owner_of: who}}
      - {discard: s, if: 'len(used) < 4'}
      - {call: inner, with: {me: 'others[0]', number: s.copy}}
      - {set: {got: 'concat(got, [s])'}}
    at_end:
      - {set: {n: n + 20, many: 'concat(many, [4, 4, 4])'}, if: stopped}
      - {set: {got: '[]'}, if: stopped and n % 2 == 0}
  inner:
    takes: {number: number}
    names: {list: [1, 2]}
    do:
      - {roll: d, sides: 3}
      - {set: {list: 'map(1..d, it)'}}
      - each: i
        in: list
        do:
          - each: me
            in: players
            do:
              - {stop: gather, if: 'd == 2 and i == 2 and me == players[1]'}
              - {stop: inner, if: d == 3 and i == 2}
      - {call: s_effect}
    at_end: [{set: {n: 'n + sum(list)'}, if: stopped}, {call: settle, if: not stopped}]
  settle: {do: [{set: {spent: spent + 1}}, {move: used, to: box, if: 'len(used) > 3'}]}
  s_effect: {do: [{set: {topmost: first(used)}}, {call: topmost.effect}]}
  leave_it:
    takes: {number: number}
    do: [{each: me, in: others, do: [{stop: asking, if: number == 2 and me.cursed}]}]
    at_end: [{set: {n: n + 2}, if: stopped}]
  deep:
    takes: {number: number}
    do:
      - if: number > 3
        id: part
        do:
          - {call: deep, with: {number: number - 1}}
          - {set: {n: n + number}}
      - {call: breaks, if: number == 3}
      - {set: {n: n + 1}}
    at_end: [{set: {tide: 1}, until: {end: deep}, if: stopped}]
  breaks: {do: [{roll: b, sides: 4}, {stop: part, if: 'b == 1 and spent > 1 and times("deep", "turn") > 1'}, {stop: deep, if: b == 2}]}
  end_of_all: {do: [{each: me, in: others, do: [{finish: '[me]'}]}]}
`)
}

// Cards that are played out of turn.
func TestWindows(t *testing.T) {
	corner(t, 250, feud)
}

const feud = `
zones: {used: {order: stack}, store: {}}
fields: {log: 0, shut: {type: yes_no}, lap: 0}
player:
  fields: {hit: 0, barred: {type: yes_no}}
  zones: {hand: {seen_by: owner}, board: {layout: row, size: 2}, shelf: {order: stack}}
---
kind: trick
discards: used
starts: store
fields: {power: {type: number, default: 1}}
each_has: {effect: steps}
playing:
  do:
    - {window: reply, if: target != nothing}
    - {call: card.effect}
  at_end: [{discard: card}]
cards:
  curse: {copies: 3, play: {in: [raid_open], target: pending.me}, effect: [{set: {pending.strength: pending.strength - 1}}]}
  spite: {copies: 2, play: {in: [raid_open, dawn], target: 'filter(others, not it.barred)', needs: {the raid is strong: 'log >= 0'}}, effect: [{set: {target.hit: target.hit + 1}}]}
  shield: {copies: 3, play: {in: [reply]}, effect: [{stop: pending}]}
  panic: {copies: 1, play: {in: [raid_open]}, effect: [{stop: pending}]}
  grow: {copies: 2, play: {in: [raid_open]}, effect: [{set: {mine: '[1, 1]', pending.list: 'concat(pending.list, [9, 9])', pending.strength: 'pending.strength + len(mine)'}}, {set: {pending.list: 'len(pending.list) > 5 ? [3] : concat([len(mine)], pending.list)'}}]}
  dear: {copies: 1, play: {in: [forced], target: 'players[1]', needs: not shut}, effect: [{set: {target.hit: 0, shut: true}}]}
---
kind: charm
discards: used
starts: store
each_has: {effect: steps}
playing: {do: [{call: card.effect}], at_end: [{discard: card}]}
cards:
  piece_: {copies: 2, play: {in: [dawn], target: 'filter(concat(players[0].board, players[1].board), .kind == "ward")'}, effect: [{flip: target}, {set: {log: log + target.copy}}]}
---
kind: ward
starts: store
discards: used
playing: {do: [{discard: card}, {set: {me.hit: me.hit + 1}}]}
cards: {rune: {copies: {each_player: 2}, starts: board, play: {in: [dawn, forced]}}}
---
windows:
  raid_open: {pending: raid, asks: others, changes: [strength, list], again: true, who: {the gates are open: not shut, not barred: not it.barred}, at_most: strength + 1}
  reply: {pending: trick.playing, asks: '[target]', at_most: 1}
  dawn: {pending: match, asks: players}
  forced: {pending: raid, asks: clockwise(me), must: true, at_most: 2}
procedures:
  match:
    do:
      - while: lap < 5
        do:
          - {set: {lap: lap + 1, shut: lap == 3}}
          - each: me
            in: players
            do:
              - {choose: some_, from: 'concat(store, used)', by: chance, at_most: 3}
              - {move: some_, to: me.hand}
              - {set: {me.barred: me.hit > 3}}
          - {window: dawn}
          - {call: raid, with: {me: 'players[lap % len(players)]'}}
          - {move: used, to: 'players[0].hand', if: lap % 2 == 0}
      - {finish: 'filter(players, .hit == min(map(players, .hit)))'}
  raid:
    names: {strength: 3, list: [1, 2], other: [7]}
    do:
      - {window: raid_open}
      - {window: forced, if: lap % 2 == 1}
      - {set: {log: 'log + strength + 10 * sum(list) + 100 * sum(other)'}}
    at_end: [{set: {log: log + 9}, if: stopped}]
`

// What players decide as if at once, side offers that are declared, and picks by rule.
func TestSealedAndPicked(t *testing.T) {
	corner(t, 200, `
fields: {lap: 0, n: 0, wind: {type: direction, optional: true}}
zones: {bag: {}, hex: {layout: hex, size: 2}, grid: {layout: grid, size: [4, 3]}, row: {layout: row, size: 5}}
player: {fields: {bid: 0, in_it: {type: yes_no}}, zones: {hand: {seen_by: owner}, front: {}}}
---
kind: stone
starts: bag
fields: {n: number, warm: {type: yes_no, default: false}}
zones: {on_it: {holds: [moss]}}
cards: {s1: {copies: 2, n: 1}, s2: {copies: 3, n: 2}, s3: {copies: 2, n: 3}}
---
kind: moss
starts: bag
cards: {green: {copies: 4}}
---
side_offers:
  trade:
    closed_in: [sealed_part]
    do:
      - {choose: other, from: others}
---
procedures:
  match:
    do:
      - while: lap < 6
        do:
          - {set: {lap: lap + 1}}
          - {call: lay, with: {me: 'players[lap % len(players)]'}}
          - {call: sealed_part}
          - {call: picks, with: {me: 'players[lap % len(players)]'}}
  lay:
    do:
      - {choose: z, from: 'concat(places(hex), places(grid), places(row))', by: chance}
      - {choose: s, from: 'filter(pieces, .kind == "stone")', by: chance}
      - {move: s, to: z}
      - {set: {s.warm: not s.warm}}
      - {move: 'find(bag, .kind == "moss")', to: s.on_it}
      - {move: 'filter(bag, .kind == "stone" and .copy == lap)', to: 'me.hand'}
  sealed_part:
    do:
      - each: me
        in: clockwise(players[lap % len(players)])
        sealed: true
        id: bids
        do:
          - {choose: b, from: '0..3'}
          - {set: {me.bid: b}}
          - {choose: laid, from: me.hand, at_most: 2, if_any: true}
          - {move: laid, to: me.front}
          - may: {join: [{set: {me.in_it: true}}], leave: {if: b > 1, do: [{set: {me.in_it: false}}]}}
          - {move: me.front, to: me.hand, if: b == 0}
      - {set: {n: 'n + sum(map(players, .bid))'}}
  picks:
    do:
      - {roll: die}
      - {set: {wind: 'die == 1 ? nothing : die == 2 ? "up" : die == 3 ? "down_right" : die == 4 ? "left" : die == 5 ? "up_left" : "right"'}}
      - {pick: a, from: pieces, where: 'it.kind == "stone"', prefer: {warm ones: it.warm, heavy ones: it.n > 2}, toward: [wind, '"down"']}
      - {pick: b, from: 'concat(places(hex), places(grid))', where: 'empty(it)', toward: ['"up_right"', wind]}
      - {pick: c, from: 'filter(pieces, .kind == "moss" and .on != nothing)', toward: wind}
      - {pick: d, from: me.hand}
      - {pick: e, from: 'reverse(places(row))', prefer: {near: 'empty(it) and it in neighbours(places(row)[1])', any: 'die > 4', taken: 'not empty(it)'}, toward: ['die > 3 ? "right" : "left"']}
      - {pick: f, from: players, prefer: {in it: it.in_it, bids: it.bid > 1}}
      - {pick: g, from: '[3, 1, 2]', prefer: {high: 'it > 5', low: it < 3}}
      - {set: {n: 'n + (a?.n ?? 0) + g + (d == nothing ? 1 : d.copy) + (c == nothing ? 5 : 0)'}}
      - {move: a, to: b, if: a != nothing and b != nothing}
`)
}

// tidied is a game in which it is a matter of luck whether a procedure, whose steps are to
// follow, has anything to do.
const tidied = `
fields: {lap: 0, n: 0}
zones: {box: {}, shelf: {}}
---
kind: stone
starts: box
cards: {flint: {copies: 6}}
---
procedures:
  match:
    do:
      - while: lap < 6
        do:
          - {set: {lap: lap + 1}}
          - {call: tidy}
          - {roll: die}
          - {move: 'find(box, true)', to: shelf, if: die > 4}
  tidy:
`

// A procedure that would do nothing is measured all the same.
func TestIdle(t *testing.T) {
	corner(t, 60, tidied+`    do:
      - each: s
        in: 'filter(shelf, .card == "flint")'
        do: [{set: {n: n + 1}}, {move: s, to: box}]
---
measures:
  begun: {at: {start: tidy}, count: true}
  over: {at: {end: tidy}, sum: lap}
`)
}

// A card that is played while one of two procedures is under way, and reads a list of that.
func TestPendingLists(t *testing.T) {
	corner(t, 60, `
fields: {lap: 0, n: 0}
zones: {used: {}}
player: {zones: {hand: {}}}
---
kind: trick
starts: hand
discards: used
each_has: {effect: steps}
playing: {do: [{call: card.effect}], at_end: [{discard: card}]}
cards: {feint: {copies: {each_player: 3}, play: {in: [early, late]}, effect: [{set: {pending.ks: 'concat(pending.ks, [3])'}}]}}
---
windows:
  early: {pending: match, asks: players, changes: [ks]}
  late: {pending: turn, asks: players, changes: [ks]}
procedures:
  match:
    names: {ks: '[1]'}
    do:
      - while: lap < 4
        do:
          - {set: {lap: lap + 1}}
          - {window: early}
          - {call: turn}
          - {set: {n: n + sum(ks)}}
  turn:
    names: {js: '[lap]', ks: '[2, 2]', more: '[lap, 1]'}
    do:
      - {window: late}
      - {choose: js, from: ks, at_most: 1}
      - {set: {n: n + sum(js) + sum(ks) + sum(more)}}
`)
}

// What such a procedure sets first, what it does next need not ask for.
func TestIdleNames(t *testing.T) {
	corner(t, 60, tidied+`    names: {k: lap % 2, s: 'first(shelf)', by_one: 1}
    do:
      - if: 'k == 1 and not empty(shelf)'
        do: [{set: {n: n + by_one}}, {move: s, to: box}]
`)
}
