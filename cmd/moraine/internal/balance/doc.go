package balance

import (
	"encoding/csv"
	"io"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/escape"
)

// curve has the estimates of a group of a measure, one for each point. An estimate is nil if the
// group has no values at that point.
type curve struct {
	of        *simulate.Measure
	group     string
	estimates []*simulate.Estimate
}

// curves returns the groups of all measures, in the order of their first appearance.
func (s *Sweep) curves() (out []*curve) {
	type key struct{ measure, how, group string }
	at := map[key]*curve{}
	for i, p := range s.Points {
		for _, m := range p.Results.Shown() {
			for j := range m.Groups {
				g := &m.Groups[j]
				k := key{measure: m.Name, how: m.How, group: g.By}
				if at[k] == nil {
					at[k] = &curve{of: m, group: g.By, estimates: make([]*simulate.Estimate, len(s.Points))}
					out = append(out, at[k])
				}
				at[k].estimates[i] = g.Estimate
			}
		}
	}
	return sorted(out)
}

// sorted brings the curves of a measure together that began at different points.
func sorted(list []*curve) (out []*curve) {
	var order []string
	by := map[string][]*curve{}
	for _, c := range list {
		k := c.of.Name + "\x00" + c.of.How
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], c)
	}
	for _, k := range order {
		out = append(out, by[k]...)
	}
	return out
}

// title returns the name of a curve: its measure and its group.
func (s *Sweep) title(c *curve) string {
	out := s.words.Measure(c.of.Name)
	if c.group != "" {
		out += ", " + simulate.GroupName(s.words, c.group)
	}
	return out
}

// point returns the name of a point.
func (s *Sweep) point(i int) string {
	var parts []string
	for j, v := range s.Points[i].Values {
		parts = append(parts, label(s.Vary[j].Name, s.words)+" = "+simulate.GroupName(s.words, v))
	}
	return strings.Join(parts, "; ")
}

// Title describes the matches.
func (s *Sweep) Title() string {
	if len(s.Points) == 0 {
		return simulate.GameName(s.words, s.Game)
	}
	return s.Points[0].Results.Title() + ", " + s.words.Many(len(s.Points), "at %d point", "at each of %d points")
}

// Doc describes a sweep for people: each group of each measure, with a row for each point.
func (s *Sweep) Doc() *doc.Doc {
	t := &doc.Table{Head: []string{"", "", s.words.T("95 % between")}, Align: "lrl"}
	for _, c := range s.curves() {
		t.Rows = append(t.Rows, []string{s.title(c)})
		for i, e := range c.estimates {
			t.Rows = append(t.Rows, c.of.Cells("  "+s.point(i), e))
		}
	}
	d := newDoc(s.Title(), s.words)
	d.Add(plotted("sweep", s.words,
		s.words.T("Each point plays the same matches. Dots are estimates; the true value lies in the band with 95 % certainty."), s.graphs(), t))
	return d
}

// WriteCSV writes a row for each group of each measure at each point.
func (s *Sweep) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"measure", "how", "group"}
	for _, a := range s.Vary {
		head = append(head, escape.Cell(a.Name))
	}
	_ = out.Write(append(head, "value", "low", "high")) // Flush returns the error
	for _, c := range s.curves() {
		for i, e := range c.estimates {
			row := []string{escape.Cell(c.of.Name), c.of.How, escape.Cell(c.group)}
			for _, v := range s.Points[i].Values {
				row = append(row, escape.Cell(v))
			}
			value, low, high := "", "", ""
			if e != nil {
				value = e.Value.Text(6)
				if e.Bounded {
					low, high = e.Low.Text(6), e.High.Text(6)
				}
			}
			_ = out.Write(append(row, value, low, high))
		}
	}
	out.Flush()
	return out.Error()
}
