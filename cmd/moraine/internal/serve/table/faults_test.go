package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// Each of these tests plays the session in which a player met a fault.

// Enter without focus answered the first question that could be declined, and ended the turn.
func TestEnterWithoutFocusAnswersNothing(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("glacier", 3, "human", "greedy", "greedy")[0], 1280, 800)
	until(p, `document.querySelector("form.question [data-none], form.question [data-option]") && document.querySelector("#closed [data-why]")`)
	at := p.Is(`document.querySelector("form.question").dataset.at`)
	browser.Eval[bool](p, `document.activeElement.blur() || true`)
	p.Keys("\r")
	p.Press(`#closed [data-why]`)
	p.Until(`document.querySelector("#why .why")`) // an answer would have come before the reasons
	require.Equal(t, at, p.Is(`document.querySelector("form.question").dataset.at`))
}

// until answers questions by the mouse until a condition holds.
func until(p *browser.Page, condition string) {
	p.Helper()
	for range 200 {
		p.Until(`document.querySelector("form.question") || document.querySelector(".result")`)
		if p.Is(`!!(`+condition+`)`) == "true" || p.Is(`!!document.querySelector(".result")`) == "true" {
			break
		}
		s := browser.Eval[state](p, stateOf)
		byMouse(p, s)
		p.Until(fmt.Sprintf(`document.querySelector(".result") || (document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, s.At))
	}
	require.Equal(p, "true", p.Is(`!!(`+condition+`)`), condition)
}

// A player who was only asked in the turn of another saw "Your turn".
func TestAskedInTheTurnOfAnother(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("glacier", 3, "human", "greedy", "greedy")[0], 1280, 800)
	until(p, `document.querySelector("form.question.asked")`)
	require.Equal(t, "true", p.Is(`document.querySelector(".who tr.me").matches(".active:not(.turn)")`), "the own name is lit")
	require.Equal(t, "1", p.Is(`document.querySelectorAll(".who tr.turn:not(.me)").length`), "another has the turn")
	require.NotContains(t, strings.ToLower(p.Is(`document.querySelector(".who tr.me").textContent`)), "your turn")
	until(p, `document.querySelector("form.question.turn")`)
	require.Contains(t, p.Is(`document.querySelector(".who tr.me.turn").textContent`), "your turn")
}

// On a phone the tab of the board did nothing, and the question lay below the fold.
func TestBoardAndQuestionAreOnThePhone(t *testing.T) {
	for game, kinds := range map[string][]string{"glacier": {"human", "greedy"}, "tusk": {"human", "random"}} {
		t.Run(game, func(t *testing.T) {
			d := newDesk(t) // of this subtest, which is skipped without a browser
			for _, size := range [][2]int64{{390, 844}, {844, 390}} {
				p := d.tab(d.table(game, 3, kinds...)[0], size[0], size[1])
				p.Until(`document.querySelector("form.question")`)
				const inside = `(e => { const r = e.getBoundingClientRect(); return r.width > 40 && r.height > 15 && r.top >= 0 && r.bottom <= innerHeight + 1 })`
				require.Empty(t, p.Is(`[...document.querySelectorAll("#ask h2, #ask .acts .btn")].filter(e => !`+inside+`(e)).map(e => e.outerHTML + JSON.stringify(e.getBoundingClientRect())).join()`), "%s at %v", game, size)
				require.Equal(t, "true", p.Is(`[document.querySelector(".area.large.drawn") ?? document.querySelector(".common .area.large")].every(`+inside+`)`), "%s at %v", game, size)
			}
		})
	}
}

// A hint on a phone covered the market.
func TestAHintCoversNoCards(t *testing.T) {
	d := newDesk(t)
	p := browser.Open(t, 390, 844)
	p.Go(d.http.URL + d.table("glacier", 3, "human", "greedy", "greedy")[0] + "?learn")
	browser.Eval[bool](p, `(document.body.dataset.guard = 0, true)`)
	until(p, `document.querySelector("[data-hint]:not([hidden])")`)
	require.Equal(t, "true", p.Is(`[...document.querySelectorAll("#ask button, .common .card, .own .card, .hand .card")].filter(e => e.checkVisibility()).every(e => {
		const a = e.getBoundingClientRect(), b = document.getElementById("hint").getBoundingClientRect()
		return a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom })`))
}

// The reason why an option is closed lay behind the sheet that asks for it, or the sheet was shut by a redraw.
func TestTheReasonLiesInFrontOfItsSheet(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("glacier", 3, "human", "greedy", "greedy")[0], 390, 844)
	until(p, `document.querySelector('#notnow li [data-why]')`)
	p.Press(`.notnow`)
	p.Is(`import("/static/page.js").then(page => page.put({ask: document.getElementById("ask").innerHTML + " "}))`)
	require.Equal(t, "true", p.Is(`document.getElementById("notnow").matches(":popover-open")`), "a redraw")
	p.Press(`#notnow li [data-why]`)
	p.Until(`document.querySelector("#why .why")`)
	require.Equal(t, "false", p.Is(`!!document.querySelector("[popover]:popover-open")`))
	require.Equal(t, "true", p.Is(`(r => !!document.elementFromPoint(r.x + r.width / 2, r.y + 30)?.closest("#why"))(document.getElementById("why").getBoundingClientRect())`))
}

// The bar did not say how to answer when all answers were on the map.
func TestTheBarSaysThatTheMapAnswers(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("tusk", 7, "human", "random")[0], 1280, 800)
	until(p, `document.querySelectorAll("svg.map .cell.lit").length > 2`)
	require.Equal(t, "Choose one of the 6 lit places.", p.Is(`document.querySelector("#ask .acts .hint").textContent`))
	require.Equal(t, "true", p.Is(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector("#ask .acts .hint"))`))
}

// The ending hid the table for good.
func TestTheEndingFolds(t *testing.T) {
	d := newDesk(t)
	link := d.table("tusk", 4, "human", "greedy")[0]
	d.open(link).finish()
	p := d.tab(link, 1280, 800)
	const covers = `document.querySelector(".bar").getBoundingClientRect().height > 200`
	require.Equal(t, "true", p.Is(covers))
	p.Press(`[data-fold]`)
	require.Equal(t, "false", p.Is(covers))
	p.Press(`[data-fold]`)
	require.Equal(t, "true", p.Is(covers))
}

// Undo was offered, and explained, where there was nothing to take back.
func TestUndoStandsWhereItCanBeDone(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(links[0], 1280, 800), d.tab(links[1], 1280, 800)
	asks(ann, "What will you do?")
	const undo = `document.querySelectorAll('[data-do="undo"], [data-key="takeback"]').length`
	require.Equal(t, "0", ann.Is(undo))
	require.Equal(t, "0", bob.Is(undo))
	require.NotContains(t, ann.Is(`document.body.textContent`), "Players may have seen new information")
	said := ann.Is(`document.querySelector('.choice[data-option="1"] .what').textContent`)
	ann.Press(`.choice[data-option="1"]`)
	ann.Until(`document.querySelector('[data-do="undo"]')`)
	require.Equal(t, "take back: "+strings.ToLower(said), strings.ToLower(ann.Is(`(e => e.getAttribute("aria-label") ?? e.textContent)(document.querySelector('[data-do="undo"]'))`)))
}

// A blind player was not told that a question had come.
func TestTheQuestionIsALiveRegion(t *testing.T) {
	d := newDesk(t)
	_, page := d.get(d.table("tusk", 7, "human", "random")[0])
	require.Regexp(t, `<section class="bar"[^>]* aria-live="polite">\s*<div id="ask"`, page)
}

// A line that was lost greyed the page without a word.
func TestALostLineIsSaidInWords(t *testing.T) {
	d := newDesk(t)
	p := d.tab(d.table("duel", 1, "human", "human")[0], 1280, 800)
	asks(p, "What will you do?")
	browser.Eval[bool](p, `window.real = WebSocket, window.WebSocket = class { static CONNECTING = 0; readyState = 0; constructor() { setTimeout(() => this.onclose({}), 1) } }, true`)
	d.lines.cut()
	p.Until(`document.getElementById("notes").textContent.includes("The connection is lost; the page tries again.")`)
	browser.Eval[bool](p, `window.WebSocket = window.real, true`)
	p.Until(`!document.body.classList.contains("lost") && document.getElementById("notes").textContent === ""`)
}

// Answers had raw values: "tier 0, a ground 2, b ground 6".
func TestAnswersHaveNoRawValues(t *testing.T) {
	for game, raw := range map[string]string{"nomads": `tier 0|\ba ground|\bb ground`, "tusk": `top Mammoth`, "glacier": `face down`} {
		t.Run(game, func(t *testing.T) {
			g, err := interpreter.Load(games.Sources(t, "../../../../.."), game, interpreter.Options{})
			require.NoError(t, err)
			least, _ := g.Players()
			seats := make([]string, least)
			for i := range seats {
				seats[i] = match.Random
			}
			m, err := match.New(g, match.Header{Game: game, Seed: 5, Lang: "en", Players: least, IDs: g.Seats()[:least], Seats: seats}, match.Options{Page: true}, match.Recipient{Eyes: match.Public, Lang: "en"})
			require.NoError(t, err)
			for more := true; more; {
				if q := m.Question(); q != nil {
					for _, o := range q.Options {
						require.NotRegexp(t, raw, o.Name+" "+o.More, "%s: %s", game, q.Name)
					}
				}
				more, err = m.Step()
				require.NoError(t, err)
			}
		})
	}
}

// After Successful Hunt the odds went away, and calling the hunt off became the first button.
func TestALuckyHuntGoesOn(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../../../../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	seen := 0
	for seed := uint64(1); seen < 3 && seed < 60; seed++ {
		m, err := match.New(g, match.Header{Game: "glacier", Seed: seed, Lang: "en", Players: 2, IDs: g.Seats()[:2], Seats: []string{"greedy", "greedy"}}, match.Options{Page: true}, match.Recipient{Eyes: match.Public, Lang: "en"})
		require.NoError(t, err)
		for more := true; more; {
			if q := m.Question(); q != nil && q.Acts && strings.HasPrefix(q.Name, "hunt") && lucky(m) {
				seen++
				facts := m.Context(q.Seat)
				at := slices.IndexFunc(facts, func(f match.Fact) bool { return f.Sides != nil })
				require.GreaterOrEqual(t, at, 0, "the odds stay: %s", q.Text)
				require.Equal(t, len(facts[at].Sides), facts[at].Good(), "a 6 succeeds")
				_, within := m.Act(q.Seat)
				require.True(t, within, "going on is the first button")
			}
			more, err = m.Step()
			require.NoError(t, err)
		}
	}
	require.Positive(t, seen)
}

// lucky reports whether the last card of the act in progress was Successful Hunt.
func lucky(m *match.Match) bool {
	for _, line := range slices.Backward(m.Log(0)) {
		if line.Part.Kind == match.PartAct {
			return strings.Contains(line.Text, "Successful Hunt")
		}
	}
	return false
}
