package table

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/serve"
)

// watcher is a page that is open.
type watcher struct {
	socket *serve.Socket
	eyes   int32
	lang   serve.Lang
	shown  map[string]string // what it shows
	queue  chan *serve.Put
}

// follow is a page's line, until it goes.
func (t *table) follow(w http.ResponseWriter, r *http.Request, eyes int32, lang serve.Lang) error {
	t.mu.Lock()
	full := len(t.watchers) >= mostWatchers
	t.mu.Unlock()
	if full {
		return serve.Refuse(http.StatusTooManyRequests, "So many pages look at this table that no more can.")
	}
	socket, err := serve.Open(w, r)
	if socket == nil {
		return err
	}
	in := &watcher{socket: socket, eyes: eyes, lang: lang, shown: map[string]string{}, queue: make(chan *serve.Put, 64)}
	ended := make(chan struct{})
	defer close(ended)
	go in.deliver(ended)
	t.mu.Lock()
	if t.watchers == nil {
		t.watchers = map[*watcher]bool{}
	}
	t.watchers[in] = true
	if err := t.wake(); err != nil {
		in.put(&serve.Put{Say: err.Error(), Bad: true})
	}
	t.hears(eyes, lang)
	t.show(in)
	t.mu.Unlock()
	err = socket.Run(func(text []byte) error { return t.hear(in, text) })
	t.mu.Lock()
	delete(t.watchers, in)
	t.mu.Unlock()
	return err
}

// deliver sends what is queued. A page that does not take it is cut off: it comes again, and is shown all.
func (w *watcher) deliver(ended chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case p := <-w.queue:
			if w.socket.Tell(p) != nil {
				w.socket.Close()
				return
			}
		}
	}
}

func (w *watcher) put(p *serve.Put) {
	select {
	case w.queue <- p:
	default:
		w.socket.Close()
	}
}

// hears has the log of a seat in a language.
func (t *table) hears(eyes int32, lang serve.Lang) {
	at := len(t.ears) - 1
	if eyes >= 0 {
		at = int(eyes)
	}
	if t.m == nil || t.ears[at].Lang == lang.Code() {
		return
	}
	was := t.ears[at].Lang
	t.ears[at].Lang = lang.Code()
	if m, err := t.replay(t.store.back.ctx, t.saved(), len(t.m.Decisions())); err == nil {
		t.m = m
	} else {
		t.ears[at].Lang = was
	}
}

// hear does what a page says, and tells it why not.
func (t *table) hear(w *watcher, text []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, err := decode(text)
	if err == nil {
		err = t.wake()
	}
	if err == nil {
		err = t.does(w, a)
	}
	var refused *serve.Refused
	var illegal *match.Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		w.put(&serve.Put{Say: w.lang.T(refused.Text, refused.Of...), Bad: true})
	case errors.As(err, &illegal):
		w.put(&serve.Put{Say: illegal.Text, Bad: true})
	default:
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
		w.put(&serve.Put{Say: err.Error(), Bad: true})
	}
	t.show(w) // what it shows may be old
	return nil
}

func (t *table) does(w *watcher, a *act) error {
	seat := w.eyes
	if seat < 0 {
		return serve.Refuse(http.StatusForbidden, "Whoever looks on does nothing.")
	}
	switch a.Do {
	case doWhy:
		html, err := t.why(seat, w.lang, a.Name)
		if err == nil {
			w.put(&serve.Put{HTML: map[string]string{"why": html}})
		}
		return err
	case doUndo, doAgree, doRefuse:
		if err := t.wants(seat, a); err != nil {
			return err
		}
	default:
		if by, ok := t.m.Asked(); a.Do == doAnswer && (!ok || by != seat) {
			return serve.Refuse(http.StatusConflict, "It is not for you to decide now.")
		}
		t.speak(w.lang)
		if err := t.answer(seat, a); err != nil {
			return err
		}
	}
	t.tell()
	return nil
}

// tell shows all pages what has become of the table.
func (t *table) tell() {
	for w := range t.watchers {
		t.show(w)
	}
}

// show sends a page what of it has changed.
func (t *table) show(w *watcher) {
	if t.m == nil {
		return
	}
	parts, err := t.parts(w.eyes, w.lang)
	if err != nil {
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
		return
	}
	p := &serve.Put{Seq: t.turn, HTML: map[string]string{}}
	for id, html := range parts {
		if w.shown[id] != html {
			p.HTML[id], w.shown[id] = html, html
		}
	}
	if len(p.HTML) > 0 {
		w.put(p)
	}
}

// then is the table as it was.
type then struct{ title, board, log string }

// past is the table as some eyes could see it after so many decisions.
func (t *table) past(ctx context.Context, eyes int32, lang serve.Lang, n int) (*then, int, error) {
	t.mu.Lock()
	if err := t.wake(); err != nil {
		t.mu.Unlock()
		return nil, 0, err
	}
	saved := t.saved()
	t.mu.Unlock()
	if n < 0 || n > len(saved.Decisions) {
		return nil, 0, serve.Refuse(http.StatusNotFound, "There are %d decisions.", len(saved.Decisions))
	}
	of := &table{Seats: t.Seats, store: t.store, ears: []match.Ear{{Eyes: eyes, Lang: lang.Code()}}}
	m, err := of.replay(ctx, saved, n)
	if err != nil {
		return nil, 0, err
	}
	of.m = m
	in := of.speak(lang)
	var board, log strings.Builder
	if err := pages.ExecuteTemplate(&board, "board.html", of.boardOf(in, eyes, lang, nil, nil)); err != nil {
		return nil, 0, err
	}
	if err := pages.ExecuteTemplate(&log, "log.html", map[string]any{"L": lang, "Lines": of.lines(0, -1), "Names": in.Names}); err != nil {
		return nil, 0, err
	}
	name := lang.T("Onlooker")
	if eyes >= 0 {
		name = in.Names.Seat(eyes)
	}
	return &then{in.Names.Game() + " · " + name, board.String(), log.String()}, len(saved.Decisions), nil
}
