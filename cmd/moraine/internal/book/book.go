// Package book generates the rule book of a game: every clause with the steps that implement it
// and the scenarios that prove it; every ruling with its readings, the positions of the texts
// and the flips under each reading; every card with its values and their origins; every
// scenario as written, with its result. It writes static pages, or single pages for a server.
//
//	book.go       the pages, their entries, and where links lead
//	page.go       the functions that templates call
//	scenarios.go  scenarios as written, and their results
//	sheet.go      cards for printing
//	*.html        the templates; style.css and book.js go with them
//
// The content of an entry comes from package explain.
package book

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

//go:embed style.css book.js search.js
var assets embed.FS

//go:embed *.html
var sources embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"arguments": func(list ...any) []any { return list },
		"depth":     func(n int) int { return min(n, 6) },
	}).ParseFS(sources, "*.html"))
})

// File is a file of a book.
type File struct {
	Name string
	Text []byte
}

// Book holds the content of the rule book of one configuration of a game.
type Book struct {
	words.Names
	Game   *interpreter.Game
	Title  string
	In     string // the configuration; "" for the plain game
	Pages  []*Page
	Report *cover.Report // nil if coverage was not measured
	// Runs holds the results of the scenarios; nil or empty if they did not run.
	Runs *scenario.Results
	Try  bool // the static pages offer to run the game in the browser
	// Drafts holds the variants that the browser cannot try: no scenario names them, so their files are left out.
	Drafts map[string]bool

	anchors   map[string]string // name → PAGE#ID
	scenarios map[string]*Scenario
	flips     map[string][]Flip // flips by the single reading or variant that causes them
	together  map[string]int    // number of further flips that need several readings or variants together
	statuses  map[string]cover.Status
	explains  *explain.Explainer
}

// Page is one page: chapters of entries.
type Page struct {
	*Book
	File, Title, Lead string
	Text              string // the text whose clauses the page lists, or ""
	Chapters          []*Chapter
	Live              *Live // nil for a static page

	about   *Entry // the entry being written
	answers []*explain.Answer
	edited  map[string]bool // FILE:LINE of changed steps
}

// Chapter is a part of a page with a heading.
type Chapter struct {
	ID, Title string
	Entries   []*Entry
}

// Entry is one explained thing: a clause, a card, a step, and so on.
type Entry struct {
	ID, Name string
	Says     string // further words for the search
	Sort     Sort
	Scenario *Scenario // only for scenarios
}

// Sort is the type of an entry. Each type has a template.
type Sort string

const (
	OfClause   Sort = "clause"
	OfRuling   Sort = "ruling"
	OfCard     Sort = "card"
	OfScenario Sort = "scenario"
	OfRest     Sort = "rest"
)

// New returns the book of a configuration of a game.
func New(rules *interpreter.Rules, suite *explain.Scenarios, lang string, opt interpreter.Options) (*Book, error) {
	g, err := rules.Game(opt)
	if err != nil {
		return nil, err
	}
	variants, err := rules.Variants()
	if err == nil {
		err = rules.VariantFaults().Err()
	}
	if err != nil {
		return nil, err
	}
	explains, err := explain.New(rules, g, lang, suite)
	if err != nil {
		return nil, err
	}
	b := &Book{
		Names: g.Names(cmp.Or(lang, "en")), Game: g, Title: g.Summary(lang).Name, In: scenario.NameOf(opt),
		anchors: map[string]string{}, scenarios: map[string]*Scenario{}, flips: map[string][]Flip{},
		together: map[string]int{}, explains: explains,
	}
	b.collect(variants)
	b.collectScenarios(suite.All)
	b.Pages = slices.DeleteFunc(b.Pages, func(p *Page) bool { return len(p.Chapters) == 0 && p.File != "index.html" })
	return b, nil
}

// Changes compares the configuration of a book, which has the given options, with the plain game. known has the results
// in the plain game. It returns nil for the plain game.
func (b *Book) Changes(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules, known *scenario.Known,
	opt interpreter.Options) (*diff.Report, error) {
	if b.In == "" {
		return nil, nil
	}
	plain, err := rules.Game(interpreter.Options{})
	if err != nil {
		return nil, err
	}
	side := func(name string, g *interpreter.Game, opt interpreter.Options, known *scenario.Known) diff.Side {
		return diff.Side{Name: name,
			Side: scenario.Side{Sources: src, Rules: rules, Options: opt, Game: g, Known: known}}
	}
	was, is := side(b.Game.ID, plain, interpreter.Options{}, known), side(b.In, b.Game, opt, nil)
	changed, err := diff.Compare(ctx, was, is, diff.Options{Lang: b.Lang, Scenarios: true})
	var diags interpreter.Diagnostics
	if errors.As(err, &diags) { // errors in the scenarios
		changed, err = diff.Compare(ctx, was, is, diff.Options{Lang: b.Lang})
	}
	return changed, err
}

