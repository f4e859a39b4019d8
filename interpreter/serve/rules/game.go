package rules

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
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
	ctx      context.Context // until other files are taken over
	stale    context.CancelFunc
	running  chan struct{}                // has room for who runs scenarios in a configuration
	runs     map[string]*scenario.Results // by configuration; nil: its scenarios are running
	report   *cover.Report                // nil: nobody has measured
	broken   string                       // what is wrong with the files
	version  int                          // how often any of that has changed
	books    map[string]*shown            // by configuration and language
	asked    int                          // how often a book was asked for
	measured context.CancelFunc           // stops who measures; nil: nobody does
	readers  map[chan struct{}]string     // the configuration that each looks at
}

// shown is the book of a configuration.
type shown struct {
	book    *book.Book
	usual   map[string]string // readings, but for those that were switched
	changed *diff.Report
	asked   int // when it last was
}

const (
	mostBooks = 12 // that are kept of a game
	mostRuns  = 64 // configurations in which the scenarios of the same files run
)

// game is a game that somebody looks at. The first to do so has it judged.
func (p *part) game(id string) (*game, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g := p.games[id]; g != nil {
		return g, nil
	}
	g := &game{id: id, running: p.running, stale: func() {}, readers: map[chan struct{}]string{}}
	loaded := p.Loader().Load(id)
	if loaded.Err != nil {
		return nil, loaded.Err
	}
	if err := g.is(p.ctx, loaded.Sources, loaded.Rules); err != nil {
		return nil, err
	}
	p.games[id] = g
	go p.look(g)
	return g, nil
}

// is takes over files that are good; nothing is judged yet.
func (g *game) is(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules) error {
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
	g.stale()
	g.ctx, g.stale = context.WithCancel(ctx)
	g.books, g.runs = map[string]*shown{}, map[string]*scenario.Results{"": nil}
	return nil
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
		news.Err = g.is(p.ctx, src, news.Rules)
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

// changed tells all who follow, or those who look at a configuration: others would make books for nothing.
func (g *game) changed(in ...string) {
	g.version++
	for _, s := range g.books {
		s.book.Ran(g.ran(s.book.In), g.report)
	}
	for news, of := range g.readers {
		if len(in) > 0 && !slices.Contains(in, of) {
			continue
		}
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

// follow tells when what is shown of a configuration has changed, until the context is over.
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

// shown is the book of a configuration in a language.
func (g *game) shown(opt interpreter.Options, lang string) (*shown, error) {
	key := lang + " " + scenario.NameOf(opt)
	g.asked++
	if s := g.books[key]; s != nil {
		s.asked = g.asked
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
	if _, known := g.runs[b.In]; !known && len(g.runs) < mostRuns {
		g.runIn(b.In, opt)
	}
	b.Ran(g.ran(b.In), g.report)
	s := &shown{book: b, asked: g.asked}
	usual, err := g.rules.Game(interpreter.Options{Variant: opt.Variant})
	if err != nil {
		return nil, err
	}
	s.usual = usual.Program.Readings
	if b.In != "" {
		plain, err := g.shown(interpreter.Options{}, lang)
		if err != nil {
			return nil, err
		}
		side := func(name string, x *book.Book, opt interpreter.Options) diff.Side {
			return diff.Side{Name: name, Side: scenario.Side{Sources: g.src, Rules: g.rules, Options: opt, Game: x.Game}}
		}
		was, is := side(g.id, plain.book, interpreter.Options{}), side(b.In, b, opt)
		s.changed, err = diff.Compare(g.ctx, was, is, diff.Options{Lang: lang, Scenarios: true})
		if err != nil && g.broken != "" { // the scenarios, maybe
			s.changed, err = diff.Compare(g.ctx, was, is, diff.Options{Lang: lang})
		}
		if err != nil {
			return nil, err
		}
	}
	if len(g.books) >= mostBooks { // the one that nobody has asked for for longest goes
		delete(g.books, slices.MinFunc(slices.Collect(maps.Keys(g.books)), func(a, b string) int { return g.books[a].asked - g.books[b].asked }))
	}
	g.books[key] = s
	return s, nil
}

// ran is what the scenarios came to in a configuration; nil: they are running; empty: they did not run.
func (g *game) ran(in string) *scenario.Results {
	if runs, known := g.runs[in]; known {
		return runs
	}
	return &scenario.Results{}
}

// runIn has the scenarios run in another configuration than the game as it is, one after the other,
// and tells who follows.
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
		if err != nil { // the files are broken, or there are no scenarios
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
