package table

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/testing/games"
)

// invitations returns the addresses that the page of a table invites to: to all open seats, then to each.
func (d *desk) invitations(id string) (out []string) {
	d.Helper()
	_, page := d.get(d.Root() + "tables/" + id)
	for _, m := range regexp.MustCompile(`<code>http://[^/]+(/seat/[^<]+)</code>`).FindAllStringSubmatch(page, -1) {
		out = append(out, m[1])
	}
	return out
}

// sit submits the form of an invitation page.
func (d *desk) sit(invitation string, form url.Values) (int, string) {
	d.Helper()
	return d.post(strings.TrimSuffix(invitation, "/join")+"/sit", form)
}

// The invitation to a seat gives that seat and shows nothing of it before. The one to all open seats lets a guest choose,
// and ends the invitation to the seat that is taken.
func TestInvitations(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "open", "open")
	id := strings.Split(links[0], "/")[2]
	all := d.invitations(id)
	require.Len(t, all, 3)
	require.Equal(t, links[1]+"/join", all[0])
	seats := []string{strings.TrimSuffix(all[1], "/join"), strings.TrimSuffix(all[2], "/join")}

	for _, page := range []string{"", "/at/0"} {
		code, text := d.get(seats[0] + page) // which leads to the invitation
		require.Equal(t, http.StatusOK, code)
		require.Contains(t, text, "You are invited to The Duel")
		require.NotContains(t, text, "Jab", "a card in a hand")
		require.NotContains(t, text, seats[1])
		require.NotContains(t, text, links[0])
	}
	_, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(d.http.URL, "http")+seats[0]+"/live", nil)
	require.Error(t, err)

	for _, link := range []string{seats[0], links[1]} { // a program gets an answer that it can read
		for _, path := range []string{"/api/state", "/api/log"} {
			code, text := d.get(link + path)
			if link == links[1] && code == http.StatusOK {
				continue // an onlooker
			}
			require.Equal(t, http.StatusConflict, code, text)
			var refused struct{ Error string }
			require.NoError(t, json.Unmarshal([]byte(text), &refused))
			require.Equal(t, "Nobody has taken this seat yet. Send name and seat as a form to "+link+"/sit; the answer has the link of the seat.", refused.Error)
		}
	}
	code, text := d.sit(all[1], url.Values{"seat": {"2"}, "name": {"  Maria  "}})
	require.Equal(t, http.StatusSeeOther, code, text)
	require.Equal(t, seats[0], text, "its own seat, whichever is named")
	_, text = d.get(seats[0])
	require.Contains(t, text, "Maria")
	_, text = d.get(all[1])
	require.NotContains(t, text, "You are invited", "the seat is taken: the link leads there")

	code, text = d.sit(all[0], url.Values{"seat": {"1"}, "name": {"Eve"}})
	require.Equal(t, http.StatusConflict, code)
	require.Contains(t, text, "That seat is not open any more.")
	code, text = d.sit(all[0], url.Values{"seat": {"2"}, "name": {"maria"}})
	require.Equal(t, http.StatusConflict, code)
	require.Contains(t, text, "Another player is called maria.")
	code, seat := d.sit(all[0], url.Values{"seat": {"2"}, "name": {"Eve"}})
	require.Equal(t, http.StatusSeeOther, code, seat)
	code, _ = d.get(all[2])
	require.Equal(t, http.StatusNotFound, code, "two guests have no seat together")
	_, text = d.get(all[0])
	require.Contains(t, text, "No seat is open any more.")
	require.Empty(t, d.invitations(id))

	_, page := d.get(d.Root() + "tables/" + id)
	require.NotContains(t, page, `href="`+seat, "the host does not open the seat of a guest by mistake")
	require.Contains(t, page, `data-copy="`+seat)
}

// The host of a shared server cannot see what a guest hides, in a file of the match or a table with its decisions,
// before the match is over.
func TestTheHostSavesNoMatchOfGuests(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "open")
	id := strings.Split(links[0], "/")[2]
	save := func() (int, string) { return d.get(d.Root() + "tables/" + id + "/match") }
	branch := func() (int, string) {
		return d.post(d.Root()+"tables/"+id+"/branch", url.Values{"at": {"0"}})
	}
	d.Share = true
	code, text := save()
	require.Equal(t, http.StatusOK, code, "no guest has accepted the invitation: %s", text)

	code, text = d.sit(d.invitations(id)[0], url.Values{"seat": {"1"}, "name": {"Maria"}})
	require.Equal(t, http.StatusSeeOther, code, text)
	for _, refused := range []func() (int, string){save, branch} {
		code, text = refused()
		require.Equal(t, http.StatusForbidden, code)
		require.Contains(t, text, "when it is over")
	}
	_, page := d.get(d.Root() + "tables/" + id)
	require.NotContains(t, page, id+"/match")
	require.NotContains(t, page, id+"/branch")

	d.Share = false // all pages are on the computer of the host
	code, text = save()
	require.Equal(t, http.StatusOK, code, text)
	code, text = branch()
	require.Equal(t, http.StatusSeeOther, code, text)
}

