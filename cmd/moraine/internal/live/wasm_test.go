//go:build unix

package live

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/serve/table"
	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/missing"
	"moraine/interpreter/words"
)

func TestMain(m *testing.M) { browser.Main(m) }

var built = sync.OnceValues(func() (*Program, error) {
	dir := os.Getenv("WASM")
	if dir == "1" {
		var err error
		if dir, err = os.MkdirTemp("", "live"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		cmd := exec.Command("../../../../.ci/wasm", dir)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, err
		}
	}
	var parts [3][]byte
	for i, name := range []string{"moraine.wasm.gz", "play.wasm.gz", "wasm_exec.js"} {
		var err error
		if parts[i], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	return NewProgram(parts[0], parts[1], parts[2]).With(tableFiles()), nil
})

// program returns the programs for the browser. WASM=1 builds them, which takes two minutes of CPU time with an empty
// build cache; any other value of WASM is a folder in which .ci/wasm has built them.
func program(t testing.TB) *Program {
	t.Helper()
	if os.Getenv("WASM") == "" {
		t.Skip("`make wasm` runs it")
	}
	p, err := built()
	require.NoError(t, err)
	return p
}

func tableFiles() Table {
	common, script, style := table.Files()
	return Table{Common: common, Script: script, Style: style}
}

// nodeRunner answers the messages of a file, a JSON list, with the program.
const nodeRunner = `
const fs = require("fs"), [, , glue, wasm, messages] = process.argv
globalThis.fs = fs
globalThis.path = require("path")
require(glue)
globalThis.moraineProgress = () => {}
const started = new Promise((done) => { globalThis.moraineReady = done })
;(async () => {
  const go = new Go(), program = await WebAssembly.instantiate(require("zlib").gunzipSync(fs.readFileSync(wasm)), go.importObject)
  go.run(program.instance)
  await started
  const answers = []
  for (const m of JSON.parse(fs.readFileSync(messages))) answers.push(await globalThis.moraine(m))
  fs.writeSync(1, JSON.stringify(answers))
  process.exit(0)
})()
`

// Every method gives the same bytes natively and in WebAssembly.
func TestSameBytesInNode(t *testing.T) {
	files := pebbles(t, nil)
	card := "cards/pebbles/pebble.yaml"
	messages := []string{
		message(t, "run", nil), "[]", message(t, "open", object{"game": "pebbles", "lang": "de", "files": files}), message(t, "warm", object{}),
		message(t, "compare", object{"reading": ties}), message(t, "update", object{"file": "rulings.html", "in": ties}), message(t, "page", object{"file": "rulings.html", "in": ties}),
		message(t, "run", object{"under": true}), message(t, "page", object{"file": "index.html"}), message(t, "trace", object{"file": "scenarios/pebbles/stake/won.yaml", "line": 1, "in": ties}),
		message(t, "edit", editParams{card, ref(strings.Replace(files[card], "given: 3", "given: 4", 1))}), message(t, "run", object{}), message(t, "zip", object{}),
		message(t, "edit", editParams{card, ref(strings.Repeat("[", 100_000))}), message(t, "edit", editParams{card, ref("a: " + strings.Repeat("- ", 9000))}),
		message(t, "edit", editParams{card, ref("kind: pebble\ncards: {white: {copies: '" + strings.Repeat("(", 9000) + "'}}")}),
	}
	require.ElementsMatch(t, []string{"compare", "edit", "open", "page", "run", "trace", "update", "warm", "zip"}, sortedMethods())
	sameInNode(t, messages)
}

// The program looks up methods only by the names in its templates (.ci/wasm), so each page of each game is written.
func TestPagesInNode(t *testing.T) {
	program(t)
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			rules, err := interpreter.NewLoader(src).Read(src, id)
			require.NoError(t, err)
			suite, err := explain.ReadScenarios(src, id)
			require.NoError(t, err)
			texts, err := Files(src, rules, suite, interpreter.Options{})
			require.NoError(t, err)
			b, err := book.New(rules, suite, "", interpreter.Options{})
			require.NoError(t, err)
			first := b.Game.Syntax.Rulings[0]
			in := first.Name + "=" + first.Readings[len(first.Readings)-1].Name
			messages := []string{message(t, "open", object{"game": id, "lang": "de", "files": texts}), message(t, "run", object{})}
			for _, page := range b.Pages {
				messages = append(messages, message(t, "page", object{"file": page.File}), message(t, "update", object{"file": page.File, "in": in}))
			}
			sameInNode(t, messages)
		})
	}
}

