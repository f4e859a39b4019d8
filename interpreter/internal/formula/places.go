package formula

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// The functions for places in zones with a layout.

// places checks `places(zone)`: all places of a zone with a layout, in order, whether occupied
// or not.
func (c *call) places() *Expr {
	zone := c.co.node(c.args[0])
	if d := zone.Type.Decl; zone.OK() && (!zone.Type.One(schema.Zone) || d == nil || d.Layout == "") {
		zone = c.co.fail(c.args[0], "give the zone a `layout`",
			"places needs a zone with layout row, grid, hex or board, not %s", c.co.c.Schema.Describe(zone.Type))
	}
	return c.placesOf(zone, zone)
}

// placesOf returns the call of a function for the places of a zone.
func (c *call) placesOf(zone *Expr, of ...*Expr) *Expr {
	v := c.value(c.placeList(zone), of...)
	v.Zone = zone.Type.Decl
	return v
}

// neighbours checks `neighbours(x)`: the places next to x, clockwise from the top.
func (c *call) neighbours() *Expr {
	from := c.place(0)
	return c.value(c.placeList(from), from)
}

// line checks `line(x, direction, n)`: the next n places from x, up to the edge.
func (c *call) line() *Expr {
	from, way, n := c.place(0), c.one(1, schema.Word, "a direction"), c.one(2, schema.Number, "a number of places")
	if from.OK() && way.OK() && !c.isDirection(way, from) {
		way = invalid(way.Pos)
	}
	return c.value(c.placeList(from), from, way, n)
}

