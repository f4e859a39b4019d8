package explain

import (
	"strings"

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
		out = append(out, Result{h.ID, e.n.T(h.Kind), h.Title})
	}
	return out
}

func (e *Explainer) index() *search.Index {
	if e.found == nil {
		e.found = search.New(e.entries())
	}
	return e.found
}

// Index returns everything that Search can find, and its index as data.
func (e *Explainer) Index() (out []Result, data *search.Data) {
	for _, entry := range e.index().Entries() {
		out = append(out, Result{entry.ID, e.n.T(entry.Kind), entry.Title})
	}
	return out, e.index().Data()
}

// Weights of the parts of an entry, and factors for entries that rarely answer a question.
const (
	byName    = 3
	bySubject = 1.5
	byDetail  = 0.5
	seldom    = 0.6
	sample    = 0.4
)

// entries returns everything that can be found.
func (e *Explainer) entries() (out []search.Entry) {
	at := map[string]int{}
	add := func(kind, id, title string, prior float64, texts ...search.Text) {
		if kind != "scenario" && e.topics[id] == nil {
			return
		}
		if i, known := at[id]; known { // things with the same name are explained together
			out[i].Texts = append(out[i].Texts, texts...)
			if kind == inWords && title != "" && out[i].Kind != "card" {
				out[i].Title = title
			}
			return
		}
		at[id] = len(out)
		if kind != "clause" && kind != "scenario" {
			texts = append(texts, search.Text{Words: id, Weight: bySubject})
		}
		out = append(out, search.Entry{ID: id, Kind: kind, Title: title, Prior: prior, Texts: texts})
	}
	s := e.g.Syntax
	for _, c := range s.Clauses {
		add("clause", c.Name, c.Says, 0, search.Text{Words: c.Topic}, search.Text{Words: c.Says}, search.Text{Words: syntax.LabelOf(s.Sections, c.Section.Name), Weight: byDetail})
	}
	for _, r := range s.Rulings {
		texts := []search.Text{{Words: r.Question, Weight: bySubject}, {Words: r.Why, Weight: byDetail}}
		for _, reading := range r.Readings {
			texts = append(texts, search.Text{Words: reading.Text, Weight: byDetail})
		}
		prior := 0.0
		if r.Kind != "rule" { // a ruling about numbers of cards, or about words
			prior = seldom
		}
		add("ruling", r.Name, r.Question, prior, texts...)
	}
	e.eachThing(add)
	e.eachQuestion(add)
	for _, sc := range e.suite.All {
		add("scenario", sc.File, sc.Name, sample, search.Text{Words: sc.Name})
	}
	return out
}

// inWords is the sort of an entry for a request or an option.
const inWords = "step"

// addEntry adds an entry, if it can be explained.
type addEntry func(kind, id, title string, prior float64, texts ...search.Text)

// eachThing adds cards, kinds, procedures, windows, declarations and variants.
func (e *Explainer) eachThing(add addEntry) {
	s := e.g.Syntax
	for _, k := range s.Kinds {
		add("kind", k.Name, e.n.Named(k.Names, k.Name), seldom, inLanguages(k.Names, byName, true)...)
		for _, c := range k.Cards {
			texts := append(inLanguages(c.Names, byName, true), inLanguages(k.Names, byDetail, false)...)
			for _, id := range c.Cites {
				if clause := e.g.Clause(id.Name); clause != nil && clause.Normative {
					texts = append(texts, search.Text{Words: clause.Says, Weight: byDetail})
				}
			}
			add("card", c.Name, e.n.Named(c.Names, c.Name)+" ("+e.n.Named(k.Names, k.Name)+")", 0, texts...)
		}
	}
	for _, p := range s.Procedures {
		add("procedure", p.Name, words.Title(e.n.Procedure(p.Name)), 0, search.Text{Words: p.Name, Weight: bySubject})
	}
	for _, w := range s.Windows {
		add("window", w.Name, words.Title(e.n.Named(w.Names, w.Name)), 0, inLanguages(w.Names, bySubject, true)...)
	}
	for _, d := range e.x.declared {
		add(d.what, d.name(), words.Title(e.n.Phrase(d.name())), seldom)
	}
	for _, v := range e.variants {
		add("variant", v.Name, strings.TrimSpace(e.n.Named(v.Names, v.Name)+". "+v.About), 0, append(inLanguages(v.Names, bySubject, true), search.Text{Words: v.About})...)
	}
}

// eachQuestion adds the game's texts for requests, options, fields and zones, in each language.
func (e *Explainer) eachQuestion(add addEntry) {
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
		add(inWords, id, title, 0, texts...)
	}
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

// Results formats the search results of a game.
func (e *Explainer) Results(game string, found []Result, width int) string {
	out := &words.Page{Width: width}
	for _, f := range found {
		out.Wrap("  "+f.Name+" · "+f.Kind+"  ", 6, f.Says)
	}
	if len(found) > 0 {
		out.Wrap("", 2, e.n.T("More: moraine explain %s %s", game, found[0].Name))
	}
	return out.String()
}

// Searches reports whether an unknown name should be searched as words: it is neither a prefix
// of a name nor a name in a variant.
func (u *Unknown) Searches() bool { return u.Has == "" && (u.Near || len(u.Among) == 0) }
