package engine

import (
	"encoding/json"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter/match"
)

// The functions below describe a match to a seat, for the methods of the engine and for other
// servers. Their results have the form that the schema of the engine describes.

// OpenQuestion returns the open question without texts, as members of a JSON object, or nil.
func OpenQuestion(m *match.Match) []byte {
	var a match.Ask
	if !m.Ask(&a) {
		return nil
	}
	return appendAsk(nil, m, &a)
}

// Question returns the open question in words, or nil.
func Question(m *match.Match) any {
	var a match.Ask
	m.Ask(&a)
	if q := questionOf(m, a.Options); q != nil {
		return q
	}
	return nil
}

// View returns the table as a viewer sees it: by ids, or in words.
func View(m *match.Match, eyes int32, words bool) any {
	if words {
		return viewOf(m, eyes)
	}
	return json.RawMessage(m.AppendTable(nil, eyes))
}

// Numbers converts an answer to the open question to numbers of options.
func Numbers(m *match.Match, answer json.RawMessage) ([]int32, error) {
	var a match.Ask
	m.Ask(&a)
	all, err := choices(answer)
	if err != nil {
		return nil, err
	}
	return numbers(&a, actParams{Options: all})
}

// offerData is a side offer.
type offerData struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Refused string `json:"refused,omitempty" jsonschema:"why it cannot be made now"`
}

// Offers returns the side offers of a seat.
func Offers(m *match.Match, seat int32) any {
	all := []offerData{}
	for _, name := range m.Offers() {
		l := offerData{ID: name, Title: m.Names.Procedure(name)}
		if err := m.MayOffer(seat, name); err != nil {
			l.Refused = err.Error()
		}
		all = append(all, l)
	}
	return all
}

// lineData is a line of a log.
type lineData struct {
	Text    string   `json:"text"`
	Clauses []string `json:"clauses,omitempty"`
}

// logData is a part of a log.
type logData struct {
	Lines []lineData `json:"lines"`
	Next  int        `json:"next"`
}

// Log returns the lines of a log from a number on. log is the index of its recipient in the match. Lines without a text
// are left out, because they would reveal which seats could not play.
func Log(m *match.Match, log, from int) any {
	all := []lineData{}
	for _, l := range m.Log(log) {
		if l.Text != "" {
			all = append(all, lineData{l.Text, l.Clauses})
		}
	}
	return logData{all[min(max(0, from), len(all)):], len(all)}
}

// Length returns the number of lines of a log, as Log counts them.
func Length(m *match.Match, log int) (n int) {
	for _, l := range m.Log(log) {
		if l.Text != "" {
			n++
		}
	}
	return n
}

// rowData is a value of each player that the game shows at the end.
type rowData struct {
	Label  string   `json:"label"`
	Values []string `json:"values" jsonschema:"one for each seat"`
}

// resultData is the result of a match.
type resultData struct {
	Over      bool      `json:"over"`
	Winners   []string  `json:"winners,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	Rows      []rowData `json:"rows,omitempty"`
	Decisions int       `json:"decisions" jsonschema:"so far, including those of dice and bots"`
}

// Result returns the result of a match as JSON data, or nil if it is not over.
func Result(m *match.Match) any {
	d := resultData{Over: m.Over(), Decisions: len(m.Decisions())}
	if r := m.Result(); r != nil {
		d.Reason = r.Reason
		for _, w := range r.Winners {
			d.Winners = append(d.Winners, m.IDs[w])
		}
		for _, row := range r.Rows {
			d.Rows = append(d.Rows, rowData{row.Label, row.Values})
		}
	}
	return d
}

// text returns the table as text.
func text(m *match.Match, eyes int32) any {
	return textData{play.Table(m, eyes)}
}
