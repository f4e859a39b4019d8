package naming

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Fits reports whether reference s, as written in a script, means value v of type t.
func (n *Namer) Fits(s Ref, t schema.Type, v int32) bool {
	if s.Name == nil && len(s.More.Pairs) == 0 || s.Name != nil && !n.hasName(s.Name.Value, t, v) {
		return false
	}
	if s.More == nil {
		return true
	}
	p := n.PieceOf(t, v)
	return p >= 0 && n.hasValues(p, s)
}

// hasName reports whether v has the given name: the name of the value, card or label, of the
// owner, or of the piece or place on which it lies.
func (n *Namer) hasName(name string, t schema.Type, v int32) bool {
	if l, ok := n.Labels.Named(name); n.ValueName(t, v) == name ||
		ok && t.Base == schema.Zone && l.Piece == schema.Nothing && l.Zone == v {
		return true
	}
	e, z := &n.M.Env, v
	if t.Base != schema.Zone || v < 0 {
		p := n.PieceOf(t, v)
		if p < 0 {
			return false
		}
		if n.CardOf(p) == name || n.owns(name, p) {
			return true
		}
		z = int32(e.World.In(ref.Piece(p)))
	} else if p := int32(e.World.Head(ref.Place(z))); p >= 0 && n.CardOf(p) == name {
		return true
	}
	return n.isInZone(name, z)
}

func (n *Namer) owns(seat string, p int32) bool {
	o := n.M.Env.World.OwnerOf(ref.Piece(p))
	return o >= 0 && n.SeatName(o) == seat
}

// isInZone reports whether zone z has the given name, or lies directly or indirectly on a piece
// with that card or label.
func (n *Namer) isInZone(name string, z int32) bool {
	for z > 0 {
		info := &n.M.P.Schema.Zones[z]
		if info.Decl.Layout != "" {
			if cell, why, _ := info.Decl.CellAt(name); why == "" && ref.Cell(cell) == info.Cell {
				return true
			}
		}
		if info.Piece == schema.Nothing {
			return false
		}
		if n.CardOf(int32(info.Piece)) == name || n.Labels.of(int32(info.Piece), &n.M.Env.World) == name {
			return true
		}
		z = int32(n.M.Env.World.In(info.Piece))
	}
	return false
}

// hasValues reports whether piece p has all the given values.
func (n *Namer) hasValues(p int32, s Ref) bool {
	e := &n.M.Env
	kind := n.M.P.Kinds[n.M.P.Pieces[p].Kind]
	for i, x := range s.More.Pairs {
		f, z := kind.Fields[x.Key.Value], kind.Zones[x.Key.Value]
		ok := false
		switch {
		case x.Key.Value == "face":
			ok = e.World.FaceDown(ref.Piece(p)) == (x.Val.Value == "down")
		case x.Key.Value == "owner":
			ok = n.owns(x.Val.Value, p)
		case x.Key.Value == "on":
			ok = n.isInZone(x.Val.Value, int32(e.World.In(ref.Piece(p)))) ||
				e.World.Zones[e.World.In(ref.Piece(p))].Decl.Name == x.Val.Value ||
				n.WhereName(int32(e.World.In(ref.Piece(p)))) == x.Val.Value
		case f != nil:
			have, has := n.fieldOf(p, f)
			want, known := n.constant(x.Val, f.Type)
			ok = has && known && have == want
		case z != nil:
			ok = n.NamesAll(s.parts[i], schema.Type{Base: schema.Piece},
				n.Contents(int32(z.First+(int(p)-kind.First)*z.Cells)))
		}
		if !ok {
			return false
		}
	}
	return true
}

// constant returns the value that a scalar names; a label names its piece.
func (n *Namer) constant(of *source.Node, t schema.Type) (int32, bool) {
	if l, ok := n.Labels.Named(of.Value); ok && t.Base == schema.Piece {
		return l.at(&n.M.Env.World), true
	}
	t.Null = true
	v, why := n.Seats.Constant(n.M.P.Schema, of.Value, t)
	return v, why == ""
}

// NamesAll reports whether references name exactly the values in left.
func (n *Namer) NamesAll(refs []Ref, t schema.Type, left []int32) bool {
	for _, s := range Single(refs) {
		i := slices.IndexFunc(left, func(v int32) bool { return n.Fits(s, t, v) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// MaxThings limits the number of things that a script can name at once.
const MaxThings = 10_000

// Single splits references into single things: `3 stick` becomes three.
func Single(refs []Ref) (out []Ref) {
	for _, s := range refs {
		for range s.Times {
			if len(out) < MaxThings {
				out = append(out, s)
			}
		}
	}
	return out
}

// IsOption reports whether a value in a script refers to an option.
func (n *Namer) IsOption(s Ref, req *machine.Request, o machine.Option) bool {
	if req.Kind == machine.AskOption {
		return s.Name != nil && s.Name.Value == req.OptionName(int(o.Value))
	}
	return n.Fits(s, req.Type, o.Value)
}

// OffersOnly reports whether a request offers exactly the options in a list. Equal cards may be
// listed once or as often as they occur.
func (n *Namer) OffersOnly(want []Ref, req *machine.Request) bool {
	if req == nil {
		return len(want) == 0
	}
	often := map[string]int{}
	for _, s := range want {
		often[s.Text()] += s.Times
	}
	listed := make([]bool, len(req.Options))
	for _, s := range want {
		there := 0
		for i, x := range req.Options {
			if n.IsOption(s, req, x) {
				listed[i] = true
				there += max(1, int(x.Count))
			}
		}
		if n := often[s.Text()]; there == 0 || n > 1 && n != there {
			return false
		}
	}
	return !slices.Contains(listed, false)
}
