package machine_test

// tables are games by lot of pieces that go from zone to zone: in stacks, of which parts
// are shuffled, and elsewhere, on pieces, face up and down, marked and not.
var tables = map[byte][]string{
	's': {"deck", "deck", "used", "heap", "me.own", "me.gone", "players[0].own", "places(piles)[1]"}, // a stack
	'z': {"%s", "%s", "%s", "box", "tray", "me.hand", "others[0].hand"},
	'l': {"%z", "%z", "filter(%z, %c)", "filter(%z, %c)", "filter(%z, %c and %c)", "concat(%z, filter(%z, %c))", "filter(pieces, .on != nothing and %c)", "filter(piles, %c)"},
	'c': {"it.size > %n", `it.kind == "beast"`, `it.kind != "lid"`, "it.size == %n", "it.tired", "not it.tired", "it.dents == %n", `it.face == "down"`, "it.copy > %n",
		`it.card == "wolf"`, `it.card != "mouse"`, "it.owner == me", "(it.copy + lap) % 3 == %n", "it != x and not it.tired", "it in %z"},
	'n': {"0", "1", "1", "2", "3"},
	'p': {"", "", ", place: bottom", ", place: bottom", ", face: up", ", face: down", ", place: bottom, face: down"},
	'D': { // draws from blocks
		"- {shuffle: deck}\n%d\n- {draw: 4, from: deck, to: '%z'%p}",
		"- {draw: 2, from: deck, to: '%z'%p}\n%d\n%d\n- {draw: 4, from: deck, to: '%z'%p}",
		"- {call: fresh}\n- {flip: deck, face: down}\n- {shuffle: deck}\n%d\n- {draw: 4, from: deck, to: '%z'%p}",
		"- {call: fresh}\n- {flip: deck, face: up}\n%d\n- {shuffle: deck}\n- {draw: 3, from: deck, to: '%z'%p}\n- {move: '%z', to: deck%p}",
		"- {call: fresh}\n- {move: '%s', to: deck}\n- {flip: deck, face: up}\n- {shuffle: deck}\n- {draw: 1, from: deck, to: used}\n%d\n- {draw: 4, from: deck, to: '%z'%p}",
		"- {move: '%s', to: deck%p}\n- {shuffle: deck}\n%d\n- {draw: 3, from: deck, to: '%z'%p}\n%d\n- {draw: 3, from: deck, to: '%z'%p}",
	},
	'd': { // operations on some cards of a block
		"- {flip: 'filter(deck, %i)'}",
		"- {flip: 'filter(deck, %i)'}",
		"- {set: {'(filter(deck, %i)).dents': %n}}",
		"- {set: {'(filter(deck, %i)).dents': '%n + 1'}, until: {end: fresh}}\n- {draw: 2, from: deck, to: '%z'%p}\n- {call: fresh}",
		"- {set: {'(filter(deck, %i)).tired': true}}\n- {draw: 2, from: deck, to: '%z'%p}\n- {call: fresh}",
		"- {set: {l: 'find(deck, .kind == \"lid\")'}}\n- {move: 'filter(%z, .kind == \"beast\" and it not in deck)', to: l.under, if: l != nothing}",
		"- {move: 'filter(deck, .kind == \"lid\" or %i)', to: '%z'%p}",
	},
	'i': {"(it.copy + lap) % 2 == 0", "it.copy > 2", "it.copy == 1", "%c"},
	'f': {"1", "40", "70", "130", "200"},
	'o': {"{each_player: 3}", "4"},
	'h': {"2", "5", "9"},
	'b': {"deck", "box"},
	'S': {
		"%D", "%D", "%D", "%D", "%D", "%D", "%D", "%D",
		"- {shuffle: '%s'}",
		"- {shuffle: '%s'}",
		"- {shuffle: '%s'}\n- {draw: %n, from: '%s', to: '%s'%p}",
		"- {draw: %n, from: '%s', to: '%z'%p}",
		"- {draw: %n, from: '%s', to: '%z'%p}",
		"- {draw: %n, from: '%s', to: '%s'%p}\n- {draw: %n, from: '%s', to: me.hand, as: x}",
		"- {draw: 4, from: '%s', to: me.hand, as: x}\n- {set: {x.dents: lap % 3}, if: x != nothing}",
		"- {move: '%l', to: '%z'%p}",
		"- {move: '%l', to: '%s'%p}",
		"- {move: '%l', to: '%s'%p}",
		"- {move: '%s', to: '%s'%p}",
		"- {move: '%s', to: '%s'%p}\n- {shuffle: '%s'}",
		"- {move: piles, to: '%s'%p}",
		"- {move: 'reverse(%z)', to: '%s'%p}",
		"- {move: 'sortBy(%l, -.size)', to: '%s'%p}",
		"- {move: '%l', to: used%p}\n- {shuffle: used}\n- {move: 'filter(used, %c)', to: deck%p}",
		`- {move: 'filter(%z, .kind == "beast")', to: side%p}`,
		`- {move: 'filter(%s, .kind == "beast" and %c)', to: side%p}` + "\n- {move: side, to: '%s'%p}",
		"- {shuffle: side}\n- {move: side, to: '%z'%p}",
		`- {move: 'filter(%l, .kind == "beast" or .kind == "plant")', to: pen%p}`,
		"- {move: pen, to: '%z'%p}",
		"- {flip: '%l'}",
		"- {flip: '%l', face: down}",
		"- {flip: '%s', face: up}",
		"- {set: {'(%l).dents': lap % 3}}",
		"- {set: {'(%l).tired': '%n > 1'}, until: {end: turn}}",
		"- {set: {'(%l).dents': '%n + 1'}, until: {start: turn, of: 'players[%n % len(players)]'}}",
		"- {discard: '%l'}",
		"- {discard: '%s'}",
		"- {discard: 'filter(%s, %c)'}",
		"- {choose: x, from: '%l', if_any: true}\n- {move: x, to: '%z'%p, if: x != nothing}",
		"- {choose: x, from: '%s', if_any: true}\n- {set: {x.dents: 'x.dents + 1'}, if: x != nothing}\n- {draw: 2, from: '%s', to: me.hand}",
		"- {choose: x, from: '%l', where: '%c', optional: true}\n- {move: x, to: '%s'%p, if: x != nothing}",
		"- {choose: xs, from: '%l', at_most: 3}\n- {move: xs, to: '%s'%p}",
		"- {choose: xs, from: '%s', at_most: 4}\n- {move: xs, to: '%s'%p}\n- {move: xs, to: '%z'%p}",
		"- {choose: xs, from: '%l', at_least: 1, at_most: 2, if_any: true, by: chance}\n- {move: xs, to: '%z'%p}",
		"- {choose: xs, from: '%z', at_most: 3, together: 'all(xs, .size == xs[0].size)'}\n- {discard: xs}",
		"- {pick: x, from: '%l', where: 'it.size > %n'}\n- {move: x, to: '%s'%p, if: x != nothing}",
		"- {move: mouse, number: %n, from: '%z', to: '%z'%p}",
		"- {each: y, in: '%l', do: [{move: y, to: '%s'%p, if: 'y.copy % 3 != %n'}]}",
		"- {each: y, in: '%s', do: [{draw: 1, from: '%s', to: tray, as: x}, {move: y, to: '%s'%p}]}",
		"- {set: {n: '(n + count(%l, %c) + 7 * sum(filter(%z, %c), .size)) % 1000'}}",
		"- {set: {n: '(n + len(%l) + max(concat([0], map(%z, .copy)))) % 1000'}}",
		"- {set: {n: n + 1}, if: 'any(%l, %c) or all(%z, %c)'}",
		"- {set: {n: n + 1}, if: '[n % 2] == [%n]'}", // left to the machine
		"- {choose: x, from: '%l', if_any: true, together: 'x.size > 0'}",
		"- {set: {l: 'find(%z, .kind == \"lid\")'}}\n- {move: 'filter(%l, .kind != \"lid\")', to: l.under%p, if: l != nothing}",
		"- {set: {l: 'find(pieces, .kind == \"lid\" and .copy == %n)'}}\n- {move: 'filter(%s, .kind != \"lid\")', to: l.pile%p, if: l != nothing}\n- {shuffle: l.pile, if: l != nothing}",
		"- {set: {l: 'find(pieces, .kind == \"lid\" and .copy == %n)'}}\n- {draw: 1, from: '%s', to: l.under, as: x, if: 'l != nothing and none(%s, .kind == \"lid\")'}",
		"- {set: {l: 'find(pieces, .kind == \"lid\" and .copy == 2)'}}\n- {draw: 2, from: l.pile, to: '%z'%p}\n- {move: l.pile, to: '%s'%p}",
		"- {choose: x, from: tray, if_any: true}\n- if: x != nothing\n  do: [{move: x, to: deck}, {set: {n: 'n + first(deck).size'}}, {move: 'deck[0:1]', to: used%p}]",
		"- {choose: x, from: me.hand, if_any: true}\n- if: x != nothing\n  do: [{move: x, to: used, place: bottom}, {set: {n: 'n + last(used).size'}}, {move: 'used[-1:]', to: heap%p}]",
		"- {call: idle}\n- {call: rarely}\n- {call: fresh}",
		"- {move: 'box[%n:4]', to: '%s'%p}",
		"- {move: '%s[%n:3]', to: '%z'%p, if: lap % 9 == 1}",
		"- {window: dawn}",
		"- {move: 'filter(%l, .kind == \"ruse\")', to: me.sleeve}\n- {shuffle: me.sleeve}\n- {window: dawn}",
	},
	'w': {"", "", "- {each: me, in: players, sealed: true, do: [{choose: y, from: me.hand, if_any: true}, {move: y, to: me.gone, if: y != nothing}]}"},
	'G': {`
fields: {lap: 0, n: 0}
zones:
  rest: {}
  box: {}
  tray: {}
  pen: {holds: [beast, plant]}
  deck: {order: stack, face: down, when_empty: {reshuffle: used}}
  used: {order: stack}
  heap: {order: stack, when_empty: {reshuffle: box}}
  side: {order: stack, holds: [beast]}
  piles: {layout: row, size: 2, order: stack}
player:
  zones: {hand: {}, own: {order: stack, when_empty: {reshuffle: gone}}, gone: {order: stack}, sleeve: {order: stack, holds: [ruse]}}
---
kind: filler
starts: rest
fields: {size: {type: number, default: 0}, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
cards: {sand: {copies: %f}}
---
kind: beast
starts: deck
discards: used
fields: {size: number, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
cards: {mouse: {copies: %h, size: 1}, wolf: {copies: 4, size: 3}, bear: {copies: 1, size: 9}}
---
kind: plant
starts: %b
discards: used
fields: {size: number, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
cards: {grass: {copies: 5, size: 1}, oak: {copies: 2, size: 2}, rose: {size: 3}}
---
kind: lid
starts: %b
discards: heap
fields: {size: {type: number, default: 2}, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
zones: {under: {holds: [beast, plant, flag, ruse]}, pile: {order: stack, holds: [beast, plant, flag, ruse]}}
cards: {tin: {copies: 3}}
---
kind: flag
starts: %b
discards: used
fields: {size: {type: number, default: 4}, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
cards: {red: {copies: %o}}
---
kind: ruse
starts: %b
discards: used
fields: {size: {type: number, default: 1}, dents: {type: number, default: 0, resets: fresh}, tired: {type: yes_no, default: false, resets: fresh}}
playing: {do: [{set: {n: n + 1}}], at_end: [{move: card, to: '%z'%p}]}
cards: {feint: {copies: 3, play: {in: [dawn]}}, joke: {copies: 2, play: {in: [dawn], needs: {it is late: lap > 5}}}}
---
windows: {dawn: {pending: turn, asks: players}}
procedures:
  match:
    do:
      - while: lap < 60
        do: [{set: {lap: lap + 1}}, {call: turn, with: {me: 'players[lap % len(players)]'}}]
  turn:
    names: {x: nothing, l: nothing}
    do:
      - {roll: die, sides: 40}
      - switch: die
        %%S40
      - {roll: again}
      %w
  idle: {names: {x: 'first(tray)'}, do: [{each: y, in: 'filter(%s, %c)', do: [{move: y, to: '%s'}]}]}
  rarely: {names: {k: lap % 4, x: 'first(box)'}, do: [{if: 'k == 1 and any(%z, %c)', do: [{shuffle: '%s'}]}]}
  fresh: {do: []}
`},
}
