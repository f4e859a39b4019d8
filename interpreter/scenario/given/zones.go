package given

import (
	"regexp"
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// zone fills a zone from a list of pieces, from the top of a stack. A stack may also be {top:
// […], block: […] or rest, bottom: […]}, with the block in unknown order; a zone with a layout
// may be a list or a map from labels to pieces.
func (g *reader) zone(z *schema.ZoneDecl, at int32, n *source.Node) {
	if slices.Contains(g.given, at) {
		g.d.Add(n.Pos, "the contents of this %s are given twice", z.Name)
		return
	}
	for c := range int32(z.Cells) {
		g.given = append(g.given, at+c)
	}
	switch {
	case z.Layout != "":
		g.fillPlaces(z, at, n)
	case n.Kind == source.Map:
		g.stack(z, at, n)
	default:
		g.list(z, at, n)
	}
}

func (g *reader) stack(z *schema.ZoneDecl, at int32, n *source.Node) {
	if !z.Stack {
		g.d.Add(n.Pos, "zone %s is not a stack; list its contents", z.Name)
		return
	}
	parts := syntax.Read[syntax.Stack](n, g.d)
	if parts.Top != nil {
		g.list(z, at, parts.Top)
	}
	if b := parts.Block; b != nil {
		i := len(g.places)
		if b.Kind == source.Scalar && b.Value == naming.Rest {
			// The content of `rest` is known only after all other pieces are placed, but its
			// position is here, above the bottom.
			g.places = append(g.places, placement{zone: at, block: true})
			g.rest = append(g.rest, func() { g.places[i].pieces = g.unplaced(z) })
		} else {
			g.list(z, at, b)
			if len(g.places) > i {
				g.places[i].block = true
				slices.Sort(g.places[i].pieces) // the state keeps a block sorted
			}
		}
	}
	switch b := parts.Bottom; {
	case b == nil:
	case b.Kind == source.Map: // another block below
		g.stack(z, at, b)
	default:
		g.list(z, at, b)
	}
}

// unplaced returns the unplaced pieces that a zone can hold.
func (g *reader) unplaced(z *schema.ZoneDecl) []int32 {
	var out []int32
	for p := range g.p.Pieces {
		info := g.p.Pieces[p]
		if z.Holds.Has(int(info.Kind)) && !g.taken[int32(p)] && !g.p.Cards[info.Card].Data {
			g.taken[int32(p)] = true
			out = append(out, int32(p))
		}
	}
	return out
}

// countLast matches a name with a count behind it, such as `coin x2`.
var countLast = regexp.MustCompile(`^([a-z][a-z0-9_]*) +[x*]? ?([1-9][0-9]{0,3})$`)

func (g *reader) list(z *schema.ZoneDecl, at int32, n *source.Node) {
	if n.Kind != source.List {
		g.d.Hint(n.Pos, "write [CARD, …], with every card inside of the brackets", "expected a list of cards, found %s",
			n.Describe())
		return
	}
	pl := placement{zone: at}
	for _, s := range naming.Refs(g.p.Schema, n) {
		if g.keepsRest(z, at, s) {
			continue
		}
		for range s.Times {
			p := g.take(z, at, s)
			if p < 0 {
				break
			}
			pl.pieces = append(pl.pieces, p)
		}
	}
	g.places = append(g.places, pl)
}

// keepsRest reports whether a reference is the word `rest`. If so, the pieces that `given` does not mention stay where
// they begin in the zone.
func (g *reader) keepsRest(z *schema.ZoneDecl, at int32, s naming.Ref) bool {
	if s.Name == nil || s.Name.Value != naming.Rest || z.Stack || g.p.Card(naming.Rest) != nil {
		return false
	}
	g.rest = append(g.rest, func() {
		for p, info := range g.p.Pieces {
			if info.Start >= ref.Place(at) && info.Start < ref.Place(at+int32(z.Cells)) &&
				int(info.Owner) < g.Players && !g.taken[int32(p)] {
				g.taken[int32(p)] = true
				g.places = append(g.places, placement{pieces: []int32{int32(p)}, zone: int32(info.Start)})
			}
		}
	})
	return true
}

// take finds an unplaced piece and applies the given values to it. If there is none, it reports
// an error and returns -1.
func (g *reader) take(z *schema.ZoneDecl, at int32, s naming.Ref) int32 {
	p, name, more := int32(-1), s.More.Get("label"), s.More
	if name != nil {
		more = more.Without("label")
		if s.Times > 1 {
			g.d.Add(name.Pos, "a label names one piece, not %d", s.Times)
		}
	}
	switch {
	case s.Name == nil:
		p, more = g.takeByValues(z, at, more)
	case g.Seats.Of(s.Name.Value) >= 0:
		p = g.takeOwned(z, s.Name)
	default:
		owner := ownerOf(g.p, at)
		if of := s.More.Get("owner"); of != nil {
			more, owner = more.Without("owner"), g.seatOf(of)
		}
		p = g.takeCard(z, owner, s.Name)
	}
	if p >= 0 && more != nil {
		g.details(p, more)
	}
	if p >= 0 && name != nil {
		g.label(name, p, at)
	}
	return p
}

// takeCard takes a piece of a card that a player may have.
func (g *reader) takeCard(z *schema.ZoneDecl, owner int32, name *source.Node) int32 {
	card := g.p.Card(name.Value)
	switch {
	case card == nil:
		among, hint := append(g.p.CardNames(z.Holds), g.Seats...), ""
		if m := countLast.FindStringSubmatch(name.Value); m != nil && slices.Contains(among, m[1]) {
			hint = "write `" + m[2] + " " + m[1] + "`"
		} else {
			hint = source.DidYouMean(name.Value, among)
		}
		g.d.UnknownHint(name.Pos, name.Value, among, hint, "there is no card %q", name.Value)
		return -1
	case !z.Holds.Has(card.Kind.Index):
		g.d.Add(name.Pos, "zone %s does not hold %s", z.Name, card.Kind.Name)
		return -1
	case card.EachPlayer && owner == schema.Nothing:
		g.d.Hint(name.Pos, "write {"+name.Value+": {owner: "+g.Seats[0]+"}}",
			"every player has %s, so the owner is unclear", name.Value)
		return -1
	}
	if p := g.unused(card, owner); p >= 0 {
		return p
	}
	switch card.N {
	case 0:
		g.d.Add(name.Pos, "there is no card %q here, because a variant has removed it", name.Value)
	case 1:
		g.d.Add(name.Pos, "there is only one card %q", name.Value)
	default:
		g.d.Add(name.Pos, "card %[2]q has only %[1]d copies", card.N, name.Value)
	}
	return -1
}

// ownerOf returns the player who owns a zone or the piece that the zone lies on.
func ownerOf(p *program.Program, zone int32) int32 {
	info := p.Schema.Zones[zone]
	if info.Piece != schema.Nothing {
		return int32(p.Pieces[info.Piece].Owner)
	}
	return int32(info.Seat)
}

// unused returns the first unplaced piece of a card that a player may have, or -1.
func (g *reader) unused(card *schema.Card, of int32) int32 {
	for p := int32(card.First); p < int32(card.First+card.N); p++ {
		owner := int32(g.p.Pieces[p].Owner)
		if !g.taken[p] && (owner == schema.Nothing || of == schema.Nothing || owner == of) {
			g.taken[p] = true
			return p
		}
	}
	return -1
}

// takeOwned takes a piece of a player; the zone must determine its kind.
func (g *reader) takeOwned(z *schema.ZoneDecl, name *source.Node) int32 {
	seat := g.seatOf(name)
	var cards []*schema.Card
	kinds := map[int]bool{}
	for _, c := range g.p.Cards {
		if c.EachPlayer && z.Holds.Has(c.Kind.Index) {
			cards = append(cards, c)
			kinds[c.Kind.Index] = true
		}
	}
	if len(kinds) != 1 {
		g.d.Hint(name.Pos, "name the card", "zone %s can contain %d kinds of owned pieces, so %s is ambiguous", z.Name,
			len(kinds), name.Value)
		return -1
	}
	for _, c := range cards {
		if p := g.unused(c, seat); p >= 0 {
			return p
		}
	}
	g.d.Add(name.Pos, "%s has no %s left", name.Value, cards[0].Kind.Name)
	return -1
}

// takeByValues takes a piece of the first card with the given printed values; more has the other
// given values.
func (g *reader) takeByValues(z *schema.ZoneDecl, at int32, n *source.Node) (p int32, more *source.Node) {
	if n.Kind != source.Map {
		g.d.Add(n.Pos, "expected a card, found %s", n.Describe())
		return -1, nil
	}
	type value struct {
		of *schema.Field
		v  int32
	}
	var want []value
	more = &source.Node{Pos: n.Pos, Kind: source.Map}
	for _, e := range n.Pairs {
		f := g.p.PieceField(e.Key.Value)
		if f == nil || f.Mark || f.Kinds&z.Holds == 0 {
			more.Pairs = append(more.Pairs, e)
			continue
		}
		v, ok := g.value(e.Val, f.Type)
		if !ok {
			return -1, nil
		}
		want = append(want, value{f, v})
	}
	if len(want) == 0 {
		g.d.Hint(n.Pos, "name the card of the piece, or its printed values",
			"the description has no card and no printed value: %s", n.Flow())
		return -1, nil
	}
	for _, c := range g.p.Cards {
		fits := z.Holds.Has(c.Kind.Index)
		for _, w := range want {
			have, has := g.p.Value(g.Data, ref.Card(c.Index), w.of)
			fits = fits && has && have == w.v
		}
		if !fits {
			continue
		}
		if p := g.unused(c, ownerOf(g.p, at)); p >= 0 {
			return p, more
		}
	}
	g.d.Add(n.Pos, "zone %s has no remaining piece for %s", z.Name, n.Flow())
	return -1, nil
}

// details applies values to one piece: {face: down, MARK: value, PRINTED: value, ZONE: [cards
// on it]}.
func (g *reader) details(p int32, n *source.Node) {
	kind := g.p.Kinds[g.p.Pieces[p].Kind]
	for _, e := range syntax.Pairs(n, g.d, "what is said of a card") {
		switch {
		case e.Key.Value == "face":
			if e.Val.Value != "up" && e.Val.Value != "down" {
				g.d.Add(e.Val.Pos, "a face must be up or down, not %s", e.Val.Describe())
			}
			if slices.ContainsFunc(g.faces, func(f face) bool { return f.piece == p }) {
				g.d.Add(e.Key.Pos, "the face of %s is given twice", g.p.Cards[g.p.Pieces[p].Card].Name)
			}
			g.faces = append(g.faces, face{p, e.Val.Value == "down"})
		case kind.Fields[e.Key.Value] != nil && kind.Fields[e.Key.Value].Mark:
			g.field(kind.Fields[e.Key.Value], p, e)
		case kind.Fields[e.Key.Value] != nil:
			g.printed(kind.Fields[e.Key.Value], p, e.Val)
		case kind.Zones[e.Key.Value] != nil:
			z := kind.Zones[e.Key.Value]
			g.zone(z, int32(z.First+(int(p)-kind.First)*z.Cells), e.Val)
		default:
			g.d.Unknown(e.Key.Pos, e.Key.Value, naming.KeysOfKind(kind),
				"kind %s has no face, mark, printed value or zone %q that can be set", kind.Name, e.Key.Value)
		}
	}
}

// printed gives a piece its own printed value.
func (g *reader) printed(f *schema.Field, p int32, n *source.Node) {
	if f.Type.Base == schema.Table {
		g.d.Add(n.Pos, "table %s is printed on every %s, so set it under `cards`", f.Name,
			g.p.Cards[g.p.Pieces[p].Card].Name)
		return
	}
	g.copyPrinted()
	is := syntax.DecodeFormula(n, g.d)
	if why := g.p.PrintOn(g.Data, p, f, is); why != "" {
		g.refuse(f, is, n, why)
	}
}

// refuse reports why a printed value is invalid. is may be nil if n is not a formula.
func (g *reader) refuse(f *schema.Field, is *syntax.Formula, n *source.Node, why string) {
	if is == nil {
		g.d.Add(n.Pos, "%s", why)
		return
	}
	g.p.Refuse(g.d, is, f.Type, why)
}

// placedRef is a piece that `given` puts into a zone with places.
type placedRef struct {
	naming.Ref
	pos   source.Pos
	label *source.Node // may be nil
	cell  int32        // -1 for the next free place
}

// fillPlaces fills a zone that has places: first the pieces with a given place, then the others
// in order.
func (g *reader) fillPlaces(z *schema.ZoneDecl, first int32, n *source.Node) {
	all := g.laidOut(z, n)
	taken := map[int32]bool{}
	for i := range all {
		l := &all[i]
		at := l.More.Get("at")
		if at == nil {
			continue
		}
		l.More = l.More.Without("at")
		cell, why, hint := z.CellAt(at.Flow())
		switch {
		case why != "":
			g.d.Hint(at.Pos, hint, "%s", why)
			return
		}
		l.cell, taken[cell] = cell, true
	}
	free := int32(0)
	for _, l := range all {
		if g.keepsRest(z, first, l.Ref) {
			continue
		}
		if l.label != nil && l.cell >= 0 && l.Name == nil && len(l.More.Pairs) == 0 {
			g.label(l.label, schema.Nothing, first+l.cell) // labels the place
			continue
		}
		for range l.Times {
			cell := l.cell
			for cell < 0 && taken[free] {
				free++
			}
			if cell < 0 {
				cell = free
			}
			if int(cell) >= z.Cells {
				g.d.Add(l.pos, "zone %s has only %d places, but there are more pieces", z.Name, z.Cells)
				return
			}
			taken[cell] = true
			p := g.take(z, first+cell, l.Ref)
			if p < 0 {
				break
			}
			g.places = append(g.places, placement{pieces: []int32{p}, zone: first + cell})
			if l.label != nil {
				g.label(l.label, p, first+cell)
			}
		}
	}
}

// laidOut parses the content of a zone that has places: a list, or a map from labels to pieces.
// The name of a card with a single copy refers to that card and is not a label.
func (g *reader) laidOut(z *schema.ZoneDecl, n *source.Node) []placedRef {
	var out []placedRef
	switch n.Kind {
	case source.List:
		for _, s := range naming.Refs(g.p.Schema, n) {
			out = append(out, placedRef{Ref: s, pos: s.Node().Pos, cell: -1})
		}
	case source.Map:
		for _, e := range n.Pairs {
			l := placedRef{Ref: naming.NewRef(g.p.Schema, e.Val), pos: e.Key.Pos, label: e.Key, cell: -1}
			if c := g.p.Card(e.Key.Value); c != nil && c.Data && z.Holds.Has(c.Kind.Index) ||
				c == nil && e.Key.Value == naming.Rest {
				l.Ref, l.label = naming.Ref{Times: 1, Name: e.Key, More: e.Val}, nil
				if e.Val.Kind == source.Scalar && e.Val.Tag == source.Null {
					l.More = nil // the place is the only value
				}
			} else if l.Times > 1 {
				g.d.Add(e.Val.Pos, "a label names one piece, not %d", l.Times)
				continue
			}
			out = append(out, l)
		}
	default:
		g.d.Add(n.Pos, "expected a list of pieces or a map from labels to pieces, found %s", n.Describe())
	}
	return out
}

// label gives a piece a name, which must not hide another name.
func (g *reader) label(n *source.Node, piece, zone int32) {
	id := syntax.DecodeNew(n, g.d)
	if what := g.meaningOf(id.Name); what != "" {
		g.d.Hint(id.Pos, "choose another name",
			"the name %q is already used for %s, and names must not hide each other", id.Name, what)
	}
	g.Labels = append(g.Labels, naming.Label{Name: id.Name, Piece: piece, Zone: zone})
}

// meaningOf describes the existing meaning of a name, or returns "".
func (g *reader) meaningOf(name string) string {
	if what := g.p.GameName(name); what != "" {
		return what
	}
	_, twice := g.Labels.Named(name)
	switch {
	case twice:
		return "a label"
	case g.Seats.Of(name) >= 0:
		return "a player"
	case g.p.Card(name) != nil:
		return "a card"
	case g.p.Proc(name) != nil:
		return "a procedure"
	case slices.Contains(g.p.AllDirections(), name):
		return "a direction"
	case name == naming.Pass, name == naming.Play:
		return "a word of scenarios"
	}
	return ""
}
