package desk

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/serve"
)

// Event is a message for a connection of the page, or its beginning or end.
type Event struct {
	Conn   int    `json:"conn"`
	Kind   Kind   `json:"kind"`
	Text   string `json:"text"`   // of a message
	Reason string `json:"reason"` // of the end; may be empty
}

// Kind is a kind of event.
type Kind string

// The kinds of events.
const (
	Begins  Kind = "open"
	Message Kind = "message"
	Ends    Kind = "close"
)

// Limits of a connection.
const (
	mostConns  = 16
	mostHeard  = 64       // messages that wait
	mostTyped  = 64 << 10 // bytes of a message
	tooManyNow = "too many messages at once"
)

// conn is a connection of an open page. The page chooses its number.
type conn struct {
	id    int
	desk  *Desk
	heard chan string
	ended chan struct{}
	end   sync.Once
}

func (c *conn) Read(ctx context.Context) ([]byte, error) {
	select {
	case text := <-c.heard:
		return []byte(text), nil
	case <-c.ended:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *conn) Write(_ context.Context, text []byte) error {
	c.desk.tell(Event{Conn: c.id, Kind: Message, Text: string(text)})
	return nil
}

func (c *conn) Ping(context.Context) error { return nil }

func (c *conn) Close(reason string) error {
	c.end.Do(func() {
		close(c.ended)
		c.desk.drop(c.id)
		c.desk.tell(Event{Conn: c.id, Kind: Ends, Reason: reason})
	})
	return nil
}

// connecting is the response to a request for a socket.
type connecting struct {
	answer
	conn *conn
}

// Conn begins the connection.
func (c *connecting) Conn() serve.Conn {
	c.conn.desk.tell(Event{Conn: c.conn.id, Kind: Begins})
	return c.conn
}

type connectParams struct {
	Conn int    `json:"conn"`
	Path string `json:"path"`
}

// connect opens a connection for the page of a seat.
func (d *Desk) connect(p connectParams) (any, error) {
	if !strings.HasPrefix(p.Path, "/seat/") {
		return nil, fmt.Errorf("%q is not the link of a seat", p.Path)
	}
	r, err := d.newRequest(http.MethodGet, p.Path, "")
	if err != nil {
		return nil, err
	}
	c := &conn{id: p.Conn, desk: d, heard: make(chan string, mostHeard), ended: make(chan struct{})}
	d.mu.Lock()
	n, known := len(d.conns), d.conns[p.Conn] != nil
	if n < mostConns && !known {
		d.conns[p.Conn] = c
	}
	d.mu.Unlock()
	if n >= mostConns || known {
		return nil, fmt.Errorf("the page has %d connections, or has number %d already", n, p.Conn)
	}
	go func() {
		d.handler.ServeHTTP(&connecting{answer{header: http.Header{}}, c}, r)
		_ = c.Close("") // returns no error
	}()
	return nil, nil
}

type hearParams struct {
	Conn int    `json:"conn"`
	Text string `json:"text"`
}

// hear passes a message of the page to its connection. The messages of a connection that has ended are lost.
func (d *Desk) hear(p hearParams) (any, error) {
	c := d.conn(p.Conn)
	if c == nil {
		return nil, nil
	}
	if len(p.Text) > mostTyped {
		return nil, c.Close(tooManyNow)
	}
	select {
	case c.heard <- p.Text:
		return nil, nil
	default:
		return nil, c.Close(tooManyNow)
	}
}

type closeParams struct {
	Conn int `json:"conn"`
}

// close ends a connection.
func (d *Desk) close(p closeParams) (any, error) {
	if c := d.conn(p.Conn); c != nil {
		return nil, c.Close("")
	}
	return nil, nil
}

func (d *Desk) conn(id int) *conn {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.conns[id]
}

func (d *Desk) drop(id int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, id)
}
