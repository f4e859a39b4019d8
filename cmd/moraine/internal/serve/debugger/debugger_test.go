package debugger

import (
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// desk serves a copy of the sample game, whose files are in a folder.
type desk struct {
	*testing.T
	*serve.Server
	dir string
}

func newDesk(t *testing.T, share bool) *desk {
	t.Helper()
	d := &desk{T: t, dir: t.TempDir()}
	require.NoError(t, os.CopyFS(d.dir, os.DirFS("../../../../../cmd/moraine/testdata/pebbles")))
	var err error
	d.Server, err = serve.New(serve.Options{
		Data: interpreter.Sources{{Name: ".", FS: os.DirFS(d.dir)}}, Dirs: []string{d.dir}, Folder: t.TempDir(), Share: share,
	}, Pages)
	require.NoError(t, err)
	return d
}

func (d *desk) do(method, path string, form url.Values, status int) string {
	d.Helper()
	r := httptest.NewRequest(method, d.Root()+"scenarios/pebbles"+path, strings.NewReader(form.Encode()))
	r.Host = "127.0.0.1"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	d.Handler().ServeHTTP(w, r)
	text, err := io.ReadAll(w.Body)
	require.NoError(d, err)
	require.Equal(d, status, w.Code, "%s: %s", path, text)
	if to := w.Header().Get("Location"); to != "" {
		return to
	}
	return html.UnescapeString(string(text))
}

func (d *desk) get(path string) string {
	d.Helper()
	return d.do(http.MethodGet, path, nil, http.StatusOK)
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

// scenario is where a scenario is shown, by its name.
func (d *desk) scenario(name string) string {
	d.Helper()
	found := regexp.MustCompile(`<a href="pebbles(/step\?[^"]*)">` + regexp.QuoteMeta(name)).FindStringSubmatch(d.get(""))
	require.NotNil(d, found, name)
	return found[1]
}

const throw = "A stake is won with at least five"

func TestAScenarioIsSteppedThrough(t *testing.T) {
	d := newDesk(t, false)
	at := d.scenario(throw)
	page := d.get(at)
	require.Contains(t, page, `aria-current="step"><a href="step?at=2&`, "it opens at the first decision")
	require.Contains(t, page, `class="board"`)
	require.Contains(t, page, `<li class="by"><code>- rolls: [<die>]</code>`)
	require.Contains(t, page, "white: ann.hand → ann.pouch")
	end := d.get(at + "&at=99")
	require.Contains(t, end, "the end")
	require.Contains(t, d.get(at+"&at=0"), "book/pebbles/text_rules.html#P-TURN-01", "clauses lead to the rule book")
	require.Contains(t, d.get(at+"&at=99&value=turn.result"), "turn.result = <b>5</b>")
	require.Contains(t, d.do("GET", at+"&at=99&go=set&value=ann.pouch", nil, 302), d.Root()+"scenarios/pebbles/step?at=3&")
	require.Contains(t, d.get(at+"&at=3"), `won = <b>true</b>`, "the formulas of a step")
	require.Regexp(t, `(?s)Names of turn</h2>.*<code>stone = <b>white`, d.get(at+"&at=3"), "the names of its procedure")
	require.Regexp(t, `pouch</a> <span class="soft">0</span> <span class="mark">changes</span>`, d.get(at+"&at=3"))
	require.Contains(t, d.get(at+"&go=next&find=nonsense"), "in this scenario nor a valid formula")
}

func TestScenariosAreFound(t *testing.T) {
	d := newDesk(t, false)
	require.Contains(t, d.get(""), `<span class="name">Stake · Won <small class="soft">stake/won.yaml</small>`)
	for _, find := range []string{"at least five", "FIVE least", "p-turn-02", "stake/won"} {
		require.Contains(t, d.get("?find="+url.QueryEscape(find)), throw, find)
	}
	require.NotContains(t, d.get("?find=five+six"), throw)
}

func TestAPlantedMistakeIsOneClickAway(t *testing.T) {
	d := newDesk(t, false)
	d.get("") // as it was
	d.save("cards/pebbles/turn.yaml", "to: me.pouch", "to: heap")
	list := d.get("")
	require.Regexp(t, `(?s)✗.*<pre>[^<]*ann\.pouch`, list, "why it failed")
	page := d.get(d.scenario(throw))
	at := regexp.MustCompile(`id="culprit" data-key="c" href="(step\?[^"]*)"`).FindStringSubmatch(page)
	require.NotNil(t, at)
	require.Regexp(t, `class="line here"[^>]*><i>[0-9]+</i>\s+- move: stone\n`, d.get("/"+at[1]))
}

func TestAnotherReadingStandsBeside(t *testing.T) {
	d := newDesk(t, false)
	page := d.get(d.scenario(throw) + "&beside=pebble.tie%3Dloses")
	require.Contains(t, page, "not so: white in ann.pouch = false, ann.pouch = []")
	require.Contains(t, page, `id="parting"`)
	require.NotContains(t, page, "It goes alike.")
}

func TestACapturedMomentIsAGreenScenario(t *testing.T) {
	d := newDesk(t, false)
	at, _ := url.ParseQuery(strings.TrimPrefix(d.scenario(throw), "/step?"))
	at.Set("at", "99")
	text := d.get("/file.yaml?" + at.Encode())
	require.Contains(t, text, "- scenario: "+throw+" after decision 1\n")
	require.Contains(t, d.do("POST", "/capture", at, 303), "captured=")
	at.Set("at", "0")
	d.do("POST", "/capture", at, 303)
	res, err := scenario.Run(t.Context(), d.Sources(), []string{"scenarios/pebbles/captured.yaml"}, scenario.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, res.Passed)
	require.Contains(t, d.get(""), "captured")
}

func TestASharedDeskWritesNoScenario(t *testing.T) {
	d := newDesk(t, true)
	at, _ := url.ParseQuery(strings.TrimPrefix(d.scenario(throw), "/step?"))
	require.NotContains(t, d.get("/step?"+at.Encode()), `id="capture"`)
	d.do("POST", "/capture", at, http.StatusForbidden)
	require.NoFileExists(t, filepath.Join(d.dir, "scenarios/pebbles/captured.yaml"))
}

func TestStrangeAddressesAreRefused(t *testing.T) {
	d := newDesk(t, false)
	for _, path := range []string{"/step", "/step?file=../../x&line=1", "/step?file=scenarios/pebbles/stake/won.yaml&line=99999999999999999999", "/nothing.html"} {
		d.do("GET", path, nil, http.StatusNotFound)
	}
	d.get(d.scenario(throw) + "&at=-7&row=x")
	d.get(d.scenario(throw) + "&at=99999&value=%3Cscript%3E")
}
