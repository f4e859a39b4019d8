package table

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter"
	"moraine/interpreter/match"
	guides "moraine/interpreter/testing/pages"
)

// scene is a moment of a match of which a picture is taken.
type scene struct {
	name, game string
	seed       int
	kinds      []string
	at         string   // a condition on the page at which the match is stopped; "": when it is over
	likes      []string // answers that are preferred, by the beginning of their text
	then       []string // selectors to be clicked then
}

const (
	actsOfClan = `document.getElementById("question")?.textContent === "What does your clan do?"`
	figure     = `document.getElementById("question")?.textContent === "Your turn: where does your figure go?"`
)

// reasons opens the reason for the first refused option, which is in a sheet on small screens.
var reasons = []string{`.notnow`, `#notnow [data-why]`, `#closed [data-why]`}

// scenes lists the moments that show a game to a newcomer.
var scenes = []scene{
	{name: "begin", game: "glacier", seed: 3, kinds: []string{"human", "greedy", "greedy"}, at: actsOfClan},
	{name: "question", game: "glacier", seed: 3, kinds: []string{"human", "greedy", "greedy"}, at: `document.querySelector(".terms .odds")`, likes: []string{"We hunt"}},
	{name: "panel", game: "glacier", seed: 3, kinds: []string{"human", "greedy", "greedy"}, at: actsOfClan + ` && document.querySelector('.owner.me [data-zone$=" fate"] .piece[data-about]')`, likes: []string{"We draw"}, then: []string{`.owner.me [data-zone$=" fate"] .piece[data-about]`}},
	{name: "whynot", game: "glacier", seed: 3, kinds: []string{"human", "greedy", "greedy"}, at: actsOfClan + ` && document.querySelector('[data-why="We hunt"]')`, then: reasons},
	{name: "end", game: "glacier", seed: 4, kinds: []string{"human", "greedy", "greedy"}},
	{name: "begin", game: "tusk", seed: 7, kinds: []string{"human", "random", "random"}, at: `document.querySelector("form.question")`},
	{name: "question", game: "tusk", seed: 7, kinds: []string{"human", "random", "random"}, at: `document.getElementById("question")?.textContent === "First step: where to?"`, likes: []string{"Send nobody", "Move a member"}},
	{name: "panel", game: "tusk", seed: 7, kinds: []string{"human", "random", "random"}, at: `document.querySelector('form.question') && document.querySelector('.owner.me [data-zone$="victory"] [data-about]')`, then: []string{`.owner.me [data-zone$="victory"] .piece[data-about]`}},
	{name: "whynot", game: "tusk", seed: 7, kinds: []string{"human", "random", "random"}, at: `document.querySelector(".closed li [data-why]")`, likes: []string{"Send nobody", "Gather", "We take"}, then: reasons},
	{name: "ice", game: "tusk", seed: 7, kinds: []string{"human", "greedy", "greedy"}, at: `document.querySelectorAll("#board .veil").length > 8 && document.querySelector(".question.turn")`, likes: []string{"Gather", "We take"}},
	{name: "end", game: "tusk", seed: 4, kinds: []string{"human", "greedy", "greedy"}},
	{name: "begin", game: "nomads", seed: 3, kinds: []string{"human"}, at: figure},
	{name: "question", game: "nomads", seed: 3, kinds: []string{"human"}, at: `document.getElementById("question")?.textContent === "What did you do on your table? Enter each."`},
	{name: "panel", game: "nomads", seed: 3, kinds: []string{"human"}, at: figure + ` && document.querySelector('[data-zone$="hunting_area"] [data-about^="card."]')`, then: []string{`[data-zone$="hunting_area"] [data-about^="card."]`}},
	{name: "whynot", game: "nomads", seed: 3, kinds: []string{"human"}, at: `document.querySelector(".closed li [data-why]")`, then: reasons},
	{name: "end", game: "nomads", seed: 4, kinds: []string{"human"}},
}

// TestPictures writes pictures of each page at four widths, light and dark, to the folder PICTURES. GAME and SCENE
// choose some of them, by regular expressions for their names, ONLY widths and schemes ("1280-light"), IN a language;
// WHOLE adds pictures of whole pages.
func TestPictures(t *testing.T) {
	to := os.Getenv("PICTURES")
	if to == "" {
		t.Skip("make pictures takes them")
	}
	chosen := func(name string) bool {
		return regexp.MustCompile(os.Getenv("GAME")).MatchString(name) && regexp.MustCompile(os.Getenv("SCENE")).MatchString(name)
	}
	d := newDesk(t)
	for _, s := range scenes {
		if name := s.game + "-" + s.name; chosen(name) {
			link := d.table(s.game, s.seed, s.kinds...)[0]
			if s.reach(d, link) {
				d.pictures(filepath.Join(to, name), link, s.then)
			} else {
				t.Errorf("the match is over without %s", name)
			}
		}
	}
	for game, kinds := range map[string][]string{"glacier": {"human", "greedy", "random"}, "tusk": {"human", "greedy", "random"}, "nomads": {"human"}} {
		if name := game + "-walk"; chosen(name) {
			d.walk(filepath.Join(to, name), d.table(game, 5, kinds...)[0])
		}
	}
	if chosen("documented") { // games of the pages in the data folders
		all := interpreter.Sources{{Name: "pages", FS: guides.Files(t, "../../../../..")}}
		docs := open1(t, t.TempDir(), all)
		for _, game := range all.Games() {
			g, err := interpreter.Load(all, game, interpreter.Options{})
			require.NoError(t, err)
			most, _ := g.Players()
			kinds := slices.Repeat([]string{"random"}, most)
			kinds[0] = match.Human
			link := docs.table(game, 1, kinds...)[0]
			docs.tab(link, 1280, 800).Until(`document.querySelector("form.question, .result")`)
			docs.pictures(filepath.Join(to, "documented-"+game), link, nil)
		}
	}
	open := d.table("glacier", 3, "human", "open", "open", "greedy")
	id := strings.Split(open[0], "/")[2]
	for _, at := range []struct{ name, path string }{
		{"lobby", d.Root() + "?game=glacier"}, {"table", d.Root() + "tables/" + id}, {"join", open[1] + "/join"}, {"past", open[0] + "/at/5"},
	} {
		if chosen(at.name) {
			d.pictures(filepath.Join(to, at.name), at.path, nil)
		}
	}
}

