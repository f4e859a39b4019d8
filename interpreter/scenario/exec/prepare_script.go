package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// line is one line of `when`: an act of a seat, the next dice or cards, or checks.
type line struct {
	pos    source.Pos
	seat   ref.Seat // the acting seat, or -1
	does   *choice  // the option, or `play`; nil: only choices
	pass   bool
	names  []*choice // choices by name, each used once
	rolls  []*choice
	draws  []*choice
	orders []*choice // pieces that a step takes next, under the name of its request
	checks *prepared
}

// unusedCopy returns a copy of the line in which no choice is used.
func (l *line) unusedCopy() *line {
	out := *l
	out.names, out.rolls, out.draws, out.orders = anew(l.names), anew(l.rolls), anew(l.draws), anew(l.orders)
	if l.does != nil {
		does := *l.does
		out.does = &does
	}
	return &out
}

func anew(list []*choice) (out []*choice) {
	for _, ch := range list {
		own := *ch
		out = append(out, &own)
	}
	return out
}

// choice is a named choice, or one value for chance.
type choice struct {
	name  string
	key   source.Pos
	val   *source.Node
	refs  []naming.Ref // the things that val names
	inner []*choice    // of an option within an act: the choices that follow it
	seat  ref.Seat     // for a roll: the seat that rolls; -1: any
	used  bool
}

// newChoice returns the choice of a seat under a name.
func (c *compiled) newChoice(key, val *source.Node) *choice {
	ch := &choice{name: key.Value, key: key.Pos, val: val, refs: naming.Refs(c.game.Schema, val), seat: -1}
	if val.Kind == source.Map && c.game.isOption(ch.name) {
		for _, p := range val.Pairs {
			ch.inner = append(ch.inner, c.newChoice(p.Key, p.Val))
		}
	}
	return ch
}

// script compiles the lines of `when`.
func (c *compiled) script(lines []*source.Node) {
	for _, n := range lines {
		if n.Kind != source.Map || len(n.Pairs) == 0 {
			c.d.Hint(n.Pos, "write {SEAT: {OPTION: {…}}}, {rolls: […]}, {draws: […]} or checks",
				"a line of `when` must be a map; found %s", n.Describe())
			continue
		}
		if spec.IsCheck(n) {
			c.lines = append(c.lines, &line{pos: n.Pos, seat: -1, checks: c.prepareChecks(spec.DecodeLine(n, c.d))})
			continue
		}
		if len(n.Pairs) != 1 {
			c.d.Add(n.Pairs[1].Key.Pos, "a line of `when` can have only one action; write %q on a separate line",
				n.Pairs[1].Key.Value)
			continue
		}
		c.addLine(n.Pairs[0])
	}
}

func (c *compiled) addLine(p source.Pair) {
	l := &line{pos: p.Key.Pos, seat: -1}
	switch p.Key.Value {
	case "rolls":
		l.rolls = c.rolls(p.Val)
	case "draws":
		if names := orderOf(p.Val); names != nil {
			l.orders = c.orders(names)
		} else {
			l.draws = c.values(p.Val, -1)
		}
	default:
		if c.world.Seats.Of(p.Key.Value) < 0 {
			among := append([]string{"rolls", "draws"}, append(spec.CheckKeys, c.world.Seats...)...)
			c.world.Seats.Refuse(c.d, p.Key.Pos, p.Key.Value, among)
			return
		}
		i, ok := c.world.Player(p.Key, c.d)
		if !ok {
			return
		}
		l.seat = i
		c.act(l, p.Val)
	}
	c.lines = append(c.lines, l)
}

func (c *compiled) rolls(n *source.Node) []*choice {
	if n.Kind != source.Map {
		return c.values(n, -1)
	}
	var out []*choice
	for _, p := range n.Pairs {
		i, _ := c.world.NamedSeat(p.Key, c.d)
		out = append(out, c.values(p.Val, i)...)
	}
	return out
}

// orderOf returns the entry of `draws` that is the order in which a step takes pieces, or nil if it lists cards. The
// key is the name of a request, which has a dot, unlike values of pieces.
func orderOf(n *source.Node) *source.Pair {
	if n.Kind == source.Map && len(n.Pairs) == 1 && strings.Contains(n.Pairs[0].Key.Value, ".") {
		return &n.Pairs[0]
	}
	return nil
}

func (c *compiled) orders(p *source.Pair) []*choice {
	if known := c.game.Program.Orders(); !slices.Contains(known, p.Key.Value) {
		c.d.UnknownOr(p.Key.Pos, p.Key.Value, known, "write draws: […] for cards that are drawn",
			"no step takes unseen pieces in an order under the name %q", p.Key.Value)
	}
	var out []*choice
	for _, s := range naming.Refs(c.game.Schema, p.Val) {
		val := s.Node()
		if s.Name != nil && s.More != nil {
			val = &source.Node{Kind: source.Map, Pos: s.Name.Pos, Pairs: []source.Pair{{Key: s.Name, Val: s.More}}}
		}
		for range s.Times {
			out = append(out, &choice{name: p.Key.Value, key: val.Pos, val: val, refs: naming.Refs(c.game.Schema, val),
				seat: -1})
		}
	}
	return out
}

func (c *compiled) values(n *source.Node, seat ref.Seat) []*choice {
	var out []*choice
	for _, s := range naming.Refs(c.game.Schema, n) {
		for range s.Times {
			out = append(out, &choice{key: s.Node().Pos, val: s.Node(), refs: naming.Refs(c.game.Schema, s.Node()),
				seat: seat})
		}
	}
	return out
}

// act compiles an act: a word ({ann: pass}, {ann: hunt}), an option with its choices ({ann:
// {hunt: {prey: hare}}}), a played card ({ann: {play: raid, target: bob}}), or choices alone
// ({ann: {hurt: clan_1}}).
func (c *compiled) act(l *line, n *source.Node) {
	if n.Kind == source.Scalar {
		switch n.Value {
		case naming.Pass:
			l.pass = true
			return
		case naming.Nothing:
			return
		}
		l.does = &choice{name: n.Value, key: n.Pos, seat: -1}
		c.knownOption(n.Value, n.Pos)
		return
	}
	if n.Kind != source.Map || len(n.Pairs) == 0 {
		c.d.Hint(n.Pos, "write {OPTION: {…}}, {play: CARD}, {CHOICE: value} or pass",
			"expected the action of the player; found %s", n.Describe())
		return
	}
	pairs := n.Pairs
	first := pairs[0]
	switch {
	case first.Key.Value == naming.Play:
		l.does = c.newChoice(first.Key, first.Val)
		c.knownValue(naming.Play, first.Val, l.does.refs)
		pairs = pairs[1:]
	case len(pairs) == 1 && c.game.isOption(first.Key.Value) &&
		(first.Val.Kind == source.Map || !c.game.isChoice(first.Key.Value)):
		l.does = &choice{name: first.Key.Value, key: first.Key.Pos, seat: -1}
		pairs = first.Val.Pairs
		if first.Val.Kind != source.Map && first.Val.Value != "true" {
			c.d.Add(first.Val.Pos, takesNothing.headline, first.Key.Value)
		}
	}
	for _, p := range pairs {
		c.knownChoice(p.Key.Value, p.Key.Pos)
		ch := c.newChoice(p.Key, p.Val)
		c.knownValue(ch.name, ch.val, ch.refs)
		l.names = append(l.names, ch)
	}
}