// sameInNode checks that the program gives the same answers in node as natively.
func sameInNode(t *testing.T, messages []string) {
	t.Helper()
	p := program(t)
	node := missing.Program(t, "node")
	l := New(func(_, _ int64) {})
	var want []string
	for _, m := range messages {
		want = append(want, l.Answer(m))
	}
	dir := t.TempDir()
	in := func(name string, text []byte) string {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
		return filepath.Join(dir, name)
	}
	list, err := json.Marshal(messages)
	require.NoError(t, err)
	out, err := exec.Command(node, "--stack-size=700", in("run.js", []byte(nodeRunner)), in("wasm_exec.js", p.Exec), in("moraine.wasm.gz", p.Wasm), in("messages.json", list)).Output()
	require.NoError(t, err)
	var got []string
	require.NoError(t, json.Unmarshal(bytes.TrimSpace(out), &got))
	require.Len(t, got, len(want))
	for i := range want {
		require.True(t, want[i] == got[i], messages[i][:min(len(messages[i]), 200)])
	}
}

func sortedMethods() (names []string) {
	for name := range methods {
		names = append(names, name)
	}
	return names
}

// site writes the live book of the sample game, and the playground with it, to a folder.
func site(t *testing.T, p *Program) string {
	t.Helper()
	src := interpreter.Sources{{Name: "sample", FS: os.DirFS("../../testdata/pebbles")}}
	rules, err := interpreter.NewLoader(src).Read(src, "pebbles")
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "pebbles")
	require.NoError(t, err)
	b, err := book.New(rules, suite, "", interpreter.Options{})
	require.NoError(t, err)
	report, err := cover.Measure(context.Background(), src, "pebbles", scenario.Options{})
	require.NoError(t, err)
	b.Ran(report.Results, report)
	b.Try = true
	list, err := b.Files([]byte("/* look */"))
	require.NoError(t, err)
	look, err := os.ReadFile("../serve/static/style.css")
	require.NoError(t, err)
	list = append(list, p.Files()...)
	list = append(list, book.Style(look))
	dir := t.TempDir()
	write := func(dir string, list []book.File) {
		require.NoError(t, os.MkdirAll(dir, 0o700))
		for _, f := range list {
			require.True(t, book.IsPart(f.Text[:min(len(f.Text), 1<<10)]), f.Name)
			require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600))
		}
	}
	d := &Data{Game: "pebbles", Lang: "en", Names: NamesIn(b), Program: p.Name(), Files: pebbles(t, nil)}
	d.Samples = Samples("## 1. Mine\n\n```yaml\n# variants/pebbles/mine.yaml\nvariant: mine\nreadings: {pebble.tie: loses}\n```\n", "pebbles", d.Files)
	for _, page := range b.Pages {
		d.Pages = append(d.Pages, page.File)
	}
	pages, err := d.Assets()
	require.NoError(t, err)
	write(dir, append(list, pages...))
	d.Pages, d.Program = nil, "../"+p.Name()
	pages, err = d.Assets()
	require.NoError(t, err)
	html, err := book.Playground(words.Names{Lang: "en"},
		[]book.SourceFile{{Path: "cards/pebbles/pebble.yaml", Text: d.Files["cards/pebbles/pebble.yaml"], Open: true}})
	require.NoError(t, err)
	write(filepath.Join(dir, "playground"), append(pages, book.Style(look), book.File{Name: "playground.html", Text: []byte(html)}))
	return dir
}

