package schema

import (
	"cmp"
	"strconv"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// In `starts` and in scenarios, a place is written as a path from the centre of a hexagonal board, `up 2 down_right`;
// as row and column of a grid, `0 2`; as the name of a place of a board; or in any zone as its number in formulas, `3`.

// CellAt returns the place that a text describes. If there is none, why has the reason and hint
// the valid values.
func (z *ZoneDecl) CellAt(text string) (cell int32, why, hint string) {
	words := strings.Fields(text)
	numbers := make([]int, len(words))
	counted := len(words) > 0
	for i, w := range words {
		n, ok := source.Number(w)
		numbers[i] = n
		counted = counted && ok
	}
	switch {
	case !counted && z.Layout == "hex":
		return z.walk(words)
	case !counted && z.Layout == "board":
		if cell = int32(z.Cell(text)); cell < 0 {
			names := syntax.NamesOf(z.Places)
			return 0, "there is no place " + strconv.Quote(text) + " in zone " + z.Name,
				cmp.Or(source.DidYouMean(text, names), z.written())
		}
		return cell, "", ""
	case !counted, len(words) > 1 && z.Layout != "grid", len(words) > 2:
		return 0, strconv.Quote(text) + " is no place of zone " + z.Name, z.written()
	case len(words) == 2:
		row, column := numbers[0], numbers[1]
		if row < 0 || row >= z.Size[1] || column < 0 || column >= z.Size[0] {
			return 0, "there is no place " + text + " in zone " + z.Name, z.written()
		}
		return int32(row*z.Size[0] + column), "", ""
	}
	if n := numbers[0]; n < 0 || n >= z.Cells {
		return 0, "there is no place " + text + " in zone " + z.Name, z.written()
	}
	return int32(numbers[0]), "", ""
}

// written describes how a place of the zone is written.
func (z *ZoneDecl) written() string {
	last := strconv.Itoa(z.Cells - 1)
	switch z.Layout {
	case "hex":
		return "write the path from the centre, as in `up 2 down_right`, or a number from 0 to " + last
	case "grid":
		return "write row and column, from `0 0` to `" + strconv.Itoa(z.Size[1]-1) + " " + strconv.Itoa(z.Size[0]-1) +
			"`, or a number from 0 to " + last
	}
	if z.Layout == "board" {
		return "write the name of a place, or a number from 0 to " + last
	}
	return "its places are numbered from 0 to " + last
}

// walk follows a path from the centre of the board.
func (z *ZoneDecl) walk(words []string) (cell int32, why, hint string) {
	if len(words) == 0 {
		return 0, "this says no place", z.written()
	}
	for i := 0; i < len(words); i++ {
		dir, n := words[i], 1
		way := z.Way(dir)
		if way < 0 {
			hint := cmp.Or(source.DidYouMean(dir, z.Ways), "the directions are "+strings.Join(z.Ways, ", "))
			return 0, "there is no direction " + strconv.Quote(dir) + " on a " + z.Layout, hint
		}
		if i+1 < len(words) {
			if k, ok := source.Number(words[i+1]); ok {
				n, i = k, i+1
			}
		}
		if n < 1 {
			return 0, "the number of steps in a path must be at least 1, not " + strconv.Itoa(n), ""
		}
		for range n {
			if cell = int32(z.Next(ref.Cell(cell), way)); cell < 0 {
				return 0, strconv.Quote(strings.Join(words, " ")) + " leads off zone " + z.Name,
					"it has " + strconv.Itoa(z.Size[0]) + " rings around its centre"
			}
		}
	}
	return cell, "", ""
}

// Path writes a place of a hex as the shortest path that uses two neighbouring directions, and any other as CellName
// does.
func (z *ZoneDecl) Path(cell ref.Cell) string {
	if z.Layout != "hex" || cell == 0 {
		return z.CellName(cell)
	}
	to := z.Coords[cell]
	for n := int32(1); n <= int32(z.Size[0]); n++ { // number of steps
		for i, a := range z.Ways {
			b := z.Ways[(i+1)%len(z.Ways)]
			p, _ := z.Step(a)
			q, _ := z.Step(b)
			for k := range n { // steps along b
				if to.X == (n-k)*p.X+k*q.X && to.Y == (n-k)*p.Y+k*q.Y {
					return strings.TrimSpace(leg(a, n-k) + " " + leg(b, k))
				}
			}
		}
	}
	return strconv.Itoa(int(cell))
}

func leg(dir string, n int32) string {
	switch n {
	case 0:
		return ""
	case 1:
		return dir
	}
	return dir + " " + strconv.Itoa(int(n))
}
