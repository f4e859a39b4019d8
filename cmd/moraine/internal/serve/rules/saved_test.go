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

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

var pebbles = interpreter.Layer{Name: ".", FS: os.DirFS("../../../../../cmd/moraine/testdata/pebbles")}

// covered is a report of moraine cover, with something hostile in it.
func covered(t *testing.T) string {
	report, err := cover.Measure(t.Context(), interpreter.Sources{pebbles}, "pebbles", scenario.Options{})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, report.WriteJSON(&b))
	return strings.Replace(b.String(), "call: turn", "<script>", 1)
}

// reported serves one report, which was named when the desk was started.
func reported(t *testing.T, name, text string) (show func() string, post func(text string, status int) string) {
	t.Helper()
	s, err := serve.New(serve.Options{
		Data: interpreter.Sources{{Name: "games", FS: os.DirFS("../../../../..")}, pebbles}, Folder: t.TempDir(), Open: []serve.File{{Name: name, Text: []byte(text)}},
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
	show = func() string {
		return do(httptest.NewRequest(http.MethodGet, s.Root()+"reports?file=0&lang=de", nil), 200)
	}
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
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../../..")}}
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

	for name, text := range map[string]string{"sim": sim.String(), "diff": balance.String(), "cover": covered(t)} {
		require.NoError(t, Saved(name, []byte(text)))
		show, post := reported(t, "/elsewhere/"+name+".json", text)
		page := show()
		require.Contains(t, page, "<code>"+name+".json</code>")
		if name != "cover" {
			require.Contains(t, page, "<svg", name)
			require.Contains(t, page, ">Hase<", "as the game calls it")
		} else {
			require.Contains(t, page, `<meter min="0" max="7" value="4"`)
			require.Contains(t, page, "<code>cards/pebbles/turn.yaml:5</code> match › <code>&lt;script&gt;")
		}
		require.Contains(t, post(text, 200), "<code>b.json</code>")
	}
}

// A report that is dropped on the page may be as large as one that --open names.
func TestALongReportIsOpened(t *testing.T) {
	text := covered(t)
	_, post := reported(t, "x.json", text)
	require.Contains(t, post(text+strings.Repeat(" ", 2<<20), http.StatusOK), "turn.yaml:5")
}

func TestHostileReportsAreRefusedWithTheirPlace(t *testing.T) {
	good := covered(t)
	show, post := reported(t, "cover.json", good)
	show()
	for text, want := range map[string]string{
		"":                    "b.json:1:1: unexpected end",
		"{\n \"list\": [1,]}": "b.json:2:13: invalid character ']'",
		"[]":                  "b.json:1:1: json: cannot unmarshal array",
		"{}":                  "not a JSON report of moraine sim, diff or cover",
		strings.Replace(good, `"passed": 4`, `"passed": "4"`, 1):                                                                 "b.json:5:",
		`{"a": {}, "readings": [], "balance": {"differences": [{"measure": "x", "more": {"value": 1e300}}]}}`:                    "a number is too large",
		`{"a": {}, "readings": [], "balance": {"differences": [{"measure": "x", "more": {"value": 1, "low": 2, "high": 0.5}}]}}`: "contradict",
		`{"matches": {"from": 1, "to": 9, "of": 9}}`:                                                                             "not a results file of moraine sim",
		strings.Repeat("[", 100_000): "exceeded max depth",
	} {
		require.Contains(t, post(text, 422), want)
	}
	require.Contains(t, post(strings.Repeat(" ", serve.MostReport), 413), "16777216")
}
