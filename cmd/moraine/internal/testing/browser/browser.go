// Package browser lets tests view pages in Chromium. Tests are skipped if no browser is
// installed.
//
// axe.min.js is axe-core 4.14.1 from npm, under the Mozilla Public License 2.0 (axe.LICENSE),
// unchanged: sha256 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c.
package browser

import (
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/missing"
)

// axe finds accessibility problems of a page.
//
//go:embed axe.min.js
var axe string

// disabled lists the features of Chromium that the tests do without.
//
//go:embed disabled.txt
var disabled string

// patience is the time limit for each action on a page. It is generous for busy machines.
const patience = 60 * time.Second

// chrome starts the browser that all tests of a package share. It returns nil if no browser is
// installed.
var chrome = sync.OnceValues(func() (browser context.Context, quit context.CancelFunc) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU,
			// Without these three, the tests take more than twice the CPU time: Chromium 156 keeps pages for its
			// address bar running, and starts two processes for each tab.
			chromedp.Flag("disable-features", strings.Join(strings.Fields(disabled), ",")),
			chromedp.Flag("renderer-process-limit", "1"),
			chromedp.Flag("in-process-gpu", true),
			chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
			chromedp.WSURLReadTimeout(patience),
			chromedp.Flag("force-prefers-reduced-motion", true)) // an animated piece could move away from the click
		if os.Getuid() == 0 {
			options = append(options, chromedp.NoSandbox)
		}
		ctx, quit := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, _ = chromedp.NewContext(ctx)
		return ctx, quit
	}
	return nil, func() {}
})

// Main runs the tests of a package that uses the browser, and closes it.
func Main(m *testing.M) {
	code := m.Run()
	if opened {
		_, quit := chrome()
		quit()
	}
	os.Exit(code)
}

var opened bool

// Page is a browser tab.
type Page struct {
	testing.TB
	ctx   context.Context
	mu    sync.Mutex
	asked []string // requested addresses
}

// profiles has the profile of each test, so that no cookie or setting of one test is seen by another.
var profiles sync.Map // from testing.TB to cdp.BrowserContextID

// Open opens a tab of the given size. The tabs of a test share their cookies.
func Open(t testing.TB, width, height int64) *Page {
	t.Helper()
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	opened = true
	browser, _ := chrome()
	if browser == nil {
		missing.Skip(t, "chromium is not installed")
	}
	require.NoError(t, chromedp.Do(browser)) // without a time limit, which would end the browser
	profile := chromedp.WithNewBrowserContext()
	if id, known := profiles.Load(t); known {
		profile = chromedp.WithExistingBrowserContext(id.(cdp.BrowserContextID))
	}
	ctx, cancel := chromedp.NewContext(browser, profile)
	t.Cleanup(cancel)
	p := &Page{TB: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*network.EventRequestWillBeSent); ok {
			p.mu.Lock()
			p.asked = append(p.asked, e.Request.URL)
			p.mu.Unlock()
		}
	}))
	require.NoError(t, chromedp.Do(ctx)) // without a time limit, which would close the tab
	if _, known := profiles.LoadOrStore(t, chromedp.FromContext(ctx).BrowserContextID); !known {
		t.Cleanup(func() { profiles.Delete(t) })
	}
	p.Do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return chromedp.Void{}, err
	}, chromedp.EmulateViewport(width, height))
	return p
}

// Do runs actions in order.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	require.NoError(p, chromedp.Do(ctx, steps...))
}

// Go navigates to an address.
func (p *Page) Go(to string) {
	p.Helper()
	p.Do(chromedp.Navigate(to))
}

// Click clicks the first element that matches a CSS selector.
func (p *Page) Click(selector string) {
	p.Helper()
	p.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Press clicks the middle of the element that matches a CSS selector, unless another element
// covers it. It does so in one script, so that the page cannot change in between.
func (p *Page) Press(selector string) {
	p.Helper()
	require.Empty(p, Eval[string](p, fmt.Sprintf(`(selector => {
		const el = document.querySelector(selector)
		if (!el) return "nothing is " + selector
		el.scrollIntoView({block: "center"})
		const r = el.getBoundingClientRect(), over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)
		if (!el.contains(over)) return "over " + selector + " lies " + over?.outerHTML
		over.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))
		return ""
	})(%q)`, selector)))
}

// Keys sends keys to the page, without selecting an element.
func (p *Page) Keys(keys string) {
	p.Helper()
	p.Do(chromedp.KeyEvent(keys))
}

// Eval returns the value of a JavaScript expression on a page. It awaits promises.
func Eval[T any](p *Page, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p, err, expression)
	return v
}

// Is returns the value of a JavaScript expression as a string.
func (p *Page) Is(expression string) string {
	p.Helper()
	return Eval[string](p, "(async () => String(await ("+expression+")))()")
}

// Until waits until a JavaScript expression is true. An expression that throws, such as while
// the page is loading, counts as false.
func (p *Page) Until(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	look := `new Promise(done => {
		const look = () => { try { if (` + expression + `) { clearInterval(timer); done(true) } } catch {} }
		const timer = setInterval(look, 10)
		look()
	})`
	for {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](look, chromedp.EvalAwaitPromise))
		if err == nil {
			return
		}
		// the context is still valid, so a new page has been loaded
		require.NoError(p, ctx.Err(), "never true: %s (%v)", expression, err)
	}
}

// Theme selects the light or dark theme and disables animations.
func (p *Page) Theme(name string) {
	p.Helper()
	p.media(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// Motion enables animations, which are disabled by default.
func (p *Page) Motion() {
	p.Helper()
	p.media(emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}})
}

// Print shows pages as they are printed, until the next call of Theme.
func (p *Page) Print() {
	p.Helper()
	p.media(emulation.SetEmulatedMediaParams{Media: "print"})
}

// Size sets the size of the tab.
func (p *Page) Size(width, height int64) {
	p.Helper()
	p.Do(chromedp.EmulateViewport(width, height))
}

func (p *Page) media(params emulation.SetEmulatedMediaParams) {
	p.Do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, params)
		return chromedp.Void{}, err
	})
}

// Accessible fails the test for each problem that axe finds, in both themes. The dark theme differs only in its
// colours.
func (p *Page) Accessible() {
	p.Helper()
	for theme, rules := range map[string]string{"light": "", "dark": `{runOnly: ["color-contrast"]}`} {
		p.Theme(theme)
		if p.Is("typeof axe") == "undefined" {
			Eval[bool](p, axe+";\ntrue")
		}
		found := p.Is(`axe.run(` + rules +
			`).then(r => r.violations.map(v => v.id + ": " + v.help + v.nodes.slice(0, 5).map(n => "\n  " + n.html.slice(0, 200) + "\n  " + n.failureSummary).join("")).join("\n"))`)
		require.Empty(p, found, "%s, %s", p.Is("location.href"), theme)
	}
	p.Theme("light")
}

// Picture saves a screenshot to a file.
func (p *Page) Picture(file string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(p, err)
	require.NoError(p, os.WriteFile(file, picture, 0o600))
}

// Elsewhere returns the requested addresses on other hosts.
func (p *Page) Elsewhere() (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.asked {
		if u, err := url.Parse(s); err == nil && u.Host != "" && u.Hostname() != "127.0.0.1" &&
			!strings.HasPrefix(u.Scheme, "chrome") {
			out = append(out, s)
		}
	}
	return out
}
