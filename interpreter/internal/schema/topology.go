package schema

import (
	"slices"

	"moraine/interpreter/syntax"
)

// Directions are the language's words for ways on a board. A row knows left and right, a
// grid those and up and down; hexes are flat-topped, so they have up and down
// and the four slanting ones, but no left and right (a pick `toward` left or
// right compares exact coordinates and works everywhere).
var Directions = []string{"up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"}

// Coord is the place of a cell. X grows to the right, Y grows downward, in
// units in which all centres are whole: a hex is two wide in X and two high in
// Y per step straight down, one per slanting step.
type Coord struct{ X, Y int32 }

// places is how many places a zone that is laid out has.
func places(z *syntax.Zone) int64 {
	switch n := z.Size; {
	case len(n) == 0:
		return 0 // the decoder has said so
	case z.Layout == "hex":
		return 3*int64(n[0])*(int64(n[0])+1) + 1
	case z.Layout == "grid" && len(n) == 2:
		return int64(n[0]) * int64(n[1])
	}
	return int64(z.Size[0])
}

// layout lists the places of a zone in their fixed order: a row from the left,
// a grid row by row from the top left, a hexagon ring by ring from the centre,
// each ring clockwise from the top.
func layout(z *syntax.Zone) []Coord {
	switch z.Layout {
	case "row":
		out := make([]Coord, z.Size[0])
		for i := range out {
			out[i].X = int32(i)
		}
		return out
	case "grid":
		var out []Coord
		for y := range z.Size[1] {
			for x := range z.Size[0] {
				out = append(out, Coord{int32(x), int32(y)})
			}
		}
		return out
	case "hex":
		out := []Coord{{}}
		for n := int32(1); n <= int32(z.Size[0]); n++ {
			out = append(out, hexRing(n)...)
		}
		return out
	}
	return nil
}

// hexRing walks ring n clockwise from the top.
func hexRing(n int32) []Coord {
	at := Coord{0, -2 * n}
	var out []Coord
	for _, dir := range []string{"down_right", "down", "down_left", "up_left", "up", "up_right"} {
		step, _ := hexStep(dir)
		for range n {
			out = append(out, at)
			at.X += step.X
			at.Y += step.Y
		}
	}
	return out
}

// bearings say where each of Directions points.
var bearings = map[string]Coord{
	"up": {0, -1}, "up_right": {1, -1}, "right": {1, 0}, "down_right": {1, 1}, "down": {0, 1}, "down_left": {-1, 1}, "left": {-1, 0}, "up_left": {-1, -1},
}

// hexStep is the move to the next hex in a direction.
func hexStep(dir string) (step Coord, ok bool) {
	step = bearings[dir]
	if step.X == 0 {
		step.Y *= 2
	}
	return step, step.Y != 0
}

// Step is the move to the next cell in a direction, on this layout.
func (d *ZoneDecl) Step(dir string) (step Coord, ok bool) {
	if d.Layout == "hex" {
		return hexStep(dir)
	}
	step, ok = bearings[dir]
	return step, ok && (step.Y == 0 || step.X == 0 && d.Layout != "row")
}

// Ways are the directions that a board of the game has.
func (s *Schema) Ways() []string {
	return slices.DeleteFunc(slices.Clone(Directions), func(dir string) bool {
		return !slices.ContainsFunc(s.Decls, func(d *ZoneDecl) bool {
			_, ok := d.Step(dir)
			return ok && d.Layout != ""
		})
	})
}

// Spreads reports whether a zone is made of several places.
func (d *ZoneDecl) Spreads() bool { return d != nil && d.Cells > 1 }

// link works out which cell lies next to each in every direction, so that
// nothing is looked for while a match runs.
func (d *ZoneDecl) link() {
	at := make(map[Coord]int32, len(d.Coords))
	for i, c := range d.Coords {
		at[c] = int32(i)
	}
	d.next = make([][8]int32, len(d.Coords))
	for i, c := range d.Coords {
		for k, dir := range Directions {
			d.next[i][k] = -1
			if step, ok := d.Step(dir); ok {
				if to, ok := at[Coord{c.X + step.X, c.Y + step.Y}]; ok {
					d.next[i][k] = to
				}
			}
		}
	}
}

// Next is the cell next to a cell in a direction, or -1.
func (d *ZoneDecl) Next(cell int32, dir string) int32 {
	if k := slices.Index(Directions, dir); k >= 0 {
		return d.next[cell][k]
	}
	return -1
}

// Toward is how far a coordinate lies in a direction: the greater, the farther.
func Toward(dir string, c Coord) int32 { return c.X*bearings[dir].X + c.Y*bearings[dir].Y }

// Ring is the first cell and the number of the cells of ring n of a hexagon,
// which lie in a row, clockwise from the top. There are none beyond its edge.
func (d *ZoneDecl) Ring(n int32) (first, cells int32) {
	switch {
	case d.Layout != "hex" || n < 0 || int(n) > d.Size[0]:
		return 0, 0
	case n == 0:
		return 0, 1
	}
	return 1 + 3*n*(n-1), 6 * n
}

// Neighbours adds the cells next to a cell to a list, clockwise from the top;
// the first cell of the zone is number from.
func (d *ZoneDecl) Neighbours(cell, from int32, list []int32) []int32 {
	for _, to := range d.next[cell] {
		if to >= 0 {
			list = append(list, from+to)
		}
	}
	return list
}
