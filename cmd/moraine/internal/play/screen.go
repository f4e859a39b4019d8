package play

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/words"
)

// The table on a screen that has room for few lines: all of it, with marks where it has changed
// since a seat last decided, or only what has changed.

// table is what some eyes see: the fields and zones of the game, then those of each player.
type table []section

// section is what belongs to the game, or to a player.
type section struct {
	name    string
	entries []entry
}

// entry is what the table says of a field or a zone, and the board that follows.
type entry struct {
	key    string // the field or the zone
	text   string // "": it is left out, since nothing lies there or it is as at first
	is     string // what a word that begins it shows of it all the same
	absent string // what is said when it has come to be left out
	sort   sort
	board  []string
	blocks []string // of an open stack, the lines of each piece, from the top
	cells  []cell   // where something lies, of a zone that is drawn
	size   int      // how many places that has
}

// sort tells which entries share a line if they follow each other: equal ones but ofZone.
type sort int

const (
	ofZone sort = iota
	ofField
	ofNumber
	ofSign
)

// margin is where what a line says begins.
const margin = 9

// changed stands before what is otherwise than when a seat last decided.
const changed = "• "

// lines are the table, line by line; fresh reports what is marked. Short are those that are cut.
func (t table) lines(fresh func(name string, e *entry) bool, short bool) (out []string) {
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
				if i++; next.text != "" {
					text += " · " + marked(fresh, s.name, &next)
				}
			}
			if short {
				text = fit(text, words.Width-margin)
			}
			out = append(out, split(words.Wrap(fmt.Sprintf("%-*s", margin, name), margin+2, text))...)
			for _, line := range e.board {
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

// split are the lines of a text, each with its end.
func split(text string) []string { return slices.Collect(strings.Lines(text)) }

// tableSeen is what a seat has seen of a table, entry by entry and place by place.
type tableSeen map[string]string

func (t table) seen() tableSeen {
	out := tableSeen{}
	for _, s := range t {
		for _, e := range s.entries {
			out[s.name+"/"+e.key] = e.text + strings.Join(e.board, "\n")
			out[s.name+"/"+e.key+"/stack"] = strings.Join(e.titles(), "\n")
			for _, c := range e.cells {
				out[place(s.name, &e, c.number)] = c.said()
			}
		}
	}
	return out
}

func place(name string, e *entry, number int) string {
	return fmt.Sprintf("%s/%s/%d", name, e.key, number)
}

// since is what of the table is otherwise than it was tableSeen; of boards, the places that are.
func (t table) since(was tableSeen) table {
	is := t.seen()
	return t.those(func(owner string, e *entry) bool {
		key := owner + "/" + e.key
		if was[key] == is[key] {
			return false
		}
		var cells []string
		for n := 1; n <= e.size; n++ {
			switch at := place(owner, e, n); {
			case was[at] == is[at]:
			case e.size == 1 && is[at] != "":
				cells = append(cells, is[at])
			case is[at] == "":
				cells = append(cells, fmt.Sprintf("%d –", n))
			default:
				cells = append(cells, fmt.Sprintf("%d %s", n, is[at]))
			}
		}
		switch {
		case len(cells) > 0:
			e.text, e.board = e.key+": "+strings.Join(cells, "; "), nil
		case e.text == "":
			e.text = e.absent
		case len(e.blocks) > 0:
			e.board = e.added(strings.Split(was[key+"/stack"], "\n"))
		}
		return true
	})
}

// titles are the first lines of the pieces of an open stack.
func (e *entry) titles() (out []string) {
	for _, block := range e.blocks {
		title, _, _ := strings.Cut(block, "\n")
		out = append(out, title)
	}
	return out
}

// added returns the lines of those pieces of an open stack that are not among some titles. A
// piece is known by its first line: the others change as it is covered, and several can be equal.
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

// those are the entries of a table that are kept, as they are made.
func (t table) those(keep func(owner string, e *entry) bool) (out table) {
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

// brief says of boards only how many places are taken.
func (t table) brief(n words.Names) (out table) {
	for _, s := range t {
		s.entries = slices.Clone(s.entries)
		for i := range s.entries {
			if e := &s.entries[i]; e.size > 0 && e.board != nil {
				e.text, e.board = n.T("%s: on %d of %d places", e.key, len(e.cells), e.size), nil
			}
		}
		out = append(out, s)
	}
	return out
}

// fitting is the table for so many lines; "" if nothing has changed since it was tableSeen.
func (t table) fitting(was tableSeen, rows int, n words.Names) string {
	is := t.seen()
	fresh := func(name string, e *entry) bool {
		key := name + "/" + e.key
		return was != nil && was[key] != is[key]
	}
	whole, title := t.lines(fresh, false), n.T("the table")
	if was != nil && len(t.since(was)) == 0 {
		return ""
	}
	if len(whole) >= rows {
		if title = n.T("the table in short; Enter shows all of it"); was == nil {
			whole = t.brief(n).lines(nil, true)
		} else {
			title = n.T("what has changed; Enter shows the whole table")
			if whole = t.since(was).lines(nil, false); len(whole) >= rows {
				whole = t.since(was).lines(nil, true)
			}
		}
	}
	if more := len(whole) - rows + 2; len(whole) >= rows && more < len(whole) {
		whole = append(whole[:len(whole)-more:len(whole)-more], n.T("         … and %d more", more)+"\n")
	}
	head := "── " + title + " "
	return head + strings.Repeat("─", max(0, words.Width-len([]rune(head)))) + "\n" + strings.Join(whole, "")
}

// only is what of a table a word begins: an owner, a zone, a field.
func (t table) only(begin string) table {
	like := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin)) }
	return t.those(func(owner string, e *entry) bool {
		if e.text == "" && e.board == nil {
			e.text = e.is
		}
		return like(owner) || like(e.key) || like(words.Plain(e.key))
	})
}
