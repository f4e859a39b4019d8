package source

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
)

// fault is an error in a file that is not valid YAML.
type fault struct {
	at   int // byte offset
	text string
	hint string
	tab  bool // a tab, which can be replaced by spaces
}

func (f *fault) report(in *index, found *Diagnostics) {
	word, by := "", ""
	if f.tab {
		word, by = "\t", "  "
	}
	found.Replace(in.pos(f.at), word, by, f.hint, "%s", f.text)
}

// findFault finds the reason why the library cannot parse a file. The library reports the
// position where it gives up, which may be far after the fault. So the beginnings of the file,
// cut at several lines, are parsed again: the fault is on the first line that cannot be parsed,
// regardless of the following lines.
func findFault(in *index, lim Limits, err error) *fault {
	x := &examiner{in: in, lim: lim, text: in.file.Text, i: in.first, left: maxRead, anchors: map[string]int{}}
	for line := range bytes.Lines(x.text[x.i:]) {
		x.lines = append(x.lines, line)
		x.starts = append(x.starts, x.i)
		x.i += len(line)
	}
	x.starts = append(x.starts, x.i)
	for i := len(x.text) - 1; i >= 0; i-- {
		if x.text[i] == '&' {
			x.anchors[string(x.text[i+1:endOfName(x.text, i)])] = i
		}
	}
	gaveUp, why := gaveUpAt(err)
	n, found := x.locate(gaveUp)
	if found {
		x.examine(n)
	}
	if found && x.fault == nil {
		x.structure(n)
	}
	if x.fault == nil {
		x.blame(x.starts[n]+x.indent(n), "", "near line %d: %s", n+1, why)
	}
	return x.fault
}

// lineOf matches the beginning of an error of the YAML library.
var lineOf = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// gaveUpAt returns the line, from 1, at which the YAML library gave up, and its reason. Its error is only a text,
// and nothing else depends on that text; TestFaultsOfLargeFiles fails if the library words it in another way.
func gaveUpAt(err error) (line int, why string) {
	line = 1
	head := lineOf.FindStringSubmatch(err.Error())
	if len(head) > 1 && head[1] != "" {
		_, _ = fmt.Sscan(head[1], &line)
	}
	return line, lineOf.ReplaceAllString(err.Error(), "")
}

// examiner searches the lines of a file for the first fault.
type examiner struct {
	in     *index
	lim    Limits
	text   []byte
	lines  [][]byte
	starts []int // byte offset of each line and of the end of the file
	i      int   // current offset
	fault  *fault
	left   int // number of bytes that may still be parsed to find the fault

	anchors map[string]int // byte offset of the first anchor with each name
}

// locate returns the line of the first fault: the file can be parsed up to the line before it,
// but not including it. It tries the least indented lines first, because YAML can be cut before
// these. found is false if the search in a large file would take too long; then the line is the
// one where the library gave up.
func (x *examiner) locate(gaveUp int) (line int, found bool) {
	from, to := 0, min(gaveUp+1, len(x.lines))
	if x.parses(to) {
		to = len(x.lines)
	}
	for {
		cuts := x.leastIndented(from, to)
		if len(cuts) == 0 {
			break
		}
		i := x.lastRead(cuts)
		if x.left < 0 {
			return min(gaveUp, len(x.lines)) - 1, false
		}
		if i+1 < len(cuts) {
			to = cuts[i+1]
		}
		if i >= 0 {
			from = cuts[i]
		}
	}
	for from+1 < to && x.isBlank(from) {
		from++
	}
	return from, true
}

// lastRead returns the index of the last line before which the file can be cut and parsed, or
// -1. It searches from the end, where the fault is most likely.
func (x *examiner) lastRead(lines []int) int {
	i, end := len(lines)-1, len(lines)
	for step := 1; i >= 0 && !x.parses(lines[i]); step *= 2 {
		i, end = i-step, i
	}
	i = max(i, -1)
	return i + sort.Search(end-i-1, func(n int) bool { return !x.parses(lines[i+1+n]) })
}

// maxRead limits the number of bytes parsed to find a fault. It is enough for a file of
// maximum size with a fault near the place where the library gives up.
const maxRead = 4 << 20

// parses reports whether the lines before a line are valid YAML.
func (x *examiner) parses(line int) bool {
	if x.left -= x.starts[line]; x.left < 0 {
		return false
	}
	_, _, err := decode(body(x.text[:x.starts[line]]))
	return err == nil
}

// leastIndented returns the least indented lines between two lines.
func (x *examiner) leastIndented(from, to int) (all []int) {
	least := -1
	for n := from + 1; n < to; n++ {
		if x.isBlank(n) || isOneOf(x.lines[n][x.indent(n)], "]}") {
			continue
		}
		switch col := x.indent(n); {
		case least < 0 || col < least:
			least, all = col, []int{n}
		case col == least:
			all = append(all, n)
		}
	}
	return all
}

