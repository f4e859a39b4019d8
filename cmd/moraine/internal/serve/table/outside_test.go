package table

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/testing/games"
)

// With these arguments, the test binary is a program that plays. It declines or takes the first option.
func init() {
	if len(os.Args) != 3 || os.Args[1] != "bot" {
		return
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var m struct {
			ID     int
			Method string
			Params struct{ Optional bool }
		}
		_ = json.Unmarshal(in.Bytes(), &m)
		switch {
		case m.Method == "decide" && os.Args[2] == "dies":
			os.Exit(3)
		case m.Method == "decide" && os.Args[2] == "hangs":
			time.Sleep(time.Hour)
		}
		result := "[0]"
		if m.Method != "decide" || m.Params.Optional {
			result = "null"
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%d,"result":%s}`+"\n", m.ID, result)
	}
	os.Exit(0)
}

// deskWith returns a desk of a game that starts a program, and the name of that program.
func deskWith(t *testing.T, kind string) (*desk, string) {
	self, err := os.Executable()
	require.NoError(t, err)
	name := engine.Exec + self + " bot " + kind
	return openWith(t, serve.Options{
		Data: games.Sources(t, "../../../../.."), Folder: t.TempDir(), Only: "duel", Programs: []string{name}, Seats: map[string]string{"bob": name},
		Program: func(name string) (*engine.Bot, error) {
			return engine.NewBot(t.Context(), name, "", func(p string) string { return p }, 0)
		},
	}), name
}

// A program plays a seat at a table to the end of the match. Its seat has no link.
func TestAProgramPlaysAtATable(t *testing.T) {
	d, name := deskWith(t, "first")
	links := d.table("duel", 6, "human", name)
	require.Len(t, links, 2)
	_, lobby := d.get(d.Root())
	require.Contains(t, lobby, `" selected>bot: `+name)
	d.open(links[0]).finish()
}

// A program that dies stops its table alone. The host is told why, the pages of seats only that; another player takes
// the seat over.
func TestAProgramFailsAtATable(t *testing.T) {
	d, name := deskWith(t, "dies")
	links := d.table("duel", 6, "human", name)
	id := strings.Split(links[0], "/")[2]
	p := d.open(links[0])
	for !strings.Contains(p.html["ask"], "a program that plays here has failed") {
		if p.asked() != "" {
			p.move()
		}
		p.read()
	}
	require.NotContains(t, p.html["ask"], "exit code")
	_, host := d.get(d.Root() + "tables/" + id)
	require.Contains(t, host, "which plays bob: the program has ended with exit code 3")
	code, _ := d.post(d.Root()+"tables/"+id+"/seats", url.Values{"seat": {"1"}, "kind": {"meek"}})
	require.Equal(t, http.StatusSeeOther, code)
	p.finish()
}

// While a program thinks, its seat can be given to another player.
func TestAProgramThatHangs(t *testing.T) {
	d, name := deskWith(t, "hangs")
	links := d.table("duel", 6, name, "human")
	id := strings.Split(links[0], "/")[2]
	p := d.open(links[0])
	code, _ := d.post(d.Root()+"tables/"+id+"/seats", url.Values{"seat": {"0"}, "kind": {"meek"}})
	require.Equal(t, http.StatusSeeOther, code)
	p.finish()
}

// The desk starts only the programs with which it was started.
func TestNoOtherProgramIsStarted(t *testing.T) {
	d, name := deskWith(t, "first")
	code, text := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"2"}, "seat": {"human", engine.Exec + "/bin/sh"}})
	require.Equal(t, http.StatusBadRequest, code, text)
	links := d.table("duel", 6, "human", name)
	code, text = d.post(d.Root()+"tables/"+strings.Split(links[0], "/")[2]+"/seats", url.Values{"seat": {"1"}, "kind": {engine.Exec + "/bin/sh"}})
	require.Equal(t, http.StatusBadRequest, code, text)
	require.Contains(t, text, "This server does not start exec:/bin/sh")
}
