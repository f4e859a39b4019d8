package table

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/testing/soak"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // a seventh of the CPU time less: pages are garbage at once
	browser.Main(m)
}

// tab is a tab with one of the desk's pages.
func (d *desk) tab(path string, width, height int64) *browser.Page {
	d.Helper()
	p := browser.Open(d.T, width, height)
	p.Go(d.http.URL + path)
	browser.Eval[bool](p, `(document.body.dataset.guard = 0, true)`)                                                                                                     // tests are quick
	browser.Eval[bool](p, `(localStorage["hints " + document.querySelector(".brand")?.textContent] = "all", document.querySelector("[data-known=all]")?.click(), true)`) // and know the game
	return p
}

// state is the state of a page that the test reads.
type state struct {
	Over, Asked, None, List, Number, Lit, Place bool
	Least                                       int
	At                                          string
}

const stateOf = `(() => { const f = document.querySelector("form.question"); return {
	Over: !!document.querySelector(".result"), Asked: !!f, At: f?.dataset.at ?? "",
	None: !!f?.querySelector("[data-none]"), List: !!f && "list" in f.dataset && f.dataset.most !== "1", Number: !!f && "number" in f.dataset,
	Least: +(f?.dataset.least ?? 0), Lit: [...document.querySelectorAll(".desk .owner button.lit[data-option]")].some(e => e.checkVisibility()), Place: !!document.querySelector("svg.map .cell.lit[data-option]")} })()`

// finish lets two persons play until the match is over, or they have decided so often.
func finish(t *testing.T, most int, decide func(b *browser.Page, s state), tabs ...*browser.Page) {
	for n := 0; n < most; {
		idle := true
		for _, b := range tabs {
			s := browser.Eval[state](b, stateOf)
			if s.Over {
				return
			}
			if !s.Asked {
				continue
			}
			idle = false
			n++
			decide(b, s)
			b.Until(fmt.Sprintf(`document.querySelector(".result") || document.querySelector("form.question")?.dataset.at !== %q || document.getElementById("notes").textContent`, s.At))
			require.Empty(t, browser.Eval[string](b, `document.getElementById("notes").textContent`), browser.Eval[string](b, `document.getElementById("ask").textContent`))
		}
		if idle {
			browser.Eval[bool](tabs[0], `new Promise(done => { new MutationObserver(() => done(true)).observe(document.body, {childList: true, subtree: true}); setTimeout(done, 20, true) })`)
		}
	}
	require.False(t, soak.On, "it never ends")
}

// choose clicks an option in the bar, or in the list, which it opens first.
func choose(b *browser.Page, n int) {
	b.Helper()
	option := fmt.Sprintf(`form.question .choice[data-option="%d"]`, n)
	browser.Eval[bool](b, fmt.Sprintf(`(el => { if (el && !el.checkVisibility()) document.getElementById("list").showPopover(); return true })(document.querySelector(%q))`, option))
	b.Press(option)
}

// byMouse prefers options on the table.
func byMouse(b *browser.Page, s state) {
	switch {
	case s.Number:
		b.Press(`form.question button.main`)
	case s.List:
		for i := range s.Least {
			choose(b, i+1)
		}
		browser.Eval[bool](b, `(document.getElementById("list")?.hidePopover(), true)`)
		b.Press(`form.question [data-key="ok"]`)
	case s.Lit:
		browser.Eval[bool](b, `([...document.querySelectorAll(".desk .owner button.lit[data-option]")].find(e => e.checkVisibility()).click(), true)`)
	case s.Place: // the list of its options is folded
		b.Press(`svg.map .cell.lit[data-option]`)
	case s.None:
		b.Press(`[data-none]`)
	default:
		choose(b, 1)
	}
}

