package play

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/words"
)

// Fitting the table on a screen with few lines: all of it with marks at changes since a seat's
// last decision, or only the changes.

// table is a view as text: the fields and zones of the game, then those of each player.
type table []section

// section holds the entries of the game or of a player.
type section struct {
	name    string
	entries []entry
}

// entry is a field or a zone, with a board if it has one.
type entry struct {
	key    string // the field or zone
	text   string // "" if the zone is empty or the field has its initial value
	is     string // shown if a player asks for the entry by name
	absent string // shown when text becomes empty
	sort   sort
	board  []string
	links  []string // the links of the board that its drawing does not show
	blocks []string // pieces of an open stack from the top, each with its lines
	cells  []cell   // occupied places of a zone with a board
	places []string // the names of its places
}

// sort is the kind of an entry. Consecutive entries of the same kind share a line, except
// zones.
type sort int

const (
	ofZone sort = iota
	ofField
	ofNumber
	ofSign
)

// margin is the column where the text of a line begins.
const margin = 9

// changed marks an entry that has changed since a seat's last decision.
const changed = "• "

// lines formats the table. fresh reports which entries are marked as changed, and short
// truncates long lines.
func (t table) lines(fresh func(name string, e *entry) bool, short bool, width int) (out []string) {
	for _, s := range t {
		name := s.name
		for i := 0; i < len(s.entries); i++ {
			e := s.entries[i]
			if e.text == "" && e.board == nil {
				continue
			}
			text := marked(fresh, s.name, &e)
			for e.sort != ofZone && i+1 < len(s.entries) {
				next := s.entries[i+1]
				if next.text != "" && next.sort != e.sort {
					break
				}
				i++
				if next.text != "" {
					text += " · " + marked(fresh, s.name, &next)
				}
			}
			if short {
				text = shorten(text, width-margin)
			}
			out = append(out, split(words.WrapAt(width, fmt.Sprintf("%-*s", margin, name), margin+2, text))...)
			for _, line := range slices.Concat(e.board, e.links) {
				out = append(out, line+"\n")
			}
			name = ""
		}
		if name != "" {
			out = append(out, name+"\n")
		}
	}
	return out
}

func marked(fresh func(string, *entry) bool, name string, e *entry) string {
	if fresh != nil && fresh(name, e) {
		return changed + e.text
	}
	return e.text
}

// split returns the lines of a text including their line ends.
func split(text string) []string { return slices.Collect(strings.Lines(text)) }

// tableSeen has the table as a seat last saw it, by entry and place.
type tableSeen map[string]string

func (t table) seen() tableSeen {
	out := tableSeen{}
	for _, s := range t {
		for _, e := range s.entries {
			out[s.name+"/"+e.key] = e.text + strings.Join(e.board, "\n")
			out[s.name+"/"+e.key+"/stack"] = strings.Join(e.titles(), "\n")
			for _, c := range e.cells {
				out[place(s.name, &e, c.name)] = c.oneLine()
			}
		}
	}
	return out
}

func place(name string, e *entry, at string) string {
	return name + "/" + e.key + "/" + at
}

// since returns the entries that have changed since a seat saw the table. For boards it returns
// the changed places.
func (t table) since(was tableSeen) table {
	is := t.seen()
	return t.filter(func(owner string, e *entry) bool {
		key := owner + "/" + e.key
		if was[key] == is[key] {
			return false
		}
		var cells []string
		for _, name := range e.places {
			switch at := place(owner, e, name); {
			case was[at] == is[at]:
			case len(e.places) == 1 && is[at] != "":
				cells = append(cells, is[at])
			case is[at] == "":
				cells = append(cells, name+" –")
			default:
				cells = append(cells, name+" "+is[at])
			}
		}
		switch {
		case len(cells) > 0:
			e.text, e.board, e.links = e.key+": "+strings.Join(cells, "; "), nil, nil
		case e.text == "":
			e.text = e.absent
		case len(e.blocks) > 0:
			e.board = e.added(strings.Split(was[key+"/stack"], "\n"))
		}
		return true
	})
}

// titles returns the first lines of the pieces of an open stack.
func (e *entry) titles() (out []string) {
	for _, block := range e.blocks {
		title, _, _ := strings.Cut(block, "\n")
		out = append(out, title)
	}
	return out
}

// added returns the lines of the pieces of an open stack whose titles are not in a list. Pieces
// are identified by their titles, because other lines change when a piece is covered, and
// several pieces can be equal.
func (e *entry) added(were []string) (out []string) {
	were = slices.Clone(were)
	for i, title := range e.titles() {
		if at := slices.Index(were, title); at >= 0 {
			were = slices.Delete(were, at, at+1)
			continue
		}
		out = append(out, strings.Split(e.blocks[i], "\n")...)
	}
	return out
}

// filter returns the entries for which keep returns true. keep may modify them.
func (t table) filter(keep func(owner string, e *entry) bool) (out table) {
	for _, s := range t {
		kept := section{name: s.name}
		for _, e := range s.entries {
			if keep(s.name, &e) {
				kept.entries = append(kept.entries, e)
			}
		}
		if len(kept.entries) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// withoutLinks leaves out the links of boards. They never change, so they are shown with a seat's first table only.
func (t table) withoutLinks() table {
	return t.filter(func(_ string, e *entry) bool {
		e.links = nil
		return true
	})
}

// brief replaces each board by the number of occupied places.
func (t table) brief(n words.Names) (out table) {
	for _, s := range t {
		s.entries = slices.Clone(s.entries)
		for i := range s.entries {
			if e := &s.entries[i]; len(e.places) > 0 && e.board != nil {
				e.text, e.board, e.links = n.T("%s: on %d of %d places", e.key, len(e.cells), len(e.places)), nil, nil
			}
		}
		out = append(out, s)
	}
	return out
}

// fitting returns the table shortened to a number of lines, or "" if nothing has changed.
func (t table) fitting(was tableSeen, rows, width int, n words.Names) string {
	if was != nil {
		t = t.withoutLinks()
	}
	is := t.seen()
	fresh := func(name string, e *entry) bool {
		key := name + "/" + e.key
		return was != nil && was[key] != is[key]
	}
	whole, title := t.lines(fresh, false, width), n.T("the table")
	if was != nil && len(t.since(was)) == 0 {
		return ""
	}
	if len(whole) >= rows {
		title = n.T("short version of the table; press Enter to see all of it")
		if was == nil {
			whole = t.brief(n).lines(nil, true, width)
		} else {
			title = n.T("only the changes are shown; press Enter to see the whole table")
			if whole = t.since(was).lines(nil, false, width); len(whole) >= rows {
				whole = t.since(was).lines(nil, true, width)
			}
		}
	}
	if more := len(whole) - rows + 2; len(whole) >= rows && more < len(whole) {
		whole = append(whole[:len(whole)-more:len(whole)-more], n.T("         … and %d more", more)+"\n")
	}
	head := "── " + title + " "
	return head + strings.Repeat("─", max(0, width-len([]rune(head)))) + "\n" + strings.Join(whole, "")
}

// only returns the entries whose owner, zone or field begins with a word.
func (t table) only(begin string) table {
	like := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin)) }
	return t.filter(func(owner string, e *entry) bool {
		if e.text == "" && e.board == nil {
			e.text = e.is
		}
		return like(owner) || like(e.key) || like(words.Plain(e.key))
	})
}