// indent returns the number of leading blanks of a line.
func (x *examiner) indent(line int) int {
	return len(x.lines[line]) - len(bytes.TrimLeft(x.lines[line], " "))
}

// isBlank reports whether a line is empty or a comment.
func (x *examiner) isBlank(line int) bool {
	rest := bytes.TrimSpace(x.lines[line])
	return len(rest) == 0 || rest[0] == '#'
}

func (x *examiner) blame(at int, hint, format string, args ...any) {
	if x.fault == nil {
		x.fault = &fault{at: at, text: fmt.Sprintf(format, args...), hint: hint}
	}
}

// opening is a dash, key or text on a line.
type opening struct {
	col, at int
	dash    bool
	end     int // end of a text that is not followed by a colon; otherwise 0
	value   bool
}

// openings returns the dashes of a line and the key or text after them.
func (x *examiner) openings(line int) (all []opening) {
	from, end := x.starts[line], x.starts[line]+len(bytes.TrimRight(x.lines[line], " \t\r\n"))
	for at := from + x.indent(line); at < end; at++ {
		rest := x.text[at:end]
		switch {
		case isBlank(rest[0]):
			continue
		case rest[0] == '-' && (len(rest) == 1 || isBlank(rest[1])):
			all = append(all, opening{col: at - from, at: at, dash: true})
			continue
		}
		if comment := bytes.Index(rest, []byte(" #")); comment >= 0 {
			rest = bytes.TrimRight(rest[:comment], " ")
		}
		is := opening{col: at - from, at: at, end: at + len(rest)}
		if bytes.HasSuffix(rest, []byte(":")) || bytes.Contains(rest, []byte(": ")) {
			is.end, is.value = 0, !bytes.HasSuffix(rest, []byte(":")) && !isOneOf(rest[len(rest)-1], "\"']}")
		}
		return append(all, is)
	}
	return all
}

const (
	noKey     = "missing key before this colon"
	unlikeAny = "the indentation of this line does not match any line above"
	tooLate   = "align this key with the key above that belongs to the same map"
)

// structure reports a line that is valid by itself but cannot follow the lines above it.
func (x *examiner) structure(line int) {
	is := x.openings(line)
	prev := line - 1
	for prev >= 0 && x.isBlank(prev) {
		prev--
	}
	if prev < 0 || len(is) == 0 {
		return
	}
	first, above := is[0], x.openings(prev)
	last := above[len(above)-1]
	same, sameFound := x.openingIn(line, first.col)
	switch {
	case last.end > 0 && first.end == 0 && first.col >= last.col && !(first.dash && above[0].dash):
		x.blameColon(last.at, last.end)
	case sameFound && same.dash && !first.dash:
		x.blame(first.at, "", "this line continues a list, so it must begin with a dash")
	case sameFound && !same.dash && first.dash:
		x.blame(first.at, "", "found a list item instead of a key")
	case sameFound && first.end > 0:
		x.blameColon(first.at, first.end)
	case last.value && first.col > last.col && first.end == 0:
		x.blame(first.at, tooLate, "the indentation makes this line a continuation of the text above, so it cannot be a key")
	case first.dash:
		x.blameDash(line, first)
	default:
		x.blame(first.at, "", unlikeAny)
	}
}

// openingIn returns the dash, key or text in a column above a line, in the block to which the
// line belongs.
func (x *examiner) openingIn(line, col int) (opening, bool) {
	for n := line - 1; n >= 0; n-- {
		if x.isBlank(n) {
			continue
		}
		all := x.openings(n)
		for _, is := range all {
			if is.col == col {
				return is, true
			}
		}
		if len(all) > 0 && all[0].col < col {
			break
		}
	}
	return opening{}, false
}

// blameDash reports a dash in a column without a list: either the list's other dashes are in
// another column, or its first item has no dash.
func (x *examiner) blameDash(line int, dash opening) {
	first := line
	for n := line - 1; n >= 0; n-- {
		if x.isBlank(n) {
			continue
		}
		all := x.openings(n)
		if len(all) == 0 || all[0].col <= dash.col {
			if len(all) > 0 && all[0].dash {
				first = n
			}
			break
		}
		first = n
	}
	if all := x.openings(first); len(all) > 0 && all[0].dash {
		x.blame(dash.at, "align the dashes of the list", "the dash of this line is in another column than the list above")
		return
	}
	x.blame(dash.at, fmt.Sprintf("line %d does not begin with `- `", first+1), unlikeAny)
}
