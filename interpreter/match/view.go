package match

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// View is the table as a viewer sees it.
type View struct {
	Owners []Owner // first the table, then each player
	Signs  []Sign  // explanations of the signs in pictures
}

// Owner is the table or a player, with its fields and zones.
type Owner struct {
	Seat   int32 // negative for the table
	Name   string
	Fields []Field
	Zones  []Zone
	Choice // the option that stands for the player
	Look   Look
}

// Look is the appearance of a thing: the game declares its colour, size and symbol.
type Look struct {
	Colour, Size string
	Place        string // what names the places of a zone on a page: piece, zone; "": their numbers
	Seat         string // default colour of a seat; Colour has precedence
	Symbol       string // letters, or an SVG path
	Drawn        bool   // Symbol is an SVG path
	Picture      string // an SVG path, or ""
	Back         string // the backdrop of the picture
	Rank         int    // position of a zone, from 1; zones with 0 come last
}

// Choice is the number (from 1) of the option that selects a thing, or 0. It is set only for
// the seat that is asked.
type Choice struct{ Option int }

// Field is a counter or another field.
type Field struct {
	Key, Text string // Text is "" for the initial value, unless the field is a number other than 0, or a word that is not small
	Is        string // the current value; "" for a yes_no that is false
	Absent    string // Text for the time when the value is the initial one again
	Look      Look
	Name      string
	Number    *int32 // the current value of a number; nil for other fields
}

// Zone is a zone with its content.
type Zone struct {
	Key, Name string
	Counted   bool    // the number of pieces is visible
	Open      bool    // all pieces are visible
	Stack     bool    // ordered, top first
	Layout    string  // row, grid or hex; "" without places
	Drawn     bool    // the zone can hold a piece that has a drawing
	Pieces    []Piece // only without places
	Cells     []Cell  // its places
	Whole     bool    // its empty places are drawn, too
	Paths     []Path  // the links of a board that the game draws
	Choice            // the option that selects the zone
	Look      Look
}

// Coord is the position of a place. X grows to the right, Y downward. Between hexagons, a step up or down is two units of
// Y, and a diagonal step is one unit of X and one of Y.
type Coord = schema.Coord

// Path links the places of a board, each with the next one.
type Path struct {
	Cells  []int // indices of Zone.Cells
	OneWay bool
}

// mostDrawn is the maximum number of places of a board whose empty places are drawn: a square of 20 by 20.
const mostDrawn = 400

// isWhole reports whether the empty places of a zone are drawn: those of a board, and of a grid or hex that is not too
// large. A look with a name for its places says that the pieces make up the map, as where it is built during a match.
func isWhole(d *schema.ZoneDecl, l Look) bool {
	return d.Layout == "board" || d.Layout != "row" && d.Spreads() && d.Cells <= mostDrawn && l.Place == ""
}

// Cell is a place of a zone.
type Cell struct {
	Name   string // its name, or its number in formulas: from 0
	At     Coord
	Pieces []Piece
	Corner []Coord // for a piece whose fields name places of a map: these places
	Map    string  // the zone of these places
	Choice
}

// Piece is a piece in a zone.
type Piece struct {
	Name     string // the name of its card, or a text saying that it is unseen
	Known    bool
	Card     string  // id of its card, if that is known
	Emblem   string  // the name of the kind that its symbol stands for, or ""
	Owned    bool    // its colour is that of a player
	Owner    string  // fixed owner, unless the piece lies in front of that player
	Printed  []Value // printed values
	Marks    []string
	FaceDown bool // set where other pieces are face up
	Look     Look
	Shows    string    // the printed value that determines its look
	Counters []Counter // numbers that it keeps, if there are several
	On       []Zone    // zones on it
	Chosen   string    // its role, if the act in progress has chosen it: "Prey"
	Text     string    // a short description
	title    string    // Text without the pieces on it
	Picture  []string  // its drawing, line by line, in zones with drawings
	Choice
}

// Value is a printed value of a piece: "food 3", or "big" for a yes_no.
type Value struct {
	Name, Text string
	Look       Look
	About      string // its meaning; set only in About
	Kept       bool   // a number that the piece keeps and its card does not tell; set only in About
	Meaning    string // the game's words for any value of the field, or ""
	worded     string // the value as the game words it, or ""
	field      string // the id of the field
}

// Counter is a number that a piece keeps.
type Counter struct {
	Name string
	Is   int32
	Most int32 // its limit; 0: none
	Look Look

	field string // the id of the field
}

// Looks reports whether the game declares a look for a piece.
func (p Piece) Looks() bool { return p.Look.Colour != "" || p.Look.Symbol != "" }

// Words formats a value, in the game's own words if it has any.
func (v Value) Words() string { return cmp.Or(v.worded, strings.TrimSpace(v.Name+" "+v.Text)) }

