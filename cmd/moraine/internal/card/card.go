// Package card draws a card from the looks of its game, as HTML with SVG: at the table, in panels, in the rule book and
// on printed sheets. Pages that show cards have the style sheet Styles.
//
// A card has a picture before a backdrop, the values with size `key` in its upper corners, its name, and the other
// values at its foot. A game that declares none of this still gets cards: with the symbol of the kind, or the first
// letter of the name, and the values in words.
package card

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// Styles is the style sheet of cards. It needs no other one.
//
//go:embed card.css
var Styles string

// Card is the content of a drawn card: its name, look and printed values.
type Card struct {
	Name   string
	Look   match.Look
	Values []match.Value
	Text   string // a sentence below the name
	Times  int    // the number of equal cards; 0 and 1 are the same
	Hidden bool   // only the back is seen
	Tag    string // a word across the picture, such as the role of the card in the current act
	State  string // a word that warns, such as "hurt"
	New    string // a word at the edge of a card that was not here before
}

// Of returns the card of a piece.
func Of(p match.Piece) Card {
	c := Card{Name: words.Title(p.Name), Look: p.Look, Values: p.Printed, Tag: p.Chosen,
		State: strings.Join(p.Marks, ", "), Hidden: !p.Known}
	if !p.Looks() && (len(p.Picture) != 1 || p.Picture[0] != p.Name) {
		c.Text = strings.TrimSpace(strings.Join(p.Picture, " "))
	}
	return c
}

// Class returns the classes of the element around a face.
func (c Card) Class() string {
	class := "card" + Hue(c.Look)
	if c.Hidden {
		class += " back"
	}
	if c.Tag != "" {
		class += " in"
	}
	return class
}

// Face returns the inside of a card. The element around it has the classes of Class, and may be a button.
func (c Card) Face() template.HTML {
	var b strings.Builder
	c.picture(&b)
	var left, foot strings.Builder
	corners := 0
	var text []string
	for _, v := range c.Values {
		switch {
		case v.Look.Hides():
		case v.Look.Size == "key" && corners < 2:
			side := [...]string{"tl", "tr"}[corners]
			corners++
			writeValue(&left, v, "k "+side)
		case v.Look.Symbol != "":
			writeValue(&foot, v, "v")
		default:
			text = append(text, v.Words())
		}
	}
	b.WriteString(left.String())
	for _, tag := range [...]struct{ class, text string }{{"tag mine", c.Tag}, {"tag warn", c.State}, {"new", c.New}} {
		if tag.text != "" {
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, tag.class, escape(tag.text))
		}
	}
	times := ""
	if c.Times > 1 {
		times = fmt.Sprintf(` <span class="times">×%d</span>`, c.Times)
	}
	long := ""
	if hasLongWord(c.Name) {
		long = " ln"
	}
	fmt.Fprintf(&b, `<span class="name%s">%s%s</span>`, long, escape(c.Name), times)
	if c.Text != "" {
		text = append([]string{c.Text}, text...)
	}
	if text != nil {
		fmt.Fprintf(&b, `<span class="txt">%s</span>`, escape(words.Title(strings.Join(text, ", "))))
	}
	if foot.Len() > 0 {
		fmt.Fprintf(&b, `<span class="foot">%s</span>`, foot.String())
	}
	return template.HTML(b.String())
}

// hasLongWord reports whether a name has a word of more than eleven letters, which gets smaller letters.
func hasLongWord(name string) bool {
	const long = 11
	for word := range strings.FieldsSeq(name) {
		if utf8.RuneCountInString(word) > long {
			return true
		}
	}
	return false
}

// picture draws the picture before the backdrop.
func (c Card) picture(b *strings.Builder) {
	back := backdrops[c.Look.Back]
	if back == "" {
		back = backdrops["hills"]
	}
	fmt.Fprintf(b, `<svg class="scene" viewBox="0 0 120 100" preserveAspectRatio="xMid%s slice" aria-hidden="true">%s`,
		map[bool]string{true: "YMid", false: "YMax"}[c.Text != ""], back)
	switch {
	case c.Look.Picture != "":
		fmt.Fprintf(b, `<path class="fig" transform="translate(24 19) scale(3)" d="%s"/>`, escape(c.Look.Picture))
	case c.Look.Drawn:
		fmt.Fprintf(b, `<path class="fig" transform="translate(36 30) scale(2)" d="%s"/>`, escape(c.Look.Symbol))
	default:
		sign := c.Look.Symbol
		if sign == "" {
			_, n := utf8.DecodeRuneInString(c.Name)
			sign = c.Name[:n]
		}
		fmt.Fprintf(b, `<text class="fig" x="60" y="70">%s</text>`, escape(sign))
	}
	b.WriteString(`</svg>`)
}

