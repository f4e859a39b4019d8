package serve

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// mostStrangers limits the connections without a secret, so that players always find one of
// mostConnections free.
const mostStrangers = 256

// strangers tracks the open connections that have shown no secret. When there are too many the
// oldest is closed: a player shows a secret with the first request, so idle connections become
// the oldest.
type strangers struct {
	mu    sync.Mutex
	queue list.List // of net.Conn, oldest first
	at    map[net.Conn]*list.Element
}

// state tracks a connection, as http.Server.ConnState.
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

// add adds a connection and returns the one to close for it, or nil.
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

// admit removes the connection of a request that has shown a secret.
func (s *strangers) admit(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		s.remove(c)
	}
}

type connKey struct{}

// withConn stores a connection in the context of its requests, as http.Server.ConnContext.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}
