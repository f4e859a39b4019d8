package rules

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/diff"
	"moraine/interpreter/scenario"
	"moraine/interpreter/serve"
	"moraine/interpreter/simulate"
)

const covered = `{"game": "pebbles", "passed": 3, "failed": 0, "clauses": {"pinned": 2, "untested": 1}, "list": [{"id": "P-LOST", "status": "untested"}],
 "steps": {"done": 4, "idle": 1, "never": 0, "list": [{"file": "cards/pebbles/turn.yaml", "line": 7, "in": "turn", "says": "<script>"}]}, "conditions": {"list": []}}`

// reported serves one report, which was named when the desk was started.
func reported(t *testing.T, name, text string) (show func() string, post func(text string, status int) string) {
	t.Helper()
	s, err := serve.New(serve.Options{
		Data: interpreter.Sources{{Name: ".", FS: os.DirFS("../../../cmd/moraine/testdata/pebbles")}}, Folder: t.TempDir(), Open: []serve.File{{Name: name, Text: []byte(text)}},
	}, Pages)
	require.NoError(t, err)
	do := func(r *http.Request, status int) string {
		w := httptest.NewRecorder()
		r.Host = "127.0.0.1"
		s.Handler().ServeHTTP(w, r)
		require.Equal(t, status, w.Code, w.Body)
		out, err := io.ReadAll(w.Body)
		require.NoError(t, err)
		return string(out)
	}
	show = func() string { return do(httptest.NewRequest(http.MethodGet, s.Root()+"reports?file=0", nil), 200) }
	post = func(text string, status int) string {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		file, err := form.CreateFormFile("report", "a/../b.json")
		require.NoError(t, err)
		_, err = io.WriteString(file, text)
		require.NoError(t, err)
		require.NoError(t, form.Close())
		r := httptest.NewRequest(http.MethodPost, s.Root()+"reports", &b)
		r.Header.Set("Content-Type", form.FormDataContentType())
		return html.UnescapeString(do(r, status))
	}
	return show, post
}

func TestSavedReportsAreOpened(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}
	rules, err := interpreter.Read(src, "glacier")
	require.NoError(t, err)
	var sides [2]*interpreter.Game
	for i, opt := range []interpreter.Options{{}, {Variant: "predator_no_cure"}} {
		sides[i], err = rules.Game(opt)
		require.NoError(t, err)
	}
	o := simulate.Options{Players: 2, Games: 4, Seed: 1, Policies: []string{simulate.Random}}
	results, err := simulate.Run(t.Context(), sides[0], o)
	require.NoError(t, err)
	var sim, balance bytes.Buffer
	require.NoError(t, results.WriteJSON(&sim))
	side := func(i int) diff.Side {
		return diff.Side{Name: string(rune('a' + i)), Side: scenario.Side{Sources: src, Rules: rules, Game: sides[i]}}
	}
	report, err := diff.Compare(t.Context(), side(0), side(1), diff.Options{})
	require.NoError(t, err)
	report.Balance, err = simulate.Compare(t.Context(), sides, o)
	require.NoError(t, err)
	require.NoError(t, report.WriteJSON(&balance))

	for name, text := range map[string]string{"sim": sim.String(), "diff": balance.String(), "cover": covered} {
		require.NoError(t, Saved(name, []byte(text)))
		show, post := reported(t, "/elsewhere/"+name+".json", text)
		page := show()
		require.Contains(t, page, "<code>"+name+".json</code>")
		if name != "cover" {
			require.Contains(t, page, "<svg", name)
		} else {
			require.Contains(t, page, `<meter min="0" max="3" value="2"`)
			require.NotContains(t, page, "<script>")
		}
		require.Contains(t, post(text, 200), "<code>b.json</code>")
	}
}

// What is dropped on the page may be as long as what is named with --open.
func TestALongReportIsOpened(t *testing.T) {
	_, post := reported(t, "x.json", covered)
	require.Contains(t, post(covered+strings.Repeat(" ", 2<<20), http.StatusOK), "P-LOST")
}

func TestHostileReportsAreRefusedWithTheirPlace(t *testing.T) {
	show, post := reported(t, "cover.json", covered)
	show()
	for text, want := range map[string]string{
		"":                    "b.json:1:1: unexpected end",
		"{\n \"list\": [1,]}": "b.json:2:13: invalid character ']'",
		"[]":                  "b.json:1:1: json: cannot unmarshal array",
		"{}":                  "this is no report of moraine sim, diff or cover",
		strings.Replace(covered, `"passed": 3`, `"passed": "3"`, 1):                                                              "b.json:1:",
		`{"a": {}, "readings": [], "balance": {"differences": [{"measure": "x", "more": {"value": 1e300}}]}}`:                    "a number is too large",
		`{"a": {}, "readings": [], "balance": {"differences": [{"measure": "x", "more": {"value": 1, "low": 2, "high": 0.5}}]}}`: "contradict",
		`{"matches": {"from": 1, "to": 9, "of": 9}}`:                                                                             "no results of moraine sim",
		strings.Repeat("[", 100_000): "exceeded max depth",
	} {
		require.Contains(t, post(text, 422), want)
	}
	require.Contains(t, post(strings.Repeat(" ", serve.MostReport), 413), "16777216")
}