// isDirection reports whether a word can be a direction from a place. If not, it adds an error.
func (c *call) isDirection(word, from *Expr) bool {
	if w := c.co.c.NoDirection(word.Type, c.co.c.Schema.AllDirections()); w != "" {
		c.co.fail(c.args[1], "the directions are "+strings.Join(c.co.c.Schema.Ways(), ", "), "%q is not a direction", w)
		return false
	}
	if !word.Const() {
		return true
	}
	way, boards := c.co.c.Schema.Symbols.Text(ref.Word(word.K)), c.boardsOf(from)
	if ways := c.co.c.Schema.Ways(); !slices.Contains(ways, way) {
		c.co.fail(c.args[1], "the directions are "+strings.Join(ways, ", ")+diagonals(way, c.co.c.Schema.Decls),
			"no board of this game has the direction %q", way)
		return false
	}
	if len(boards) > 0 && !slices.ContainsFunc(boards, func(d *schema.ZoneDecl) bool { return d.Way(way) >= 0 }) {
		d := boards[0]
		c.co.fail(c.args[1], "its directions are "+strings.Join(d.Ways, ", ")+diagonals(way, boards),
			"%s is laid out as %s, which has no direction %q", d.Name, d.Layout, way)
		return false
	}
	return true
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
func (c *call) boardsOf(v *Expr) (boards []*schema.ZoneDecl) {
	for v.Op == Index || v.Op == Call && v.picks == fromFirst && !v.Type.List {
		v = v.Args[0]
	}
	if v.Zone != nil && v.Op == Call {
		return []*schema.ZoneDecl{v.Zone}
	}
	for _, d := range c.co.c.Schema.Decls {
		if d.Layout != "" && (v.Type.Kinds == 0 || d.Holds&v.Type.Kinds != 0) {
			boards = append(boards, d)
		}
	}
	return boards
}

// ring checks `ring(place, n)`, the places at distance n from a place, and `ring(zone, n)`,
// those at distance n from the centre of a hexagonal board, clockwise from the top.
func (c *call) ring() *Expr {
	of, n := c.co.node(c.args[0]), c.one(1, schema.Number, "a number of steps")
	if !of.OK() || of.Type.One(schema.Piece) || of.Type.One(schema.Zone) && !of.Type.Decl.Spreads() {
		of = c.isPlace(of)
		return c.value(c.placeList(of), of, n)
	}
	if !of.Type.One(schema.Zone) || of.Type.Decl == nil || of.Type.Decl.Layout != "hex" {
		of = c.co.fail(c, "write "+c.Usage, "ring needs a zone with layout hex, and a number")
	}
	return c.placesOf(of, of, n)
}

// cycle checks `cycle(list, start, direction)`: the whole list from start, continuing at the
// beginning. The order is reversed for the directions `left` and `up`.
func (c *call) cycle() *Expr {
	l, start := c.list(), c.co.node(c.args[1])
	if l.OK() && start.OK() && As(start, l.Type.Elem()) == nil {
		return c.co.fail(c, "", "the start of cycle must be an element of its list, not %s",
			c.co.c.Schema.Describe(start.Type))
	}
	of := []*Expr{l, As(start, l.Type.Elem())}
	if len(c.args) == 3 {
		of = append(of, c.one(2, schema.Word, "a direction"))
	}
	v := c.value(l.Type, of...)
	v.Tables = &Tables{Words: []ref.Word{c.co.c.Interner.Symbol("left"), c.co.c.Interner.Symbol("up")}}
	return v
}

// distance checks `distance(a, b)`, the number of steps between two places.
func (c *call) distance() *Expr {
	return c.value(schema.OrNothing(numberType), c.place(0), c.place(1))
}

// number checks `number(x)`, the number of a place in its zone.
func (c *call) number() *Expr {
	of := c.place(0)
	t := numberType
	if of.Type.Base == schema.Piece || of.Type.Null {
		t = schema.OrNothing(t)
	}
	return c.value(t, of)
}

// region checks `region(x, places)`: the places that are connected with x within a list of places.
func (c *call) region() *Expr {
	from, among := c.place(0), c.co.listValue(c.args[1], c.Name)
	if among.OK() && among.Type.Base != schema.Zone && among.Type.Base != schema.Empty {
		among = c.fail(among, "choose among places: region(x, filter(places(zone), CONDITION))", "a list of places")
	}
	return c.value(c.placeList(from), from, among)
}

// named checks `place(zone, "NAME")`, the place with a name.
func (c *call) named() *Expr {
	co, zone, name := c.co, c.co.node(c.args[0]), c.co.node(c.args[1])
	d := zone.Type.Decl
	switch {
	case !zone.OK() || !name.OK():
		return invalid(c.pos)
	case !zone.Type.One(schema.Zone) || d == nil || d.Layout != "board":
		return co.fail(c.args[0], "to select a place by its number, write places(zone)[n]",
			"only places of a zone with layout board have names, not places of %s", co.c.Schema.Describe(zone.Type))
	case !name.Type.One(schema.Word) || !name.Const():
		return co.fail(c.args[1], "write "+c.Usage, "the name of a place must be written as a literal text")
	}
	text := co.c.Schema.Symbols.Text(ref.Word(name.K))
	if d.Cell(text) < 0 {
		return co.unknownWord(c.args[1], text, func() []string {
			return syntax.NamesOf(d.Places)
		}, "zone %s has no place %q", d.Name, text)
	}
	v := c.placesOf(zone, zone)
	v.Type, v.K = v.Type.Elem(), int32(d.Cell(text))
	return v
}

// NoDirection returns a possible word of a value of type t that is not among some directions,
// or "" if there is none or the words are unknown.
func (c *Compiler) NoDirection(t schema.Type, among []string) string {
	for _, w := range c.Schema.WordsOf(t.Words) {
		if !slices.Contains(among, w) {
			return w
		}
	}
	return ""
}

// placeList returns the type of a list of places around a place or piece, or in a zone.
func (c *call) placeList(of *Expr) schema.Type {
	t := schema.Type{Base: schema.Zone, Kinds: of.Type.Kinds, List: true}
	if of.Type.Base != schema.Zone {
		t.Kinds = c.co.c.heldWith(of.Type.Kinds)
	}
	return t
}

// heldWith returns all kinds that may be in those zones with a layout that can hold some of the
// given kinds.
func (c *Compiler) heldWith(kinds schema.KindSet) schema.KindSet {
	out := schema.KindSet(0)
	for _, d := range c.Schema.Decls {
		if d.Layout != "" && d.Holds&kinds != 0 {
			out |= d.Holds
		}
	}
	if out == 0 {
		return c.Schema.AllKinds()
	}
	return out
}

// place checks that an operand is a place, or a piece on one.
func (c *call) place(i int) *Expr { return c.isPlace(c.co.node(c.args[i])) }

func (c *call) isPlace(v *Expr) *Expr {
	if d := v.Type.Decl; v.OK() && d != nil && d.Layout == "" && d.Scope != schema.OfPiece {
		return c.co.fail(c, "give the zone a `layout`", "zone %s is not laid out", d.Name)
	}
	if !v.OK() || !v.Type.List && (v.Type.Base == schema.Zone || v.Type.Base == schema.Piece) {
		return v
	}
	return c.co.fail(c, "", "expected a place or a piece on a place, found %s", c.co.c.Schema.Describe(v.Type))
}
