package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// tableFor draws the table for the eyes of a seat, or for public or everything.
func (m *match) tableFor(eyes int32) string {
	edge := strings.Repeat("─", words.Width) + "\n"
	return edge + strings.Join(m.tableSeenBy(eyes).lines(nil, false), "") + edge
}

// tableSeenBy is the table as some eyes see it.
func (m *match) tableSeenBy(eyes int32) table {
	v := m.through(eyes)
	t := table{{m.names.T("table"), append(v.fields(schema.OfGame, 0), v.zones(schema.Nothing)...)}}
	for seat := range int32(m.players) {
		t = append(t, section{m.names.Seat(seat), append(v.fields(schema.OfPlayer, seat), v.zones(seat)...)})
	}
	if len(v.legend) > 0 {
		t = append(t, section{m.names.T("signs"), v.explanations()})
	}
	return t
}

type view struct {
	*match
	names    sight
	signs    []string // of players, once they are asked for
	legend   []explained
	pictures int // drawn so far
	deep     int // pictures around the one that is being drawn
}

// through is the match through some eyes.
func (m *match) through(eyes int32) *view {
	return &view{match: m, names: sight{m.names, m.Match, eyes}}
}

// fields are the fields of the game or of a player, those with a text that are not as at first.
func (v *view) fields(scope schema.Scope, seat int32) (out []entry) {
	p := v.P
	list, at := p.GameFields, int32(0)
	if scope == schema.OfPlayer {
		list, at = p.PlayerFields, seat
	}
	for _, f := range list {
		if !v.names.reads(f, seat) {
			continue
		}
		x, name := v.State().W[f.Slot+int(at)], v.names.Phrase(f.Name)
		e := entry{key: f.Name, sort: ofField, absent: name + " " + v.names.Value(f.Type, x)}
		if f.Type.Base == schema.YesNo {
			e.absent = name
			if x == 0 {
				e.absent = v.names.T("no longer %s", name)
			}
		}
		if x != f.Default && x != schema.Nothing {
			e.text = e.absent
		}
		out = append(out, e)
	}
	return out
}

// zones are the zones of the table (owner Nothing) or of a player, those with a text in which
// something lies: what lies there or, where that is not to be seen or too much, how much.
func (v *view) zones(owner int32) (out []entry) {
	zones := v.P.Schema.Zones
	for z := 1; z < len(zones); z++ {
		info := &zones[z]
		if info.Seat != owner || info.Piece != schema.Nothing || info.Cell != 0 {
			continue
		}
		e, name := v.zone(int32(z), info.Decl), v.names.Decl(info.Decl)
		e.key, e.absent = name, name+": –"
		if e.text != "" || e.board != nil {
			if strings.Trim(e.text, "0123456789?") == "" && e.board == nil {
				e.sort = ofNumber
			}
			e.text = name + ": " + e.text
		}
		out = append(out, e)
	}
	return out
}

func (v *view) zone(z int32, d *schema.ZoneDecl) entry {
	n := int(v.Env.Len(z))
	switch {
	case !v.names.counts(z):
		return entry{text: unseen}
	case v.drawn(d):
		return v.laidOut(z, d)
	case d.Layout != "":
		return entry{text: v.places(z, d)}
	case n == 0:
		return entry{}
	case d.Stack && v.names.sees(z) && v.pictured(d):
		return entry{board: v.stacked(z)}
	}
	pieces := v.names.texts(z, v.piece)
	slim := slices.Clone(pieces)
	slices.Sort(slim)
	slim = slices.Compact(slim)
	mute := !slices.ContainsFunc(slim, func(text string) bool { return !v.names.isUnseen(text) }) // all that is said is how many
	switch {
	case len(slim) > maxNamed, mute && !v.names.sees(z):
		return entry{text: strconv.Itoa(n)}
	case d.Stack && !v.names.sees(z): // of which it matters where they lie
		return entry{text: strings.Join(runs(pieces), ", ")}
	}
	return entry{text: words.Join(pieces)}
}

