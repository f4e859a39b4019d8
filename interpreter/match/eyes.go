package match

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// Values of eyes that are not seats.
const (
	Public     = -1 // common knowledge of all seats
	Everything = -2 // everything
)

// sight names pieces, zones and values as far as a viewer may know them. The log and the view
// use only this type for names.
type sight struct {
	Names words.Names
	m     *machine.Match
	eyes  ref.Seat
	looks lookTable
}

// may reports whether the viewer may know a fact. knows reports it for one seat; Public may know a fact if all seats
// may.
func (s *sight) may(knows func(seat ref.Seat) bool) bool {
	switch s.eyes {
	case Everything:
		return true
	case Public:
		for seat := range s.m.Env.World.Players() {
			if !knows(seat) {
				return false
			}
		}
		return true
	}
	return knows(s.eyes)
}

func (s *sight) knows(p ref.Piece) bool {
	return s.may(func(seat ref.Seat) bool { return s.m.Env.World.Knows(seat, p) })
}

func (s *sight) sees(z ref.Place) bool {
	return s.may(func(seat ref.Seat) bool { return s.m.Env.World.Sees(seat, z) })
}

// mayKnowRequest reports whether the viewer may know of a request.
func (s *sight) mayKnowRequest(r *machine.Request) bool {
	return s.may(func(seat ref.Seat) bool { return r.SeenBy(seat) })
}

func (s *sight) counts(z ref.Place) bool {
	return s.may(func(seat ref.Seat) bool { return s.m.Env.World.Counts(seat, z) })
}

func (s *sight) reads(f *schema.Field, of int32) bool {
	return s.may(func(seat ref.Seat) bool { return s.m.Env.World.Reads(seat, f, of) })
}

// evaluate evaluates a formula of `it`, a piece, a player or nothing. ok is false if the result depends on hidden
// information.
func (s *sight) evaluate(f *formula.Expr, it int32) (values []int32, ok bool) {
	if s.eyes == Everything {
		return machine.Show(&s.m.Env, f, it, ref.Referee)
	}
	ok = s.may(func(seat ref.Seat) (may bool) {
		values, may = machine.Show(&s.m.Env, f, it, seat)
		return may
	})
	return values, ok
}

// Piece returns the name of a piece's card, or a text saying that it is unseen.
func (s *sight) Piece(p ref.Piece) string {
	if s.knows(p) {
		return s.Names.Piece(int32(p))
	}
	return s.hiddenName(p)
}

// hiddenName names a hidden piece, with its kind if the back shows it.
func (s *sight) hiddenName(p ref.Piece) string {
	if !s.showsKind(p) {
		return s.Names.T("%s (unseen)", s.Names.T("Piece"))
	}
	return s.Names.T("%s (unseen)", s.Names.Kind(s.Names.P.Kinds[s.Names.P.Pieces[p].Kind]))
}

// showsKind reports whether the back of a piece shows its kind.
func (s *sight) showsKind(p ref.Piece) bool {
	return bits.OnesCount64(uint64(s.Names.P.Kinds[s.Names.P.Pieces[p].Kind].Backs)) <= 1
}

// isHiddenName reports whether a name was made by hiddenName.
func (s *sight) isHiddenName(name string) bool {
	return strings.HasSuffix(name, s.Names.T("%s (unseen)", ""))
}

// hiddenLast moves the names of hidden pieces to the end, because their order could reveal
// them.
func (s *sight) hiddenLast(names []string) []string {
	var known, unknown []string
	for _, name := range names {
		if s.isHiddenName(name) {
			unknown = append(unknown, name)
		} else {
			known = append(known, name)
		}
	}
	slices.Sort(unknown)
	return append(known, unknown...)
}

// Value names a value of a type.
func (s *sight) Value(t schema.Type, x int32) string {
	switch {
	case x == schema.Nothing:
	case t.Base == schema.Piece:
		return s.Piece(ref.Piece(x))
	case t.Base == schema.Zone:
		if z := &s.Names.P.Schema.Zones[x]; s.Names.Page && z.Decl.Layout == "grid" && z.Piece == schema.Nothing {
			at, name := z.Decl.Coords[z.Cell], s.Names.Decl(z.Decl)
			if z.Seat != schema.Nothing {
				name = s.Names.Of(s.Names.Seat(int32(z.Seat)), name)
			}
			return s.Names.T("%s, row %d, column %d", name, at.Y+1, at.X+1)
		}
		return s.Zone(ref.Place(x))
	}
	return s.Names.Value(t, x)
}

