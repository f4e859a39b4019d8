package exec

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"slices"
)

// fits reports whether a value describes v, which is of type t.
func (n *namer) fits(s pieceRef, t schema.Type, v int32) bool {
	if s.name == nil && len(s.more.Pairs) == 0 || s.name != nil && !n.hasName(s.name.Value, t, v) {
		return false
	}
	if s.more == nil {
		return true
	}
	p := n.pieceOf(t, v)
	return p >= 0 && n.hasValues(p, s)
}

// hasName reports whether v has the given name: the name of the value, card or label, of the
// owner, or of the piece or place on which it lies.
func (n *namer) hasName(name string, t schema.Type, v int32) bool {
	if l, ok := n.labels.named(name); n.valueName(t, v) == name || ok && t.Base == schema.Zone && l.piece == schema.Nothing && l.zone == v {
		return true
	}
	e, z := &n.m.Env, v
	if t.Base != schema.Zone || v < 0 {
		p := n.pieceOf(t, v)
		if p < 0 {
			return false
		}
		if n.cardOf(p) == name || n.owns(name, p) {
			return true
		}
		z = int32(e.In(ref.Piece(p)))
	} else if p := int32(e.Head(ref.Place(z))); p >= 0 && n.cardOf(p) == name {
		return true
	}
	return n.isInZone(name, z)
}

func (n *namer) owns(seat string, p int32) bool {
	o := int32(n.m.Env.OwnerOf(ref.Piece(p)))
	return o >= 0 && n.seatName(o) == seat
}

// isInZone reports whether zone z has the given name, or lies directly or indirectly on a piece
// with that card or label.
func (n *namer) isInZone(name string, z int32) bool {
	for z > 0 {
		info := &n.m.P.Schema.Zones[z]
		if info.Decl.Layout != "" {
			if cell, why, _ := info.Decl.CellAt(name); why == "" && ref.Cell(cell) == info.Cell {
				return true
			}
		}
		if info.Piece == schema.Nothing {
			return false
		}
		if n.cardOf(int32(info.Piece)) == name || n.labels.of(int32(info.Piece), &n.m.Env.World) == name {
			return true
		}
		z = int32(n.m.Env.In(info.Piece))
	}
	return false
}

// hasValues reports whether piece p has all the given values.
func (n *namer) hasValues(p int32, s pieceRef) bool {
	e := &n.m.Env
	kind := n.m.P.Kinds[n.m.P.Pieces[p].Kind]
	for i, x := range s.more.Pairs {
		f, z := kind.Fields[x.Key.Value], kind.Zones[x.Key.Value]
		ok := false
		switch {
		case x.Key.Value == "face":
			ok = e.FaceDown(ref.Piece(p)) == (x.Val.Value == "down")
		case x.Key.Value == "owner":
			ok = n.owns(x.Val.Value, p)
		case x.Key.Value == "on":
			ok = n.isInZone(x.Val.Value, int32(e.In(ref.Piece(p)))) || e.Zones[e.In(ref.Piece(p))].Decl.Name == x.Val.Value || n.whereName(int32(e.In(ref.Piece(p)))) == x.Val.Value
		case f != nil:
			have, has := n.fieldOf(p, f)
			want, known := n.constant(x.Val, f.Type)
			ok = has && known && have == want
		case z != nil:
			ok = n.namesAll(s.parts[i], schema.Type{Base: schema.Piece}, n.contents(int32(z.First+(int(p)-kind.First)*z.Cells)))
		}
		if !ok {
			return false
		}
	}
	return true
}

// constant returns the value that a scalar names; a label names its piece.
func (n *namer) constant(of *source.Node, t schema.Type) (int32, bool) {
	if l, ok := n.labels.named(of.Value); ok && t.Base == schema.Piece {
		return l.at(&n.m.Env.World), true
	}
	t.Null = true
	v, why := n.seats.constant(n.m.P.Schema, of.Value, t)
	return v, why == ""
}

// namesAll reports whether references name exactly the values in left.
func (n *namer) namesAll(refs []pieceRef, t schema.Type, left []int32) bool {
	for _, s := range single(refs) {
		i := slices.IndexFunc(left, func(v int32) bool { return n.fits(s, t, v) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// maxThings limits the number of things that a script can name at once.
const maxThings = 10_000

// single splits references into single things: `3 stick` becomes three.
func single(refs []pieceRef) (out []pieceRef) {
	for _, s := range refs {
		for range s.times {
			if len(out) < maxThings {
				out = append(out, s)
			}
		}
	}
	return out
}

// isOption reports whether a value in a script refers to an option.
func (n *namer) isOption(s pieceRef, req *machine.Request, o machine.Option) bool {
	if req.Kind == machine.AskOption {
		return s.name != nil && s.name.Value == req.OptionName(int(o.Value))
	}
	return n.fits(s, req.Type, o.Value)
}

// offersOnly reports whether a request offers exactly the options in a list. Equal cards may be
// listed once or as often as they occur.
func (n *namer) offersOnly(want []pieceRef, req *machine.Request) bool {
	if req == nil {
		return len(want) == 0
	}
	often := map[string]int{}
	for _, s := range want {
		often[s.text()] += s.times
	}
	listed := make([]bool, len(req.Options))
	for _, s := range want {
		there := 0
		for i, x := range req.Options {
			if n.isOption(s, req, x) {
				listed[i] = true
				there += max(1, int(x.Count))
			}
		}
		if n := often[s.text()]; there == 0 || n > 1 && n != there {
			return false
		}
	}
	return !slices.Contains(listed, false)
}