// walk plays a whole match in the browser, with pictures on the way and at the end.
func (d *desk) walk(name, link string) {
	p := d.tab(link, 1280, 800)
	for n := range 2000 {
		p.Until(`document.querySelector("form.question") || document.querySelector(".result")`)
		now := browser.Eval[state](p, stateOf)
		if over := now.Over; over || slices.Contains([]int{6, 20, 45, 90}, n) {
			p.Picture(fmt.Sprintf("%s-%03d.png", name, n))
			if over {
				return
			}
		}
		choices := browser.Eval[int](p, `document.querySelectorAll("form.question .choice[data-option]").length`)
		if now.None && !now.List && choices > 0 && n%3 > 0 { // not only the easy way on
			browser.Eval[bool](p, fmt.Sprintf(`(document.querySelectorAll("form.question .choice[data-option]")[%d].click(), true)`, n%choices))
		} else {
			byMouse(p, now)
		}
		p.Until(fmt.Sprintf(`document.querySelector(".result") || (document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, now.At))
	}
	d.Error("the match does not end")
}

// reach plays until the scene, and reports whether it comes.
func (s scene) reach(d *desk, link string) bool {
	if s.at == "" {
		d.open(link).finish()
		return true
	}
	p := d.tab(link+"?lang=en", 1280, 900)
	for range 400 {
		p.Until(`document.querySelector("form.question") || document.querySelector(".result")`)
		if p.Is(`!!(`+s.at+`)`) == "true" {
			return true
		}
		if p.Is(`!!document.querySelector(".result")`) == "true" {
			return false
		}
		now := browser.Eval[state](p, stateOf)
		if !s.prefers(p) {
			byMouse(p, now)
		}
		p.Until(fmt.Sprintf(`document.querySelector(".result") || (document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, now.At))
	}
	return false
}

// prefers gives an answer that the scene likes, and reports whether there is one.
func (s scene) prefers(p *browser.Page) bool {
	for _, like := range s.likes {
		key := p.Is(fmt.Sprintf(`[...document.querySelectorAll("form.question .choice")].find(c => c.querySelector(".what").textContent.startsWith(%q))?.dataset.key ?? ""`, like))
		if key != "" {
			browser.Eval[bool](p, fmt.Sprintf(`(document.querySelector('form.question .choice[data-key=%q]').click(), true)`, key))
			return true
		}
	}
	return false
}

// pictures writes a page after some clicks, in all widths and schemes.
func (d *desk) pictures(name, path string, clicks []string) {
	if in := os.Getenv("IN"); in != "" {
		path, name = path+map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")]+"lang="+in, name+"-"+in
	}
	for _, size := range [][2]int64{{390, 844}, {844, 390}, {768, 1024}, {1280, 800}, {1920, 1080}, {2560, 1440}} {
		for _, scheme := range []string{"light", "dark"} {
			if !regexp.MustCompile(os.Getenv("ONLY")).MatchString(fmt.Sprintf("%d-%s", size[0], scheme)) {
				continue
			}
			p := d.tab(path, size[0], size[1])
			p.Theme(scheme)
			p.Until(`document.readyState === "complete"`)
			for _, click := range clicks {
				browser.Eval[bool](p, fmt.Sprintf(`(() => { const el = document.querySelector(%q), box = el.closest("details")
					if (box) box.open = true
					for (const tab of document.querySelectorAll("[name=tab]")) if (!el.checkVisibility()) tab.click()
					return true })()`, click)) // what lies in it may be folded or behind a tab
				if p.Is(fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, click)) == "true" {
					p.Press(click)
				}
			}
			if clicks != nil {
				p.Until(`document.querySelector("#about .panel, #why .why")`)
			}
			p.Picture(fmt.Sprintf("%s-%d-%s.png", name, size[0], scheme))
			if os.Getenv("WHOLE") != "" {
				p.Size(size[0], browser.Eval[int64](p, `document.documentElement.scrollHeight`))
				p.Picture(fmt.Sprintf("%s-%d-%s-whole.png", name, size[0], scheme))
			}
		}
	}
}
