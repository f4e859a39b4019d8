// Package table is the part of the server in which matches are played: the lobby, and a page
// for each seat.
//
//	table.go    routes
//	lobby.go    games and tables, for the host, who has the key of the server
//	host.go     the host's page for a table; hall.go updates of the host's open pages
//	invite.go   invitations for guests; rematch.go rematches
//	ending.go   the result of a match; moments.go its important moments
//	outside.go  seats that programs play
//	store.go    all tables, and their files
//	room.go     a table and its acts; keep.go writing to disk; replay.go reading from it; play.go bots and chance
//	seats.go    the players of a table; letters.go short signs for their names; who.go the table of players
//	undo.go     taking back decisions, by consent or because they break the rules
//	watcher.go  an open page and its updates
//	acts.go     messages from a page
//	api.go      the same as JSON, for programs
//	log.go      the log, with an entry for each act and its outcomes; rules.go the rule book for players
//	routes.go   arrows for the last moves on a map, and Replay; changes.go changes since a seat's last decision
//	panel.go    panels that explain a card, a zone or a field; the context of a question, dice
//	render.go   the parts of a page for a viewer; zones.go zones; key_field.go the number shown first; maps.go the
//	            zones that are drawn as one picture; pieces.go the pieces in zones; board.go and blocks.go zones with
//	            a layout as SVG
//
// The content of a page comes from package match, for the seat whose secret is in its address.
package table

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/capture"
	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/words"
)

//go:embed *.html
var texts embed.FS

var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"hue": card.Hue, "title": words.Title, "symbol": func(l match.Look) template.HTML {
			return template.HTML(card.Symbol(l))
		},
		"brief": brief, "emblem": emblem,
		"level": level,
		"seat":  func(n int) int32 { return int32(n) },
	}).ParseFS(texts, "*.html"))
})

type part struct {
	*serve.Server
	*store
	capturing sync.Mutex
}

// Pages adds the lobby and the tables to a server.
func Pages(s *serve.Server) error {
	st, err := openStore(s)
	if err != nil {
		return err
	}
	addPages(s, st)
	return nil
}

func addPages(s *serve.Server, st *store) {
	p := &part{Server: s, store: st}
	s.Closing(st.close)
	s.OnSave(st.renew)
	s.Handle("GET /{$}", p.lobby)
	s.Handle("GET /live", p.lobbyLive)
	s.Handle("GET /rules/{game}", p.rulesOf)
	s.Handle("POST /tables", p.create)
	s.Handle("GET /tables/{id}", p.of(p.manage))
	s.Handle("GET /tables/{id}/live", p.of(p.manageLive))
	s.Handle("POST /tables/{id}/seats", p.of(p.reseat))
	s.Handle("POST /tables/{id}/branch", p.of(p.branch))
	s.Handle("POST /tables/{id}/remove", p.of(p.remove))
	s.Handle("GET /tables/{id}/match", p.of(p.download))
	s.Handle("GET /tables/{id}/captured.yaml", p.of(p.capture))
	s.Public("GET /seat/{id}/{secret}", p.admit, p.through(p.seat))
	s.Public("GET /seat/{id}/{secret}/live", p.admit, p.through(p.live))
	s.Public("GET /seat/{id}/{secret}/rules", p.admit, p.through(p.rules))
	s.Public("GET /seat/{id}/{secret}/at/{n}", p.admit, p.through(p.past))
	s.Public("GET /seat/{id}/{secret}/join", p.admit, p.asGuest(p.join))
	s.Public("POST /seat/{id}/{secret}/sit", p.admit, p.asGuest(p.sit))
	s.Public("POST /seat/{id}/{secret}/pass", p.admit, p.through(p.pass))
	s.Public("POST /seat/{id}/{secret}/again", p.admit, p.through(p.again))
	s.Public("GET /seat/{id}/{secret}/match", p.admit, p.through(p.save))
	p.addAPI(s)
}

// of returns a handler for a host's page of a table.
func (p *part) of(page func(w http.ResponseWriter, r *http.Request, t *table) error) serve.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, err := p.find(r.PathValue("id"))
		if err != nil {
			return err
		}
		return page(w, r, t)
	}
}

