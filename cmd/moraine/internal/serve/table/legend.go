package table

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/match"
)

// noteSymbols adds the printed values of pieces that are shown by symbols to the legend.
func (d *drafter) noteSymbols(pieces []match.Piece) {
	for _, p := range pieces {
		for _, v := range p.Printed {
			if v.Look.Symbol != "" && v.Look.Size != "small" {
				d.note(cmp.Or(v.Meaning, v.Name), v.Look)
			}
		}
	}
}

// note adds a symbol to the legend, unless it has it.
func (d *drafter) note(name string, look match.Look) {
	if !slices.ContainsFunc(d.legend, func(v match.Value) bool { return v.Name == name }) {
		d.legend = append(d.legend, match.Value{Name: name, Look: look})
	}
}

// noteTokens adds the pieces that a map shows by symbols alone to the legend: those that lie on its places.
func (d *drafter) noteTokens(cells []match.Cell) {
	for i := range cells {
		_, tokens := looksOf(&cells[i])
		for _, g := range tokens {
			if g.Look.Symbol != "" {
				if g.Owner != "" {
					g.Look.Colour, g.Look.Seat = "", ""
				}
				d.note(g.Name, g.Look)
			}
		}
	}
}

// hasSign reports whether a sign stands in a text; a letter does not as part of a word.
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
