package table

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"time"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// watcher is a page that is open.
type watcher struct {
	socket *serve.Socket
	eyes   int32
	lang   serve.Lang
	shown  map[string]template.HTML // what it shows besides the log
	logged logged
	queue  chan *serve.Put
}

// logged is how much of which log a page shows, and which line is marked.
type logged struct {
	of           *match.Match
	lines, since int
	open         int // the line with which the last entry begins: more may come of it
}

// follow is a page's line, until it goes.
func (t *table) follow(w http.ResponseWriter, r *http.Request, eyes int32, lang serve.Lang) error {
	if err := t.reserve(); err != nil {
		return err
	}
	socket, err := serve.Open(w, r)
	in := &watcher{socket: socket, eyes: eyes, lang: lang, shown: map[string]template.HTML{}, queue: make(chan *serve.Put, 64)}
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

// reserve counts a page that is about to be opened, and refuses one too many.
func (t *table) reserve() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watchers)+t.opening >= mostWatchers {
		return serve.Refuse(http.StatusTooManyRequests, "So many pages look at this table that no more can.")
	}
	t.opening++
	return nil
}

// enter gives a page the place that is reserved for it and shows it the table. It reports false if the line could
// not be opened or the seat has changed hands meanwhile.
func (t *table) enter(w *watcher, secret string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opening--
	if now, ok := t.knows(secret); w.socket == nil || !ok || now != w.eyes {
		return false
	}
	if t.watchers == nil {
		t.watchers = map[*watcher]bool{}
	}
	t.watchers[w] = true
	if err := t.wake(); err != nil {
		w.put(&serve.Put{Say: told(t.hushed(err, w.lang), w.lang), Bad: true})
	}
	t.hears(w.eyes, w.lang)
	t.tell() // the others, too: they see who is here
	return true
}

func (t *table) leave(w *watcher) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.watchers[w] {
		delete(t.watchers, w)
		t.tell()
	}
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
	at := t.logOf(eyes)
	if t.m == nil || t.ears[at].Lang == lang.Code() {
		return
	}
	was := t.ears[at].Lang
	t.ears[at].Lang = lang.Code()
	if m, err := t.replay(t.store.desk.Until, t.saved(), len(t.m.Decisions()), nil); err == nil {
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
	if err == nil {
		return nil
	}
	w.put(&serve.Put{Say: told(t.hushed(err, w.lang), w.lang), Bad: true})
	t.show(w) // what it shows may be old
	return nil
}

// told is what a page is told of an error. Why the rules break may be about what its seat must not know: that is
// for whoever has set the table up.
func told(err error, lang serve.Lang) string {
	var refused *serve.Refused
	var illegal *match.Refusal
	var diags interpreter.Diagnostics
	switch {
	case errors.As(err, &refused):
		return lang.T(refused.Text, refused.Of...)
	case errors.As(err, &illegal):
		return illegal.Text
	case errors.As(err, &diags): // of files
		return err.Error()
	}
	return lang.T(broken)
}

const broken = "its rules break; why is told to whoever has set up the table"

// hushed is an error as a seat may be told of it.
func (t *table) hushed(err error, lang serve.Lang) error {
	if text := told(err, lang); text == lang.T(broken) && !errors.Is(err, context.Canceled) {
		t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
		return serve.Refuse(http.StatusInternalServerError, "The match cannot go on: %s", text)
	}
	return err
}

func (t *table) does(w *watcher, a *act) error {
	seat := w.eyes
	if a.Do == doAbout {
		html, err := t.about(seat, w.lang, a.Name)
		if err == nil {
			w.put(&serve.Put{HTML: map[string]string{"about": string(html)}})
		}
		return err
	}
	if seat < 0 {
		return serve.Refuse(http.StatusForbidden, "Whoever looks on does nothing.")
	}
	switch a.Do {
	case doPace:
		const most = 5 * time.Second
		pace := min(time.Duration(max(a.At, 0))*time.Millisecond, most)
		t.pace = &pace
		w.put(&serve.Put{Say: w.lang.T("The bots play at this pace now.")})
		return nil
	case doWhy:
		html, err := t.why(seat, w.lang, a.Name)
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
			return serve.Refuse(http.StatusConflict, "It is not for you to decide now.")
		}
		t.speak(w.lang)
		if err := t.answer(seat, a); err != nil {
			return err
		}
	default:
		return serve.Refuse(http.StatusBadRequest, "Nothing can be done that is called %q.", a.Do)
	}
	if !t.playing { // else chance or a bot is next, and all is told with that
		t.tell()
	}
	return nil
}

