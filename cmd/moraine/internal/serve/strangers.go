package serve

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// mostStrangers limits the number of connections without a secret, so that some of the
// mostConnections are always free for players.
const mostStrangers = 256

// strangers tracks the open connections on which no secret has been received. If there are too
// many, the oldest is closed. A player's first request contains a secret, so the oldest of
// these connections are idle or foreign.
type strangers struct {
	mu    sync.Mutex
	queue list.List // of net.Conn, oldest first
	at    map[net.Conn]*list.Element
}

// state tracks a connection; it is used as http.Server.ConnState.
func (s *strangers) state(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if old := s.add(c); old != nil {
			_ = old.Close()
		}
	case http.StateHijacked, http.StateClosed:
		s.remove(c)
	}
}

// add adds a connection and returns the one that must be closed in exchange, or nil.
func (s *strangers) add(c net.Conn) (old net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == nil {
		s.at = map[net.Conn]*list.Element{}
	}
	s.at[c] = s.queue.PushBack(c)
	if s.queue.Len() <= mostStrangers {
		return nil
	}
	old = s.queue.Remove(s.queue.Front()).(net.Conn)
	delete(s.at, old)
	return old
}

func (s *strangers) remove(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.at[c]; e != nil {
		s.queue.Remove(e)
		delete(s.at, c)
	}
}

// admit removes the connection of a request that contains a secret.
func (s *strangers) admit(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		s.remove(c)
	}
}

type connKey struct{}

// withConn stores a connection in the context of its requests; it is used as
// http.Server.ConnContext.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}
