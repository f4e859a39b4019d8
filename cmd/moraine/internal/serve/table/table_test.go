package table

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// desk is a server under test, with a client that has its key.
type desk struct {
	*testing.T
	*serve.Server
	http   *httptest.Server
	folder string
	logs   *safe
	lines  *lines
	store  *store
}

// lines are the connections that browsers have, to be cut.
type lines struct {
	net.Listener
	mu  sync.Mutex
	all []net.Conn
}

func (l *lines) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.mu.Lock()
		l.all = append(l.all, c)
		l.mu.Unlock()
	}
	return c, err
}

func (l *lines) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.all {
		_ = c.Close()
	}
	l.all = nil
}

// safe is a log that several goroutines write.
type safe struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func open1(t *testing.T, folder string, data interpreter.Sources, dirs ...string) *desk {
	return openWith(t, serve.Options{Data: data, Dirs: dirs, Folder: folder})
}

func openWith(t *testing.T, o serve.Options) *desk {
	t.Helper()
	d := &desk{T: t, folder: o.Folder, logs: &safe{}}
	o.Errors = log.New(d.logs, "", 0)
	var err error
	d.Server, err = serve.New(o, func(s *serve.Server) (err error) {
		if d.store, err = openStore(s); err == nil {
			addPages(s, d.store)
		}
		return err
	})
	require.NoError(t, err)
	d.http = httptest.NewUnstartedServer(d.Handler())
	d.lines = &lines{Listener: d.http.Listener}
	d.http.Listener = d.lines
	d.http.Start()
	t.Cleanup(d.Server.Close)
	t.Cleanup(d.http.Close)
	return d
}

func newDesk(t *testing.T) *desk { return open1(t, t.TempDir(), games.Sources(t, "../../../../..")) }

