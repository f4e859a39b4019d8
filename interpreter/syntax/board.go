package syntax

import (
	"strings"

	"moraine/interpreter/source"
)

// Board declares how a zone is laid out: its places, and the ways from one to the next.
type Board struct {
	Layout string `yaml:"layout" words:"row|grid|hex|board"`
	Size   []int  `yaml:"size" is:"any"` // row: [n]; grid: [columns, rows]; hex: [radius]
	// of a row, grid or hex; none: the usual ones of the layout; All: every direction
	Directions []Ident `yaml:"directions" is:"any"`
	Places     []Place `yaml:"places" is:"text"` // of a board
	Links      []Link  `yaml:"links" is:"any"`   // of a board
}

// All is the word for all directions of a layout.
const All = "all"

// Place is a place of a board, with its column and row in the picture that declares it.
type Place struct {
	Ident
	X, Y int
}

// Link is a path on a board through two or more places: Way is the direction from each place to the next, and Back the
// direction from each place to the one before.
type Link struct {
	Way, Back Ident // "": without a direction, both ways; Back only "": not back
	Path      []Ident
}

func (b *Board) read(m *Fields, at source.Pos) {
	b.setSize(m.Take("size"), m.Diags, at)
	if n := m.Take("directions"); n != nil {
		b.setDirections(n, m.Diags)
	}
	if n := m.Take("places"); n != nil {
		b.setPlaces(n, m.Diags)
	} else if b.Layout == "board" {
		m.Diags.Hint(at, "draw the board as lines of names, with a dot for no place",
			"a zone with layout board needs `places`")
	}
	if n := m.Take("links"); n != nil {
		b.setLinks(n, m.Diags)
	}
}

func (b *Board) setDirections(n *source.Node, d *source.Diagnostics) {
	switch {
	case b.Layout == "board":
		d.Hint(n.Pos, "add the directions under `links`, as in `links: {right left: [a b c]}`",
			"a board has only the directions of its links")
	case b.Layout == "":
		d.Add(n.Pos, "only zones with a layout have directions")
	case n.Kind == source.Scalar:
		b.Directions = []Ident{{n.Value, n.Pos}}
	default:
		b.Directions = idents(n, d, plainName)
	}
}

// setPlaces reads the picture of a board: the names of its places, line by line, and a dot where there is none.
func (b *Board) setPlaces(n *source.Node, d *source.Diagnostics) {
	switch {
	case b.Layout != "board":
		d.Add(n.Pos, "only zones with layout board have `places`")
	case n.Kind != source.Scalar:
		d.Add(n.Pos, "the places of a board must be a text of several lines; found %s", n.Describe())
	default:
		first := register{}
		y, at := 0, 0
		for line := range strings.Lines(n.Value) {
			for x, name := range wordsAt(n, at, line) {
				if name.Name == "." {
					continue
				}
				if spelt := ident(&source.Node{Kind: source.Scalar, Value: name.Name, Pos: name.Pos}, d,
					plainName); first.first("a place", spelt, d) {
					b.Places = append(b.Places, Place{Ident: spelt, X: x, Y: y})
				}
			}
			y, at = y+1, at+len(line)
		}
		if len(b.Places) == 0 {
			d.Add(n.Pos, "a board must have at least one place")
		}
	}
}

// wordsAt returns the words of a part of a scalar, which begins at an offset, with their positions.
func wordsAt(n *source.Node, at int, part string) (all []Ident) {
	place := n.Places()
	for _, word := range strings.Fields(part) {
		i := strings.Index(part, word)
		all = append(all, Ident{word, place(at + i)})
		at, part = at+i+len(word), part[i+len(word):]
	}
	return all
}

// setLinks reads a list of paths, or a map from directions to lists of paths.
func (b *Board) setLinks(n *source.Node, d *source.Diagnostics) {
	switch {
	case b.Layout != "board":
		d.Add(n.Pos, "only zones with layout board have `links`")
	case n.Kind != source.Map:
		b.addPaths(n, Link{}, d)
	default:
		for _, p := range n.Pairs {
			ways := wordsAt(p.Key, 0, p.Key.Value)
			if len(ways) < 1 || len(ways) > 2 {
				d.Hint(p.Key.Pos, "write `right` for a one-way link, `right left` for a two-way link",
					"%q is no direction", p.Key.Value)
				continue
			}
			for _, way := range ways {
				ident(&source.Node{Kind: source.Scalar, Value: way.Name, Pos: way.Pos}, d, plainName)
			}
			b.addPaths(p.Val, Link{Way: ways[0], Back: append(ways, Ident{})[1]}, d)
		}
	}
}

func (b *Board) addPaths(n *source.Node, link Link, d *source.Diagnostics) {
	for _, path := range Items(n, d, "paths, such as `a b c`") {
		link.Path = wordsAt(path, 0, path.Value)
		if path.Kind != source.Scalar || len(link.Path) < 2 {
			d.Add(path.Pos, "a path must have the names of two or more places, as in `a b c`; found %s",
				path.Describe())
			continue
		}
		b.Links = append(b.Links, link)
	}
}

// sizes is the number of numbers in the size of a layout.
var sizes = map[string]int{"row": 1, "grid": 2, "hex": 1}

// maxSize is the largest size of a zone in one direction. The number of places of a zone of such a size
// can be computed without overflow; the places of a zone have a limit of their own.
const maxSize = 100_000

// setSize reads a number, or for a grid [columns, rows].
func (b *Board) setSize(n *source.Node, d *source.Diagnostics, at source.Pos) {
	if n == nil && sizes[b.Layout] > 0 {
		d.Add(at, "a zone with layout %s needs a `size`", b.Layout)
	}
	if n == nil {
		return
	}
	numbers := []*source.Node{n}
	if n.Kind == source.List {
		numbers = n.Items
	}
	for _, one := range numbers {
		size, ok := number(one, d)
		switch {
		case ok && size < 0:
			d.Add(one.Pos, "a size cannot be negative")
		case size > maxSize:
			d.Add(one.Pos, "a size is at most %d", maxSize)
			size = 1 // one complaint is enough
		}
		b.Size = append(b.Size, size)
	}
	switch want := sizes[b.Layout]; {
	case b.Layout == "board":
		d.Add(n.Pos, "a board needs `places` instead of a size")
	case want == 0:
		d.Add(n.Pos, "only zones with a layout have a size")
	case want != len(b.Size):
		d.Add(n.Pos, "the size of a %s needs %d numbers; found %d", b.Layout, want, len(b.Size))
	}
}