// Ran adds the results of the scenarios and their coverage.
func (b *Book) Ran(runs *scenario.Results, report *cover.Report) {
	b.Runs, b.Report, b.statuses = runs, report, map[string]cover.Status{}
	if report != nil {
		for _, c := range report.Clauses {
			b.statuses[c.ID] = c.Status
		}
	}
	for _, s := range b.scenarios {
		s.Cases, s.Failed, s.Passed, s.asked = 0, nil, 0, map[string]bool{}
	}
	if runs == nil {
		return
	}
	for _, c := range runs.Cases {
		if s := b.scenarios[c.Where()]; s != nil {
			s.add(c)
		}
	}
}

func (b *Book) begin(file, title, lead string) *Page {
	p := &Page{Book: b, File: file, Title: title, Lead: lead}
	b.Pages = append(b.Pages, p)
	return p
}

// add adds an entry to the chapter with a title, unless the book contains the entry already.
func (p *Page) add(sort Sort, title, name, says string) {
	if !p.explains.Has(name) || p.anchors[name] != "" {
		return
	}
	i := slices.IndexFunc(p.Chapters, func(c *Chapter) bool { return c.Title == title })
	if i < 0 {
		i = len(p.Chapters)
		p.Chapters = append(p.Chapters, &Chapter{ID: id("chapter " + title), Title: title})
	}
	e := &Entry{ID: id(name), Name: name, Says: says, Sort: sort}
	p.Chapters[i].Entries = append(p.Chapters[i].Entries, e)
	p.anchors[name] = p.File + "#" + e.ID
}

// collect distributes everything that can be explained to pages, in the order of the rules.
func (b *Book) collect(variants []string) {
	g := b.Game.Syntax
	b.begin("index.html", b.T("Overview"), cmp.Or(b.About(b.Game.ID), g.About))
	for _, text := range g.Texts {
		p := b.begin(id("text "+text.Name)+".html", words.Title(text.Text),
			b.T("What it says, in our words: the steps that carry it out, the scenarios that prove it, what it leaves open."))
		p.Text = text.Name
		for _, c := range g.Clauses {
			if c.Text.Name == text.Name {
				p.add(OfClause, syntax.LabelOf(g.Sections, c.Section.Name), c.Name, c.Says)
			}
		}
	}
	rulings := b.begin("rulings.html", b.T("Rulings"),
		b.T("Questions that the rule texts leave open. Each has its readings, the clauses of the texts, the reason for the default reading, and the scenarios with another outcome under a different reading."))
	for _, r := range g.Rulings {
		subject, _, _ := strings.Cut(r.Name, ".")
		rulings.add(OfRuling, words.Title(words.Plain(subject)), r.Name, r.Question)
	}
	for _, r := range b.explains.OwnRulings() {
		rulings.add(OfRest, b.T("Rulings of variants"), r.Name, r.Question)
	}
	cards := b.begin("cards.html", b.T("Cards"),
		b.T("All cards with their values and sources, their effects, and the clauses for them."))
	for _, k := range b.P.Kinds {
		cards.add(OfRest, words.Title(b.Kind(k)), k.Name, b.Kind(k))
		for _, c := range k.Cards {
			cards.add(OfCard, words.Title(b.Kind(k)), c.Name, b.Card(c))
		}
	}
	steps := b.begin("steps.html", b.T("Steps"),
		b.T("All procedures and windows of this configuration, with the clauses that their steps cite."))
	for _, p := range g.Procedures {
		steps.add(OfRest, b.T("Procedures"), p.Name, "")
	}
	for _, w := range g.Windows {
		steps.add(OfRest, b.T("Windows"), w.Name, "")
	}
	rest := b.begin("words.html", b.T("Words"), b.T("Fields, zones, formulas, measures, bots and invariants."))
	for _, sort := range [][2]string{{"field", b.T("Fields")}, {"zone", b.T("Zones")}, {"formula", b.T("Formulas")},
		{"invariant", b.T("Invariants")}, {"measure", b.T("Measures")}, {"bot", b.T("Bots")}} {
		for _, name := range b.explains.Declared(sort[0]) {
			rest.add(OfRest, sort[1], name, "")
		}
	}
	changes := b.begin("variants.html", b.T("Variants"),
		b.T("All variants with their changes, and the scenarios with another outcome under them."))
	for _, name := range variants {
		changes.add(OfRest, b.T("Variants"), name, "")
	}
}

// Page returns the page of a file, or nil.
func (b *Book) Page(file string) *Page {
	if i := slices.IndexFunc(b.Pages, func(p *Page) bool { return p.File == file }); i >= 0 {
		return b.Pages[i]
	}
	return nil
}

// Write returns a complete static page.
func (p *Page) Write() (string, error) { return p.With(nil).write("page.html") }

// Body returns a page as the body of a page of the server.
func (p *Page) Body(live *Live) (string, error) { return p.With(live).write("body") }

func (p *Page) write(name string, arguments ...any) (string, error) {
	var w strings.Builder
	var data any = p
	if len(arguments) > 0 {
		data = append([]any{p}, arguments...)
	}
	err := templates().ExecuteTemplate(&w, name, data)
	return w.String(), err
}

