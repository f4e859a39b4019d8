// Package serve is the desk: games in a browser, served on this machine or, if that is asked for, in
// a local network.
//
//	serve.go     the server, and how parts hang their pages on it
//	guard.go     who may ask for what: host, origin, secrets, limits
//	page.go      how every page looks; page.html, static/
//	library.go   games as their files are now
//	socket.go    what a page is told while it is open
//
// A part is a folder of its own (table, …): it calls Handle for pages that need the key of the desk,
// Public for those that have secrets of their own, and Show to write a page. Everything is made on the
// server; what somebody must not know is never sent.
package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

// Options say what is served, and to whom.
type Options struct {
	Data    interpreter.Sources
	Dirs    []string            // where the layers of data lie; "": one comes with the program
	Only    string              // the game that is served; "": all
	Rules   interpreter.Options // of that game, to begin with
	Lang    string              // "": what the browser asks for
	Folder  string              // where matches are kept; there is nothing else that the desk may write if it is shared
	Share   bool                // in the local network
	Address string              // HOST:PORT
	Errors  *log.Logger         // of requests
	Open    []File              // reports that can be looked at
}

// File is a file that was named where the desk was started.
type File struct {
	Name string
	Text []byte
}

// Server is the desk.
type Server struct {
	Options
	*Library
	Sections []Section
	Until    context.Context // what goes on beside requests goes on until this is over
	stop     context.CancelFunc
	key      string
	desk     *http.ServeMux // what needs the key
	public   *http.ServeMux // what does not
	outside  strangers
	closing  []func()
}

// Section is a group of pages of a part, linked to from everywhere as PATH, or PATH/GAME if it is
// about one game.
type Section struct {
	Title   string // a message, in English
	Path    string
	PerGame bool
}

// Part is what hangs its pages on a desk.
type Part func(*Server) error

// New sets a desk up.
func New(o Options, parts ...Part) (*Server, error) {
	s := &Server{Options: o, Library: newLibrary(o.Data), desk: http.NewServeMux(), public: http.NewServeMux()}
	s.Until, s.stop = context.WithCancel(context.Background())
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	s.public.Handle("GET /static/", http.FileServerFS(static))
	s.public.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusNotFound, "There is no such page. Links to this desk are those that it has printed or shown."))
	})
	s.public.HandleFunc("/desk/{key}/", func(w http.ResponseWriter, r *http.Request) {
		if !Same(r.PathValue("key"), s.key) {
			s.Fail(w, r, Refuse(http.StatusNotFound, "This is not the key of this desk. It has printed its link where it was started."))
			return
		}
		s.outside.admit(r)
		http.StripPrefix("/desk/"+s.key, s.desk).ServeHTTP(w, r)
	})
	s.desk.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusNotFound, "There is no such page on this desk."))
	})
	for _, part := range parts {
		if err := part(s); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// open has the folder of the desk to itself, and finds its key there: links to it stay what they are when
// it is started again.
func (s *Server) open() error {
	to, err := files.OpenPrivate(s.Folder)
	if err != nil {
		return err
	}
	defer to.Close()
	held, err := to.Lock()
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("another server keeps its matches in %s; stop it, or say --matches FOLDER", s.Folder)
	} else if err != nil {
		return fmt.Errorf("%s: %w", s.Folder, err)
	}
	s.Closing(func() { _ = held.Close() })
	text, err := to.Read("key", &files.Limit{File: 64})
	if s.key = strings.TrimSpace(string(text)); err == nil && len(s.key) == len(Secret()) {
		return to.Tighten("key")
	}
	s.key = Secret()
	return to.Write("key", []byte(s.key+"\n"))
}

// Secret is what nobody guesses.
func Secret() string { return strings.ToLower(rand.Text()) }

// Root is where the pages of the desk begin: no link of theirs goes without it.
func (s *Server) Root() string { return "/desk/" + s.key + "/" }

// GameOf is the game that a request is about.
func (s *Server) GameOf(r *http.Request) (string, error) {
	id := r.PathValue("game")
	if s.Only != "" && s.Only != id {
		return "", Refuse(http.StatusNotFound, "This desk serves another game.")
	}
	return id, nil
}

