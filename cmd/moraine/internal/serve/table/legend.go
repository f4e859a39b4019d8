package table

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// noteSymbols adds the emblems of pieces, and their printed values that are shown by symbols, to the legend.
func (d *drafter) noteSymbols(pieces []match.Piece) {
	for _, p := range pieces {
		if p.Emblem != "" {
			d.note(p.Emblem, p.Look, p.Owned)
		}
		for _, v := range p.Printed {
			if v.Look.Symbol != "" && v.Look.Size != "small" {
				v.Look.Colour = "" // colours tell kinds apart
				d.note(cmp.Or(v.Meaning, v.Name), v.Look, false)
			}
		}
	}
}

// note adds a symbol to the legend, unless it has it. A symbol that several players have there has no colour.
func (d *drafter) note(name string, look match.Look, owned bool) {
	if owned && d.m.Players > 1 {
		look.Colour, look.Seat = "", ""
	}
	if name = words.Title(name); !slices.ContainsFunc(d.legend, func(v match.Value) bool { return v.Name == name }) {
		d.legend = append(d.legend, match.Value{Name: name, Look: look})
	}
}

// noteTokens adds the pieces that a map shows by symbols alone to the legend: those that lie on its places.
func (d *drafter) noteTokens(cells []match.Cell) {
	for i := range cells {
		_, tokens := looksOf(&cells[i])
		for _, g := range tokens {
			if g.Look.Symbol != "" {
				d.note(g.Name, g.Look, g.Owned)
			}
		}
	}
}

// sign is a symbol of the legend with its meanings.
type sign struct {
	match.Look
	Names string
}

// signs returns the legend, in the order of the names. Meanings of one symbol in one colour stand together.
func (d *drafter) signs() (out []sign) {
	byName := slices.SortedFunc(slices.Values(d.legend), func(a, b match.Value) int { return strings.Compare(a.Name, b.Name) })
	for _, v := range byName {
		same := func(s sign) bool { return s.Symbol == v.Look.Symbol && hue(s.Look) == hue(v.Look) }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Names += ", " + v.Name
		} else {
			out = append(out, sign{v.Look, v.Name})
		}
	}
	return out
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
