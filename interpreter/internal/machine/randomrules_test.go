package machine_test

// rules holds random games about choices of players and chance, lists in the names of procedures, the ends of
// procedures, effects that last until then, and windows in between.
var rules = map[byte][]string{
	'n': {"0", "1", "1", "2", "3", "n % 4", "lap % 3", "len(%x) % 4", "len(%k) % 3"},
	'k': {"ks", "js", "ks", "js", "1..%n", "[lap % 4, %n]", "map(%x, .size)", "concat(ks, js)[0:6]", "ks[0:%n]", "js[%n:]", "filter(%k, it > %n)", "reverse(%k)", "uniq(%k)", "sortBy(%k, -it)", "lap % 2 == 0 ? ks : js", "odds(%k)", "map(%p, .score)"},
	'x': {"xs", "ys", "xs", "ys", "jar", "cup", "me.hand", "filter(%x, .size > %n)", "filter(%x, .dots == %n)", "concat(%x, cup)", "concat(xs, jar)", "concat(jar, cup, me.hand)", "xs[0:2]", "reverse(%x)", "sortBy(%x, .size)", "lap % 2 == 0 ? xs : ys", "big(%x)", "others[0].hand", "filter(pieces, .kind == \"bean\" and .dots != %n)", "filter(jar, .card == \"red\" or .dots > 0)"},
	'p': {"players", "others", "ps", "clockwise(me)", "filter(players, .score > %n)", "reverse(players)", "filter(%p, .mood == nothing)", "concat(ps, others)", "ps[0:1]"},
	'w': {`["up", "left", "right", "left"]`, `ws`, `["left"]`, `reverse(ws)`, `concat(ws, ["up"])`, `filter(ws, it != "up")`},
	'z': {"places(grid)", "zs", "filter(places(grid), empty(it))", "neighbours(places(grid)[%n])", "concat(zs, places(grid)[0:2])", "reverse(zs)"},
	'c': {"lap % 2 == %n", "any(%x, .size > %n)", "none(%k, it == %n)", "len(%x) > %n", "empty(%k)", "me.score > %n", "stopped_ == %n", "all(%p, .score > %n)", "me in (%p)", "%n in (%k)", `times("sub", "turn", me) < 2`, `times("sub", "match") % 2 == 1`, `way == "left"`},
	'm': {"at_most: '%n'", "at_least: 0", "exactly: '%n', if_any: true", "at_least: 1, at_most: 2, optional: true", "at_most: 2, optional: true", "at_most: 3", "at_least: 0, at_most: 4", "by: chance, at_most: 2", "by: chance, exactly: 2, if_any: true", "at_least: 1, at_most: 2, if_any: true", "at_most: 3, together: 'len(@) != 1'", "at_least: 0, at_most: 3, together: 'len(@) % 2 == 0'", "at_most: 3, optional: true, together: 'len(@) == 2'", "at_most: 2, repeats: true, optional: true", "by: 'others[0]', at_most: 2", "exactly: 2, optional: true", "exactly: 1, if_any: true", "at_least: 2, if_any: true"},
	'o': {"optional: true", "if_any: true", "if_any: true, by: 'others[0]'", "if_any: true, by: chance", "optional: true, by: 'players[%n % 2]'"},
	'u': {"", "", ", until: {end: turn}", ", until: {end: sub}", ", until: {start: sub, of: me}", ", until: {end: turn, of: 'others[0]'}", ", until: {start: turn}", ", until: {end: sub, of: 'players[%n % 2]'}", ", until: {end: deeper, of: me}"},
	's': {
		"- {choose: ks, from: '%k', %m}", "- {choose: js, from: '%k', %m}", "- {choose: xs, from: '%x', %m}", "- {choose: ys, from: '%x', where: 'it.size > %n', %m}", "- {choose: ps, from: '%p', %m}", "- {choose: zs, from: '%z', %m}", "- {choose: ws, from: '%w', %m}",
		"- {choose: xs, from: '%x', %m}", "- {choose: xs, from: '%x', %m}\n- {move: xs, to: '%t'}",
		"- {choose: k, from: '%k', %o}\n- {set: {n: '(n + k) % 100'}, if: k != nothing}", "- {choose: x, from: '%x', %o}\n- {move: x, to: '%t', if: x != nothing}", "- {choose: x, from: '%x', where: 'it.size != %n', %o}\n- {set: {x.dots: '(x.dots + 1) % 3'}, if: x != nothing}",
		"- {choose: p, from: '%p', %o}\n- {set: {p.score: '%n'}, if: p != nothing}", "- {choose: z, from: '%z', %o}\n- {move: 'jar[0:1]', to: z, if: z != nothing}", "- {choose: w, from: '%w', %o}\n- {set: {way: w}, if: w != nothing}",
		"- {set: {ks: '%k', js: '%k'}}", "- {set: {xs: '%x'}}", "- {set: {ys: '%x', xs: '%x'}}", "- {set: {ps: '%p', zs: '%z', ws: '%w'}}", "- {set: {js: 'js', ks: '[]'}}",
		"- {set: {n: '(n * 3 + sum(%k) + len(%x) + len(%p)) % 100'}}", "- {set: {n: '%n + 2'}%u}", "- {set: {me.score: '%n'}%u}", "- {set: {'(%p).score': '%n + 1'}%u}", "- {set: {'(%x).dots': '%n'}%u}", "- {set: {me.mood: 'me.mood == nothing ? \"up\" : nothing'}%u}", "- {set: {way: '\"right\"'}%u}",
		"- {move: '%x', to: '%t'}", "- {move: grid, to: cup}", "- {move: '%x', to: jar}",
		"- {each: k, in: '%k', do: [{set: {n: '(n + k * 3) % 100'}}, {choose: x, from: '%x', %o}]}", "- {each: me, in: '%p', do: [{set: {me.score: 'me.score + 1'}}, {choose: xs, from: '%x', %m}]}", "- {each: x, in: '%x', do: [{if: '%c', do: [{set: {x.dots: 1}}], else: [{choose: js, from: '%k', %m}]}]}",
		"- {if: '%c', do: [{set: {n: '(n + 1) % 100'}}], else: [{choose: ks, from: '%k', %m}]}",
		"- {roll: d}\n- {set: {n: '(n + d) % 100'}}", "- {roll: ks, dice: '%n'}", "- {roll: js, dice: 2, sides: 'lap % 3 + 1'}",
		"- may: {go: {if: '%c', do: [{set: {n: '(n + 7) % 100'}}]}, stay: [{choose: xs, from: '%x', %m}], wait: {if: '%c', do: [{set: {js: '%k'}}]}}",
		"- may: {go: {if: '%c', do: [{set: {n: '(n + 7) % 100'}}]}, wait: [{choose: ks, from: '%k', %m}]}\n  again: true\n  if: 'len(ks) < 3 or %c'\n  otherwise: [{set: {js: '%k'}}]",
		"- may: {go: {if: '%c', do: []}, other_: []}\n  must: true\n  by: 'others[0]'",
		"- {pick: x, from: '%x', where: 'it.size > %n'}\n- {set: {ys: '[x]'}, if: x != nothing}",
		"- {call: idle}", "- {call: idle2, with: {me: 'concat(%p, players)[0]'}}",
	},
	'S': {"- {finish: '%p', if: 'lap > 4 and %c'}", "- {stop: turn, if: 'lap > 3 and %c'}", "- {window: w1}", "- {window: w2}", "%s", "%s", "%s", "- {call: sub, with: {l: '%k', d: 1}}\n- {set: {ks: got}}", "- {call: sub, with: {l: '%k', d: '%n', me: 'others[0]'}}\n- {set: {js: got}}", "- {each: me, in: '%p', do: [{call: sub, with: {l: js, d: 0}}]}\n- {set: {xs: given}}"},
	't': {"cup", "jar", "me.hand", "others[0].hand", "cup"},
	'v': {"seen_by: owner", "order: stack"},
	'f': {"1", "40", "70", "130"},
	'G': {`
fields: {lap: 0, n: 0, stopped_: 0, way: {one_of: [left, right, up]}}
zones: {rest: {}, jar: {holds: [bean]}, cup: {}, grid: {layout: grid, size: [2, 3]}, store: {}}
player: {fields: {score: 0, mood: {one_of: [up, down], optional: true}}, zones: {hand: {holds: [bean]}, sleeve: {holds: [trick], %v}}}
---
kind: filler
starts: rest
cards: {sand: {copies: %f}}
---
kind: bean
starts: jar
fields: {size: number, dots: {type: number, default: 0}}
cards: {red: {copies: 6, size: 1}, blue: {copies: 5, size: 2}, green: {copies: 2, size: 3}, gold: {copies: 1, size: 5}}
---
kind: trick
starts: store
playing: {do: [{set: {n: n + 1}}, {window: w3}, {call: card.effect}], at_end: [{move: card, to: store}]}
each_has: {effect: steps}
cards:
  feint: {copies: 3, play: {in: [w1, v1]}, effect: [{set: {pending.ks: 'concat(pending.ks, [3])[0:5]'}}]}
  ruse: {copies: 2, play: {in: [w1, w2, v1], target: 'others'}, effect: [{set: {target.score: 3}}, {set: {pending.js: '[]', pending.xs: 'pending.xs[0:1]'}}]}
  joke: {copies: 2, play: {in: [w2, w3, v2], needs: {it is late: lap > 2}}, effect: [{stop: pending}]}
  aim: {copies: 2, play: {in: [w2, v1], target: pending.me}, effect: [{set: {target.score: 'target.score + 1'}}, {choose: x, from: jar, if_any: true, by: target}]}
---
kind: jester
starts: store
cards: {fool: {copies: 2}}
---
windows:
  w1: {pending: turn, asks: players, changes: [ks, js, xs]}
  w2: {pending: turn, asks: '[me]', at_most: 1, changes: [ks, js, xs]}
  v1: {pending: sub, asks: players, changes: [ks, js, xs]}
  v2: {pending: sub, asks: '[me]', at_most: 1, changes: [ks, js, xs]}
  w3: {pending: trick.playing, asks: others, again: true}
formulas:
  odds(number_): 'filter(number_, it % 2 == 1)'
  big(beans): 'filter(beans, .size > 1 or .dots > 0)'
procedures:
  match:
    do:
      - while: lap < 6
        do: [{set: {lap: lap + 1}}, {call: turn, with: {me: 'players[lap % len(players)]'}}]
  turn:
    names: {rnd: 0, ks: '[2, 1]', js: '1..lap', xs: 'jar[0:1]', ys: 'jar[1:3]', ps: 'players[0:1]', zs: 'places(grid)[0:2]', ws: '["up", "right"]'}
    do:
      - {choose: tricks, from: store, at_most: 2, by: chance}
      - {move: 'filter(tricks, .kind == "trick")', to: me.sleeve}
      - while: rnd < 8
        do:
          - {set: {rnd: rnd + 1}}
          - {roll: die, sides: 30}
          - switch: die
            %%S30
          - {roll: again}
    at_end:
      - {set: {stopped_: 'stopped ? stopped_ + 1 : stopped_', n: '(n + sum(js)) % 100'}}
  sub:
    takes: {l: numbers, d: number}
    names: {ks: l, xs: 'jar[0:2]', js: '[d]', ys: 'jar[0:1]', ps: 'players[1:2]', zs: 'places(grid)[0:1]', ws: '["up"]', got: '[7]', given: 'cup[0:2]'}
    gives: [got, given]
    do:
      - {roll: die, sides: 9}
      - each: y
        in: 'concat(ks, [1])[0:3]'
        id: body
        do:
          - switch: die
            %%s06
            7: [{window: v1}, {window: v2}, {stop: sub}]
            8: [{stop: body}, {stop: turn, if: d == 0 and lap % 4 == 0}]
            9: [{if: d > 0, do: [{call: sub, with: {l: 'ks', d: d - 1, me: 'others[0]'}}, {set: {js: got}}]}]
          - {roll: die, sides: 9}
      - {set: {got: 'concat(ks, js)[0:4]', given: xs}}
      - {call: deeper}
    at_end:
      - {set: {stopped_: 'stopped_ + (stopped ? 10 : 1)'}}
      - {set: {got: '[n % 5, 1]'}, if: stopped}
  deeper:
    names: {ks: '[1]', js: '[2]', xs: 'filter(jar, true)', ys: 'jar[0:1]', ps: players, zs: 'places(grid)', ws: '["up"]'}
    do:
      - switch: lap % 2
        %%s01
  idle:
    names: {ks: '[1, n]', js: '[2, lap]', xs: 'filter(jar, true)', ys: 'cup[0:3]', ps: players}
    do: [{if: '%c', do: [{set: {n: '(n + 1) % 100'}}, {roll: d}]}]
  idle2:
    names: {ks: '[1, n]', js: '[2, lap]', xs: 'filter(jar, true)', ys: 'cup[0:3]', ps: players, k: lap % 2}
    do: [{if: '%c', do: [{set: {n: '(n + k) % 100'}}, {roll: d}]}]
measures:
  turns: {at: {start: turn}, count: true}
  subs: {at: {end: sub}, mean: 'sum(ks) + len(xs)', by: d}
  ends: {at: {end: turn}, share: stopped}
  score: {at: {end: match}, mean: n}
`},
}