// eyes returns the table in an address, and the viewer for the secret in it.
func (p *part) eyes(r *http.Request) (t *table, eyes int32, err error) {
	if t, err = p.find(r.PathValue("id")); err != nil {
		return nil, 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	eyes, ok := t.knows(r.PathValue("secret"))
	if !ok {
		return nil, 0, errNoSeat
	}
	return t, eyes, nil
}

// admit returns an error for a request without a valid secret.
func (p *part) admit(r *http.Request) error {
	_, _, err := p.eyes(r)
	return err
}

// seatPage serves a page of a table for a viewer.
type seatPage func(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error

// asGuest returns a handler for a page that is also available to open seats.
func (p *part) asGuest(page seatPage) serve.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, eyes, err := p.eyes(r)
		if err != nil {
			return err
		}
		return page(w, r, t, eyes)
	}
}

// through returns a handler for a page that is available to players and onlookers. The link of
// an open seat is redirected to its invitation.
func (p *part) through(page seatPage) serve.Handler {
	return p.asGuest(func(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
		if link, invited := t.invites(eyes); invited {
			http.Redirect(w, r, link+"/join", http.StatusSeeOther)
			return nil
		}
		return page(w, r, t, eyes)
	})
}

// invites returns the link of a viewer, and whether it is an invitation.
func (t *table) invites(eyes int32) (link string, invited bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.link(eyes), t.isOpen(eyes)
}

// page shows a page of this part.
func (p *part) page(w http.ResponseWriter, r *http.Request, page serve.Page, name string, data map[string]any) error {
	data["L"], data["Root"] = p.LangOf(r), p.Root()
	return p.Fill(w, r, page, pages(), name, data)
}

// branch creates a table with the first decisions of another one.
func (p *part) branch(w http.ResponseWriter, r *http.Request, t *table) error {
	if err := p.mayCopy(t); err != nil {
		return err
	}
	other, err := p.store.branch(t, number(r.PostForm.Get("at")))
	if err != nil {
		return err
	}
	http.Redirect(w, r, p.Root()+"tables/"+other.ID, http.StatusSeeOther)
	return nil
}

func (p *part) remove(w http.ResponseWriter, r *http.Request, t *table) error {
	if err := p.store.remove(t); err != nil {
		return err
	}
	http.Redirect(w, r, p.Root(), http.StatusSeeOther)
	return nil
}

// download sends the match in the format of `moraine play --resume` and `moraine replay`.
func (p *part) download(w http.ResponseWriter, _ *http.Request, t *table) error {
	if err := p.mayCopy(t); err != nil {
		return err
	}
	text, err := t.text()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", t.Game+"-"+t.ID+".match"))
	_, _ = w.Write([]byte(text))
	return nil
}

// mayCopy returns an error if the decisions of a match would reveal hidden information of guests to the host. On a
// shared server this is so until the match is over.
func (p *part) mayCopy(t *table) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return err
	}
	if p.isSecret(t) {
		return serve.Refuse(http.StatusForbidden,
			"The match can be saved here when it is over, because the file contains hidden information.")
	}
	return nil
}

// isSecret reports whether guests play a match that is not over on a shared server. The caller holds the lock of the
// table.
func (p *part) isSecret(t *table) bool {
	return p.Share && t.m != nil && !t.m.Over() && slices.ContainsFunc(t.Seats, func(s seatOf) bool { return s.Guest })
}

