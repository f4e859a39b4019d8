package formula_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// This file computes the places of zones with a layout in a second way, from their picture on a table: a
// place has a centre, neighbours are one gap apart, and a direction is a bearing. Unlike the interpreter it
// does not count steps along rows or rings.

// board is a zone as it lies on the table; its places stand in the language's order.
type board struct {
	places []spot
	gap    float64 // between the centres of neighbours
	ways   map[string]int
	links  map[int][]link // of a board, as they are declared
}

// link leads to a place, in a direction if it has one.
type link struct {
	to  int
	way string
}

// spot is the centre of a place; x grows to the right and y downward.
type spot struct {
	x, y float64
	ring int // of a hexagon
}

// bearings are the directions, in degrees clockwise from the top.
var bearings = map[string]int{"up": 0, "up_right": 60, "right": 90, "down_right": 120, "down": 180, "down_left": 240, "left": 270, "up_left": 300}

// square holds the bearings of a grid with diagonals.
var square = map[string]int{"up": 0, "up_right": 45, "right": 90, "down_right": 135, "down": 180, "down_left": 225, "left": 270, "up_left": 315}

func boardOf(z *syntax.Zone) board {
	b := board{gap: 1, ways: bearings}
	if z.Directions != nil {
		b.ways = map[string]int{}
		for _, d := range z.Directions {
			b.ways[d.Name] = square[d.Name]
		}
		if z.Directions[0].Name == "all" {
			b.ways = square
		}
	}
	switch z.Layout {
	case "board":
		b.links = map[int][]link{}
		at := map[string]int{}
		for i, p := range z.Places {
			at[p.Name], b.places = i, append(b.places, spot{})
		}
		for _, l := range z.Links {
			for i := range len(l.Path) - 1 {
				from, to := at[l.Path[i].Name], at[l.Path[i+1].Name]
				b.links[from] = append(b.links[from], link{to, l.Way.Name})
				if l.Way.Name == "" || l.Back.Name != "" {
					b.links[to] = append(b.links[to], link{from, l.Back.Name})
				}
			}
		}
	case "row":
		for i := range z.Size[0] {
			b.places = append(b.places, spot{x: float64(i)})
		}
	case "grid":
		for i := range z.Size[0] * z.Size[1] {
			b.places = append(b.places, spot{x: float64(i % z.Size[0]), y: float64(i / z.Size[0])})
		}
	case "hex": // flat-topped, each with sides of length 1; q, r and s add up to 0
		b.gap = math.Sqrt(3)
		n := z.Size[0]
		for q := -n; q <= n; q++ {
			for r := -n; r <= n; r++ {
				if s := -q - r; -n <= s && s <= n {
					far := max(q, -q, r, -r, s, -s)
					b.places = append(b.places, spot{1.5 * float64(q), b.gap * (float64(r) + float64(q)/2), far})
				}
			}
		}
		slices.SortFunc(b.places, func(a, b spot) int {
			return cmp.Or(cmp.Compare(a.ring, b.ring), cmp.Compare(spot{}.bearing(a), spot{}.bearing(b)))
		})
	}
	return b
}

// bearing is the direction in which another spot lies, in degrees.
func (s spot) bearing(to spot) float64 {
	if a := math.Atan2(to.x-s.x, s.y-to.y) * 180 / math.Pi; a > -0.1 {
		return a
	} else {
		return a + 360
	}
}

