// Package serve is a web server for games, for this machine or, on request, for a local
// network.
//
//	serve.go      the server, and the registration of parts
//	guard.go      access: host, origin, secrets, limits
//	origin.go     pages of other websites that may use the JSON of seats
//	strangers.go  limits on connections without a secret
//	page.go       the common layout; page.html, static/; typeset.go spaces of French texts
//	library.go    games as loaded from their current files
//	socket.go     updates of open pages
//
// A part is a package of its own (table, …). It calls Handle for pages that need the key of the
// server, Public for pages with their own secrets, and Show to write a page. All pages are
// rendered on the server, so hidden information is never sent.
package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"golang.org/x/net/netutil"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

// Options configures the server.
type Options struct {
	Data    interpreter.Sources
	Dirs    []string            // paths of the data layers; "" for the built-in one
	Only    string              // the only game to serve; "" for all games
	Rules   interpreter.Options // initial configuration of that game
	Lang    string              // "" for the language of the browser
	Folder  string              // folder for matches; a shared server writes to no other folder
	Share   bool                // listen on the local network
	Origins []string            // of other websites whose pages may use the JSON of seats
	Address string              // HOST:PORT
	Errors  *log.Logger         // log of failed requests
	Pace    time.Duration       // pause after each act of a bot, while a page of the table is open

	// Programs lists the bots of Only that are programs, and Program returns a new one. Seats has
	// the usual bots of seats, by id.
	Programs []string
	Program  func(name string) (*engine.Bot, error)
	Seats    map[string]string

	// Explain explains a name in a game, or searches for words. Schemas has the descriptions of
	// the messages to programs, by name of their file.
	Explain func(game, lang, words string) (string, error)
	Schemas map[string][]byte

	// After implements these pauses; nil is time.After. Tests replace it, so that they do not
	// depend on the clock.
	After func(time.Duration) <-chan time.Time
}

// Server is the server.
type Server struct {
	Options
	*Library
	Sections []Section
	Until    context.Context // done when background work must end
	stop     context.CancelFunc
	key      string
	desk     *http.ServeMux // pages that need the key
	public   *http.ServeMux // pages that do not need the key
	outside  strangers
	closing  []func()
}

// Section is a group of pages of a part. All pages link to it as PATH, or as PATH/GAME for a
// single game.
type Section struct {
	Title   string // a message in English
	Path    string
	PerGame bool
}

// Part registers the pages of a part with a server.
type Part func(*Server) error

// New returns a server with the given parts.
func New(o Options, parts ...Part) (*Server, error) {
	s := &Server{Options: o, Library: newLibrary(o.Data, o.Errors), desk: http.NewServeMux(),
		public: http.NewServeMux()}
	s.Until, s.stop = context.WithCancel(context.Background())
	if s.After == nil {
		s.After = time.After
	}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	s.public.Handle("GET /static/", http.FileServerFS(static))
	s.public.HandleFunc("GET /static/cards.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = io.WriteString(w, card.Styles) // the client may have disconnected
	})
	s.public.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusNotFound,
			"This page does not exist. Use the links that the server has printed or shown."))
	})
	s.public.HandleFunc("/desk/{key}/", func(w http.ResponseWriter, r *http.Request) {
		if !Same(r.PathValue("key"), s.key) {
			s.Fail(w, r, Refuse(http.StatusNotFound,
				"The key in this link is wrong. The server printed the right link when it was started."))
			return
		}
		s.outside.admit(r)
		http.StripPrefix("/desk/"+s.key, s.desk).ServeHTTP(w, r)
	})
	s.desk.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusNotFound, "This page does not exist on this server."))
	})
	for _, part := range parts {
		if err := part(s); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// open locks the folder of the server and reads its key from there, so that links stay valid
// after a restart.
func (s *Server) open() error {
	to, err := files.OpenPrivate(s.Folder)
	if err != nil {
		return err
	}
	defer to.Close()
	held, err := to.Lock()
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("another server uses the matches folder %s; stop it, or choose another folder with --matches",
			s.Folder)
	} else if err != nil {
		return fmt.Errorf("%s: %w", s.Folder, err)
	}
	s.Closing(func() { _ = held.Close() })
	text, err := to.Read("key", &files.Limit{File: 64})
	if s.key = strings.TrimSpace(string(text)); err == nil && len(s.key) == len(Secret()) {
		return to.MakePrivate("key")
	}
	s.key = Secret()
	return to.Write("key", []byte(s.key+"\n"))
}

// Secret returns a random secret.
func Secret() string { return strings.ToLower(rand.Text()) }

// Root returns the path prefix of pages that need the key.
func (s *Server) Root() string { return "/desk/" + s.key + "/" }

// GameOf returns the game that a request names in its path.
func (s *Server) GameOf(r *http.Request) (string, error) {
	id := r.PathValue("game")
	if s.Only != "" && s.Only != id {
		return "", Refuse(http.StatusNotFound, "This desk serves another game.")
	}
	return id, nil
}

