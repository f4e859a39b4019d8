// Package desk plays matches of a game without a network. A page sends it requests and the messages of its sockets as
// texts; package serve/table answers them as it answers a browser. A page reaches the pages of seats and no others, so
// it receives only information that its seat may see.
//
//	desk.go    the matches, and requests
//	socket.go  the connections of open pages
//	worker     the program for the browser
package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/live/texts"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/serve/table"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// Limits of a page.
const (
	mostMessage = 64 << 20 // bytes; the files of a game have at most three times 16 MB
	mostHops    = 5        // redirections of a request
	mostSeat    = 1 << 10  // bytes of the file with the link of the seat
)

// seatFile is the file with the link of the seat, beside the folders of the matches.
const seatFile = "seat"

// Desk has the matches of a game in a folder, and the open pages.
type Desk struct {
	folder  string
	pace    time.Duration
	tell    func(Event)
	errors  *log.Logger
	server  *serve.Server
	handler http.Handler
	mu      sync.Mutex
	seat    string // the link of the seat in the match that began last
	cookies map[string]string
	conns   map[int]*conn
}

// New returns a Desk without a game. Its matches are kept in folder, pace is the pause after each act of a bot, and
// tell is called for each event of a connection.
func New(folder string, pace time.Duration, errors *log.Logger, tell func(Event)) *Desk {
	return &Desk{folder: folder, pace: pace, tell: tell, errors: errors, cookies: map[string]string{},
		conns: map[int]*conn{}}
}

// methods maps the names of JSON-RPC methods to their implementations.
var methods = map[string]func(d *Desk, params json.RawMessage) (any, error){
	"open": with((*Desk).open), "request": with((*Desk).request), "save": with((*Desk).save),
	"connect": with((*Desk).connect), "hear": with((*Desk).hear), "close": with((*Desk).close),
}

// with returns a method that decodes its parameters.
func with[P any](method func(*Desk, P) (any, error)) func(*Desk, json.RawMessage) (any, error) {
	return func(d *Desk, params json.RawMessage) (any, error) {
		var p P
		if err := escape.ReadJSON(params, &p); err != nil {
			return nil, err
		}
		return method(d, p)
	}
}

// Answer returns the response to a message of JSON-RPC.
func (d *Desk) Answer(message string) string {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	result, err := any(nil), error(nil)
	if len(message) > mostMessage {
		err = fmt.Errorf("a message must not be larger than %d bytes", mostMessage)
	} else if err = json.Unmarshal([]byte(message), &m); err == nil {
		method := methods[m.Method]
		switch {
		case d.handler == nil && m.Method != "open":
			err = errors.New("open a game first")
		case method == nil:
			err = fmt.Errorf("there is no method %q", m.Method)
		default:
			result, err = method(d, m.Params)
		}
	}
	out := map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result}
	if err != nil {
		delete(out, "result")
		out["error"] = map[string]string{"message": err.Error()}
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // cannot happen: results consist of texts and numbers
	}
	return string(text)
}

// openParams has a game with the texts of its files, by path, and the configuration of the match.
type openParams struct {
	Game  string            `json:"game"`
	Lang  string            `json:"lang"`
	In    string            `json:"in"`
	Files map[string]string `json:"files"`
}

// opened has the link of the seat, which begins with /seat/.
type opened struct {
	Seat string `json:"seat"`
}

// open opens a game. It continues the match that the folder has, or begins one: the reader has the first seat, and a
// bot the second.
func (d *Desk) open(p openParams) (any, error) {
	if d.server != nil {
		return nil, errors.New("a game is open already")
	}
	tree, err := texts.Tree(p.Game, p.Files)
	if err != nil {
		return nil, err
	}
	d.server, err = serve.New(serve.Options{Data: interpreter.Sources{{Name: "page", FS: tree}}, Only: p.Game,
		Rules: debug.Config(p.In), Lang: p.Lang, Folder: d.folder, Errors: d.errors, Pace: d.pace}, table.Pages)
	if err != nil {
		return nil, err
	}
	d.handler = d.server.Plain()
	in, err := files.OpenPrivate(d.folder)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if link, err := in.Read(seatFile, &files.Limit{File: mostSeat}); err == nil {
		d.seat = string(link)
		return opened{string(link)}, nil
	}
	g, _, err := d.server.Game(p.Game, debug.Config(p.In))
	if err != nil {
		return nil, err
	}
	least, most := g.Players()
	form := url.Values{"game": {p.Game}, "variant": {p.In}, "players": {strconv.Itoa(min(max(least, 2), most))}}
	begun := d.do(http.MethodPost, d.server.Root()+"tables", form.Encode())
	link := begun.header.Get("Location")
	if !strings.HasPrefix(link, "/seat/") {
		return nil, fmt.Errorf("the match does not begin: %s", &begun.text)
	}
	return opened{link}, d.sit(link)
}

