// Package lsp is a server for editors that implements the Language Server Protocol.
//
//	stream.go    messages as bytes
//	protocol.go  messages as values
//	text.go      conversion of positions
//	server.go    the session, and the open documents
//	review.go    diagnostics while the user types
//	complete.go  completion
//	hover.go     hover
//	index.go     occurrences of names
//	refer.go     definition, references, rename, symbols, quick fixes
//	declare.go   undeclared flips, and entries for them
//	lens.go      coverage above lines
package lsp

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/tables"
)

// Open returns the data for a user who works in a folder, and the path of each layer ("" for a
// built-in layer).
type Open func(folder string) (src interpreter.Sources, dirs []string, err error)

// Serve answers an editor until the editor exits, the stream ends or ctx is done. orderly
// reports whether the editor shut the server down properly. Internal errors are written to
// errs. Editors open only files on disk, so built-in files are copied to the folder cache when
// needed. Hover quotes the guides.
func Serve(ctx context.Context, in io.Reader, out, errs io.Writer, here, cache string, open Open,
	guides []explain.Guide) (orderly bool) {
	s := &server{here: here, cache: cache, open: open, guides: guides, errs: log.New(errs, "moraine lsp: ", 0),
		docs: map[string]*document{}, desks: map[string]*gameReview{}}
	ctx, s.quit = context.WithCancel(ctx)
	defer s.quit()
	s.ctx = ctx
	conn := jsonrpc2.NewConn(ctx, &stream{in: bufio.NewReader(in), out: out, errs: s.errs},
		jsonrpc2.HandlerWithError(s.handle).SuppressErrClosed(), jsonrpc2.SetLogger(s.errs))
	<-conn.DisconnectNotify()
	s.quit()
	s.reviewing.Wait()
	return s.talk == over
}

// sessionState is the state of the session with a client.
type sessionState int

const (
	greeting sessionState = iota
	working
	over
)

type server struct {
	here      string // the working folder of the process
	cache     string // folder for copies of built-in files
	open      Open
	guides    []explain.Guide
	errs      *log.Logger
	conn      *jsonrpc2.Conn
	ctx       context.Context
	quit      context.CancelFunc
	talk      sessionState
	watch     bool // the editor can watch files
	lensed    bool // the editor shows code lenses
	refresh   bool // the editor refreshes code lenses on request
	dirs      []string
	loader    *interpreter.Loader
	reviewing sync.WaitGroup
	scenes    explain.Reader
	stopRun   context.CancelFunc // cancels the scenario that was started on request

	mu    sync.Mutex // guards the following fields
	docs  map[string]*document
	desks map[string]*gameReview // by game
}

// document is an open file of a game.
type document struct {
	uri     string
	version int
	*text
	layer int
	path  string // path within the layer
}

// game returns the game of a document, from its path FOLDER/GAME/….
func (d *document) game() string { return strings.Split(d.path, "/")[1] }

// isScenario reports whether a path belongs to a file of scenarios.
func isScenario(p string) bool { return strings.HasPrefix(p, "scenarios/") }

// handle answers a message. Messages are handled one at a time, in order. If it panics, the
// response is an error.
func (s *server) handle(_ context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) (answer any, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			s.errs.Printf("%s: %v\n%s", req.Method, crash, debug.Stack())
			answer, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprint(crash)}
		}
	}()
	if s.conn == nil {
		s.conn = conn
	}
	const notInitialized = -32002
	switch {
	case req.Method == "exit":
		s.quit()
		return nil, nil
	case s.talk == greeting && req.Method != "initialize":
		return nil, s.refuse(req, notInitialized, "the server is not initialized; send initialize first")
	case s.talk == over, s.talk == working && req.Method == "initialize":
		return nil, s.refuse(req, jsonrpc2.CodeInvalidRequest, req.Method+" comes too late")
	}
	method, ofDocument := methods[req.Method], ofDocuments[req.Method]
	if method == nil && ofDocument == nil {
		return nil, s.refuse(req, jsonrpc2.CodeMethodNotFound, "there is no method "+req.Method)
	}
	p := &params{}
	if req.Params != nil {
		if err := json.Unmarshal(*req.Params, p); err != nil {
			return nil, s.refuse(req, jsonrpc2.CodeInvalidParams, err.Error())
		}
	}
	if method != nil {
		return method(s, p)
	}
	d := s.doc(p.TextDocument.URI)
	if d == nil || tables.IsTable(d.path) && !strings.HasPrefix(req.Method, "textDocument/did") {
		return nil, nil // not a file of a game, or a table, which gets diagnostics only
	}
	return ofDocument(s, d, p)
}

