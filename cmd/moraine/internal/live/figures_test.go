//go:build unix

package live

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
)

var figures = flag.String("figures", "", "measure the pages of glacier, `FOLDER` with its live book, in Chromium")

// TestFigures prints times of the pages of a large game. They are meaningful only on a quiet machine:
//
//	.live/moraine book glacier --out /tmp/glacier --live
//	go test ./cmd/moraine/internal/live -run TestFigures -v -figures /tmp/glacier
func TestFigures(t *testing.T) {
	if *figures == "" {
		t.Skip("-figures FOLDER runs it")
	}
	load, _ := os.ReadFile("/proc/loadavg") // empty where the system has none
	t.Logf("load before: %s", strings.TrimSpace(string(load)))
	for _, kind := range []string{"*.wasm.gz", "*.play.wasm.gz"} {
		files, err := filepath.Glob(filepath.Join(*figures, kind))
		require.NoError(t, err)
		for _, f := range files {
			info, err := os.Stat(f)
			require.NoError(t, err)
			t.Logf("%s: %.2f MB", filepath.Base(f), float64(info.Size())/1e6)
		}
	}
	server := httptest.NewServer(http.FileServer(http.Dir(*figures)))
	defer server.Close()
	var p *browser.Page
	measure := func(what, do, until string) {
		t.Helper()
		at := time.Now()
		p.Is(do)
		p.Until(until)
		t.Logf("%-50s %6.2f s", what, time.Since(at).Seconds())
	}
	click := func(id string) string { return `document.getElementById("` + id + `").click()` }
	for _, visit := range []string{"first visit", "second visit", "third visit"} {
		p = browser.Open(t, 1280, 900)
		p.Go(server.URL + "/rulings.html")
		p.Until(`document.getElementById("live-start")`)
		measure(visit+": ready after the click", click("live-start"), `document.getElementById("live-file").options.length > 0`)
	}
	p.Until(status + ` === "Ready." && ` + idle)
	const reading = `document.querySelector('a.switch[href^="?switch=predator.effect=herb"]').click()`
	measure("a reading: flips shown", reading,
		`document.getElementById("live-sum").textContent.includes("same")`)
	p.Until(idle)
	measure("back to the game as it is", click("live-back"), idle+` && !location.hash.includes("in=")`)
	measure("the same reading again", reading,
		`document.getElementById("live-sum").textContent.includes("same")`)
	p.Until(idle)
	measure("back to the game as it is", click("live-back"), idle+` && !location.hash.includes("in=")`)
	measure("all cases: first progress", click("live-under"), `document.getElementById("live-progress").value > 0`)
	measure("all cases: the rest", `0`, `document.getElementById("live-sum").textContent.includes("passed")`)
	measure("all cases: the page with them", `0`, idle)
	measure("all cases again, with the page", click("live-under"), idle)
}