// Handle adds a page that needs the key. The pattern has the syntax of http.ServeMux, such as
// "GET /rules/{game}".
func (s *Server) Handle(pattern string, h Handler) {
	s.desk.HandleFunc(pattern, s.handled(nil, h))
}

// Public adds a page that does not need the key. Before the body of a request is read, admit
// checks the secret in its address and returns an error if it is missing or wrong.
func (s *Server) Public(pattern string, admit func(r *http.Request) error, h Handler) {
	s.public.HandleFunc(pattern, s.handled(admit, h))
}

// Link adds a section to the links on all pages.
func (s *Server) Link(section Section) { s.Sections = append(s.Sections, section) }

// Closing registers a function that is called when the server closes, after the last request.
func (s *Server) Closing(f func()) { s.closing = append(s.closing, f) }

// Close calls the registered functions in reverse order.
func (s *Server) Close() {
	s.stop()
	for _, f := range slices.Backward(s.closing) {
		f()
	}
	s.closing = nil
}

// OnSave registers a function that is called when files of the games are saved.
func (s *Server) OnSave(f func()) {
	saves, err := watch.Follow(s.Until, s.Sources(), s.Dirs)
	if err != nil {
		return // built-in files cannot change
	}
	guarded := func() { _ = s.Guard(func() error { f(); return nil }) } // has logged the panic
	go saves.Each(s.Until, guarded, func(err error) { s.Errors.Print(err) })
}

// Guard returns the error of do. It turns a panic, which is a defect of Moraine, into an error and logs its stack, so
// that one table or page never ends the server.
func (s *Server) Guard(do func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			s.Errors.Printf("internal error: %v\n%s", what, debug.Stack())
			err = fmt.Errorf("internal error: %v", what)
		}
	}()
	return do()
}

// Handler answers a request after its form has been parsed, or returns an error.
type Handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) handled(admit func(r *http.Request) error, h Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if admit != nil {
			if err := admit(r); err != nil {
				s.Fail(w, r, err)
				return
			}
			s.outside.admit(r)
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBytes)
		err := arrive(w, r)
		if err == nil {
			err = s.Guard(func() error { return h(w, r) })
		}
		if err != nil {
			s.Fail(w, r, err)
		}
	}
}

// arrive parses the form of a request. After that the request has no read deadline, because it
// would interrupt a slow handler.
func arrive(w http.ResponseWriter, r *http.Request) error {
	var err error
	if r.Method == http.MethodPost {
		err = malformed(r.ParseForm())
	}
	if err == nil && isJSON(r) {
		return readBody(w, r)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, r.Body) // discard a body that is not a form
		err = malformed(err)
	}
	if err != nil {
		w.Header().Set("Connection", "close") // the rest of the body may never arrive
		return err
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return nil
}

// malformed returns the refusal of a request that cannot be read, unless it is too long or arrives too slowly.
func malformed(err error) error {
	var tooLong *http.MaxBytesError
	var late net.Error
	if err == nil || errors.As(err, &tooLong) || errors.As(err, &late) {
		return err
	}
	return Refuse(http.StatusBadRequest, "The server does not understand this message; reload the page. (%s)",
		err.Error())
}

func isJSON(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return r.Method == http.MethodPost && kind == "application/json"
}

// readBody reads a message of a program before its handler runs.
func readBody(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostMessage))
	if err != nil {
		w.Header().Set("Connection", "close")
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(text))
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return nil
}

// Handler returns the complete handler including access control. It compresses pages: the rulings of glacier have 5.8
// megabytes, and 0.9 as gzip. Random padding hides how well a page with a secret is compressed.
func (s *Server) Handler() http.Handler {
	compressed, err := gzhttp.NewWrapper(gzhttp.RandomJitter(32, 0, false))
	if err != nil {
		panic(err) // the options are wrong
	}
	return s.guard(compressed(s.public))
}

// Plain returns the handler without compression, for pages that do not use a network.
func (s *Server) Plain() http.Handler { return s.guard(s.public) }

// Listen opens the server's address.
func (s *Server) Listen() (net.Listener, error) {
	address := cmp.Or(s.Address, "127.0.0.1:0")
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("the address must be HOST:PORT, not %q", address)
	}
	if ip := net.ParseIP(host); !s.Share && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("other computers can reach the address %s; add --share to allow this", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; --address %s chooses a free port", err, net.JoinHostPort(host, "0"))
	}
	return netutil.LimitListener(l, mostConnections), nil // further connections wait
}

// server returns an http.Server with time limits that tracks connections without a secret.
func (s *Server) server(ctx context.Context) *http.Server {
	return &http.Server{
		Handler: s.Handler(), ErrorLog: s.Errors, BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: requestTime / 2, ReadTimeout: requestTime, WriteTimeout: responseTime,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ConnState: s.outside.state, ConnContext: withConn,
	}
}

// Serve answers requests until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := s.server(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = errors.Join(server.Close(), ctx.Err())
	}
	s.Close()
	return err
}