// refuse answers a request with an error. Notifications are not answered.
func (s *server) refuse(req *jsonrpc2.Request, code int64, why string) error {
	if req.Notif {
		return nil
	}
	return &jsonrpc2.Error{Code: code, Message: why}
}

var methods = map[string]func(*server, *params) (any, error){
	"initialize":                       (*server).initialize,
	"initialized":                      (*server).initialized,
	"shutdown":                         (*server).shutdown,
	"textDocument/didOpen":             (*server).didOpen,
	"textDocument/didSave":             (*server).changedOutside,
	"workspace/didChangeWatchedFiles":  (*server).changedOutside,
	"workspace/didChangeConfiguration": ignored,
	"$/cancelRequest":                  ignored, // requests are answered before the next message is read
	"$/setTrace":                       ignored,
	"workspace/symbol":                 (*server).find,
	"workspace/executeCommand":         (*server).execute,
}

// ofDocuments maps the methods for an open document to their handlers.
var ofDocuments = map[string]func(*server, *document, *params) (any, error){
	"textDocument/didChange":         (*server).didChange,
	"textDocument/didClose":          (*server).didClose,
	"textDocument/completion":        (*server).completion,
	"textDocument/hover":             (*server).hover,
	"textDocument/definition":        (*server).definition,
	"textDocument/references":        (*server).references,
	"textDocument/documentHighlight": (*server).highlights,
	"textDocument/rename":            (*server).rename,
	"textDocument/documentSymbol":    (*server).outline,
	"textDocument/codeAction":        (*server).fixes,
	"textDocument/formatting":        (*server).format,
	"textDocument/codeLens":          (*server).lenses,
}

func ignored(*server, *params) (any, error) { return nil, nil }

// initialize opens the data above the root of the workspace, and answers with the capabilities of the server.
func (s *server) initialize(p *params) (any, error) {
	can := p.Capabilities
	s.watch, s.lensed, s.refresh = can.Workspace.DidChangeWatchedFiles.DynamicRegistration,
		can.TextDocument.CodeLens != nil, can.Workspace.CodeLens.RefreshSupport
	root := cmp.Or(fileOf(p.RootURI), p.RootPath)
	if len(p.WorkspaceFolders) > 0 {
		root = cmp.Or(fileOf(p.WorkspaceFolders[0].URI), root)
	}
	src, dirs, err := s.open(interpreter.DataAbove(cmp.Or(root, s.here)))
	if err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}
	}
	s.dirs, s.loader, s.talk = dirs, interpreter.NewLoader(src), working
	return map[string]any{
		"serverInfo": map[string]any{"name": "moraine"},
		"capabilities": map[string]any{
			"textDocumentSync": map[string]any{"openClose": true, "change": 2, "save": true},
			"completionProvider": map[string]any{
				"triggerCharacters": []string{".", "\"", "'", "<", "[", "{", " ", "-"}},
			"hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
			"documentHighlightProvider": true,
			"renameProvider":            true, "documentSymbolProvider": true, "documentFormattingProvider": true,
			"workspaceSymbolProvider": true,
			"codeLensProvider":        map[string]any{},
			"executeCommandProvider":  map[string]any{"commands": []string{runCommand, declareCommand}},
			"codeActionProvider":      map[string]any{"codeActionKinds": []string{"quickfix"}},
		},
	}, nil
}

