package formula

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// languageWords are the functions that the language adds to expr's.
var languageWords map[string]func(*comp, *ast.CallNode) *Value

func init() {
	languageWords = map[string]func(*comp, *ast.CallNode) *Value{
		"clockwise": (*comp).clockwise, "empty": (*comp).empty, "times": (*comp).times, "ruled": (*comp).ruled,
		"places": (*comp).places, "neighbours": (*comp).neighbours, "line": (*comp).line, "ring": (*comp).ring, "cycle": (*comp).cycle,
	}
}

// LanguageWords lists the functions and names that the language adds.
func LanguageWords() []string {
	return []string{"clockwise", "cycle", "empty", "line", "neighbours", "others", "places", "players", "ring", "ruled", "times"}
}

func (co *comp) args(n *ast.CallNode, what string, least, most int) []*Value {
	if len(n.Arguments) < least || len(n.Arguments) > most {
		co.fail(n, "write "+what, "here are %d arguments", len(n.Arguments))
		return nil
	}
	var out []*Value
	for _, a := range n.Arguments {
		v := co.node(a)
		if !v.OK() {
			return nil
		}
		out = append(out, v)
	}
	return out
}

// clockwise(p) lists all players from p on, to the left.
func (co *comp) clockwise(n *ast.CallNode) *Value {
	t := schema.Type{Base: schema.Player, List: true}
	a := co.args(n, "clockwise(player)", 1, 1)
	if a == nil {
		return &Value{Type: t, Pos: co.pos(n)}
	}
	if a[0].Type.Base != schema.Player || a[0].Type.List {
		return co.fail(n, "", "clockwise begins with a player; this is %s", co.Describe(a[0].Type))
	}
	pos := co.pos(n)
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		p := a[0].num(e)
		if p < 0 {
			e.nothing(pos, "neighbour")
			return nil
		}
		return e.seatsFrom(p, e.Players())
	}}
}

// empty(list) is true of a list, a zone or a place with nothing in it.
func (co *comp) empty(n *ast.CallNode) *Value {
	pos := co.pos(n)
	a := co.args(n, "empty(list)", 1, 1)
	if a == nil {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: pos}
	}
	v := a[0]
	if v.Type.Base == schema.Zone && !v.Type.List && (v.Type.Decl == nil || v.Type.Decl.Cells == 1) {
		return yesNo(pos, func(e *Env) bool { return e.size(pos, v.num(e)) == 0 })
	}
	l := co.listed(v)
	if l.list == nil {
		return co.fail(n, "compare with `nothing`", "empty looks at a list; this is %s", co.Describe(v.Type))
	}
	return yesNo(pos, func(e *Env) bool {
		mark := len(e.arena)
		k := len(l.list(e))
		e.arena = e.arena[:mark]
		return k == 0
	})
}

// times("NAME", "SPAN", player) is how often the player took the option, played
// in the window or ran the procedure NAME since the procedure SPAN last began;
// without a player, how often anybody did. Both names are literal, so that it is
// a plain counter of the state.
func (co *comp) times(n *ast.CallNode) *Value {
	pos := co.pos(n)
	var names [2]string
	for i := range names {
		s, ok := ast.Node(nil), false
		if i < len(n.Arguments) {
			s = n.Arguments[i]
		}
		var str *ast.StringNode
		if str, ok = s.(*ast.StringNode); !ok {
			return co.fail(n, `write times("NAME", "PROCEDURE", player)`, "times needs two quoted names")
		}
		names[i] = str.Value
	}
	if names[1] != "match" && co.procs[names[1]] == nil {
		procs := func() []string { return slices.Collect(maps.Keys(co.procs)) }
		return co.fail(n.Arguments[1], co.Diags.Near(names[1], procs), "there is no procedure %q", names[1])
	}
	if names := co.countable(); !has(names, n.Arguments[0].(*ast.StringNode).Value) {
		w := n.Arguments[0].(*ast.StringNode).Value
		return co.fail(n.Arguments[0], schema.Hint(w, names), "there is no option, window or procedure %q to count", w)
	}
	i, ok := co.span(Span{names[0], names[1]})
	if !ok {
		return co.fail(n, "rules count what they ask for with times", "no rule counts %q in %q", names[0], names[1])
	}
	at := state.HeaderLen + i*(co.MaxPlayers+1)
	if len(n.Arguments) == 2 {
		return number(pos, func(e *Env) int32 { return e.S[at] })
	}
	p := co.node(n.Arguments[2])
	if len(n.Arguments) > 3 || !p.OK() || p.Type.Base != schema.Player {
		return co.fail(n, `write times("NAME", "PROCEDURE", player)`, "the third argument of times is a player")
	}
	return number(pos, func(e *Env) int32 {
		q := p.num(e)
		if q < 0 {
			return e.nothing(pos, "count")
		}
		return e.S[at+1+int(q)]
	})
}

