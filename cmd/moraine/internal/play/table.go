package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

const (
	unseen = "?" // what the eyes may not know
	// maxNamed is how many different cards a sentence names.
	maxNamed = 12
)

// tableFor draws the table for the eyes of a seat, or for match.Public or match.Everything.
func tableFor(m *match.Match, eyes int32) string {
	edge := strings.Repeat("─", words.Width) + "\n"
	return edge + strings.Join(tableSeenBy(m, eyes).lines(nil, false), "") + edge
}

// tableSeenBy is the table as some eyes see it: fields that are not as at first and zones in which
// something lies are those with a text.
func tableSeenBy(m *match.Match, eyes int32) (t table) {
	view := m.View(eyes, nil)
	for _, o := range view.Owners {
		s := section{name: o.Name}
		for _, f := range o.Fields {
			s.entries = append(s.entries, entry{key: f.Key, sort: ofField, text: f.Text, is: f.Is, absent: f.Absent})
		}
		for i := range o.Zones {
			s.entries = append(s.entries, zoneEntry(&o.Zones[i]))
		}
		t = append(t, s)
	}
	if len(view.Signs) > 0 {
		s := section{name: m.Names.T("signs")}
		for _, x := range view.Signs {
			text := x.Sign + " " + x.Name
			if len(x.Marks) > 0 {
				text += " (" + strings.Join(x.Marks, ", ") + ")"
			}
			s.entries = append(s.entries, entry{key: x.Sign + x.Name, text: text, sort: ofSign})
		}
		t = append(t, s)
	}
	return t
}

// zoneEntry is what lies in a zone or, where that is not to be seen or too much, how much.
func zoneEntry(z *match.Zone) entry {
	e := inZone(z)
	e.key, e.is, e.absent = z.Name, z.Name+": –", z.Name+": –"
	if e.text != "" || e.board != nil {
		if strings.Trim(e.text, "0123456789?") == "" && e.board == nil {
			e.sort = ofNumber
		}
		e.text = z.Name + ": " + e.text
	}
	return e
}

func inZone(z *match.Zone) entry {
	switch {
	case !z.Counted:
		return entry{text: unseen}
	case z.Layout != "" && z.Drawn:
		return laidOut(z)
	case z.Layout != "":
		return entry{text: places(z)}
	case len(z.Pieces) == 0:
		return entry{}
	case z.Stack && z.Open && z.Drawn:
		blocks := stacked(z)
		return entry{blocks: blocks, board: strings.Split(strings.Join(blocks, "\n"), "\n")}
	}
	texts := match.Texts(z.Pieces)
	slim := slices.Clone(texts)
	slices.Sort(slim)
	slim = slices.Compact(slim)
	switch {
	case len(slim) > maxNamed, !z.Open && z.Mute():
		return entry{text: strconv.Itoa(len(texts))}
	case z.Stack && !z.Open: // of which it matters where they lie
		return entry{text: strings.Join(stretches(texts), ", ")}
	}
	return entry{text: words.Join(texts)}
}

// stretches counts equal texts that follow each other.
func stretches(texts []string) (out []string) {
	for i := 0; i < len(texts); {
		n := 1
		for i+n < len(texts) && texts[i+n] == texts[i] {
			n++
		}
		out = append(out, words.Count(texts[i], n))
		i += n
	}
	return out
}

// stacked is an open stack of pieces that say how they are drawn, from the top: the lines of each.
func stacked(z *match.Zone) (blocks []string) {
	for _, p := range z.Pieces {
		var lines []string
		for i, line := range p.Picture {
			head := strings.Repeat(" ", margin+2*min(i, 1))
			lines = append(lines, strings.TrimRight(words.Wrap(head, margin+4, line), "\n"))
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	return blocks
}

// laidOut is a zone as a board, if it has room; a row of single lines needs none.
func laidOut(z *match.Zone) entry {
	cells := cellsOf(z)
	e := entry{cells: cells, size: len(z.Cells)}
	if len(cells) == 0 {
		return e
	}
	several := func(c cell) bool { return len(c.lines) > 1 }
	if z.Layout == "row" && !slices.ContainsFunc(cells, several) {
		e.text = inLine(cells)
	} else if e.board = board(z, cells); e.board == nil {
		e.text = places(z)
	}
	return e
}

// places shows a zone that is laid out: what lies at each place that is not empty.
func places(z *match.Zone) string {
	var out []string
	for _, c := range z.Cells {
		if len(c.Pieces) > 0 {
			out = append(out, fmt.Sprintf("%d %s", c.Number, words.Join(match.Texts(c.Pieces))))
		}
	}
	return strings.Join(out, " · ")
}