func (s *server) initialized(*params) (any, error) {
	if s.watch {
		watcher := map[string]any{"globPattern": "**/{cards,scenarios,variants}/**/*.{yaml,yml,csv,tsv}"}
		registration := map[string]any{"id": "files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": []any{watcher}}}
		_, err := s.conn.DispatchCall(s.ctx, "client/registerCapability",
			map[string]any{"registrations": []any{registration}})
		return nil, err
	}
	return nil, nil
}

func (s *server) shutdown(*params) (any, error) {
	s.talk = over
	return nil, nil
}

func (s *server) didOpen(p *params) (any, error) {
	d := &document{uri: p.TextDocument.URI, text: newText(p.TextDocument.Text)}
	if p.TextDocument.Version != nil {
		d.version = *p.TextDocument.Version
	}
	if d.layer, d.path = s.place(d.uri); d.path == "" {
		return nil, nil // not a file of a game
	}
	s.keep(d)
	return nil, nil
}

// didChange applies changes to a document. A text that becomes too large is left as it was.
func (s *server) didChange(was *document, p *params) (any, error) {
	d := *was
	if p.TextDocument.Version != nil {
		d.version = *p.TextDocument.Version
	}
	for _, c := range p.ContentChanges {
		whole := c.Text
		if c.Range != nil {
			from, to := d.offset(c.Range.Start), d.offset(c.Range.End)
			whole = d.s[:from] + c.Text + d.s[max(from, to):]
		}
		if len(whole) > mostBytes {
			return nil, nil
		}
		d.text = newText(whole)
	}
	s.keep(&d)
	return nil, nil
}

func (s *server) didClose(d *document, _ *params) (any, error) {
	s.mu.Lock()
	delete(s.docs, d.uri)
	s.mu.Unlock()
	s.loader.Edit(d.layer, d.path, nil)
	s.review(d.game())
	return nil, nil
}

// changedOutside reviews all open games after changes of files on disk.
func (s *server) changedOutside(*params) (any, error) {
	s.mu.Lock()
	games := slices.Collect(maps.Keys(s.desks))
	s.mu.Unlock()
	for _, game := range games {
		s.review(game)
	}
	return nil, nil
}

// keep stores the text of a document and requests a review of its game.
func (s *server) keep(d *document) {
	s.mu.Lock()
	s.docs[d.uri] = d
	s.mu.Unlock()
	s.loader.Edit(d.layer, d.path, []byte(d.s))
	s.review(d.game())
}

func (s *server) doc(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[uri]
}

// place returns the layer and path of a document. The path is "" if the document does not
// belong to a game.
func (s *server) place(uri string) (layer int, p string) {
	file := fileOf(uri)
	for i, dir := range slices.Backward(s.dirs) {
		rel, err := filepath.Rel(dir, file)
		if dir == "" || err != nil || !filepath.IsLocal(rel) {
			continue
		}
		rel = filepath.ToSlash(rel)
		ext := path.Ext(rel)
		parts := strings.Split(rel, "/")
		if len(parts) > 2 && slices.Contains([]string{"cards", "scenarios", "variants"}, parts[0]) &&
			(ext == ".yaml" || ext == ".yml" || parts[0] == "cards" && tables.IsTable(rel)) {
			return i, rel
		}
	}
	return 0, ""
}

// uriOf returns the document URI of a file, or "" for a built-in file.
func (s *server) uriOf(f *interpreter.File) string {
	i, file := s.loader.Sources().OnDisk(s.dirs, f)
	if file == "" {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.docs { // use the URI as the editor writes it
		if d.layer == i && d.path == f.Path {
			return uri
		}
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// fileOf returns the path for a document URI, or "" if it does not refer to a file.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	p := u.Path
	if len(p) > 2 && p[0] == '/' && p[2] == ':' { // a drive letter on Windows
		p = p[1:]
	}
	return filepath.FromSlash(p)
}
