package match

import (
	"slices"
	"strings"
)

// Seen is the content of the fields and zones in a view, to be compared with a later view in the same language.
type Seen map[Spot]Content

// Spot is a field or a zone of a player, or of the table (a negative seat).
type Spot struct {
	Seat int32
	Key  string
}

// Content is all that a viewer sees of a field or a zone.
type Content struct {
	Text  string   // of a zone: the texts of its pieces and its drawings
	N     int      // of a zone: the number of pieces; -1 if it is hidden
	Names []string // the names of the known pieces in a zone, sorted
}

// Seen returns the content of the fields and zones.
func (v *View) Seen() Seen {
	out := Seen{}
	for _, o := range v.Owners {
		for _, f := range o.Fields {
			out[Spot{Seat: o.Seat, Key: f.Key}] = Content{Text: f.Text}
		}
		for i := range o.Zones {
			out[Spot{Seat: o.Seat, Key: o.Zones[i].Key}] = o.Zones[i].Content()
		}
	}
	return out
}

// Content returns all that the viewer sees of the zone.
func (z *Zone) Content() Content {
	out := Content{N: z.Len()}
	if !z.Counted {
		out.N = -1
	}
	var b strings.Builder
	add := func(pieces []Piece) {
		b.WriteString(strings.Join(Texts(pieces), "\n"))
		for _, p := range pieces {
			if p.Known {
				out.Names = append(out.Names, p.Name)
			}
		}
	}
	add(z.Pieces)
	for _, c := range z.Cells {
		b.WriteString("\f")
		add(c.Pieces)
		for _, p := range c.Pieces {
			b.WriteString(strings.Join(p.Picture, "\n"))
		}
	}
	slices.Sort(out.Names)
	out.Text = b.String()
	return out
}

// MostChanged reports whether more than half of what a viewer sees differs from what the viewer saw, as after the
// set-up.
func (s Seen) MostChanged(was Seen) bool {
	n, all := 0, 0
	for spot, is := range s {
		if is.Text != "" || was[spot].Text != "" {
			all++
		}
		if was[spot].Text != is.Text {
			n++
		}
	}
	return 2*n > all
}
