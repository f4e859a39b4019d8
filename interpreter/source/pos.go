package source

import (
	"cmp"
	"fmt"
)

// File is a source text with the name under which its reader knows it, a slash path.
type File struct {
	Name string
	Text []byte
	Path string // within the data layers, "cards/GAME/x.yaml"; empty for a file that is in none
	kept func() (*Node, Diagnostics)
}

// Pos is a place in a file. Line and Col count from 1, Col in runes; a byte
// order mark has no column. The zero Pos is an unknown place.
type Pos struct {
	File *File
	Line int
	Col  int
}

// String returns "name:line:col", of which editors and terminals make a link.
func (p Pos) String() string {
	name := p.name()
	switch {
	case p.Line == 0 && name == "":
		return "unknown place"
	case p.Line == 0:
		return name
	case name == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", name, p.Line, p.Col)
}

// Before reports whether a place comes before another.
func (p Pos) Before(q Pos) bool { return p.Compare(q) < 0 }

// Compare orders places by file name, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.name(), q.name()), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

func (p Pos) name() string {
	if p.File == nil {
		return ""
	}
	return p.File.Name
}
