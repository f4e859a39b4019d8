package match

import (
	"encoding/json"
	"slices"
	"strconv"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// AppendTable appends the table as a viewer may see it, for programs: JSON with the ids of the rules instead of words.
// It takes a twentieth of the time of View.
//
//	{"fields": {"day": 1}, "zones": {"market": ["hare", "?"]}, "players": {"ann": {"fields": {…}, "zones": {…}}}}
//
// A zone is a list of pieces, a map from places to such lists, or null if the viewer may not know how many pieces lie
// there. A piece is the id of its card, "?" if it is unseen, or an object with card, its fixed owner unless it lies in
// front of that player, fields that have changed, face_down and on, the zones on it.
func (t *views) AppendTable(out []byte, eyes int32) []byte {
	t.m.Next()
	w := t.plain(append(out, '{'), ref.Seat(eyes))
	w.member("fields", func() { w.fields(schema.OfGame, 0) })
	w.member("zones", func() { w.zones(schema.Nothing) })
	w.member("players", func() {
		w.open('{')
		for seat := range t.m.Env.World.Players() {
			w.member(w.v.Names.P.Seats[seat], func() {
				w.open('{')
				w.member("fields", func() { w.fields(schema.OfPlayer, seat) })
				w.member("zones", func() { w.zones(seat) })
				w.close('}')
			})
		}
		w.close('}')
	})
	w.close('}')
	return w.out[:len(w.out)-1] // a comma
}

// AppendOption appends the data of an option of the open question as its seat sees it: JSON with the piece, zone, seat,
// number, word or option of a `may` for which it stands. Options with equal ids differ in it.
//
//	{"card": "scout", "owner": "ann", "zone": "tile.scouts", "of": {"card": "tile", "zone": "map:3"}}
func (t *views) AppendOption(out []byte, i int) []byte {
	r := t.m.Next()
	w := t.plain(out, r.By)
	switch x := ref.Piece(r.Options[i].Value); {
	case r.Kind == machine.AskOption:
		w.open('{')
		w.member("option", func() { w.text(r.OptionName(int(x))) })
		w.close('}')
	case x == schema.Nothing:
		w.out = append(w.out, "{},"...)
	case isPiece(r):
		w.details(x, true)
	default:
		w.open('{')
		if r.Type.Base == schema.Zone {
			w.lies(ref.Place(x))
		} else {
			w.member(nouns[r.Type.Base], func() { w.value(r.Type, int32(x)) })
		}
		w.close('}')
	}
	return w.out[:len(w.out)-1] // a comma
}

// nouns are the keys in the JSON of AppendOption, by the type of the option.
var nouns = map[schema.Base]string{schema.Player: "seat", schema.Number: "number", schema.Word: "word",
	schema.YesNo: "yes"}

// plain writes the JSON of AppendTable and AppendOption.
type plain struct {
	v     viewer
	out   []byte
	front ref.Seat // the player whose zones are written; schema.Nothing for the zones of the table
}

func (t *views) plain(out []byte, eyes ref.Seat) *plain {
	return &plain{v: viewer{sight: t.sight(eyes)}, out: out, front: schema.Nothing}
}

func (w *plain) open(bracket byte) { w.out = append(w.out, bracket) }

// close ends an object or a list, in place of the last comma.
func (w *plain) close(bracket byte) {
	if last := len(w.out) - 1; w.out[last] == ',' {
		w.out = w.out[:last]
	}
	w.out = append(w.out, bracket, ',')
}

func (w *plain) text(s string) { w.quote(s); w.out = append(w.out, ',') }

// quote writes a string. Nearly all are ids, which need no escapes; strconv.AppendQuote looks at each rune and takes a
// third of the time of a view.
func (w *plain) quote(s string) {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' || s[i] >= 0x7f {
			text, _ := json.Marshal(s) // never fails
			w.out = append(w.out, text...)
			return
		}
	}
	w.out = append(append(append(w.out, '"'), s...), '"')
}

func (w *plain) member(name string, value func()) {
	w.quote(name)
	w.out = append(w.out, ':')
	value()
}

func (w *plain) fields(scope schema.Scope, seat ref.Seat) {
	list := w.v.Names.P.GameFields
	if scope == schema.OfPlayer {
		list = w.v.Names.P.PlayerFields
	}
	w.open('{')
	for _, f := range list {
		if w.v.reads(f, int32(seat)) {
			x := w.v.m.Env.World.Word(f.Slot + int(seat))
			w.member(f.Name, func() { w.value(f.Type, x) })
		}
	}
	w.close('}')
}

// value writes a value: a number, true or false, null for nothing, or an id.
func (w *plain) value(t schema.Type, x int32) {
	switch {
	case x == schema.Nothing:
		w.out = append(w.out, "null,"...)
	case t.Base == schema.YesNo:
		w.out = append(strconv.AppendBool(w.out, x != 0), ',')
	case t.Base == schema.Number:
		w.out = append(strconv.AppendInt(w.out, int64(x), 10), ',')
	default:
		w.text(w.v.valueID(t, x))
	}
}

