// Package book writes the rule book of a game as pages that need no server: every clause with the
// steps that carry it out and the scenarios that prove it, passed or failed in a run that is made for
// it, every ruling with its readings, every card with its values and where each comes from.
//
//	book.go     what stands on which page
//	page.html   how a page looks; with style.css and search.js it is all that is written
//
// What is said of a thing is what package explain says of it.
package book

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/cover"
	"moraine/interpreter/explain"
	"moraine/interpreter/internal/printer"
	"moraine/interpreter/scenario"
)

var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	style []byte
	//go:embed search.js
	search []byte
)

// File is a file of a book.
type File struct {
	Name string
	Text []byte
}

// page is one page: chapters of entries.
type page struct {
	File, Title, About string
	Text               string // whose clauses it has; else empty
	Chapters           []*chapter
	book               *book
}

type chapter struct {
	ID, Title string
	Entries   []*entry
}

// entry is all that is said of one thing.
type entry struct {
	ID      string
	Status  cover.Status // of a clause; else empty
	Answers []*explain.Answer
}

type book struct {
	Title    string
	In       string // the configuration, if it is not the game itself
	Lang     string
	Report   *cover.Report
	Pages    []*page
	anchors  map[string]string // by name, PAGE#ID
	statuses map[string]cover.Status
	outcomes map[string]string // by FILE:LINE of a scenario that ran
	explains *explain.Explainer
}

// Make runs the scenarios of a game and writes its book, in memory. A scenario that fails is no
// error: the book shows it.
func Make(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules, lang string, opt scenario.Options) ([]File, error) {
	g, err := rules.Game(opt.Load)
	if err != nil {
		return nil, err
	}
	report, err := cover.Measure(ctx, src, g.ID, opt)
	if err != nil {
		return nil, err
	}
	suite, err := explain.ReadScenarios(src, g.ID)
	if err != nil {
		return nil, err
	}
	b := &book{
		Title: g.Summary(lang).Name, In: scenario.NameOf(opt.Load), Lang: cmp.Or(lang, "en"), Report: report,
		anchors: map[string]string{}, statuses: map[string]cover.Status{}, outcomes: map[string]string{},
	}
	for _, c := range report.Clauses {
		b.statuses[c.ID] = c.Status
	}
	for s := range report.Passing {
		b.outcomes[s.At()] = "passed"
	}
	for _, s := range report.Failing {
		b.outcomes[s.At()] = "failed"
	}
	variants, err := rules.Variants()
	if err != nil {
		return nil, err
	}
	b.explains = explain.New(rules, g, lang, suite)
	b.collect(g, variants)
	return b.files()
}

// collect puts everything that can be explained on its page, in the order of the rules.
func (b *book) collect(g *interpreter.Game, variants []string) {
	add := func(p *page, title string, names []string) {
		c := &chapter{ID: id("chapter " + title), Title: title}
		for _, name := range names {
			if answers, err := b.explains.Answers(name); err == nil && b.anchors[name] == "" {
				c.Entries = append(c.Entries, &entry{id(name), b.statuses[name], answers})
				b.anchors[name] = p.File + "#" + id(name)
			}
		}
		if len(c.Entries) > 0 {
			p.Chapters = append(p.Chapters, c)
		}
	}
	begin := func(file, title, about string) *page {
		p := &page{File: file, Title: title, About: about, book: b}
		b.Pages = append(b.Pages, p)
		return p
	}
	begin("index.html", "Overview", g.Syntax.About)
	for _, text := range g.Syntax.Texts {
		p := begin(id("text "+text.Name)+".html", text.Text, "What it says, in our words: the steps that carry it out, the scenarios that prove it, what it leaves open.")
		p.Text = text.Name
		var sections []string
		in := map[string][]string{}
		for _, c := range g.Syntax.Clauses {
			if c.Text.Name == text.Name {
				if in[c.Section.Name] == nil {
					sections = append(sections, c.Section.Name)
				}
				in[c.Section.Name] = append(in[c.Section.Name], c.Name)
			}
		}
		for _, s := range sections {
			title := s
			for _, l := range g.Syntax.Sections {
				if l.Name == s {
					title = l.Text
				}
			}
			add(p, title, in[s])
		}
	}
	rulings := begin("rulings.html", "What the texts leave open", "Each question with its readings, what the texts say, why one is the default, and which scenarios come out otherwise under another.")
	kinds := map[string][]string{}
	for _, r := range g.Syntax.Rulings {
		subject, _, _ := strings.Cut(r.Name, ".")
		kinds[subject] = append(kinds[subject], r.Name)
	}
	for _, r := range g.Syntax.Rulings {
		subject, _, _ := strings.Cut(r.Name, ".")
		add(rulings, strings.ReplaceAll(subject, "_", " "), kinds[subject])
		delete(kinds, subject)
	}
	cards := begin("cards.html", "Cards", "Each card with its values and where they come from, what it does, and which clauses say so.")
	for _, k := range g.Syntax.Kinds {
		names := []string{k.Name}
		for _, c := range k.Cards {
			names = append(names, c.Name)
		}
		add(cards, k.Name, names)
	}
	steps := begin("steps.html", "Steps", "Each procedure and window as it is in force, with the clauses that its steps cite.")
	var procedures, windows []string
	for _, p := range g.Syntax.Procedures {
		procedures = append(procedures, p.Name)
	}
	for _, w := range g.Syntax.Windows {
		windows = append(windows, w.Name)
	}
	add(steps, "Procedures", procedures)
	add(steps, "Windows", windows)
	changes := begin("variants.html", "Variants", "What each variant changes, and which scenarios come out otherwise.")
	add(changes, "Variants", variants)
	b.Pages = slices.DeleteFunc(b.Pages, func(p *page) bool { return len(p.Chapters) == 0 && p.File != "index.html" })
}

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// files writes the pages.
func (b *book) files() ([]File, error) {
	var out []File
	for _, p := range b.Pages {
		var w bytes.Buffer
		if err := pageTemplate.Execute(&w, p); err != nil {
			return nil, err
		}
		out = append(out, File{p.File, w.Bytes()})
	}
	names := [][2]string{}
	for _, p := range b.Pages {
		for _, c := range p.Chapters {
			for _, e := range c.Entries {
				names = append(names, [2]string{e.Answers[0].Head, p.File + "#" + e.ID})
			}
		}
	}
	index, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	script := slices.Concat([]byte("const index = "), index, []byte(";\n"), search)
	return append(out, File{"style.css", style}, File{"search.js", script}), nil
}

