package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/match"
)

// onMap returns the key of the map at whose corners all pieces of a zone are, or "".
func onMap(z *match.Zone, all []match.Zone) (key string) {
	for _, c := range usedOf(z.Cells) {
		if len(c.Corner) == 0 || key != "" && c.Map != key {
			return ""
		}
		key = c.Map
	}
	if i := slices.IndexFunc(all, func(z match.Zone) bool { return z.Key == key }); i < 0 || !isMap(&all[i]) {
		return ""
	}
	return key
}

// usedOf returns the occupied places.
func usedOf(cells []match.Cell) (out []match.Cell) {
	for _, c := range cells {
		if len(c.Pieces) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// isLarge reports whether a zone is large: by its look or, if it has none, as a drawn board.
func isLarge(z *match.Zone) bool {
	return z.Look.Size == "large" || z.Look.Rank == 0 && z.Layout != "row" && isMap(z)
}

// isMap reports whether a zone is drawn as one picture.
func isMap(z *match.Zone) bool {
	const long = 6 // maximum number of places in a row that is not drawn
	if z.Layout == "row" {
		return z.Drawn && len(z.Cells) > long && isBare(z)
	}
	if empty := z.Len() == 0; z.Layout == "grid" && !(empty && z.Whole) &&
		!slices.ContainsFunc(z.Cells, func(c match.Cell) bool {
			return slices.ContainsFunc(c.Pieces, isSpace)
		}) {
		return false // cards in a grid are easier to read as a list in columns
	}
	return z.Layout != "" && (z.Drawn || slices.ContainsFunc(z.Cells, func(c match.Cell) bool {
		return slices.ContainsFunc(c.Pieces, match.Piece.Looks)
	}))
}

// isTrack reports whether a zone is a row of places with a piece each, on which others can stand.
func isTrack(z *match.Zone) bool {
	used := usedOf(z.Cells)
	return z.Layout == "row" && len(used) > 1 && !slices.ContainsFunc(used, func(c match.Cell) bool {
		return len(c.Pieces) > 1 || !c.Pieces[0].Known || !c.Pieces[0].Carries
	})
}

// mostSigns is the maximum length of the drawing of a piece that has a look and yet is a space of a map.
const mostSigns = 3

// isSpace reports whether a piece is a space of a map: it has a symbol or a drawing other than its name. A piece with a
// look and a long drawing is a card. The drawing of a piece that the viewer does not know says nothing.
func isSpace(p match.Piece) bool {
	sketch := strings.Join(p.Picture, " ")
	return p.Look.Symbol != "" ||
		p.Known && sketch != "" && !strings.EqualFold(sketch, p.Name) &&
			(!p.Looks() || utf8.RuneCountInString(sketch) <= mostSigns)
}

// hasSign reports whether a sign occurs in a text. A letter that is part of a word does not count.
func hasSign(text, sign string) bool {
	if r, _ := utf8.DecodeRuneInString(sign); !unicode.IsLetter(r) {
		return strings.Contains(text, sign)
	}
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }), sign)
}

// sketched returns the placeholders of pieces without looks.
func sketched(pieces []match.Piece) (out string) {
	for _, p := range pieces {
		if !p.Looks() {
			out += strings.Join(p.Picture, " ")
		}
	}
	return out
}

// isToken reports whether a piece is drawn as a small thing with its symbol, and not as a card: nothing is printed on
// it.
func isToken(p match.Piece) bool {
	return p.Known && p.Look.Picture == "" && (p.Owned || p.Look.Size == "small")
}

// isPile reports whether only the number of pieces of a zone is shown: the game declares so, or
// it is a stack of unknown pieces.
func isPile(z *match.Zone) bool {
	return z.Look.Size == "small" || z.Look.Rank == 0 && z.Stack && z.Layout == "" && z.Mute()
}