// namedValue names a value with its look.
func (s *sight) namedValue(t schema.Type, x int32) Named {
	out := Named{Text: s.Value(t, x)}
	switch {
	case x == schema.Nothing:
	case t.Base == schema.Word:
		out.Look = s.looks[s.Names.P.Symbols.Text(ref.Word(x))]
	case t.Base == schema.Piece && s.knows(ref.Piece(x)):
		out.Look, _ = s.lookOf(ref.Piece(x))
	}
	return out
}

// Zone names a zone with its owner, or with the piece on which it lies.
func (s *sight) Zone(z ref.Place) string {
	info := &s.Names.P.Schema.Zones[z]
	if name, ok := s.placeName(ref.Place(z)); ok {
		return name
	}
	if info.Piece == schema.Nothing || s.knows(info.Piece) {
		return s.Names.Zone(int32(z))
	}
	return s.Names.T("%s of %s", s.Names.Decl(info.Decl), s.hiddenName(info.Piece))
}

// placeName names a place as the look of its zone declares for pages. With `place: piece` it is the name of the piece
// that lies there, with the number of the place if another place has the same name. With `place: zone` it is the name
// of the zone, for places that readers need not distinguish. ok is false for other places.
func (s *sight) placeName(z ref.Place) (name string, ok bool) {
	info := &s.Names.P.Schema.Zones[z]
	if !s.Names.Page || !info.Decl.Spreads() || info.Piece != schema.Nothing {
		return "", false
	}
	switch by := s.looks[info.Decl.Name].Place; by {
	case "zone":
		name = s.Names.Decl(info.Decl)
	case "piece":
		if name = s.carries(z); name == "" {
			return "", false
		}
		first := z.Zone(info.Cell)
		for other := first; other < first+ref.Place(info.Decl.Cells); other++ {
			if other != z && s.carries(other) == name {
				name += " " + strconv.Itoa(int(info.Cell))
				break
			}
		}
	default:
		return "", false
	}
	if info.Seat != schema.Nothing {
		name = s.Names.Of(s.Names.Seat(int32(info.Seat)), name)
	}
	return name, true
}

// carries names the first piece of a place: by the word that it looks like, else by its card; "" if it is unknown or
// face down.
func (s *sight) carries(z ref.Place) string {
	p := s.m.Env.World.Head(z)
	if p < 0 || !s.knows(p) || s.m.Env.World.FaceDown(p) {
		return ""
	}
	_, shows := s.lookOf(p)
	return cmp.Or(shows, s.Piece(p))
}

// piecesIn returns the pieces in a zone. Among pieces in equal places hidden ones come last,
// because their order could reveal them.
func (s *sight) piecesIn(z ref.Place) []ref.Piece {
	var out, unknown []ref.Piece
	e := &s.m.Env
	for p := e.World.Head(z); p >= 0; p = e.World.Next(p) {
		if s.knows(p) {
			out = append(out, p)
		} else {
			unknown = append(unknown, p)
		}
		if e.World.Next(p) < 0 || e.World.Zones[z].Decl.Stack && !e.World.Glued(p) {
			out, unknown = append(out, unknown...), unknown[:0]
		}
	}
	return out
}

// placeOf names the place of a piece on the table, or the piece on which it lies ("land 4"). It
// returns "" if neither applies.
func (s *sight) placeOf(p ref.Piece) string {
	for range 8 { // the limit on the depth of pieces on pieces
		z := s.m.Env.World.In(p)
		info := &s.m.Env.World.Zones[z]
		switch {
		case info.Decl.Layout != "" && info.Decl.Scope == schema.OfGame && s.Names.Page &&
			s.looks[info.Decl.Name].Place == "zone":
			return ""
		case info.Decl.Layout != "" && info.Decl.Scope == schema.OfGame:
			return s.Zone(z)
		case info.Piece == schema.Nothing:
			return ""
		}
		p = info.Piece
	}
	return ""
}

