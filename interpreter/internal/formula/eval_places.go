package formula

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// evalPlaces returns the places of a zone with a layout.
func evalPlaces(e *Env, v *Expr) []int32 {
	place, at := first(e, v), len(e.arena)
	if place == schema.Nothing {
		return nil
	}
	for i := range int32(v.Zone.Cells) {
		e.arena = append(e.arena, place+i)
	}
	return e.since(at)
}

func evalNeighbours(e *Env, v *Expr) []int32 {
	d, first, cell := cellOf(e, v.Args[0])
	if d == nil {
		return nil
	}
	at := len(e.arena)
	e.arena = d.Neighbours(cell, first, e.arena)
	return e.since(at)
}

// evalLine returns the next places in a direction, up to a number of them or to the edge.
func evalLine(e *Env, v *Expr) []int32 {
	d, first, cell := cellOf(e, v.Args[0])
	if d == nil {
		return nil
	}
	dir := ref.Word(second(e, v))
	way := d.WayOf(dir)
	if way < 0 {
		e.World.Fail(v.Pos, "a "+d.Layout+" has no direction "+e.World.Symbols.Text(dir))
		return nil
	}
	n, at := e.number(v, v.Args[2]), len(e.arena)
	if ray, ok := d.Ray(cell, way); ok {
		n = max(0, min(n, int32(len(ray))))
		if !e.spend(v, int(n)) {
			return nil
		}
		return ray[:n:n]
	}
	for range n {
		if cell = d.Next(cell, way); cell < 0 || !e.spend(v, 1) {
			break
		}
		e.arena = append(e.arena, int32(first.At(cell)))
	}
	return e.since(at)
}

// evalRing returns the places at a distance from the centre of a board, or from a place.
func evalRing(e *Env, v *Expr) []int32 {
	if v.Zone == nil {
		return placesAround(e, v)
	}
	zone := first(e, v)
	if zone == schema.Nothing {
		return nil
	}
	first, cells := v.Zone.Ring(e.number(v, v.Args[1]))
	at := len(e.arena)
	for c := range cells {
		e.arena = append(e.arena, zone+first+c)
	}
	e.spend(v, int(cells))
	return e.since(at)
}

// placesAround returns the places at certain distances from a place, in the order of the zone.
func placesAround(e *Env, v *Expr) []int32 {
	d, first, cell := cellOf(e, v.Args[0])
	n := e.number(v, v.Args[1])
	if d == nil {
		return nil
	}
	at := len(e.arena)
	e.spend(v, d.Within(cell, func(to ref.Cell, steps int32) bool {
		if steps == n {
			e.arena = append(e.arena, int32(first.At(to)))
		}
		return steps <= n
	}))
	slices.Sort(e.arena[at:])
	return e.since(at)
}

// evalDistance returns the distance between two places, or nothing if they are not connected.
func evalDistance(e *Env, v *Expr) int32 {
	d, first, cell := cellOf(e, v.Args[0])
	to, other, goal := cellOf(e, v.Args[1])
	if d == nil || d != to || first != other {
		return schema.Nothing
	}
	far := int32(schema.Nothing)
	e.spend(v, d.Within(cell, func(to ref.Cell, steps int32) bool {
		if to == goal {
			far = steps
		}
		return to != goal
	}))
	return far
}

// evalNumber returns the number of a place in its zone, or nothing for a piece that lies on no place.
func evalNumber(e *Env, v *Expr) int32 {
	d, _, cell := cellOf(e, v.Args[0])
	if d == nil {
		return schema.Nothing
	}
	return int32(cell)
}

// evalRegion returns the places of a list that are connected with a place, in the order of the zone. The arena holds,
// in this order, a mark for each place of the zone and the places found so far.
func evalRegion(e *Env, v *Expr) []int32 {
	d, first, cell := cellOf(e, v.Args[0])
	among := e.list(v.Args[1])
	if d == nil {
		return nil
	}
	const open, found = 1, 2
	at, cells := len(e.arena), d.Cells
	for range cells {
		e.arena = append(e.arena, 0)
	}
	for _, p := range among {
		if c := int(p) - int(first); 0 <= c && c < cells {
			e.arena[at+c] = open
		}
	}
	if e.arena[at+int(cell)] == open {
		e.arena[at+int(cell)] = found
		e.arena = append(e.arena, int32(first.At(cell)))
	}
	for next := at + cells; next < len(e.arena) && e.spend(v, 1); next++ {
		end := len(e.arena)
		e.arena = d.Neighbours(ref.Cell(e.arena[next]-int32(first)), first, e.arena)
		for _, p := range e.arena[end:] {
			if mark := &e.arena[at+int(p)-int(first)]; *mark == open {
				*mark = found
				e.arena[end] = p
				end++
			}
		}
		e.arena = e.arena[:end]
	}
	end := at
	for c := range cells {
		if e.arena[at+c] == found {
			e.arena[end] = int32(first) + int32(c)
			end++
		}
	}
	e.arena = e.arena[:end]
	e.spend(v, cells)
	return e.since(at)
}

func evalPlace(e *Env, v *Expr) int32 {
	zone := first(e, v)
	if zone == schema.Nothing {
		return zone
	}
	return zone + v.K
}

// evalCycle returns a whole list, beginning with an element and continuing at the start after the
// end. The order is reversed if the direction is in Words.
func evalCycle(e *Env, v *Expr) []int32 {
	all := e.list(v.Args[0])
	start := second(e, v)
	i := 0
	for i < len(all) && all[i] != start {
		i++
	}
	if i == len(all) {
		e.World.Fail(v.Pos, "cycle(list, start, direction): the start is not in the list")
		return nil
	}
	step := 1
	if len(v.Args) == 3 {
		if d := ref.Word(e.num(v.Args[2])); d == v.Words[0] || d == v.Words[1] {
			step = len(all) - 1
		}
	}
	at := len(e.arena)
	for range all {
		e.arena = append(e.arena, all[i])
		i = (i + step) % len(all)
	}
	return e.since(at)
}

// cellOf returns the place, in a zone with a layout, of a place or piece: its own, or that of the
// piece on which it is, and so on. d is nil if there is none.
func cellOf(e *Env, v *Expr) (d *schema.ZoneDecl, first ref.Place, cell ref.Cell) {
	x := e.num(v)
	if x == schema.Nothing {
		return nil, 0, 0
	}
	z := ref.Place(x)
	if v.Type.Base == schema.Piece {
		z = e.World.In(ref.Piece(x))
	}
	for range 8 {
		info := e.World.Zones[z]
		if info.Decl.Layout != "" {
			return info.Decl, z.Zone(info.Cell), info.Cell
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.World.In(info.Piece)
	}
	return nil, 0, 0
}
