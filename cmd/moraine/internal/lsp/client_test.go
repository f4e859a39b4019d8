package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// client is an editor at the other end of the real protocol.
type client struct {
	t    testing.TB
	dir  string
	conn *jsonrpc2.Conn
	done chan bool   // whether the server has been told goodbye
	said chan string // messages to the user of the editor
	errs *safe       // log messages of the server

	mu      sync.Mutex
	news    chan struct{} // something was published
	shown   map[string][]diagnostic
	version map[string][]int // of the latest diagnostics
	docs    map[string]*document
}

type safe struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// workspace is a folder with a small game.
func workspace(t testing.TB) string {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../../../cmd/moraine/testdata/pebbles")))
	return dir
}

func opens(folder string) (interpreter.Sources, []string, error) {
	if _, err := os.Stat(filepath.Join(folder, "cards")); err != nil { // its game comes with the program
		shipped := interpreter.Layer{Name: "built-in", FS: os.DirFS("../../../../cmd/moraine/testdata/pebbles"), Show: func(p string) string { return "builtin:" + p }}
		return interpreter.Sources{shipped, {Name: "test", FS: os.DirFS(folder)}}, []string{"", folder}, nil
	}
	return interpreter.Sources{{Name: "test", FS: os.DirFS(folder)}}, []string{folder}, nil
}

// dial starts a server and greets it.
func dial(t testing.TB, dir string) *client {
	c := connect(t, dir)
	var hello struct {
		Capabilities map[string]any `json:"capabilities"`
	}
	c.call("initialize", map[string]any{"rootUri": uri(dir), "capabilities": map[string]any{"textDocument": map[string]any{"codeLens": map[string]any{}}, "workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}}}, &hello)
	require.NotEmpty(t, hello.Capabilities)
	c.notify("initialized", map[string]any{})
	return c
}

// connect starts a server that has not received initialize.
func connect(t testing.TB, dir string) *client {
	c := &client{t: t, dir: dir, done: make(chan bool, 1), errs: &safe{}, said: make(chan string, 9), news: make(chan struct{}, 1), shown: map[string][]diagnostic{}, version: map[string][]int{}, docs: map[string]*document{}}
	toServer, fromClient, err := os.Pipe() // which hold some: both sides may write at once, as those of a process
	require.NoError(t, err)
	toClient, fromServer, err := os.Pipe()
	require.NoError(t, err)
	go func() {
		c.done <- Serve(context.WithoutCancel(t.Context()), toServer, fromServer, c.errs, dir, filepath.Join(dir, "cache"), opens, pages)
		_ = fromServer.Close()
		_ = toServer.Close()
	}()
	c.conn = jsonrpc2.NewConn(context.Background(), &stream{in: bufio.NewReader(toClient), out: fromClient}, jsonrpc2.HandlerWithError(c.told).SuppressErrClosed())
	t.Cleanup(func() {
		_ = fromClient.Close()
		_ = c.conn.Close()
		assert.Empty(t, c.errs.String(), "the server complains of nothing")
	})
	return c
}

func uri(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// told receives notifications from the server.
func (c *client) told(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "window/showMessage":
		c.said <- string(*req.Params)
		return nil, nil
	case "workspace/applyEdit":
		c.said <- string(*req.Params)
		return map[string]any{"applied": true}, nil
	case "workspace/codeLens/refresh":
		c.said <- "refresh"
		return nil, nil
	case "textDocument/publishDiagnostics":
	default:
		return nil, nil
	}
	var p publishParams
	if err := json.Unmarshal(*req.Params, &p); err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.shown[p.URI] = p.Diagnostics
	if p.Version != nil {
		c.version[p.URI] = append(c.version[p.URI], *p.Version)
	}
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
	return nil, nil
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	require.NoError(c.t, c.conn.Call(ctx, method, params, result), method)
}

func (c *client) notify(method string, params any) {
	require.NoError(c.t, c.conn.Notify(context.Background(), method, params), method)
}

func (c *client) uri(path string) string { return uri(filepath.Join(c.dir, path)) }

// open opens a file with the text that it has on the disk.
func (c *client) open(path string) string {
	b, err := os.ReadFile(filepath.Join(c.dir, path))
	require.NoError(c.t, err)
	c.docs[path] = &document{uri: c.uri(path), version: 1, text: newText(string(b))}
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(path), "version": 1, "text": string(b)}})
	return string(b)
}

// write gives an open file another text.
func (c *client) write(path, text string) {
	d := c.docs[path]
	d.version++
	d.text = newText(text)
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": d.uri, "version": d.version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// until waits until the diagnostics of a file satisfy a condition.
func (c *client) until(path string, want func(version int, all []diagnostic) bool) []diagnostic {
	c.t.Helper()
	limit := time.After(time.Minute)
	for {
		c.mu.Lock()
		all, version := c.shown[c.uri(path)], 0
		if v := c.version[c.uri(path)]; len(v) > 0 {
			version = v[len(v)-1]
		}
		c.mu.Unlock()
		if want(version, all) {
			return all
		}
		select {
		case <-c.news:
		case <-limit:
			require.FailNow(c.t, "never shown", "%s: last version %d: %v", path, version, all)
		}
	}
}

// says waits for a diagnostic with some words in the version of a file that is open.
func (c *client) says(path, words string) diagnostic {
	c.t.Helper()
	var found diagnostic
	c.until(path, func(version int, all []diagnostic) bool {
		for _, d := range all {
			if (c.docs[path] == nil || version == c.docs[path].version) && strings.Contains(d.Message, words) {
				found = d
				return true
			}
		}
		return false
	})
	return found
}

// clean waits until nothing is wrong with a file in its version.
func (c *client) clean(path string) {
	c.t.Helper()
	c.until(path, func(version int, all []diagnostic) bool {
		return len(all) == 0 && (c.docs[path] == nil || version == c.docs[path].version)
	})
}

// at is a position: where the mark § stands in a text, which is then written without it.
func (c *client) at(path, marked string) map[string]any {
	i := strings.Index(marked, "§")
	require.GreaterOrEqual(c.t, i, 0, "no mark")
	text := strings.Replace(marked, "§", "", 1)
	if text != c.docs[path].s {
		c.write(path, text)
	}
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}, "position": c.docs[path].position(i)}
}

// marked returns the text of a file in a range.
func (c *client) marked(path string, r span) string {
	d := c.docs[path]
	return d.s[d.offset(r.Start):d.offset(r.End)]
}

// goodbye ends the conversation as an editor does.
func (c *client) goodbye() {
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	assert.True(c.t, <-c.done)
}
