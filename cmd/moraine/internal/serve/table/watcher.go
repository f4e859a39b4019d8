package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"time"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// watcher is an open page.
type watcher struct {
	socket *serve.Socket
	eyes   int32
	lang   serve.Lang
	shown  map[string]template.HTML // its parts, except the log
	logged logged
	queue  chan *serve.Put
	api    *query // set for a program: it gets the state as JSON instead of the parts of a page
	state  []byte // the last state that it got
}

// logged describes the part of a log that a page shows, with the marked line.
type logged struct {
	of           *match.Match
	lines, since int
	open         int // first line of the last entry, to which lines may be added
}

// watchers are the open pages of a table. The caller of a method holds the lock of the table.
type watchers struct {
	open    map[*watcher]bool
	opening map[int32]int // by viewer: number of pages that have a place and are about to open
}

// reserve registers a page of a viewer that is about to open. It returns an error beyond the limit of this viewer, so
// that the owner of one link cannot take the places of others.
func (ws *watchers) reserve(eyes int32) error {
	most := mostSeatPages
	if eyes == match.Public {
		most = mostOnlookers
	}
	n := ws.opening[eyes]
	for w := range ws.open {
		if w.eyes == eyes {
			n++
		}
	}
	if n >= most {
		return serve.Refuse(http.StatusTooManyRequests, "Too many pages show this table; close one first.")
	}
	if ws.opening == nil {
		ws.opening = map[int32]int{}
	}
	ws.opening[eyes]++
	return nil
}

// inUse reports whether pages are open or about to open.
func (ws *watchers) inUse() bool { return len(ws.open)+len(ws.opening) > 0 }

// arrived gives up the place of a page that has opened or failed to open.
func (ws *watchers) arrived(eyes int32) {
	if ws.opening[eyes]--; ws.opening[eyes] == 0 {
		delete(ws.opening, eyes)
	}
}

// add adds an open page.
func (ws *watchers) add(w *watcher) {
	if ws.open == nil {
		ws.open = map[*watcher]bool{}
	}
	ws.open[w] = true
}

// present reports whether a page of a viewer is open.
func (ws *watchers) present(eyes int32) bool {
	for w := range ws.open {
		if w.eyes == eyes {
			return true
		}
	}
	return false
}

// dismiss closes the pages of a viewer.
func (ws *watchers) dismiss(eyes int32) {
	for w := range ws.open {
		if w.eyes == eyes {
			w.socket.Close()
		}
	}
}

// follow runs the socket of a page until the page is closed.
func (t *table) follow(w http.ResponseWriter, r *http.Request, eyes int32, lang serve.Lang, api *query) error {
	if err := t.reserve(eyes); err != nil {
		return err
	}
	socket, err := serve.Open(w, r)
	in := &watcher{socket: socket, eyes: eyes, lang: lang, shown: map[string]template.HTML{},
		queue: make(chan *serve.Put, 64), api: api}
	defer t.leave(in)
	if !t.enter(in, r.PathValue("secret")) {
		if socket != nil {
			socket.Close()
		}
		return err
	}
	ended := make(chan struct{})
	defer close(ended)
	go in.deliver(ended)
	return socket.Run(func(text []byte) error { return t.hear(in, text) })
}

// reserve registers a page of a viewer that is about to open.
func (t *table) reserve(eyes int32) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.watchers.reserve(eyes)
}

// enter gives a page its reserved place and sends it the table. It returns false if the socket
// could not be opened or the seat's secret has changed.
func (t *table) enter(w *watcher, secret string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers.arrived(w.eyes)
	if now, ok := t.knows(secret); w.socket == nil || !ok || now != w.eyes {
		return false
	}
	t.watchers.add(w)
	if err := t.wake(); err != nil {
		w.put(&serve.Put{Say: told(t.hushed(err, w.lang), w.lang), Bad: true})
	}
	_ = t.guard(func() error {
		t.hears(w.eyes, w.lang)
		t.tell() // other pages show who is present
		return nil
	})
	return true
}