// Worded reports whether the game has words for a value.
func (v Value) Worded() bool { return v.worded != "" }

// Len returns the number of pieces in a zone.
func (z *Zone) Len() int {
	n := len(z.Pieces)
	for _, c := range z.Cells {
		n += len(c.Pieces)
	}
	return n
}

// Mute reports whether the text of a zone says nothing about the pieces in it except that they
// exist.
func (z *Zone) Mute() bool {
	return !slices.ContainsFunc(z.Pieces, func(p Piece) bool { return p.Known || len(p.Marks) > 0 })
}

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

func (t *views) sight(eyes ref.Seat) sight { return sight{t.Names, t.m, eyes, t.looks} }

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

// View returns the table for a seat, for Public or for Everything. Things that asked offers are
// marked; asked is nil if the viewer is not asked.
func (t *views) View(eyes int32, asked *Question) *View {
	v := t.viewerFor(ref.Seat(eyes))
	if asked != nil && asked.r.Kind != machine.AskOption {
		v.options, v.of = map[int32]int32{}, asked.r.Type.Base
		for i, o := range asked.r.Options {
			v.options[o.Value] = int32(i) + 1
		}
	}
	if asked != nil {
		v.noteChosen()
	}
	out := &View{Owners: []Owner{{Seat: -1, Name: v.T("table"), Fields: v.fields(schema.OfGame, 0), Zones: v.zones(schema.Nothing)}}}
	for seat := range t.m.Env.Players() {
		v.before = seat
		out.Owners = append(out.Owners, Owner{
			Seat: int32(seat), Name: v.Seat(int32(seat)), Fields: v.fields(schema.OfPlayer, seat), Zones: v.zones(seat), Choice: v.choice(schema.Player, int32(seat)), Look: v.looks[v.ids[seat]],
		})
	}
	out.Signs = v.legend
	return out
}

// fields returns the fields of the game or of a player that the viewer may read.
func (v *viewer) fields(scope schema.Scope, seat ref.Seat) (out []Field) {
	list, at := v.P.GameFields, ref.Seat(0)
	if scope == schema.OfPlayer {
		list, at = v.P.PlayerFields, seat
	}
	for _, f := range list {
		if !v.reads(f, int32(seat)) {
			continue
		}
		x, name := v.m.Env.Word(f.Slot+int(at)), v.Phrase(f.Name)
		e := Field{Key: f.Name, Name: name, Is: name + " " + v.Value(f.Type, x), Look: v.looks[f.Name]}
		if f.Type.Base == schema.Number {
			e.Number = &x
		}
		if f.Type.Base == schema.YesNo {
			e.Is, e.Absent = "", v.T("no longer %s", name)
			if x != 0 {
				e.Is = name
			}
		}
		e.Absent = cmp.Or(e.Is, e.Absent)
		if x != schema.Nothing && (x != f.Default || f.Type.Base == schema.Word && e.Look.Size != "small" || f.Type.Base == schema.Number && x != 0) {
			e.Text = e.Absent
		}
		out = append(out, e)
	}
	return out
}