func byKeyboard(b *browser.Page, s state) {
	browser.Eval[bool](b, `document.activeElement.blur() || true`)
	switch {
	case s.Number, s.List:
		for i := range s.Least {
			if s.List {
				b.Keys(fmt.Sprint(i + 1))
			}
		}
		browser.Eval[bool](b, `(document.querySelector('form.question [data-key="ok"]').focus(), true)`)
		b.Keys("\r")
	case s.None:
		b.Keys("0")
	default:
		b.Keys("1")
	}
}

// A whole match of four, two of them persons, by clicks and by keys; but under soak, its first decisions.
func TestAMatchInTheBrowser(t *testing.T) {
	t.Parallel()
	for name, decide := range map[string]func(*browser.Page, state){"clicks": byMouse, "keys": byKeyboard} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			links := d.table("glacier", 3, "human", "greedy", "human", "random")
			ann, cid := d.tab(links[0], 1280, 900), d.tab(links[1], 390, 800)
			require.NotContains(t, browser.Eval[string](ann, `document.querySelector('[aria-label="Cid"]').textContent`), "Herb")
			if name == "keys" {
				signals(ann)
				decide = whoseTurn(t, decide)
			}
			finish(t, soak.Or(2000, 9), decide, ann, cid)
			if name == "keys" && !soak.On {
				require.Equal(t, "0", ann.Is(`window.moves`), "reduced motion is respected")
				require.NotEqual(t, "0", ann.Is(`window.rings`), "a sound on one's turn")
				ann.Motion()
				for range 60 {
					if ann.Is(`window.moves`) != "0" {
						break
					}
					finish(t, 1, decide, ann, cid)
				}
				require.NotEqual(t, "0", ann.Is(`window.moves`), "pieces move")
			}
			require.Empty(t, d.logs.String())
			require.Empty(t, append(ann.Elsewhere(), cid.Elsewhere()...))
		})
	}
}

// signals counts the animations and the sounds of a page.
func signals(p *browser.Page) {
	browser.Eval[bool](p, `(() => {
		window.moves = window.rings = 0
		const animate = Element.prototype.animate
		Element.prototype.animate = function (...how) { window.moves++; return animate.apply(this, how) }
		const tone = {frequency: {}, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: next => next, start() {}, stop() {}}
		window.AudioContext = class { currentTime = 0; createOscillator() { window.rings++; return tone } createGain() { return tone } }
		document.getElementById("sound").checked = true
		localStorage.sound = "on"
		return true })()`)
}

// whoseTurn decides, and requires that the title and the icon of the page say that it is asked.
func whoseTurn(t *testing.T, decide func(*browser.Page, state)) func(*browser.Page, state) {
	return func(b *browser.Page, s state) {
		require.Equal(t, "● /static/icon-turn.svg", b.Is(`document.title.slice(0, 2) + new URL(document.querySelector("link[rel=icon]").href).pathname`))
		decide(b, s)
		b.Until(fmt.Sprintf(`document.querySelector(".result") || document.querySelector("form.question")?.dataset.at !== %q`, s.At))
		require.Equal(t, "true", b.Is(`document.title.startsWith("● ") === !!document.querySelector("form.question")`))
	}
}

