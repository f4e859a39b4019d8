package table

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/missing"
)

// apiSchemas returns the schemas of messages by name.
func apiSchemas(t *testing.T) func(name string, text []byte) {
	c := jsonschema.NewCompiler()
	for _, file := range []string{"serve.json", "engine.json"} {
		text, err := os.ReadFile("../../../schema/" + file)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		require.NoError(t, c.AddResource(file, doc))
	}
	return func(name string, text []byte) {
		at := "serve.json#/components/schemas/" + name
		if strings.Contains(name, ".") || name == "boards" {
			at = "engine.json#/$defs/" + name
		}
		s, err := c.Compile(at)
		require.NoError(t, err)
		is, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err, "%s", text)
		require.NoError(t, s.Validate(is), "%s: %s", name, text)
	}
}

func (d *desk) postJSON(path, body string) (int, []byte) {
	d.Helper()
	r, err := http.Post(d.http.URL+path, "application/json", strings.NewReader(body))
	require.NoError(d, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(d, err)
	return r.StatusCode, text
}

func apiDesk(t *testing.T) *desk {
	return openWith(t, serve.Options{
		Data: games.Sources(t, "../../../../.."), Folder: t.TempDir(), Schemas: map[string][]byte{"openapi.json": []byte("{}")},
		Explain: func(_, _, words string) (string, error) { return words, nil },
	})
}

// A program plays a seat by JSON: each answer is as the schema says, an act for another question or of another seat is
// refused, and the socket sends each state.
func TestASeatAsJSON(t *testing.T) {
	valid := apiSchemas(t)
	d := apiDesk(t)
	links := d.table("duel", 6, "human", "meek")
	get := func(path, schema string) (out stateData) {
		code, text := d.get(links[0] + "/api/" + path)
		require.Equal(t, http.StatusOK, code, text)
		valid(schema, []byte(text))
		if schema == "state" {
			require.NoError(t, json.Unmarshal([]byte(text), &out))
		}
		return out
	}
	socket, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(d.http.URL, "http")+links[0]+"/api/live?lang=de", nil)
	require.NoError(t, err)
	defer func() { _ = socket.CloseNow() }()
	pushed := func() (out serve.Put) {
		_, text, err := socket.Read(t.Context())
		require.NoError(t, err)
		valid("push", text)
		require.NoError(t, json.Unmarshal(text, &out))
		return out
	}
	pushed()
	for n := 0; ; n++ {
		s := get("state", "state")
		get("state?words=1&lang=fr", "state")
		if s.Over {
			break
		}
		if s.Asked == nil {
			pushed()
			continue
		}
		if n == 0 {
			get("offers", "offers.result")
			get("boards", "boards")
			get("log?from=1", "log.result")
			get("explain?words=who", "explain.result")
			code, text := d.postJSON(links[0]+"/api/act", `{"do":"answer","at":1,"answer":[0]}`)
			require.Equal(t, http.StatusConflict, code, "%s", text)
			valid("error", text)
			code, _ = d.postJSON(links[1]+"/api/act", `{"do":"answer","at":1,"answer":[0]}`)
			require.Equal(t, http.StatusForbidden, code, "an onlooker")
			_, text2 := d.get(links[1] + "/api/state")
			valid("state", []byte(text2))
			require.NotContains(t, text2, `"asked"`)
		}
		var asked struct {
			Optional bool
			Least    int
		}
		require.NoError(t, json.Unmarshal(s.Asked, &asked))
		answer := []int{0}
		if asked.Optional {
			answer = []int{}
		}
		for i := 1; i < asked.Least; i++ {
			answer = append(answer, i)
		}
		body, err := json.Marshal(map[string]any{"do": "answer", "at": s.At, "answer": answer})
		require.NoError(t, err)
		valid("act", body)
		code, text := d.postJSON(links[0]+"/api/act", string(body))
		require.Equal(t, http.StatusOK, code, "%s", text)
		valid("state", text)
	}
	get("result", "result.result")
	get("openapi.json", "end.result")
}

// Malformed, oversized and out-of-order messages are refused, and change nothing.
func TestHostileMessagesToASeat(t *testing.T) {
	valid := apiSchemas(t)
	d := apiDesk(t)
	link := d.table("duel", 6, "human", "human")[0]
	socket, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(d.http.URL, "http")+link+"/api/live", nil)
	require.NoError(t, err)
	for state := []byte(nil); !bytes.Contains(state, []byte(`"asked"`)); { // the match has come to its first question
		_, state, err = socket.Read(t.Context())
		require.NoError(t, err)
	}
	_, before := d.get(link + "/api/state")
	lots := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		text := []byte(`{"do":"answer","at":7,"answer":[0,"stake"],"name":"a"}`)
		for range 1 + lots.IntN(4) {
			text[lots.IntN(len(text))] = byte(lots.IntN(256))
		}
		if n == 0 {
			text = []byte(`{"do":"answer","answer":[` + strings.Repeat("[", 30_000) + `]}`)
		}
		code, out := d.postJSON(link+"/api/act", string(text))
		require.GreaterOrEqual(t, code, 400, "%s: %s", text, out)
		require.Less(t, code, 500, "%s: %s", text, out)
		valid("error", out)
	}
	code, _ := d.postJSON(link+"/api/act", strings.Repeat(" ", 1<<17))
	require.Equal(t, http.StatusRequestEntityTooLarge, code)
	for _, path := range []string{"/api/none", "/api/explain?words=" + strings.Repeat("x", 300)} {
		code, _ := d.get(link + path)
		require.GreaterOrEqual(t, code, 400)
	}
	for _, text := range []string{`{`, `[]`, `{"do":"answer","at":-1}`, `{"do":"fly"}`} {
		require.NoError(t, socket.Write(context.Background(), websocket.MessageText, []byte(text)))
		_, out, err := socket.Read(t.Context())
		require.NoError(t, err)
		require.Contains(t, string(out), `"bad":true`)
	}
	_, after := d.get(link + "/api/state")
	require.Equal(t, before, after)
}

// The program in Python plays a seat of a served table to the end of the match.
func TestPythonPlaysASeat(t *testing.T) {
	python := missing.Program(t, "python3")
	d := apiDesk(t)
	links := d.table("duel", 6, "human", "random")
	out, err := exec.CommandContext(t.Context(), python, "../../../python/seat.py", d.http.URL+links[0]).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `^won by (ann|bob|none)`, string(out))
}
