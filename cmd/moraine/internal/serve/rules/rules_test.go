package rules

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
)

// desk serves a copy of the sample game, whose files are in a folder.
type desk struct {
	*testing.T
	dir, address string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../../../../cmd/moraine/testdata/pebbles")))
	return deskOf(t, dir, "pebbles")
}

func deskOf(t *testing.T, dir, game string) *desk {
	t.Helper()
	d := &desk{T: t, dir: dir}
	s, err := serve.New(serve.Options{
		Data: interpreter.Sources{{Name: ".", FS: os.DirFS(d.dir)}}, Dirs: []string{d.dir}, Folder: t.TempDir(),
	}, Pages)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	l, err := s.Listen()
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() { cancel(); <-ended })
	d.address = "http://" + l.Addr().String() + s.Root() + "book/" + game + "/"
	return d
}

func (d *desk) get(page string, status int) string {
	d.Helper()
	r, err := http.Get(d.address + page)
	require.NoError(d, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(d, err)
	require.Equal(d, status, r.StatusCode, "%s: %s", page, text)
	return html.UnescapeString(string(text))
}

// save writes a file with something else in the place of a text.
func (d *desk) save(file, was, becomes string) {
	d.Helper()
	path := filepath.Join(d.dir, file)
	text, err := os.ReadFile(path)
	require.NoError(d, err)
	require.Contains(d, string(text), was)
	require.NoError(d, os.WriteFile(path, []byte(strings.Replace(string(text), was, becomes, 1)), 0o600))
}

// reader follows an open page.
type reader struct {
	*desk
	conn *websocket.Conn
	page map[string]string
}

func (d *desk) follow(page string) *reader {
	d.Helper()
	text := d.get(page, 200)
	_, socket, found := strings.Cut(text, `data-socket="`)
	require.True(d, found)
	socket, _, _ = strings.Cut(socket, `"`)
	conn, _, err := websocket.Dial(d.Context(), "ws"+strings.TrimPrefix(d.address, "http")+socket, nil)
	require.NoError(d, err)
	d.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(-1)
	r := &reader{d, conn, map[string]string{}}
	for _, m := range regexp.MustCompile(`(?s)<(article|div|nav) id="([^"]+)"[^>]*>(.*?)</(article|div|nav)>`).FindAllStringSubmatch(text, -1) {
		r.page[m[2]] = m[3] // the update may have arrived already
	}
	return r
}

// until waits for words in an element of the page; "": for nothing in it.
func (r *reader) until(id, words string) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	for !strings.Contains(r.page[id], words) || words == "" && r.page[id] != "" {
		_, text, err := r.conn.Read(ctx)
		require.NoError(r, err, "%s never says %q but %s", id, words, r.page[id])
		var put serve.Put
		require.NoError(r, json.Unmarshal(text, &put))
		maps.Copy(r.page, put.HTML)
	}
}

const won = "scenarios/pebbles/stake/won.yaml"

func TestASaveIsJudgedWhereSomebodyLooks(t *testing.T) {
	d := newDesk(t)
	r := d.follow("scenarios_stake.html")
	r.until("won.black_is_worth_three", "✓")
	r.until("won.a_stake_is_won_with_at_least_five", "✓")

	d.save("cards/pebbles/turn.yaml", "result > 5", "result > 6")
	r.until("won.a_stake_is_won_with_at_least_five", "✓") // it has not changed: five wins by the other half
	d.save("cards/pebbles/turn.yaml", "result == 5", "result == 6")
	r.until("won.a_stake_is_won_with_at_least_five", "✗")
	r.until("won.a_stake_is_won_with_at_least_five", "this does not hold")
	r.until("book-menu", "✗ 1")

	d.save("cards/pebbles/turn.yaml", "result == 6", "result == 5")
	r.until("won.a_stake_is_won_with_at_least_five", "✓")
}

// The configuration in force is tested: under a reading that it does not declare, a scenario of the game
// fails.
func TestAConfigurationIsJudgedAsItIs(t *testing.T) {
	d := newDesk(t)
	plain, loses := d.follow("scenarios_stake.html"), d.follow("scenarios_stake.html?in=pebble.tie%3Dloses")
	plain.until("won.a_stake_is_won_with_at_least_five", "✓")
	loses.until("won.a_stake_is_won_with_at_least_five", "✗")
	loses.until("book-menu", "✗ 1")
}

