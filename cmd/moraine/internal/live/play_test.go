//go:build unix

package live

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/cmd/moraine/internal/testing/shore"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// harbour writes the page for matches of the game shore to a folder.
func harbour(t *testing.T) (dir string, rules *interpreter.Rules) {
	t.Helper()
	p := program(t)
	dir = site(t, p)
	files := shore.Files(t, "../../template")
	assets, err := (&Data{Game: "shore", Lang: "en", Program: p.Name(), Files: files, Names: Names{Variants: map[string]string{},
		Rulings: map[string]map[string]string{"tie": {"nobody": "no player wins"}}}}).Assets()
	require.NoError(t, err)
	for _, f := range assets {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600))
	}
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "page", FS: tree}}
	rules, err = interpreter.NewLoader(src).Read(src, "shore")
	require.NoError(t, err)
	return dir, rules
}

// player plays on a page.
type player struct{ *browser.Page }

// inTable returns an expression in the document of the table, which is page.
func inTable(expression string) string {
	return `(() => { const page = document.getElementById("play-table").contentDocument; return ` + expression + ` })()`
}

// mostDeaths is the number of workers that may end without an act between them, as in play.js.
const mostDeaths = 3

const question = `page.querySelector("form.question")`

// spied records the messages of workers, keeps the last one, and the last saved file.
const spied = `(() => {
	self.broken = []
	self.heard = []
	addEventListener("securitypolicyviolation", (e) => broken.push(e.violatedDirective + " " + e.blockedURI))
	const Real = Worker, make = URL.createObjectURL
	self.Worker = class extends Real { constructor(url) { super(url); self.last = this; this.addEventListener("message", (e) => heard.push(JSON.stringify(e.data))) } }
	URL.createObjectURL = (blob) => { if (blob.type === "text/plain") self.file = blob; return make.call(URL, blob) }
})()`

// begin starts a match, and waits for a question or the ending of a match that is over.
func (p *player) begin(button string) {
	p.Helper()
	p.Is(spied)
	p.Press(button)
	p.Until(inTable(question + ` || page.querySelector(".ending")`))
}

// newQuestion waits until the page has another question, or the end of the match.
func (p *player) newQuestion(was string) {
	p.Helper()
	p.Until(inTable(`(` + question + ` && ` + question + `.dataset.at !== "` + was + `") || page.querySelector(".ending")`))
}

// acts answers questions until the match has n more lines.
func (p *player) acts(n int) {
	p.Helper()
	for range n {
		p.Until(inTable(question + ` && !page.body.classList.contains("early")`))
		was := p.Is(inTable(question + `.dataset.at`))
		p.Is(`self.clicked = 0`)
		p.Until(inTable(`(() => {
			const asked = page.querySelector("form.question")
			if (asked ? asked.dataset.at !== "` + was + `" : page.querySelector(".ending")) return true
			if (performance.now() - clicked > 3000) { // a click before the scripts of the table run is lost
				clicked = performance.now()
				asked?.querySelector("[data-none], .choice[data-option]").click()
			}
			return false
		})()`))
	}
}

// file returns the saved match.
func (p *player) file() string {
	p.Helper()
	p.Is(`self.file = null`)
	p.Press("#play-save")
	p.Until(`self.file`)
	return p.Is(`file.text()`)
}

// decisions counts the lines of a saved match that begin with a number.
func decisions(text string) (n int) {
	for line := range strings.Lines(text) {
		if line[0] >= '1' && line[0] <= '9' {
			n++
		}
	}
	return n
}