// capture sends a moment of a match as a scenario. This reveals hidden information, so a shared
// server refuses it.
func (p *part) capture(w http.ResponseWriter, r *http.Request, t *table) error {
	if p.Share {
		return serve.Refuse(http.StatusForbidden,
			"This server is shared, so it writes no scenarios: a scenario contains hidden information.")
	}
	now, err := t.glance(match.Everything)
	if err != nil {
		return err
	}
	saved := now.saved
	at := after(saved.Decisions, number(r.FormValue("at")))
	if at < 0 {
		return serve.Refuse(http.StatusBadRequest, "There are %d decisions.", len(decided(saved.Decisions)))
	}
	g, _, err := p.Game(saved.Game, saved.Rules)
	if err != nil {
		return err
	}
	p.capturing.Lock() // one at a time, because capturing takes long
	defer p.capturing.Unlock()
	from, err := capture.Match(exec.In(g), &saved.Header, t.Game+"-"+t.ID, saved.Decisions[:at])
	if err != nil {
		return serve.Refuse(http.StatusUnprocessableEntity, "%s", err.Error())
	}
	text, err := capture.Capture(r.Context(), from)
	if err != nil {
		return serve.Refuse(http.StatusUnprocessableEntity, "%s", err.Error())
	}
	w.Header().Set("Content-Type", "text/yaml; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="captured.yaml"`)
	_, _ = w.Write(capture.File(text, t.Game)) // the browser may have disconnected
	return nil
}

// seat shows the page of a seat or of the onlookers.
func (p *part) seat(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	lang := p.LangOf(r)
	page, data, err := t.as(eyes, lang).page()
	if err != nil {
		return t.hushed(err, lang)
	}
	return p.page(w, r, page, "seat.html", data) // without the lock, because the reader may be slow
}

func (v viewer) page() (page serve.Page, data map[string]any, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.wake(); err != nil {
		return page, nil, err
	}
	v.hears(v.eyes, v.lang)
	parts, b, err := v.parts(0)
	if err != nil {
		return page, nil, err
	}
	game, name := v.speak(v.lang).Names.Game(), nameOf(v.m, v.eyes, v.lang)
	bar, err := v.bar(parts)
	return serve.Page{
			Title: name + " · " + game, Heading: game, Bar: bar, Wide: true,
			Socket: v.link(v.eyes) + "/live?lang=" + v.lang.Code(), Scripts: scripts, Styles: styles,
		}, map[string]any{"Parts": parts, "Shape": b.shape(), "Link": v.link(v.eyes),
			"Tabs": []string{v.lang.T("To do"), v.lang.T("Map"), v.lang.T("Table")}}, err
}

// Scripts and styles of the pages that show a table.
var scripts, styles = []string{"/static/table.js"},
	[]string{"/static/cards.css", "/static/table.css", "/static/ending.css"}

// Files returns the scripts and the style of these pages, for pages without a server. The second script imports the
// first one.
func Files() (common, script, style []byte) {
	style = serve.Look()
	for _, name := range styles {
		if name = strings.TrimPrefix(name, "/static/"); name == "cards.css" {
			style = append(style, card.Styles...)
		} else {
			style = append(style, serve.Asset(name)...)
		}
	}
	return serve.Asset("page.js"), serve.Asset("table.js"), style
}

// bar returns the content next to the game's name on the page of a seat.
func (v viewer) bar(parts map[string]template.HTML) (template.HTML, error) {
	own := ""
	if v.eyes >= 0 {
		own = v.Seats[v.eyes].Name
	}
	return serve.Render(pages(), "bar.html", map[string]any{
		"L": v.lang, "Me": v.eyes >= 0, "Name": own, "Head": parts["head"], "Link": v.link(v.eyes),
		"Decisions": len(v.known(v.eyes)), "Spoken": serve.Spoken(), "Goal": v.goal(), "Boxed": v.companion(),
	})
}

// companion reports whether the players play a boxed game, and the page plays the other side.
func (t *logs) companion() bool { return t.m.Names.P.Game.Companion }

// goal returns the sentence about the aim of the game.
func (t *logs) goal() string { return cmp.Or(t.m.Names.About(t.m.Game), t.m.Names.P.Game.About) }

// pass redirects from the page of a seat to another seat at the same computer, to hand the screen over. Both seats must
// play at the computer of the host, and the request must come from it.
func (p *part) pass(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	to := number(r.PostForm.Get("seat"))
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // without a port it is no address
	if to < 0 || to >= len(t.Seats) || !t.atDesk(eyes) || !t.atDesk(int32(to)) || !net.ParseIP(host).IsLoopback() {
		return serve.Refuse(http.StatusForbidden, "Only players at the computer of the host hand the screen over.")
	}
	http.Redirect(w, r, t.link(int32(to)), http.StatusSeeOther)
	return nil
}

var errNoSeat = serve.Refuse(http.StatusNotFound,
	"This link does not belong to a seat of any table. Ask the host for a new link.")

// live serves the socket of a seat's page.
func (p *part) live(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	return t.follow(w, r, eyes, p.LangOf(r), nil)
}

// past shows the table as a seat could see it after a number of decisions.
func (p *part) past(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	lang, n := p.LangOf(r), number(r.PathValue("n"))
	heading, page, err := t.as(eyes, lang).past(r.Context(), n)
	if err != nil {
		return t.hushed(err, lang)
	}
	title := lang.T("After %d of %d decisions", page["N"], page["Total"])
	return p.page(w, r, serve.Page{Title: title, Heading: heading, Wide: true, Scripts: scripts, Styles: styles},
		"past.html", page)
}
