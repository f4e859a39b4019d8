package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
)

// saved is a JSON report, with the parts that a document shows.
type saved struct {
	Game    string
	A, B    struct{ Name, Title string }
	Summary struct{ Readings, Cards, Rules, Scenarios int }

	Readings []struct {
		Ruling, Question string
		A, B             savedReading
	}
	Cards []struct {
		Card, Kind, Change string
		Values             []struct{ Field, A, B string }
	}
	Rules []struct {
		What, Name, Change string
		Hunks              [][]struct {
			Sign, Text string
			Depth      int
		}
	}
	Scenarios *struct {
		List []struct {
			Scenario, File, A, B string
			Line                 int
			Pins                 []string
		}
	}
	Played  json.RawMessage `json:"balance"`
	Balance *struct {
		Games, Players int64
		Differences    []struct {
			Measure, Group string
			A, B           json.Number
			Real           bool
		}
	} `json:"-"`
}

type savedReading struct{ Reading, Says string }

// Saved returns the document of a report that WriteJSON has written.
func Saved(text []byte) (*doc.Doc, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(s.Played, &s.Balance); s.Played != nil && err != nil {
		return nil, err
	}
	if s.Game == "" || s.A.Name == "" || s.B.Name == "" || s.Summary.Readings != len(s.Readings) || s.Summary.Cards != len(s.Cards) {
		return nil, errors.New("its numbers are changed or incomplete")
	}
	d := &doc.Doc{Title: fmt.Sprintf("%s: %s and %s", s.Game, s.A.Name, s.B.Name)}
	d.Add(doc.Lines{"- " + s.A.Name + ": " + s.A.Title, "+ " + s.B.Name + ": " + s.B.Title},
		doc.Text(fmt.Sprintf("%d readings, %d cards, %d declarations and %d scenarios differ.", s.Summary.Readings, s.Summary.Cards, s.Summary.Rules, s.Summary.Scenarios)))
	for _, x := range s.Readings {
		d.Add(&doc.Section{Title: x.Ruling + " · " + x.Question, Blocks: []doc.Block{
			doc.Lines{"- " + x.A.Reading + ": " + x.A.Says, "+ " + x.B.Reading + ": " + x.B.Says},
		}})
	}
	cards := &doc.Section{Title: "Cards"}
	for _, c := range s.Cards {
		one := &doc.Item{Label: c.Card, Text: c.Kind + ", " + c.Change}
		for _, v := range c.Values {
			one.Add(doc.Text(v.Field + ": " + formatPair([2]string{v.A, v.B})))
		}
		cards.Add(one)
	}
	rules := &doc.Section{Title: "Rules", Folded: true}
	for _, r := range s.Rules {
		one := &doc.Item{Text: fmt.Sprintf("%s %s, %s", r.What, r.Name, r.Change)}
		var lines doc.Lines
		for _, hunk := range r.Hunks {
			for _, e := range hunk {
				lines = append(lines, e.Sign+" "+strings.Repeat("  ", e.Depth)+e.Text)
			}
		}
		if lines != nil {
			one.Add(lines)
		}
		rules.Add(one)
	}
	parts := []*doc.Section{cards, rules}
	if s.Scenarios != nil {
		flips := &doc.Section{Title: "Scenarios", Folded: true}
		for _, f := range s.Scenarios.List {
			one := &doc.Item{Label: fmt.Sprintf("%s:%d", f.File, f.Line), Text: f.Scenario}
			if len(f.Pins) > 0 {
				one.Text += " · " + strings.Join(f.Pins, ", ")
			}
			one.Add(doc.Lines{"- " + f.A, "+ " + f.B})
			flips.Add(one)
		}
		parts = append(parts, flips)
	}
	if s.Balance != nil {
		both, err := simulate.ReadComparison(s.Played)
		if err != nil {
			return nil, err
		}
		both.Sides[1].Speak(nil, "")
		plots, err := both.HTML()
		if err != nil {
			return nil, err
		}
		d.Style = template.CSS(simulate.Page + simulate.Style)
		table := &doc.Table{Head: []string{"measure", "", s.A.Name, s.B.Name, ""}}
		for _, x := range s.Balance.Differences {
			real := "may be chance"
			if x.Real {
				real = "differs"
			}
			table.Rows = append(table.Rows, []string{x.Measure, x.Group, x.A.String(), x.B.String(), real})
		}
		parts = append(parts, &doc.Section{Title: fmt.Sprintf("Balance in %d simulated matches of %d players", s.Balance.Games, s.Balance.Players), Blocks: []doc.Block{&doc.Plot{HTML: plots, Table: table}}})
	}
	for _, part := range parts {
		if len(part.Blocks) > 0 {
			d.Add(part)
		}
	}
	return d, nil
}
