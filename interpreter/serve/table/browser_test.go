package table

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	chromium "moraine/interpreter/internal/testing/browser"
)

// browser is a real one, or the test is skipped, which is said aloud.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		fmt.Fprintf(os.Stderr, "\n*** %s is skipped: there is no Chromium on this machine ***\n\n", t.Name())
		t.Skip("there is no Chromium")
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"), chromedp.WSURLReadTimeout(time.Minute))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx)) // without a limit, which would be the browser's
	return ctx
}

// tab is a page in it.
type tab struct {
	*desk
	ctx context.Context
}

func (d *desk) tab(in context.Context, path string, width, height int64) *tab {
	d.Helper()
	ctx, cancel := chromedp.NewContext(in)
	d.Cleanup(cancel)
	b := &tab{d, ctx}
	require.NoError(d, chromedp.Do(ctx, chromedp.EmulateViewport(width, height), chromedp.Navigate(d.http.URL+path)))
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 3*time.Minute) // it hangs, else
	defer cancel()
	require.NoError(b, chromedp.Do(ctx, steps...))
}

// eval is the value of an expression on the page.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 3*time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b, err, expression)
	return v
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.Helper()
	eval[bool](b, `new Promise(done => { const look = () => (`+expression+`) ? done(true) : setTimeout(look, 20); look() })`)
}

// state is what a page asks.
type state struct {
	Over, Asked, None, List, Number, Lit bool
	Least                                int
	At                                   string
}

const stateOf = `(() => { const f = document.querySelector("form.question"); return {
	Over: !!document.querySelector(".result"), Asked: !!f, At: f?.dataset.at ?? "",
	None: !!f?.querySelector("[data-none]"), List: !!f && "list" in f.dataset && f.dataset.most !== "1", Number: !!f && "number" in f.dataset,
	Least: +(f?.dataset.least ?? 0), Lit: !!document.querySelector("#board button.lit[data-option]")} })()`

// finish lets two persons play until the match is over, or they have decided so often.
func finish(t *testing.T, most int, decide func(b *tab, s state), tabs ...*tab) {
	for n := 0; n < most; {
		idle := true
		for _, b := range tabs {
			s := eval[state](b, stateOf)
			if s.Over {
				return
			}
			if !s.Asked {
				continue
			}
			idle = false
			n++
			decide(b, s)
			b.wait(fmt.Sprintf(`document.querySelector(".result") || document.querySelector("form.question")?.dataset.at !== %q || document.getElementById("notes").textContent`, s.At))
			require.Empty(t, eval[string](b, `document.getElementById("notes").textContent`), eval[string](b, `document.getElementById("ask").textContent`))
		}
		if idle {
			tabs[0].wait(`true`)
			time.Sleep(20 * time.Millisecond)
		}
	}
	if !testing.Short() {
		t.Fatal("it never ends")
	}
}

// byMouse prefers what lies on the table.
func byMouse(b *tab, s state) {
	option := func(n int) string { return fmt.Sprintf(`.choice[data-option="%d"]`, n) }
	switch {
	case s.Number:
		b.do(chromedp.Click(`form.question button.main`, chromedp.NodeVisible))
	case s.List:
		for i := range s.Least {
			b.do(chromedp.Click(option(i+1), chromedp.NodeVisible))
		}
		b.do(chromedp.Click(`form.question button.main`, chromedp.NodeVisible))
	case s.Lit:
		b.do(chromedp.Click(`#board button.lit[data-option]`, chromedp.NodeVisible))
	case s.None:
		b.do(chromedp.Click(`[data-none]`, chromedp.NodeVisible))
	default:
		b.do(chromedp.Click(option(1), chromedp.NodeVisible))
	}
}

func byKeyboard(b *tab, s state) {
	eval[bool](b, `document.activeElement.blur() || true`)
	switch {
	case s.Number:
		b.do(chromedp.KeyEvent("\r"))
	case s.List:
		for i := range s.Least {
			b.do(chromedp.KeyEvent(fmt.Sprint(i + 1)))
		}
		b.do(chromedp.KeyEvent("\r"))
	case s.None:
		b.do(chromedp.KeyEvent("0"))
	default:
		b.do(chromedp.KeyEvent("1"))
	}
}

// A whole match of four, two of them persons, by clicks and by keys; in short, its first decisions.
func TestAMatchInTheBrowser(t *testing.T) {
	in := browser(t)
	most := 2000
	if testing.Short() {
		most = 16
	}
	for name, decide := range map[string]func(*tab, state){"clicks": byMouse, "keys": byKeyboard} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			links := d.table("glacier", 3, "human", "greedy", "human", "random")
			ann, cid := d.tab(in, links[0], 1280, 900), d.tab(in, links[1], 390, 800)
			require.NotContains(t, eval[string](ann, `document.querySelector('[aria-label="Cid"]').textContent`), "Herb")
			finish(t, most, decide, ann, cid)
			require.Empty(t, d.logs.String())
		})
	}
}