const (
	// hooks records violations of the policy, and keeps the last worker.
	hooks = `(() => {
		self.broken = []
		addEventListener("securitypolicyviolation", (e) => broken.push(e.violatedDirective + " " + e.blockedURI))
		const Real = Worker
		self.Worker = class extends Real { constructor(url) { super(url); self.last = this } }
	})()`
	idle   = `!document.getElementById("live").hasAttribute("aria-busy") && !document.getElementById("live-bar").hidden`
	status = `document.getElementById("live-status").textContent`
)

// An address that no page has written names an unknown place.
func TestSpoiltAddresses(t *testing.T) {
	dir := site(t, program(t))
	for _, spoilt := range []string{"100%", "%ZZ"} {
		t.Run(spoilt, func(t *testing.T) {
			p := browser.Open(t, 800, 600)
			p.Go("file://" + dir + "/index.html#" + spoilt)
			p.Until(`document.querySelector("main").textContent.includes(" ` + spoilt + `")`)
			p.Press("#live-start")
			p.Until(status + ` === "Ready." && ` + idle)
		})
	}
}

func TestLivePagesInABrowser(t *testing.T) {
	dir := site(t, program(t))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	for name, at := range map[string]string{"http": server.URL + "/", "file": "file://" + dir + "/"} {
		t.Run(name, func(t *testing.T) {
			p := browser.Open(t, 390, 800)
			begin := func() {
				t.Helper()
				p.Is(hooks)
				p.Press("#live-start")
				p.Until(status + ` === "Ready." && ` + idle)
			}
			shot := func(name string) { picture(p, name) }
			text := func(id string) string { return p.Is(`document.getElementById("` + id + `").textContent`) }

			// An address with a configuration starts nothing, but shows the configuration.
			p.Go(at + "rulings.html#pebble.tie&in=pebble.tie=loses")
			p.Until(`!document.getElementById("live-asked").hidden`)
			require.Equal(t, "undefined", p.Is(`typeof moraineGame`))
			require.Equal(t, ties+": It loses.", text("live-changes"))
			require.Equal(t, "Show it", text("live-start"))
			require.Equal(t, "0px", p.Is(`getComputedStyle(document.getElementById("live")).borderTopWidth`), "no empty box")
			require.Equal(t, "pebble.tie", p.Is(`document.querySelector(".target").id`))
			shot("link-" + name)
			begin()
			require.Equal(t, "under "+ties, text("live-in"))
			require.Contains(t, text("live-sum"), "1 scenario has another outcome")
			require.Equal(t, "loses", p.Is(`document.querySelector("article.ruling .in-force .switch").textContent`))
			require.Equal(t, "pebble.tie", p.Is(`document.querySelector(".target").id`), "beside a configuration")
			require.Equal(t, "false", p.Is(`document.body.hasAttribute("data-behind")`))
			require.Equal(t, "true", p.Is(`document.documentElement.scrollWidth <= innerWidth`), "it is wider than a phone")
			p.Accessible()

			shot("reading-" + name)

			// A reading is switched on the page, and back; the address follows.
			p.Press(".ruling .readings a.switch")
			p.Until(`!location.hash.includes("in=") && ` + idle)
			require.Equal(t, "The game as it is", text("live-in"))
			p.Press(".ruling .readings a.switch")
			p.Until(`location.hash === "#pebble.tie&in=pebble.tie=loses" && ` + idle)

			// A scenario runs step by step; a step leads to its file.
			p.Press("#live-list a")
			p.Until(`document.querySelectorAll("#live-steps li").length > 3 && ` + idle)
			p.Press("#live-next")
			require.Equal(t, "1", p.Is(`[...document.querySelectorAll("#live-steps li")].findIndex((li) => li.hasAttribute("aria-current"))`))
			shot("steps-" + name)
			p.Press(`#live-steps a[href^="#edit="]`)
			require.Contains(t, p.Is(`document.getElementById("live-text").value`), "procedures:")
			p.Press("#live-back")
			p.Until(`!location.hash.includes("in=") && ` + idle)

			// A run whose results the page shows already leaves the page as it is.
			p.Press("#live-run")
			p.Until(idle)
			p.Is(`(() => { document.querySelector("article .passed").title = "kept" })()`)
			p.Press("#live-under")
			p.Until(idle)
			require.Equal(t, "kept", p.Is(`document.querySelector("article .passed").title`))

			// An error has its place and a caret; a changed card makes scenarios fail.
			edit := func(js string) {
				t.Helper()
				p.Is(`(() => { const f = document.getElementById("live-file"), t = document.getElementById("live-text"); f.value = "cards/pebbles/pebble.yaml"; f.onchange(); t.value = ` + js + ` })()`)
				p.Press("#live-use")
				p.Until(idle)
			}
			edit(`t.value.replace("worth: 1", "wort: 1")`)
			require.Regexp(t, `(?s)cards/pebbles/pebble.yaml:7:.*\^.*did you mean "worth"`, text("live-error"))
			edit(`"[".repeat(9000)`)
			require.Contains(t, text("live-error"), "nested deeper than 64 levels")
			edit(`t.value.replace("given: 3", "given: 4")`)
			require.Contains(t, text("live-error"), "nested", "the text that was typed last")
			p.Press("#live-restore")
			p.Until(idle)
			edit(`t.value.replace("given: 3", "given: 4")`)
			require.Contains(t, text("live-sum"), "1 failed")
			require.Contains(t, text("live-list"), "Black is worth three")
			require.NotContains(t, text("live-list"), "-v shows")
			require.Equal(t, "1 scenario fails", text("live-count"))
			require.Equal(t, "#live-results false", p.Is(`(() => { const a = document.getElementById("live-count"); return a.getAttribute("href") + " " + a.hidden })()`))
			shot("failed-" + name)
			link := p.Is(`location.href`)
			require.Contains(t, link, "&edit=")

			// Stop and a crash start the program again, with the changes.
			p.Is(`(() => { document.getElementById("live-run").click(); document.getElementById("live-stop").click() })()`)
			for range 2 {
				p.Is(`document.getElementById("live-sum").textContent = ""`)
				p.Press("#live-run")
				p.Until(idle)
				require.Contains(t, text("live-sum"), "1 failed")
				p.Is(`(() => { last.dispatchEvent(new ErrorEvent("error", { message: "boom" })) })()`)
			}

			// A sample of the tutorial is an added file; its variant is in force until another is chosen.
			pick := func(id, value string) {
				t.Helper()
				p.Is(`(() => { const s = document.getElementById("` + id + `"); s.value = "` + value + `"; s.onchange() })()`)
				p.Until(idle)
			}
			pick("live-sample", "0")
			require.Equal(t, "under mine · changed files: 1", text("live-in"))
			require.Contains(t, text("live-sum"), "1 scenario has another outcome")
			require.Contains(t, p.Is(`document.getElementById("live-text").value`), "variant: mine")
			require.Equal(t, "mine", p.Is(`document.getElementById("live-variant").value`))
			require.Contains(t, p.Is(`location.hash`), "in=mine&edit=")
			pick("live-variant", "")
			require.Equal(t, "changed files: 1", text("live-in"))
			require.NotContains(t, p.Is(`location.hash`), "in=")
			p.Press("#live-restore")
			p.Until(idle)
			require.Equal(t, "false", p.Is(`[...document.getElementById("live-variant").options].some((o) => o.value)`))

			// The text box keeps its place, and "back" drops the changes; the way back in the history makes them again.
			edit(`t.value.replace("given: 3", "given: 4") + "\n".repeat(200)`)
			p.Is(`document.getElementById("live-text").scrollTop = 700`)
			p.Press("#live-use")
			p.Until(idle)
			require.Equal(t, "true", p.Is(`document.getElementById("live-text").scrollTop > 600`))
			p.Press("#live-back")
			p.Until(idle + ` && !location.hash.includes("edit=")`)
			require.Equal(t, "The game as it is", text("live-in"))
			require.Equal(t, "true", p.Is(`document.getElementById("live-back").hidden && document.getElementById("live-count").hidden`))
			require.Contains(t, p.Is(`document.getElementById("live-text").value`), "given: 3")
			p.Is(`history.back()`)
			p.Until(idle + ` && document.getElementById("live-count").textContent === "1 scenario fails"`)
			require.Equal(t, "changed files: 1", text("live-in"))
			p.Press("#live-back")
			p.Until(idle + ` && !location.hash.includes("edit=")`)

			// Links within the book are followed on the page.
			p.Is(`document.querySelector(".menu").open = true`)
			p.Press(`#book-menu a[href="cards.html"]`)
			p.Until(`document.title.startsWith("Cards") && ` + idle)
			require.Contains(t, text("black"), "3")
			require.Equal(t, "", p.Is(`broken.join()`))

			// A link from the summary of a pull request has changes, an added file and a removed one.
			was, is := pebbles(t, nil), pebbles(t, nil)
			is["cards/pebbles/pebble.yaml"] = strings.Replace(is["cards/pebbles/pebble.yaml"], "given: 3", "given: 4", 1)
			is["variants/pebbles/mine.yaml"] = "variant: mine\nreadings: {pebble.tie: loses}\n"
			delete(is, "scenarios/pebbles/table.yaml")
			shared, err := Link(at, "mine", was, is)
			require.NoError(t, err)
			p.Go("about:blank")
			p.Go(shared)
			begin()
			require.Equal(t, "under mine · changed files: 3", text("live-in"))
			require.Empty(t, text("live-error"))

			// The first click on a reading loads the program.
			p.Go("about:blank")
			p.Go(at + "rulings.html")
			p.Press(".ruling .readings a.switch")
			p.Until(`location.hash === "#pebble.tie&in=pebble.tie=loses" && ` + idle)
			require.Contains(t, text("live-count"), "1 scenario has another outcome")

			// A reading that does not exist is left out, before the click and after it.
			p.Go("about:blank")
			p.Go(at + "rulings.html#pebble.tie&in=pebble.tie=draws")
			p.Until(`document.getElementById("live-changes").textContent.endsWith("so it is left out: pebble.tie=draws")`)
			require.Equal(t, "true Try it here", p.Is(`document.getElementById("live-asks").hidden + " " + document.getElementById("live-start").textContent`))
			begin()
			p.Until(`(() => { const at = document.getElementById("live-error").getBoundingClientRect(); return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight })()`)
			require.Contains(t, text("live-error"), "left out: pebble.tie=draws")
			require.Equal(t, "The game as it is", text("live-in"))
			require.NotContains(t, p.Is(`location.hash`), "in=")

			// An entry in the address is in view after the page was redrawn with changed files.
			p.Go("about:blank")
			p.Go(at + "cards.html#black" + link[strings.Index(link, "&edit="):])
			p.Until(`!document.getElementById("live-asked").hidden`)
			begin()
			p.Until(`Math.abs(document.getElementById("black").getBoundingClientRect().top) < innerHeight / 2`)
			require.Equal(t, "black", p.Is(`document.querySelector(".target").id`))
			require.Equal(t, "black changed here", p.Is(`[...document.querySelectorAll(".changed-here")].map((a) => a.closest("article").id + " " + a.textContent).join()`))
			shot("shared-" + name)

			// Text of others is shown before it runs.
			p.Go("about:blank")
			p.Go(link)
			p.Until(`document.getElementById("live-changes").textContent.includes("worth: {given: 4")`)
			require.Equal(t, "undefined", p.Is(`typeof moraineGame`))
			begin()
			require.Contains(t, text("live-sum"), "1 failed")
			require.Empty(t, p.Elsewhere())
		})
	}
	t.Run("playground", func(t *testing.T) {
		p := browser.Open(t, 1280, 900)
		p.Go(server.URL + "/playground/playground.html")
		require.Contains(t, p.Is(`document.querySelector(".files").innerText`), "given: 3", "before the start")
		picture(p, "playground-before")
		p.Press("#live-start")
		p.Until(status + ` === "Ready." && ` + idle)
		require.Equal(t, "0", p.Is(`document.querySelector(".files").offsetHeight`), "the editor has them")
		p.Accessible()
		p.Is(`(() => { const t = document.getElementById("live-text"); document.getElementById("live-file").value = "cards/pebbles/pebble.yaml"; document.getElementById("live-file").onchange(); t.value = t.value.replace("given: 3", "given: 4"); t.dispatchEvent(new Event("input")) })()`)
		p.Until(`document.getElementById("live-sum").textContent.includes("1 failed") && location.hash.includes("&edit=")`)
		picture(p, "playground")
	})
}

