package desk

import (
	"encoding/json"
	"log"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/shore"
)

// opponent is a page in front of a Desk.
type opponent struct {
	*testing.T
	desk   *Desk
	events chan Event
}

// sit opens the sample game with the matches of a folder, and returns the link of the seat.
func sit(t *testing.T, folder, in string) (*opponent, string) {
	t.Helper()
	return begin(t, folder, openParams{Game: "shore", Lang: "en", In: in, Files: shore.Files(t, "../../../template")})
}

// begin opens a game with the matches of a folder, and returns the link of the seat.
func begin(t *testing.T, folder string, game openParams) (*opponent, string) {
	t.Helper()
	o := &opponent{T: t, events: make(chan Event, 1000)}
	o.desk = New(folder, 0, log.New(t.Output(), "", 0), func(e Event) { o.events <- e })
	var seat opened
	o.ask("open", game, &seat)
	t.Cleanup(o.desk.server.Close)
	return o, seat.Seat
}

func (o *opponent) answer(method string, params any) (result json.RawMessage, failed string) {
	o.Helper()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	require.NoError(o, err)
	var a struct {
		Result json.RawMessage
		Error  struct{ Message string }
	}
	require.NoError(o, json.Unmarshal([]byte(o.desk.Answer(string(text))), &a))
	return a.Result, a.Error.Message
}

func (o *opponent) ask(method string, params, to any) {
	o.Helper()
	result, failed := o.answer(method, params)
	require.Empty(o, failed)
	if to != nil {
		require.NoError(o, json.Unmarshal(result, to))
	}
}

func (o *opponent) get(path string) (p page) {
	o.Helper()
	o.ask("request", requestParams{Method: "GET", Path: path}, &p)
	return p
}

// next returns the next event of a kind.
func (o *opponent) next(kind Kind) Event {
	o.Helper()
	for {
		select {
		case e := <-o.events:
			if e.Kind == kind {
				return e
			}
		case <-time.After(20 * time.Second):
			require.Fail(o, "no event", kind)
		}
	}
}

// A match is played on the pages of the table, in the configuration that the page has, and continues with its folder.
func TestAMatchWithoutANetwork(t *testing.T) {
	folder := t.TempDir()
	o, seat := sit(t, folder, "tie=nobody")
	p := o.get(seat)
	require.Equal(t, 200, p.Status)
	require.NotContains(t, p.Text, "stands still")
	require.Contains(t, p.Text, `data-socket="`+seat+`/live?lang=en"`)
	o.ask("connect", connectParams{Conn: 1, Path: seat + "/live?lang=en"}, nil)
	o.next(Begins)
	require.Contains(t, o.next(Message).Text, `"html":{`)

	var saved page
	o.ask("save", saveParams{Seat: seat}, &saved)
	require.Regexp(t, `^shore-\w{8}\.match$`, saved.Name)
	require.Contains(t, saved.Text, "nobody")

	o.desk.server.Close()
	again, same := sit(t, folder, "tie=nobody")
	require.Equal(t, seat, same)
	require.Equal(t, 200, again.get(same).Status)
}

// A page reaches the pages of its seats: not those of the host, of other seats, or of other matches.
func TestAPageReachesItsSeat(t *testing.T) {
	o, seat := sit(t, t.TempDir(), "")
	for name, path := range map[string]string{
		"host": o.desk.server.Root(), "tables": o.desk.server.Root() + "tables", "file": "/static/table.js",
		"other": seat + "x", "up": "/seat/../desk", "empty": "", "address": "http://example.org/seat/x/y", "space": "/seat/ /y",
	} {
		t.Run(name, func(t *testing.T) {
			p := o.get(path)
			require.NotEqual(t, 200, p.Status)
			require.NotContains(t, p.Text, o.desk.server.Root())
			_, failed := o.answer("save", saveParams{Seat: path})
			_, unconnected := o.answer("connect", connectParams{Conn: 7, Path: path})
			if strings.HasPrefix(path, "/seat/") {
				require.Empty(t, unconnected)
				o.next(Ends)
			} else {
				require.NotEmpty(t, failed)
				require.NotEmpty(t, unconnected)
			}
		})
	}
	_, failed := o.answer("open", openParams{Game: "shore"})
	require.Contains(t, failed, "open already")
	_, failed = o.answer("request", requestParams{Method: "PUT", Path: seat})
	require.Contains(t, failed, "PUT")
	_, failed = o.answer("fetch", object{})
	require.Contains(t, failed, "no method")
	require.ElementsMatch(t, []string{"close", "connect", "hear", "open", "request", "save"}, keys())
}

type object map[string]any

func keys() (names []string) {
	for name := range maps.Keys(methods) {
		names = append(names, name)
	}
	return names
}

// A connection ends with a reason if the page sends too much, and its number is free again.
func TestConnectionsHaveLimits(t *testing.T) {
	o, seat := sit(t, t.TempDir(), "")
	at := connectParams{Conn: 3, Path: seat + "/live"}
	o.ask("connect", at, nil)
	o.next(Begins)
	_, failed := o.answer("connect", at)
	require.Contains(t, failed, "number 3")
	o.ask("hear", hearParams{Conn: 3, Text: strings.Repeat("x", mostTyped+1)}, nil)
	require.Equal(t, tooManyNow, o.next(Ends).Reason)
	o.ask("hear", hearParams{Conn: 3, Text: "lost"}, nil)
	o.ask("connect", at, nil)
	o.next(Begins)
	o.ask("hear", hearParams{Conn: 3, Text: `{"do":"answer","at":-1,"pick":[1]}`}, nil)
	for !strings.Contains(o.next(Message).Text, `"bad":true`) {
	}
	o.ask("close", closeParams{Conn: 3}, nil)
	require.Empty(t, o.next(Ends).Reason)
}
