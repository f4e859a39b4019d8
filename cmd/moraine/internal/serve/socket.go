package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// Socket is the line to a page that is open (Page.Socket): it is sent what has become of parts of
// the page, and sends what somebody does there. The script of all pages keeps it up.
type Socket struct {
	conn *websocket.Conn
	ctx  context.Context
}

// Put is what has become of a page: the HTML inside of the elements with these ids, and what is said
// to whoever looks at it.
type Put struct {
	HTML map[string]string `json:"html,omitempty"`
	Add  map[string]string `json:"add,omitempty"`  // what comes behind all that is inside of them
	Say  string            `json:"say,omitempty"`  // read out, and shown for a while
	Bad  bool              `json:"bad,omitempty"`  // it is a refusal
	Load bool              `json:"load,omitempty"` // the page is to be loaded anew
}

const (
	mostMessage = 64 << 10 // bytes that a page says at once
	patience    = 10 * time.Second
	pulse       = 30 * time.Second // how often it is asked whether anybody is still there
)

// Open takes a request for a socket. Run ends it.
func Open(w http.ResponseWriter, r *http.Request) (*Socket, error) {
	conn, err := websocket.Accept(w, r, nil) // which refuses pages of other sites
	if err != nil {
		return nil, nil // it has said why
	}
	conn.SetReadLimit(mostMessage)
	return &Socket{conn, r.Context()}, nil
}

// Run hands each message of the page to a function, until the page goes, the context of the request
// is over or the function returns an error, which the page is told.
func (s *Socket) Run(hear func(message []byte) error) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go s.beat(ctx, cancel)
	for {
		_, text, err := s.conn.Read(ctx)
		if err != nil {
			_ = s.conn.CloseNow()
			return nil // whoever has gone comes again
		}
		if err := hear(text); err != nil {
			return s.conn.Close(websocket.StatusPolicyViolation, err.Error()[:min(len(err.Error()), 100)])
		}
	}
}

// beat ends a line at whose other end nobody is.
func (s *Socket) beat(ctx context.Context, lost func()) {
	for tick := time.NewTicker(pulse); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			wait, cancel := context.WithTimeout(ctx, patience)
			err := s.conn.Ping(wait)
			if cancel(); err != nil {
				lost()
			}
		}
	}
}

// Tell tells the page what has become of it. Whoever does not listen is cut off.
func (s *Socket) Tell(p *Put) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, text)
}

// Close ends the line.
func (s *Socket) Close() { _ = s.conn.CloseNow() }