// sit keeps the link of the seat, at which a later Desk continues.
func (d *Desk) sit(link string) error {
	in, err := files.OpenPrivate(d.folder)
	if err != nil {
		return err
	}
	defer in.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seat = link
	return in.Write(seatFile, []byte(link))
}

// seated returns the link of the seat in the match that began last.
func (d *Desk) seated() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seat
}

// tableOf returns the beginning of the links of a table's seats: "/seat/x" for "/seat/x/y/rules".
func tableOf(link string) string {
	parts := strings.SplitN(link, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// requestParams has a request of a page for its seat.
type requestParams struct {
	Method string `json:"method"` // GET or POST
	Path   string `json:"path"`   // and query
	Form   string `json:"form"`   // encoded; "" for GET
}

// page is the answer to a request.
type page struct {
	Status int    `json:"status"`
	Path   string `json:"path"` // after redirections
	Seat   string `json:"seat"` // the link of the seat in the match that began last
	Name   string `json:"name"` // of the file, if the answer is a download
	Text   string `json:"text"`
}

// request answers a request for the page of a seat.
func (d *Desk) request(p requestParams) (any, error) {
	if p.Method != http.MethodGet && p.Method != http.MethodPost {
		return nil, fmt.Errorf("there is no method %q", p.Method)
	}
	for range mostHops {
		if !strings.HasPrefix(p.Path, "/seat/") {
			return page{Status: http.StatusNotFound, Path: p.Path}, nil
		}
		a := d.do(p.Method, p.Path, p.Form)
		if to := a.header.Get("Location"); to != "" {
			if strings.HasPrefix(to, "/seat/") && tableOf(to) != tableOf(p.Path) { // a rematch
				if err := d.sit(to); err != nil {
					return nil, err
				}
			}
			p = requestParams{Method: http.MethodGet, Path: to}
			continue
		}
		return page{Status: a.status, Path: p.Path, Seat: d.seated(), Name: a.fileName(), Text: a.text.String()}, nil
	}
	return nil, errors.New("the page is redirected too often")
}

// saveParams names a match by the link of one of its seats.
type saveParams struct {
	Seat string `json:"seat"`
}

// save returns the match as a file for `moraine play --resume`. It contains all hidden information.
func (d *Desk) save(p saveParams) (any, error) {
	parts := strings.Split(p.Seat, "/")
	if len(parts) < 4 || parts[1] != "seat" {
		return nil, fmt.Errorf("%q is not the link of a seat", p.Seat)
	}
	a := d.do(http.MethodGet, d.server.Root()+"tables/"+url.PathEscape(parts[2])+"/match", "")
	return page{Status: a.status, Name: a.fileName(), Text: a.text.String()}, nil
}

// do passes a request to the server.
func (d *Desk) do(method, path, form string) *answer {
	a := &answer{header: http.Header{}, status: http.StatusOK}
	r, err := d.newRequest(method, path, form)
	if err != nil {
		http.Error(a, err.Error(), http.StatusBadRequest)
		return a
	}
	d.handler.ServeHTTP(a, r)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, line := range a.header["Set-Cookie"] {
		if c, err := http.ParseSetCookie(line); err == nil {
			d.cookies[c.Name] = c.Value
		}
	}
	return a
}

func (d *Desk) newRequest(method, path, form string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(d.server.Until, method, path, strings.NewReader(form))
	if err != nil {
		return nil, err
	}
	r.Host, r.RequestURI, r.RemoteAddr = "127.0.0.1", path, "127.0.0.1:1" // the page is on this computer
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, value := range d.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	return r, nil
}

// answer is a response that is kept in memory.
type answer struct {
	header http.Header
	status int
	text   strings.Builder
}

func (a *answer) Header() http.Header                { return a.header }
func (a *answer) WriteHeader(status int)             { a.status = status }
func (a *answer) Write(text []byte) (n int, _ error) { return a.text.Write(text) }

// fileName returns the name of the file that the answer asks to save, or "".
func (a *answer) fileName() string {
	_, params, _ := mime.ParseMediaType(a.header.Get("Content-Disposition")) // without the header there is no name
	return params["filename"]
}