// A match is played against a bot in the configuration of the address. It survives a crash, Stop and, where the browser
// keeps data, a reload; its file is continued natively. Hidden information does not reach the page.
func TestPlayInABrowser(t *testing.T) {
	dir, rules := harbour(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	for name, at := range map[string]string{"http": server.URL + "/", "file": "file://" + dir + "/"} {
		t.Run(name, func(t *testing.T) {
			p := &player{browser.Open(t, 390, 800)}
			text := func(id string) string { return p.Is(`document.getElementById("` + id + `").textContent`) }
			p.Go(at + "play.html#in=tie%3Dnobody+and+tie%3Dmine")
			p.Until(`!document.getElementById("play-in").hidden`)
			require.Regexp(t, `^tie=nobody: no player wins\nA reading .* left out: tie=mine$`, text("play-in"))
			require.Equal(t, "undefined", p.Is(`typeof moraineGame`), "opening the address starts nothing")
			p.begin("#play-start")
			require.Equal(t, "true", p.Is(`document.documentElement.scrollWidth <= innerWidth`), "it is wider than a phone")
			require.Regexp(t, `^#in=tie%3Dnobody&match=\d+-\d+$`, p.Is(`location.hash`))
			picture(p.Page, "play-"+name)
			p.Accessible()
			p.acts(1)

			saved := p.file()
			m, err := match.Parse("page.match", saved)
			require.NoError(t, err)
			require.Equal(t, map[string]string{"tie": "nobody"}, m.Rules.Readings)
			g, err := rules.Game(debug.Config("tie=nobody"))
			require.NoError(t, err)
			require.Equal(t, g.RulesHash(), m.Data)
			require.NotContains(t, p.Is(`heard.join()`), "seed", "the file is a Blob")

			// A worker that ends, and one that is stopped, is replaced; the match goes on.
			was := p.Is(inTable(question + `.dataset.at`))
			p.Is(`(() => { last.dispatchEvent(new ErrorEvent("error", { message: "boom" })) })()`)
			p.newQuestion(was)
			p.Until(`document.getElementById("play-status").textContent.endsWith("started again: boom")`)
			p.acts(1)
			was = p.Is(inTable(question + `.dataset.at`))
			p.Press("#play-stop")
			p.newQuestion(was)
			p.Until(`document.getElementById("play-status").textContent.startsWith("Stopped")`)
			p.acts(1)
			require.Empty(t, text("play-status"), "it is about what happened before")
			now := p.file()
			require.Greater(t, decisions(now), decisions(saved))
			require.Equal(t, strings.Split(saved, "\n")[:7+decisions(saved)], strings.Split(now, "\n")[:7+decisions(saved)])

			// Links are followed in the page of the table, and a button leads back.
			p.Is(inTable(`(() => { page.querySelector('a[href$="/rules"]').click(); return 1 })()`))
			p.Until(`!document.getElementById("play-back").hidden && ` + inTable(`page.body.textContent.includes("most valuable shelf")`))
			p.Press("#play-back")
			p.Until(`document.getElementById("play-back").hidden && ` + inTable(`page.getElementById("board")`))
			require.Equal(t, "", p.Is(`broken.join()`))
			require.Empty(t, p.Elsewhere())

			// A reload, and a second page.
			link := p.Is(`location.href`)
			second := &player{browser.Open(t, 800, 600)}
			second.Go(link)
			second.Until(`!document.getElementById("play-continue").hidden`)
			second.Press("#play-continue")
			second.Until(`document.getElementById("play-status").textContent.includes("Another page")`)
			p.Go("about:blank")
			p.Go(link)
			p.Until(`!document.getElementById("play-continue").hidden`)
			p.begin("#play-continue")
			require.Equal(t, now, p.file())

			// Without storage the page says so, and the match can be played.
			p.Go("about:blank")
			p.Go(link + "0")
			p.Until(`document.getElementById("play-status").textContent.includes("does not have the match")`)
			p.Is(`Object.defineProperty(self, "indexedDB", { get() { throw new Error("denied") } })`)
			p.begin("#play-start")
			p.Until(`!document.getElementById("play-unkept").hidden`)
			p.acts(1)
		})
	}
}

// click clicks a link or button in the page of the table.
func (p *player) click(selector string) {
	p.Helper()
	p.Is(inTable("(page.querySelector(`" + selector + "`).click(), 1)"))
}

// Links to a place of a page lead to it, in what is folded, too. Back in the browser leads to the page before.
func TestLinksInAMatch(t *testing.T) {
	dir, _ := harbour(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	seen := func(id string) string {
		return inTable(`(() => {
			const at = page.getElementById("` + id + `"), top = at.getBoundingClientRect().top
			return at.checkVisibility() && top >= -1 && top < page.defaultView.innerHeight && page.activeElement === at
		})()`)
	}
	for name, at := range map[string]string{"http": server.URL + "/", "file": "file://" + dir + "/"} {
		t.Run(name, func(t *testing.T) {
			p := &player{browser.Open(t, 390, 800)}
			p.Go(at + "play.html")
			p.begin("#play-start")
			p.click(`a[href="#main"]`)
			p.Until(seen("main"))
			link := p.Is(inTable(`page.querySelector('#more a[href*="/rules#"]').getAttribute("href")`))
			_, id, _ := strings.Cut(link, "#")
			p.click(`#more a[href*="/rules#"]`)
			p.Until(seen(id))
			for _, to := range []string{"section-0", "R-END-01", "kind-0", "card.cockle"} {
				p.click(`a[href="#` + to + `"]`)
				p.Until(seen(to))
			}
			p.Is(`history.back()`)
			p.Until(inTable(question))
			p.Until(`document.getElementById("play-back").hidden`)
			require.Equal(t, "", p.Is(`broken.join()`))
			p.acts(1)
		})
	}
}

// crash ends the worker each time that it is ready, until the page starts no other.
func (p *player) crash() {
	p.Helper()
	for range mostDeaths {
		p.Until(inTable(question) + ` && heard.some((m) => m.includes('"ready"'))`)
		p.Is(`(() => { heard.length = 0; last.dispatchEvent(new ErrorEvent("error", { message: "boom" })) })()`)
	}
}

// offered waits for the offer with a status, and returns whether a match can be continued.
func (p *player) offered(status string) string {
	p.Helper()
	p.Until(`!document.getElementById("play-offer").hidden && document.getElementById("play-status").textContent === "` + status + `"`)
	return p.Is(`!document.getElementById("play-continue").hidden`)
}

// The page offers the match of its address, also of an address that is edited; but no match before one has begun, and
// none of another book.
func TestMatchesAreOffered(t *testing.T) {
	dir, _ := harbour(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	p := &player{browser.Open(t, 390, 800)}
	p.Go(server.URL + "/play.html")
	p.Is(`new MutationObserver((_, own) => {
		if (!document.getElementById("play-status").textContent.startsWith("Opening")) return
		own.disconnect()
		document.getElementById("play-stop").click()
	}).observe(document.getElementById("play-status"), { childList: true })`)
	p.Press("#play-start")
	require.Equal(t, "false", p.offered("Stopped."))
	require.Empty(t, p.Is(`location.hash`))

	p.Is(`location.hash = "#in=tie%3Dnobody"`)
	p.Until(`document.getElementById("play-in").textContent.startsWith("tie=nobody: ")`)
	p.begin("#play-start")
	require.Regexp(t, `^#in=tie%3Dnobody&match=\d+-\d+$`, p.Is(`location.hash`))
	p.acts(1)
	was, link := p.file(), p.Is(`location.href`)
	p.crash()
	require.Equal(t, "true", p.offered("This does not run here: boom"))
	p.begin("#play-continue")
	require.Equal(t, was, p.file())
	require.Equal(t, link, p.Is(`location.href`))

	// Another match is begun beside it, and Back leads to the first.
	p.Go("about:blank")
	p.Go(link)
	p.Until(`!document.getElementById("play-continue").hidden`)
	p.begin("#play-start")
	require.NotEqual(t, link, p.Is(`location.href`))
	p.Is(`history.back()`)
	p.Until(`!self.heard && !document.getElementById("play-continue").hidden`)
	require.Equal(t, link, p.Is(`location.href`))

	// Each book keeps its matches.
	_, id, _ := strings.Cut(link, "match=")
	store := func(work string) string {
		return p.Is(`new Promise((done) => { indexedDB.open("moraine", 1).onsuccess = ({ target: { result: db } }) => {
			const change = db.transaction("matches", "readwrite"), all = change.objectStore("matches")
			let result
			change.oncomplete = () => { db.close(); done(result) }
			` + work + `
		} })`)
	}
	store(`all.get("` + id + `").onsuccess = ({ target: { result } }) => {
		for (let i = 0; i < 12; i++) all.put({ ...result, since: i, game: "tide", title: "Low tide" }, "tide" + i)
	}`)
	p.begin("#play-continue")
	p.acts(1)
	require.Equal(t, "14", store(`all.count().onsuccess = (e) => { result = e.target.result }`))
	p.Go("about:blank")
	p.Go(server.URL + "/play.html#match=tide1")
	require.Equal(t, "false", p.offered("The match of this link belongs to another book: Low tide"))
}

// After a reload, a reader is in the rematch and not in the match that is over.
func TestRematches(t *testing.T) {
	dir, _ := harbour(t)
	p := &player{browser.Open(t, 390, 800)}
	p.Go("file://" + dir + "/play.html")
	p.begin("#play-start")
	for p.Is(inTable(`page.querySelector(".ending")`)) == "null" {
		p.acts(1)
	}
	p.click(`[data-key="again"]`)
	p.Until(inTable(question))
	require.Equal(t, "true", p.Is(`document.getElementById("play-back").hidden`))
	p.acts(1)
	was := p.file()
	link := p.Is(`location.href`)
	p.Go("about:blank")
	p.Go(link)
	p.Until(`!document.getElementById("play-continue").hidden`)
	p.begin("#play-continue")
	require.Equal(t, was, p.file())
}

// Texts of others in the address and in the files do nothing.
func TestHostileMatches(t *testing.T) {
	dir, _ := harbour(t)
	p := &player{browser.Open(t, 390, 800)}
	p.Go("file://" + dir + "/play.html#in=%3Cimg+src=x+onerror=alert(1)%3E+and+tie%3D__proto__&match=%3Cb%3E../x")
	p.Until(`document.getElementById("play-in").textContent.includes("<img")`)
	p.begin("#play-start")
	require.Equal(t, "0", p.Is(`document.querySelectorAll("img").length`))
	require.NotContains(t, p.Is(`location.hash`), "in=")
	p.Is(`(() => { self.outside = moraineTable.fetch("/desk/x").then((a) => a.status) })()`)
	require.Equal(t, "404", p.Is(`outside`))

	// A program that ends again and again is not started for ever.
	p.crash()
	p.Until(`document.getElementById("play-status").textContent === "This does not run here: boom"`)
	p.begin("#play-start")
}
