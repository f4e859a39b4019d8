package match

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// viewer builds a view with drawings.
type viewer struct {
	sight
	ids      []string
	signs    []string // signs of players, made on demand
	legend   []Sign
	pictures int                  // number of pictures drawn so far
	deep     int                  // nesting depth of the current drawing
	options  map[int32]int32      // options of the question by value
	of       schema.Base          // the type of the keys of options
	before   ref.Seat             // the player whose things are being built
	chosen   map[ref.Piece]string // see Piece.Chosen
}

func (t *views) sight(eyes ref.Seat) sight {
	return sight{Names: t.Names, m: t.m, eyes: eyes, looks: t.looks}
}

// viewerFor returns a viewer of the position.
func (t *views) viewerFor(eyes ref.Seat) *viewer {
	return &viewer{sight: t.sight(eyes), ids: t.ids, before: schema.Nothing}
}

// choice returns the option that selects a thing.
func (v *viewer) choice(of schema.Base, value int32) Choice {
	if v.of != of {
		return Choice{}
	}
	return Choice{int(v.options[value])}
}

// fields returns the fields of the game or of a player that the viewer may read.
func (v *viewer) fields(scope schema.Scope, seat ref.Seat) (out []Field) {
	list, at := v.Names.P.GameFields, ref.Seat(0)
	if scope == schema.OfPlayer {
		list, at = v.Names.P.PlayerFields, seat
	}
	for _, f := range list {
		if !v.reads(f, int32(seat)) {
			continue
		}
		x, name := v.m.Env.World.Word(f.Slot+int(at)), v.Names.Phrase(f.Name)
		e := Field{Key: f.Name, Name: name, Is: name + " " + v.Value(f.Type, x), Look: v.looks[f.Name]}
		if f.Type.Base == schema.Number {
			e.Number = &x
		}
		if f.Type.Base == schema.YesNo {
			e.Is, e.Absent = "", v.Names.T("no longer %s", name)
			if x != 0 {
				e.Is = name
			}
		}
		e.Absent = cmp.Or(e.Is, e.Absent)
		if x != schema.Nothing &&
			(x != f.Default || f.Type.Base == schema.Word && e.Look.Size != "small" ||
				f.Type.Base == schema.Number && x != 0) {
			e.Text = e.Absent
		}
		out = append(out, e)
	}
	return out
}

// zones returns the zones of the table (owner schema.Nothing) or of a player.
func (v *viewer) zones(owner ref.Seat) (out []Zone) {
	zones := v.Names.P.Schema.Zones
	for z := 1; z < len(zones); z++ {
		info := &zones[z]
		if info.Seat == owner && info.Piece == schema.Nothing && info.Cell == 0 {
			out = append(out, v.zone(ref.Place(z), info.Decl))
		}
	}
	return out
}

// zone returns a zone that is not on a piece.
func (v *viewer) zone(z ref.Place, d *schema.ZoneDecl) Zone {
	out := Zone{
		Key: d.Name, Name: v.Names.Decl(d), Counted: v.counts(z), Open: v.sees(z), Stack: d.Stack, Layout: d.Layout,
		Drawn:  v.pictured(d),
		Choice: v.choice(schema.Zone, int32(z)), Look: v.looks[d.Name],
	}
	switch {
	case !out.Counted:
	case d.Layout == "":
		out.Pieces = v.pieces(z, d.Stack && out.Open && out.Drawn)
	default:
		out.Choice = Choice{} // z is also its first place
		out.Whole = isWhole(d, out.Look)
		for c := range ref.Cell(d.Cells) {
			cell := Cell{Name: d.CellName(c), At: d.Coords[c], Pieces: v.pieces(z.At(c), out.Drawn),
				Choice: v.choice(schema.Zone, int32(z.At(c)))}
			cell.Corner, cell.Map = v.corner(z.At(c))
			out.Cells = append(out.Cells, cell)
		}
		for _, l := range d.Links {
			path := Path{OneWay: l.Way.Name != "" && l.Back.Name == ""}
			for _, id := range l.Path {
				path.Cells = append(path.Cells, int(d.Cell(id.Name)))
			}
			out.Paths = append(out.Paths, path)
		}
	}
	return out
}

