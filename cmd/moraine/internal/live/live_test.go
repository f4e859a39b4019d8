//go:build unix

package live

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
)

// pebbles returns the files of the sample game, with changes.
func pebbles(t *testing.T, changes map[string]string) map[string]string {
	t.Helper()
	tree := fstest.MapFS{}
	src := interpreter.Sources{{Name: "sample", FS: os.DirFS("../../testdata/pebbles")}}
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		files, err := src.All(folder + "/pebbles")
		require.NoError(t, err)
		for _, f := range files {
			tree[f.Path] = &fstest.MapFile{Data: f.Text}
		}
	}
	for name, text := range changes {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src = interpreter.Sources{{Name: "page", FS: tree}}
	rules, err := interpreter.NewLoader(src).Read(src, "pebbles")
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "pebbles")
	require.NoError(t, err)
	files, err := Files(src, rules, suite, interpreter.Options{})
	require.NoError(t, err)
	return files
}

func message(t testing.TB, method string, params any) string {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	require.NoError(t, err)
	return string(text)
}

type object = map[string]any

// call returns the result of a method, or its error.
func call[T any](t *testing.T, l *Live, method string, params any) (result T, err string) {
	t.Helper()
	var answer struct {
		Result T
		Error  struct{ Message string }
	}
	require.NoError(t, json.Unmarshal([]byte(l.Answer(message(t, method, params))), &answer))
	return answer.Result, answer.Error.Message
}

func opened(t *testing.T) *Live {
	t.Helper()
	l := New(func(_, _ int64) {})
	s, err := call[state](t, l, "open", object{"game": "pebbles", "lang": "en", "files": pebbles(t, nil)})
	require.Empty(t, err)
	require.Equal(t, state{Name: "Pebbles", Variants: []variant{}}, s)
	return l
}

const ties = "pebble.tie=loses"

func TestReadingsAreSwitched(t *testing.T) {
	l := opened(t)
	c, err := call[compared](t, l, "compare", object{"reading": ties})
	require.Empty(t, err)
	require.Equal(t, ties, c.In)
	require.Equal(t, "1 scenario has another outcome", c.Summary)
	require.Equal(t, "scenarios/pebbles/stake/won.yaml", c.Flips[0].File)
	html, err := call[map[string]string](t, l, "update", object{"file": "rulings.html", "was": "", "in": ties})
	require.Empty(t, err)
	require.Contains(t, html["pebble.tie"], "What it changes")
	require.Contains(t, html["pebble.tie"], `href="?switch=pebble.tie=wins#pebble.tie"`)
	require.Contains(t, html["book-head"], "under "+ties)
	c, err = call[compared](t, l, "compare", object{"in": ties, "reading": "pebble.tie=wins"})
	require.Empty(t, err)
	require.Equal(t, compared{Flips: []otherwise{}}, c, "back in the plain game")
	_, err = call[compared](t, l, "compare", object{"in": "pebble.tie=lose"})
	require.Contains(t, err, "loses")
	_, err = call[compared](t, l, "compare", object{"reading": "pebble.ti=loses"})
	require.Equal(t, `there is no ruling "pebble.ti"`, err)
}