// Players are called by their names wherever they are named, and after a restart. A name is text and no other player's.
func TestNamesOfPlayers(t *testing.T) {
	d := newDesk(t)
	evil := `<b>"Bob`
	code, seat := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"3"}, "seat": {"human", "human", "meek"}, "name": {evil, "", ""}, "seed": {"1"}})
	require.Equal(t, http.StatusSeeOther, code, seat)
	ann := d.open(seat)
	ann.until("ask", question)
	ann.answer(ann.at(), 1)
	ann.until("log", "You: Boast")
	require.Contains(t, ann.html["seats"]+ann.html["board"], `&lt;b&gt;&#34;Bob`)
	for name, html := range ann.html {
		t.Run(name, func(t *testing.T) {
			require.NotContains(t, html, evil)
		})
	}
	for name, why := range map[string]string{"Bob\u202e": "at most 24 letters", strings.Repeat("x", 25): "at most 24 letters"} {
		t.Run(name, func(t *testing.T) {
			code, text := d.post(seat+"/sit", url.Values{"name": {name}})
			require.Equal(t, http.StatusBadRequest, code)
			require.Contains(t, text, why)
		})
	}
	code, again := d.post(seat+"/sit", url.Values{"name": {"Bob"}})
	require.Equal(t, http.StatusSeeOther, code)
	require.Equal(t, seat, again, "the link stays")
	ann.until("log", "You: Boast")
	_, page := d.get(seat)
	require.Contains(t, plain(page), "Bob (you)")
	require.Contains(t, page, `aria-label="Ann"`, "the seat that is called Bob has another name")

	d.Server.Close()
	other := open1(t, d.folder, games.Sources(t, "../../../../.."))
	_, page = other.get(seat)
	require.Contains(t, plain(page), "You: Boast")
	require.Contains(t, page, `aria-label="Ann"`)
}

// A table of an earlier version, in whose file no seat has a name, can be played.
func TestTablesWithoutNames(t *testing.T) {
	d := newDesk(t)
	seat := d.table("duel", 1, "human", "human")[0]
	file := filepath.Join(d.folder, "tables", strings.Split(seat, "/")[2], "table.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var kept map[string]any
	require.NoError(t, json.Unmarshal(text, &kept))
	for _, s := range kept["Seats"].([]any) {
		require.Len(t, s, 2, "a seat without a name is kept as before")
	}
	d.Server.Close()
	open1(t, d.folder, games.Sources(t, "../../../../..")).open(seat).until("ask", "What will you do?") // chance may have to go on first
}

// From the lobby to a match of two: the host opens a table and invites, a guest gives his name and takes a seat, and the
// pages of the host show it, as they show that he goes.
func TestInvitingInTheBrowser(t *testing.T) {
	d := newDesk(t)
	lobby := d.tab(d.Root()+"?game=duel", 1280, 800)
	lobby.Until(`document.querySelectorAll(".places li:not([hidden])").length === 3`)
	browser.Eval[bool](lobby, `(document.querySelector('[name=players][value="2"]').click(), true)`)
	lobby.Until(`document.querySelectorAll(".places li:not([hidden])").length === 2`)
	browser.Eval[bool](lobby, `(() => { const s = document.querySelectorAll(".places select")[1]; s.value = "open"; s.dispatchEvent(new Event("change", {bubbles: true})); return true })()`)
	lobby.Until(`!document.querySelector("[data-invites]").hidden`)
	lobby.Press(`.new button.main`)
	lobby.Until(`document.querySelector(".invite .url")`)
	require.Equal(t, "false", lobby.Is(`!!document.querySelector(".invite .qr")`), "a phone cannot reach 127.0.0.1")
	require.Contains(t, lobby.Is(`document.querySelector(".invite").textContent`), "0.0.0.0:"+lobby.Is(`location.port`), "the port of this server")
	lobby.Accessible()
	invitation := browser.Eval[string](lobby, `new URL(document.querySelector(".invite code").textContent).pathname`)

	guest := d.tab(invitation, 390, 844)
	guest.Accessible()
	browser.Eval[bool](guest, `(document.querySelector("[name=name]").value = "Maria", true)`)
	guest.Press(`button.main`)
	guest.Until(`document.getElementById("seats")?.textContent.includes("Maria")`)
	lobby.Until(`document.getElementById("places").textContent.includes("Maria") && document.querySelector("#places .good")`)

	all := d.tab(d.Root(), 1280, 800)
	all.Until(`document.getElementById("tables").textContent.includes("Ann's turn")`)
	ann := d.tab(browser.Eval[string](all, `new URL(document.querySelector(".tables .button").href).pathname`), 1000, 800)
	asks(ann, "What will you do?")
	guest.Go("about:blank")
	lobby.Until(`!document.querySelector("#places li:nth-child(2) .good")`)
}
