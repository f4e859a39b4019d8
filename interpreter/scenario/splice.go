package scenario

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/internal/source"
)

// Entries are put into a file as text, at places that its nodes tell, so that
// everything else in it stays as it is, byte for byte. What comes out is read
// again, and refused if anything that was there reads otherwise.

// insertion is text that is put into a file.
type insertion struct {
	at   int // byte
	text string
}

// addition is an entry of `under` that is to be put into a file.
type addition struct {
	scenario source.Pos // of its name
	key      string
	entry    *source.Node
	columns  []*column // that it needs of the examples
	suffixes []string  // of their names, the best first
}

// order is where an entry comes among others, by its key.
type order func(key string) []int

// splice puts entries into a file.
func splice(f *source.File, list []*addition, rank order) ([]byte, error) {
	doc, found := source.Parse(f, source.DefaultLimits())
	if len(found) > 0 {
		return nil, found
	}
	l := layoutOf(f.Text)
	var all []insertion
	for i, n := range doc.Items {
		var here []*addition
		for _, w := range list {
			if name := n.Get("scenario"); name != nil && name.Pos.Line == w.scenario.Line && name.Pos.Col == w.scenario.Col {
				here = append(here, w)
			}
		}
		if len(here) == 0 {
			continue
		}
		until := len(l.lines)
		if i+1 < len(doc.Items) {
			until = l.dash(doc.Items[i+1])
		}
		ins, err := l.scenario(n, until, here, rank)
		if err != nil {
			return nil, err
		}
		all = append(all, ins...)
	}
	out := l.put(all)
	again, found := source.Parse(&source.File{Name: f.Name, Text: out, Path: f.Path}, source.DefaultLimits())
	if len(found) > 0 || !grown(doc, again) {
		return nil, errors.New("the file is laid out in a way that does not let an entry be put in")
	}
	return out, nil
}

// grown tells whether a value holds all that another one does, and only has some
// keys of maps more.
func grown(from, to *source.Node) bool {
	switch {
	case from.Kind != to.Kind:
		return false
	case from.Kind == source.Scalar:
		return from.Value == to.Value && from.Tag == to.Tag
	case from.Kind == source.List:
		return slices.EqualFunc(from.Items, to.Items, grown)
	}
	i := 0
	for _, p := range to.Pairs {
		if i < len(from.Pairs) && from.Pairs[i].Key.Value == p.Key.Value && grown(from.Pairs[i].Val, p.Val) {
			i++
		}
	}
	return i == len(from.Pairs)
}

// layout is a file in lines, counted from 0.
type layout struct {
	text  []byte
	lines []int // where each begins
	eol   string
}

func layoutOf(file []byte) *layout {
	l := &layout{text: file, lines: []int{0}, eol: "\n"}
	for i, c := range file {
		if c == '\n' && i+1 < len(file) {
			l.lines = append(l.lines, i+1)
		}
	}
	if bytes.Contains(file, []byte("\r\n")) {
		l.eol = "\r\n"
	}
	return l
}

// line is the text of a line, without its end.
func (l *layout) line(i int) string {
	end := len(l.text)
	if i+1 < len(l.lines) {
		end = l.lines[i+1]
	}
	return strings.TrimRight(string(l.text[l.lines[i]:end]), "\r\n")
}