// tell shows all pages what has become of the table. Pages that show the same are made once.
func (t *table) tell() {
	made := map[shows]map[string]template.HTML{}
	for w := range t.watchers {
		t.shows(w, made)
	}
	t.store.changed()
	t.review()
}

// show sends a page what of it has changed.
func (t *table) show(w *watcher) { t.shows(w, map[shows]map[string]template.HTML{}) }

// shows is what pages show that are alike.
type shows struct {
	eyes int32
	lang serve.Lang
	from int
}

func (t *table) shows(w *watcher, made map[shows]map[string]template.HTML) {
	if t.m == nil {
		return
	}
	log := logged{t.m, len(t.m.Log(t.logOf(w.eyes))), t.since(w.eyes), t.lastEntry(w.eyes)}
	of := shows{w.eyes, w.lang, w.logged.open}
	if was := w.logged; was.of != log.of || was.since != log.since && log.since < was.lines { // what it shows has changed
		of.from = 0
	}
	parts := made[of]
	if parts == nil {
		var err error
		if parts, err = t.parts(of.eyes, of.lang, of.from); err != nil {
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

// glance is a table as it is now, for a page that takes long to make.
type glance struct {
	saved *match.Saved
	seats []seatOf
	known []int // decisions that the page may look back at
	link  string
	over  bool
}

func (t *table) glance(eyes int32) (*glance, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return nil, err
	}
	return &glance{t.saved(), slices.Clone(t.Seats), t.known(eyes), t.link(eyes), t.m.Over()}, nil
}

// past is the table as some eyes could see it after so many decisions: a heading, and what its page shows. What a bot
// looked at tells what it held, so that is told when the match is over.
func (t *table) past(ctx context.Context, eyes int32, lang serve.Lang, at int, think bool) (heading string, page map[string]any, err error) {
	now, err := t.glance(eyes)
	if err != nil {
		return "", nil, err
	}
	saved, known := now.saved, now.known
	total := len(known)
	if at < 0 || at > total {
		return "", nil, serve.Refuse(http.StatusNotFound, "There are %d decisions.", total)
	}
	n := append(known, len(saved.Decisions))[at]
	page = map[string]any{"N": at, "Total": total, "Before": max(0, at-1), "After": min(total, at+1), "Link": now.link, "Asked": think}
	if think = think && now.over; think { // it takes long
		select {
		case t.store.thinking <- struct{}{}:
			defer func() { <-t.store.thinking }()
		case <-ctx.Done():
			return "", nil, ctx.Err()
		}
	}
	of := &table{Seats: now.seats, store: t.store, ears: []match.Ear{{Eyes: eyes, Lang: lang.Code()}}}
	if of.m, err = of.replay(ctx, saved, n, nil); err != nil {
		return "", nil, err
	}
	m := of.speak(lang)
	page["Board"], page["Entries"] = boardOf(m, eyes, lang, nil, nil), of.entries(0, 0, -1, eyes)
	if now.over && n < len(saved.Decisions) {
		if next := saved.Decisions[n]; next.By >= 0 && m.Searches(next.By) {
			page["Thinks"] = m.Names.Seat(next.By)
			if think {
				page["Thoughts"] = m.Thoughts(next)
			}
		}
	}
	return m.Names.Game() + " · " + of.name(eyes, lang), page, nil
}

// name is what is called whoever has some eyes.
func (t *table) name(eyes int32, lang serve.Lang) string {
	if eyes < 0 {
		return lang.T("Onlooker")
	}
	return t.m.Names.Seat(eyes)
}

// known returns the decisions of players that some eyes may look back at: those that they know of, and all when the match
// is over.
func (t *table) known(eyes int32) []int {
	if t.m.Over() {
		return decided(t.m.Decisions())
	}
	return t.m.KnownTo(eyes)
}
