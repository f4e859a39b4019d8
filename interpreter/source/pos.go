package source

import (
	"cmp"
	"fmt"
)

// File is a source text. Name is its slash path as shown to users.
type File struct {
	Name string
	Text []byte
	Path string // path within the data layers, "cards/GAME/x.yaml"; empty for other files
	kept func() (*Node, Diagnostics)
}

// Pos is a position in a file. Line and Col count from 1; Col is in runes, without a byte order
// mark. A Pos without a line is a whole file; the zero Pos is an unknown position.
type Pos struct {
	File *File
	Line int
	Col  int
}

// String returns "name:line:col", which editors and terminals recognise as a link.
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

// Before reports whether a position comes before another one.
func (p Pos) Before(q Pos) bool { return p.Compare(q) < 0 }

// Compare orders positions by file name, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.name(), q.name()), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

func (p Pos) name() string {
	if p.File == nil {
		return ""
	}
	return p.File.Name
}
