// Package browser has tests look at pages in Chromium. Where there is none, they are skipped.
//
// axe.min.js is axe-core 4.14.1 from npm, under the Mozilla Public License 2.0 (axe.LICENSE), unchanged:
// sha256 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c.
package browser

import (
	"context"
	_ "embed"
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
)

// Axe is the script that finds what keeps people out of a page.
//
//go:embed axe.min.js
var Axe string

// patience is how long a page may take for anything, on a machine that is busy.
const patience = 60 * time.Second

// Page is a tab.
type Page struct {
	testing.TB
	ctx   context.Context
	mu    sync.Mutex
	asked []string // addresses
}

// Open opens a browser with a tab that is so wide and high.
func Open(t testing.TB, width, height int64) *Page {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("THERE IS NO CHROMIUM: no page is looked at")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	p := &Page{TB: t}
	p.ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*network.EventRequestWillBeSent); ok {
			p.mu.Lock()
			p.asked = append(p.asked, e.Request.URL)
			p.mu.Unlock()
		}
	}))
	p.Do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return chromedp.Void{}, err
	}, chromedp.EmulateViewport(width, height))
	return p
}

// Do does things in turn.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	require.NoError(p, chromedp.Do(ctx, steps...))
}

// Go goes to an address.
func (p *Page) Go(to string) {
	p.Helper()
	p.Do(chromedp.Navigate(to))
}

// Click clicks what a CSS selector finds.
func (p *Page) Click(selector string) {
	p.Helper()
	p.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Keys presses keys, whatever has the focus.
func (p *Page) Keys(keys string) {
	p.Helper()
	p.Do(chromedp.KeyEvent(keys))
}

// Is what an expression comes to on a page, in words.
func (p *Page) Is(expression string) string {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	is, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => String(await ("+expression+")))()", chromedp.EvalAwaitPromise))
	require.NoError(p, err, expression)
	return is
}

// Until waits until an expression is true; one that fails, since the page is being loaded, is not.
func (p *Page) Until(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		yes, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && yes {
			return
		}
		require.NoError(p, ctx.Err(), "never true: %s (%v)", expression, err)
		time.Sleep(5 * time.Millisecond)
	}
}

// Theme is light or dark.
func (p *Page) Theme(name string) {
	p.Helper()
	p.media(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// Print shows pages as they are printed, until there is another theme.
func (p *Page) Print() {
	p.Helper()
	p.media(emulation.SetEmulatedMediaParams{Media: "print"})
}

// Size makes the tab so wide and high.
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

// Accessible fails for whatever axe finds, in both themes.
func (p *Page) Accessible() {
	p.Helper()
	for _, theme := range []string{"light", "dark"} {
		p.Theme(theme)
		if p.Is("typeof axe") == "undefined" {
			_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](Axe+";\ntrue"))
			require.NoError(p, err)
		}
		found := p.Is(`axe.run().then(r => r.violations.map(v => v.id + ": " + v.help + v.nodes.slice(0, 5).map(n => "\n  " + n.html.slice(0, 200) + "\n  " + n.failureSummary).join("")).join("\n"))`)
		require.Empty(p, found, "%s, %s", p.Is("location.href"), theme)
	}
	p.Theme("light")
}

// Picture writes what is seen to a file.
func (p *Page) Picture(file string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(p, err)
	require.NoError(p, os.WriteFile(file, picture, 0o600))
}

// Elsewhere are the addresses that were asked for on other hosts than this machine.
func (p *Page) Elsewhere() (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.asked {
		if u, err := url.Parse(s); err == nil && u.Host != "" && u.Hostname() != "127.0.0.1" && !strings.HasPrefix(u.Scheme, "chrome") {
			out = append(out, s)
		}
	}
	return out
}
