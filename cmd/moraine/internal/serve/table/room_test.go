package table

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// fillDisk has each write fail until the disk is emptied again; it is retried all the time.
func fillDisk(t *testing.T) (full *atomic.Bool) {
	was, first := files.Before, retryFirst
	full = &atomic.Bool{}
	files.Before = func(step, _ string) error {
		if full.Load() && step != "read" && step != "open" {
			return os.ErrPermission
		}
		return nil
	}
	retryFirst = time.Millisecond
	t.Cleanup(func() { files.Before, retryFirst = was, first })
	return full
}

const unwritable = "the server cannot write to its disk; it keeps trying, and the match continues when it succeeds"

// A bot's move that could not be written is tried again, and until then the pages say why the match stands still.
func TestATableRecoversByItself(t *testing.T) {
	full, atOnce := fillDisk(t), &atomic.Bool{}
	write := files.Before
	files.Before = func(step, name string) error {
		if step == "append" && atOnce.CompareAndSwap(true, false) {
			full.Store(true)
		}
		return write(step, name)
	}
	d := newDesk(t)
	links := d.table("duel", 6, "human", "random")
	p := d.open(links[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	full.Store(true)
	p.answer(p.at())
	p.refused("The action was undone, because the match could not be saved.")
	p.until("ask", unwritable)
	p.until("ask", "Choose: stake")
	full.Store(false)
	for strings.Contains(p.html["ask"], unwritable) {
		p.read()
	}
	p.finish()

	// The bot moves first, perhaps before the page is open: the disk is full from its decision on.
	atOnce.Store(true)
	links = d.table("duel", 1, "random", "human")
	p = d.open(links[0])
	p.until("ask", unwritable)
	full.Store(false)
	p.until("ask", question)
	require.NotContains(t, p.html["ask"], unwritable)
	p.finish()
}

// A change of a seat that could not be written has not happened: the old link works, also after a restart, and a new
// table that could not be written leaves no folder.
func TestAChangeOfASeatThatCannotBeWritten(t *testing.T) {
	full := fillDisk(t)
	d := newDesk(t)
	links := d.table("duel", 1, "human", "open")
	manage := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	full.Store(true)
	code, _ := d.post(manage+"/seats", url.Values{"seat": {"0"}, "kind": {"human"}})
	require.Equal(t, http.StatusInsufficientStorage, code)
	code, _ = d.post(links[1]+"/sit", url.Values{"seat": {"1"}})
	require.Equal(t, http.StatusInsufficientStorage, code)
	code, _ = d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"2"}})
	require.Equal(t, http.StatusInsufficientStorage, code)
	_, page := d.get(manage)
	require.Contains(t, page, links[0])
	full.Store(false)
	code, _ = d.get(links[0])
	require.Equal(t, http.StatusOK, code)
	folders, err := os.ReadDir(filepath.Join(d.folder, "tables"))
	require.NoError(t, err)
	require.Len(t, folders, 1)

	d.Server.Close()
	again := open1(t, d.folder, games.Sources(t, "../../../../.."))
	code, _ = again.get(links[0])
	require.Equal(t, http.StatusOK, code)
}

// A match with the maximum number of decisions reports it, for any seat that made the last one.
func TestAMatchWithAllItsDecisionsSaysSo(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "bout < 2", "bout < 30000"))
	g, _, err := d.Game("duel", interpreter.Options{})
	require.NoError(t, err)
	h := match.Header{Game: "duel", Seed: 1, Lang: "en", Players: 2, IDs: g.Seats()[:2], Seats: []string{match.Random, match.Random}}
	m, err := match.New(g, h, match.Options{Kept: true})
	require.NoError(t, err)
	for len(m.Decisions()) < mostDecisions-3 {
		_, err := m.Step()
		require.NoError(t, err)
	}
	st, err := openStore(d.Server)
	require.NoError(t, err)
	made, err := st.make("duel", interpreter.Options{}, 1, "en", kindsOf(match.Human, match.Random), m.Decisions())
	require.NoError(t, err)
	st.close()
	d.Server.Close()

	d = open1(t, d.folder, d.Sources())
	p := d.open(made.link(0))
	for !strings.Contains(p.html["ask"], "The match cannot continue: the match has 20000 decisions, which is the maximum") {
		if p.asked() == "" {
			p.read()
			continue
		}
		was := p.at()
		for p.move(); p.at() == was; {
			p.read()
		}
	}
	require.NotContains(t, p.html["ask"], "Waiting for")
	_, page := d.get(d.Root())
	require.Contains(t, page, "cannot go on: the match has 20000 decisions")
}

// A damaged table is an error of that table alone: the lobby and other tables go on.
func TestADamagedTableIsItsOwn(t *testing.T) {
	d := newDesk(t)
	good, bad := d.table("duel", 1, "human", "human"), d.table("duel", 1, "human", "human")
	id := strings.Split(bad[0], "/")[2]
	file := filepath.Join(d.folder, "tables", id, "table.json")
	d.Server.Close()
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	damaged := func(seats ...seatOf) string {
		var at table
		require.NoError(t, json.Unmarshal(was, &at))
		at.Seats = append(at.Seats, seats...)
		text, err := json.Marshal(&at)
		require.NoError(t, err)
		return string(text)
	}
	for text, says := range map[string]string{
		damaged(seatOf{Kind: "human", Secret: strings.Repeat("x", 26)}): "table.json has 3 seats of game duel, but the match has 2 of duel",
		damaged(seatOf{Kind: "human"}):                                  "table.json has a missing or a duplicate secret",
		strings.Replace(string(was), id, "aaaaaaaa", 1):                 `table.json belongs to table "aaaaaaaa"`,
		strings.Replace(string(was), "duel", "tusk", 1):                 "table.json has 2 seats of game tusk, but the match has 2 of duel",
		"{": "unexpected end of JSON input",
	} {
		t.Run(text, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			d = open1(t, d.folder, games.Sources(t, "../../../../.."))
			for range 2 {
				_, _ = d.get(bad[0])
				code, _ := d.get(d.Root())
				require.Equal(t, http.StatusOK, code, text)
			}
			p := d.open(good[0])
			p.until("ask", question)
			require.Contains(t, d.logs.String(), says)
			d.Server.Close()
		})
	}
}
