package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// Socket is the connection to an open page (Page.Socket). The server sends updates for parts of
// the page, and the page sends the user's actions. The common script reconnects if necessary.
type Socket struct {
	conn Conn
	ctx  context.Context
}

// Conn carries messages, which are texts, to a page and back. A Hijacker returns its own kind; all others are
// WebSockets.
type Conn interface {
	Read(ctx context.Context) ([]byte, error)
	Write(ctx context.Context, text []byte) error
	Ping(ctx context.Context) error
	Close(reason string) error // "" for an end without a reason
}

// Hijacker is a http.ResponseWriter for a page that does not use a network.
type Hijacker interface{ Conn() Conn }

// webSocket is a WebSocket.
type webSocket struct{ *websocket.Conn }

func (s webSocket) Read(ctx context.Context) ([]byte, error) {
	_, text, err := s.Conn.Read(ctx)
	return text, err
}

func (s webSocket) Write(ctx context.Context, text []byte) error {
	return s.Conn.Write(ctx, websocket.MessageText, text)
}

func (s webSocket) Close(reason string) error {
	if reason == "" {
		return s.CloseNow()
	}
	return s.Conn.Close(websocket.StatusPolicyViolation, reason)
}

// Put is an update for a page: the inner HTML of elements by id, and a message to the user.
type Put struct {
	HTML map[string]string `json:"html,omitempty"`
	Add  map[string]string `json:"add,omitempty"`  // HTML to append to elements
	Say  string            `json:"say,omitempty"`  // read by screen readers, and shown for a while
	Bad  bool              `json:"bad,omitempty"`  // the message is a refusal
	Load bool              `json:"load,omitempty"` // reload the page

	State json.RawMessage `json:"state,omitempty"` // for programs: the table
}

const (
	mostMessage = 64 << 10 // size of a message from a page
	patience    = 10 * time.Second
	pulse       = 30 * time.Second // interval of pings
)

// Open accepts a request for a socket. Run closes it.
func Open(w http.ResponseWriter, r *http.Request) (*Socket, error) {
	if h, ok := w.(Hijacker); ok {
		return &Socket{h.Conn(), r.Context()}, nil
	}
	// refuses pages of other sites
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: isAllowed(r)})
	if err != nil {
		return nil, nil // the response contains the reason
	}
	conn.SetReadLimit(mostMessage)
	return &Socket{webSocket{conn}, r.Context()}, nil
}

// Run calls hear with each message from the page, until the page is closed, the request is
// cancelled or hear returns an error, which is sent to the page.
func (s *Socket) Run(hear func(message []byte) error) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go s.beat(ctx, cancel)
	for {
		text, err := s.conn.Read(ctx)
		if err != nil {
			s.Close()
			return nil // the page reconnects
		}
		if err := hear(text); err != nil {
			return s.conn.Close(err.Error()[:min(len(err.Error()), 100)])
		}
	}
}

// beat ends a connection that does not answer pings.
func (s *Socket) beat(ctx context.Context, lost func()) {
	for tick := time.NewTicker(pulse); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			wait, cancel := context.WithTimeout(ctx, patience)
			err := s.conn.Ping(wait)
			cancel()
			if err != nil {
				lost()
			}
		}
	}
}

// Tell sends an update. A page that does not receive it is disconnected.
func (s *Socket) Tell(p *Put) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	return s.conn.Write(ctx, text)
}

// Close ends the connection.
func (s *Socket) Close() { _ = s.conn.Close("") }
