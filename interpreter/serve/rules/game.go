package rules

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/book"
	"moraine/interpreter/cover"
	"moraine/interpreter/diff"
	"moraine/interpreter/explain"
	"moraine/interpreter/scenario"
	"moraine/interpreter/serve"
)

// game is a game as it was last judged. While its files are broken it is what it was before.
type game struct {
	id       string
	mu       sync.Mutex
	src      interpreter.Sources
	rules    *interpreter.Rules
	suite    *explain.Scenarios
	runs     map[string]*scenario.Results // by configuration; nil: its scenarios are running
	report   *cover.Report                // nil: nobody has measured
	broken   string                       // what is wrong with the files
	version  int                          // how often any of that has changed
	books    map[string]*shown            // by configuration and language
	measured context.CancelFunc           // stops who measures; nil: nobody does
	readers  map[chan struct{}]bool
}

// shown is the book of a configuration.
type shown struct {
	book    *book.Book
	usual   map[string]string // readings, but for those that were switched
	changed *diff.Report
}

// mostBooks is how many configurations of a game are kept.
const mostBooks = 12

// game is a game that somebody looks at. The first to do so has it judged.
func (p *part) game(id string) (*game, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g := p.games[id]; g != nil {
		return g, nil
	}
	g := &game{id: id, readers: map[chan struct{}]bool{}}
	loaded := p.Loader().Load(id)
	if loaded.Err != nil {
		return nil, loaded.Err
	}
	if err := g.is(loaded.Sources, loaded.Rules); err != nil {
		return nil, err
	}
	p.games[id] = g
	go p.look(g)
	return g, nil
}

// is takes over files that are good; nothing is judged yet.
func (g *game) is(src interpreter.Sources, rules *interpreter.Rules) error {
	if _, err := rules.Game(interpreter.Options{}); err != nil {
		return err
	}
	suite, err := explain.ReadScenarios(src, g.id)
	if err != nil {
		return err
	}
	if _, err := rules.Variants(); err != nil { // which are read now
		return err
	}
	g.src, g.rules, g.suite, g.broken = src, rules, suite, ""
	g.forget(nil)
	return nil
}

// forget forgets the configurations that were looked at; what the game as it is came to is told.
func (g *game) forget(plain *scenario.Results) {
	g.books, g.runs = map[string]*shown{}, map[string]*scenario.Results{"": plain}
}

// look judges a game as its files are now.
func (p *part) look(g *game) {
	g.mu.Lock()
	again := g.measured != nil
	if again { // it would take the time of what somebody waits for
		g.measured()
	}
	g.mu.Unlock()
	p.looking.Lock()
	src := p.Sources()
	news := p.watch.Look(p.ctx, g.id, false)
	cases := p.watch.Cases(g.id)
	p.looking.Unlock()
	if p.ctx.Err() != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if news == nil {
		if again {
			p.measure(g)
		}
		return
	}
	if news.Err == nil {
		news.Err = g.is(src, news.Rules)
	}
	if news.Err != nil {
		g.broken = wrong(news.Err)
	} else {
		runs := &scenario.Results{}
		runs.Count(cases...)
		seen := map[[2]string]bool{}
		for _, c := range cases {
			seen[[2]string{c.File, c.Scenario}] = true
		}
		runs.Scenarios = len(seen)
		g.runs[""] = runs
		p.measure(g)
	}
	g.changed()
}

// wrong is what is wrong with files, with the lines and a caret.
func wrong(err error) string {
	var diags interpreter.Diagnostics
	if !errors.As(err, &diags) {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range diags.Sorted() {
		d.Render(&b, false)
		b.WriteByte('\n')
	}
	return b.String()
}

// pause is how long files are left alone before what the scenarios reach is measured, which takes long.
const pause = 2 * time.Second

// measure has what the scenarios reach measured, once nobody saves; until then what was found before stands.
func (p *part) measure(g *game) {
	if g.measured != nil {
		g.measured()
	}
	ctx, cancel := context.WithCancel(p.ctx)
	g.measured = cancel
	src := g.src
	go func() {
		defer cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		report, err := cover.Measure(ctx, src, g.id, scenario.Options{})
		g.mu.Lock()
		defer g.mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		if g.measured = nil; err == nil {
			g.report = report
			g.changed()
		}
	}()
}

// changed tells all who follow.
func (g *game) changed() {
	g.version++
	for _, s := range g.books {
		s.book.Ran(g.runs[s.book.In], g.report)
	}
	for news := range g.readers {
		select {
		case news <- struct{}{}:
		default: // it is told already
		}
	}
}

func (g *game) now() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.version
}

// follow tells when the game has changed, until the context is over.
func (g *game) follow(ctx context.Context) <-chan struct{} {
	news := make(chan struct{}, 1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers[news] = true
	context.AfterFunc(ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.readers, news)
	})
	return news
}

// shown is the book of a configuration in a language.
func (g *game) shown(ctx context.Context, opt interpreter.Options, lang string) (*shown, error) {
	key := lang + " " + scenario.NameOf(opt)
	if s := g.books[key]; s != nil {
		return s, nil
	}
	b, err := book.New(g.rules, g.suite, lang, opt)
	var diags interpreter.Diagnostics
	if err != nil && !errors.As(err, &diags) {
		return nil, serve.Refuse(http.StatusNotFound, "There is no such configuration: %v", err)
	}
	if err != nil {
		return nil, err
	}
	if len(g.books) >= mostBooks {
		g.forget(g.runs[""])
	}
	if _, judged := g.runs[b.In]; !judged {
		g.runIn(ctx, b.In, opt)
	}
	b.Ran(g.runs[b.In], g.report)
	s := &shown{book: b}
	usual, err := g.rules.Game(interpreter.Options{Variant: opt.Variant})
	if err != nil {
		return nil, err
	}
	s.usual = usual.Program.Readings
	if b.In != "" {
		plain, err := g.shown(ctx, interpreter.Options{}, lang)
		if err != nil {
			return nil, err
		}
		side := func(name string, x *book.Book, opt interpreter.Options) diff.Side {
			return diff.Side{Name: name, Side: scenario.Side{Sources: g.src, Rules: g.rules, Options: opt, Game: x.Game}}
		}
		was, is := side(g.id, plain.book, interpreter.Options{}), side(b.In, b, opt)
		s.changed, err = diff.Compare(ctx, was, is, diff.Options{Lang: lang, Scenarios: true})
		if err != nil && g.broken != "" { // the scenarios, maybe
			s.changed, err = diff.Compare(ctx, was, is, diff.Options{Lang: lang})
		}
		if err != nil {
			return nil, err
		}
	}
	g.books[key] = s
	return s, nil
}

// runIn has the scenarios run in another configuration than the game as it is, and tells who follows.
func (g *game) runIn(ctx context.Context, in string, opt interpreter.Options) {
	src, rules, runs := g.src, g.rules, g.runs
	runs[in] = nil
	go func() {
		ran, err := scenario.Run(ctx, src, []string{g.id}, scenario.Options{Load: opt, Rules: rules})
		g.mu.Lock()
		defer g.mu.Unlock()
		if err == nil {
			runs[in] = ran
			g.changed()
		}
	}()
}
