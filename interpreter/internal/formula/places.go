package formula

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// The functions for places in zones with a layout.

// places checks `places(zone)`: all places of a zone with a layout, in order, whether occupied
// or not.
func (c call) places() *Value {
	a := c.operands(1, 1)
	t := c.placeList(a)
	if a == nil {
		return invalidOf(t, c.pos)
	}
	if d := a[0].Type.Decl; !a[0].Type.One(schema.Zone) || d == nil || d.Layout == "" {
		return c.co.fail(c.args[0], "give the zone a `layout`", "places needs a zone with layout row, grid, hex or board, not %s", c.co.Describe(a[0].Type))
	}
	return zoned(c.value(t, a[0]), a[0])
}

// zoned returns v with the zone to which its places belong.
func zoned(v, of *Value) *Value {
	v.Zone = of.Type.Decl
	return v
}

// neighbours checks `neighbours(x)`: the places next to x, clockwise from the top.
func (c call) neighbours() *Value {
	a := c.operands(1, 1)
	t := c.placeList(a)
	if a == nil || !c.isPlace(a[0]) {
		return invalidOf(t, c.pos)
	}
	return c.value(t, a[0])
}

// line checks `line(x, direction, n)`: the next n places from x, up to the edge.
func (c call) line() *Value {
	a := c.operands(3, 3)
	t := c.placeList(a)
	if a == nil || !c.isPlace(a[0]) {
		return invalidOf(t, c.pos)
	}
	if !a[1].Type.One(schema.Word) || !a[2].Type.One(schema.Number) {
		return c.co.fail(c, "write "+c.Usage, "line needs a direction and a number of places")
	}
	if w := c.co.NoDirection(a[1].Type, c.co.AllDirections()); w != "" {
		return c.co.fail(c.args[1], "the directions are "+strings.Join(c.co.Ways(), ", "), "%q is not a direction", w)
	}
	if ways := c.co.Ways(); a[1].Const() && !slices.Contains(ways, c.co.Text(a[1].K)) {
		return c.co.fail(c.args[1], "the directions are "+strings.Join(ways, ", ")+diagonals(c.co.Text(a[1].K), c.co.Decls), "no board of this game has the direction %q", c.co.Text(a[1].K))
	}
	if boards := c.boardsOf(a[0]); a[1].Const() && len(boards) > 0 && !slices.ContainsFunc(boards, func(d *schema.ZoneDecl) bool { return d.Way(c.co.Text(a[1].K)) >= 0 }) {
		d := boards[0]
		return c.co.fail(c.args[1], "its directions are "+strings.Join(d.Ways, ", ")+diagonals(c.co.Text(a[1].K), boards), "%s is laid out as %s, which has no direction %q", d.Name, d.Layout, c.co.Text(a[1].K))
	}
	return c.value(t, a...)
}

// diagonals returns a hint for a diagonal of a grid, which has only four directions by default.
func diagonals(way string, boards []*schema.ZoneDecl) string {
	grid := func(d *schema.ZoneDecl) bool { return d.Layout == "grid" && d.Way(way) < 0 }
	if i := slices.IndexFunc(boards, grid); i >= 0 && slices.Contains(schema.Directions, way) {
		return "; with `directions: all`, " + boards[i].Name + " has the diagonals, too"
	}
	return ""
}

// boardsOf returns the zones with a layout to which a place may belong, or in which a piece may
// be.
func (c call) boardsOf(v *Value) (boards []*schema.ZoneDecl) {
	for v.Op == Index || v.Op == Call && v.picks == fromFirst && !v.Type.List {
		v = v.Of[0]
	}
	if v.Zone != nil && v.Op == Call {
		return []*schema.ZoneDecl{v.Zone}
	}
	for _, d := range c.co.Decls {
		if d.Layout != "" && (v.Type.Kinds == 0 || d.Holds&v.Type.Kinds != 0) {
			boards = append(boards, d)
		}
	}
	return boards
}

// ring checks `ring(place, n)`, the places at distance n from a place, and `ring(zone, n)`,
// those at distance n from the centre of a hexagonal board, clockwise from the top.
func (c call) ring() *Value {
	a := c.operands(2, 2)
	t := c.placeList(a)
	switch {
	case a == nil:
		return invalidOf(t, c.pos)
	case a[0].Type.One(schema.Piece) || a[0].Type.One(schema.Zone) && !a[0].Type.Decl.Spreads():
		if !c.isPlace(a[0]) || !c.isSteps(a[1]) {
			return invalidOf(t, c.pos)
		}
		return c.value(t, a...)
	}
	if !a[0].Type.One(schema.Zone) || a[0].Type.Decl == nil || a[0].Type.Decl.Layout != "hex" || !a[1].Type.One(schema.Number) {
		return c.co.fail(c, "write "+c.Usage, "ring needs a zone with layout hex, and a number")
	}
	return zoned(c.value(t, a...), a[0])
}