func (d *desk) get(path string) (int, string) {
	d.Helper()
	r, err := http.Get(d.http.URL + path)
	require.NoError(d, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(d, err)
	return r.StatusCode, string(text)
}

// post sends a form and returns where that leads.
func (d *desk) post(path string, form url.Values) (int, string) {
	d.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.PostForm(d.http.URL+path, form)
	require.NoError(d, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(d, err)
	if to := r.Header.Get("Location"); to != "" {
		return r.StatusCode, to
	}
	return r.StatusCode, string(text)
}

// table sets one up and returns the links of its persons, by seat, and of onlookers.
func (d *desk) table(game string, seed int, kinds ...string) (links []string) {
	d.Helper()
	code, to := d.post(d.Root()+"tables", url.Values{"game": {game}, "players": {strconv.Itoa(len(kinds))}, "seat": kinds, "seed": {strconv.Itoa(seed)}})
	require.Equal(d, http.StatusSeeOther, code, to)
	_, page := d.get(d.Root() + "tables/" + regexp.MustCompile(`/(?:tables|seat)/([a-z0-9]{8})`).FindStringSubmatch(to)[1])
	for _, m := range regexp.MustCompile(`href="(/seat/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		links = append(links, m[1])
	}
	return links
}

// page is an open page: its contents by id.
type page struct {
	*desk
	conn *websocket.Conn
	html map[string]string
	said string
	bad  bool
}

func (d *desk) open(link string) *page { return d.openIn(link, "en") }

// openIn opens a page in a language.
func (d *desk) openIn(link, lang string) *page {
	d.Helper()
	conn, _, err := websocket.Dial(d.Context(), "ws"+strings.TrimPrefix(d.http.URL, "http")+link+"/live?lang="+lang, nil)
	require.NoError(d, err)
	conn.SetReadLimit(1 << 20)
	d.Cleanup(func() { _ = conn.CloseNow() })
	p := &page{desk: d, conn: conn, html: map[string]string{}}
	p.read()
	return p
}

// read waits for the next message to the page.
func (p *page) read() {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), time.Minute) // it hangs, else
	defer cancel()
	require.NoError(p, p.hear(ctx))
}

func (p *page) hear(ctx context.Context) error {
	_, text, err := p.conn.Read(ctx)
	var put serve.Put
	if err == nil {
		err = json.Unmarshal(text, &put)
	}
	maps.Copy(p.html, put.HTML)
	for id, html := range put.Add {
		p.html[id] = strings.Split(p.html[id], `<div class="entry`+strings.SplitAfterN(strings.SplitN(html, `<div class="entry`, 2)[1], ">", 2)[0])[0] + html
	}
	p.said, p.bad = put.Say, put.Bad
	return err
}

// until reads until a part of the page holds a text.
func (p *page) until(id, want string) {
	p.Helper()
	for range 500 {
		if strings.Contains(p.html[id], want) || strings.Contains(plain(p.html[id]), want) {
			return
		}
		p.read()
	}
	p.Fatalf("%s never holds %q: %s", id, want, p.html[id])
}

func (p *page) send(text string) {
	p.Helper()
	require.NoError(p, p.conn.Write(p.Context(), websocket.MessageText, []byte(text)))
}

// at is the turn of the page.
func (p *page) at() int {
	m := regexp.MustCompile(`data-at="(\d+)"`).FindStringSubmatch(p.html["ask"])
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

func (p *page) answer(at int, pick ...int) {
	text, _ := json.Marshal(act{Do: doAnswer, At: at, Pick: pick})
	p.send(string(text))
}

// button returns the message that a button of the page sends.
func (p *page) button(do string) string {
	p.Helper()
	m := regexp.MustCompile(`data-do="` + do + `" data-at="(\d+)"`).FindStringSubmatch(p.html["ask"])
	require.NotNil(p, m, "no button %s in %s", do, p.html["ask"])
	return fmt.Sprintf(`{"do":%q,"at":%s}`, do, m[1])
}

// press presses a button of the page.
func (p *page) press(do string) {
	p.Helper()
	p.send(p.button(do))
}

// refused waits until the page is told why something is refused.
func (p *page) refused(want string) {
	p.Helper()
	for p.said = ""; p.said == ""; {
		p.read()
	}
	require.Equal(p, want, p.said)
	require.True(p, p.bad)
}

// asked returns the current question, or "".
func (p *page) asked() string {
	if m := regexp.MustCompile(`id="question"[^>]*>([^<]*)`).FindStringSubmatch(p.html["ask"]); m != nil {
		return m[1]
	}
	return ""
}

const question = `id="question"`

// Three clicks: the link, Play, an option.
func TestFromTheLobbyToTheFirstMove(t *testing.T) {
	d := newDesk(t)
	_, lobby := d.get(d.Root())
	require.Contains(t, lobby, `href="?game=duel#new"`)
	_, lobby = d.get(d.Root() + "?game=duel")
	require.Contains(t, lobby, "New table: The Duel")
	require.Contains(t, lobby, `<button class="main">Open the table</button>`)
	code, seat := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"2"}, "seed": {"1"}})
	require.Equal(t, http.StatusSeeOther, code)
	require.Regexp(t, `^/seat/[a-z0-9]{8}/[a-z0-9]{26}$`, seat)
	p := d.open(seat)
	p.until("ask", question)
	require.Contains(t, p.html["ask"], "What will you do?")
	p.answer(p.at(), 1)
	p.until("log", "You: Boast")
	require.Contains(t, p.html["log"], "Who is proud may say so.", "the clause, as the game tells it")
	_, text := d.get(seat)
	require.Contains(t, plain(text), "You: Boast", "a page that is loaded again shows the same")
	_, past := d.get(seat + "/at/0")
	require.NotContains(t, text+past+p.html["ask"]+p.html["board"], d.Root(), "who has a seat has no key of the desk")
}

// A desk of a variant offers it first, and the game as it is besides.
func TestTheLobbyOffersWhatTheDeskServes(t *testing.T) {
	d := newDesk(t)
	d.Only, d.Options.Rules = "glacier", interpreter.Options{Variant: "long_winter", Readings: map[string]string{"spoiled.count": "all"}}
	_, lobby := d.get(d.Root())
	require.Contains(t, lobby, "<small>under long_winter and spoiled.count=all</small>")
	require.Contains(t, lobby, `<option value="long_winter and spoiled.count=all" selected>long_winter and spoiled.count=all</option>`)
	for in, says := range map[string]string{"long_winter and spoiled.count=all": "variant long_winter\nreading spoiled.count=all\ndata", "long_winter": "variant long_winter\ndata", "": "game glacier\ndata"} {
		t.Run(in, func(t *testing.T) {
			_, seat := d.post(d.Root()+"tables", url.Values{"game": {"glacier"}, "players": {"2"}, "variant": {in}})
			_, saved := d.get(d.Root() + "tables/" + strings.Split(seat, "/")[2] + "/match")
			require.Contains(t, saved, says)
		})
	}
}

// Answers to an earlier or a nonexistent question, answers from another seat and malformed messages change
// nothing and are refused with a reason.
func TestActsThatAreRefused(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob, onlooker := d.open(links[0]), d.open(links[1]), d.open(links[2])
	ann.until("ask", question)
	now := ann.at()
	for _, c := range []struct {
		who        *page
		text, want string
	}{
		{bob, `{"do":"answer","at":` + strconv.Itoa(now) + `,"pick":[1]}`, "It is not your turn to decide."},
		{onlooker, `{"do":"answer","at":1,"pick":[1]}`, "Spectators cannot act."},
		{ann, `{"do":"answer","at":0,"pick":[1]}`, "Your answer belongs to an earlier question; the match has moved on."},
		{ann, `{"do":"answer","at":` + strconv.Itoa(now+1) + `,"pick":[1]}`, "Your answer does not belong to the current question."},
		{ann, `{"do":"answer","at":` + strconv.Itoa(now) + `,"pick":[7]}`, "The question has only 1 options."},
		{ann, `{"do":"answer","at":` + strconv.Itoa(now) + `,"pick":[0]}`, "Option numbers start at 1."},
		{ann, `{"do":"win"}`, `Unknown action "win".`},
		{ann, `{"do":"answer","pik":[1]}`, `The server does not understand this message; reload the page. (there is no "pik" here; did you mean "pick"?)`},
		{ann, `}{`, "The server does not understand this message; reload the page. (invalid character '}' looking for beginning of value)"},
		{ann, `{"do":"undo","at":1}`, "Your answer belongs to an earlier question; the match has moved on."},
		{ann, `{"do":"undo","at":` + strconv.Itoa(now) + `}`, "You have no decision to take back."},
		{bob, `{"do":"agree","at":` + strconv.Itoa(now) + `}`, "The request to take back a decision is no longer open."},
	} {
		c.who.send(c.text)
		for c.who.said = ""; c.who.said == ""; {
			c.who.read()
		}
		require.Equal(t, c.want, c.who.said, c.text)
		require.True(t, c.who.bad)
	}
	ann.answer(now, 1)
	ann.until("ask", "Choose: stake")
	ann.answer(now, 1) // the same click again
	for ann.said = ""; ann.said == ""; {
		ann.read()
	}
	require.Contains(t, ann.said, "belongs to an earlier question")
	require.Empty(t, d.logs.String())

	code, text := d.get(links[0][:len(links[0])-3] + "aaa")
	require.Equal(t, http.StatusNotFound, code)
	require.Contains(t, text, "This link does not belong to a seat of any table.")
	require.NotContains(t, text, "/desk/")
	_ = ann.conn.Write(t.Context(), websocket.MessageText, make([]byte, 1<<20)) // it may be cut off while it is still speaking
	for err := error(nil); err == nil; {
		_, _, err = ann.conn.Read(t.Context())
	}
	again := d.open(links[0])
	again.until("ask", "Choose: stake")
}

// A match survives a killed or restarted server, even if the last line was written in part.
func TestAMatchSurvivesItsServer(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	file := filepath.Join(d.folder, "tables", strings.Split(links[0], "/")[2], "match")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(text, "6 ann turn.sta"...), 0o600))

	d.Server.Close()
	other := open1(t, d.folder, games.Sources(t, "../../../../.."))
	require.Equal(t, d.Root(), other.Root())
	again := other.open(links[0])
	again.until("ask", "Choose: stake")
	require.Contains(t, plain(again.html["log"]), "You: Boast")
	again.answer(again.at(), 1)
	again.until("log", "You: Stake Jab")

	_, saved := other.get(other.Root() + "tables/" + strings.Split(links[0], "/")[2] + "/match")
	require.Regexp(t, `(?s)^moraine match 3\n.*\nend \d+\n$`, saved)
}

// An act that cannot be saved is undone.
func TestAFullDisk(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	was := files.Before
	full := true
	files.Before = func(step, name string) error {
		if step == "append" && full {
			return os.ErrPermission
		}
		return nil
	}
	defer func() { files.Before = was }()
	p.answer(p.at(), 1)
	for p.said = ""; p.said == ""; {
		p.read()
	}
	require.Equal(t, "The action was undone, because the match could not be saved.", p.said)
	for was := p.at(); p.at() == was; {
		p.read()
	}
	require.Contains(t, p.html["ask"], "What will you do?")
	full = false
	p.answer(p.at(), 1)
	p.until("log", "You: Boast")
}

// A decision is taken back if all persons agree, and not before.
func TestTakingBack(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	ann.until("ask", question)
	ann.answer(ann.at(), 1)
	ann.until("ask", "Choose: stake")
	ann.press("undo")
	ann.until("ask", "The others are asked.")
	bob.until("ask", "Ann wants to take back a decision. Players may have seen new information since then, so everybody must agree. The dice keep their results.")
	agree := bob.button("agree")
	bob.press("refuse")
	for _, who := range []*page{ann, bob} {
		for strings.Contains(who.html["ask"], "wants to take back") {
			who.read()
		}
	}
	ann.press("undo")
	bob.until("ask", "wants to take back")
	bob.send(agree) // it was for the first wish
	bob.refused("The request to take back a decision is no longer open.")
	bob.press("agree")
	ann.until("ask", "What will you do?")
	ann.until("log", "Ann takes back a decision, and all players have agreed")

	d.Server.Close()
	other := open1(t, d.folder, games.Sources(t, "../../../../.."))
	again := other.open(links[0])
	again.until("ask", "What will you do?")
}

// A request to take back a decision, sent before the end, has no effect after it, because hidden pieces are
// revealed by then.
func TestNothingIsTakenBackAfterTheEnd(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../../../../.."), "duel", interpreter.Options{})
	require.NoError(t, err)
	at := tableOf(t, g, 2)
	at.wish = &wish{by: 0, to: 0, agreed: []bool{true, false}}
	for !at.m.Over() {
		if at.m.Steps() {
			_, err := at.m.Step()
			require.NoError(t, err)
			continue
		}
		q := at.m.Question()
		var pick []int32
		for i := range q.Least {
			pick = append(pick, int32(i))
		}
		require.NoError(t, at.m.Answer(q.Seat, pick))
	}
	require.ErrorContains(t, at.wants(1, &act{Do: doAgree}), "The match is over")
	parts, _, err := at.as(1, "en").parts(0)
	require.NoError(t, err)
	require.NotContains(t, parts["ask"], "take back")
}

// If the connection is lost during a window, the same question is asked after reconnecting, and the answer
// sent before counts exactly once.
func TestALineLostInAWindow(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 6, "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	for _, pick := range [][]int{{1}, {1}} { // she boasts, and stakes
		ann.until("ask", question)
		was := ann.at()
		for ann.answer(was, pick...); ann.at() == was; {
			ann.read()
		}
	}
	bob.until("ask", "Do you play a card? (strikes)")
	was := bob.at()
	d.lines.cut()
	again := d.open(links[1])
	again.until("ask", "Do you play a card? (strikes)")
	require.Equal(t, was, again.at())
	again.answer(was, 1)
	again.until("log", "You play Jab")
	again.answer(was, 1)
	for again.said = ""; again.said == ""; {
		again.read()
	}
	require.Contains(t, again.said, "earlier question")
	require.Equal(t, 1, strings.Count(plain(again.html["log"]), "You play Jab"))
}

// If a connection is lost or the server restarts while a sealed choice is open, each page shows the same as
// before, and no page shows another seat's choice before all have chosen.
func TestALineLostWhileAChoiceIsSealed(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "- {window: strikes}", "- {call: bid}", "  turn:\n",
		"  bid: {do: [{each: me, in: players, sealed: true, do: [{choose: price, from: 7..9}, {set: {me.points: price}}]}]}\n  turn:\n"))
	links := d.table("duel", 6, "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	for _, pick := range [][]int{{1}, {}, {2}} { // she boasts, stakes nothing, and bids 8
		ann.until("ask", question)
		was := ann.at()
		for ann.answer(was, pick...); ann.at() == was; {
			ann.read()
		}
	}
	bob.until("ask", "Choose: price")
	ann.until("ask", "Waiting for")
	ann.until("board", "Points 8")
	ann, bob = d.open(links[0]), d.open(links[1]) // second tabs
	same := func(d *desk) (a, b *page) {
		d.Helper()
		a, b = d.open(links[0]), d.open(links[1])
		b.until("ask", "Choose: price")
		require.NotContains(d, plain(b.html["board"]+b.html["log"]), "8", "what she has bidden")
		for _, was := range [][2]*page{{ann, a}, {bob, b}} {
			require.Equal(d, was[0].html["board"], was[1].html["board"], "with what has changed")
			require.Equal(d, plain(was[0].html["log"]), plain(was[1].html["log"]))
		}
		return a, b
	}
	d.lines.cut()
	same(d)
	d.Server.Close()
	again := open1(t, d.folder, d.Options.Data)
	_, b := same(again)
	_, german := again.get(links[0] + "?lang=de")
	require.Equal(t, strings.Count(ann.html["board"], ">changed<"), strings.Count(german, ">geändert<"), "whatever it was told in")
	require.Regexp(t, `class="fresh"><button[^>]*>Points 8`, german)
	b.answer(b.at(), 1)
	b.until("log", "Ann: points 8")
}

// plain returns the text of a page.
func plain(html string) string {
	return regexp.MustCompile(`<[^>]*>|\n`).ReplaceAllString(html, "")
}

// So many pages of onlookers look at a table, and one more is told why not. A player still opens a page.
func TestPagesOfATableAreLimited(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	for range mostOnlookers {
		d.open(links[2])
	}
	_, r, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(d.http.URL, "http")+links[2]+"/live", nil)
	require.Error(t, err)
	require.Equal(t, http.StatusTooManyRequests, r.StatusCode)
	d.open(links[0])
}

// A side offer has the name that the game gives it.
func TestOffersAreNamed(t *testing.T) {
	d := newDesk(t)
	p := d.openIn(d.table("tusk", 7, "human", "random")[0], "de")
	for !strings.Contains(plain(p.html["ask"]), "Tausch – nur, wenn gilt: jemand hat etwas zu geben") { // it stands beside acts
		was := p.at()
		for p.move(); p.asked() == "" || p.at() == was; {
			p.read()
		}
	}
	require.NotContains(t, p.html["ask"], `data-name="trade"`, "it is not possible yet")
}

// A seat changes hands, and who had it sees nothing more of it.
func TestSeatsChangeHands(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "open")
	require.Len(t, links, 2, "an open seat has no link but the onlookers'")
	id := strings.Split(links[0], "/")[2]
	_, text := d.get(links[1])
	require.Contains(t, text, links[1]+"/join")
	code, seat := d.post(links[1]+"/sit", url.Values{"seat": {"1"}})
	require.Equal(t, http.StatusSeeOther, code)
	code, text = d.post(links[1]+"/sit", url.Values{"seat": {"1"}})
	require.Equal(t, http.StatusConflict, code, text)
	_, text = d.get(seat)
	require.Contains(t, text, "Bob")
	code, _ = d.post(d.Root()+"tables/"+id+"/seats", url.Values{"seat": {"1"}, "kind": {"meek"}})
	require.Equal(t, http.StatusSeeOther, code)
	code, _ = d.get(seat)
	require.Equal(t, http.StatusNotFound, code)
	code, text = d.post(d.Root()+"tables/"+id+"/seats", url.Values{"seat": {"1"}, "kind": {"maek"}})
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, "did you mean &#34;meek&#34;?")
	p := d.open(links[0])
	p.finish()
}

// Who has opened a line and is still being let in when his seat changes hands is shown nothing.
func TestASeatThatChangesHandsWhileALineIsOpened(t *testing.T) {
	d := newDesk(t)
	link := d.table("duel", 1, "human", "human")[1]
	st, err := openStore(d.Server)
	require.NoError(t, err)
	defer st.close()
	at := st.tables[strings.Split(link, "/")[2]]
	let := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.SetPathValue("secret", strings.Split(link, "/")[3])
		require.NoError(t, at.reseat(1, "human", ""))
		require.NoError(t, at.follow(w, r, 1, "en", nil))
	}))
	defer let.Close()
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(let.URL, "http"), nil)
	require.NoError(t, err)
	_, text, err := conn.Read(t.Context())
	require.Error(t, err, "%s", text)
}

// finish answers every question until the match is over.
func (p *page) finish() {
	p.Helper()
	for range 3000 {
		switch {
		case strings.Contains(p.html["ask"], `class="result"`):
			return
		case p.asked() == "":
			p.read()
			continue
		}
		p.move()
		p.said = ""
		for was := p.at(); p.at() == was && p.said == "" && p.asked() != ""; {
			p.read()
		}
		require.Empty(p, p.said, p.html["ask"])
	}
	p.Fatal("it never ends")
}

// move answers the current question with as few choices as possible.
func (p *page) move() {
	switch {
	case strings.Contains(p.html["ask"], "data-none"):
		p.answer(p.at())
	case strings.Contains(p.html["ask"], "data-list"):
		least, _ := strconv.Atoi(regexp.MustCompile(`data-least="(\d+)"`).FindStringSubmatch(p.html["ask"])[1])
		var pick []int
		for i := range least {
			pick = append(pick, i+1)
		}
		p.answer(p.at(), pick...)
	default:
		p.answer(p.at(), 1)
	}
}

// Every moment of a match can be captured as a scenario that loads and passes, with the key of a server that
// is not shared.
func TestCapture(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	root := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	_, page := d.get(root)
	require.Contains(t, page, "captured.yaml")
	code, text := d.get(root + "/captured.yaml?at=1")
	require.Equal(t, http.StatusOK, code, text)
	require.Regexp(t, "^# `moraine test` runs this where it lies under scenarios/duel\\.\n- scenario: duel-", text)
	require.Contains(t, text, "stands:")
	code, _ = d.get(root + "/captured.yaml?at=99")
	require.Equal(t, http.StatusBadRequest, code)

	d.Share = true
	_, page = d.get(root)
	require.NotContains(t, page, "captured.yaml")
	code, text = d.get(root + "/captured.yaml?at=1")
	require.Equal(t, http.StatusForbidden, code)
	require.Contains(t, text, "This server is shared, so it writes no scenarios")
}

// duelWith is the duel with something put in another's place.
func duelWith(t *testing.T, pairs ...string) interpreter.Sources { return with(t, "duel", pairs...) }

func with(t *testing.T, game string, pairs ...string) interpreter.Sources {
	text, err := os.ReadFile("../../../../../interpreter/testing/games/testdata/" + game + ".yaml")
	require.NoError(t, err)
	own := fstest.MapFS{}
	for i, doc := range strings.Split(strings.NewReplacer(pairs...).Replace(string(text)), "---\n") {
		own["cards/"+game+"/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
	}
	return interpreter.Sources{{Name: "test", FS: own}}
}

// The looks of a game are drawn: colours and symbols of known pieces and backs, zones in their order, and
// small zones as a number.
func TestLooks(t *testing.T) {
	looks := "looks: {hand: {size: large}, heap: {size: small}, blow: {colour: red, symbol: M2 2H9Z}, hook: {symbol: '!'}, force: {symbol: ◆}, bob: {colour: red}}\nbots:"
	d := open1(t, t.TempDir(), duelWith(t, "bots:", looks))
	links := d.table("duel", 1, "human", "human")
	_, page := d.get(links[0])
	for _, want := range []string{
		`class="owner hue red"`, `class="owner me hue blue"`, `class="area m large cards"`, `<details id="pile -1 stock"`,
		`<button type="button" class="card hue red piece" data-about="card.hook"><svg class="scene"`, `<text class="fig" x="60" y="70">!</text></svg>`, `<span class="name">Hook`,
		`d="M2 2H9Z"/></svg><span class="name">Blow (unseen)`, `<span class="v" title="Force 2"><span class="sym" aria-hidden="true">◆</span><span class="quiet">force 2</span><b aria-hidden="true">2</b>`,
	} {
		require.Contains(t, page, want)
	}
}

// Names that begin with the same letter have signs that differ.
func TestLettersDiffer(t *testing.T) {
	require.Equal(t, map[string]string{"Blau": "B", "Gelb": "Ge", "Grau": "Ga", "Grün": "Gü"}, letters([]string{"Blau", "Gelb", "Grün", "Grau"}))
	require.Equal(t, map[string]string{"Ann": "A", "Anna": "Aa"}, letters([]string{"Ann", "Anna"}))
}

// Signs are explained where they stand: not where pieces are drawn in their looks.
func TestSignsAreExplainedWhereTheyStand(t *testing.T) {
	for game, explained := range map[string]bool{"boards": true, "tusk": false} {
		t.Run(game, func(t *testing.T) {
			g, err := interpreter.Load(games.Sources(t, "../../../../.."), game, interpreter.Options{})
			require.NoError(t, err)
			m := tableOf(t, g, 2).m
			for m.Steps() {
				_, err := m.Step()
				require.NoError(t, err)
			}
			require.NotEmpty(t, m.View(match.Public, nil).Signs, game)
			require.Equal(t, explained, len(boardOf(m, match.Public, "en", nil, memory{}).Common[0].Signs) > 0, game)
		})
	}
}

// Where names of zones lead to the step that set them, the summary of a pile holds no link: that would be two controls
// in one.
func TestNoLinkInASummary(t *testing.T) {
	g, err := interpreter.Load(duelWith(t, "bots:", "looks: {heap: {size: small}, stock: {size: small}}\nbots:"), "duel", interpreter.Options{})
	require.NoError(t, err)
	html, err := Board(tableOf(t, g, 2).m, "en", nil, "changes", func(seat int32, key string) string { return fmt.Sprint("set-", seat, key) })
	require.NoError(t, err)
	require.Contains(t, html, "set--1stock")
	require.NotRegexp(t, `<summary>[^\n]*<a [^\n]*</summary>`, html)
}

// A line stays within its place, however long.
func TestLongLinesFit(t *testing.T) {
	z := &match.Zone{Layout: "hex", Cells: []match.Cell{{Name: "1", Pieces: []match.Piece{{Name: "Breeding Grounds", Known: true, Look: match.Look{Symbol: "x"}}}}}}
	html, _ := drawn(z, false, nil, nil)
	require.Contains(t, html, `>Breeding</text> <text x="62" y="97" class="first">Grounds</text>`)
	z.Cells[0].Pieces[0].Name = "jungle"
	html, _ = drawn(z, false, nil, nil)
	require.NotContains(t, html, "textLength")
	z.Layout = "grid"
	html, _ = drawn(z, false, nil, nil)
	require.Contains(t, html, `<rect x="12" y="12" width="106" height="80" `)
}

// A board that a game draws shows all its places, and its links as lines; a line past other places is bent, and one that
// leads only there has an arrow.
func TestLinksAreDrawn(t *testing.T) {
	z := &match.Zone{Layout: "board", Whole: true, Paths: []match.Path{{Cells: []int{0, 1}}, {Cells: []int{2, 0}, OneWay: true}}}
	for x, name := range []string{"mill", "ford", "sea"} {
		z.Cells = append(z.Cells, match.Cell{Name: name, At: match.Coord{X: int32(x)}})
	}
	html, _ := drawn(z, false, nil, nil)
	require.Contains(t, html, `<path class="link" d="M85 72Q160 72 235 72"/>`)
	require.Contains(t, html, `<path class="link" d="M385 72Q235 187 85 72"/><path class="link" transform="translate(235 129) rotate(180)"`)
	require.Contains(t, html, `>sea</text>`)
}

// A drawn board is large, unless the game gives it a look.
func TestBoardsAreLarge(t *testing.T) {
	z := &match.Zone{Layout: "board", Drawn: true}
	require.True(t, isLarge(z))
	z.Look.Rank = 1
	require.False(t, isLarge(z))
	require.False(t, isLarge(&match.Zone{Layout: "row", Drawn: true, Cells: make([]match.Cell, 9)}))
}

// A grid of coloured pieces is a board, one of cards with several words is not.
func TestGridsOfPiecesAreBoards(t *testing.T) {
	is := func(known bool, look match.Look, drawing ...string) bool {
		cells := []match.Cell{{Pieces: []match.Piece{{Name: "man", Known: known, Picture: drawing, Look: look}}}}
		return isMap(&match.Zone{Layout: "grid", Drawn: drawing != nil, Cells: cells})
	}
	brown := match.Look{Colour: "brown"}
	require.True(t, is(true, brown, "m"))
	require.True(t, is(true, match.Look{}, "a", "long", "drawing"))
	require.True(t, is(false, match.Look{Symbol: "?"}, "?"))
	require.False(t, is(true, brown, "Advance", "I (2 points)"))
	require.False(t, is(true, brown), "no drawing")
	require.False(t, is(false, brown, "?"), "a hidden card")
}

// Of a whole board all places are drawn, also before a piece lies there; of another one only those with a piece or an option.
func TestAWholeBoardIsDrawn(t *testing.T) {
	cells := make([]match.Cell, 9)
	for i := range cells {
		cells[i] = match.Cell{Name: strconv.Itoa(i), At: match.Coord{X: int32(i % 3), Y: int32(i / 3)}}
	}
	for _, n := range []int{0, 1} {
		if n > 0 {
			cells[4].Pieces = []match.Piece{{Name: "man", Known: true, Picture: []string{"m"}}}
		}
		for whole, want := range map[bool]int{true: 9, false: n} {
			t.Run(fmt.Sprint(whole), func(t *testing.T) {
				z := &match.Zone{Layout: "grid", Drawn: true, Whole: whole, Cells: cells}
				picture, _ := drawn(z, false, nil, nil)
				require.Equal(t, want, strings.Count(string(picture), "<rect "))
				require.Equal(t, whole || n > 0, isMap(z))
			})
		}
	}
}

// Equal pieces with different values are not joined, neither in a heap nor in a stack.
func TestGroupsAreOfEqualValues(t *testing.T) {
	p := func(number string) match.Piece {
		return match.Piece{Text: "snare", Printed: []match.Value{{Name: "number", Text: number}}}
	}
	for _, stack := range []bool{false, true} {
		all := groups([]match.Piece{p("1"), p("1"), p("2")}, stack)
		require.Len(t, all, 2)
		require.Equal(t, 2, all[0].N)
	}
}

// A viewer who may not count the pieces of a grid sees no places.
func TestAGridThatIsNotCounted(t *testing.T) {
	d := &drafter{eyes: 0, me: 0}
	z := &match.Zone{Key: "camp", Layout: "grid"}
	require.Empty(t, d.tray(&match.Owner{Seat: 1, Zones: []match.Zone{*z}}, z, false).Places)
}

// Signs of neighbouring places are read apart.
func TestSignsAreReadApart(t *testing.T) {
	z := &match.Zone{Layout: "board", Cells: []match.Cell{{Pieces: []match.Piece{{Picture: []string{"a"}}}}, {Pieces: []match.Piece{{Picture: []string{"b"}}}}}}
	_, signs := drawn(z, false, nil, nil)
	require.True(t, hasSign(signs, "a") && hasSign(signs, "b"), signs)
}

func TestNoDecisionIsTakenBackAfterTheEnd(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("duel", 1, "human", "mcts=20")[0])
	p.until("ask", question)
	p.finish()
	p.send(`{"do":"undo"}`) // with the latest revision
	for p.read(); p.said == ""; p.read() {
		require.Contains(t, p.html["ask"], `class="result"`)
	}
	require.Equal(t, "The match is over, so no decision can be taken back.", p.said)
}

// All names in a game appear as text.
func TestScriptInNames(t *testing.T) {
	evil := `<script>alert(1)</script>"><img src=x onerror=alert(2)>`
	d := open1(t, t.TempDir(), duelWith(t, "windows:\n", fmt.Sprintf("asks:\n  jab: {en: %q}\n  turn.boast: {en: %q}\nwindows:\n", evil, evil)))
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	_, text := d.get(links[0])
	for _, html := range []string{text, p.html["ask"], p.html["board"], p.html["log"]} {
		require.NotContains(t, html, "<script>alert")
		require.NotContains(t, html, "<img")
	}
	require.Contains(t, p.html["ask"], "&lt;script&gt;")
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"do":"answer","at":1,"pick":[1,2]}`))
	f.Add([]byte(`{"do":"why","name":"x"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := decode(text)
		if err == nil {
			again, err := json.Marshal(a)
			require.NoError(t, err)
			b, err := decode(again)
			require.NoError(t, err)
			require.Equal(t, a.Do, b.Do)
		}
	})
}
