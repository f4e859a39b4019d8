package explain

import (
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/search"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Result is a search result: a name for Explain, with its sort and a sentence about it.
type Result struct{ Name, Kind, Says string }

// Search returns the clauses, rulings, cards, steps, declarations, variants and scenarios that
// match some words best. Words match in any form, in each language, and by synonyms. Unless
// exact is set, misspelt words match, too.
func (e *Explainer) Search(query string, most int, exact bool) (out []Result) {
	for _, h := range e.index().Find(query, e.n.Lang, most, exact) {
		out = append(out, Result{Name: h.ID, Kind: e.n.T(h.Kind), Says: h.Title})
	}
	return out
}

func (e *Explainer) index() *search.Index {
	if e.found == nil {
		e.found = search.New(entriesOf(e))
	}
	return e.found
}

// Index returns everything that Search can find, and its index as data.
func (e *Explainer) Index() (out []Result, data *search.Data) {
	for _, entry := range e.index().Entries() {
		out = append(out, Result{Name: entry.ID, Kind: e.n.T(entry.Kind), Says: entry.Title})
	}
	return out, e.index().Data()
}

// Weights of the parts of an entry, and factors for entries that rarely answer a question.
const (
	byName    = 3
	bySubject = 1.5
	byDetail  = 0.5
	byClause  = 0.05 // supplements the texts of a ruling
	seldom    = 0.6
	sample    = 0.4
)

// entries collects everything that can be found.
type entries struct {
	names *catalog
	at    map[string]int // by id, in out
	out   []search.Entry
}

func entriesOf(e *Explainer) []search.Entry {
	c := &entries{names: e.catalog, at: map[string]int{}}
	c.addTexts(e)
	c.addThings(e)
	c.addQuestions(e)
	for _, sc := range e.suite.All {
		c.add("scenario", sc.File, sc.Name, sample, search.Text{Words: sc.Name})
	}
	return c.out
}

// add adds an entry, if it can be explained.
func (c *entries) add(kind, id, title string, prior float64, texts ...search.Text) {
	if kind != "scenario" && c.names.topics[id] == nil {
		return
	}
	if i, known := c.at[id]; known { // things with the same name are explained together
		c.out[i].Texts = append(c.out[i].Texts, texts...)
		if kind == inWords && title != "" && c.out[i].Kind != "card" {
			c.out[i].Title = title
		}
		return
	}
	c.at[id] = len(c.out)
	if kind != "clause" && kind != "scenario" {
		texts = append(texts, search.Text{Words: id, Weight: bySubject})
	}
	c.out = append(c.out, search.Entry{ID: id, Kind: kind, Title: title, Prior: prior, Texts: texts})
}

// inWords is the sort of an entry for a request or an option.
const inWords = "step"

// addTexts adds clauses and rulings.
func (c *entries) addTexts(e *Explainer) {
	s := e.g.Syntax
	for _, clause := range s.Clauses {
		c.add("clause", clause.Name, clause.Says, 0, search.Text{Words: clause.Topic}, search.Text{Words: clause.Says})
		c.add("clause", clause.Name, clause.Says, 0,
			e.inLanguages(syntax.LabelOf(s.Sections, clause.Section.Name), byDetail)...)
	}
	for _, r := range s.Rulings {
		texts := []search.Text{{Words: r.Question, Weight: bySubject, Question: true}, {Words: r.Why, Weight: byDetail}}
		for _, reading := range r.Readings {
			texts = append(texts, search.Text{Words: reading.Text, Weight: byDetail})
		}
		for _, text := range r.Texts {
			texts = append(texts, e.says(text.Clauses, byClause)...)
		}
		prior := 0.0
		if r.Kind != "rule" { // a ruling about numbers of cards, or about words
			prior = seldom
		}
		c.add("ruling", r.Name, r.Question, prior, texts...)
	}
}

// says returns the texts of normative clauses.
func (e *Explainer) says(cites []syntax.Ident, weight float64) (out []search.Text) {
	for _, id := range cites {
		if clause := e.g.Clause(id.Name); clause != nil && clause.Normative {
			out = append(out, search.Text{Words: clause.Says, Weight: weight})
		}
	}
	return out
}

// addThings adds cards, kinds, procedures, windows, declarations and variants.
func (c *entries) addThings(e *Explainer) {
	s := e.g.Syntax
	for _, k := range s.Kinds {
		c.add("kind", k.Name, e.n.Named(k.Names, k.Name), seldom, inLanguages(k.Names, byName, true)...)
		for _, card := range k.Cards {
			texts := append(inLanguages(card.Names, byName, true), inLanguages(k.Names, byDetail, false)...)
			texts = append(texts, e.says(card.Cites, byDetail)...)
			c.add("card", card.Name, e.n.Named(card.Names, card.Name)+" ("+e.n.Named(k.Names, k.Name)+")", 0, texts...)
		}
	}
	for _, p := range s.Procedures {
		c.add("procedure", p.Name, words.Title(e.n.Procedure(p.Name)), 0, search.Text{Words: p.Name, Weight: bySubject})
	}
	for _, w := range s.Windows {
		c.add("window", w.Name, words.Title(e.n.Named(w.Names, w.Name)), 0, inLanguages(w.Names, bySubject, true)...)
	}
	for _, d := range e.x.declared {
		c.add(d.what, d.name(), words.Title(e.n.Phrase(d.name())), seldom)
	}
	for _, v := range e.variants {
		c.add("variant", v.Name, strings.TrimSpace(e.n.Named(v.Names, v.Name)+". "+v.About), 0,
			append(inLanguages(v.Names, bySubject, true), search.Text{Words: v.About})...)
	}
}

// addQuestions adds the game's texts for requests, options, fields and zones, in each language.
func (c *entries) addQuestions(e *Explainer) {
	for _, q := range e.g.Syntax.Asks {
		id, asked := q.Name, false
		if owner, rest, inside := strings.Cut(q.Name, "."); inside {
			if id = owner + "/" + rest; e.topics[id] == nil {
				id, asked = owner, true
			}
		}
		texts := append(inLanguages(q.Names, bySubject, true), inLanguages(q.About, 1, false)...)
		texts = append(append(texts, inLanguages(q.Then, 1, false)...), inLanguages(q.Stage, 1, false)...)
		if q.Names["en"] == "" {
			texts = append(texts, search.Text{Words: id, Weight: bySubject, Name: true})
		}
		title := words.Title(e.n.Named(q.Names, words.Plain(q.Name)))
		if more := e.n.Named(q.About, e.n.Named(q.Then, "")); more != "" {
			title += ": " + more
		}
		if asked { // its procedure has a title of its own, and also asks other questions
			title = ""
			for i := range texts {
				texts[i].Weight *= byDetail
			}
		}
		c.add(inWords, id, title, 0, texts...)
	}
}

// inLanguages returns a text of the game with its translations.
func (e *Explainer) inLanguages(text string, weight float64) []search.Text {
	names := syntax.Names{"en": text}
	for _, lang := range search.Languages {
		if other := (words.Names{P: e.n.P, Lang: lang}).Phrase(text); other != words.Plain(text) && other != text {
			names[lang] = other
		}
	}
	return inLanguages(names, weight, false)
}

// inLanguages converts names to texts.
func inLanguages(names syntax.Names, weight float64, translations bool) (out []search.Text) {
	for _, lang := range search.Languages {
		if names[lang] != "" {
			out = append(out, search.Text{Lang: lang, Words: names[lang], Weight: weight, Name: translations})
		}
	}
	return out
}

// Results describes the search results of a game, of which there is at least one.
func (e *Explainer) Results(game string, found []Result) *doc.Section {
	out := &doc.Section{}
	for _, f := range found {
		out.Add(&doc.Item{Label: f.Name + " · " + f.Kind, Text: f.Says})
	}
	out.Add(doc.Text(e.n.T("More: moraine explain %s %s", game, found[0].Name)))
	return out
}

// Searches reports whether an unknown name should be searched as words: it is neither a prefix
// of a name nor a name in a variant.
func (u *Unknown) Searches() bool { return u.Has == "" && (u.Near || len(u.Among) == 0) }