func (t *table) leave(w *watcher) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.watchers.open[w] {
		delete(t.watchers.open, w)
		_ = t.guard(func() error { t.tell(); return nil })
	}
}

// deliver sends queued updates. A page that does not receive them is disconnected. When it
// reconnects, it gets everything.
func (w *watcher) deliver(ended chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case p := <-w.queue:
			for id, html := range p.HTML {
				p.HTML[id] = w.lang.Typeset(html)
			}
			for id, html := range p.Add {
				p.Add[id] = w.lang.Typeset(html)
			}
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

// perform executes an act of a viewer.
func (t *table) perform(w *watcher, a *act) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return err
	}
	return t.guard(func() error { return t.does(w, a) })
}

// hear executes a message from a page, or answers with the reason of the refusal.
func (t *table) hear(w *watcher, text []byte) error {
	a, err := decode(text)
	if err == nil {
		err = t.perform(w, a)
	}
	if err == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	w.put(&serve.Put{Say: told(t.hushed(err, w.lang), w.lang), Bad: true})
	_ = t.guard(func() error {
		t.shows(w, map[shows]map[string]template.HTML{}) // its view may be outdated
		return nil
	})
	return nil
}

// told returns the message of an error for a page. Only the host's page shows the reason of a broken rule, because it
// may contain hidden information.
func told(err error, lang serve.Lang) string {
	var refused *serve.Refused
	var illegal *match.Refusal
	var diags interpreter.Diagnostics
	var failed *failure
	switch {
	case errors.As(err, &refused):
		return lang.T(refused.Text, refused.Of...)
	case errors.As(err, &illegal):
		return illegal.Text
	case errors.As(err, &diags): // errors in files
		return err.Error()
	case errors.As(err, &failed):
		return lang.T("a program that plays here has failed; whoever has set up the table can give its seat to a person or a bot")
	}
	return lang.T(broken)
}

const broken = "the rules of this game have an error; the host of the table sees the details"

// hushed returns an error without hidden information.
func (t *table) hushed(err error, lang serve.Lang) error {
	if text := told(err, lang); text == lang.T(broken) && !errors.Is(err, context.Canceled) {
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
		return serve.Refuse(http.StatusInternalServerError, "The match cannot continue: %s", text)
	}
	return err
}

func (t *table) does(w *watcher, a *act) error {
	seat := w.eyes
	if a.Do == doAbout {
		html, err := t.as(seat, w.lang).about(a.Name)
		if err == nil {
			w.put(&serve.Put{HTML: map[string]string{"about": string(html)}})
		}
		return err
	}
	if seat < 0 {
		return serve.Refuse(http.StatusForbidden, "Spectators cannot act.")
	}
	switch a.Do {
	case doPace:
		const most = 5 * time.Second
		pace := min(time.Duration(max(a.At, 0))*time.Millisecond, most)
		t.pace = &pace
		w.put(&serve.Put{Say: w.lang.T("The pace of the bots was changed.")})
		return nil
	case doWhy:
		html, err := t.as(seat, w.lang).why(a.Name)
		if err == nil {
			w.put(&serve.Put{HTML: map[string]string{"why": string(html)}})
		}
		return err
	case doUndo, doCancel, doAgree, doRefuse:
		if err := t.wants(seat, a); err != nil {
			return err
		}
	case doAnswer, doOffer:
		if by, ok := t.m.Asked(); a.Do == doAnswer && (!ok || by != seat) {
			return serve.Refuse(http.StatusConflict, "It is not your turn to decide.")
		}
		t.speak(w.lang)
		if err := t.answer(seat, a); err != nil {
			return err
		}
	default:
		return serve.Refuse(http.StatusBadRequest, "Unknown action %q.", a.Do)
	}
	if !t.playing { // otherwise the next step of chance or a bot sends the update
		t.tell()
	}
	return nil
}

// tell sends to each open page the parts that have changed. Pages with equal content are rendered once.
func (t *table) tell() {
	made := map[shows]map[string]template.HTML{}
	for w := range t.watchers.open {
		t.shows(w, made)
	}
	t.store.changed()
	t.review()
}