func has(list []string, w string) bool {
	for _, x := range list {
		if x == w {
			return true
		}
	}
	return false
}

// span is the index of a counter, made on first use; once the words of a match
// are laid out, only the counters that there are can be asked.
func (c *Compiler) span(s Span) (int, bool) {
	for i, have := range c.spans {
		if have == s {
			return i, true
		}
	}
	if c.LaidOut {
		return 0, false
	}
	c.spans = append(c.spans, s)
	return len(c.spans) - 1, true
}

// Spans lists the counters that formulas asked for.
func (c *Compiler) Spans() []Span { return c.spans }

// Header is the number of words before the first frame.
func (c *Compiler) Header() int { return state.HeaderLen + len(c.spans)*(c.MaxPlayers+1) }

// ruled("KEY", "READING") is settled at load.
func (co *comp) ruled(n *ast.CallNode) *Value {
	pos := co.pos(n)
	var s [2]string
	if len(n.Arguments) != 2 {
		return co.fail(n, "", `write ruled("KEY", "READING")`)
	}
	for i, a := range n.Arguments {
		str, ok := a.(*ast.StringNode)
		if !ok {
			return co.fail(a, `write ruled("KEY", "READING")`, "ruled needs two quoted names")
		}
		s[i] = str.Value
	}
	if !co.Ask(s[0], co.pos(n.Arguments[0]), co.sc) {
		return bad(pos)
	}
	if names := co.ReadingsOf(s[0]); !has(names, s[1]) {
		return co.fail(n.Arguments[1], schema.Hint(s[1], names), "ruling %s has no reading %q; it has %s", s[0], s[1], shortList(names))
	}
	return yesConst(pos, co.Readings[s[0]] == s[1])
}

