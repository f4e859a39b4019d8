package schema

import "moraine/interpreter/internal/syntax"

// Directions are the language's compass words. A row knows left and right, a
// grid those and up and down; hexes are flat-topped, so they have up and down
// and the four slanting ones, but no left and right (a pick `toward` left or
// right compares exact coordinates and works everywhere).
var Directions = []string{"up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"}

// Coord is the place of a cell. X grows to the right, Y grows downward, in
// units in which all centres are whole: a hex is two wide in X and two high in
// Y per step straight down, one per slanting step.
type Coord struct{ X, Y int32 }

// layout lists the places of a zone in their fixed order: a row from the left,
// a grid row by row from the top left, a hexagon ring by ring from the centre,
// each ring clockwise from the top.
func layout(z *syntax.Zone) []Coord {
	switch z.Layout {
	case "row":
		if len(z.Size) != 1 || z.Size[0] < 1 || z.Size[0] > maxPieces {
			return nil
		}
		out := make([]Coord, z.Size[0])
		for i := range out {
			out[i].X = int32(i)
		}
		return out
	case "grid":
		if len(z.Size) != 2 || z.Size[0] < 1 || z.Size[1] < 1 || z.Size[0]*z.Size[1] > maxPieces {
			return nil
		}
		var out []Coord
		for y := range z.Size[1] {
			for x := range z.Size[0] {
				out = append(out, Coord{int32(x), int32(y)})
			}
		}
		return out
	case "hex":
		if len(z.Size) != 1 || z.Size[0] < 0 || z.Size[0] > 50 {
			return nil
		}
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

func hexStep(dir string) (Coord, bool) {
	switch dir {
	case "up":
		return Coord{0, -2}, true
	case "up_right":
		return Coord{1, -1}, true
	case "down_right":
		return Coord{1, 1}, true
	case "down":
		return Coord{0, 2}, true
	case "down_left":
		return Coord{-1, 1}, true
	case "up_left":
		return Coord{-1, -1}, true
	}
	return Coord{}, false
}

func flatStep(dir string) (Coord, bool) {
	switch dir {
	case "up":
		return Coord{0, -1}, true
	case "down":
		return Coord{0, 1}, true
	case "left":
		return Coord{-1, 0}, true
	case "right":
		return Coord{1, 0}, true
	}
	return Coord{}, false
}

// Step is the move to the next cell in a direction, on this layout.
func (d *ZoneDecl) Step(dir string) (Coord, bool) {
	if d.Layout == "hex" {
		return hexStep(dir)
	}
	step, ok := flatStep(dir)
	if d.Layout == "row" && step.Y != 0 {
		return Coord{}, false
	}
	return step, ok
}

// CellAt is the cell with those coordinates, or -1.
func (d *ZoneDecl) CellAt(c Coord) int {
	for i, have := range d.Coords {
		if have == c {
			return i
		}
	}
	return -1
}

// Toward is how far a coordinate lies in a direction: the greater, the farther.
func Toward(dir string, c Coord) int32 {
	switch dir {
	case "up":
		return -c.Y
	case "down":
		return c.Y
	case "left":
		return -c.X
	case "right":
		return c.X
	case "up_right":
		return c.X - c.Y
	case "down_right":
		return c.X + c.Y
	case "up_left":
		return -c.X - c.Y
	case "down_left":
		return c.Y - c.X
	}
	return 0
}

// Ring lists the cells of ring n of a hexagon, clockwise from the top.
func (d *ZoneDecl) Ring(n int32) []int32 {
	if d.Layout != "hex" || n < 0 || int(n) > d.Size[0] {
		return nil
	}
	if n == 0 {
		return []int32{0}
	}
	first := 1 + 3*n*(n-1)
	out := make([]int32, 6*n)
	for i := range out {
		out[i] = first + int32(i)
	}
	return out
}

// Neighbours lists the cells next to a cell, clockwise from the top.
func (d *ZoneDecl) Neighbours(cell int32) []int32 {
	var out []int32
	for _, dir := range Directions {
		step, ok := d.Step(dir)
		if !ok {
			continue
		}
		c := d.Coords[cell]
		if i := d.CellAt(Coord{c.X + step.X, c.Y + step.Y}); i >= 0 {
			out = append(out, int32(i))
		}
	}
	return out
}
