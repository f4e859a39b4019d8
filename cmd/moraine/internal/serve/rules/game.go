package rules

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/syntax"
)

// game is a game with the results of its last review.
type game struct {
	id       string
	running  chan struct{}            // semaphore for running scenarios in a configuration
	making   chan struct{}            // semaphore for making a book
	mu       sync.Mutex               // guards the following fields; never held while waiting
	*edition                          // the last edition without errors
	report   *cover.Report            // nil before the first measurement
	broken   string                   // errors of the files
	version  int                      // number of changes so far
	asked    int                      // number of requests for a book
	measured context.CancelFunc       // stops the current measurement; nil if none is running
	readers  map[chan struct{}]string // configuration shown by each open page
}

// edition is a state of a game without errors, with the books and results made from it.
type edition struct {
	src   interpreter.Sources
	rules *interpreter.Rules
	suite *explain.Scenarios
	known scenario.Known  // results in the plain game
	ctx   context.Context // done when a newer edition exists
	stale context.CancelFunc
	runs  map[string]*scenario.Results // by configuration; nil while its scenarios are running
	books map[string]*shown            // by configuration and language
}

// shown is the book of a configuration.
type shown struct {
	sync.Mutex // guards the book
	rules      *interpreter.Rules
	book       *book.Book
	usual      map[string]string // readings of the configuration before any were switched on the page
	needs      map[string]string // the variant that a reading needs, by RULING=READING
	changed    *diff.Report
	broken     string // errors in the files …
	version    int    // … and version of the game that the book shows
	asked      int    // when it was last requested
}

const (
	mostBooks = 12 // number of books cached for a game
	mostRuns  = 64 // number of configurations run for an edition
)

// game returns a game for the pages. The first request starts a review of it.
func (p *part) game(id string) (*game, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g := p.games[id]; g != nil {
		return g, nil
	}
	g := &game{id: id, running: p.running, making: make(chan struct{}, 1), readers: map[chan struct{}]string{}}
	loaded := p.Loader().Load(id)
	if loaded.Err != nil {
		return nil, loaded.Err
	}
	if err := g.setEdition(p.Until, loaded.Sources, loaded.Rules); err != nil {
		return nil, err
	}
	p.games[id] = g
	go p.review(g)
	return g, nil
}

// setEdition replaces the edition by a new one without results.
func (g *game) setEdition(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules) error {
	if _, err := rules.Game(interpreter.Options{}); err != nil {
		return err
	}
	suite, err := explain.ReadScenarios(src, g.id)
	if err != nil {
		return err
	}
	if _, err := rules.Variants(); err != nil { // variants are read now, before the files change
		return err
	}
	if faults := rules.VariantFaults(); len(faults) > 0 {
		return faults
	}
	if g.edition != nil {
		g.stale()
	}
	g.edition = &edition{src: src, rules: rules, suite: suite, books: map[string]*shown{},
		runs: map[string]*scenario.Results{"": nil}}
	g.ctx, g.stale = context.WithCancel(ctx)
	g.broken = ""
	return nil
}

// review reviews the current files of a game.
func (p *part) review(g *game) {
	g.mu.Lock()
	again := g.measured != nil
	if again { // measuring first would delay a visible result
		g.measured()
	}
	g.mu.Unlock()
	p.looking.Lock()
	src := p.Sources()
	news := p.watch.Look(p.Until, g.id, false, func(*scenario.Results) {})
	cases := p.watch.Cases(g.id)
	p.looking.Unlock()
	if p.Until.Err() != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if news == nil {
		if again {
			g.measure()
		}
		return
	}
	if news.Err == nil {
		news.Err = g.setEdition(p.Until, src, news.Rules)
	}
	if news.Err != nil {
		g.broken = serve.Wrong(news.Err)
	} else {
		runs := &scenario.Results{}
		runs.Count(cases...)
		seen := map[[2]string]bool{}
		for _, c := range cases {
			seen[[2]string{c.File, c.Scenario}] = true
		}
		runs.Scenarios = len(seen)
		g.runs[""] = runs
		g.measure()
	}
	g.changed()
}

// pause is the time without saves after which coverage is measured, because measuring takes
// long.
const pause = 2 * time.Second

// measure measures coverage when no file has been saved and no book requested for a while.
// Until then the previous coverage is kept.
func (g *game) measure() {
	if g.measured != nil {
		g.measured()
	}
	ctx, cancel := context.WithCancel(g.ctx)
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
		g.measured = nil
		if err == nil {
			g.report = report
			g.changed()
		}
	}()
}