func TestFilesAreEdited(t *testing.T) {
	l := opened(t)
	card := "cards/pebbles/pebble.yaml"
	good := l.files[card]
	s, _ := call[state](t, l, "edit", editParams{card, ref(strings.Replace(good, "worth: 1", "wort: 1", 1))})
	require.Contains(t, s.Broken, `did you mean "worth"`)
	require.Contains(t, s.Broken, "^", "a caret")
	r, err := call[ran](t, l, "run", object{})
	require.Empty(t, err, "the last state without errors runs")
	require.Zero(t, r.Failed)

	s, _ = call[state](t, l, "edit", editParams{card, ref(strings.Replace(good, "given: 3", "given: 4", 1))})
	require.Empty(t, s.Broken)
	r, err = call[ran](t, l, "run", object{"under": true})
	require.Empty(t, err)
	require.NotZero(t, r.Failed)
	require.Equal(t, "1 scenario fails", r.Summary)
	require.Contains(t, r.List[0].Message, "scenarios/pebbles/stake/won.yaml")
	page, err := call[shownPage](t, l, "page", object{"file": "scenarios_stake.html"})
	require.Empty(t, err)
	require.Contains(t, page.HTML, `class="failed"`)
	require.Contains(t, page.HTML, `href="#step=scenarios/pebbles/stake/won.yaml:17:`)

	_, err = call[state](t, l, "edit", editParams{card, &good})
	require.Empty(t, err)
	r, _ = call[ran](t, l, "run", object{})
	require.Zero(t, r.Failed)
	own := "variants/pebbles/mine.yaml"
	s, err = call[state](t, l, "edit", editParams{own, ref("variant: mine\nnames: {en: Ties lose}\nreadings: {pebble.tie: loses}\n")})
	require.Empty(t, err)
	require.Equal(t, []variant{{ID: "mine", Name: "Ties lose"}}, s.Variants)
	c, err := call[compared](t, l, "compare", object{"in": "mine"})
	require.Empty(t, err)
	require.Len(t, c.Flips, 1)

	s, err = call[state](t, l, "edit", object{"path": own, "text": nil})
	require.Empty(t, err)
	require.Equal(t, state{Name: "Pebbles", Variants: []variant{}}, s, "the file is gone")
	_, err = call[state](t, l, "edit", editParams{own, ref("variant: mine\n")})
	require.Empty(t, err)

	packed, err := call[[]byte](t, l, "zip", object{})
	require.Empty(t, err)
	z, failed := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, failed)
	require.Len(t, z.File, len(l.files))
	require.True(t, slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == own }))
}

func ref(text string) *string { return &text }

func TestFilesWithoutTextAreRemoved(t *testing.T) {
	files := pebbles(t, nil)
	files["scenarios/pebbles/table.yaml"] = ""
	l := New(func(_, _ int64) {})
	s, err := call[state](t, l, "open", object{"game": "pebbles", "lang": "en", "files": files})
	require.Empty(t, err+s.Broken)
	_, err = call[ran](t, l, "run", object{})
	require.Empty(t, err)
	require.NotContains(t, l.files, "scenarios/pebbles/table.yaml")
}

func TestScenariosAreTraced(t *testing.T) {
	l := opened(t)
	run, err := call[traced](t, l, "trace", object{"file": "scenarios/pebbles/stake/won.yaml", "line": 1})
	require.Empty(t, err)
	require.Greater(t, len(run.Steps), 3)
	require.Contains(t, run.Steps[1].At, "cards/pebbles/turn.yaml:")
	_, err = call[traced](t, l, "trace", object{"file": "scenarios/pebbles/stake/won.yaml", "line": 2})
	require.Equal(t, "no scenario begins at scenarios/pebbles/stake/won.yaml:2", err)
}

// A message is refused without harm: the next one is answered.
func TestHostileMessages(t *testing.T) {
	l := New(func(_, _ int64) {})
	require.Contains(t, l.Answer(message(t, "run", object{})), "open a game first")
	l = opened(t)
	for _, m := range []string{"", "[]", "null", "{", strings.Repeat("[", 100_000), `{"method":"run","params":` + strings.Repeat("[", 9000), strings.Repeat("x", maxMessage+1),
		message(t, "run", object{"no": 1}), message(t, "fly", nil), message(t, "page", object{"file": "../../etc/passwd"})} {
		require.Contains(t, l.Answer(m), `"error"`, m[:min(len(m), 80)])
	}
	for _, path := range []string{"cards/other/x.yaml", "cards/pebbles/../x.yaml", "/cards/pebbles/x.yaml", "cards/pebbles", "secret/pebbles/x.yaml", "cards/pebbles/\x00.yaml"} {
		_, err := call[state](t, l, "edit", editParams{path, ref("x: 1")})
		require.NotEmpty(t, err, path)
	}
	rules := "cards/pebbles/turn.yaml"
	good := l.files[rules]
	for name, text := range map[string]string{
		"bytes":   "a: " + strings.Repeat("x", 2<<20),
		"nesting": strings.Repeat("[", 100_000),
		"aliases": "a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
		"formula": strings.Replace(good, "die + stone.worth", "'"+strings.Repeat("(", 50_000)+"die"+strings.Repeat(")", 50_000)+"'", 1),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := call[state](t, l, "edit", editParams{rules, &text})
			require.Empty(t, err, name)
			require.Contains(t, s.Broken, rules, name)
		})
	}
	endless := strings.Replace(good, "      - roll: die", "      - call: turn\n        with: {me: me}\n      - roll: die", 1)
	s, err := call[state](t, l, "edit", editParams{rules, &endless})
	require.Empty(t, err)
	require.Empty(t, s.Broken)
	r, err := call[ran](t, l, "run", object{})
	require.NotZero(t, len(err)+r.Failed)
	s, _ = call[state](t, l, "edit", editParams{rules, &good})
	require.Empty(t, s.Broken)
	r, _ = call[ran](t, l, "run", object{})
	require.Zero(t, r.Failed)
}

