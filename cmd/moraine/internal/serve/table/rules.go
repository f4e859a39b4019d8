package table

import (
	"net/http"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// entryOf is the entry of a card in the rule book.
type entryOf struct {
	match.About
	ID   string
	Hue  string
	Card card.Card
}

// actOf is an option that the rules give to players, with its effect.
type actOf struct{ Name, Then string }

// mostActs limits the options on the summary of a game.
const mostActs = 14

// actsIn returns the options of a game for which the game describes a consequence. Options of the largest choice come
// first.
func actsIn(m *match.Match) (out []actOf) {
	mays := slices.Clone(m.Names.P.Mays())
	if i := largest(mays, func(i int) int { return len(mays[i].Options) }); i > 0 {
		mays[0], mays[i] = mays[i], mays[0]
	}
	for _, may := range mays {
		owner, _, _ := strings.Cut(may.Request, ".")
		for _, o := range may.Options {
			a := actOf{m.Names.Option(may.Request, o.Name), m.Names.Then(owner + "." + o.Name)}
			if a.Then != "" && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out[:min(len(out), mostActs)]
}

// largest returns the index of the first element with the greatest size, or -1 for an empty list.
func largest[T any](all []T, size func(i int) int) int {
	at := -1
	for i := range all {
		if at < 0 || size(i) > size(at) {
			at = i
		}
	}
	return at
}

// rules serves the rule book of a table's game for players: the first text and all cards. It
// depends only on the rules, so every seat may see it.
func (p *part) rules(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	lang := p.LangOf(r)
	data, heading, err := t.as(eyes, lang).book()
	if err != nil {
		return t.hushed(err, lang)
	}
	return p.page(w, r, serve.Page{Title: lang.T("Rule book"), Heading: heading, Wide: true, Styles: styles},
		"rules.html", data)
}

// book returns the data for the rule book of a table.
func (v viewer) book() (data map[string]any, heading string, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.wake(); err != nil {
		return nil, "", err
	}
	return v.logs.book(v.lang, v.link(v.eyes)), v.m.Names.Game(), nil
}

// rulesOf serves the same for a game in the lobby.
func (p *part) rulesOf(w http.ResponseWriter, r *http.Request) error {
	id, err := p.GameOf(r)
	if err != nil {
		return err
	}
	g, _, err := p.Game(id, p.rulesFor(id))
	if err != nil {
		return err
	}
	least, _ := g.Players()
	h := match.Header{Game: id, Seed: 1, Players: least, IDs: g.Seats()[:least],
		Seats: slices.Repeat([]string{match.Human}, least)}
	m, err := match.New(g, h, match.Options{Context: r.Context(), Page: true})
	if err != nil {
		return err
	}
	lang := p.LangOf(r)
	data := (&logs{m: m}).book(lang, p.Root())
	data["Lobby"] = true
	return p.page(w, r, serve.Page{Title: lang.T("Rule book"), Game: id, Wide: true, Styles: styles}, "rules.html",
		data)
}

// rulesFor returns the configuration in which the lobby offers a game.
func (p *part) rulesFor(id string) interpreter.Options {
	if p.Only == id {
		return p.Options.Rules
	}
	return interpreter.Options{}
}

// book returns the data for the rule book in a language: a summary, all cards and the first text.
func (t *logs) book(lang serve.Lang, link string) map[string]any {
	m := t.speak(lang)
	cards, ids := m.AboutCards()
	kinds, at := [][]entryOf{}, map[string]int{}
	for i, a := range cards {
		e := entryOf{About: a, ID: ids[i], Hue: card.Hue(a.Look),
			Card: card.Card{Name: words.Title(a.Name), Look: a.Look, Values: a.Values}}
		if _, known := at[a.Kind]; !known {
			at[a.Kind], kinds = len(kinds), append(kinds, nil)
		}
		kinds[at[a.Kind]] = append(kinds[at[a.Kind]], e)
	}
	sections := m.Sections()
	for i := range sections {
		sections[i].Name = m.Names.Phrase(sections[i].Name)
	}
	return map[string]any{"Goal": t.goal(), "Acts": actsIn(m), "Sections": sections, "Kinds": kinds, "Link": link}
}
