package simulate

import (
	"cmp"
	"encoding/csv"
	"io"
	"strconv"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// Speak sets the language of the output and uses the names of the game.
func (s *Study) Speak(g *interpreter.Game, lang string) { s.words = NamesIn(g, lang) }

// Title describes the matches.
func (s *Study) Title() string {
	r := Results{Header: s.Header, Policies: s.Policies, Games: s.Games,
		Matches: Stretch{From: 1, To: s.Games, Of: s.Games}, words: s.words}
	return r.Title()
}

// Cautions explains the columns and the limits of their meaning.
func (s *Study) Cautions() []string {
	return []string{
		s.words.T("The second column counts the times that the choice is offered in a match. Shares are in percent, with half of their 95 % interval."),
		s.words.T("The win shares with and without a choice compare seats in different situations, such as a strong position that offers the choice. They do not show what the choice causes."),
	}
}

// row is a choice as it is printed.
type choiceRow struct {
	Request, Option, Offered, Taken, With, Without string
}

// Rows returns the choices as they are printed.
func (s *Study) Rows() (out []choiceRow) {
	text := func(e *Estimate) string {
		if e == nil {
			return "–"
		}
		half, decimals := (e.High-e.Low)/2, 1
		if half >= million/10 {
			decimals = 0
		}
		return (e.Value * 100).Text(decimals) + " ±" + (half * 100).Text(decimals)
	}
	for _, c := range s.Choices {
		out = append(out, choiceRow{
			Request: s.request(c), Option: s.option(c), Offered: Fixed(c.Offered * million / max(1, s.Games)).Text(2),
			Taken: Fixed(c.Taken * 100 * million / max(1, c.Offered)).Text(1), With: text(c.With),
			Without: text(c.Without),
		})
	}
	return out
}

// request returns the name of a choice's request.
func (s *Study) request(c Choice) string {
	if s.words.P == nil {
		return words.Plain(c.Request)
	}
	return cmp.Or(s.words.RequestText(c.Request), s.words.Window(c.Request))
}

// option returns the name of a choice's option.
func (s *Study) option(c Choice) string {
	if s.words.P == nil {
		return words.Plain(c.Option)
	}
	if s.words.P.Card(c.Option) != nil {
		return GroupName(s.words, c.Option)
	}
	return s.words.Option(c.Request, c.Option)
}

// Doc describes a study for people.
func (s *Study) Doc() *doc.Doc {
	d := newDoc(s.Title(), s.words)
	for _, line := range s.Cautions() {
		d.Add(doc.Text(line))
	}
	t := &doc.Table{Head: []string{s.words.T("choice"), s.words.T("offered"), s.words.T("taken"),
		s.words.T("wins with"), s.words.T("without")}}
	last := ""
	for _, r := range s.Rows() {
		if r.Request != last {
			last = r.Request
			t.Rows = append(t.Rows, []string{last})
		}
		t.Rows = append(t.Rows, []string{"  " + r.Option, r.Offered, r.Taken, r.With, r.Without})
	}
	d.Add(t)
	return d
}

// WriteJSON writes a study for programs.
func (s *Study) WriteJSON(w io.Writer) error { return WriteLines(w, s) }

// WriteCSV writes a row for each choice.
func (s *Study) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	// Flush returns the error
	_ = out.Write([]string{"measure", "how", "group", "offered", "taken", "with", "with low", "with high", "without",
		"without low", "without high"})
	for _, c := range s.Choices {
		row := []string{escape.Cell(c.Request), share, escape.Cell(c.Option), strconv.FormatInt(c.Offered, 10),
			strconv.FormatInt(c.Taken, 10)}
		for _, e := range []*Estimate{c.With, c.Without} {
			if e == nil {
				row = append(row, "", "", "")
				continue
			}
			row = append(row, e.Value.Text(6), e.Low.Text(6), e.High.Text(6))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}
