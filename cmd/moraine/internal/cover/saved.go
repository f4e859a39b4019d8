package cover

import (
	"encoding/json"
	"errors"
	"fmt"

	"moraine/cmd/moraine/internal/doc"
)

// saved is a JSON report, with the parts that a document shows.
type saved struct {
	Game           string
	Runs           int
	Passed, Failed int
	Clauses        map[Status]int
	List           []struct {
		ID       string
		Status   Status
		By       []string
		Unproved string
	}
	Steps struct {
		Done, Idle, Never, Dormant int
		List                       []savedPlace
	}
	Cards struct {
		List []savedPlace
	}
	Conditions struct {
		Both, Open, Impossible int
		List                   []savedPlace
	}
}

type savedPlace struct {
	File, In, Says, Status, Why string
	Line, Col                   int
	Missing                     []string
}

// Saved returns the document of a report that WriteJSON has written.
func Saved(text []byte) (*doc.Doc, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	listed := map[Status]int{}
	for _, c := range s.List {
		listed[c.Status]++
	}
	for _, status := range Statuses {
		if s.Game == "" || s.Runs == 0 || s.Clauses[status] != listed[status] {
			return nil, errors.New("its numbers are changed or incomplete")
		}
	}
	d := &doc.Doc{Title: s.Game + ": what its scenarios reach"}
	d.Add(doc.Text(fmt.Sprintf("%d runs, %d passed, %d failed", s.Runs, s.Passed, s.Failed)))
	clauses := &doc.Table{Head: []string{"clauses", ""}}
	for _, status := range Statuses {
		clauses.Rows = append(clauses.Rows, []string{string(status), fmt.Sprint(s.Clauses[status])})
	}
	d.Add(clauses, &doc.Table{Head: []string{"steps", ""}, Rows: [][]string{
		{"had an effect", fmt.Sprint(s.Steps.Done)}, {"ran without any effect", fmt.Sprint(s.Steps.Idle)},
		{"never ran", fmt.Sprint(s.Steps.Never)}, {"belong to readings or variants that no scenario uses", fmt.Sprint(s.Steps.Dormant)},
	}}, &doc.Table{Head: []string{"conditions", ""}, Rows: [][]string{
		{"both true and false", fmt.Sprint(s.Conditions.Both)}, {"one way only", fmt.Sprint(s.Conditions.Open)}, {"declared impossible one way", fmt.Sprint(s.Conditions.Impossible)},
	}})
	for _, status := range []Status{Claimed, Untested} {
		part := &doc.Section{Title: string(status) + " clauses"}
		for _, c := range s.List {
			if c.Status == status {
				part.Add(item(c.ID, "", c.By...))
			}
		}
		addFilled(d, part)
	}
	unproved := &doc.Section{}
	unproved.Title = "Pinned clauses that are not proved"
	for _, c := range s.List {
		if c.Unproved != "" {
			unproved.Add(item(c.ID, c.Unproved))
		}
	}
	addFilled(d, unproved)
	for _, of := range []struct{ title, came string }{{"Steps that never ran", string(Never)}, {"Steps without any effect", string(Idle)}} {
		addFilled(d, places(of.title, s.Steps.List, func(p savedPlace) bool { return p.Status == of.came }))
	}
	addFilled(d, places("Cards that were never played, or whose steps never ran", s.Cards.List, func(savedPlace) bool { return true }))
	addFilled(d, places("Conditions that were never true or never false", s.Conditions.List, func(p savedPlace) bool { return p.Why == "" }))
	return d, nil
}

func places(title string, list []savedPlace, wanted func(savedPlace) bool) *doc.Section {
	part := &doc.Section{Title: title}
	for _, p := range list {
		if !wanted(p) {
			continue
		}
		text := p.In + " › " + p.Says
		for _, m := range p.Missing {
			text += ", never " + m
		}
		part.Add(item(fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col), text))
	}
	return part
}

func item(label, text string, more ...string) *doc.Item {
	out := &doc.Item{Label: label, Text: text}
	for _, m := range more {
		out.Add(doc.Text(m))
	}
	return out
}

// addFilled adds a section unless it is empty. Its title has the number of its items.
func addFilled(d *doc.Doc, part *doc.Section) {
	if n := len(part.Blocks); n > 0 {
		part.Title = fmt.Sprintf("%s: %d", part.Title, n)
		d.Add(part)
	}
}