// corner returns the places of a map between which a piece lies, if it is the only one in the zone. Such a piece stands
// on a corner: its printed values name the pieces around it, at least three of which must be on the map.
func (v *viewer) corner(z ref.Place) (at []Coord, zone string) {
	const least = 3
	lying := v.piecesIn(z)
	if len(lying) != 1 || !v.knows(lying[0]) {
		return nil, ""
	}
	for _, x := range v.printedPieces(lying[0]) {
		if !v.knows(x) {
			continue
		}
		in := &v.Names.P.Schema.Zones[v.m.Env.World.In(x)]
		if in.Decl != nil && in.Decl.Layout == "hex" && in.Decl.Scope == schema.OfGame {
			at, zone = append(at, in.Decl.Coords[in.Cell]), in.Decl.Name
		}
	}
	if len(at) < least {
		return nil, ""
	}
	return at, zone
}

// pictured reports whether a zone can hold pieces with drawings.
func (v *viewer) pictured(d *schema.ZoneDecl) bool {
	for i, c := range v.Names.P.Cards {
		if d.Holds.Has(c.Kind.Index) && v.Names.P.Pictures[i] != nil {
			return true
		}
	}
	return false
}

// pieces returns the pieces in a zone. Unknown pieces without a position are sorted.
func (v *viewer) pieces(z ref.Place, draw bool) []Piece {
	var out []Piece
	from := 0
	for _, p := range v.piecesIn(z) {
		settled := v.knows(p) || v.m.Env.World.Zones[z].Decl.Stack && v.m.Env.World.Placed(p)
		if settled {
			slices.SortStableFunc(out[from:], inWords)
		}
		out = append(out, v.piece(p, draw))
		if settled {
			slices.SortStableFunc(out[from:], inWords)
			from = len(out)
		}
	}
	slices.SortStableFunc(out[from:], inWords)
	return out
}

func inWords(a, b Piece) int {
	return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Option, b.Option))
}

// piece returns a piece, including the pieces on it.
func (v *viewer) piece(p ref.Piece, draw bool) Piece {
	info := &v.Names.P.Pieces[p]
	out := Piece{Name: v.Piece(p), Known: v.knows(p), Marks: v.marks(p),
		Choice: v.choice(schema.Piece, int32(p)), Chosen: v.chosen[p]}
	if draw {
		out.Picture = v.picture(p)
	}
	if !out.Known {
		out.Text = out.Name
		if v.showsKind(p) {
			out.Look = v.looks[v.Names.P.Kinds[info.Kind].Name]
		}
		for _, m := range out.Marks {
			out.Text = strings.TrimSuffix(out.Text, ")") + ", " + m + ")"
		}
		out.title = out.Text
		return out
	}
	out.Card = v.Names.P.Cards[info.Card].Name
	out.Text, out.Printed = out.Name, append(v.printed(p), v.reckoned(p)...)
	out.Look, out.Shows = v.ownedLook(p)
	if kind := v.Names.P.Kinds[info.Kind]; v.looks[out.Card].Symbol == "" && v.looks[kind.Name].Symbol != "" {
		out.Emblem = v.Names.Kind(kind)
	}
	out.Counters = v.counters(p)
	if draw {
		out.Tables = v.tables(p)
		out.Level = v.level(p)
	}
	v.addLooks(out.Printed)
	if out.Owned = info.Owner != schema.Nothing; out.Owned {
		if info.Owner != v.before {
			out.Owner = v.Names.Seat(int32(info.Owner))
		}
		out.Text = v.Names.Of(v.Names.Seat(int32(info.Owner)), out.Text)
	}
	if v.m.Env.World.FaceDown(p) && v.Names.P.Schema.Zones[v.m.Env.World.In(p)].Decl.Face != "down" {
		out.FaceDown, out.Marks = true, append([]string{v.Names.FaceDown(v.Names.P.Kinds[info.Kind].Name)},
			out.Marks...)
	}
	more := slices.Clone(out.Marks)
	out.title = withRemarks(out.Text, more)
	kind := v.Names.P.Kinds[info.Kind]
	out.Carries = len(kind.On) > 0
	for _, d := range kind.On {
		on := Zone{Key: d.Name, Name: v.Names.Decl(d), Counted: true, Stack: d.Stack}
		for c := range ref.Place(d.Cells) {
			z := v.Names.P.PlaceOn(d, p) + c
			on.Pieces = append(on.Pieces, v.pieces(z, false)...)
			on.Option = max(on.Option, v.choice(schema.Zone, int32(z)).Option)
		}
		if len(on.Pieces) > 0 {
			more = append(more, on.Name+" "+words.Join(Texts(on.Pieces)))
		}
		if len(on.Pieces) > 0 || on.Option > 0 {
			out.On = append(out.On, on)
		}
	}
	out.Text = withRemarks(out.Text, more)
	return out
}