// Banner draws a landscape with pictures on it, the first one in the middle. Without pictures it shows a letter.
func Banner(back string, pictures []string, letter string) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="scene" viewBox="0 14 240 92" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><g transform="scale(2 1.060)">%s</g>`, backdrops[back])
	for i, path := range pictures {
		at := [...]string{"translate(78 24) scale(3.400)", "translate(14 58) scale(1.900)",
			"translate(182 58) scale(1.900)"}[i]
		fmt.Fprintf(&b, `<path class="fig" transform="%s" d="%s"/>`, at, escape(path))
	}
	if pictures == nil {
		fmt.Fprintf(&b, `<text class="fig" x="120" y="80">%s</text>`, escape(letter))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// writeValue writes a value with its symbol. Its words are in the tooltip and for screen readers.
func writeValue(b *strings.Builder, v match.Value, class string) {
	text := v.Beside()
	if v.Look.Symbol == "" {
		text = v.Words()
	}
	fmt.Fprintf(b, `<span class="%s" title="%s">%s<span class="quiet">%s</span><b aria-hidden="true">%s</b></span>`,
		class, escape(words.Title(v.Words())), Symbol(v.Look), escape(v.Words()), escape(text))
}

// Symbol returns a symbol as inline HTML.
func Symbol(l match.Look) string {
	switch {
	case l.Drawn:
		return `<svg class="sym" viewBox="0 0 24 24" aria-hidden="true"><path d="` + escape(l.Symbol) + `"/></svg>`
	case l.Symbol != "":
		return `<span class="sym" aria-hidden="true">` + escape(l.Symbol) + `</span>`
	}
	return ""
}

// Hue returns the classes of a colour, to be appended to other classes.
func Hue(l match.Look) string {
	colour := l.Seat
	if colour == "" {
		colour = l.Colour
	}
	if colour == "" {
		return ""
	}
	return " hue " + colour
}

func escape(text string) string { return template.HTMLEscapeString(text) }

// backdrops are the landscapes drawn behind pictures, by name, in a field of 120 by 100. They are drawn in shades of
// the colour of the card.
var backdrops = map[string]string{
	"hills":  `<path class="f1" d="M0 62q28-18 56-6t64-8v52H0Z"/><path class="f2" d="M0 82q34-12 66-3t54-5v26H0Z"/>`,
	"peaks":  `<path class="f1" d="M0 66 22 34l14 17 26-38 24 34 11-13 23 30v36H0Z"/><path class="f0" d="M62 13 51 29l8-3 4 5 6-4 5 3Z"/><path class="f2" d="M0 83q40-12 76-2t44-4v23H0Z"/>`,
	"meadow": `<circle class="f0" cx="95" cy="22" r="10"/><path class="f1" d="M0 68q44-20 76-12t44-6v50H0Z"/><path class="f2" d="M0 84q38-10 70-2t50-6v24H0Z"/>`,
	"water":  `<path class="f1" d="M0 44q10-7 20 0t20 0 20 0 20 0 20 0 20 0v56H0Z"/><path class="f2" d="M0 78q10-7 20 0t20 0 20 0 20 0 20 0 20 0v22H0Z"/>`,
	"night":  `<path class="f2" d="M0 0h120v100H0Z"/><circle class="f0" cx="60" cy="49" r="37"/><path class="f0" d="M10 12h2v2h-2ZM104 16h2v2h-2ZM16 78h2v2h-2ZM107 76h2v2h-2ZM24 30h1v1h-1ZM99 48h1v1h-1Z"/>`,
	"hearth": `<path class="f1" d="M0 0h120v100H0Z"/><circle class="f0" cx="60" cy="56" r="42"/><path class="f2" d="M0 88q60-9 120 0v12H0Z"/>`,
	"stone":  `<path class="f1" d="M0 0h38l-14 30L0 40ZM120 0v34L92 22 84 0ZM0 100V72l30-8 20 36ZM120 100H72l18-32 30-4Z"/>`,
	"cave":   `<path class="f2" d="M0 0h120v100h-14C112 44 92 16 60 16S8 44 14 100H0Z"/>`,
}
