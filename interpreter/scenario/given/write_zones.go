package given

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// marks returns the marks of pieces that differ from their initial values.
func (t *writer) marks() map[int32][]source.Pair {
	out := map[int32][]source.Pair{}
	for p := range int32(len(t.p.Pieces)) {
		kind := t.p.Kinds[t.p.Pieces[p].Kind]
		for _, f := range kind.Marks {
			if val := t.field(f, t.e.World.MarkSlot(f, ref.Piece(p))); val != nil {
				out[p] = append(out[p], source.Entry(f.Name, val))
			}
		}
		if seats := t.e.World.Shown(ref.Piece(p)); seats != 0 {
			t.unsaid("%s is known to %b", t.CardOf(p), seats)
		}
	}
	return out
}

// zone writes the content of a zone.
func (t *writer) zone(d *schema.ZoneDecl, at int32, marks map[int32][]source.Pair) *source.Node {
	switch {
	case d.Layout != "":
		return t.laidOut(d, at, marks)
	case !t.e.World.Zones[at].Stack:
		return t.unordered(at, int32(t.e.World.Head(ref.Place(at))), -1, marks)
	}
	return t.stack(at, int32(t.e.World.Head(ref.Place(at))), marks)
}

// stack writes the content of a stack from piece p downwards: a list or, if the order of some
// pieces is unknown, a map of the pieces above, the unordered block, and the rest below.
func (t *writer) stack(at, p int32, marks map[int32][]source.Pair) *source.Node {
	top := source.ListOf()
	for ; p >= 0 && !t.e.World.Glued(ref.Piece(p)); p = int32(t.e.World.Next(ref.Piece(p))) {
		top.Items = append(top.Items, t.piece(p, at, marks))
	}
	top.Items = naming.Counted(top.Items)
	if p < 0 {
		return top
	}
	out := source.NewMap()
	if len(top.Items) > 0 {
		out = source.MapOf("top", top)
	}
	first := p
	for t.e.World.Glued(ref.Piece(p)) {
		p = int32(t.e.World.Next(ref.Piece(p)))
	}
	p = int32(t.e.World.Next(ref.Piece(p)))
	out = out.With("block", t.unordered(at, first, p, marks))
	if p >= 0 {
		out = out.With("bottom", t.stack(at, p, marks))
	}
	return out
}

// unordered writes a range of pieces in unknown order.
func (t *writer) unordered(at, from, to int32, marks map[int32][]source.Pair) *source.Node {
	type item struct {
		card   int32
		node   *source.Node
		text   string
		pieces []int32
	}
	var all []item
	told := len(t.Pieces)
	for p := from; p >= 0 && p != to; p = int32(t.e.World.Next(ref.Piece(p))) {
		n := t.piece(p, at, marks)
		all = append(all, item{card: int32(t.p.Pieces[p].Card), node: n, text: n.Flow(),
			pieces: slices.Clone(t.Pieces[told:])})
		t.Pieces = t.Pieces[:told]
	}
	slices.SortFunc(all, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.card, b.card), cmp.Compare(a.text, b.text))
	})
	out := source.ListOf()
	for _, it := range all {
		out.Items = append(out.Items, it.node)
		t.Pieces = append(t.Pieces, it.pieces...)
	}
	out.Items = naming.Counted(out.Items)
	return out
}

// piece writes a piece with its values.
func (t *writer) piece(p, at int32, marks map[int32][]source.Pair) *source.Node {
	t.Pieces = append(t.Pieces, p)
	info := &t.p.Pieces[p]
	card, name := t.p.Cards[info.Card], ""
	owner, zone := int32(info.Owner), &t.e.World.Zones[at]
	name = card.Name
	more := source.NewMap()
	if !card.Data { // otherwise it is written under its name
		more = t.details(p, marks)
	}
	switch {
	case !card.EachPlayer || owner < 0 || ownerOf(t.p, at) == owner:
	case t.onlyOwned(zone.Decl):
		name = t.SeatName(ref.Seat(owner))
	default:
		more.Pairs = slices.Insert(more.Pairs, 0, source.Entry("owner", source.Text(t.SeatName(ref.Seat(owner)))))
	}
	if down := t.e.World.FaceDown(ref.Piece(p)); down != (zone.Decl.Face == "down") {
		face := map[bool]string{false: "up", true: "down"}[down]
		more.Pairs = slices.Insert(more.Pairs, 0, source.Entry("face", source.Text(face)))
	}
	if label := t.names[p]; label != "" {
		more.Pairs = slices.Insert(more.Pairs, 0, source.Entry("label", source.Text(label)))
	}
	if len(more.Pairs) == 0 {
		return source.Text(name)
	}
	return source.MapOf(name, more)
}

// onlyOwned reports whether a zone can hold one card that each player has, so that the name of a seat is enough.
func (t *writer) onlyOwned(d *schema.ZoneDecl) bool {
	n := 0
	for _, c := range t.p.Cards {
		if c.EachPlayer && d.Holds.Has(c.Kind.Index) {
			n++
		}
	}
	return n == 1
}

// details writes the marks of a piece and the pieces on it.
func (t *writer) details(p int32, marks map[int32][]source.Pair) *source.Node {
	out := source.NewMap(slices.Clone(marks[p])...)
	kind := t.p.Kinds[t.p.Pieces[p].Kind]
	for _, d := range kind.On {
		first := int32(d.First + (int(p)-kind.First)*d.Cells)
		val := t.zone(d, first, marks)
		if len(val.Items)+len(val.Pairs) > 0 || d.Starts {
			out.Put(d.Name, val)
		}
	}
	return out
}

// laidOut writes the content of a zone with places: a list, or a map if a place has a label.
func (t *writer) laidOut(d *schema.ZoneDecl, first int32, marks map[int32][]source.Pair) *source.Node {
	list, places := source.ListOf(), source.NewMap()
	gap := false // whether a piece is not at the next free place
	for c := range int32(d.Cells) {
		gap = gap || t.e.World.Len(ref.Place(first+c)) > 1
	}
	for c := range int32(d.Cells) {
		z := first + c
		at := source.MapOf("at", source.Text(d.Path(ref.Cell(c))))
		if label := t.places[z]; label != "" {
			places.Put(label, at)
		}
		gap = gap || t.e.World.Head(ref.Place(z)) < 0
		for p := int32(t.e.World.Head(ref.Place(z))); p >= 0; p = int32(t.e.World.Next(ref.Piece(p))) {
			n := t.piece(p, z, marks)
			if gap {
				if n.Kind == source.Scalar {
					n = source.MapOf(n.Value, source.NewMap())
				}
				more := n.Pairs[0].Val
				more.Pairs = slices.Insert(more.Pairs, 0, at.Pairs...)
			}
			list.Items = append(list.Items, n)
		}
	}
	if len(places.Pairs) == 0 {
		return list
	}
	for _, n := range list.Items {
		name, more := n.Value, source.Text("~")
		var label *source.Node
		if n.Kind == source.Map {
			name, label, more = n.Pairs[0].Key.Value, n.Pairs[0].Val.Get("label"), n.Pairs[0].Val.Without("label")
			n = source.MapOf(name, more)
		}
		switch card := t.p.Card(name); {
		case card != nil && card.Data:
			places.Put(name, more)
		case label != nil:
			places.Put(label.Value, n)
		default:
			places.Put(t.unusedName("piece"), n)
		}
	}
	return places
}