// Pages contain only the files that their configurations load, without comments. What is not text of people stays at its place.
func TestFilesKeepSecrets(t *testing.T) {
	files := pebbles(t, map[string]string{
		"variants/pebbles/draft.yaml":  "variant: draft\nabout: secret draft\nreadings: {pebble.tie: loses}\n",
		"variants/pebbles/used.yaml":   "variant: used # secret\nbuilds_on: [base]\n",
		"variants/pebbles/base.yaml":   "variant: base\nreadings: {pebble.tie: loses}\n",
		"scenarios/pebbles/own.yaml":   "# secret\n- scenario: 'a # in quotes' # secret\n  variant: used\n  given: {players: 2}   # secret\n  then: empty(heap)\n",
		"cards/pebbles/notes.txt":      "secret",
		"cards/pebbles/.#game.yaml.sw": "secret",
	})
	text, err := json.Marshal(files)
	require.NoError(t, err)
	require.NotContains(t, string(text), "secret")
	require.Subset(t, slices.Collect(maps.Keys(files)), []string{"variants/pebbles/used.yaml", "variants/pebbles/base.yaml"})
	require.NotContains(t, files, "variants/pebbles/draft.yaml")
	require.Equal(t, "\n- scenario: 'a # in quotes'\n  variant: used\n  given: {players: 2}\n  then: empty(heap)\n", files["scenarios/pebbles/own.yaml"])
}

func TestWithoutComments(t *testing.T) {
	for text, want := range map[string]string{
		"# a\na: 1 # b\n":                            "\na: 1\n",
		"a: x#y # z\r\nb: 1\r\n":                     "a: x#y\r\nb: 1\r\n",
		"a: \"x # y\" # z\nb: 'it''s # c'":           "a: \"x # y\"\nb: 'it''s # c'",
		"a: \"x \\\" # y\n  # z\" # w\n":             "a: \"x \\\" # y\n  # z\"\n",
		"a: |  # h\n  # kept\n  b\n# c\nd: 1\n":      "a: |\n  # kept\n  b\n\nd: 1\n",
		"ä: 'ö # ü' # ß\n":                           "ä: 'ö # ü'\n",
		"a: &x '# y' # z\nb: *x # w\n":               "a: &x '# y'\nb: *x\n",
		"a:\n  - >-\n   # t\n\n   u\n  # c\n  - 1\n": "a:\n  - >-\n   # t\n\n   u\n\n  - 1\n",
	} {
		t.Run(text, func(t *testing.T) {
			got, err := withoutComments([]byte(text))
			require.NoError(t, err, text)
			require.Equal(t, want, string(got))
		})
	}
}

func TestSamples(t *testing.T) {
	const guide = "# Guide\n\n## 1. Change `it` (3 minutes)\n\n```yaml\n# variants/pebbles/own.yaml\nvariant: own\n```\n\n" +
		"```yaml\n# variants/other/own.yaml\nvariant: own\n```\n\n## 2. Add\n\n```console\n$ echo '  red: {}' >> cards/pebbles/pebble.yaml\n```\n"
	got := Samples(guide, "pebbles", map[string]string{"cards/pebbles/pebble.yaml": "cards:\n"})
	require.Equal(t, []Sample{
		{Title: "1. Change it", Path: "variants/pebbles/own.yaml", Files: map[string]string{"variants/pebbles/own.yaml": "variant: own\n"}},
		{Title: "2. Add", Path: "cards/pebbles/pebble.yaml", Files: map[string]string{
			"variants/pebbles/own.yaml": "variant: own\n", "cards/pebbles/pebble.yaml": "cards:\n  red: {}\n",
		}},
	}, got)
}

