package match

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

const (
	// unseen stands for a hidden piece or a hidden part of one.
	unseen = "?"
	// Limits on pictures: the nesting of pieces on pieces, and the number of pieces drawn on a
	// table, where nested ones count each time.
	maxDeep     = 8
	maxPictures = 20_000
)

// picture draws a piece line by line as its `draws` declares, or returns its name.
func (v *viewer) picture(p ref.Piece) []string {
	pic := v.Names.P.Pictures[v.Names.P.Pieces[p].Card]
	v.pictures, v.deep = v.pictures+1, v.deep+1
	defer func() { v.deep-- }()
	switch {
	case !v.knows(p):
		return []string{unseen}
	case v.deep > maxDeep, v.pictures > maxPictures:
		return []string{"…"}
	case pic == nil:
		return []string{v.Piece(p)}
	}
	var lines []string
	for _, line := range pic {
		var b strings.Builder
		for _, part := range line {
			if part.Is == nil {
				b.WriteString(part.Text)
			} else {
				b.WriteString(v.shown(part.Is, p))
			}
		}
		lines = append(lines, strings.Join(strings.Fields(b.String()), " "))
	}
	if len(lines) == 1 && isSign(pic) {
		v.explain(p, lines[0])
	}
	return lines
}

// sign draws a piece on one line, as part of another picture.
func (v *viewer) sign(p ref.Piece) string {
	return strings.Join(strings.Fields(strings.Join(v.picture(p), " ")), " ")
}

// shown formats the value of a formula of piece p.
func (v *viewer) shown(f *formula.Expr, p ref.Piece) string {
	values, ok := v.evaluate(f, int32(p))
	if !ok {
		return unseen
	}
	var out []string
	switch f.Type.Base {
	case schema.Piece:
		var hidden []string // listed last, because their order would reveal them
		for _, q := range values {
			if v.knows(ref.Piece(q)) {
				out = append(out, v.sign(ref.Piece(q)))
			} else {
				hidden = append(hidden, v.sign(ref.Piece(q)))
			}
		}
		return counted(append(out, hidden...))
	case schema.Zone:
		for _, z := range values {
			cells := 1
			if d := f.Type.Decl; d != nil && !f.Type.List {
				cells = d.Cells
			}
			out = append(out, v.zoneSigns(ref.Place(z), cells)...)
		}
		return counted(out)
	case schema.Player:
		for _, seat := range values {
			out = append(out, v.seatSign(ref.Seat(seat)))
		}
	default:
		for _, x := range values {
			out = append(out, v.Value(f.Type, x))
		}
	}
	return strings.Join(out, " ")
}

// zoneSigns returns the signs of the pieces in a zone, or in the places of a zone.
func (v *viewer) zoneSigns(z ref.Place, cells int) []string {
	if !v.counts(z) {
		return []string{unseen}
	}
	var out []string
	for c := z; c < z+ref.Place(cells); c++ {
		for _, q := range v.piecesIn(c) {
			out = append(out, v.sign(q))
		}
	}
	return out
}

// seatSign returns the sign of a player.
func (v *viewer) seatSign(seat ref.Seat) string {
	if v.signs == nil {
		v.signs = words.Signs(v.ids)
	}
	return v.signs[seat]
}

// Lines returns the drawing of a place: first pictures of several lines, then signs.
func (c *Cell) Lines() (lines []string) {
	var signs []string
	for _, p := range c.Pieces {
		if len(p.Picture) > 1 {
			lines = append(lines, p.Picture...)
		} else {
			signs = append(signs, p.Picture...)
		}
	}
	if len(signs) > 0 {
		lines = append(lines, counted(signs))
	}
	return lines
}

// counted lists signs with the number of equal ones: "3s g", "Fish ×2, Net".
func counted(signs []string) string {
	order, often := words.Counted(slices.DeleteFunc(slices.Clone(signs), func(s string) bool { return s == "" }))
	between := " "
	if slices.ContainsFunc(order, func(s string) bool {
		return strings.Contains(s, " ") || strings.Trim(s, "0123456789") == ""
	}) {
		between = ", "
	}
	for i, s := range order {
		const short = 3
		if n := often[s]; n > 1 && utf8.RuneCountInString(s) <= short && strings.Trim(s[:1], "0123456789") != "" {
			order[i] = strconv.Itoa(n) + s
		} else {
			order[i] = words.Count(s, n)
		}
	}
	return strings.Join(order, between)
}

// isSign reports whether a picture shows only the piece itself, not pieces on it or of its
// owner.
func isSign(pic program.Picture) bool {
	for _, part := range pic[0] {
		if part.Is != nil && (part.Is.Type.Base == schema.Piece || part.Is.Type.Base == schema.Zone) {
			return false
		}
	}
	return true
}
