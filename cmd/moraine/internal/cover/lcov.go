package cover

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// WriteLCOV writes an lcov tracefile: for each line in which a step or condition begins the
// number of runs that reached it, and for conditions both branches. It omits lines that cannot
// be executed in any configuration and outcomes declared impossible.
func (r *Report) WriteLCOV(w io.Writer) error {
	runs := map[position]int{}
	for _, one := range r.runs {
		if !one.passed {
			continue
		}
		one.each(func(p source.Pos, how []way, _, _ string) {
			if len(how) > 0 {
				runs[positionOf(p)]++
			}
		})
	}
	lines := map[string]map[int]int{}
	note := func(p Place) {
		if lines[p.File] == nil {
			lines[p.File] = map[int]int{}
		}
		lines[p.File][p.Line] = max(lines[p.File][p.Line], runs[p.position])
	}
	for _, s := range r.Steps {
		if s.Came != Dormant {
			note(s.Place)
		}
	}
	ways := map[string][]*Condition{}
	for _, c := range r.Conditions {
		note(c.Place)
		ways[c.File] = append(ways[c.File], c)
	}
	b := bufio.NewWriter(w)
	if r.Left > 0 {
		fmt.Fprintf(b, "# incomplete: %d runs were stopped before their end\n", r.Left)
	}
	for _, file := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(b, "TN:%s\nSF:%s\n", r.Game, file[strings.IndexByte(file, ':')+1:])
		found, came := 0, 0
		for i, c := range ways[file] {
			for way, seen := range []bool{c.Held, c.Failed} {
				if c.never[1-way] && !seen {
					continue
				}
				taken := "-" // never reached
				if runs[c.position] > 0 {
					taken = map[bool]string{true: "1", false: "0"}[seen]
				}
				found++
				if seen {
					came++
				}
				fmt.Fprintf(b, "BRDA:%d,%d,%d,%s\n", c.Line, i, way, taken)
			}
		}
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", found, came)
		came = 0
		for _, line := range slices.Sorted(maps.Keys(lines[file])) {
			n := lines[file][line]
			if n > 0 {
				came++
			}
			fmt.Fprintf(b, "DA:%d,%d\n", line, n)
		}
		fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", len(lines[file]), came)
	}
	return b.Flush()
}
