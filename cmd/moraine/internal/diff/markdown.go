package diff

import (
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// markdown writes a report for a pull request on GitHub: a sentence, a table of the readings,
// and collapsed details.
type markdown struct {
	words.Page
	*Report
}

// WriteMarkdown writes a report for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	m := &markdown{Report: r}
	m.Line("%s", escape.Markdown(r.Summary()))
	m.readings()
	m.cards()
	m.rules()
	m.scenarios()
	m.balance()
	m.part()
	return m.To(w)
}

// table begins a table whose last columns are the two sides.
func (m *markdown) table(heads ...string) (row func(cells ...string)) {
	return escape.Table(m, append(heads, escape.Code(m.Names[0]), escape.Code(m.Names[1]))...)
}

// folded writes a collapsed section. The title is HTML.
func (m *markdown) folded(title string, write func()) {
	m.Line("\n<details><summary>%s</summary>", title)
	write()
	m.Line("\n</details>")
}

func (m *markdown) readings() {
	if len(m.Rulings) == 0 {
		return
	}
	row := m.table(m.words.T("question"))
	for _, x := range m.Rulings {
		question := escape.Markdown(x.Question) + " " + escape.Code(x.Key)
		if m.Scenarios != nil {
			flips, _ := m.of(x)
			question += "<br>" + m.words.Many(len(flips), "%d scenario", "%d scenarios")
		}
		row(question, readingCell(x.Readings[0]), readingCell(x.Readings[1]))
	}
}

// readingCell returns a reading with the clauses that support it.
func readingCell(r Reading) string {
	text := escape.Code(r.Name) + " " + escape.Markdown(r.Says)
	var ids []string
	for _, v := range r.Voices {
		for _, c := range v.Clauses {
			ids = append(ids, c.ID)
		}
	}
	if ids != nil {
		text += "<br>" + strings.Join(ids, ", ")
	}
	return text
}

func (m *markdown) cards() {
	if len(m.Report.Cards) == 0 {
		return
	}
	row := m.table(m.words.T("card"), "")
	for _, c := range m.Report.Cards {
		name := fmt.Sprintf("%s %s, %s", escape.Markdown(c.Name), escape.Code(c.ID), m.words.T(string(c.Change)))
		for _, v := range c.Values {
			row(name, escape.Markdown(v.Field), escape.Markdown(v.Is[0]), escape.Markdown(v.Is[1]))
			name = ""
		}
	}
}

func (m *markdown) rules() {
	if len(m.Report.Rules) == 0 {
		return
	}
	m.folded(m.words.T("Rules")+": "+fmt.Sprint(m.declarations()), func() {
		for _, r := range m.Report.Rules {
			text := m.words.T(r.What) + " " + escape.Code(r.Name)
			if r.Change != Changed {
				text += ", " + m.words.T(string(r.Change))
			}
			if len(r.Because) > 0 {
				text += ", " + m.words.T("for %s", escape.Code(strings.Join(r.Because, ", ")))
			}
			var lines strings.Builder
			for i, hunk := range r.Hunks {
				if i > 0 {
					lines.WriteString("  …\n")
				}
				for _, e := range hunk {
					fmt.Fprintf(&lines, "%s %s%s\n", e.Sign, strings.Repeat("  ", e.Depth), e.Text)
				}
			}
			fence := escape.Fence(lines.String())
			m.Line("\n%s · %s\n\n%sdiff\n%s%s", text, escape.Code(formatPlaces(r.At)), fence, lines.String(), fence)
		}
	})
}

func (m *markdown) scenarios() {
	if m.Scenarios == nil || len(m.Scenarios.Flips) == 0 {
		return
	}
	for _, x := range m.Rulings {
		if flips, _ := m.of(x); len(flips) > 0 {
			m.flips("<code>"+x.Key+"</code>", flips)
		}
	}
	for _, g := range m.Together() {
		m.flips(g.Title(), g.Flips)
	}
}

func (m *markdown) flips(title string, flips []flip) {
	m.folded(title+": "+m.words.Many(len(flips), "%d scenario", "%d scenarios"), func() {
		row := m.table(m.words.T("scenario"))
		for _, f := range flips {
			cell := escape.Markdown(f.Title()) + "<br>" + escape.Code(at(f.Flip))
			if len(f.Pins) > 0 {
				cell += "<br>" + strings.Join(f.Pins, ", ")
			}
			row(cell, escape.Code(f.parts[0]), escape.Code(f.parts[1]))
		}
	})
}

func (m *markdown) part() {
	if m.Part == nil {
		return
	}
	m.folded(m.words.T("Shortest sequence of decisions with different outcomes"), func() {
		m.Line("\n%s", escape.Markdown(m.partingSentence()))
		f := m.Part.Found
		if f == nil {
			return
		}
		row := m.table("")
		row(m.words.T("goes on"), escape.Markdown(f.Parts[0]), escape.Markdown(f.Parts[1]))
		if f.Unsaid != nil {
			m.Line("\n%s", m.words.T("No scenario of it: %s.", escape.Markdown(f.Unsaid.Error())))
			return
		}
		fence := escape.Fence(string(f.Text))
		m.Line("\n%syaml\n%s%s", fence, f.Text, fence)
	})
}