// reckoned returns the values of the formulas of a piece that pages show like printed values, as far as the viewer may
// know them.
func (v *viewer) reckoned(p ref.Piece) (out []Value) {
	if !v.Names.Page {
		return nil
	}
	for _, f := range v.Names.P.Shown[v.Names.P.Pieces[p].Kind] {
		is, ok := v.evaluate(f.Is, int32(p))
		if !ok || len(is) != 1 || f.Is.Type.Base == schema.YesNo && is[0] == 0 {
			continue
		}
		one := Value{Name: v.Names.Phrase(f.Name), field: f.Name}
		if f.Is.Type.Base != schema.YesNo {
			one.Text = v.Value(f.Is.Type, is[0])
		}
		one.worded = v.Names.InWords(one.Text, f.Name)
		out = append(out, one)
	}
	return out
}

// withRemarks returns a name with remarks in brackets.
func withRemarks(name string, remarks []string) string {
	if len(remarks) == 0 {
		return name
	}
	return name + " (" + strings.Join(remarks, ", ") + ")"
}

// counters returns the numbers that a piece keeps and that the viewer may read; nil if there are few.
func (v *viewer) counters(p ref.Piece) (out []Counter) {
	kind := v.Names.P.Cards[v.Names.P.Pieces[p].Card].Kind
	for _, decl := range kind.Kind.Fields {
		if f := kind.Fields[decl.Name]; f.Mark && f.Type.Base == schema.Number && !f.Type.List && v.reads(f, int32(p)) {
			out = append(out, Counter{Name: v.Names.Phrase(f.Name), Is: v.m.Env.World.Word(v.Names.P.MarkSlot(f, p)),
				Most: int32(decl.Max), Look: v.looks[f.Name], field: f.Name})
		}
	}
	if len(out) <= fewCounters {
		return nil
	}
	return out
}

// marks lists the changed fields of a piece.
func (v *viewer) marks(p ref.Piece) []string {
	var out []string
	for _, f := range v.Names.P.Kinds[v.Names.P.Pieces[p].Kind].Marks {
		if !v.reads(f, int32(p)) || v.Names.Page && v.looks[f.Name].Size == "small" {
			continue
		}
		at := v.Names.P.MarkSlot(f, p)
		x := v.m.Env.World.Word(at)
		switch {
		case x == f.Firsts[at-f.Slot] || x == schema.Nothing:
		case f.Type.Base == schema.YesNo:
			out = append(out, v.Names.Phrase(f.Name))
		default:
			out = append(out, v.Names.Phrase(f.Name)+" "+v.Value(f.Type, x))
		}
	}
	return out
}
