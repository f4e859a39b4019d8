package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is known before any match to hold of nothing, or needs no look: then nobody looks
// at the places either that were worked out for it.
func TestUnseen(t *testing.T) {
	for name, step := range map[string]string{
		"any":       "- {set: {n: 'any(active.hand, .size > 100) ? 1 : 2'}}",
		"none":      "- {set: {n: 2}, if: 'none(active.hand, .size > 100)'}",
		"empty":     "- {set: {n: 2}, if: 'empty(filter(active.hand, .size > 100))'}",
		"count":     "- {set: {n: 'count(active.hand, .size > 100)'}}",
		"sum":       "- {set: {n: 'sum(filter(active.hand, .size > 100), .size)'}}",
		"find":      "- {set: {n: 'find(active.hand, .size > 100)?.size ?? 3'}}",
		"move":      "- {move: 'filter(box, .size > 100)', to: active.hand}",
		"move from": "- {move: 'filter(active.hand, .size > 100)', to: box}",
		"discard":   "- {discard: 'filter(active.own, .size > 100)'}",
		"choose":    "- {choose: x, from: 'filter(active.own, .size > 100)', if_any: true}",
		"of two":    "- {choose: x, from: 'concat(filter(active.hand, .size > 100), active.own)', if_any: true}",
		"each":      "- {each: x, in: 'filter(active.hand, .size > 100)', do: [{set: {n: 1}}]}",
		"set":       "- {set: {'(filter(active.hand, .size > 100)).tired': true}}",
		"flip":      "- {flip: 'filter(active.hand, .size > 100)'}",
		"idle":      "- {call: idle}",
		"window":    "- {window: never}",
		"players":   "- {set: {n: 'len(clockwise(active))'}}",
		"else":      "- switch: n\n  else: [{set: {n: 3}}]",
		"formula":   "- {set: {n: either_way}}",
	} {
		t.Run(name, func(t *testing.T) {
			p := game(t, `
fields: {n: 0, active: {type: player}}
zones: {box: {}, used: {order: stack}}
player: {zones: {hand: {}, own: {order: stack}, sleeve: {holds: [trick]}}}
formulas: {either_way: {switch: n, else: 7}}
---
kind: beast
starts: box
discards: used
fields: {size: number, tired: {type: yes_no, default: false}}
cards: {mouse: {copies: 4, size: 1}, wolf: {copies: 2, size: 3}}
---
kind: trick
starts: sleeve
discards: used
fields: {size: {type: number, default: 1}, tired: {type: yes_no, default: false}}
playing: {do: [], at_end: [{discard: card}]}
cards: {feint: {copies: {each_player: 1}, play: {in: [always]}}}
---
windows: {always: {pending: match, asks: players}, never: {pending: match, asks: '[active]'}}
procedures:
  match:
    do:
      - {roll: die}
      - {set: {active: 'players[1]'}}
      - {move: 'find(box, .size > 2)', to: active.hand}
      - {move: 'find(box, true)', to: active.own}
      - {window: always}
      `+indent(step, "      ")[6:]+`
      - {roll: again}
  idle: {do: [{if: 'any(active.hand, .size > 100)', do: [{set: {n: n + 1}}]}]}
`)
			for _, metered := range []bool{true, false} {
				x := newPair(t, compiled(t, p, metered), p, metered)
				for seed := range uint64(8) {
					require.NoError(t, x.lockStep(seed))
				}
			}
		})
	}
}
