// Package layout formats files of games in the standard layout.
package layout

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/source"
)

// Format formats a file in the standard layout: each level is indented by two blanks, and
// dashes are not indented; within {…} and […] each comma and colon is followed by one blank,
// and there are no other blanks next to punctuation; no line ends in blanks; the file ends with
// one line break. Comments, blank lines and line breaks are kept. Parts whose meaning would
// change, such as texts of several lines, are not touched.
func Format(f *source.File) ([]byte, error) {
	clean := &source.File{Name: f.Name, Path: f.Path,
		Text: bytes.ReplaceAll(bytes.TrimPrefix(f.Text, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))}
	doc, found := source.Parse(clean, source.DefaultLimits())
	if len(found) > 0 {
		_, own := source.Parse(f, source.DefaultLimits()) // with the positions in the original file
		return nil, own.Err()
	}
	spaced := newLayout(clean.Text, doc).spacing()
	for _, text := range [][]byte{spaced, clean.Text} {
		is, _ := source.Parse(&source.File{Name: f.Name, Path: f.Path, Text: text}, source.DefaultLimits())
		for _, trim := range []bool{true, false} {
			if is == nil || !equalNodes(doc, is) {
				continue
			}
			out := newLayout(text, is).text(trim)
			again, found := source.Parse(&source.File{Name: f.Name, Path: f.Path, Text: out}, source.DefaultLimits())
			if len(found) == 0 && equalNodes(doc, again) && bytes.Equal(newLayout(out, again).text(trim), out) {
				return out, nil
			}
		}
	}
	return f.Text, nil
}

func newLayout(text []byte, doc *source.Node) *layout {
	l := &layout{lines: strings.Split(string(text), "\n"), starts: map[int][]start{}, flows: map[int][]int{},
		seen: map[source.Pos]bool{}}
	l.walk(doc, 0)
	return l
}

// layout moves lines to their proper columns.
type layout struct {
	lines  []string
	starts map[int][]start     // by line: the keys and dashes on it, from left to right
	flows  map[int][]int       // by line: the columns of its outermost {…} and […]
	seen   map[source.Pos]bool // aliases refer to nodes that were visited before
}

// start is a key or dash: the column in which it stands, and the one in which it should stand, counted from 0.
type start struct{ is, to int }

// walk records the proper columns of all keys and dashes in a list or map of several lines.
func (l *layout) walk(n *source.Node, col int) {
	if n == nil || n.Kind == source.Scalar || l.seen[n.Pos] {
		return
	}
	l.seen[n.Pos] = true
	if l.isFlow(n) {
		l.flows[n.Pos.Line] = append(l.flows[n.Pos.Line], n.Pos.Col-1)
		return
	}
	for _, p := range n.Pairs {
		l.begin(p.Key.Pos.Line, p.Key.Pos.Col-1, col)
		if p.Val.Pos.Line > p.Key.Pos.Line || l.isFlow(p.Val) {
			l.walk(p.Val, col+2)
		}
	}
	for _, it := range n.Items {
		dash := it.Pos.Line
		for dash > n.Pos.Line && !l.has('-', dash, n.Pos.Col) {
			dash-- // the value begins on a later line
		}
		l.begin(dash, n.Pos.Col-1, col)
		l.walk(it, col+2)
	}
}

func (l *layout) isFlow(n *source.Node) bool {
	return l.has('{', n.Pos.Line, n.Pos.Col) || l.has('[', n.Pos.Line, n.Pos.Col)
}

func (l *layout) has(r rune, line, col int) bool {
	runes := []rune(l.lines[line-1])
	return col <= len(runes) && runes[col-1] == r
}

func (l *layout) begin(line, is, to int) {
	l.starts[line] = append(l.starts[line], start{is, to})
}

var blockText = regexp.MustCompile(`[|>][-+0-9]*( +#.*)?$`)

// text returns the file with the lines moved. If trim is set, it also removes trailing blanks
// in texts of several lines.
func (l *layout) text(trim bool) []byte {
	var out []string
	shift, within := 0, -1 // within is the original column of a text of several lines, or -1
	for i, line := range l.lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		rest := line[indent:]
		starts := l.starts[i+1]
		inText := within >= 0 && (indent > within || rest == "") && starts == nil
		switch {
		case starts != nil:
			line, shift, within = l.moveLine(line, starts)
		case inText:
			line = shifted(line, shift)
		case strings.HasPrefix(rest, "#"):
			line = shifted(line, l.nextShift(i+1))
		default:
			line = shifted(line, shift)
		}
		if trim || !inText {
			line = strings.TrimRight(line, " \t")
		}
		out = append(out, line)
	}
	return []byte(strings.TrimRight(strings.Join(out, "\n"), "\n") + "\n")
}

// moveLine returns a line with its keys and dashes moved, the distance by which the lines below it
// move, and the column of a text of several lines, or -1.
func (l *layout) moveLine(line string, starts []start) (out string, shift, within int) {
	slices.SortFunc(starts, func(a, b start) int { return cmp.Compare(a.is, b.is) })
	runes := []rune(line)
	for i, s := range starts {
		out += strings.Repeat(" ", max(0, s.to-utf8.RuneCountInString(out)))
		end := len(runes)
		if i+1 < len(starts) {
			end = starts[i+1].is
		}
		part := string(runes[min(s.is, len(runes)):min(end, len(runes))])
		if i+1 < len(starts) {
			part = strings.TrimRight(part, " ")
		}
		out += part
	}
	last := starts[len(starts)-1]
	within = -1
	if blockText.MatchString(strings.TrimRight(line, " \t")) {
		within = last.is
	}
	return out, last.to - last.is, within
}

// nextShift returns the distance by which the next line with a key or dash moves.
func (l *layout) nextShift(line int) int {
	for ; line <= len(l.lines); line++ {
		if s := l.starts[line]; s != nil {
			return s[0].to - s[0].is
		}
	}
	return 0
}

func shifted(line string, by int) string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if indent == len(line) {
		return line
	}
	return strings.Repeat(" ", max(0, indent+by)) + line[indent:]
}

// equalNodes reports whether two nodes have the same content.
func equalNodes(a, b *source.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value &&
		slices.EqualFunc(a.Items, b.Items, equalNodes) &&
		slices.EqualFunc(a.Pairs, b.Pairs, func(p, q source.Pair) bool {
			return equalNodes(p.Key, q.Key) && equalNodes(p.Val, q.Val)
		})
}
