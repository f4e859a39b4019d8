package serve

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// mostStrangers bounds the connections that have shown no secret. They are few, so that players always find one of
// the mostConnections free.
const mostStrangers = 256

// strangers are the open connections that have shown no secret yet. One too many closes the oldest: a player shows a
// secret with the first request, and whoever only keeps a connection open soon is the oldest.
type strangers struct {
	mu    sync.Mutex
	queue list.List // of net.Conn, the oldest first
	at    map[net.Conn]*list.Element
}

// state follows a connection, as http.Server.ConnState.
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

// add adds a connection and returns the one that has to be closed for it, or nil.
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

// admit notes that a request has shown a secret: its connection is no stranger's any more.
func (s *strangers) admit(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		s.remove(c)
	}
}

type connKey struct{}

// withConn puts a connection into the context of its requests, as http.Server.ConnContext.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}
