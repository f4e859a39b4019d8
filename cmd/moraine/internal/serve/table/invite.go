package table

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"rsc.io/qr"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// invited is an invitation to one open seat, or to any of them.
type invited struct {
	Link string
	Code template.HTML // the link as a QR code
	Name string        // name of the seat; "" for any open seat
}

// invitation returns the invitation to any open seat of a table, and one for each open seat. It
// is empty if no seat is open.
func (t *table) invitation(address string, lang serve.Lang) (out []invited) {
	for _, s := range t.seatRows(lang) {
		if s.Open {
			out = append(out, invitedTo(address+t.link(int32(s.Seat))+"/join", s.Name))
		}
	}
	if len(out) > 0 {
		out = append([]invited{invitedTo(address+t.link(match.Public)+"/join", "")}, out...)
	}
	return out
}

func invitedTo(link, name string) invited { return invited{Link: link, Code: drawQR(link), Name: name} }

// drawQR returns a text as a QR code, or "" if the text is too long.
func drawQR(text string) template.HTML {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return ""
	}
	const quiet = 4 // width of the white frame that scanners need
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="qr" viewBox="%d %d %d %d" aria-hidden="true"><path d="`, -quiet, -quiet,
		code.Size+2*quiet, code.Size+2*quiet)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String())
}

// join shows an invitation to a guest, who enters a name and, if several seats are open,
// chooses one. It shows nothing of the match but its players.
func (p *part) join(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	lang := p.LangOf(r)
	game := p.game(t.Game, lang)
	t.mu.Lock()
	defer t.mu.Unlock()
	if eyes >= 0 && !t.isOpen(eyes) { // the guest has the seat already
		http.Redirect(w, r, t.link(eyes), http.StatusSeeOther)
		return nil
	}
	if err := t.wake(); err != nil {
		return t.hushed(err, lang)
	}
	data := map[string]any{"Game": game, "Link": t.link(eyes), "Watch": eyes < 0, "Seats": t.seatRows(lang),
		"Free": t.as(eyes, lang).freeSeats(), "Over": t.m.Over()}
	page := serve.Page{Title: lang.T("You are invited to %s", game.Name), Heading: game.Name}
	return p.hostPage(w, r, page, "join.html", data)
}

// freeSeats returns the open seats that a viewer may take.
func (v viewer) freeSeats() (out []seatRow) {
	for _, s := range v.seatRows(v.lang) {
		if s.Open && (v.eyes < 0 || int(v.eyes) == s.Seat) {
			out = append(out, s)
		}
	}
	return out
}

// sit assigns an open seat to a guest, or gives a player a new name.
func (p *part) sit(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	link, err := t.take(eyes, number(r.PostForm.Get("seat")), r.PostForm.Get("name"))
	if err != nil {
		return err
	}
	http.Redirect(w, r, link, http.StatusSeeOther)
	return nil
}
