package table

import (
	"fmt"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// memory has the view of a seat at its last decision.
type memory struct {
	match.Seen
	lang  string // the language of Seen
	lines int
}

// seenBy returns a seat's current view.
func seenBy(m *match.Match, seat int32) memory {
	return memory{Seen: m.View(seat, nil).Seen(), lang: m.Names.Lang, lines: len(m.Log(int(seat)))}
}

// since returns the content of a view to be compared with a memory. If the memory is in another language, it takes
// another view.
func (k *memory) since(m *match.Match, eyes int32, view *match.View) match.Seen {
	if k.lang == m.Names.Lang {
		return view.Seen()
	}
	defer keepLanguage(m)()
	m.Names.Lang = k.lang
	return m.View(eyes, nil).Seen()
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

// changes describes the changes in a zone since the viewer's last decision: as a difference, and in full.
func (d *drafter) changes(o *match.Owner, z *match.Zone) (short, full string) {
	full = d.mark
	was, ok := d.had.Seen[match.Spot{Seat: o.Seat, Key: z.Key}]
	is := z.Content()
	if ok && d.me >= 0 && d.fresh(o, z.Key) {
		var parts []string
		if was.N >= 0 && is.N >= 0 && was.N != is.N {
			short = strings.Replace(fmt.Sprintf("%+d", is.N-was.N), "-", "−", 1)
			parts = append(parts, d.lang.T("was %d, now %d", was.N, is.N))
		}
		if d.had.lang == d.lang.Code() {
			if more := without(is.Names, was.Names); more != "" {
				parts = append(parts, d.lang.T("new: %s", more))
			}
			if less := without(was.Names, is.Names); less != "" {
				parts = append(parts, d.lang.T("gone: %s", less))
			}
		}
		if parts != nil {
			full = words.Title(strings.Join(parts, " · "))
		}
	}
	return short, full
}