// shows identifies pages with equal content.
type shows struct {
	eyes int32
	lang serve.Lang
	from int
}

func (t *table) shows(w *watcher, made map[shows]map[string]template.HTML) {
	if t.m == nil {
		return
	}
	if w.api != nil {
		w.showState(t)
		return
	}
	log := logged{of: t.m, lines: len(t.m.Log(t.logOf(w.eyes, w.lang))), since: t.since(w.eyes),
		open: t.lastEntry(w.eyes, w.lang)}
	of := shows{eyes: w.eyes, lang: w.lang, from: w.logged.open}
	// earlier lines have changed
	if was := w.logged; was.of != log.of || was.since != log.since && log.since < was.lines {
		of.from = 0
	}
	parts := made[of]
	if parts == nil {
		var err error
		if parts, _, err = t.as(of.eyes, of.lang).parts(of.from); err != nil {
			t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
			return
		}
		made[of] = parts
	}
	p := &serve.Put{HTML: map[string]string{}}
	for id, html := range parts {
		if id != "log" && w.shown[id] != html {
			p.HTML[id], w.shown[id] = string(html), html
		}
	}
	switch {
	case of.from == 0:
		p.HTML["log"] = string(parts["log"])
	case log.lines > w.logged.lines:
		p.Add = map[string]string{"log": string(parts["log"])}
	}
	w.logged = log
	if len(p.HTML)+len(p.Add) > 0 {
		w.put(p)
	}
}

// showState sends the state to a program if it has changed.
func (w *watcher) showState(t *table) {
	t.speak(w.lang)
	text, err := json.Marshal(t.state(*w.api))
	if err != nil {
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
		return
	}
	if !bytes.Equal(text, w.state) {
		w.state = text
		w.put(&serve.Put{State: text})
	}
}

// glance is a copy of a table, for a page that takes long to make.
type glance struct {
	saved *match.Saved
	seats []seatOf
	known []int // decisions that the page may show
	link  string
}

func (t *table) glance(eyes int32) (*glance, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return nil, err
	}
	return &glance{saved: t.saved(), seats: slices.Clone(t.Seats), known: t.known(eyes), link: t.link(eyes)}, nil
}

// past returns the table as a viewer could see it after a number of decisions, with a heading.
func (v viewer) past(ctx context.Context, at int) (heading string, page map[string]any, err error) {
	now, err := v.glance(v.eyes)
	if err != nil {
		return "", nil, err
	}
	saved, known := now.saved, now.known
	total := len(known)
	if at < 0 || at > total {
		return "", nil, serve.Refuse(http.StatusNotFound, "There are %d decisions.", total)
	}
	n := append(known, len(saved.Decisions))[at]
	page = map[string]any{"N": at, "Total": total, "Before": max(0, at-1), "After": min(total, at+1), "Link": now.link}
	of := logs{ears: []match.Recipient{{Eyes: v.eyes, Lang: v.lang.Code()}}}
	if of.m, _, err = (&replay{Saved: saved, seats: now.seats, ears: of.ears}).run(ctx, v.store.desk, n); err != nil {
		return "", nil, err
	}
	m := of.speak(v.lang)
	b := boardOf(m, v.eyes, v.lang, nil, memory{})
	page["Board"], page["Shape"], page["Entries"] = b, b.shape(), of.entries(0, 0, -1, v.eyes)
	return m.Names.Game() + " · " + nameOf(m, v.eyes, v.lang), page, nil
}

// nameOf returns the name of a viewer of a match.
func nameOf(m *match.Match, eyes int32, lang serve.Lang) string {
	if eyes < 0 {
		return lang.T("Onlooker")
	}
	return m.Names.Seat(eyes)
}

// known returns the decisions of players that a viewer may look at: those it knows of, and all
// after the end.
func (t *logs) known(eyes int32) []int {
	if t.m.Over() {
		return decided(t.m.Decisions())
	}
	return t.m.KnownTo(eyes)
}
