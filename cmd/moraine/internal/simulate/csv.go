package simulate

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"moraine/interpreter/escape"
)

// WriteCSV writes a row for each group of each measure.
func (r *Results) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	row := func(cells ...string) { _ = out.Write(cells) } // Flush returns the error
	row("measure", "how", "group", "matches", "n", "x", "value", "low", "high")
	for _, m := range r.All() {
		for _, g := range m.Groups {
			n, value, low, high := "", "", "", ""
			if g.N != nil {
				n = g.N.String()
			}
			if e := g.Estimate; e != nil {
				value = e.Value.Text(6)
				if e.Bounded {
					low, high = e.Low.Text(6), e.High.Text(6)
				}
			}
			row(escape.Cell(m.Name), m.How, escape.Cell(g.By), strconv.FormatInt(g.Matches, 10), n, fmt.Sprint(g.X),
				value, low, high)
		}
	}
	if f := r.Failed; f != nil {
		row("failed", "failed", "", strconv.FormatInt(r.Games+f.Matches, 10), "", fmt.Sprint(f.Matches), "", "", "")
	}
	out.Flush()
	return out.Error()
}