// A hidden hand is not on another's page; a line that is lost comes back, and what was asked is still asked;
// a decision is taken back.
func TestAPageThatIsLostAndComesBack(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(links[0], 1280, 800), d.tab(links[1], 1280, 800)
	ann.Until(`document.querySelector("form.question")`)
	require.Contains(t, browser.Eval[string](ann, `document.querySelector(".owner.me").textContent`), "Hook")
	require.NotContains(t, browser.Eval[string](bob, `document.querySelector('.owner[aria-label="Ann"]').textContent`), "Hook")
	byMouse(ann, browser.Eval[state](ann, stateOf))
	ann.Until(`document.getElementById("ask").textContent.includes("stake")`)
	browser.Eval[bool](ann, `window.cut = false, new MutationObserver(() => window.cut ||= document.body.classList.contains("lost")).observe(document.body, {attributes: true}), true`)
	d.lines.cut()
	ann.Until(`window.cut && !document.body.classList.contains("lost")`)
	ann.Until(`document.getElementById("ask").textContent.includes("stake")`)
	ann.Press(`[data-do="undo"]`)
	ann.Until(`document.getElementById("ask").textContent.includes("hat will you do")`) // no new question since
	ann.Press(`#closed [data-why="hush"]`)
	ann.Until(`document.getElementById("why").textContent.includes("he is proud")`)
	// An act during a connection attempt that never succeeds is reported as not sent.
	browser.Eval[bool](ann, `window.real = WebSocket, window.WebSocket = class { static CONNECTING = 0; readyState = 0; constructor() { window.opening = this } }, true`)
	d.lines.cut()
	ann.Until(`window.opening`)
	browser.Eval[bool](ann, `document.body.classList.remove("lost"), true`)
	ann.Press(`#closed [data-why="hush"]`)
	browser.Eval[bool](ann, `window.opening.onclose({}), true`)
	ann.Until(`document.getElementById("notes").textContent.includes("was not carried out")`)
	require.Equal(t, "bad", ann.Is(`document.getElementById("notes").className`))
	browser.Eval[bool](ann, `window.WebSocket = window.real, true`)
	ann.Until(`!document.body.classList.contains("lost") && document.getElementById("notes").textContent === "" && !("lost" in document.getElementById("notes").dataset)`) // it is gone with its cause
}

// asks waits until a page asks for something.
func asks(p *browser.Page, words string) {
	p.Helper()
	p.Until(fmt.Sprintf(`document.getElementById("question")?.textContent.includes(%q)`, words))
}

// typed are keys pressed while nothing has the focus.
func typed(p *browser.Page, keys string) {
	p.Helper()
	p.Is(`document.activeElement.blur()`)
	p.Keys(keys)
}

// While one seat has a question, another makes a side offer: first by mouse, which is accepted, then by keys,
// which is refused.
func TestAnOfferInTheBrowser(t *testing.T) {
	d := newDesk(t)
	links := d.table("market", 1, "human", "human")
	ann, bob := d.tab(links[0], 1000, 800), d.tab(links[1], 390, 800)
	asks(ann, "day")
	bob.Press(`[data-name="swap"]`)
	asks(bob, "given")
	bob.Press(`.owner.me .lit[data-option="2"]`) // the pear
	asks(bob, "got")
	bob.Press(`.who .n.lit`) // her things lie behind her name
	bob.Press(`.other .lit[data-option="1"]`)
	asks(ann, "What will you do?")
	ann.Press(`.choice[data-option="1"]`)
	ann.Until(`document.querySelector(".owner.me .pieces").textContent.includes("Pear")`)
	asks(ann, "day")

	ann.Is(`document.querySelector('[data-name="swap"]').focus()`)
	ann.Keys("\r")
	asks(ann, "given")
	typed(ann, "2")
	asks(ann, "got")
	typed(ann, "1")
	asks(bob, "What will you do?")
	typed(bob, "0")
	ann.Until(`document.getElementById("log").textContent.includes("Bob declines")`)
	ann.Until(`document.querySelector(".owner.me .pieces").textContent.includes("Pear")`)
	asks(ann, "day")
}