func TestABrokenFileIsShownAndTheRulesStay(t *testing.T) {
	d := newDesk(t)
	r := d.follow("text_rules.html")
	r.until("P-TURN-02", "✓")
	for _, broken := range [][3]string{
		{"cards/pebbles/turn.yaml", "from: me.hand", "from: me.hnad"},
		{won, "then:", "thn:"},
		{"variants/pebbles/rich.yaml", "cards:", "crads:"},
	} {
		d.save(broken[0], broken[1], broken[2])
		r.until("book-state", broken[2]+"\n")
		r.until("book-state", "^")
		require.Contains(t, d.get("steps.html?in=pebble.tie%3Dloses", 200), "me.hand", "what was good is still shown")
		d.save(broken[0], broken[2], broken[1])
		r.until("book-state", "")
	}
}

func TestReadingsAreSwitches(t *testing.T) {
	d := newDesk(t)
	page := d.get("rulings.html", 200)
	require.Contains(t, page, `<a class="switch" href="?in=pebble.tie%3Dloses#pebble.tie">loses</a>`)
	page = d.get("rulings.html?in=pebble.tie%3Dloses&lang=de", 200)
	require.Contains(t, page, `<b class="switch" aria-current="true">loses</b>`)
	require.Contains(t, page, "stehen in der Sprache ihrer Dateien")
	require.Contains(t, page, `<a class="switch" href="?in=&lang=de#pebble.tie">wins</a>`)
	require.Contains(t, page, `href="scenarios_stake.html?in=pebble.tie%3Dloses&lang=de#won.a_stake_is_won_with_at_least_five"`, "what flips")
	require.Contains(t, d.get("rulings.html?in=rich", 200), `href="?in=rich+and+pebble.tie%3Dloses#pebble.tie"`)
	require.Contains(t, d.get("index.html?in=rich", 200), "<td>worth</td><td>3 (given by P-TURN-03)</td><td>6", "what a variant prints")
	require.Contains(t, d.get("rulings.html?in=pebble.tie%3Dnever", 422), "it has wins, loses")
	require.Contains(t, d.get("rulings.html?in=poor", 404), "no variant")
	d.get("nothing.html", 404)
}

func TestReportsAreDrawn(t *testing.T) {
	d := newDesk(t)
	d.save("cards/pebbles/turn.yaml", "      - call: turn", "      - draw: 1\n        from: sack\n        to: active.hand\n      - call: turn")
	require.NotContains(t, d.get("reports.html", 200), "<figure>")
	page := d.get("reports.html?players=2&games=20&in=pebble.tie%3Dloses", 200)
	require.Contains(t, page, "matches 20 of seed 1")
	require.Contains(t, page, "What it changes")
	require.Contains(t, page, `<input type="hidden" name="in" value="pebble.tie=loses">`)
	require.Regexp(t, `<svg viewBox="0 0 400 [0-9]+" role="img"`, page)
	for _, refused := range []string{"games=0", "games=10001", "players=9", "games=x"} {
		require.Contains(t, d.get("reports.html?"+refused, 400), "at most 10000 matches")
	}
	moved, err := http.Get(strings.TrimSuffix(d.address, "/") + "?lang=fr")
	require.NoError(t, err)
	require.NoError(t, moved.Body.Close())
	require.Equal(t, "lang=fr", moved.Request.URL.RawQuery, "a redirect keeps the language")
	r := d.follow("index.html")
	r.until("book-sum", ">pinned<")
	require.Contains(t, d.get("reports.html", 200), "what its scenarios reach")
}

func TestADeskOfOneGameShowsItsVariant(t *testing.T) {
	s, err := serve.New(serve.Options{
		Data: interpreter.Sources{{Name: ".", FS: os.DirFS("../../../../../cmd/moraine/testdata/pebbles")}}, Dirs: []string{""}, Folder: t.TempDir(),
		Only: "pebbles", Rules: interpreter.Options{Variant: "rich"},
	}, Pages)
	require.NoError(t, err)
	for path, words := range map[string]string{"book/pebbles/index.html": "under rich", "book/other/index.html": "another game"} {
		t.Run(path, func(t *testing.T) {
			w := httptest.NewRecorder()
			r := httptest.NewRequest("GET", s.Root()+path, nil)
			r.Host = "127.0.0.1"
			s.Handler().ServeHTTP(w, r)
			require.Contains(t, w.Body.String(), words)
		})
	}
}

// written is the book as files, in a folder.
func written(t *testing.T) string {
	t.Helper()
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../../../cmd/moraine/testdata/pebbles")}}
	rules, err := interpreter.NewLoader(src).Read(src, "pebbles")
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "pebbles")
	require.NoError(t, err)
	b, err := book.New(rules, suite, "", interpreter.Options{})
	require.NoError(t, err)
	list, err := b.Files(serve.Look())
	require.NoError(t, err)
	dir := t.TempDir()
	for _, f := range list {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600))
	}
	return dir
}

