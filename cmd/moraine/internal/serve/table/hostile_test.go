package table

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// A number from outside is used only within its range.
func TestNumbersFromOutside(t *testing.T) {
	d := newDesk(t)
	for _, players := range []string{"-1", "0", "1", "4", "1000000000", "99999999999999999999", "x", ""} {
		code, text := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {players}})
		require.Equal(t, http.StatusBadRequest, code, players)
		require.Contains(t, text, "2 to 3 can play duel.")
	}
	for _, seed := range []string{"-1", "1e9", "18446744073709551616"} {
		code, _ := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"2"}, "seed": {seed}})
		require.Equal(t, http.StatusBadRequest, code, seed)
	}
	links := d.table("duel", 1, "human", "human")
	root := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	for _, n := range []string{"-1", "2", "99999999999999999999", "x"} {
		code, _ := d.post(root+"/seats", url.Values{"seat": {n}, "kind": {"human"}})
		require.Equal(t, http.StatusBadRequest, code, n)
		code, _ = d.post(links[2]+"/sit", url.Values{"seat": {n}})
		require.Equal(t, http.StatusConflict, code, n)
	}
	for _, n := range []string{"-1", "999999", "99999999999999999999", "x"} {
		code, _ := d.post(root+"/branch", url.Values{"at": {n}})
		require.Equal(t, http.StatusBadRequest, code, n)
		code, _ = d.get(root + "/captured.yaml?at=" + n)
		require.Equal(t, http.StatusBadRequest, code, n)
		code, _ = d.get(links[0] + "/at/" + n)
		require.Equal(t, http.StatusNotFound, code, n)
	}
	require.Empty(t, d.logs.String())
}

// A game or variant that does not exist is not found, which is no fault of the server.
func TestUnknownGamesAndVariantsAreNotFound(t *testing.T) {
	d := newDesk(t)
	code, text := d.post(d.Root()+"tables", url.Values{"game": {"deul"}, "players": {"2"}})
	require.Equal(t, http.StatusNotFound, code)
	require.Contains(t, text, "did you mean &#34;duel&#34;?")
	code, text = d.post(d.Root()+"tables", url.Values{"game": {"glacier"}, "players": {"2"}, "variant": {"long_wniter"}})
	require.Equal(t, http.StatusNotFound, code)
	require.Contains(t, text, "did you mean &#34;long_winter&#34;?")
	require.Empty(t, d.logs.String())
}

// One link opens a limited number of pages; the pages of other links still open.
func TestPagesOpenedAtOnceAreLimited(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	for i, most := range []int{mostSeatPages, mostSeatPages, mostOnlookers} {
		require.Equal(t, most, d.openMany(links[i]))
	}
}

// openMany opens many pages of a link at once and returns the number of those that stay.
func (d *desk) openMany(link string) (n int) {
	t := d.T
	link = "ws" + strings.TrimPrefix(d.http.URL, "http") + link + "/live"
	const pages = 2 * mostOnlookers
	opened := make(chan bool, pages)
	for range pages {
		go func() {
			conn, _, err := websocket.Dial(t.Context(), link, nil)
			if err == nil {
				t.Cleanup(func() { _ = conn.CloseNow() })
			}
			opened <- err == nil
		}()
	}
	for range pages {
		if <-opened {
			n++
		}
	}
	return n
}

// With all the tables that there may be, another is refused.
func TestTablesAreLimited(t *testing.T) {
	desk, err := serve.New(serve.Options{Data: games.Sources(t, "../../../../.."), Folder: t.TempDir(), Errors: log.New(io.Discard, "", 0)})
	require.NoError(t, err)
	t.Cleanup(desk.Close)
	st, err := openStore(desk)
	require.NoError(t, err)
	t.Cleanup(st.close)
	make1 := func() error {
		_, err := st.make("duel", interpreter.Options{}, 1, "en", kindsOf(match.Human, match.Human), nil)
		return err
	}
	for i := range mostTables - 1 {
		st.tables[fmt.Sprint(i)] = &table{}
	}
	require.NoError(t, make1())
	require.ErrorContains(t, make1(), "The maximum of 1000 tables is reached; remove one first.")
}

// A page that says more at once than it may is cut off.
func TestAPageSaysOnlySoMuch(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("duel", 1, "human", "human")[0])
	p.send(strings.Repeat(" ", 64<<10))
	p.refused("The server does not understand this message; reload the page. (EOF)")
	p.send(strings.Repeat(" ", 65<<10))
	for err := error(nil); err == nil; {
		_, _, err = p.conn.Read(t.Context())
	}
	d.open(d.table("duel", 1, "human", "human")[0]).until("ask", question)
}

// A malformed request of the host is his error and not one of the server.
func TestMalformedRequestsOfTheHost(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	table := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	for _, path := range []string{d.Root() + "tables", table + "/seats", table + "/branch"} {
		for _, body := range []string{
			"seat=%zz", "game=duel&players=2;x", "game=duel&players=2&variant=a+and+", "game=duel&players=2&variant=x%3Dy", "game=%00", "game=..%2Fduel&players=2",
			"seat=0&kind=nobody", "seat=0&kind=mcts%3Dx", "seat=0&kind=exec:x", "at=x", "game=duel&players=2&seat=x&seat=y", "game=duel&players=2&variant=" + strings.Repeat("x", 10_000),
		} {
			r, err := http.Post(d.http.URL+path, "application/x-www-form-urlencoded", strings.NewReader(body))
			require.NoError(t, err)
			text, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			r.Body.Close()
			require.GreaterOrEqual(t, r.StatusCode, 400, "%s %s", path, body)
			require.Less(t, r.StatusCode, 500, "%s %s: %s", path, body, text)
		}
	}
	for _, path := range []string{d.Root() + "?game=%zz", d.Root() + "?lang=%00", table + "/captured.yaml?at=%zz", d.Root() + "tables/%2e%2e", d.Root() + "tables/%00"} {
		code, text := d.get(path)
		require.Less(t, code, 500, "%s: %s", path, text)
	}
	require.Empty(t, d.logs.String())
}