// offset is where a place is in the file.
func (l *layout) offset(p source.Pos) int {
	line := l.line(p.Line - 1)
	if p.Line == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	at := l.lines[p.Line-1] + len(l.line(p.Line-1)) - len(line)
	for col := 1; col < p.Col && len(line) > 0; col++ {
		_, size := utf8.DecodeRuneInString(line)
		at, line = at+size, line[size:]
	}
	return at
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func isComment(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") }

// end is the line after the last that belongs to what begins before line until:
// blank lines do not, and of comments those that are indented by more than so
// many blanks.
func (l *layout) end(until, than int) int {
	last := until
	for last > 0 {
		line := l.line(last - 1)
		if strings.TrimSpace(line) != "" && !isComment(line) && !strings.HasPrefix(line, "...") {
			break
		}
		last--
	}
	for last < until && isComment(l.line(last)) && indent(l.line(last)) > than {
		last++
	}
	return last
}

// dash is the line on which an entry of a list begins.
func (l *layout) dash(n *source.Node) int {
	line := n.Pos.Line - 1
	for line > 0 && !strings.HasPrefix(strings.TrimLeft(l.line(line), " "), "-") {
		line--
	}
	return line
}

// above is the line of a key, or that of the comments which stand right above it.
func (l *layout) above(line int) int {
	for line > 0 && isComment(l.line(line-1)) && indent(l.line(line-1)) == indent(l.line(line)) {
		line--
	}
	return line
}

// before puts text before a line; the line after the last is there, too.
func (l *layout) before(line int, text string) insertion {
	text = strings.ReplaceAll(text, "\n", l.eol)
	if line < len(l.lines) {
		return insertion{l.lines[line], text}
	}
	if n := len(l.text); n > 0 && l.text[n-1] != '\n' {
		text = l.eol + strings.TrimSuffix(text, l.eol)
	}
	return insertion{len(l.text), text}
}

// put puts all of it into the file, in the order given where places are equal.
func (l *layout) put(all []insertion) []byte {
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	from := 0
	for _, ins := range all {
		out = append(append(out, l.text[from:ins.at]...), ins.text...)
		from = ins.at
	}
	return append(out, l.text[from:]...)
}

// block is how far the keys of a map are indented, each of which stands on a line
// of its own, from line `from` on.
func (l *layout) block(n *source.Node, from int) (by int, ok bool) {
	if n.Kind != source.Map || len(n.Pairs) == 0 {
		return 0, false
	}
	by = n.Pairs[0].Key.Pos.Col - 1
	for i, p := range n.Pairs {
		at := p.Key.Pos
		before := ""
		if at.Line-1 < len(l.lines) {
			before = string(l.text[l.lines[at.Line-1]:l.offset(at)])
		}
		if at.Line-1 < from || at.Col-1 != by || i > 0 && strings.Trim(before, " ") != "" {
			return 0, false
		}
	}
	return by, true
}

// scenario puts entries into the scenario that ends before line until.
func (l *layout) scenario(n *source.Node, until int, list []*addition, rank order) ([]insertion, error) {
	by, ok := l.block(n, n.Pos.Line-1)
	if !ok || len(n.Pairs) < 2 {
		return nil, errors.New("the scenario stands on one line")
	}
	slices.SortStableFunc(list, func(a, b *addition) int { return slices.Compare(rank(a.key), rank(b.key)) })
	list, ins, err := l.columns(n.Get("examples"), list)
	if err != nil {
		return nil, err
	}
	under := slices.IndexFunc(n.Pairs, func(p source.Pair) bool { return p.Key.Value == "under" })
	if under < 0 {
		var w writer
		w.WriteString(strings.Repeat(" ", by) + "under:\n")
		for _, x := range list {
			w.entryOf(by+2, x)
		}
		return append(ins, l.before(l.end(until, by-2), w.String())), nil
	}
	key, val := n.Pairs[under].Key, n.Pairs[under].Val
	deep, ok := l.block(val, key.Pos.Line)
	if !ok || strings.Trim(l.line(val.Pos.Line - 1)[:deep], " ") != "" {
		return nil, errors.New("the entries of `under` do not stand on lines of their own")
	}
	if under+1 < len(n.Pairs) {
		until = l.above(n.Pairs[under+1].Key.Pos.Line - 1)
	}
	for _, x := range list {
		at := l.end(until, by)
		for _, p := range slices.Backward(val.Pairs) {
			if slices.Compare(rank(p.Key.Value), rank(x.key)) > 0 {
				at = l.above(p.Key.Pos.Line - 1)
			}
		}
		var w writer
		w.entryOf(deep, x)
		ins = append(ins, l.before(at, w.String()))
	}
	return ins, nil
}

// columns puts columns into the rows of the examples, each with a name that
// nothing else has there.
func (l *layout) columns(rows *source.Node, list []*addition) (named []*addition, out []insertion, err error) {
	taken := map[string]bool{}
	if rows != nil {
		for _, row := range rows.Items {
			for _, p := range row.Pairs {
				taken[p.Key.Value] = true
			}
		}
	}
	for _, x := range list {
		y := *x
		for _, c := range x.columns {
			name := c.name
			for _, suffix := range x.suffixes {
				if name = c.name + "_" + suffix; !taken[name] {
					break
				}
			}
			taken[name] = true
			y.entry = renamed(y.entry, "<"+c.name+">", "<"+name+">")
			for i, row := range rows.Items {
				ins, err := l.cell(row, name, c.values[i])
				if err != nil {
					return nil, nil, err
				}
				out = append(out, ins)
			}
		}
		named = append(named, &y)
	}
	return named, out, nil
}

// renamed is a value with one hole for another.
func renamed(n *source.Node, from, to string) *source.Node {
	out := *n
	out.Value = strings.ReplaceAll(n.Value, from, to)
	out.Items, out.Pairs = nil, nil
	for _, it := range n.Items {
		out.Items = append(out.Items, renamed(it, from, to))
	}
	for _, p := range n.Pairs {
		out.Pairs = append(out.Pairs, source.Pair{Key: p.Key, Val: renamed(p.Val, from, to)})
	}
	return &out
}

// cell puts a value into a row.
func (l *layout) cell(row *source.Node, name string, val *source.Node) (insertion, error) {
	at := l.offset(row.Pos)
	if at >= len(l.text) || l.text[at] != '{' {
		return insertion{}, errors.New("a row of the examples does not stand in braces")
	}
	end := closing(l.text, at)
	if end < 0 || len(row.Pairs) == 0 {
		return insertion{}, errors.New("a row of the examples is hard to read")
	}
	return insertion{end, fmt.Sprintf(", %s: %s", name, inline(val))}, nil
}

// closing is where the brace closes that opens at a byte; -1 if it cannot be
// seen.
func closing(text []byte, at int) int {
	depth := 0
	last := byte(0) // other than a blank
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case (c == '"' || c == '\'') && strings.IndexByte("{[,:", last) >= 0:
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' && c == '"' {
					i++
				}
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i
			}
		}
		if i < len(text) && text[i] != ' ' && text[i] != '\n' {
			last = text[i]
		}
	}
	return -1
}

// entryOf writes an entry of `under`.
func (w *writer) entryOf(by int, x *addition) {
	key := scalar(text(x.key), false)
	if x.entry.Kind == source.Scalar {
		w.WriteString(strings.Repeat(" ", by) + key + ": " + scalar(x.entry, false) + "\n")
		return
	}
	if len(x.entry.Pairs) == 0 {
		w.WriteString(strings.Repeat(" ", by) + key + ": {}\n")
		return
	}
	w.WriteString(strings.Repeat(" ", by) + key + ":\n")
	for _, p := range x.entry.Pairs {
		w.entry(by+2, "", p.Key, p.Val)
	}
}
