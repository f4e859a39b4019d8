package cover

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
)

// Saved returns the document of a report that WriteJSON has written.
func Saved(text []byte) (*doc.Doc, error) {
	var s jsonReport
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	listed := map[Status]int{}
	for _, c := range s.List {
		listed[c.Status]++
	}
	if s.Game == "" || s.Runs == 0 || s.Clauses != countsOf(listed) {
		return nil, errors.New("its numbers are changed or incomplete")
	}
	d := &doc.Doc{Title: s.Game + ": what its scenarios reach"}
	d.Add(doc.Text(fmt.Sprintf("%d runs, %d passed, %d failed", s.Runs, s.Passed, s.Failed)))
	clauses := &doc.Table{Head: []string{"clauses", ""}}
	for _, status := range Statuses {
		clauses.Rows = append(clauses.Rows, []string{string(status), fmt.Sprint(listed[status])})
	}
	d.Add(clauses, &doc.Table{Head: []string{"steps", ""}, Rows: [][]string{
		{"had an effect", fmt.Sprint(s.Steps.Done)}, {"ran without any effect", fmt.Sprint(s.Steps.Idle)},
		{"never ran", fmt.Sprint(s.Steps.Never)},
		{"belong to readings or variants that no scenario uses", fmt.Sprint(s.Steps.Dormant)},
	}}, &doc.Table{Head: []string{"conditions", ""}, Rows: [][]string{
		{"both true and false", fmt.Sprint(s.Conditions.Both)}, {"one way only", fmt.Sprint(s.Conditions.Open)},
		{"declared impossible one way", fmt.Sprint(s.Conditions.Impossible)},
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
	for _, of := range []struct {
		title string
		came  StepStatus
	}{{"Steps that never ran", Never}, {"Steps without any effect", Idle}} {
		part := &doc.Section{Title: of.title}
		for _, x := range s.Steps.List {
			if x.Came == of.came {
				part.Add(place(x.Place))
			}
		}
		addFilled(d, part)
	}
	cards := &doc.Section{Title: "Cards that were never played, or whose steps never ran"}
	for _, c := range s.Cards.List {
		cards.Add(place(c.Place, c.Missing...))
	}
	addFilled(d, cards)
	conditions := &doc.Section{Title: "Conditions that were never true or never false"}
	for _, c := range s.Conditions.List {
		if c.Why == "" {
			conditions.Add(place(c.Place, escape.Each(c.Missing, func(o Outcome) string {
				return "never " + string(o)
			})...))
		}
	}
	addFilled(d, conditions)
	return d, nil
}

func place(p Place, more ...string) *doc.Item {
	return item(p.At(), strings.Join(append([]string{p.In + " › " + p.Says}, more...), ", "))
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
