package table

import (
	"html/template"
	"net/http"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/serve"
)

// hall tracks the open pages of the host: the lobby, and the host's pages of tables.
type hall struct {
	mu    sync.Mutex
	pages int
	next  chan struct{} // closed at the next change
}

// mostHallPages limits the open pages of the host.
const mostHallPages = 32

// hallPause is the minimum time between two messages to a page of the host. Changes in between
// are collected.
const hallPause = 300 * time.Millisecond

// changed notifies the host's pages that seats, their pages or the state of a match have
// changed.
func (h *hall) changed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next != nil {
		close(h.next)
		h.next = nil
	}
}

// change returns a channel that is closed at the next change.
func (h *hall) change() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next == nil {
		h.next = make(chan struct{})
	}
	return h.next
}

// enter registers a page that is about to open, and returns an error beyond the limit. leave
// unregisters it.
func (h *hall) enter() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages >= mostHallPages {
		return serve.Refuse(http.StatusTooManyRequests, "Too many pages of this server are open; close one first.")
	}
	h.pages++
	return nil
}

func (h *hall) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pages--
}

// follow sends a part of a page to the host whenever it changes, until the page is closed or ok
// is false.
func (h *hall) follow(w http.ResponseWriter, r *http.Request, id string,
	part func() (html template.HTML, ok bool)) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.leave()
	socket, err := serve.Open(w, r)
	if socket == nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer socket.Close()
		for shown := template.HTML(""); ; {
			change := h.change()
			html, ok := part()
			if !ok || html != shown && socket.Tell(&serve.Put{HTML: map[string]string{id: string(html)}}) != nil {
				return
			}
			shown = html
			select {
			case <-ended:
				return
			case <-change:
				time.Sleep(hallPause)
			}
		}
	}()
	defer close(ended)
	return socket.Run(func([]byte) error { return nil })
}

// lobbyLive serves the socket of an open lobby.
func (p *part) lobbyLive(w http.ResponseWriter, r *http.Request) error {
	lang := p.LangOf(r)
	return p.follow(w, r, "tables", func() (template.HTML, bool) { return p.tables(lang), true })
}

// manageLive serves the socket of the host's page for a table.
func (p *part) manageLive(w http.ResponseWriter, r *http.Request, t *table) error {
	lang := p.LangOf(r)
	return p.follow(w, r, "places", func() (template.HTML, bool) {
		t.mu.Lock()
		defer t.mu.Unlock()
		return p.places(t, lang), !t.ended
	})
}
