package table

import (
	"html/template"
	"net/http"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// entryOf is the entry of a card in the rule book.
type entryOf struct {
	match.About
	ID     string
	Hue    string
	Symbol template.HTML
}

// rules serves the rule book of a table's game for players: the first text and all cards. It
// depends only on the rules, so every seat may see it.
func (p *part) rules(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	lang := p.LangOf(r)
	data, heading, err := t.as(eyes, lang).book()
	if err != nil {
		return t.hushed(err, lang)
	}
	return p.page(w, r, serve.Page{Title: lang.T("Rule book"), Heading: heading, Wide: true, Styles: styles}, "rules.html", data)
}

// book returns the data for the rule book of a table.
func (v viewer) book() (data map[string]any, heading string, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.wake(); err != nil {
		return nil, "", err
	}
	m := v.speak(v.lang)
	cards, ids := m.AboutCards()
	kinds, at := [][]entryOf{}, map[string]int{}
	for i, a := range cards {
		e := entryOf{About: a, ID: ids[i], Hue: card.Hue(a.Look), Symbol: template.HTML(card.Symbol(a.Look))}
		if _, known := at[a.Kind]; !known {
			at[a.Kind], kinds = len(kinds), append(kinds, nil)
		}
		kinds[at[a.Kind]] = append(kinds[at[a.Kind]], e)
	}
	sections := m.Sections()
	for i := range sections {
		sections[i].Name = m.Names.Phrase(sections[i].Name)
	}
	return map[string]any{"Sections": sections, "Kinds": kinds, "Link": v.link(v.eyes)}, m.Names.Game(), nil
}
