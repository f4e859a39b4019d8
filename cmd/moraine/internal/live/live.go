// Package live answers the messages of pages that run the interpreter in the browser. It does not depend on the
// browser, so its tests run natively.
//
//	live.go     opening and editing a game
//	methods.go  running scenarios, and pages of the rule book
//	files.go    the files of a game for a page, without comments
//	link.go     addresses of pages with changed files
//	samples.go  the files that a guide shows
//	site.go     the scripts of a page, and program*.go the program with which moraine was built
//	worker      the program for the browser
//	texts       files as pages send them
//	desk        matches in the browser, and a second program for them
package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/live/texts"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// Limits of a page.
const (
	maxMessage = 64 << 20 // bytes; the files of a game have at most three times 16 MB
	mostBooks  = 8        // configurations of which books and results are cached
)

// Live is a game whose files a page has opened and edits. It is not safe for concurrent use.
type Live struct {
	show   func(done, of int64) // reports the progress of runs
	game   string
	lang   string
	files  map[string]string // their current texts, by path
	loader *interpreter.Loader
	reader explain.Reader
	*edition
}

// edition is a state of the files without errors, with the results for it.
type edition struct {
	src     interpreter.Sources
	rules   *interpreter.Rules
	name    string // of the game, for people
	suite   *explain.Scenarios
	known   scenario.Known // results in the plain game
	configs map[string]*config
}

// config is a configuration with its book and results.
type config struct {
	opt     interpreter.Options
	book    *book.Book
	changed *diff.Report      // nil for the plain game
	runs    *scenario.Results // the ones that pages show; nil before the scenarios ran
	ran     map[bool]*runOf   // by whether they ran under other readings, too
}

// New returns a Live without a game. show is called with the progress of runs.
func New(show func(done, of int64)) *Live { return &Live{show: show} }

// methods maps the names of JSON-RPC methods to their implementations.
var methods = map[string]func(l *Live, params json.RawMessage) (any, error){
	"open": with((*Live).open), "edit": with((*Live).edit), "zip": with((*Live).zip),
	"run": with((*Live).run), "compare": with((*Live).compare), "trace": with((*Live).trace),
	"page": with((*Live).page), "update": with((*Live).update), "warm": with((*Live).warm),
}

// with returns a method that decodes its parameters.
func with[P any](method func(*Live, P) (any, error)) func(*Live, json.RawMessage) (any, error) {
	return func(l *Live, params json.RawMessage) (any, error) {
		var p P
		if err := escape.ReadJSON(params, &p); err != nil {
			return nil, err
		}
		return method(l, p)
	}
}

// Answer returns the response to a message of JSON-RPC.
func (l *Live) Answer(message string) string {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if len(message) > maxMessage {
		return response(nil, nil, fmt.Errorf("a message must not be larger than %d bytes", maxMessage))
	}
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		return response(nil, nil, err)
	}
	method := methods[m.Method]
	switch {
	case l.loader == nil && m.Method != "open":
		return response(m.ID, nil, errors.New("open a game first"))
	case method == nil:
		return response(m.ID, nil, fmt.Errorf("there is no method %q", m.Method))
	}
	result, err := method(l, m.Params)
	return response(m.ID, result, err)
}

func response(id json.RawMessage, result any, err error) string {
	out := map[string]any{"jsonrpc": "2.0", "id": id, "result": result}
	if err != nil {
		delete(out, "result")
		out["error"] = map[string]string{"message": err.Error()}
	}
	var text strings.Builder
	w := json.NewEncoder(&text)
	w.SetEscapeHTML(false) // pages are half as long again with it
	if err := w.Encode(out); err != nil {
		panic(err) // cannot happen: results consist of texts and numbers
	}
	return text.String()
}

// openParams has a game with the texts of its files, by path. Files without text do not exist: a link has removed them.
type openParams struct {
	Game  string            `json:"game"`
	Lang  string            `json:"lang"`
	Files map[string]string `json:"files"`
}

// open opens a game in place of the one before.
func (l *Live) open(p openParams) (any, error) {
	tree, err := texts.Tree(p.Game, p.Files)
	if err != nil {
		return nil, err
	}
	l.game, l.lang, l.files, l.edition = p.Game, p.Lang, p.Files, nil
	l.loader = interpreter.NewLoader(interpreter.Sources{{Name: "page", FS: tree}})
	return l.load(), nil
}

// editParams has the new text of a file; nil removes a file that was added.
type editParams struct {
	Path string  `json:"path"`
	Text *string `json:"text"`
}

// edit replaces the text of a file.
func (l *Live) edit(p editParams) (any, error) {
	if err := texts.Belongs(p.Path, l.game); err != nil {
		return nil, err
	}
	var text []byte
	delete(l.files, p.Path)
	if p.Text != nil {
		text = append([]byte{}, *p.Text...)
		l.files[p.Path] = *p.Text
	}
	l.loader.Edit(0, p.Path, text)
	return l.load(), nil
}

// state is the state of the files. Broken has their errors; runs and pages then show the last state without errors.
type state struct {
	Name     string    `json:"name"`
	Broken   string    `json:"broken"`
	Variants []variant `json:"variants"`
}

// variant is a variant of the game, with its name for people.
type variant struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// load loads the current files.
func (l *Live) load() state {
	next, err := l.read()
	if err == nil {
		l.edition = next
	}
	s := state{Variants: []variant{}}
	if err != nil {
		s.Broken = err.Error()
	}
	if l.edition != nil {
		s.Name = l.name
		names, _ := l.rules.Variants() // an edition has read them
		for _, name := range names {
			s.Variants = append(s.Variants, variant{ID: name, Name: l.rules.VariantName(name, l.lang)})
		}
	}
	return s
}

// read returns an edition of the current files. Its errors are the ones with which a run of the scenarios would end.
func (l *Live) read() (*edition, error) {
	loaded := l.loader.Load(l.game)
	if loaded.Err != nil {
		return nil, loaded.Err
	}
	e := &edition{src: loaded.Sources, rules: loaded.Rules, name: loaded.Game.Summary(l.lang).Name,
		configs: map[string]*config{}}
	if _, err := e.rules.Variants(); err != nil {
		return nil, err
	}
	if faults := e.rules.VariantFaults(); len(faults) > 0 {
		return nil, faults
	}
	var err error
	e.suite, err = l.reader.ReadScenarios(e.src, l.game)
	return e, err
}

var errBroken = errors.New("the files have errors")

// config returns a configuration, which is named like an entry of `under`.
func (l *Live) config(in string) (*config, error) {
	if l.edition == nil {
		return nil, errBroken
	}
	opt := debug.Config(in)
	in = scenario.NameOf(opt)
	if x := l.configs[in]; x != nil {
		return x, nil
	}
	if len(l.configs) >= mostBooks {
		plain := l.configs[""]
		clear(l.configs)
		if plain != nil {
			l.configs[""] = plain
		}
	}
	b, err := book.New(l.rules, l.suite, l.lang, opt)
	if err != nil {
		return nil, err
	}
	x := &config{opt: opt, book: b}
	if x.changed, err = b.Changes(l.ctx(), l.src, l.rules, &l.known, opt); err != nil {
		return nil, err
	}
	l.configs[in] = x
	return x, nil
}

func (l *Live) ctx() context.Context { return scenario.WithProgress(context.Background(), l.show) }

// zip returns the files of the game as a zip archive, which JSON encodes in base64.
func (l *Live) zip(struct{}) (any, error) { return texts.Archive(l.files) }
