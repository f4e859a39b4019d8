package syntax

import (
	"strings"

	"moraine/interpreter/source"
)

// Picture is the picture of a piece: lines of texts and formulas.
type Picture struct{ Lines [][]Shown }

// Shown is a part of a line: a literal text, or a formula.
type Shown struct {
	Text   string
	Is     *Formula // nil for a literal text
	Signed bool     // a signed number: "+ 2", "− 1", and nothing for 0
}

// maxDrawn is the maximum number of lines in a picture.
const maxDrawn = 5

// decodePicture decodes lines of text with formulas in braces. Texts quoted in formulas may
// contain braces.
func decodePicture(n *source.Node, d *source.Diagnostics) *Picture {
	if n == nil {
		return nil
	}
	if n.Kind != source.Scalar || n.Tag == source.Null {
		d.Hint(n.Pos, "write `{formula}` in quotes, or in a block after `draws: |`", "expected a text; found %s",
			n.Describe())
		return nil
	}
	p, at := &Picture{}, 0
	for line := range strings.SplitSeq(strings.TrimRight(n.Value, "\n"), "\n") {
		p.Lines = append(p.Lines, drawnLine(n, at, at+len(line), d))
		at += len(line) + 1
	}
	if len(p.Lines) > maxDrawn {
		d.Add(n.Pos, "the picture of a piece can have at most %d lines, not %d", maxDrawn, len(p.Lines))
	}
	return p
}

// drawnLine decodes the bytes from..to of a text as one line.
func drawnLine(n *source.Node, from, to int, d *source.Diagnostics) []Shown {
	var line []Shown
	for from < to {
		brace := strings.IndexAny(n.Value[from:to], "{}")
		if brace < 0 {
			return append(line, Shown{Text: n.Value[from:to]})
		}
		open := from + brace
		if open > from {
			line = append(line, Shown{Text: n.Value[from:open]})
		}
		end := closingBrace(n.Value[open:to])
		if end < 0 {
			d.Hint(n.At(open), "write a formula between `{` and `}` on one line", "this brace has no other")
			return line
		}
		part := Shown{}
		inner := open + 1
		if blank := len(n.Value[inner:]) - len(strings.TrimLeft(n.Value[inner:], " ")); strings.HasPrefix(
			n.Value[inner+blank:], "+") {
			part.Signed, inner = true, inner+blank+1
		}
		part.Is = DecodeFormula(n.Part(inner, open+end), d)
		line = append(line, part)
		from = open + end + 1
	}
	return line
}

// closingBrace returns the index of the brace that closes the first one, or -1.
func closingBrace(s string) int {
	depth, quote := 0, byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i
			}
			if depth < 0 {
				return -1
			}
		}
	}
	return -1
}