// Elements returns the parts of a page that may change while it is open, by element id: of its entries, those chosen by
// which, or all if it is nil.
func (p *Page) Elements(live *Live, which func(*Entry) bool) (map[string]string, error) {
	out := map[string]string{}
	p = p.With(live)
	var err error
	put := func(id, name string, arguments ...any) {
		if err == nil {
			out[id], err = p.write(name, arguments...)
		}
	}
	put("book-menu", "menu")
	put("book-state", "state")
	put("book-head", "head")
	put("book-foot", "foot")
	if p.File == "index.html" {
		put("book-sum", "overview")
	}
	for _, c := range p.Chapters {
		for _, e := range c.Entries {
			if which == nil || which(e) {
				put(e.ID, "entry", e)
			}
		}
	}
	return out, err
}

// With returns the page with additions.
func (p *Page) With(live *Live) *Page {
	shown := *p
	shown.Live = live
	return &shown
}

// Files returns all pages with their assets. look is the style sheet shared by all pages of
// Moraine.
func (b *Book) Files(look []byte) ([]File, error) {
	out := b.Assets()
	out[0] = Style(look)
	for i := range out[1:] {
		out[1+i].Text = slices.Concat([]byte("/* "+Mark+" */\n"), out[1+i].Text)
	}
	for _, p := range b.Pages {
		text, err := p.Write()
		if err != nil {
			return nil, err
		}
		out = append(out, File{p.File, []byte(text)})
	}
	if !b.Try {
		return out, nil
	}
	page, err := b.playPage()
	return append(out, page), err
}

// Style returns the style sheet of a book. look is the style sheet shared by all pages of Moraine.
func Style(look []byte) File {
	text, _ := assets.ReadFile("style.css") // cannot fail: it is embedded
	return File{"style.css", slices.Concat([]byte("/* "+Mark+" */\n"), look, text)}
}

// Mark is a text at the beginning of every file of a book. It shows that a later book may replace the file.
const Mark = "generated by moraine book"

// SourceFile is a file of the game that the playground shows before its start.
type SourceFile struct {
	Path, Text string
	Open       bool // not folded
}

// Playground returns the page on which a game is written and tested.
func Playground(names words.Names, files []SourceFile) (string, error) {
	var w strings.Builder
	err := templates().ExecuteTemplate(&w, "playground.html", struct {
		words.Names
		Try   bool
		Title string // of a page with a rule book, or ""
		Files []SourceFile
	}{Names: names, Try: true, Files: files})
	return w.String(), err
}

// playPage returns the page on which a match of the game is played against a bot.
func (b *Book) playPage() (File, error) {
	var w strings.Builder
	err := templates().ExecuteTemplate(&w, "play.html", b)
	return File{"play.html", []byte(w.String())}, err
}

// IsPart reports whether a text is the beginning of a file of a book.
func IsPart(beginning []byte) bool { return bytes.Contains(beginning, []byte(Mark)) }

// Assets returns the style sheet, the script and the search index.
func (b *Book) Assets() (out []File) {
	for _, name := range []string{"style.css", "book.js"} {
		text, _ := assets.ReadFile(name) // cannot fail: it is embedded
		out = append(out, File{name, text})
	}
	return append(out, File{"index.js", b.index()})
}

// index returns the script for the search: the entries, the words in them, and the ranking. Of
// the largest game it has 423 KB (99 KB compressed), and is fetched when the field is entered.
func (b *Book) index() []byte {
	var found [][4]string // sort, name, text, anchor; results with words come first
	of := map[string]*Entry{}
	for _, p := range b.Pages {
		for _, c := range p.Chapters {
			for _, e := range c.Entries {
				of[b.anchors[e.Name]] = e
			}
		}
	}
	shown := map[string]bool{}
	entries, words := b.explains.Index()
	for _, e := range entries {
		at, sort := b.anchors[e.Name], Sort("")
		if in := of[at]; in != nil {
			sort, shown[at] = in.Sort, true
		}
		found = append(found, [4]string{string(sort), e.Name, e.Says, at})
	}
	for _, p := range b.Pages {
		for _, c := range p.Chapters {
			for _, e := range c.Entries {
				if at := b.anchors[e.Name]; !shown[at] {
					found = append(found, [4]string{string(e.Sort), e.Name, e.Says, at})
				}
			}
		}
	}
	rank, _ := assets.ReadFile("search.js") // cannot fail: it is embedded
	list, _ := json.Marshal(found)          // cannot fail for strings and numbers
	data, _ := json.Marshal(words)
	return slices.Concat([]byte("const found = "), list, []byte(";\nconst words = "), data, []byte(";\n"), rank)
}

// id converts a name to an anchor and file name. It avoids the names of the book's own pages.
func id(name string) string {
	if name == "main" || name == "notes" {
		return name + "_"
	}
	return unsafe.ReplaceAllString(name, "_")
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// Address returns the address of a clause within the book of its game.
func Address(c *syntax.Clause) string { return id("text "+c.Text.Name) + ".html#" + id(c.Name) }