// printed lists the printed values of a piece, except the default values of its kind.
func (s *sight) printed(p ref.Piece) (out []Value) {
	card := s.Names.P.Cards[s.Names.P.Pieces[p].Card]
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if f.Mark || f.Hidden() {
			continue
		}
		x, ok := s.Names.P.Value(s.m.Env.World.Data, ref.Card(card.Index), f)
		rows := ""
		if ok && f.Type.Base == schema.Table {
			rows = s.rows(f, s.Names.P.PrintedTable(s.m.Env.World.Data, int32(card.Index), f))
			ok = rows != ""
		}
		if !ok || x == f.Default && decl.Default != nil || x == schema.Nothing {
			continue
		}
		if f.Type.Base == schema.YesNo && x == 0 {
			continue
		}
		one := Value{Name: s.Names.Phrase(f.Name), Text: rows, field: f.Name, of: s.idOf(f.Type, x)}
		if rows != "" {
			one.of = s.onlyKey(f, s.Names.P.PrintedTable(s.m.Env.World.Data, int32(card.Index), f))
		}
		if f.Type.Base != schema.YesNo && rows == "" {
			one.Text = s.Value(f.Type, x)
		}
		if s.Names.Page {
			names := []string{card.Name + "." + f.Name, card.Kind.Name + "." + f.Name, f.Name}
			if one.worded = s.Names.InWords(one.Text, names...); one.worded != "" {
				meaning, _ := strings.CutSuffix(s.Names.InWords("…", names...), ": …")
				one.Meaning = strings.TrimSpace(meaning)
				if strings.Contains(meaning, "…") { // the name of the field says more than a sentence with a gap
					one.Meaning = ""
				}
			}
		}
		out = append(out, one)
	}
	return out
}

// idOf returns the id of a value that is a word or a card, or "".
func (s *sight) idOf(t schema.Type, x int32) string {
	switch {
	case t.List || x == schema.Nothing:
	case t.Base == schema.Word:
		return s.Names.P.Symbols.Text(ref.Word(x))
	case t.Base == schema.Piece:
		return s.Names.P.Cards[s.Names.P.Pieces[x].Card].Name
	}
	return ""
}

// onlyKey returns the id of the key of a table with a single number other than 0, or "".
func (s *sight) onlyKey(f *schema.Field, table []int32) (id string) {
	for i, x := range table {
		switch {
		case x == 0:
		case id != "" || f.ByKind < 0 && f.Keys == nil:
			return ""
		case f.ByKind >= 0:
			id = s.Names.P.Kinds[f.ByKind].Cards[i].Name
		default:
			id = f.Keys.Names[i]
		}
	}
	return id
}

// rows formats the values of a printed table of numbers that are not 0: "wood 1 + fish 2", or "2: 5 + 3: 6" where the
// keys are numbers. It returns "" for other tables, which are too long for a line.
func (s *sight) rows(f *schema.Field, table []int32) string {
	if f.Value.Base != schema.Number {
		return ""
	}
	var out []string
	for i, x := range table {
		if x == 0 {
			continue
		}
		key := strconv.Itoa(i) + ":"
		switch {
		case f.ByKind >= 0:
			key = s.Names.Card(s.Names.P.Kinds[f.ByKind].Cards[i])
		case f.Keys != nil:
			key = s.Names.Phrase(f.Keys.Names[i])
		}
		out = append(out, key+" "+s.Value(f.Value, x))
	}
	return strings.Join(out, " + ")
}

// printedPieces returns the pieces that the printed values of a piece name, such as the terrain of a tile.
func (s *sight) printedPieces(p ref.Piece) (out []ref.Piece) {
	card := s.Names.P.Cards[s.Names.P.Pieces[p].Card]
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if f.Mark || f.Hidden() || f.Type.Base != schema.Piece || f.Type.List {
			continue
		}
		if x, ok := s.Names.P.Value(s.m.Env.World.Data, ref.Card(card.Index), f); ok && x != schema.Nothing {
			out = append(out, ref.Piece(x))
		}
	}
	return out
}

// joinValues formats printed values on one line.
func joinValues(printed []Value) string {
	var out []string
	for _, v := range printed {
		out = append(out, v.Words())
	}
	return strings.Join(out, ", ")
}
