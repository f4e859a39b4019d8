package scenario

import (
	"regexp"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
)

// column is a column of the examples that is to be added.
type column struct {
	name   string
	values []*source.Node // by row
}

// slot is a value that stands in all rows, or the hole of a column: one that
// there is, or a new one.
func (d *draft) slot(name string, values []*source.Node) *source.Node {
	same := func(of func(i int) string) bool {
		for i, v := range values {
			if inline(v) != of(i) {
				return false
			}
		}
		return true
	}
	if same(func(int) string { return inline(values[0]) }) {
		return values[0]
	}
	if row := d.rows[0].cells; row != nil {
		for _, p := range row.Pairs {
			cell := func(i int) string { return written(d.rows[i].cells.Get(p.Key.Value)) }
			switch hole := "<" + p.Key.Value + ">"; {
			case same(cell):
				return text(hole)
			case same(func(i int) string { return "[" + cell(i) + "]" }):
				return text("[" + hole + "]")
			}
		}
	}
	for _, c := range d.columns {
		if same(func(i int) string { return inline(c.values[i]) }) {
			return text("<" + c.name + ">")
		}
		if c.name == name {
			name += "_too"
		}
	}
	d.columns = append(d.columns, &column{name, values})
	return text("<" + name + ">")
}

var hole = regexp.MustCompile(`<([a-z][a-z0-9_]*)>`)

// fillHoles makes a formula of one with holes for examples, and back.
func fillHoles(text string) (filled string, restore func(string) string) {
	const open, shut = "hole_", "_hole"
	back := regexp.MustCompile(open + `([a-z][a-z0-9_]*?)` + shut)
	return hole.ReplaceAllString(text, open+"${1}"+shut), func(text string) string {
		return back.ReplaceAllString(text, "<${1}>")
	}
}

// columnOf is what a column of values is called: as that which they replace, or
// by what they are values of.
func columnOf(how how, pattern string) string {
	left, _, right, _ := formula.Apart(pattern)
	_, restore := fillHoles("")
	right = strings.Trim(restore(right), `"'`)
	if m := hole.FindStringSubmatch(right); m != nil && m[0] == right {
		return m[1]
	}
	if how == hasInIt {
		left = within(pattern)
	}
	left = hole.ReplaceAllString(restore(left), "")
	if m := lastWord.FindStringSubmatch(left); m != nil {
		return m[1]
	}
	return "holds"
}

var lastWord = regexp.MustCompile(`([a-z][a-z0-9_]*)\W*$`)