// Handle hangs a page on the desk: for whoever knows its key. The pattern is one of http.ServeMux,
// such as "GET /rules/{game}".
func (s *Server) Handle(pattern string, h Handler) {
	s.desk.HandleFunc(pattern, s.handled(nil, h, mostBytes))
}

// HandleReport is Handle for a page that a report is sent to.
func (s *Server) HandleReport(pattern string, h Handler) {
	s.desk.HandleFunc(pattern, s.handled(nil, h, MostReport))
}

// Public hangs a page beside the desk. Before anything else of a request is read, admit looks for a secret in its
// address, and returns an error if there is none.
func (s *Server) Public(pattern string, admit func(r *http.Request) error, h Handler) {
	s.public.HandleFunc(pattern, s.handled(admit, h, mostBytes))
}

// Link adds a section to what every page of the desk links to.
func (s *Server) Link(section Section) { s.Sections = append(s.Sections, section) }

// Closing has something done when the desk closes, after the last request.
func (s *Server) Closing(f func()) { s.closing = append(s.closing, f) }

// Close does what was to be done when the desk closes, the latest first.
func (s *Server) Close() {
	s.stop()
	for _, f := range slices.Backward(s.closing) {
		f()
	}
	s.closing = nil
}

// OnSave has something done whenever files of the games were saved, once after the other.
func (s *Server) OnSave(f func()) {
	saves, err := watch.Follow(s.Until, s.Sources(), s.Dirs)
	if err != nil {
		return // nothing here can change
	}
	go func() {
		for {
			select {
			case <-s.Until.Done():
				return
			case err := <-saves.Errors:
				s.Errors.Print(err)
			case <-saves.C:
				f()
			}
		}
	}()
}

// Handler answers a request, whose form has been read, or returns why not.
type Handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) handled(admit func(r *http.Request) error, h Handler, most int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if admit != nil {
			if err := admit(r); err != nil {
				s.Fail(w, r, err)
				return
			}
			s.outside.admit(r)
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		err := arrive(w, r, most > mostBytes)
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			s.Fail(w, r, err)
		}
	}
}

// arrive reads the form of a request. A request that has arrived has no deadline, which would end a handler that
// takes longer; one with a report has more time, in which its handler reads the rest.
func arrive(w http.ResponseWriter, r *http.Request, report bool) error {
	deadline := time.Time{}
	if report {
		deadline = time.Now().Add(reportTime)
		_ = http.NewResponseController(w).SetReadDeadline(deadline) // a recorder in a test has none
	}
	var err error
	if r.Method == http.MethodPost {
		err = r.ParseForm()
	}
	if err == nil && !report {
		_, err = io.Copy(io.Discard, r.Body) // what is no form is of no use
	}
	if err != nil {
		w.Header().Set("Connection", "close") // the rest of it may never come
		return err
	}
	_ = http.NewResponseController(w).SetReadDeadline(deadline)
	return nil
}

// Handler is all of the desk, guarded.
func (s *Server) Handler() http.Handler { return s.guard(s.public) }

// Listen opens the address of the desk.
func (s *Server) Listen() (net.Listener, error) {
	address := cmp.Or(s.Address, "127.0.0.1:0")
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("an address is HOST:PORT, not %q", address)
	}
	if ip := net.ParseIP(host); !s.Share && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s can be reached by others; --share says that you want that", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; with --address %s there is always a port", err, net.JoinHostPort(host, "0"))
	}
	return netutil.LimitListener(l, mostConnections), nil // more wait
}

// server has the time limits of requests, and follows which connections have shown a secret.
func (s *Server) server(ctx context.Context) *http.Server {
	return &http.Server{
		Handler: s.Handler(), ErrorLog: s.Errors, BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: requestTime / 2, ReadTimeout: requestTime, WriteTimeout: responseTime, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ConnState: s.outside.state, ConnContext: withConn,
	}
}

// Serve answers requests until the context is over.
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
