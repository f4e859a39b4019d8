// Package debugger serves the pages for scenarios: their results, a debugger that steps
// forwards and back, a comparison with another reading, and the capture of a step as a new
// scenario.
//
//	debugger.go  routes
//	list.go      the scenarios of a game
//	step.go      a scenario at a step
//	capture.go   a scenario that leads to that step
package debugger

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
)

//go:embed *.html *.js *.css
var texts embed.FS

var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(texts, "*.html"))
})

type part struct {
	*serve.Server
	mu      sync.Mutex // guards seen, and each recording while it is read
	seen    map[string]*recordedScenario
	running sync.Mutex // guards results; held during a run, so that only one is active at a time
	results map[string]*results
}

// Pages adds the pages for scenarios to a server.
func Pages(s *serve.Server) error {
	p := &part{Server: s, seen: map[string]*recordedScenario{}, results: map[string]*results{}}
	s.Link(serve.Section{Title: "Scenarios", Path: "scenarios", PerGame: true})
	s.Handle("GET /scenarios/{game}", p.list)
	s.Handle("GET /scenarios/{game}/step", p.step)
	s.Handle("GET /scenarios/{game}/file.yaml", p.download)
	s.Handle("POST /scenarios/{game}/capture", p.capture)
	s.Handle("GET /scenarios/{game}/{asset}", func(w http.ResponseWriter, r *http.Request) error {
		http.ServeFileFS(w, r, texts, r.PathValue("asset"))
		return nil
	})
	return nil
}

// scenarioRef identifies a scenario, its configuration and its row.
type scenarioRef struct {
	Game, File string
	Line, Row  int
	In         string // the configuration, in the syntax of keys of `under`
}

func (p *part) which(r *http.Request) (w scenarioRef, err error) {
	if w.Game, err = p.GameOf(r); err != nil {
		return w, err
	}
	w.File, w.In = r.FormValue("file"), r.FormValue("in")
	w.Line, _ = strconv.Atoi(r.FormValue("line"))
	w.Row, _ = strconv.Atoi(r.FormValue("row"))
	return w, nil
}

// Query formats it as the query of an address, with further parameters.
func (w scenarioRef) Query(more ...any) template.URL {
	q := url.Values{"file": {w.File}, "line": {strconv.Itoa(w.Line)}}
	if w.Row > 0 {
		q.Set("row", strconv.Itoa(w.Row))
	}
	if w.In != "" {
		q.Set("in", w.In)
	}
	for i := 0; i < len(more); i += 2 {
		if is := fmt.Sprint(more[i+1]); is != "" {
			q.Set(more[i].(string), is)
		}
	}
	return template.URL(q.Encode())
}

// address returns the address of a page of the scenario.
func (p *part) address(w scenarioRef, more ...any) string {
	return p.Root() + "scenarios/" + url.PathEscape(w.Game) + "/step?" + string(w.Query(more...))
}

// inConfig returns the same scenario in another configuration.
func (w scenarioRef) inConfig(in string) scenarioRef {
	w.In = in
	return w
}

// recordedScenario is a scenario with a recorded run of it, which the pages show step by step.
type recordedScenario struct {
	game *exec.Game
	of   *spec.Scenario
	rows []*spec.Scenario
	path string // its file
	text string // the text of that file
	once sync.Once
	rec  *debug.Recording
	err  error
}

// mostSeen limits the number of cached recordings.
const mostSeen = 8

// look parses the current file of a scenario and records a run, unless it is cached.
func (p *part) look(ctx context.Context, w scenarioRef) (*recordedScenario, error) {
	s, err := p.read(w)
	if err != nil {
		return nil, err
	}
	id := fmt.Sprintf("%+v", w)
	p.mu.Lock()
	if old := p.seen[id]; old != nil && old.game.Game == s.game.Game && old.text == s.text {
		s = old
	} else {
		if len(p.seen) >= mostSeen {
			clear(p.seen)
		}
		p.seen[id] = s
	}
	p.mu.Unlock()
	s.once.Do(func() { s.rec, s.err = debug.Record(context.WithoutCancel(ctx), s.game, s.of) })
	return s, s.err
}

// read finds a scenario and its configuration.
func (p *part) read(w scenarioRef) (*recordedScenario, error) {
	files, err := p.Sources().Scenarios(w.Game)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.File.Name != w.File {
			continue
		}
		of, rows, err := debug.Around(f.File, w.Line, w.Row, w.In)
		if err != nil {
			return nil, err
		}
		if of == nil || of.Pos.Line != w.Line {
			break
		}
		out := &recordedScenario{of: of, rows: rows, path: f.File.Path, text: string(f.File.Text)}
		g, _, err := p.Game(w.Game, debug.Config(of.Variant.Name, cmp.Or(w.In, scenario.NameOf(p.Options.Rules))))
		if err != nil {
			return nil, err
		}
		out.game = exec.In(g)
		return out, nil
	}
	return nil, serve.Refuse(http.StatusNotFound, "No scenario starts at %s, line %d.", w.File, w.Line)
}