// around are the neighbours of a place, clockwise from the top.
func (b board) around(i int) []int {
	at, out := b.places[i], []int{}
	if b.links != nil {
		for _, l := range b.links[i] {
			if !slices.Contains(out, l.to) {
				out = append(out, l.to)
			}
		}
		return out
	}
	for k, s := range b.places {
		d, a := math.Hypot(s.x-at.x, s.y-at.y), at.bearing(s)
		diagonal := len(b.ways) < 8 || b.ways["up_right"] == 45
		declared := !diagonal || slices.ContainsFunc(slices.Collect(maps.Values(b.ways)), func(w int) bool { return math.Abs(float64(w)-a) < 1 })
		if k != i && (math.Abs(d-b.gap) < 0.1 || diagonal && d < 1.5) && declared {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(k, l int) int {
		return cmp.Compare(at.bearing(b.places[k]), at.bearing(b.places[l]))
	})
	return out
}

// ahead is the neighbour of a place in a direction, or -1.
func (b board) ahead(i int, direction string) int {
	for _, l := range b.links[i] {
		if l.way == direction {
			return l.to
		}
	}
	if b.links != nil {
		return -1
	}
	for _, k := range b.around(i) {
		if math.Abs(b.places[i].bearing(b.places[k])-float64(b.ways[direction])) < 1 {
			return k
		}
	}
	return -1
}

// far is the number of steps from each place to each other, or more than there are places.
func (b board) far() [][]int {
	n := len(b.places)
	out := make([][]int, n)
	for i := range out {
		out[i] = slices.Repeat([]int{n + 1}, n)
		out[i][i] = 0
		for _, k := range b.around(i) {
			out[i][k] = 1
		}
	}
	for via := range n {
		for i := range n {
			for k := range n {
				out[i][k] = min(out[i][k], out[i][via]+out[via][k])
			}
		}
	}
	return out
}

// connected returns the places of a set that are connected with a place, in order. It joins neighbours as often as there
// are places.
func (b board) connected(from int, in []bool) (out []int) {
	joined := make([]bool, len(in))
	joined[from] = in[from]
	for range in {
		for k := range in {
			for _, n := range b.around(k) {
				joined[n] = joined[n] || in[n] && joined[k]
			}
		}
	}
	for k, is := range joined {
		if is {
			out = append(out, k)
		}
	}
	return out
}

// places returns the result of the language's functions for places.
func (x *context) places(name string, args []any) (any, error) {
	if name == "cycle" {
		return x.cycle(args)
	}
	d, first, i := x.whereabouts(args[0])
	switch {
	case d == nil && (name == "distance" || name == "number"):
		return nil, nil
	case d == nil:
		return []any{}, nil
	}
	b, ok := x.boards[d]
	if !ok {
		b = boardOf(d.Zone)
		x.boards[d] = b
	}
	out := []any{}
	add := func(k int) { out = append(out, zone{first + int32(k), 1}) }
	switch name {
	case "places":
		for k := range b.places {
			add(k)
		}
	case "place":
		for k, p := range d.Places {
			if p.Name == args[1] {
				return zone{first + int32(k), 1}, nil
			}
		}
	case "distance":
		if other, begin, k := x.whereabouts(args[1]); other == d && begin == first && b.far()[i][k] < len(b.places) {
			return b.far()[i][k], nil
		}
		return nil, nil
	case "ring":
		if z, ok := args[0].(zone); ok && z.Cells > 1 {
			for k, s := range b.places {
				if s.ring == args[1] {
					add(k)
				}
			}
			break
		}
		for k, n := range b.far()[i] {
			if n == args[1] {
				add(k)
			}
		}
	case "neighbours":
		for _, k := range b.around(i) {
			add(k)
		}
	case "number":
		return i, nil
	case "region":
		in := make([]bool, len(b.places))
		for _, p := range args[1].([]any) {
			if k := int(p.(zone).First - first); k >= 0 && k < len(in) {
				in[k] = true
			}
		}
		for _, k := range b.connected(i, in) {
			add(k)
		}
	case "line":
		for range args[2].(int) {
			if i = b.ahead(i, args[1].(string)); i < 0 {
				break
			}
			add(i)
		}
	}
	return out, nil
}

// whereabouts returns the place of a zone with a layout at which a piece lies, or at which the piece below it
// lies: the zone's declaration, its first place and the number of this one.
func (x *context) whereabouts(v any) (d *schema.ZoneDecl, first int32, i int) {
	z, ok := v.(zone)
	if p, isPiece := v.(piece); isPiece {
		z.First, ok = int32(x.e.World.In(ref.Piece(p.ID))), true
	}
	for ok && z.First != 0 {
		info := x.c.Schema.Zones[z.First]
		if info.Decl.Layout != "" {
			return info.Decl, int32(ref.Cell(z.First) - info.Cell), int(info.Cell)
		}
		if ok = info.Piece >= 0; ok {
			z.First = int32(x.e.World.In(info.Piece))
		}
	}
	return nil, 0, 0
}

// cycle is a list from one of its elements on and round, or the other way round.
func (x *context) cycle(args []any) (any, error) {
	list := slices.Clone(listOf(x.lying(args[0])))
	if len(args) == 3 && (args[2] == "left" || args[2] == "up") {
		slices.Reverse(list)
	}
	start := x.beside(args[1], list)
	i := slices.Index(list, start)
	if i < 0 {
		return nil, fmt.Errorf("cycle: %v is not in the list", start)
	}
	return slices.Concat(list[i:], list[:i]), nil
}
