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
	unseen = "?" // hidden from the viewer
	// maxNamed limits the number of different cards that a sentence names.
	maxNamed = 12
)

// Table formats the table for a seat, or for match.Public or match.Everything.
func Table(m *match.Match, eyes int32) string {
	return tableSeenBy(m, eyes, words.Width).between(words.Width)
}

// between returns the table between two lines.
func (t table) between(width int) string {
	edge := strings.Repeat("─", width) + "\n"
	return edge + strings.Join(t.lines(nil, false, width), "") + edge
}

// tableSeenBy returns the table as a viewer sees it, with boards for a screen of the given width. Fields with their
// initial value and empty zones have no text.
func tableSeenBy(m *match.Match, eyes int32, width int) (t table) {
	view := m.View(eyes, nil)
	for _, o := range view.Owners {
		s := section{name: o.Name}
		for _, f := range o.Fields {
			s.entries = append(s.entries, entry{key: f.Key, sort: ofField, text: f.Text, is: f.Is, absent: f.Absent})
		}
		for i := range o.Zones {
			s.entries = append(s.entries, zoneEntry(&o.Zones[i], width))
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

// zoneEntry returns the entry for a zone, with only the number of pieces if the content is
// hidden or large.
func zoneEntry(z *match.Zone, width int) entry {
	e := inZone(z, width)
	e.key, e.is, e.absent = z.Name, z.Name+": –", z.Name+": –"
	if e.text != "" || e.board != nil {
		if strings.Trim(e.text, "0123456789?") == "" && e.board == nil {
			e.sort = ofNumber
		}
		e.text = z.Name + ": " + e.text
	}
	return e
}

func inZone(z *match.Zone, width int) entry {
	switch {
	case !z.Counted:
		return entry{text: unseen}
	case z.Layout != "" && z.Drawn:
		return laidOut(z, width)
	case z.Layout != "":
		return entry{text: places(z)}
	case len(z.Pieces) == 0:
		return entry{}
	case z.Stack && z.Open && z.Drawn:
		blocks := stacked(z, width)
		return entry{blocks: blocks, board: strings.Split(strings.Join(blocks, "\n"), "\n")}
	}
	texts := match.Texts(z.Pieces)
	slim := slices.Clone(texts)
	slices.Sort(slim)
	slim = slices.Compact(slim)
	switch {
	case len(slim) > maxNamed, !z.Open && z.Mute():
		return entry{text: strconv.Itoa(len(texts))}
	case z.Stack && !z.Open: // positions in the stack matter
		return entry{text: strings.Join(countRuns(texts), ", ")}
	}
	return entry{text: words.Join(texts)}
}

// countRuns replaces each run of equal texts by the text and a count.
func countRuns(texts []string) (out []string) {
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

// stacked returns the lines of each piece of an open stack with drawings, from the top.
func stacked(z *match.Zone, width int) (blocks []string) {
	for _, p := range z.Pieces {
		var lines []string
		for i, line := range p.Picture {
			head := strings.Repeat(" ", margin+2*min(i, 1))
			lines = append(lines, strings.TrimRight(words.WrapAt(width, head, margin+4, line), "\n"))
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	return blocks
}

// laidOut returns the entry for a zone as a board, if that fits. A row with single lines needs
// no board.
func laidOut(z *match.Zone, width int) entry {
	all, cells := cellsOf(z)
	e := entry{cells: cells}
	for _, c := range z.Cells {
		e.places = append(e.places, c.Name)
	}
	if z.Whole {
		e.board = board(z, all, width)
	}
	if len(cells) == 0 && e.board == nil {
		return e
	}
	several := func(c cell) bool { return len(c.lines) > 1 }
	if z.Layout == "row" && !slices.ContainsFunc(cells, several) {
		e.text = inLine(z, cells)
		return e
	}
	if e.board == nil {
		e.board = board(z, cells, width)
	}
	if e.board == nil {
		e.text = places(z)
	} else if text := paths(z); text != "" {
		e.links = strings.Split(strings.TrimRight(words.WrapAt(width, strings.Repeat(" ", margin), margin, text), "\n"),
			"\n")
	}
	return e
}

// paths lists the links of a board that the game draws: "a – b – c · d → e".
func paths(z *match.Zone) string {
	var out []string
	for _, p := range z.Paths {
		var names []string
		for _, c := range p.Cells {
			names = append(names, z.Cells[c].Name)
		}
		out = append(out, strings.Join(names, map[bool]string{false: " – ", true: " → "}[p.OneWay]))
	}
	return strings.Join(out, " · ")
}

// places lists the content of each occupied place of a zone with a layout.
func places(z *match.Zone) string {
	var out []string
	for _, c := range z.Cells {
		if len(c.Pieces) > 0 {
			out = append(out, fmt.Sprintf("%s %s", c.Name, words.Join(match.Texts(c.Pieces))))
		}
	}
	return strings.Join(out, " · ")
}
