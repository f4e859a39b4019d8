package source

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"sort"
)

// findFault finds the reason why the library cannot parse a file. The library reports the
// position where it gives up, which may be far after the fault. So the beginnings of the file,
// cut at several lines, are parsed again: the fault is on the first line that cannot be parsed,
// regardless of the following lines.
func findFault(in *index, lim Limits, err error) *Diagnostic {
	x := &examiner{in: in, lim: lim, text: in.file.Text, left: maxRead, anchors: map[string]bool{}}
	at := in.first
	for line := range bytes.Lines(x.text[at:]) {
		x.lines, x.starts = append(x.lines, line), append(x.starts, at)
		at += len(line)
	}
	x.starts = append(x.starts, at)
	for _, name := range anchor.FindAll(x.text, -1) {
		x.anchors[string(name[1:])] = true
	}
	gaveUp, why := gaveUpAt(err)
	n, located := x.locate(gaveUp)
	var found *Diagnostic
	if located {
		found = cmp.Or(x.tab(n), x.examine(n), x.structure(n))
	}
	return cmp.Or(found, x.fault(x.starts[n]+x.indent(n), "", "near line %d: %s", n+1, why))
}

func (x *examiner) fault(at int, hint, format string, args ...any) *Diagnostic {
	return &Diagnostic{Pos: x.in.pos(at), Text: fmt.Sprintf(format, args...), Hint: hint}
}

// tab returns an error if a line is indented with a tab, or nil.
func (x *examiner) tab(line int) *Diagnostic {
	at := x.starts[line] + x.indent(line)
	if x.byteAt(at) != '\t' {
		return nil
	}
	found := x.fault(at, "indent with spaces", "a tab in the indentation")
	found.Word, found.Fix = "\t", "  "
	return found
}

var anchor = regexp.MustCompile(`&[-\w]+`)

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
	left   int   // number of bytes that may still be parsed to find the fault

	anchors map[string]bool // the names of all anchors
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