// places(zone) lists all places of a zone that is laid out, in their order,
// whether anything lies there or not.
func (co *comp) places(n *ast.CallNode) *Value {
	a := co.args(n, "places(zone)", 1, 1)
	pos := co.pos(n)
	t := co.placeList(a)
	if a == nil {
		return &Value{Type: t, Pos: pos}
	}
	d := a[0].Type.Decl
	if a[0].Type.Base != schema.Zone || a[0].Type.List || d == nil || d.Layout == "" {
		return co.fail(n.Arguments[0], "give the zone a `layout`", "places needs a zone laid out as row, grid or hex; this is %s", co.Describe(a[0].Type))
	}
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		first := a[0].num(e)
		at := len(e.arena)
		for i := range int32(d.Cells) {
			e.arena = append(e.arena, first+i)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// neighbours(x) lists the places next to x, clockwise from the top.
func (co *comp) neighbours(n *ast.CallNode) *Value {
	a := co.args(n, "neighbours(place)", 1, 1)
	pos := co.pos(n)
	t := co.placeList(a)
	if a == nil || !co.isPlace(n, a[0]) {
		return &Value{Type: t, Pos: pos}
	}
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		d, first, cell := e.cell(a[0], pos)
		if d == nil {
			return nil
		}
		at := len(e.arena)
		e.arena = d.Neighbours(cell, first, e.arena)
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// line(x, direction, n) lists the next n places from x, as far as there are any.
func (co *comp) line(n *ast.CallNode) *Value {
	a := co.args(n, "line(place, direction, number)", 3, 3)
	pos := co.pos(n)
	t := co.placeList(a)
	if a == nil || !co.isPlace(n, a[0]) {
		return &Value{Type: t, Pos: pos}
	}
	if a[1].Type.Base != schema.Word || a[2].Type.Base != schema.Number {
		return co.fail(n, "write line(place, direction, number)", "line goes in a direction, a number of places")
	}
	if w := co.NoDirection(a[1].Type); w != "" {
		return co.fail(n.Arguments[1], "the directions are "+strings.Join(schema.Directions, ", "), "this may be %q, which is no direction", w)
	}
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		d, first, cell := e.cell(a[0], pos)
		if d == nil {
			return nil
		}
		dir := e.Text(a[1].num(e))
		if _, ok := d.Step(dir); !ok {
			e.Fail(pos, "a "+d.Layout+" has no direction "+dir)
			return nil
		}
		n, at := e.number(pos, a[2].num), len(e.arena)
		for range n {
			if cell = d.Next(cell, dir); cell < 0 || !e.tick(pos) {
				break
			}
			e.arena = append(e.arena, first+cell)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// ring(zone, n) lists the places of the n-th ring, clockwise from the top.
func (co *comp) ring(n *ast.CallNode) *Value {
	a := co.args(n, "ring(zone, number)", 2, 2)
	pos := co.pos(n)
	t := co.placeList(a)
	if a == nil {
		return &Value{Type: t, Pos: pos}
	}
	if a[0].Type.Base != schema.Zone || a[0].Type.Decl == nil || a[0].Type.Decl.Layout != "hex" || a[1].Type.Base != schema.Number {
		return co.fail(n, "write ring(zone, number)", "ring needs a zone laid out as hex, and a number")
	}
	d := a[0].Type.Decl
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		zone := a[0].num(e)
		first, cells := d.Ring(e.number(pos, a[1].num))
		at := len(e.arena)
		for c := range cells {
			e.arena = append(e.arena, zone+first+c)
		}
		e.spend(pos, int(cells))
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// cycle(list, start, direction) is the whole list from start on and round the
// end; `left` and `up` go backward, every other direction, or none, forward.
func (co *comp) cycle(n *ast.CallNode) *Value {
	a := co.args(n, "cycle(list, start, direction)", 2, 3)
	pos := co.pos(n)
	if a == nil {
		return bad(pos)
	}
	l := co.listed(a[0])
	if l.list == nil {
		return co.fail(n, "", "cycle goes through a list; this is %s", co.Describe(l.Type))
	}
	start := co.as(a[1], l.Type.Elem())
	if start == nil {
		return co.fail(n, "", "cycle begins at an element of its list; this is %s", co.Describe(a[1].Type))
	}
	left, up := co.Symbol("left"), co.Symbol("up")
	return &Value{Type: l.Type, Pos: pos, list: func(e *Env) []int32 {
		all := l.list(e)
		v := start.num(e)
		i := 0
		for i < len(all) && all[i] != v {
			i++
		}
		if i == len(all) {
			e.Fail(pos, "cycle: the start is not in the list")
			return nil
		}
		step := 1
		if len(a) == 3 {
			if d := a[2].num(e); d == left || d == up {
				step = len(all) - 1
			}
		}
		at := len(e.arena)
		for range all {
			e.arena = append(e.arena, all[i])
			i = (i + step) % len(all)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// NoDirection is a word that a value of type t can be and that is no direction;
// empty if there is none, or the words are not known.
func (c *Compiler) NoDirection(t schema.Type) string {
	for _, w := range c.WordsOf(t.Words) {
		if !slices.Contains(schema.Directions, w) {
			return w
		}
	}
	return ""
}

func (co *comp) placeList(a []*Value) schema.Type {
	t := schema.Type{Base: schema.Zone, Kinds: co.AllKinds(), List: true}
	if len(a) > 0 && a[0].Type.Base == schema.Zone {
		t.Kinds = a[0].Type.Kinds
	} else if len(a) > 0 {
		t.Kinds = co.heldWith(a[0].Type.Kinds)
	}
	return t
}

// heldWith is what lies in the laid-out zones that can hold some kinds.
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

func (co *comp) isPlace(n ast.Node, v *Value) bool {
	if d := v.Type.Decl; d != nil && d.Layout == "" && d.Scope != schema.OfPiece {
		co.fail(n, "give the zone a `layout`", "zone %s is not laid out", d.Name)
		return false
	}
	if !v.Type.List && (v.Type.Base == schema.Zone || v.Type.Base == schema.Piece) {
		return true
	}
	co.fail(n, "", "expected a place, or a piece that lies on one; this is %s", co.Describe(v.Type))
	return false
}

// cell finds the laid-out place at which a place or piece is: where it lies, or
// where what it lies on lies.
func (e *Env) cell(v *Value, pos interface{ String() string }) (d *schema.ZoneDecl, first, cell int32) {
	x := v.num(e)
	if x == schema.Nothing {
		return nil, 0, 0
	}
	z := x
	if v.Type.Base == schema.Piece {
		z = e.In(x)
	}
	for range 8 {
		info := e.Zones[z]
		if info.Decl.Layout != "" {
			return info.Decl, z - info.Cell, info.Cell
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.In(info.Piece)
	}
	return nil, 0, 0
}
