package schema

import (
	"slices"

	"moraine/interpreter/syntax"
)

// Directions lists the directions on boards. A row has left and right, a grid also up and down.
// Hexes are flat-topped and have up, down and the four diagonals. A pick `toward` left or right
// compares coordinates, so it works on every board.
var Directions = []string{"up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"}

// Coord is the centre of a place. X grows to the right and Y downward. The units make all
// centres integers: a hex is two units wide and two high, a step up or down is two units, and a
// diagonal step is one unit in each direction.
type Coord struct{ X, Y int32 }

// places returns the number of places of a zone with a layout.
func places(z *syntax.Zone) int64 {
	switch n := z.Size; {
	case len(n) == 0:
		return 0 // already reported by the decoder
	case z.Layout == "hex":
		return 3*int64(n[0])*(int64(n[0])+1) + 1
	case z.Layout == "grid" && len(n) == 2:
		return int64(n[0]) * int64(n[1])
	}
	return int64(z.Size[0])
}

// layout returns the places of a zone in their fixed order: a row from the left; a grid row by
// row from the top left; a hexagon ring by ring from the centre, each ring clockwise from the
// top.
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

// hexRing returns the places of ring n, clockwise from the top.
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

// bearings has the vector of each direction.
var bearings = map[string]Coord{
	"up": {0, -1}, "up_right": {1, -1}, "right": {1, 0}, "down_right": {1, 1}, "down": {0, 1}, "down_left": {-1, 1}, "left": {-1, 0}, "up_left": {-1, -1},
}

// hexStep returns the vector to the neighbouring hex in a direction.
func hexStep(dir string) (step Coord, ok bool) {
	step = bearings[dir]
	if step.X == 0 {
		step.Y *= 2
	}
	return step, step.Y != 0
}

// Step returns the vector to the neighbouring place in a direction.
func (d *ZoneDecl) Step(dir string) (step Coord, ok bool) {
	if d.Layout == "hex" {
		return hexStep(dir)
	}
	step, ok = bearings[dir]
	return step, ok && (step.Y == 0 || step.X == 0 && d.Layout != "row")
}

// Ways returns the directions that some board of the game has.
func (s *Schema) Ways() []string {
	return slices.DeleteFunc(slices.Clone(Directions), func(dir string) bool {
		return !slices.ContainsFunc(s.Decls, func(d *ZoneDecl) bool {
			_, ok := d.Step(dir)
			return ok && d.Layout != ""
		})
	})
}

// Spreads reports whether a zone has several places.
func (d *ZoneDecl) Spreads() bool { return d != nil && d.Cells > 1 }

// link computes the neighbours of each place, so that a match need not search for them.
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

// Next returns the neighbour of a cell in a direction, or -1.
func (d *ZoneDecl) Next(cell int32, dir string) int32 {
	if k := slices.Index(Directions, dir); k >= 0 {
		return d.next[cell][k]
	}
	return -1
}

// Toward returns the distance of a coordinate in a direction; larger is farther.
func Toward(dir string, c Coord) int32 { return c.X*bearings[dir].X + c.Y*bearings[dir].Y }

// Ring returns the first place and the number of places of ring n of a hexagon. The places are
// consecutive, clockwise from the top. Outside the hexagon the number is 0.
func (d *ZoneDecl) Ring(n int32) (first, cells int32) {
	switch {
	case d.Layout != "hex" || n < 0 || int(n) > d.Size[0]:
		return 0, 0
	case n == 0:
		return 0, 1
	}
	return 1 + 3*n*(n-1), 6 * n
}

// Neighbours appends the neighbours of a place to a list, clockwise from the top. from is the
// number of the zone's first place.
func (d *ZoneDecl) Neighbours(cell, from int32, list []int32) []int32 {
	for _, to := range d.next[cell] {
		if to >= 0 {
			list = append(list, from+to)
		}
	}
	return list
}