// Several things, or one of them several times, are put together and can be left out again: by clicks and by keys.
func TestAListInTheBrowser(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t,
		"- {choose: stake, from: me.hand, at_least: 0, at_most: 2, cites: [A-A-02]}\n      - {move: stake, to: arena}", "- {choose: stake, from: players, exactly: 3, repeats: true}",
		"turn.stake: '-len(stake)', ", ""))
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(links[0], 1280, 800), d.tab(links[1], 390, 800)
	asks(ann, "What will you do?")
	typed(ann, "1")
	asks(ann, "stake")
	picked := func(p *browser.Page) string { return p.Is(`document.getElementById("picks").textContent`) }
	ann.Press(`.who .lit[data-option="2"]`) // a name on the table
	ann.Press(`.choice[data-option="1"]`)
	ann.Press(`.choice[data-option="2"]`)
	require.Equal(t, "BobYouBob", picked(ann))
	ann.Press(`[data-drop="1"]`)
	ann.Press(`.choice[data-option="2"]`)
	ann.Press(`.choice[data-option="2"]`) // which is one too many
	require.Equal(t, "BobBobBob", picked(ann))
	ann.Press(`form.question [data-key="ok"]`)
	bob.Until(`document.getElementById("log").textContent.includes("Stake you ×3")`)
	for range 9 {
		bob.Until(`document.querySelector("form.question")`)
		if bob.Is(`document.getElementById("question").textContent.includes("stake")`) == "true" {
			break
		}
		now := browser.Eval[state](bob, stateOf)
		byKeyboard(bob, now)
		bob.Until(fmt.Sprintf(`(document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, now.At))
	}
	asks(bob, "stake")
	typed(bob, "122")
	bob.Press(`form.question [data-key="ok"]`)
	ann.Until(`document.getElementById("log").textContent.includes("Bob: Stake Bob, you ×2")`)
}

// A click just after the question has changed does nothing, and the buttons are dim until then: a double click makes one
// decision.
func TestADoubleClickDecidesOnce(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann := d.tab(links[0], 1000, 800)
	asks(ann, "What will you do?")
	browser.Eval[bool](ann, `(document.body.dataset.guard = 1e6, true)`) // each click on the next question is too soon
	const opacity = `getComputedStyle(document.querySelector(".acts .btn")).opacity`
	require.Equal(t, "1", ann.Is(opacity))
	ann.Press(`.choice[data-option="1"]`)
	ann.Until(`document.getElementById("question")?.textContent.includes("stake")`)
	require.Equal(t, "0.45", ann.Is(opacity))
	at := ann.Is(`document.querySelector("form.question").dataset.at`)
	ann.Press(`[data-option="1"]`)
	ann.Press(`form.question button[type=submit], [data-none]`)
	require.Equal(t, at, ann.Is(`document.querySelector("form.question").dataset.at`))
	browser.Eval[bool](ann, `(document.body.dataset.guard = 0, true)`)
	ann.Press(`[data-none]`)
	ann.Until(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, at))
	ann.Until(`!document.body.matches(".early")`)
}

// Two persons at one computer: a curtain hides the hand of one of them before the other one has the screen. A player who
// has a page of his own needs none, and a guest's seat has no part in it.
func TestTwoPersonsAtOneComputer(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	p := d.tab(links[0], 1000, 800)
	for range 9 {
		p.Until(`document.querySelector("form.question, .curtain")`)
		if p.Is(`!!document.querySelector(".curtain")`) == "true" {
			break
		}
		s := browser.Eval[state](p, stateOf)
		byKeyboard(p, s)
		p.Until(fmt.Sprintf(`(document.querySelector("form.question")?.dataset.at ?? "") !== %q`, s.At))
	}
	require.Contains(t, p.Is(`document.querySelector(".curtain").textContent`), "Hand over to Bob")
	require.Equal(t, "true", p.Is(`[...document.querySelectorAll(".owner.me .piece")].every(e => { const r = e.getBoundingClientRect(); return !!document.elementFromPoint(r.x + 5, r.y + 5)?.closest(".curtain") })`))
	p.Accessible()
	p.Press(`.curtain button`)
	p.Until(`location.pathname === "` + links[1] + `" && document.querySelector("form.question")`)
	other := d.tab(links[0], 1000, 800)
	other.Until(`document.querySelector(".waits")`)
	require.Equal(t, "false", other.Is(`!!document.querySelector(".curtain")`), "Bob has a page of his own")

	link := strings.TrimSuffix(links[0], "/")
	code, to := d.post(link+"/pass", url.Values{"seat": {"1"}})
	require.Equal(t, http.StatusSeeOther, code)
	require.Equal(t, links[1], to)
	for _, seat := range []string{"-1", "2", "x", ""} {
		code, _ = d.post(link+"/pass", url.Values{"seat": {seat}})
		require.Equal(t, http.StatusForbidden, code, seat)
	}
	links = d.table("duel", 1, "human", "open")
	code, _ = d.post(links[0]+"/pass", url.Values{"seat": {"1"}})
	require.Equal(t, http.StatusForbidden, code, "an open seat")
}

// The others see within moments who comes and who goes.
func TestPresenceInTheBrowser(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(links[0], 1000, 800), d.tab(links[1], 390, 800)
	ann.Until(`!document.getElementById("seats").textContent.includes("away")`)
	bob.Go("about:blank")
	ann.Until(`document.getElementById("seats").textContent.includes("away")`)
}

// explainedInSight reports that a panel does not cover the thing that it explains.
const explainedInSight = `(() => {
	const a = document.querySelector("#about .panel").getBoundingClientRect(), b = document.querySelector(".explained").getBoundingClientRect()
	return b.top >= 0 && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) })()`

// uncovered reports whether a panel covers none of the visible things that a selector finds, or if they may be scrolled, that
// each can be scrolled out from under it.
func uncovered(p *browser.Page, things string, scrolled bool) bool {
	return browser.Eval[bool](p, fmt.Sprintf(`(() => {
		const panel = document.querySelector("#about .panel, #why .why")
		const sheet = getComputedStyle(panel).position === "sticky" ? panel : panel.parentElement
		return [...document.querySelectorAll(%q)].filter(el => el.checkVisibility()).every(el => {
			if (%v) el.scrollIntoView({block: "start"})
			const a = sheet.getBoundingClientRect(), b = el.getBoundingClientRect()
			return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top }) })()`, things, scrolled))
}

// A card, a zone and a field explain themselves: by a click, on a phone, too, and Escape closes the panel.
func TestPanelsInTheBrowser(t *testing.T) {
	d := newDesk(t)
	links := d.table("glacier", 3, "human", "greedy")
	p := d.tab(links[0], 390, 844)
	p.Until(`document.querySelector("form.question")`)
	p.Press(`.owner.me [data-about^="zone."]`)
	p.Until(`document.querySelector("#about .says")`)
	p.Press(`.area [data-about^="card."]:not([data-option])`)
	p.Until(`document.querySelector("#about .defs, #about .clauses")`)
	require.Equal(t, "true", p.Is(explainedInSight))
	p.Accessible()
	p.Keys("\x1b")
	p.Until(`!document.querySelector("#about").children.length`)
	at := p.Is(`document.querySelector("form.question").dataset.at`)
	browser.Eval[bool](p, `(() => {
		window.held = document.querySelector("[data-about^='card.']")
		const touch = type => held.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerType: "touch"}))
		touch("pointerdown")
		new MutationObserver((_, seen) => { // the finger is lifted when the panel is open
			seen.disconnect()
			touch("pointerup")
			held.click()
			window.lifted = true
		}).observe(document.getElementById("about"), {childList: true})
		return true })()`)
	p.Until(`window.lifted && document.querySelector("#about .panel")`)
	require.Equal(t, at, p.Is(`document.querySelector("form.question").dataset.at`), "a long press opens the panel and chooses nothing")
}

// A hunt shows its stages and the reasons for refused options, and is cancelled as a whole; the rule book
// opens at its section.
func TestAnActIsCancelledInTheBrowser(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.tab(d.table("glacier", 3, "human", "greedy")[0], 390, 844)
	const turn = "What does your clan do?"
	ready := fmt.Sprintf(`document.querySelector("form.question [data-none]") || document.getElementById("question").textContent === %q`, turn)
	for p.Until(ready); p.Is(`document.getElementById("question").textContent`) != turn; p.Until(ready) {
		s := browser.Eval[state](p, stateOf)
		p.Press(`[data-none]`)
		p.Until(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, s.At))
	}
	require.Contains(t, p.Is(`document.querySelector(".closed").textContent`), "only if ")
	require.Contains(t, p.Is(`document.querySelector(".choice small").textContent`), "A die decides", "what comes of it")
	p.Press(`.choice[data-option="1"]`)
	p.Until(`document.querySelector(".stages .now")`)
	require.Contains(t, p.Is(`document.querySelector('#more a[href*="/rules#"]').textContent`), "Hunting")
	p.Until(`document.querySelector("#log > .entry:last-child").textContent.includes("We hunt")`)
	p.Until(`document.querySelector("#log > details.setup")`)
	p.Accessible()
	p.Press(`.last .event[data-say]`) // a finger learns what a dot or a cut line says
	p.Until(`document.getElementById("notes").textContent === document.querySelector(".last .event").dataset.say`)
	p.Press(`.choice[data-option="1"]`)
	p.Until(`document.querySelector('[data-do="undo"]').textContent.startsWith("Take back: ")`)
	p.Press(`[data-key="takeback"]`)
	p.Press(`[data-do="cancel"]`)
	asks(p, "What does your clan do?")
	p.Press(`[data-key="more"]`)
	p.Press(`[data-why=""]`)
	p.Until(`document.getElementById("why").textContent.includes("This belongs to: Turn.")`)
	p.Go(d.http.URL + strings.Split(p.Is(`document.querySelector('#more a[href*="/rules#"]').pathname`), "#")[0])
	p.Until(`document.querySelector("section p[id]")`)
	p.Accessible()
	require.Equal(t, "true", p.Is(`document.documentElement.scrollWidth <= innerWidth`))
}

// At 1280 by 800 the page of a table is seen as a whole, and a panel covers neither the log nor the own cards.
func TestAPageFitsAndAPanelCoversNothing(t *testing.T) {
	d := newDesk(t)
	links := d.table("glacier", 3, "human", "human", "greedy")
	p := d.tab(links[0], 1280, 800)
	p.Until(`document.querySelector("form.question, .waits")`)
	if p.Is(`!!document.querySelector("form.question")`) == "false" {
		p.Go(d.http.URL + links[1])
		p.Until(`document.querySelector("form.question")`)
	}
	require.Equal(t, "true", p.Is(`document.documentElement.scrollHeight <= innerHeight`))
	p.Press(`.owner.me .piece[data-about]:not([data-option])`)
	p.Until(`document.querySelector("#about .panel")`)
	require.True(t, uncovered(p, ".bar, .owner.me .piece, .common .piece", false))
	require.Equal(t, "true", p.Is(`document.documentElement.scrollHeight <= innerHeight`))
	p.Keys("\x1b")
	p.Until(`!document.querySelector("#about .panel")`)
	require.Equal(t, "true", p.Is(`(() => { const l = document.getElementById("log"); return l.scrollHeight - l.scrollTop - l.clientHeight < 8 })()`), "the log follows its end")
}

// Of a pile with a piece that can be chosen only that piece is shown.
func TestAPileShowsItsOptions(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("nomads", 3, "human")[0])
	for p.asked() != "Your turn: where does your figure go?" {
		was := p.at()
		for p.move(); p.at() == was; {
			p.read()
		}
	}
	beside := regexp.MustCompile(`(?s)aria-label="Beside">.*?</ul>`).FindString(p.html["board"])
	require.Equal(t, 1, strings.Count(beside, "<li>"), beside)
	require.Contains(t, plain(beside), "Rest")
}

// Junctions lie on the map between their spaces, and the map is seen as a whole.
func TestJunctionsLieOnTheMap(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("nomads", 3, "human")[0], 1280, 800)
	finish(t, 4, byMouse, p)
	require.Equal(t, "24", p.Is(`document.querySelectorAll("svg.map .corner").length`))
	require.Equal(t, "0", p.Is(`document.querySelectorAll('[data-zone$=" junctions"]').length`))
	require.Equal(t, "true", p.Is(`document.querySelector("svg.map").getBoundingClientRect().bottom <= innerHeight`))
}

// Keys of two digits choose: the first one waits for the second.
func TestKeyTenInTheBrowser(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t,
		"- {choose: stake, from: me.hand, at_least: 0, at_most: 2, cites: [A-A-02]}\n      - {move: stake, to: arena}", "- {choose: stake, from: '[1,2,3,4,5,6,7,8,9,10,11,12,14]'}",
		"turn.stake: '-len(stake)', ", ""))
	links := d.table("duel", 1, "human", "human")
	ann := d.tab(links[0], 1000, 800)
	asks(ann, "What will you do?")
	require.Equal(t, "true", ann.Is(`[...document.querySelectorAll(".owner.me .piece")].every(e => e.scrollHeight <= e.clientHeight)`), "a card without an emblem is not cut")
	typed(ann, "1")
	asks(ann, "stake")
	typed(ann, "12")
	ann.Until(`document.getElementById("log").textContent.includes("You: Stake 12")`)
}

// smallLabels lists the labels of a map that are smaller than 11 pixels.
const smallLabels = `[...document.querySelectorAll("svg.map text")].filter(e => e.getClientRects().length > 0 && parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a < 10.95).map(e => e.textContent).join(", ")`

// The page draws the map, and the player chooses on it: the place to settle and the moves.
func TestAMapInTheBrowser(t *testing.T) {
	d := newDesk(t)
	links := d.table("tusk", 7, "human", "random")
	p := d.tab(links[0], 1280, 1000)
	p.Until(`document.querySelectorAll("svg.map .cell").length > 5`)
	wide := 0
	for _, size := range [][2]int64{{1280, 800}, {1920, 1080}, {2560, 1440}, {3840, 2160}} { // the map grows with the window, and nothing is cut
		p.Size(size[0], size[1])
		p.Until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		now := browser.Eval[int](p, `Math.round(document.querySelector("svg.map").getBoundingClientRect().height)`)
		require.Greater(t, now, wide, size)
		require.Equal(t, "true true", p.Is(`[document.documentElement.scrollWidth <= innerWidth, document.querySelector("svg.map").getBoundingClientRect().bottom <= innerHeight].join(" ")`), size)
		wide = now
	}
	p.Size(768, 1024) // the panel is a sheet: what it explains on the map stays in sight
	p.Until(`innerWidth === 768`)
	p.Press(`svg.map .cell[data-about]:not(.lit)`)
	p.Until(`document.querySelector("#about .panel")`)
	require.Equal(t, "true", p.Is(explainedInSight))
	p.Keys("\x1b")
	p.Size(390, 844)
	p.Until(`innerWidth === 390 && document.documentElement.scrollWidth <= innerWidth`)
	for _, size := range [][2]int64{{390, 844}, {960, 800}, {1280, 800}, {2560, 1440}} {
		p.Size(size[0], size[1])
		p.Until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		p.Press(`.owner [data-about^="card."]:not([data-option])`)
		p.Until(`document.querySelector("#about .panel")`)
		if size[0] >= 1152 {
			require.True(t, uncovered(p, ".bar, form.question .choice", false), size)
		} else {
			require.Equal(t, "true", p.Is(explainedInSight), size)
		}
		require.Equal(t, "", p.Is(smallLabels), size)
		p.Keys("\x1b")
		p.Until(`!document.querySelector("#about .panel")`)
	}
	chosen := map[string]bool{}
	for range 60 {
		p.Until(`document.querySelector("form.question") || document.querySelector(".result")`)
		s := browser.Eval[state](p, stateOf)
		if browser.Eval[bool](p, `!!document.querySelector("svg.map .cell.lit[data-option]")`) {
			chosen[p.Is(`document.getElementById("question").textContent`)] = true
			p.Press(`svg.map .cell.lit[data-option]`)
			p.Until(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, s.At))
			if len(chosen) == 2 {
				return
			}
			continue
		}
		byMouse(p, s)
		p.Until(fmt.Sprintf(`document.querySelector("form.question")?.dataset.at !== %q`, s.At))
	}
	t.Fatal("of what is asked this alone can be chosen on the map: ", chosen)
}

// axe reports no accessibility problems, in light and dark, wide and narrow.
func TestAxeFindsNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	glacier, tusk := d.table("glacier", 3, "human", "greedy"), d.table("tusk", 7, "human", "random")
	id := strings.Split(glacier[0], "/")[2]
	p := browser.Open(t, 1280, 900)
	for name, path := range map[string]string{
		"lobby": d.Root(), "table": d.Root() + "tables/" + id, "seat": glacier[0], "map": tusk[0], "past": glacier[0] + "/at/5",
	} {
		p.Log(name)
		p.Go(d.http.URL + path)
		p.Accessible()
	}
}

// The page of a seat that another player has taken over, and that of a table that was removed, say so and stop asking.
func TestAPageWhoseSeatIsGone(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	table := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	ann, bob := d.tab(links[0], 1000, 800), d.tab(links[1], 1000, 800)
	gone := `document.body.textContent.includes("does not belong to a seat of any table") && !document.body.dataset.socket`
	code, _ := d.post(table+"/seats", url.Values{"seat": {"0"}, "kind": {"random"}})
	require.Equal(t, http.StatusSeeOther, code)
	ann.Until(gone)
	require.False(t, browser.Eval[bool](bob, gone))
	code, _ = d.post(table+"/remove", nil)
	require.Equal(t, http.StatusSeeOther, code)
	bob.Until(gone)
}

// On one screen: the bar is low, the own hand is in sight, nothing scrolls, and nothing moves from one question to the next.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	const places = `[...document.querySelectorAll(".bar, #seats, .log, .area.large.drawn, #todo, .desk:not(.d-todo) .hand")].filter(e => e.checkVisibility()).map(e => { const r = e.getBoundingClientRect(); return [e.className.replace(" fresh", ""), Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)].join(" ") }).join("\n")`
	const fits = `[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth].join(" ")`
	for game, kinds := range map[string][]string{"glacier": {"human", "greedy", "greedy"}, "tusk": {"human", "greedy"}, "nomads": {"human"}} {
		t.Run(game, func(t *testing.T) {
			d := newDesk(t)                                                              // of this subtest, which is skipped without a browser
			in := map[string]string{"glacier": "fr", "tusk": "en", "nomads": "de"}[game] // words of other languages are longer
			p := d.tab(d.table(game, 3, kinds...)[0]+"?lang="+in, 1280, 800)
			p.Until(`document.querySelector("form.question")`)
			was := ""
			for n := range 12 {
				now := p.Is(places)
				if n == 0 {
					was = now
				} else {
					require.Equal(t, was, now, "%s, question %d: %s", game, n, p.Is(`document.getElementById("question").textContent`))
				}
				s := browser.Eval[state](p, stateOf)
				byMouse(p, s)
				p.Until(fmt.Sprintf(`(document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, s.At))
			}
			require.LessOrEqual(t, browser.Eval[float64](p, `document.querySelector(".bar").getBoundingClientRect().height`), 120.0, game)
			if game == "glacier" {
				require.Equal(t, "true", p.Is(`[...document.querySelectorAll(".hand .card")].every(c => c.getBoundingClientRect().bottom <= innerHeight)`))
			}
			for _, size := range [][2]int64{{390, 844}, {844, 390}, {768, 1024}, {1280, 800}, {1920, 1080}, {2560, 1440}} {
				p.Size(size[0], size[1])
				p.Until(fmt.Sprintf(`innerWidth === %d`, size[0]))
				require.Equal(t, "true true", p.Is(fits), "%s at %v", game, size)
			}
		})
	}
}
