package schema

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// Directions lists the directions of rows, grids and hexes. A row has left and right, a grid also up
// and down and, if it declares them, the four diagonals. Hexes are flat-topped and have up, down and the
// four diagonals. A pick `toward` left or right compares coordinates, so it works on every board.
var Directions = []string{"up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"}

// Coord is the centre of a place. X grows to the right and Y downward. The units make all
// centres integers: a hex is two units wide and two high, a step up or down is two units, and a
// diagonal step is one unit in each direction.
type Coord struct{ X, Y int32 }

// places returns the number of places of a zone with a layout.
func places(z *syntax.Zone) int64 {
	switch n := z.Size; {
	case z.Layout == "board":
		return int64(len(z.Places))
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
// top; a board line by line, as its picture names them.
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
	case "board":
		var out []Coord
		for _, p := range z.Places {
			out = append(out, Coord{int32(p.X), int32(p.Y)})
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
	"up": {0, -1}, "up_right": {1, -1}, "right": {1, 0}, "down_right": {1, 1}, "down": {0, 1}, "down_left": {-1, 1},
	"left": {-1, 0}, "up_left": {-1, -1},
}

// hexStep returns the vector to the neighbouring hex in a direction.
func hexStep(dir string) (step Coord, ok bool) {
	step = bearings[dir]
	if step.X == 0 {
		step.Y *= 2
	}
	return step, step.Y != 0
}

// Step returns the vector to the next cell in a direction, if the layout can have that direction.
func (d *ZoneDecl) Step(dir string) (step Coord, ok bool) {
	step, ok = bearings[dir]
	switch d.Layout {
	case "hex":
		return hexStep(dir)
	case "grid":
		return step, ok
	case "row":
		return step, ok && step.Y == 0
	}
	return step, false
}

// possible returns the directions that the layout can have.
func (d *ZoneDecl) possible() []string {
	return slices.DeleteFunc(slices.Clone(Directions), func(dir string) bool {
		_, ok := d.Step(dir)
		return !ok
	})
}

// Ways returns the directions of the boards of the game.
func (s *Schema) Ways() (ways []string) {
	for _, dir := range s.AllDirections() {
		if slices.ContainsFunc(s.Decls, func(d *ZoneDecl) bool { return d.Way(dir) >= 0 }) {
			ways = append(ways, dir)
		}
	}
	return ways
}

// AllDirections returns the directions of the language, and after them those that boards of the game declare.
func (s *Schema) AllDirections() []string { return append(slices.Clip(Directions), s.directions...) }

// Spreads reports whether a zone has several places.
func (d *ZoneDecl) Spreads() bool { return d != nil && d.Cells > 1 }

// link computes the next cell of each cell in every direction, and its neighbours, so that a match needs no search.
func (b *builder) link(d *ZoneDecl) {
	d.near = make([][]ref.Cell, len(d.Coords))
	if d.Layout != "board" {
		b.linkCells(d)
	} else if len(d.Coords) == len(d.Places) { // else there are too many
		b.linkBoard(d)
	}
	for _, way := range d.Ways {
		d.symbols = append(d.symbols, b.Symbols.add(way))
	}
}

// linkCells links the cells of a row, grid or hex in the directions that it declares, else in all but the diagonals
// of a grid.
func (b *builder) linkCells(d *ZoneDecl) {
	for _, dir := range d.possible() {
		step, _ := d.Step(dir)
		declared := func(id syntax.Ident) bool { return id.Name == dir || id.Name == syntax.All }
		if slices.ContainsFunc(d.Directions, declared) ||
			d.Directions == nil && (d.Layout != "grid" || step.X == 0 || step.Y == 0) {
			d.addWay(dir)
		}
	}
	for _, id := range d.Directions {
		if among := append(d.possible(), syntax.All); !slices.Contains(among, id.Name) {
			b.diags.UnknownOr(id.Pos, id.Name, among, "its directions are "+strings.Join(among[:len(among)-1], ", "),
				"a %s has no direction %q", d.Layout, id.Name)
		}
	}
	at := make(map[Coord]ref.Cell, len(d.Coords))
	for i, c := range d.Coords {
		at[c] = ref.Cell(i)
	}
	for way, dir := range d.Ways {
		step, _ := d.Step(dir)
		for i, c := range d.Coords {
			if to, ok := at[Coord{c.X + step.X, c.Y + step.Y}]; ok {
				d.lead(ref.Cell(i), to, way)
			}
		}
	}
}

// linkBoard links the places of a board by its paths.
func (b *builder) linkBoard(d *ZoneDecl) {
	names := syntax.NamesOf(d.Places)
	cell := func(id syntax.Ident) ref.Cell {
		i := slices.Index(names, id.Name)
		if i < 0 {
			b.diags.Unknown(id.Pos, id.Name, names, "zone %s has no place %q", d.Name, id.Name)
		}
		return ref.Cell(i)
	}
	for _, l := range d.Links {
		there, back := d.addWay(l.Way.Name), d.addWay(l.Back.Name)
		from := cell(l.Path[0])
		for _, id := range l.Path[1:] {
			to := cell(id)
			if from >= 0 && to >= 0 && (d.leads(from, to, there) || (l.Back.Name != "" && d.leads(to, from, back))) {
				b.diags.Add(id.Pos, "place %s or %s already has another link in this direction", names[from], id.Name)
			} else if from >= 0 && to >= 0 {
				d.lead(from, to, there)
				if l.Way.Name == "" || l.Back.Name != "" {
					d.lead(to, from, back)
				}
			}
			from = to
		}
	}
	for _, way := range d.Ways {
		if !slices.Contains(b.AllDirections(), way) {
			b.directions = append(b.directions, way)
		}
	}
}

// addWay returns the number of a direction, which it adds if it is new. It returns -1 for a link without a direction.
func (d *ZoneDecl) addWay(name string) int {
	if name == "" {
		return -1
	}
	i := d.Way(name)
	if i < 0 {
		i = len(d.Ways)
		next := make([]ref.Cell, len(d.Coords))
		for c := range next {
			next[c] = -1
		}
		d.Ways, d.next = append(d.Ways, name), append(d.next, next)
	}
	return i
}

// leads reports whether a direction from a cell already leads to another cell than to.
func (d *ZoneDecl) leads(from, to ref.Cell, way int) bool {
	return way >= 0 && d.next[way][from] >= 0 && d.next[way][from] != to
}

// lead links one cell to another: in a direction, or as a neighbour only if way is negative.
func (d *ZoneDecl) lead(from, to ref.Cell, way int) {
	if way >= 0 {
		d.next[way][from] = to
	}
	if !slices.Contains(d.near[from], to) {
		d.near[from] = append(d.near[from], to)
	}
}

// Way returns the number of a direction of the zone, or -1.
func (d *ZoneDecl) Way(name string) int { return slices.Index(d.Ways, name) }

// WayWords returns the directions of the zone as words of the game.
func (d *ZoneDecl) WayWords() []ref.Word { return d.symbols }

// WayOf returns the number of a direction that is given as a word of the game, or -1.
func (d *ZoneDecl) WayOf(word ref.Word) int { return slices.Index(d.symbols, word) }

// Next returns the cell next to a cell in direction way, or -1.
func (d *ZoneDecl) Next(cell ref.Cell, way int) ref.Cell { return d.next[way][cell] }

// mostOnRays limits the places in the table of a zone's rays.
const mostOnRays = 1 << 14

// castRays makes the table of a zone's rays: for each direction and place the places up to the edge. A zone that is no
// part of the table, a board whose paths may go round, or a large one has none.
func (d *ZoneDecl) castRays() {
	if d.Scope != OfGame || d.Layout == "board" || d.Layout == "" {
		return
	}
	rays, n := make([][][]int32, len(d.next)), 0
	for way, next := range d.next {
		rays[way] = make([][]int32, len(next))
		for cell := range next {
			var ray []int32
			for to := next[cell]; to >= 0; to = next[to] {
				if n++; n > mostOnRays {
					return
				}
				ray = append(ray, int32(ref.Place(d.First).At(to)))
			}
			rays[way][cell] = ray
		}
	}
	d.rays = rays
}

// Ray returns the places in a direction up to the edge, which must not be changed. ok is false if the zone has no table
// of them.
func (d *ZoneDecl) Ray(cell ref.Cell, way int) (places []int32, ok bool) {
	if d.rays == nil {
		return nil, false
	}
	return d.rays[way][cell], true
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

// Neighbours appends the neighbours of a cell to a list: by direction, those of a row, grid or hex clockwise from the
// top; the first cell of the zone has number from.
func (d *ZoneDecl) Neighbours(cell ref.Cell, from ref.Place, list []int32) []int32 {
	for _, to := range d.near[cell] {
		list = append(list, int32(from.At(to)))
	}
	return list
}

// Degrees returns the numbers of neighbours that the cells of a layout have, in ascending order; nil if all are equal.
func (d *ZoneDecl) Degrees() (out []int) {
	for _, near := range d.near {
		if !slices.Contains(out, len(near)) {
			out = append(out, len(near))
		}
	}
	if len(out) < 2 {
		return nil
	}
	slices.Sort(out)
	return out
}

// Within calls found with the cells that can be reached from a cell, nearest first, and the number of steps to each,
// until found returns false. It returns the number of cells visited.
func (d *ZoneDecl) Within(cell ref.Cell, found func(to ref.Cell, steps int32) bool) (seen int) {
	steps := make([]int32, len(d.near)) // one more than the number; 0: not reached
	steps[cell] = 1
	reached := append(make([]ref.Cell, 0, len(d.near)), cell)
	for i := 0; i < len(reached); i++ {
		at := reached[i]
		if !found(at, steps[at]-1) {
			return i + 1
		}
		for _, to := range d.near[at] {
			if steps[to] == 0 {
				steps[to] = steps[at] + 1
				reached = append(reached, to)
			}
		}
	}
	return len(reached)
}

// Cell returns the cell with a name; -1 if the zone has none.
func (d *ZoneDecl) Cell(name string) ref.Cell {
	return ref.Cell(slices.IndexFunc(d.Places, func(p syntax.Place) bool { return p.Name == name }))
}

// CellName names a cell as scenarios and players do: by its name, or else by its number.
func (d *ZoneDecl) CellName(cell ref.Cell) string {
	if d.Layout == "board" {
		return d.Places[cell].Name
	}
	return strconv.Itoa(int(cell))
}