// cycle checks `cycle(list, start, direction)`: the whole list from start, continuing at the
// beginning. The order is reversed for the directions `left` and `up`.
func (c call) cycle() *Value {
	a := c.operands(2, 3)
	if a == nil {
		return invalid(c.pos)
	}
	l := piecesOf(a[0])
	if !l.IsList() {
		return c.co.fail(c, "", "cycle needs a list, not %s", c.co.Describe(l.Type))
	}
	start := As(a[1], l.Type.Elem())
	if start == nil {
		return c.co.fail(c, "", "the start of cycle must be an element of its list, not %s", c.co.Describe(a[1].Type))
	}
	if len(a) == 3 && !a[2].Type.One(schema.Word) {
		return c.co.fail(c, "write "+c.Usage, "cycle needs a direction, not %s", c.co.Describe(a[2].Type))
	}
	v := c.value(l.Type, append([]*Value{l, start}, a[2:]...)...)
	v.Tables = &Tables{Words: []int32{c.co.Symbol("left"), c.co.Symbol("up")}}
	return v
}

// distance checks `distance(a, b)`, the number of steps between two places.
func (c call) distance() *Value {
	t := schema.OrNothing(numberType)
	a := c.operands(2, 2)
	if a == nil || !c.isPlace(a[0]) || !c.isPlace(a[1]) {
		return invalid(c.pos)
	}
	return c.value(t, a...)
}

// place checks `place(zone, "NAME")`, the place with a name.
func (c call) place() *Value {
	co := c.co
	a := c.operands(2, 2)
	if a == nil {
		return invalid(c.pos)
	}
	d := a[0].Type.Decl
	if !a[0].Type.One(schema.Zone) || d == nil || d.Layout != "board" {
		return co.fail(c.args[0], "to select a place by its number, write places(zone)[n]", "only places of a zone with layout board have names, not places of %s", co.Describe(a[0].Type))
	}
	if !a[1].Type.One(schema.Word) || !a[1].Const() {
		return co.fail(c.args[1], "write "+c.Usage, "the name of a place must be written as a literal text")
	}
	name := co.Text(a[1].K)
	if d.Cell(name) < 0 {
		return co.unknownWord(c.args[1], name, func() []string { return syntax.NamesOf(d.Places) }, "zone %s has no place %q", d.Name, name)
	}
	t := c.placeList(a).Elem()
	v := zoned(c.value(t, a[0]), a[0])
	v.K = d.Cell(name)
	return v
}

func (c call) isSteps(v *Value) bool {
	if v.Type.One(schema.Number) {
		return true
	}
	c.co.fail(c.args[1], "", "the distance must be a number, not %s", c.co.Describe(v.Type))
	return false
}

// NoDirection returns a possible word of a value of type t that is not among some directions,
// or "" if there is none or the words are unknown.
func (c *Compiler) NoDirection(t schema.Type, among []string) string {
	for _, w := range c.WordsOf(t.Words) {
		if !slices.Contains(among, w) {
			return w
		}
	}
	return ""
}

func (c call) placeList(a []*Value) schema.Type {
	t := schema.Type{Base: schema.Zone, Kinds: c.co.AllKinds(), List: true}
	if len(a) > 0 && a[0].Type.Base == schema.Zone {
		t.Kinds = a[0].Type.Kinds
	} else if len(a) > 0 {
		t.Kinds = c.co.heldWith(a[0].Type.Kinds)
	}
	return t
}

// heldWith returns all kinds that may be in those zones with a layout that can hold some of the
// given kinds.
func (c *Compiler) heldWith(kinds schema.KindSet) schema.KindSet {
	out := schema.KindSet(0)
	for _, d := range c.Decls {
		if d.Layout != "" && d.Holds&kinds != 0 {
			out |= d.Holds
		}
	}
	if out == 0 {
		return c.AllKinds()
	}
	return out
}

func (c call) isPlace(v *Value) bool {
	if d := v.Type.Decl; d != nil && d.Layout == "" && d.Scope != schema.OfPiece {
		c.co.fail(c, "give the zone a `layout`", "zone %s is not laid out", d.Name)
		return false
	}
	if !v.Type.List && (v.Type.Base == schema.Zone || v.Type.Base == schema.Piece) {
		return true
	}
	c.co.fail(c, "", "expected a place or a piece on a place, found %s", c.co.Describe(v.Type))
	return false
}
