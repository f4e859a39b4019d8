package book

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

const (
	perPage  = 9    // cards of 63 × 88 mm on a page, three by three
	mostFace = 2000 // cards on a sheet, or a browser takes minutes to print it
)

// sheet is the content of a sheet of cards to print.
type sheet struct {
	Lang, Title, Mark string
	Styles            template.CSS
	Pages             [][]card.Card
	Cards             int // the number of cards, copies included
}

//go:embed sheet.html
var sheetText string

var sheetTemplate = template.Must(template.New("sheet").Parse(sheetText))

// Sheet returns an HTML page for printing with all cards of some kinds, or of all kinds if none is named: nine cards a
// page, each as often as the game has copies of it, with crop marks. A card shows the clauses of one rule text that no
// other card cites.
func Sheet(g *interpreter.Game, lang string, kinds ...string) ([]byte, error) {
	cards, err := match.PrintedCards(g, lang)
	if err != nil {
		return nil, err
	}
	if len(kinds) > 0 {
		cards = slices.DeleteFunc(cards, func(c match.Printed) bool { return !slices.Contains(kinds, c.Kind) })
	}
	citing := map[string][]string{} // the cards that cite a clause
	for _, c := range cards {
		for _, id := range c.Cites {
			if !slices.Contains(citing[id], c.Card) {
				citing[id] = append(citing[id], c.Card)
			}
		}
	}
	out := sheet{Lang: lang, Title: g.Summary(lang).Name, Mark: Mark, Styles: template.CSS(card.Styles)}
	for _, c := range cards {
		face := card.Of(c.Piece)
		var text []string
		from := "" // the first text with such a clause; others say the same in other words
		for _, id := range c.Cites {
			clause := g.Clause(id)
			if clause == nil || len(citing[id]) > 1 || from != "" && clause.Text.Name != from {
				continue
			}
			from = clause.Text.Name
			text = append(text, clause.Says)
		}
		face.Text = strings.Join(text, " ")
		for range c.Copies {
			if out.Cards%perPage == 0 {
				out.Pages = append(out.Pages, nil)
			}
			page := &out.Pages[len(out.Pages)-1]
			*page = append(*page, face)
			out.Cards++
		}
	}
	switch {
	case out.Cards == 0:
		return nil, fmt.Errorf("%s has no cards to print", g.ID)
	case out.Cards > mostFace:
		return nil, fmt.Errorf("%s has %d cards to print, more than %d; choose kinds with --kind", g.ID, out.Cards,
			mostFace)
	}
	var b bytes.Buffer
	if err := sheetTemplate.Execute(&b, out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
