package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// board has a hex of radius 2 with stones on all its places, numbered from the
// middle outward and clockwise; a grid and a row in the same way.
const board = `
zones:
  bag: {}
  hex: {layout: hex, size: 2, holds: [stone]}
  grid: {layout: grid, size: [3, 2], holds: [stone]}
  row: {layout: row, size: 4, holds: [stone]}
fields: {log: 0}
procedures:
  lay_hex:
    do:
      - {move: 'filter(bag, .n < 1)', to: 'ring(hex, 0)'}
      - {move: 'filter(bag, .n < 7)', to: 'ring(hex, 1)'}
      - {move: bag, to: 'ring(hex, 2)'}
---
kind: stone
fields: {n: number, hot: {type: yes_no}}
formulas: {n2: n * 2}
starts: bag
cards:
` + stoneCards

const stoneCards = `  s00: {copies: 1, n: 0}
  s01: {copies: 1, n: 1}
  s02: {copies: 1, n: 2}
  s03: {copies: 1, n: 3}
  s04: {copies: 1, n: 4}
  s05: {copies: 1, n: 5}
  s06: {copies: 1, n: 6}
  s07: {copies: 1, n: 7}
  s08: {copies: 1, n: 8}
  s09: {copies: 1, n: 9}
  s10: {copies: 1, n: 10}
  s11: {copies: 1, n: 11}
  s12: {copies: 1, n: 12}
  s13: {copies: 1, n: 13}
  s14: {copies: 1, n: 14}
  s15: {copies: 1, n: 15}
  s16: {copies: 1, n: 16}
  s17: {copies: 1, n: 17}
  s18: {copies: 1, n: 18}
`

// picks makes a pick and tells which stone it was; -1 is nothing.
func picks(t *testing.T, operands string) int32 {
	t.Helper()
	r := start(t, 2, board, match(`
- {call: lay_hex}
- {pick: x, `+operands+`}
- {set: {log: 'x?.n ?? -1'}}
`)).play()
	return r.compile("log").Num(&r.Env)
}

func TestPick(t *testing.T) {
	for operands, want := range map[string]int32{
		"from: hex":                    0,
		"from: 'filter(hex, .n > 99)'": -1,
		"from: hex, where: it.n > 4":   5,
		"from: hex, prefer: {a big one: it.n > 20, a middle one: it.n > 8}": 9,
		"from: hex, prefer: {a big one: it.n > 20, a huge one: it.n > 30}":  0,
		"from: hex, where: it.n > 9, prefer: {an even one: it.n % 2 == 0}":  10,
		"from: hex, toward: [up]":                                                    7,
		"from: hex, toward: [down]":                                                  13,
		"from: hex, toward: [right]":                                                 9,
		"from: hex, toward: [right, down]":                                           11,
		"from: hex, toward: [left, up]":                                              17,
		"from: hex, toward: [up_right, right]":                                       9,
		"from: 'filter(hex, .n > 0 and .n < 7)', toward: [right, up]":                2,
		"from: hex, prefer: {a near one: it.n < 7}, toward: [down, left]":            4,
		"from: 'reverse(hex)', where: {it is small: it.n < 3, it is odd: it.n == 1}": 1,
	} {
		t.Run(operands, func(t *testing.T) {
			require.Equal(t, want, picks(t, operands), operands)
		})
	}
}

// Distances are by exact coordinates: of two places, one a step and one half a
// step to the right, only the first is the farthest.
func TestPickComparesExactCoordinates(t *testing.T) {
	require.EqualValues(t, 3, picks(t, "from: 'filter(hex, .n in [1, 3, 5])', toward: [right]"))
	require.EqualValues(t, 0, picks(t, "from: 'filter(hex, .n in [0, 1, 4])', toward: [right]"), "all three stand in one column: the first")
}

func TestPickOnRowsAndGrids(t *testing.T) {
	r := start(t, 2, `
zones:
  grid: {layout: grid, size: [3, 2], holds: [stone]}
  row: {layout: row, size: 4, holds: [pebble]}
fields: {log: 0}
---
kind: stone
fields: {n: number}
starts: grid
cards: {a: {copies: 1, n: 1}, b: {copies: 1, n: 2}, c: {copies: 1, n: 3}}
---
kind: pebble
starts: row
cards: {p: {copies: 1}}
`, match(`
- {set: {one_: 'find(grid, .n == 1)', two: 'find(grid, .n == 2)', three: 'find(grid, .n == 3)'}}
- {move: two, to: 'line(two, "right", 9)[-1]'}
- {move: three, to: 'line(two, "down", 1)[0]'}
- {pick: x, from: grid, toward: [down]}
- {pick: y, from: grid, toward: [right]}
- {pick: z, from: grid, toward: [up, right]}
- {set: {log: '100 * x.n + 10 * y.n + z.n'}}
- {set: {log: 'len(neighbours(one_)) * 1000 + log'}}
- {set: {log: 'len(line(one_, "right", 9)) * 10000 + log'}}
- {set: {log: 'len(cycle(grid, three)) * 100000 + log'}}
- {set: {log: 'cycle(grid, three, "left")[1] == two and cycle(grid, three, "right")[1] == one_ ? log : 0'}}
`)).play()
	r.is("log == 322322")
}

func TestTowardNeedsPlaces(t *testing.T) {
	_, err := load("", board, match("- {pick: x, from: '[1, 2]', toward: [up]}"))
	require.ErrorContains(t, err, "`toward` can compare places")
	_, err = load("", board, match("- {pick: x, from: hex, toward: [3]}"))
	require.ErrorContains(t, err, "`toward` needs a list of directions")
}

func TestRingsAndNeighbours(t *testing.T) {
	start(t, 2, board, match(`
- {call: lay_hex}
- {set: {log: 'len(ring(hex, 2)) * 100 + len(ring(hex, 3)) * 10 + len(neighbours(ring(hex, 1)[0]))'}}
- {set: {log: 'log * 10 + count(neighbours(ring(hex, 2)[1]), true)'}}
- {set: {x: 'line(ring(hex, 0)[0], "down_left", 5)'}}
- {set: {log: 'log * 10 + len(x)'}}
- {set: {log: '(x[1] == ring(hex, 2)[8]) ? log : 0'}}
`)).play().is("log == 120642")
}