func (w *plain) zones(owner ref.Seat) {
	w.front = owner
	w.open('{')
	zones := w.v.Names.P.Schema.Zones
	for z := 1; z < len(zones); z++ {
		info := &zones[z]
		if info.Seat == owner && info.Piece == schema.Nothing && info.Cell == 0 {
			w.member(info.Decl.Name, func() { w.zone(ref.Place(z), info.Decl) })
		}
	}
	w.close('}')
}

// zone writes a zone that does not lie on a piece.
func (w *plain) zone(z ref.Place, d *schema.ZoneDecl) {
	switch {
	case !w.v.counts(z):
		w.out = append(w.out, "null,"...)
	case d.Layout == "":
		w.pieces(z)
	default:
		w.open('{')
		for c := range ref.Cell(d.Cells) {
			if w.v.m.Env.World.Head(z.At(c)) >= 0 {
				w.member(d.CellName(c), func() { w.pieces(z.At(c)) })
			}
		}
		w.close('}')
	}
}

// pieces writes the pieces in a zone; unseen ones without a position are sorted, because their order could reveal them.
func (w *plain) pieces(z ref.Place) {
	w.open('[')
	var loose []string
	flush := func() {
		slices.Sort(loose)
		for _, text := range loose {
			w.out = append(w.out, text...)
		}
		loose = loose[:0]
	}
	stack := w.v.m.Env.World.Zones[z].Decl.Stack
	for _, p := range w.v.piecesIn(z) {
		begin := len(w.out)
		if w.v.knows(p) || stack && w.v.m.Env.World.Placed(p) {
			flush()
			w.piece(p)
			continue
		}
		w.piece(p)
		loose = append(loose, string(w.out[begin:]))
		w.out = w.out[:begin]
	}
	flush()
	w.close(']')
}

// piece writes a piece with the pieces on it.
func (w *plain) piece(p ref.Piece) {
	begin := len(w.out)
	w.open('{')
	id, more := w.about(p, true)
	if !more {
		w.out = w.out[:begin]
		w.text(id)
		return
	}
	w.close('}')
}

// about writes the members of a piece, including the pieces on it if deep is set. It returns the id of its card, and
// whether there is more about the piece.
func (w *plain) about(p ref.Piece, deep bool) (id string, more bool) {
	info, known := &w.v.Names.P.Pieces[p], w.v.knows(p)
	id = w.v.pieceID(p)
	w.member("card", func() { w.text(id) })
	alone := len(w.out)
	if known && info.Owner != schema.Nothing && info.Owner != w.front {
		w.member("owner", func() { w.text(w.v.Names.P.Seats[info.Owner]) })
	}
	plain := len(w.out)
	w.member("fields", func() {
		w.open('{')
		none := len(w.out)
		w.changed(p)
		if len(w.out) == none {
			w.out = w.out[:plain]
			return
		}
		w.close('}')
	})
	if known && w.v.m.Env.World.FaceDown(p) && w.v.Names.P.Schema.Zones[w.v.m.Env.World.In(p)].Decl.Face != "down" {
		w.member("face_down", func() { w.out = append(w.out, "true,"...) })
	}
	if known && deep {
		w.on(p, info.Kind)
	}
	return id, len(w.out) > alone
}

// details writes a piece with its owner and the place where it lies.
func (w *plain) details(p ref.Piece, deep bool) {
	w.open('{')
	w.about(p, deep)
	w.lies(w.v.m.Env.World.In(p))
	if n, told := w.v.place(p); told {
		w.member("from_top", func() { w.out = append(strconv.AppendInt(w.out, int64(n), 10), ',') })
	}
	w.close('}')
}

// lies writes the members of a zone: its id, and the piece on which it lies.
func (w *plain) lies(z ref.Place) {
	w.member("zone", func() { w.text(w.v.zoneID(z)) })
	if on := w.v.m.Env.World.Zones[z].Piece; on != schema.Nothing {
		w.member("of", func() { w.details(on, false) })
	}
}

// changed writes the changed fields of a piece.
func (w *plain) changed(p ref.Piece) {
	for _, f := range w.v.Names.P.Kinds[w.v.Names.P.Pieces[p].Kind].Marks {
		at := w.v.Names.P.MarkSlot(f, p)
		if x := w.v.m.Env.World.Word(at); x != f.Firsts[at-f.Slot] && w.v.reads(f, int32(p)) {
			w.member(f.Name, func() { w.value(f.Type, x) })
		}
	}
}

// on writes the zones on a piece in which pieces lie.
func (w *plain) on(p ref.Piece, k ref.Kind) {
	begin := len(w.out)
	w.out = append(w.out, `"on":{`...)
	none := len(w.out)
	kind := w.v.Names.P.Kinds[k]
	for _, d := range kind.On {
		for c := range ref.Place(d.Cells) {
			z := w.v.Names.P.PlaceOn(d, p) + c
			if w.v.m.Env.World.Head(z) < 0 {
				continue
			}
			name := d.Name
			if d.Cells > 1 {
				name += ":" + strconv.Itoa(int(c))
			}
			w.member(name, func() { w.pieces(z) })
		}
	}
	if len(w.out) == none {
		w.out = w.out[:begin]
		return
	}
	w.close('}')
}
