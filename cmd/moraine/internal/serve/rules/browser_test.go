package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter"
)

func TestMain(m *testing.M) { browser.Main(m) }

func TestTheBookInABrowser(t *testing.T) {
	d := newDesk(t)
	p := browser.Open(t, 1280, 900)
	p.Go(d.address + "scenarios_stake.html")

	// Saving a file turns the scenario red and then green; open sections stay open.
	scenario := `document.getElementById("won.a_stake_is_won_with_at_least_five").textContent`
	p.Until(scenario + `.includes("passed")`)
	d.save("cards/pebbles/turn.yaml", "result == 5", "result == 6")
	p.Until(scenario + `.includes("this does not hold")`)
	p.Accessible()
	d.save("cards/pebbles/turn.yaml", "result == 6", "result == 5")
	p.Until(scenario + `.includes("passed")`)

	// A broken file is told with its caret.
	d.save("cards/pebbles/turn.yaml", "from: me.hand", "from: me.hnad")
	p.Until(`document.getElementById("book-state").textContent.includes("did you mean")`)
	p.Accessible()
	p.Size(1280, 300)
	p.Is(`scrollTo(0, document.documentElement.scrollHeight)`)
	p.Until(`scrollY > 100`)
	require.Equal(t, "true", p.Is(`(r => r.top >= 0 && r.top < innerHeight)(document.getElementById("book-state").getBoundingClientRect())`), "it stays in sight")
	p.Size(1280, 900)
	d.save("cards/pebbles/turn.yaml", "from: me.hnad", "from: me.hand")
	p.Until(`document.getElementById("book-state").textContent === ""`)

	// The keyboard switches a reading, and its effects appear at its ruling.
	p.Go(d.address + "rulings.html")
	p.Is(`document.querySelector("a.switch").focus()`)
	p.Keys("\r")
	p.Until(`location.search === "?in=pebble.tie%3Dloses" && document.querySelector(".ruling .changed .verdicts a")`)
	require.Equal(t, "loses", p.Is(`document.querySelector(".in-force .switch").textContent`))
	p.Accessible()

	// The search is all by keyboard, keeps the configuration and leads to the entry.
	p.Keys("/")
	p.Keys("at least five")
	p.Until(`document.querySelectorAll("#book-found a").length > 0`)
	p.Keys("\r")
	p.Until(`location.search === "?in=pebble.tie%3Dloses" && decodeURIComponent(location.hash).length > 1 && document.querySelector("article:target")`)

	for _, page := range []string{"index.html?in=rich", "text_rules.html?lang=fr", "cards.html?lang=de", "steps.html", "words.html", "variants.html", "reports.html", "index.html?lang=en"} {
		p.Go(d.address + page)
		p.Accessible()
		for _, width := range []int64{360, 3840} {
			p.Size(width, 900)
			require.Equal(t, "true", p.Is(`document.documentElement.scrollWidth <= innerWidth`), "%s is wider than %d", page, width)
		}
		p.Size(1280, 900)
	}
	require.Empty(t, p.Elsewhere())
}

// Without a server it is the same book: it can be searched where it lies.
func TestTheBookAsFilesInABrowser(t *testing.T) {
	dir := written(t)
	p := browser.Open(t, 360, 800)
	p.Go("file://" + filepath.Join(dir, "index.html"))
	p.Accessible()
	p.Keys("/")
	p.Keys("stake hand")
	p.Until(`document.querySelectorAll("#book-found a").length > 0`)
	p.Keys("\r")
	p.Until(`location.hash === "#P-TURN-01" && document.querySelector("article:target")`)

	// A link to an entry of another page leads there; a link to a missing entry shows a message.
	p.Go("file://" + filepath.Join(dir, "cards.html#P-TURN-01"))
	p.Until(`location.pathname.endsWith("text_rules.html") && document.querySelector("article:target")`)
	p.Go("file://" + filepath.Join(dir, "cards.html#nonsense"))
	p.Until(`document.getElementById("book-unknown")?.textContent.includes("nonsense")`)
	require.Empty(t, p.Elsewhere())
}

// Pictures of the pages of the books of all games, or of those whose names GAME matches: make pictures.
func TestPictures(t *testing.T) {
	to := os.Getenv("PICTURES")
	if to == "" {
		t.Skip("PICTURES says where they go")
	}
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../../..")}}
	for _, game := range src.Games() {
		if regexp.MustCompile(os.Getenv("GAME")).MatchString(game) {
			d := deskOf(t, "../../../../..", game)
			d.pictures(browser.Open(t, 1280, 1000), filepath.Join(to, "book-"+game+"-"))
		}
	}
}

// pictures writes pictures of the main pages of a book, at three widths, light and dark, and as they are printed.
func (d *desk) pictures(p *browser.Page, to string) {
	for _, page := range []string{"index.html", "text", "rulings.html", "cards.html", "steps.html", "words.html",
		"variants.html", "scenarios", "reports.html"} {
		p.Go(d.address + "index.html")
		href := page
		if filepath.Ext(page) == "" {
			href = p.Is(`document.querySelector('.menu a[href*="` + page + `_"]').getAttribute("href")`)
		}
		p.Go(d.address + href)
		p.Until(`document.readyState === "complete"`)
		for width, height := range map[int64]int64{360: 780, 1280: 1000, 2560: 1440} {
			p.Size(width, height)
			for _, theme := range []string{"light", "dark"} {
				p.Theme(theme)
				p.Picture(fmt.Sprintf("%s%s-%d-%s.png", to, page, width, theme))
			}
		}
		p.Print()
		p.Size(800, 1130)
		p.Picture(to + page + "-print.png")
		p.Theme("light")
	}
}