// zones returns the zones of the table (owner schema.Nothing) or of a player.
func (v *viewer) zones(owner ref.Seat) (out []Zone) {
	zones := v.P.Schema.Zones
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
		Key: d.Name, Name: v.Decl(d), Counted: v.counts(z), Open: v.sees(z), Stack: d.Stack, Layout: d.Layout, Drawn: v.pictured(d),
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
			cell := Cell{Name: d.CellName(c), At: d.Coords[c], Pieces: v.pieces(z.At(c), out.Drawn), Choice: v.choice(schema.Zone, int32(z.At(c)))}
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

// corner returns the places of a map between which the only piece of a zone lies. The piece
// lies there if its fields name pieces in at least three places.
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
		in := &v.P.Schema.Zones[v.m.Env.In(x)]
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
	for i, c := range v.P.Cards {
		if d.Holds.Has(c.Kind.Index) && v.P.Pictures[i] != nil {
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
		settled := v.knows(p) || v.m.Env.Zones[z].Decl.Stack && v.m.Env.Placed(p)
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
	info := &v.P.Pieces[p]
	out := Piece{Name: v.Piece(int32(p)), Known: v.knows(p), Marks: v.marks(p), Choice: v.choice(schema.Piece, int32(p)), Chosen: v.chosen[p]}
	if draw {
		out.Picture = v.picture(p)
	}
	if !out.Known {
		out.Text = out.Name
		if v.showsKind(p) {
			out.Look = v.looks[v.P.Kinds[info.Kind].Name]
		}
		for _, m := range out.Marks {
			out.Text = strings.TrimSuffix(out.Text, ")") + ", " + m + ")"
		}
		out.title = out.Text
		return out
	}
	out.Card = v.P.Cards[info.Card].Name
	out.Text, out.Printed = out.Name, append(v.printed(p), v.reckoned(p)...)
	out.Look, out.Shows = v.ownedLook(p)
	if kind := v.P.Kinds[info.Kind]; v.looks[out.Card].Symbol == "" && v.looks[kind.Name].Symbol != "" {
		out.Emblem = v.Kind(kind)
	}
	out.Counters = v.counters(p)
	v.addLooks(out.Printed)
	if out.Owned = info.Owner != schema.Nothing; out.Owned {
		if info.Owner != v.before {
			out.Owner = v.Seat(int32(info.Owner))
		}
		out.Text = v.Of(v.Seat(int32(info.Owner)), out.Text)
	}
	if v.m.Env.FaceDown(p) && v.P.Schema.Zones[v.m.Env.In(p)].Decl.Face != "down" {
		out.FaceDown, out.Marks = true, append([]string{v.T("face down")}, out.Marks...)
	}
	more := slices.Clone(out.Marks)
	out.title = withRemarks(out.Text, more)
	kind := v.P.Kinds[info.Kind]
	for _, d := range kind.On {
		on := Zone{Key: d.Name, Name: v.Decl(d), Counted: true, Stack: d.Stack}
		for c := range ref.Place(d.Cells) {
			z := v.P.PlaceOn(d, p) + c
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

// reckoned returns the values of the formulas of a piece that pages show like printed values, as far as the viewer may know
// them.
func (v *viewer) reckoned(p ref.Piece) (out []Value) {
	if !v.Page {
		return nil
	}
	for _, f := range v.P.Shown[v.P.Pieces[p].Kind] {
		is, ok := v.evaluate(f.Is, int32(p))
		if !ok || len(is) != 1 || f.Is.Type.Base == schema.YesNo && is[0] == 0 {
			continue
		}
		one := Value{Name: v.Phrase(f.Name), field: f.Name}
		if f.Is.Type.Base != schema.YesNo {
			one.Text = v.Value(f.Is.Type, is[0])
		}
		one.worded = v.InWords(one.Text, f.Name)
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

// fewCounters is the number of counters up to which a piece names only those that have changed, as marks.
const fewCounters = 2

// counters returns the numbers that a piece keeps and that the viewer may read; nil if there are few.
func (v *viewer) counters(p ref.Piece) (out []Counter) {
	kind := v.P.Cards[v.P.Pieces[p].Card].Kind
	for _, decl := range kind.Kind.Fields {
		if f := kind.Fields[decl.Name]; f.Mark && f.Type.Base == schema.Number && !f.Type.List && v.reads(f, int32(p)) {
			out = append(out, Counter{Name: v.Phrase(f.Name), Is: v.m.Env.Word(v.P.MarkSlot(f, p)), Most: int32(decl.Max), Look: v.looks[f.Name], field: f.Name})
		}
	}
	if len(out) <= fewCounters {
		return nil
	}
	return out
}

// Texts returns the short descriptions of pieces.
func Texts(pieces []Piece) (out []string) {
	for _, p := range pieces {
		out = append(out, p.Text)
	}
	return out
}

// marks lists the changed fields of a piece.
func (v *viewer) marks(p ref.Piece) []string {
	var out []string
	for _, f := range v.P.Kinds[v.P.Pieces[p].Kind].Marks {
		if !v.reads(f, int32(p)) || v.Page && v.looks[f.Name].Size == "small" {
			continue
		}
		at := v.P.MarkSlot(f, p)
		x := v.m.Env.Word(at)
		switch {
		case x == f.Firsts[at-f.Slot] || x == schema.Nothing:
		case f.Type.Base == schema.YesNo:
			out = append(out, v.Phrase(f.Name))
		default:
			out = append(out, v.Phrase(f.Name)+" "+v.Value(f.Type, x))
		}
	}
	return out
}

// Card is a card of which the viewer knows a piece and its zone, or a card without a known
// piece.
type Card struct{ Name, Zone, Printed string }

// Cards returns the cards for a viewer: those with known pieces, equal ones once per zone, then
// all others.
func (t *views) Cards(eyes int32) (out []Card) {
	v := t.viewerFor(ref.Seat(eyes))
	known := map[ref.Card]bool{}
	for p, info := range v.P.Pieces {
		z := v.m.Env.In(ref.Piece(p))
		if z <= 0 || !v.knows(ref.Piece(p)) {
			continue
		}
		known[info.Card] = true
		if c := (Card{v.Piece(int32(p)), v.Zone(int32(z)), joinValues(v.printed(ref.Piece(p)))}); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	for i, c := range v.P.Cards {
		if !known[ref.Card(i)] && c.N > 0 {
			out = append(out, Card{Name: t.Names.Card(c), Printed: joinValues(v.printed(ref.Piece(c.First)))})
		}
	}
	return out
}