// A hidden hand is not on another's page; a line that is lost comes back, and what was asked is still asked;
// a decision is taken back.
func TestAPageThatIsLostAndComesBack(t *testing.T) {
	in := browser(t)
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(in, links[0], 1000, 800), d.tab(in, links[1], 1000, 800)
	ann.wait(`document.querySelector("form.question")`)
	require.Contains(t, eval[string](ann, `document.querySelector(".owner.me").textContent`), "Hook")
	require.NotContains(t, eval[string](bob, `document.querySelector('.owner[aria-label="Ann"]').textContent`), "Hook")
	byMouse(ann, eval[state](ann, stateOf))
	ann.wait(`document.getElementById("ask").textContent.includes("stake")`)
	eval[bool](ann, `window.cut = false, new MutationObserver(() => window.cut ||= document.body.classList.contains("lost")).observe(document.body, {attributes: true}), true`)
	d.lines.cut()
	ann.wait(`window.cut && !document.body.classList.contains("lost")`)
	ann.wait(`document.getElementById("ask").textContent.includes("stake")`)
	ann.do(chromedp.Click(`[data-do="undo"]`, chromedp.NodeVisible))
	bob.do(chromedp.Click(`[data-do="agree"]`, chromedp.NodeVisible))
	ann.wait(`document.getElementById("ask").textContent.includes("what will you do")`)
	ann.do(chromedp.Click(`[data-why="hush"]`, chromedp.NodeVisible))
	ann.wait(`document.getElementById("why").textContent.includes("he is proud")`)
}

// The map is drawn, and what can be chosen there is chosen there.
func TestAMapInTheBrowser(t *testing.T) {
	in := browser(t)
	d := newDesk(t)
	links := d.table("tusk", 7, "human", "random")
	p := d.tab(in, links[0], 1280, 1000)
	p.wait(`document.querySelectorAll("svg.map .cell").length > 10`)
	for range 12 {
		p.wait(`document.querySelector("form.question") || document.querySelector(".result")`)
		s := eval[state](p, stateOf)
		if eval[bool](p, `!!document.querySelector("svg.map .cell.lit[data-option]")`) {
			p.do(chromedp.Click(`svg.map .cell.lit[data-option]`, chromedp.NodeVisible))
			p.wait(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, s.At))
			return
		}
		byMouse(p, s)
		p.wait(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, s.At))
	}
	t.Fatal("nothing on the map can ever be chosen")
}

// Nobody is kept out: axe finds nothing, in light and dark, wide and narrow.
func TestAxeFindsNothing(t *testing.T) {
	in := browser(t)
	d := newDesk(t)
	glacier, tusk := d.table("glacier", 3, "human", "greedy"), d.table("tusk", 7, "human", "random")
	id := strings.Split(glacier[0], "/")[2]
	for name, path := range map[string]string{
		"lobby": d.Root(), "table": d.Root() + "tables/" + id, "seat": glacier[0], "map": tusk[0], "past": glacier[0] + "/at/5",
	} {
		for _, dark := range []string{"light", "dark"} {
			p := d.tab(in, path, 1280, 900)
			p.do(emulateColors(dark))
			eval[bool](p, chromium.Axe+";true")
			found := eval[[]string](p, `axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" | ")))`)
			require.Empty(t, found, "%s, %s", name, dark)
		}
	}
}

// Pictures of each page at three widths, where PICTURES says, to be looked at.
func TestPictures(t *testing.T) {
	to := os.Getenv("PICTURES")
	if to == "" {
		t.Skip("make pictures takes them")
	}
	in := browser(t)
	d := newDesk(t)
	glacier, tusk := d.table("glacier", 3, "human", "greedy", "random", "greedy"), d.table("tusk", 7, "human", "random", "random")
	warm := d.tab(in, glacier[0], 1280, 900)
	finish(t, 6, byMouse, warm)
	id := strings.Split(glacier[0], "/")[2]
	for name, path := range map[string]string{
		"lobby": d.Root(), "table": d.Root() + "tables/" + id, "seat": glacier[0], "map": tusk[0], "past": glacier[0] + "/at/9",
	} {
		for _, width := range []int64{360, 1280, 2560} {
			for _, scheme := range []string{"light", "dark"} {
				p := d.tab(in, path, width, 900)
				p.do(emulateColors(scheme))
				p.wait(`document.readyState === "complete"`)
				time.Sleep(300 * time.Millisecond)
				ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
				png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				cancel()
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(to, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), png, 0o644))
			}
		}
	}
}

// emulateColors has a page be light or dark.
func emulateColors(scheme string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return chromedp.Void{}, err
	}
}
