package table

import (
	"html/template"
	"net"
	"net/http"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// seatRow is a seat on the host's page.
type seatRow struct {
	discRow
	Kind   string
	Link   string // link of the seat, or its invitation; "" for a bot
	Seat   int
	Person bool
	Open   bool
	Guest  bool
	Here   bool // a page of the seat is open
	Asked  bool
}

// seatRows returns the seats for the host's page.
func (t *table) seatRows(lang serve.Lang) (out []seatRow) {
	var asked int32 = match.Public
	_ = t.guard(func() error { // has reported the error
		if t.m != nil && !t.m.Over() {
			if by, ok := t.m.ToMove(match.Public); ok {
				asked = by
			}
		}
		return nil
	})
	var looks []match.Look
	if g, _, err := t.store.desk.Game(t.Game, interpreter.Options{}); err == nil {
		looks = match.SeatLooks(g.Syntax)
	}
	for i, s := range t.Seats {
		row := seatRow{Kind: s.Kind, Seat: i, Person: s.Kind == match.Human, Open: s.Kind == open, Guest: s.Guest,
			Asked: int32(i) == asked}
		if i < len(looks) {
			row.Hue = card.Hue(looks[i])
		}
		row.Name = s.Name
		if row.Name == "" && t.m != nil {
			t.speak(lang)
			row.Name = t.m.Names.Seat(int32(i))
		}
		if row.Name == "" {
			row.Name = lang.T("Seat %d", i+1)
		}
		if row.Letter = initial(row.Name); row.Open {
			row.Letter = "?"
		}
		if hasLink(s.Kind) {
			row.Link = t.link(int32(i))
		}
		row.Here = t.watchers.present(int32(i))
		out = append(out, row)
	}
	return out
}

// manage shows a table to the host.
func (p *part) manage(w http.ResponseWriter, r *http.Request, t *table) error {
	lang := p.LangOf(r)
	page := serve.Page{Title: lang.T("Table of %s", p.game(t.Game, lang).Name), Game: t.Game,
		Socket: p.Root() + "tables/" + t.ID + "/live?lang=" + lang.Code()}
	return p.hostPage(w, r, page, "manage.html", p.managed(r, t, lang))
}

// managed returns the data of the host's page for a table.
func (p *part) managed(r *http.Request, t *table, lang serve.Lang) map[string]any {
	game := p.game(t.Game, lang)
	address, reached := p.Reach(r)
	_, port, _ := net.SplitHostPort(r.Host) // without a port the hint names none
	t.mu.Lock()
	defer t.mu.Unlock()
	trouble := t.wake()
	data := map[string]any{
		"Trouble": trouble, "T": t, "Game": game, "Seats": t.seatRows(lang), "Capture": !p.Share,
		"Secret": p.isSecret(t), "Places": p.places(t, lang),
		"Reached": reached, "Port": port, "Invite": t.invitation(address, lang),
		"Watch": address + t.link(match.Public), "Decisions": -1, "Scenarios": "scenarios/" + t.Game,
	}
	if trouble == nil {
		data["Decisions"] = len(decided(t.m.Decisions()))
	}
	return data
}

// places renders the players and the state of the match for the host. The caller holds the lock
// of the table.
func (p *part) places(t *table, lang serve.Lang) template.HTML {
	data := map[string]any{"L": lang, "Seats": t.seatRows(lang), "Link": t.link(match.Public)}
	if t.m != nil {
		data["Decisions"] = len(decided(t.m.Decisions()))
		if err := t.guard(func() error { data["Where"] = t.where(lang); return nil }); err != nil {
			data["Where"] = lang.T("cannot go on: %s", err.Error())
		}
	}
	html, err := serve.Render(pages(), "places.html", data)
	if err != nil {
		p.Errors.Print(err)
	}
	return template.HTML(lang.Typeset(string(html)))
}

// reseat assigns a seat to a person or a bot. The seat gets a new secret.
func (p *part) reseat(w http.ResponseWriter, r *http.Request, t *table) error {
	if err := t.reseat(number(r.PostForm.Get("seat")), r.PostForm.Get("kind"), r.PostForm.Get("name")); err != nil {
		return err
	}
	http.Redirect(w, r, p.Root()+"tables/"+t.ID, http.StatusSeeOther)
	return nil
}