// The script of a page applies the changes of a link (apply in live.js).
func TestLinksHaveTheChanges(t *testing.T) {
	before := map[string]string{"cards/pebbles/a.yaml": "a\nb\nc\n", "cards/pebbles/gone.yaml": "x\n", "cards/pebbles/same.yaml": "y\n"}
	after := map[string]string{"cards/pebbles/a.yaml": "a\nB\nB\nc\n", "cards/pebbles/same.yaml": "y\n", "variants/pebbles/new.yaml": "z\n"}
	to, err := Link("https://example.org/", "rich and a=b", before, after)
	require.NoError(t, err)
	base, packed, _ := strings.Cut(to, "&edit=")
	require.Equal(t, "https://example.org/index.html#&in=rich+and+a%3Db", base)
	text, err := base64.RawURLEncoding.DecodeString(packed)
	require.NoError(t, err)
	text, err = io.ReadAll(flate.NewReader(bytes.NewReader(text)))
	require.NoError(t, err)
	require.JSONEq(t, `[["cards/pebbles/a.yaml",1,["b"],["B","B"]],["cards/pebbles/gone.yaml",0,["x"],[]],["variants/pebbles/new.yaml",0,[],["z"]]]`, string(text))
	to, err = Link("", "", before, before)
	require.NoError(t, err)
	require.Equal(t, "index.html#&in=", to)
	noise := make([]byte, maxLink)
	for i := range noise {
		noise[i] = byte('!' + i*i*7919%90)
	}
	_, err = Link("", "", nil, map[string]string{"cards/pebbles/a.yaml": base64.StdEncoding.EncodeToString(noise) + strings.Repeat("\n", maxChanges)})
	require.ErrorIs(t, err, errLong)
}

// A variant that no scenario names is not among the files of a page, which says so and has no button for it.
func TestDraftsHaveNoButton(t *testing.T) {
	tree := fstest.MapFS{}
	for name, text := range pebbles(t, nil) {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range map[string]string{
		"variants/pebbles/tuned.yaml":   "variant: tuned\nreadings: {pebble.tie: loses}\n",
		"variants/pebbles/used.yaml":    "variant: used\nreadings: {pebble.tie: loses}\n",
		"scenarios/pebbles/x/used.yaml": "- scenario: It is used\n  variant: used\n  then: true\n",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "page", FS: tree}}
	rules, err := interpreter.NewLoader(src).Read(src, "pebbles")
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "pebbles")
	require.NoError(t, err)
	files, err := Files(src, rules, suite, interpreter.Options{})
	require.NoError(t, err)
	b, err := book.New(rules, suite, "", interpreter.Options{})
	require.NoError(t, err)
	b.Drafts = Drafts(rules, files)
	require.Equal(t, map[string]bool{"tuned": true}, b.Drafts)
	require.Equal(t, []string{"used"}, slices.Sorted(maps.Keys(NamesIn(b).Variants)))
	page, err := b.Page("variants.html").Write()
	require.NoError(t, err)
	require.Regexp(t, `(?s)id="tuned".*<p class="draft soft">This variant is a draft`, page)
	require.Equal(t, 1, strings.Count(page, `class="draft`))
}

// A page names the variants and readings of a link before it loads the game.
func TestNamesOfALink(t *testing.T) {
	l := New(func(_, _ int64) {})
	files := pebbles(t, nil)
	files["variants/pebbles/even.yaml"] = "variant: even\nnames: {de: Gleichstand}\npatch:\n" +
		"  - at: rulings.pebble.tie\n    add: {again: {says: You roll again., do: [{roll: die}]}}\n"
	s, err := call[state](t, l, "open", object{"game": "pebbles", "lang": "de", "files": files})
	require.Empty(t, err+s.Broken)
	x, failed := l.config("")
	require.NoError(t, failed)
	names := NamesIn(x.book)
	require.Equal(t, "Gleichstand", names.Variants["even"])
	require.Equal(t, map[string]string{"wins": "It wins.", "loses": "It loses.", "again": "You roll again."},
		names.Rulings["pebble.tie"])
	list, failed := (&Data{Names: names}).Assets()
	require.NoError(t, failed)
	require.Equal(t, "live-names.js", list[0].Name)
	require.Contains(t, string(list[0].Text), `"even":"Gleichstand"`)
}