// runs counts equal texts that follow each other.
func runs(texts []string) (out []string) {
	for i := 0; i < len(texts); {
		n := 1
		for i+n < len(texts) && texts[i+n] == texts[i] {
			n++
		}
		out = append(out, words.Count(texts[i], n))
		i += n
	}
	return out
}

// stacked is an open stack of pieces that say how they are drawn, from the top.
func (v *view) stacked(z int32) []string {
	var out []string
	for p := v.Env.Head(z); p >= 0; p = v.Env.Next(p) {
		for i, line := range v.picture(p) {
			head := strings.Repeat(" ", margin+2*min(i, 1))
			out = append(out, strings.TrimRight(words.Wrap(head, margin+4, line), "\n"))
		}
	}
	return out
}

// laidOut is a zone as a board, if it has room; a row of single lines needs none.
func (v *view) laidOut(z int32, d *schema.ZoneDecl) entry {
	cells := v.cells(z, d)
	e := entry{cells: cells, size: d.Cells}
	if len(cells) == 0 {
		return e
	}
	several := func(c cell) bool { return len(c.lines) > 1 }
	if d.Layout == "row" && !slices.ContainsFunc(cells, several) {
		e.text = inLine(cells)
	} else if e.board = board(d, cells); e.board == nil {
		e.text = v.places(z, d)
	}
	return e
}

// places shows a zone that is laid out: what lies at each place that is not empty.
func (v *view) places(z int32, d *schema.ZoneDecl) string {
	var out []string
	for c := range int32(d.Cells) {
		at := v.names.texts(z+c, v.piece)
		if len(at) > 0 {
			out = append(out, fmt.Sprintf("%d %s", c+1, words.Join(at)))
		}
	}
	return strings.Join(out, " · ")
}

// piece is a piece as it lies there, with what lies on it.
func (v *view) piece(p int32) string {
	info := &v.P.Pieces[p]
	if !v.names.knows(p) {
		text := v.names.unseen(p)
		for _, m := range v.marks(p) {
			text = strings.TrimSuffix(text, ")") + ", " + m + ")"
		}
		return text
	}
	text := v.names.Piece(p)
	if info.Owner != schema.Nothing {
		text = v.names.Of(v.names.Seat(info.Owner), text)
	}
	var more []string
	if v.Env.FaceDown(p) && v.P.Schema.Zones[v.Env.In(p)].Decl.Face != "down" {
		more = append(more, v.names.T("face down"))
	}
	more = append(more, v.marks(p)...)
	kind := v.P.Kinds[info.Kind]
	for _, d := range kind.On {
		var on []string
		for c := range int32(d.Cells) {
			z := int32(d.First) + (p-int32(kind.First))*int32(d.Cells) + c
			on = append(on, v.names.texts(z, v.piece)...)
		}
		if len(on) > 0 {
			more = append(more, v.names.Decl(d)+" "+words.Join(on))
		}
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}

// marks lists the fields of a piece that change in play and have changed.
func (v *view) marks(p int32) []string {
	var out []string
	card := v.P.Cards[v.P.Pieces[p].Card]
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if !f.Mark || !v.names.reads(f, p) {
			continue
		}
		at := v.P.MarkSlot(f, p)
		x := v.State().W[at]
		switch {
		case x == f.Firsts[at-f.Slot] || x == schema.Nothing:
		case f.Type.Base == schema.YesNo:
			out = append(out, v.names.Phrase(f.Name))
		default:
			out = append(out, v.names.Phrase(f.Name)+" "+v.names.Value(f.Type, x))
		}
	}
	return out
}

// cards are those that a word begins and the eyes know, with what is printed on them and where they lie.
func (v *view) cards(begin string) (out []string) {
	for p := range int32(len(v.P.Pieces)) {
		z := v.Env.In(p)
		if z <= 0 || !v.names.knows(p) || !begins(v.names.Piece(p), begin) {
			continue
		}
		text := v.names.T("%s in %s", v.names.Piece(p), v.names.Zone(z))
		if values := v.names.printed(p); values != "" {
			text += " — " + values
		}
		if line := words.Wrap("", margin+2, text); !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}
