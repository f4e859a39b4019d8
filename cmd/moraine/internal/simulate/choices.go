package simulate

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// Speak sets the language of the output and uses the names of the game.
func (s *Study) Speak(g *interpreter.Game, lang string) { s.words = NamesIn(g, lang) }

// Title describes the matches.
func (s *Study) Title() string {
	r := Results{Header: s.Header, Policies: s.Policies, Games: s.Games, Matches: Stretch{Of: s.Games}, words: s.words}
	return r.Title()
}

// Cautions explains the columns and the limits of their meaning.
func (s *Study) Cautions() []string {
	out := []string{
		s.words.T("The second column counts the times that the choice is offered in a match. Shares are in percent, with half of their 95 % interval."),
		s.words.T("The win shares with and without a choice compare seats in different situations, such as a strong position that offers the choice. They do not show what the choice causes."),
	}
	if s.Pairs > 0 {
		out = append(out, s.words.T("The last column does: it compares the same match, in which a seat takes the choice where it is first offered, or something else at random, in points of its win share."),
			s.words.T("≠ marks effects that chance hardly explains, although many are compared."))
	}
	return out
}

// row is a choice as it is printed.
type choiceRow struct {
	Request, Option, Offered, Taken, With, Without, Cause string
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
		r := choiceRow{
			Request: s.request(c), Option: s.option(c), Offered: Fixed(c.Offered * million / max(1, s.Games)).Text(2),
			Taken: Fixed(c.Taken * 100 * million / max(1, c.Offered)).Text(1), With: text(c.With), Without: text(c.Without), Cause: text(c.Cause),
		}
		if c.Cause != nil && c.Cause.Value > 0 {
			r.Cause = "+" + r.Cause
		}
		if c.Cause != nil && c.Cause.Sure() {
			r.Cause += " ≠"
		}
		out = append(out, r)
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

// WritePretty writes a study for people.
func (s *Study) WritePretty(w io.Writer) error {
	p := &words.Page{}
	p.Line("%s", s.Title())
	for _, line := range s.Cautions() {
		p.Line("%s", line)
	}
	rows := append([]choiceRow{{
		Option: s.words.T("choice"), Offered: s.words.T("offered"), Taken: s.words.T("taken"),
		With: s.words.T("wins with"), Without: s.words.T("without"), Cause: s.words.T("forced"),
	}}, s.Rows()...)
	columns := func(r choiceRow) []string {
		if s.Pairs == 0 {
			r.Cause = ""
		}
		return []string{r.Option, r.Offered, r.Taken, r.With, r.Without, r.Cause}
	}
	var width [6]int
	for _, r := range rows {
		for i, c := range columns(r) {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	last := ""
	for _, r := range rows {
		if r.Request != last {
			last = r.Request
			p.Line("\n%s", last)
		}
		c := columns(r)
		line := fmt.Sprintf("  %-*s  %*s  %*s  %*s  %*s  %*s", width[0], c[0], width[1], c[1], width[2], c[2], width[3], c[3], width[4], c[4], width[5], c[5])
		p.Line("%s", strings.TrimRight(line, " "))
	}
	return p.To(w)
}

// WriteJSON writes a study for programs.
func (s *Study) WriteJSON(w io.Writer) error { return WriteLines(w, s) }

// WriteCSV writes a row for each choice.
func (s *Study) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"measure", "how", "group", "offered", "taken", "with", "with low", "with high", "without", "without low", "without high", "forced", "cause", "cause low", "cause high"}) // Flush returns the error
	for _, c := range s.Choices {
		row := []string{escape.Cell(c.Request), share, escape.Cell(c.Option), strconv.FormatInt(c.Offered, 10), strconv.FormatInt(c.Taken, 10)}
		for i, e := range []*Estimate{c.With, c.Without, c.Cause} {
			if i == 2 {
				row = append(row, strconv.FormatInt(c.Forced, 10))
			}
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

// WriteHTML writes a study as one self-contained page.
func (s *Study) WriteHTML(w io.Writer) error {
	return pageTemplate().ExecuteTemplate(w, "study", studyPage{s, s.words})
}

type studyPage struct {
	*Study
	words.Names
}