// picture takes pictures for a review, if the variable PICTURES names a folder for them.
func picture(p *browser.Page, name string) {
	to := os.Getenv("PICTURES")
	for _, theme := range []string{"dark", "light"} {
		if to != "" {
			p.Theme(theme)
			p.Picture(filepath.Join(to, "live-"+name+"-"+theme+".png"))
		}
	}
}

// The pages that `make pages` writes lead to each other.
func TestMakePages(t *testing.T) {
	program(t)
	args := []string{"-C", "../../../..", "pages", "BOOKS=tusk", "PAGES=" + t.TempDir()}
	if os.Getenv("WASM") != "1" {
		args = append(args, "-o", "live") // it was built when the folder was
	}
	cmd := exec.Command("make", args...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	at := "file://" + strings.TrimPrefix(args[4], "PAGES=") + "/"
	p := browser.Open(t, 390, 800)
	p.Go(at + "index.html")
	p.Accessible()
	for page, link := range map[string]string{
		"tusk/index.html": "tusk/index.html", "playground/playground.html": "playground/playground.html", "tusk/rulings.html": "",
	} {
		t.Run(page, func(t *testing.T) {
			p.Go(at + page)
			if link != "" {
				p.Go(at + "index.html")
				p.Press(`a[href="` + link + `"]`)
			}
			p.Until(`location.href.endsWith("` + page + `")`)
			p.Press("a.all")
			p.Until(`document.title === "Rule books that run"`)
		})
	}
}

// The address cannot hold more than its changes, and none that do not fit.
func TestHostileAddresses(t *testing.T) {
	dir := site(t, program(t))
	p := browser.Open(t, 1280, 900)
	p.Go("file://" + dir + "/rulings.html#x&in=%3Cimg+src=x+onerror=alert(1)%3E&edit=" + strings.Repeat("A", 20_000))
	p.Until(`document.getElementById("live-changes").textContent.includes("do not fit")`)
	p.Press("#live-start")
	p.Until(status + ` === "Ready." && !document.getElementById("live-error").hidden`)
	require.Equal(t, "0", p.Is(`document.querySelectorAll("#live img").length`))
	require.Equal(t, "The game as it is", p.Is(`document.getElementById("live-in").textContent`))
}

// Files that would keep the program busy for ever, or exhaust it, end with an error. A program that takes too long or ends is
// started again, and the page says so.
func TestLimitsInABrowser(t *testing.T) {
	dir := site(t, program(t))
	p := browser.Open(t, 1280, 900)
	p.Go("file://" + dir + "/rulings.html")
	p.Is(hooks)
	p.Is(`(() => {
		self.workers = 0
		const Counted = Worker, timer = setTimeout
		self.Worker = class extends Counted { constructor(url) { super(url); self.workers++ } }
		self.setTimeout = (f, ms, ...more) => timer(f, ms >= 60000 && self.limit || ms, ...more)
	})()`)
	p.Press("#live-start")
	p.Until(status + ` === "Ready." && ` + idle)
	const path = "cards/pebbles/turn.yaml"
	good := pebbles(t, nil)[path]
	for name, text := range map[string]string{
		"size":      "a: " + strings.Repeat("x", 2<<20),
		"nesting":   strings.Repeat("[", 100_000),
		"aliases":   "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
		"formula":   strings.Replace(good, "die + stone.worth", "'"+strings.Repeat("(", 50_000)+"die"+strings.Repeat(")", 50_000)+"'", 1),
		"recursion": strings.Replace(good, "      - roll: die", "      - call: turn\n        with: {me: me}\n      - roll: die", 1),
		"loop":      strings.Replace(good, "      - roll: die", "      - while: true\n        do: [{set: {active: me}}]\n      - roll: die", 1),
	} {
		t.Run(name, func(t *testing.T) {
			quoted, err := json.Marshal(text)
			require.NoError(t, err)
			p.Is(`(() => { const f = document.getElementById("live-file"), t = document.getElementById("live-text"); f.value = "` + path + `"; f.onchange(); t.value = ` + string(quoted) + `; document.getElementById("live-use").click() })()`)
			p.Until(idle)
			said := p.Is(`document.getElementById("live-error").textContent + document.getElementById("live-list").textContent`)
			require.Regexp(t, `limit|maximum|nested|never|deep|too |steps|more than`, said[:min(len(said), 2000)], name)
			p.Press("#live-restore")
			p.Until(idle)
			require.Contains(t, p.Is(`document.getElementById("live-sum").textContent`), " 0 failed", name)
		})
	}
	require.Equal(t, "1", p.Is(`workers`), "no text ends the program")

	p.Is(`self.limit = 1`) // the file is changed, because results of unchanged files are remembered
	p.Is(`(() => { document.getElementById("live-text").value += "# changed\\n"; document.getElementById("live-use").click() })()`)
	p.Until(status + `.includes("took too long") && workers === 2`)
	p.Is(`self.limit = 0`)
	again := func() {
		t.Helper()
		p.Is(`document.getElementById("live-sum").textContent = ""`)
		p.Press("#live-run")
		p.Until(`document.getElementById("live-sum").textContent.includes(" 0 failed") && ` + idle)
	}
	again()
	p.Is(`last.dispatchEvent(new ErrorEvent("error", { message: "boom" }))`)
	p.Until(status + ` === "The program ended and was started again: boom"`)
	again()
	require.Equal(t, "3", p.Is(`workers`))
}

// Where the program cannot be loaded, the page says so in view and remains what it was.
func TestPagesWithoutAProgram(t *testing.T) {
	dir := site(t, program(t))
	programs, err := filepath.Glob(filepath.Join(dir, "moraine-????????????.wasm.js"))
	require.NoError(t, err)
	require.Len(t, programs, 1)
	require.NoError(t, os.Remove(programs[0]))
	p := browser.Open(t, 390, 800)
	p.Go("file://" + dir + "/rulings.html")
	for range 2 {
		p.Press(".ruling .readings a.switch")
		p.Until(`document.querySelector("#live-offer .failed")?.textContent.includes(".wasm.js")`)
		require.Equal(t, "true", p.Is(`document.querySelector("#live-offer .failed").getBoundingClientRect().top >= 0 && document.getElementById("live-bar").hidden`))
		p.Is(`document.querySelector("#live-offer .failed").remove()`)
	}
}