// changed notifies the pages of the given configurations, or all pages.
func (g *game) changed(in ...string) {
	g.version++
	for news, of := range g.readers {
		if len(in) > 0 && !slices.Contains(in, of) {
			continue
		}
		select {
		case news <- struct{}{}:
		default: // a notification is already pending
		}
	}
}

// follow returns a channel that receives a value when a configuration changes, until ctx is
// done.
func (g *game) follow(ctx context.Context, in string) <-chan struct{} {
	news := make(chan struct{}, 1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers[news] = in
	context.AfterFunc(ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.readers, news)
	})
	return news
}

// shown returns the book of a configuration in a language, locked. The first request makes the
// book, which takes long but does not block requests for other books.
func (g *game) shown(opt interpreter.Options, lang string) (*shown, error) {
	key := lang + " " + scenario.NameOf(opt)
	for {
		g.mu.Lock()
		of, s := g.edition, g.books[key]
		if s == nil {
			if len(of.books) >= mostBooks { // drop the one that was requested the longest time ago
				delete(of.books, slices.MinFunc(slices.Collect(maps.Keys(of.books)), func(a, b string) int {
					return of.books[a].asked - of.books[b].asked
				}))
			}
			s = &shown{rules: of.rules}
			of.books[key] = s
			if g.measured != nil {
				g.measure()
			}
		}
		g.asked++
		s.asked = g.asked
		g.mu.Unlock()
		s.Lock()
		var err error
		if s.book == nil {
			err = g.make(s, of, opt, lang)
		}
		g.mu.Lock()
		last := of == g.edition
		switch {
		case err != nil && of.books[key] == s:
			delete(of.books, key)
		case err == nil && last:
			if _, known := g.runs[s.book.In]; !known && len(g.runs) < mostRuns {
				g.runIn(s.book.In, opt)
			}
			s.book.Ran(g.ran(s.book.In), g.report)
			s.broken, s.version = g.broken, g.version
		}
		g.mu.Unlock()
		if err == nil && last {
			return s, nil
		}
		s.Unlock()
		if last {
			return nil, err
		}
	}
}

// withVariant returns the name of a configuration without errors that adds one variant to a configuration with errors.
func (g *game) withVariant(opt interpreter.Options) (in string, ok bool) {
	if len(opt.Readings) == 0 {
		return "", false
	}
	g.mu.Lock()
	rules := g.rules
	g.mu.Unlock()
	all, _ := rules.Variants() // errors in a variant are reported by its page
	for _, v := range all {
		more := opt
		more.Variant = v
		if opt.Variant != "" {
			more.Variant = opt.Variant + interpreter.And + v
		}
		if _, err := rules.Game(more); err == nil {
			return scenario.NameOf(more), true
		}
	}
	return "", false
}

// make makes the book of a configuration. It makes one book at a time.
func (g *game) make(s *shown, of *edition, opt interpreter.Options, lang string) error {
	g.making <- struct{}{}
	defer func() { <-g.making }()
	b, err := book.New(of.rules, of.suite, lang, opt)
	var diags interpreter.Diagnostics
	if err != nil && !errors.As(err, &diags) {
		return serve.Refuse(http.StatusNotFound, "This configuration does not exist: %v", err)
	}
	if err != nil {
		return err
	}
	usual, err := of.rules.Game(interpreter.Options{Variant: opt.Variant})
	if err != nil {
		return err
	}
	if s.changed, err = b.Changes(of.ctx, of.src, of.rules, &of.known, opt); err != nil {
		return err
	}
	s.book, s.usual, s.needs = b, usual.Readings(), syntax.VariantsOfReadings(usual.Syntax)
	return nil
}

// ran returns the results of the scenarios in a configuration: nil while they are running,
// empty if they could not run.
func (g *game) ran(in string) *scenario.Results {
	if runs, known := g.runs[in]; known {
		return runs
	}
	return &scenario.Results{}
}

// runIn runs the scenarios in a configuration other than the plain game and then notifies the
// pages. Only one such run is active at a time.
func (g *game) runIn(in string, opt interpreter.Options) {
	ctx, src, rules := g.ctx, g.src, g.rules
	g.runs[in] = nil
	go func() {
		select {
		case g.running <- struct{}{}:
			defer func() { <-g.running }()
		case <-ctx.Done():
			return
		}
		ran, err := scenario.Run(ctx, src, []string{g.id}, scenario.Options{Load: opt, Rules: rules})
		if err != nil { // the files have errors, or no scenarios exist
			ran = &scenario.Results{}
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if ctx.Err() == nil {
			g.runs[in] = ran
			g.changed(in)
		}
	}()
}
