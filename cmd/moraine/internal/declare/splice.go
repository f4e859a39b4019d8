package declare

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Entries are inserted as whole lines at the end of `under` or of the scenario. The rest of the
// file stays unchanged byte for byte. The result is parsed, and refused if the rest would
// change its meaning.

// splice inserts entries into a file. Entries of one scenario keep their order.
func splice(f *source.File, list []*addition) ([]byte, error) {
	doc, found := source.Parse(f, source.DefaultLimits())
	if len(found) > 0 {
		return nil, found
	}
	eol := "\n"
	if bytes.Contains(f.Text, []byte("\r\n")) {
		eol = "\r\n"
	}
	lines := strings.SplitAfter(string(f.Text), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	} else {
		lines[last] += eol
	}
	for i, n := range slices.Backward(doc.Items) { // from the end, so that earlier positions stay valid
		var here []*addition
		for _, a := range list {
			if name := n.Get("scenario"); name != nil && name.Pos.Line == a.scenario.Line &&
				name.Pos.Col == a.scenario.Col {
				here = append(here, a)
			}
		}
		if len(here) == 0 {
			continue
		}
		until := len(lines)
		if i+1 < len(doc.Items) {
			until = doc.Items[i+1].Pos.Line - 1
			for until > 0 && !strings.HasPrefix(strings.TrimLeft(lines[until], " "), "-") {
				until--
			}
		}
		at, text, err := placeEntries(lines, n, until, here)
		if err != nil {
			return nil, err
		}
		lines = slices.Insert(lines, at, strings.ReplaceAll(text, "\n", eol))
	}
	out := []byte(strings.Join(lines, ""))
	again, found := source.Parse(&source.File{Name: f.Name, Text: out, Path: f.Path}, source.DefaultLimits())
	if len(found) > 0 || !onlyAdds(doc, again) {
		return nil, errors.New("no entry can be added to a file with this YAML layout")
	}
	return out, nil
}

// placeEntries returns the text of entries for the scenario that ends before line until, and the line at
// which to insert it.
func placeEntries(lines []string, n *source.Node, until int, list []*addition) (at int, text string, err error) {
	if len(n.Pairs) < 2 || n.Pairs[1].Key.Pos.Line == n.Pairs[0].Key.Pos.Line {
		return 0, "", errors.New("the scenario is written on one line, so no entry can be added to it")
	}
	by := n.Pairs[0].Key.Pos.Col - 1
	deep := by + 2
	under := n.Get("under")
	if under == nil {
		text = strings.Repeat(" ", by) + "under:\n"
		at = blockEnd(lines, until, by-2)
	} else {
		first := under.Pairs[0].Key.Pos
		deep = first.Col - 1
		if strings.TrimSpace(lines[first.Line-1][:min(deep, len(lines[first.Line-1]))]) != "" {
			return 0, "", errors.New("the entries of `under` are not on separate lines, so no entry can be added")
		}
		for i, p := range n.Pairs {
			if p.Key.Value == "under" && i+1 < len(n.Pairs) {
				until = n.Pairs[i+1].Key.Pos.Line - 1
			}
		}
		at = blockEnd(lines, until, by)
	}
	for _, a := range list {
		text += entryLines(deep, a)
	}
	return at, text, nil
}

// blockEnd returns the line after the last one of a block that ends before line until. Trailing
// blank lines do not belong to the block. Trailing comments belong to it if they are indented
// by more than than blanks.
func blockEnd(lines []string, until, than int) int {
	last := until
	for last > 0 {
		line := strings.TrimSpace(lines[last-1])
		if line != "" && line[0] != '#' && !strings.HasPrefix(line, "...") {
			break
		}
		last--
	}
	for last < until && strings.HasPrefix(strings.TrimSpace(lines[last]), "#") &&
		len(lines[last])-len(strings.TrimLeft(lines[last], " ")) > than {
		last++
	}
	return last
}

// onlyAdds reports whether a value is equal to another one, apart from additional keys in maps.
func onlyAdds(from, to *source.Node) bool {
	switch {
	case from.Kind != to.Kind:
		return false
	case from.Kind == source.Scalar:
		return from.Value == to.Value && from.Tag == to.Tag
	case from.Kind == source.List:
		return slices.EqualFunc(from.Items, to.Items, onlyAdds)
	}
	i := 0
	for _, p := range to.Pairs {
		if i < len(from.Pairs) && from.Pairs[i].Key.Value == p.Key.Value && onlyAdds(from.Pairs[i].Val, p.Val) {
			i++
		}
	}
	return i == len(from.Pairs)
}

// entryLines formats an entry.
func entryLines(by int, a *addition) string {
	blanks := strings.Repeat(" ", by)
	out := blanks + source.Quoted(a.key) + ":"
	if len(a.entry.Pairs) == 0 {
		return out + " " + a.entry.Inline() + "\n"
	}
	return out + "\n" + a.entry.Lines(by+2, "when", "then")
}