// id is a name as an anchor and as the name of a file.
func id(name string) string { return unsafe.ReplaceAllString(name, "_") }

var unsafe = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

func (p *page) Book() *book { return p.book }

// Count is how many clauses of a text, or of all, have a status.
func (b *book) Count(text string, s cover.Status) int { return b.Report.Count(text, "")[s] }

// Statuses are those of clauses.
func (b *book) Statuses() []cover.Status { return cover.Statuses[:] }

// Linked is a line of an answer with links to what it names.
func (p *page) Linked(s string) template.HTML {
	var out strings.Builder
	at := 0
	for _, m := range word.FindAllStringIndex(s, -1) {
		href := p.book.anchors[s[m[0]:m[1]]]
		if href == "" || !linked.MatchString(s[m[0]:m[1]]) {
			continue
		}
		fmt.Fprintf(&out, `%s<a href="%s">%s</a>`, template.HTMLEscapeString(s[at:m[0]]), template.HTMLEscapeString(href), template.HTMLEscapeString(s[m[0]:m[1]]))
		at = m[1]
	}
	out.WriteString(template.HTMLEscapeString(s[at:]))
	return template.HTML(out.String())
}

var (
	word = regexp.MustCompile(`[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]`)
	// linked are ids of clauses, keys of rulings and names of several words; single words are as
	// often meant as words.
	linked = regexp.MustCompile(`^[A-Z]+-|[a-z][._][a-z]`)
)

// Place tells how the scenario at a place came out: passed or failed; "" of one that did not run,
// and of what is none.
func (p *page) Place(label string) string { return p.book.outcomes[strings.TrimSpace(label)] }

// Step is the step of the rules at a place, on pages of clauses.
func (p *page) Step(label string) []printer.Line {
	if p.Text == "" || !place.MatchString(label) {
		return nil
	}
	answers, err := p.book.explains.Answers(label)
	if err != nil {
		return nil
	}
	for _, part := range answers[0].Parts {
		for _, it := range part.Items {
			if it.Rules != nil {
				return it.Rules
			}
		}
	}
	return nil
}

var place = regexp.MustCompile(`^[^ ]*(cards|variants)/[^ ]+:[0-9]+:[0-9]+$`)

// Name and Rest are the two parts of a heading.
func (p *page) Name(head string) string { name, _, _ := strings.Cut(head, " · "); return name }
func (p *page) Rest(head string) string { _, rest, _ := strings.Cut(head, " · "); return rest }

// Indented is a line of rules, as far in as it stands.
func (p *page) Indented(l printer.Line) template.HTML {
	return template.HTML(strings.Repeat("  ", l.Depth)) + p.Linked(l.Text)
}
