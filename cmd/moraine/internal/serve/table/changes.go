package table

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// inWords returns the visible content of a zone as text, for comparison.
func inWords(z *match.Zone) string {
	var b strings.Builder
	b.WriteString(strings.Join(match.Texts(z.Pieces), "\n"))
	for _, c := range z.Cells {
		b.WriteString("\f" + strings.Join(match.Texts(c.Pieces), "\n"))
		for _, p := range c.Pieces {
			b.WriteString(strings.Join(p.Picture, "\n"))
		}
	}
	return b.String()
}

// memory has the view of a seat at its last decision.
type memory struct {
	zones map[string]string
	lines int
	lang  string          // the language of held
	held  map[string]held // by owner and key
}

// seenBy returns a seat's current view.
func seenBy(m *match.Match, seat int32) memory {
	return memory{zones: Seen(m, seat), lines: len(m.Log(int(seat))), lang: m.Names.Lang, held: heldBy(m, seat)}
}

// held is the content of a field or a zone as a viewer last saw it.
type held struct {
	is    string   // a field
	n     int      // the number of pieces in a zone; -1 if it is hidden
	names []string // names of the known pieces, sorted
}

// heldBy returns the visible fields and zones by owner and key, in the language of the match.
func heldBy(m *match.Match, eyes int32) map[string]held {
	out := map[string]held{}
	for _, o := range m.View(eyes, nil).Owners {
		for _, f := range o.Fields {
			out[seenKey(&o, f.Key)] = held{is: f.Text}
		}
		for i := range o.Zones {
			out[seenKey(&o, o.Zones[i].Key)] = heldIn(&o.Zones[i])
		}
	}
	return out
}

func heldIn(z *match.Zone) held {
	h := held{n: z.Len()}
	if !z.Counted {
		h.n = -1
	}
	list := func(pieces []match.Piece) {
		for _, p := range pieces {
			if p.Known {
				h.names = append(h.names, p.Name)
			}
		}
	}
	list(z.Pieces)
	for _, c := range z.Cells {
		list(c.Pieces)
	}
	slices.Sort(h.names)
	return h
}

// without returns the names of a sorted list that another one lacks, with their counts.
func without(names, other []string) string {
	_, has := words.Counted(other)
	var out []string
	for _, name := range names {
		if has[name]--; has[name] < 0 {
			out = append(out, words.Title(name))
		}
	}
	const most = 6
	if order, _ := words.Counted(out); len(order) > most {
		return ""
	}
	return words.Join(out)
}

// changes describes the changes in a zone since the viewer's last decision: in a word or two, and in full.
func (d *drafter) changes(o *match.Owner, z *match.Zone) (short, full string) {
	full = d.mark
	was, ok := d.had.held[seenKey(o, z.Key)]
	is := heldIn(z)
	if ok && d.fresh(o, z.Key) {
		var parts []string
		if was.n >= 0 && is.n >= 0 && was.n != is.n {
			short = d.lang.T("was %d", was.n)
			parts = append(parts, d.lang.T("was %d, now %d", was.n, is.n))
		}
		if d.had.lang == d.lang.Code() {
			if more := without(is.names, was.names); more != "" {
				parts = append(parts, d.lang.T("new: %s", more))
			}
			if less := without(was.names, is.names); less != "" {
				parts = append(parts, d.lang.T("gone: %s", less))
			}
		}
		if parts != nil {
			full = words.Title(strings.Join(parts, " · "))
		}
	}
	return short, full
}

// Seen returns everything that a viewer sees, by owner and key, in a fixed language, so that
// views can be compared.
func Seen(m *match.Match, eyes int32) map[string]string {
	defer keepLanguage(m)()
	m.Names.Lang = "en"
	out := map[string]string{}
	for _, o := range m.View(eyes, nil).Owners {
		for _, f := range o.Fields {
			out[seenKey(&o, f.Key)] = f.Text
		}
		for i := range o.Zones {
			out[seenKey(&o, o.Zones[i].Key)] = inWords(&o.Zones[i])
		}
	}
	return out
}

func seenKey(o *match.Owner, key string) string { return fmt.Sprint(o.Seat, "/", key) }
