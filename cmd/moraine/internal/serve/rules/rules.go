// Package rules serves the rule book of a game with current results. Readings can be switched,
// and changed files are reviewed while a page is open.
//
//	rules.go    routes
//	game.go     a game with its results, and notification of open pages
//	reports.go  coverage, and results of matches as plots
package rules

import (
	"context"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

type part struct {
	*serve.Server
	looking sync.Mutex // guards watch
	watch   *watch.Watch
	mu      sync.Mutex // guards games
	games   map[string]*game
	playing chan struct{} // semaphore for playing matches
	running chan struct{} // semaphore for running scenarios in a configuration
}

// Pages adds the rule books to a server.
func Pages(s *serve.Server) error {
	p := &part{Server: s, watch: watch.New(s.Loader(), scenario.Options{}), games: map[string]*game{},
		playing: make(chan struct{}, 1), running: make(chan struct{}, 1)}
	s.OnSave(p.lookAtAll)
	s.Link(serve.Section{Title: "Rule book", Path: "book", PerGame: true})
	s.Handle("GET /book/{game}", func(w http.ResponseWriter, r *http.Request) error {
		to := url.URL{Path: s.Root() + "book/" + r.PathValue("game") + "/index.html", RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusFound)
		return nil
	})
	s.Handle("GET /book/{game}/{page}", p.page)
	s.Handle("GET /book/{game}/socket", p.socket)
	return nil
}

// lookAtAll reviews all games with an open page.
func (p *part) lookAtAll() {
	p.mu.Lock()
	games := maps.Clone(p.games)
	p.mu.Unlock()
	for _, g := range games {
		p.review(g)
	}
}

// requestParams holds the parameters of a request.
type requestParams struct {
	game   *game
	lang   serve.Lang
	page   string
	config interpreter.Options
	query  url.Values
}

func (p *part) asked(r *http.Request) (a requestParams, err error) {
	id, err := p.GameOf(r)
	if err != nil {
		return a, err
	}
	if a.game, err = p.game(id); err != nil {
		return a, err
	}
	q := r.URL.Query()
	a.lang, a.page, a.query = p.LangOf(r), r.PathValue("page"), url.Values{}
	if q.Has("lang") {
		a.query.Set("lang", a.lang.Code())
	}
	in := scenario.NameOf(p.Options.Rules)
	if q.Has("in") {
		in = q.Get("in")
		a.query.Set("in", in)
	}
	a.config = debug.Config(in)
	return a, nil
}

func (p *part) page(w http.ResponseWriter, r *http.Request) error {
	a, err := p.asked(r)
	if err != nil {
		return err
	}
	if a.page == reportsPage {
		return p.reports(w, r, a)
	}
	s, err := a.game.shown(a.config, a.lang.Code())
	if err != nil {
		if in, ok := a.game.withVariant(a.config); ok { // a reading that belongs to a variant
			a.query.Set("in", in)
			http.Redirect(w, r, p.Root()+"book/"+a.game.id+"/"+url.PathEscape(a.page)+"?"+a.query.Encode(),
				http.StatusSeeOther)
			return nil
		}
		return err
	}
	defer s.Unlock()
	for _, f := range append(s.book.Assets(), book.File{Name: "plots.css", Text: []byte(simulate.Style)}) {
		if f.Name == a.page {
			w.Header().Set("Content-Type",
				map[bool]string{true: "text/css", false: "text/javascript"}[strings.HasSuffix(f.Name, ".css")]+
					"; charset=utf-8")
			_, _ = w.Write(f.Text) // the client may have disconnected
			return nil
		}
	}
	page := s.book.Page(a.page)
	if page == nil {
		return serve.Refuse(http.StatusNotFound, "This page does not exist in the rule book.")
	}
	body, err := page.Body(a.live(s))
	if err != nil {
		return err
	}
	query := maps.Clone(a.query)
	query.Set("page", a.page)
	query.Set("version", strconv.Itoa(s.version))
	query.Set("lang", a.lang.Code())
	return p.Show(w, r, serve.Page{
		Title: page.Title + " · " + s.book.Title, Game: a.game.id, Section: "book", Body: template.HTML(body),
		Wide:   true,
		Socket: "socket?" + query.Encode(), Scripts: []string{"book.js"}, Styles: []string{"style.css"},
	})
}

// live returns the server's additions to a page.
func (a *requestParams) live(s *shown) *book.Live {
	with := func(key, reading string) string {
		opt := interpreter.Options{Variant: a.config.Variant, Readings: maps.Clone(a.config.Readings)}
		if opt.Readings[key] = reading; s.usual[key] == reading {
			delete(opt.Readings, key)
		}
		if needs := s.needs[key+"="+reading]; needs != "" &&
			!slices.Contains(strings.Split(opt.Variant, interpreter.And), needs) {
			opt.Variant = strings.TrimPrefix(opt.Variant+interpreter.And+needs, interpreter.And)
		}
		query := maps.Clone(a.query)
		query.Set("in", scenario.NameOf(opt))
		return "?" + query.Encode()
	}
	query := maps.Clone(a.query)
	query.Set("in", "")
	return &book.Live{Query: a.query.Encode(), Reports: reportsPage, Step: a.step, Plain: "?" + query.Encode(),
		Switch: with, Broken: s.broken, Changed: s.changed}
}

// step returns the address of a scenario in the debugger.
func (a *requestParams) step(s *book.Scenario, row int) string {
	q := url.Values{"file": {s.File}, "line": {strconv.Itoa(s.Line)}}
	if row > 0 {
		q.Set("row", strconv.Itoa(row))
	}
	if in := a.query.Get("in"); in != "" {
		q.Set("in", in)
	}
	return "../../scenarios/" + url.PathEscape(a.game.id) + "/step?" + q.Encode()
}

// socket sends changes to an open page.
func (p *part) socket(w http.ResponseWriter, r *http.Request) error {
	a, err := p.asked(r)
	if err != nil {
		return err
	}
	a.page = r.URL.Query().Get("page")
	socket, err := serve.Open(w, r)
	if socket == nil || err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	news := a.game.follow(ctx, scenario.NameOf(a.config))
	go func() {
		defer socket.Close()
		var was map[string]string // elements as the page currently shows them
		for {
			now, version, err := p.elements(a)
			if was == nil && r.URL.Query().Get("version") == strconv.Itoa(version) {
				was = now
			}
			put := &serve.Put{HTML: map[string]string{}, Load: err != nil}
			for id, text := range now {
				if was[id] != text {
					put.HTML[id] = text
				}
				if _, known := was[id]; !known && len(was) > 0 {
					put.Load = true
				}
			}
			put.Load = put.Load || len(now) < len(was)
			was = now
			if put.Load || len(put.HTML) > 0 {
				if put.Load {
					put.HTML = nil
				}
				if socket.Tell(put) != nil {
					return
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-news:
			}
		}
	}()
	return socket.Run(func([]byte) error { return nil })
}

// elements returns the parts of a page that may change, and the version of the game.
func (p *part) elements(a requestParams) (map[string]string, int, error) {
	s, err := a.game.shown(a.config, a.lang.Code())
	if err != nil {
		return nil, 0, err
	}
	defer s.Unlock()
	page := s.book.Page(a.page)
	if page == nil {
		return nil, 0, serve.Refuse(http.StatusNotFound, "This page does not exist in the rule book.")
	}
	now, err := page.Elements(a.live(s), nil)
	return now, s.version, err
}
