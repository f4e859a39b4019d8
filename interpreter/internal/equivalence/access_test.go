package equivalence

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

const swapBase = `language: 1
game: swaps
names: {en: Swaps}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields:
  active: {type: player, optional: true}
  low: 0
  high: 0
  wide: 0
  deep: 0
invariants:
  both or none: {that: wide == deep}
zones:
  sack: {order: stack, seen_by: nobody, holds: [pebble, coin], starts: true, when_empty: stop}
  heap: {order: stack, holds: [pebble, coin]}
  bowl: {holds: [pebble, coin]}
  dish: {holds: [pebble, coin]}
player:
  fields:
    tired: false
  zones:
    hand: {seen_by: owner, holds: [pebble]}
    purse: {holds: [coin]}
---
kind: pebble
names: {en: Pebble}
discards: heap
fields: {worth: 1, warm: false}
cards:
  white: {copies: 3}
  black: {copies: 3, worth: 2}
---
kind: coin
names: {en: Coin}
discards: heap
cards:
  gold: {copies: 3}
  silver: {copies: 3}
---
procedures:
  tires: {do: [{set: {me.tired: true}}]}
  counts: {takes: {by: number}, do: [{set: {high: high + by}}]}
  asks: {do: [{choose: x, from: me.hand, optional: true}]}
  ends: {do: [{stop: ends}], at_end: [{set: {low: 5}}]}
  match:
    do:
      - set: {active: 'players[0]'}
`

// Two steps commute if neither reads or writes a value that the other writes, and neither asks a player.
func TestStepsThatCommute(t *testing.T) {
	for name, of := range map[string]struct {
		a, b string
		do   bool
	}{
		"two fields":                         {`set: {low: 1}`, `set: {high: 2}`, true},
		"one field":                          {`set: {low: 1}`, `set: {low: 2}`, false},
		"a field that the other looks at":    {`set: {low: 1}`, `set: {high: low}`, false},
		"a field in a condition":             {`set: {low: 1}`, `{set: {high: 1}, if: low > 0}`, false},
		"a field that the other is about":    {`set: {low: 1}`, `{set: {high: 1}, says: '{low} and more'}`, false},
		"a field through a call":             {`set: {low: 1}`, `{call: tires, with: {me: active}}`, true},
		"a field that a call changes":        {`set: {high: 1}`, `{call: counts, with: {by: 2}}`, false},
		"a field at the end of a procedure":  {`set: {low: 1}`, `{call: ends}`, false},
		"a procedure that ends itself":       {`set: {high: 1}`, `{call: ends}`, false}, // a stop is a stop
		"one procedure twice":                {`{call: tires, with: {me: active}}`, `{call: tires, with: {me: 'players[1]'}}`, false},
		"who is asked":                       {`set: {low: 1}`, `{call: asks, with: {me: active}}`, false},
		"a die":                              {`set: {low: 1}`, `{roll: x, by: active}`, false},
		"the end of the match":               {`set: {low: 1}`, `finish: players`, false},
		"what lies where, twice":             {`{move: bowl, to: dish}`, `{shuffle: sack}`, false},
		"a field and a move":                 {`{move: gold, number: 1, from: dish, to: bowl}`, `set: {low: 1}`, true},
		"two discards":                       {`{discard: 'players[0].hand'}`, `{discard: 'players[0].purse'}`, false},
		"how many lie where others go":       {`{move: bowl, to: dish}`, `{set: {low: len(dish)}}`, false},
		"where a piece lies":                 {`{move: bowl, to: dish}`, `{set: {low: 'count(pieces, .on != nothing)'}}`, false},
		"marks and what turns over":          {`{set: {bowl.warm: true}, if: low > 0}`, `{flip: heap, face: down}`, true},
		"marks of what lies where others go": {`{set: {bowl.warm: true}}`, `{move: heap, to: bowl}`, false},
		"pieces that turn over":              {`{flip: bowl, face: down}`, `{set: {low: 'count(bowl, .face == "down")'}}`, false},
		"pieces that turn over as they go":   {`{flip: bowl, face: down}`, `{move: bowl, to: dish}`, false},
		"a name":                             {`set: {x: 1}`, `set: {y: 2}`, true},
		"a name that the other looks at":     {`set: {x: 1}`, `set: {low: x}`, false},
		"what a rule always holds of":        {`set: {wide: 1}`, `set: {deep: 1}`, false},
		"half of what it holds of":           {`set: {wide: 1}`, `set: {low: 1}`, true},
		"two loops":                          {`{each: x, in: bowl, do: [{set: {x.warm: true}}]}`, `{each: me, in: players, do: [{set: {me.tired: true}}]}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			text := swapBase
			for _, step := range []string{of.a, of.b, "set: {active: nothing}"} {
				text += "      - " + step + "\n"
			}
			path := filepath.Join(t.TempDir(), "game.yaml")
			require.NoError(t, os.WriteFile(path, []byte(text+"      - finish: players\n"), 0o644))
			p := compileFile(t, path)
			var at [3]source.Pos
			for _, s := range p.Steps() {
				if p.Procs[s.Proc].Name == "match" && s.Pos.Line >= 9 && s.Pos.Line < 12 && at[s.Pos.Line-9].File == nil {
					at[s.Pos.Line-9] = s.Pos
				}
			}
			require.Equal(t, of.do, Commute(p, at[0], at[1], at[2]))
		})
	}
}