// More configurations may be looked at than books are kept: their scenarios still run once.
func TestManyOpenConfigurationsRunTheirScenariosOnce(t *testing.T) {
	d := newDesk(t)
	pages := []string{"index.html"}
	for i := range mostBooks {
		name := fmt.Sprintf("rich%d", i)
		require.NoError(t, os.WriteFile(filepath.Join(d.dir, "variants/pebbles", name+".yaml"), []byte("variant: "+name+"\ncards:\n  black: {worth: 4}\n"), 0o600))
		pages = append(pages, "index.html?in="+name)
	}
	for _, page := range pages {
		d.follow(page).until("book-foot", "of the last run")
	}
	for _, page := range pages {
		require.Contains(t, d.get(page, 200), "of the last run", page)
	}
}

func TestScenariosThatCannotRunAreNotSaidToRun(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, os.RemoveAll(filepath.Join(d.dir, "scenarios")))
	r := d.follow("index.html?in=rich")
	r.until("book-foot", "The scenarios have not run.")
	require.NotContains(t, r.page["book-sum"], "✓")
}

// If the files have been saved again, waiting runs of the old files are dropped.
func TestScenariosOfOldFilesDoNotRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := pebblesOf(t, make(chan struct{})) // there is no room
		rich := interpreter.Options{Variant: "rich"}
		s, err := g.shown(rich, "en")
		require.NoError(t, err)
		s.Unlock()
		require.Nil(t, s.book.Runs, "they wait, until other files are taken over")
		require.NoError(t, g.setEdition(context.Background(), g.src, g.rules))

		for i := range mostRuns {
			g.runs[strconv.Itoa(i)] = nil
		}
		s, err = g.shown(rich, "en")
		require.NoError(t, err)
		s.Unlock()
		require.NotNil(t, s.book.Runs, "there are too many")
		require.Empty(t, s.book.Runs.Cases)
		require.NotContains(t, g.runs, "rich")
	})
}

var pebbles = interpreter.Layer{Name: ".", FS: os.DirFS("../../../../../cmd/moraine/testdata/pebbles")}

// pebblesOf returns the sample game for a visitor of its pages.
func pebblesOf(t *testing.T, running chan struct{}) *game {
	src := interpreter.Sources{pebbles}
	rules, err := interpreter.NewLoader(src).Read(src, "pebbles")
	require.NoError(t, err)
	g := &game{id: "pebbles", running: running, making: make(chan struct{}, 1)}
	require.NoError(t, g.setEdition(t.Context(), src, rules))
	return g
}

// While the book of a configuration is made, others are read; and one that is made of files that have been
// saved over meanwhile is made again.
func TestABookIsMadeWhileOthersAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := pebblesOf(t, make(chan struct{}))
		read := func(opt interpreter.Options) *interpreter.Rules {
			s, err := g.shown(opt, "en")
			require.NoError(t, err)
			defer s.Unlock()
			return s.rules
		}
		read(interpreter.Options{})
		made := make(chan *interpreter.Rules, 1)
		g.making <- struct{}{}
		go func() { made <- read(interpreter.Options{Variant: "rich"}) }()
		synctest.Wait()
		require.Empty(t, made, "it waits for whoever makes another")
		read(interpreter.Options{})
		again, err := interpreter.NewLoader(g.src).Read(g.src, "pebbles")
		require.NoError(t, err)
		g.mu.Lock()
		require.NoError(t, g.setEdition(t.Context(), g.src, again))
		g.mu.Unlock()
		<-g.making
		require.Same(t, again, <-made)
	})
}

// The flips of a reading are shown before the scenarios have run in any configuration.
func TestFlipsAreShownBeforeScenariosRun(t *testing.T) {
	g := pebblesOf(t, make(chan struct{})) // there is no room for any
	s, err := g.shown(interpreter.Options{Readings: map[string]string{"pebble.tie": "loses"}}, "en")
	require.NoError(t, err)
	s.Unlock()
	require.Nil(t, s.book.Runs)
	require.NotEmpty(t, s.changed.Scenarios.Flips)
}

// If several pages measure a game, only the last request continues; pages of the rule book do not wait for
// it.
func TestOneMeasuresAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := pebblesOf(t, make(chan struct{}))
		stopped := 0
		for range 2 {
			g.measured = func() { stopped++ }
			g.measure()
		}
		g.measured = func() { stopped++ }
		s, err := g.shown(interpreter.Options{}, "en")
		require.NoError(t, err)
		s.Unlock()
		require.Equal(t, 3, stopped)
		g.stale()
	})
}
