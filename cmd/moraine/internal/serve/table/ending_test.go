package table

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/match"
)

// At the end a page shows the winner and the reason, reveals hidden pieces, offers the match as a file and
// leads to a rematch, in which players keep their seats or move on by one. Before the end it offers none of
// these.
func TestTheEndOfAMatch(t *testing.T) {
	d := newDesk(t)
	links := d.table("glacier", 3, "human", "greedy")
	code, text := d.get(links[0] + "/match")
	require.Equal(t, http.StatusForbidden, code, text)
	code, text = d.post(links[0]+"/again", nil)
	require.Equal(t, http.StatusConflict, code, text)
	p := d.open(links[0])
	p.finish()
	said := plain(p.html["ask"])
	require.Regexp(t, `(Bob wins|You win)Trophy Chips are won with tales at the Great Clan Meeting\. It takes 6 of them and a clan that comes through the winter\.`, said)
	for _, want := range []string{"Trophy Chips", "Enough Trophy Chips", "Comes through the winter", "Most Trophy Chips of these", "✓", "E-END-06", "Rematch, seats moved by one"} {
		require.Contains(t, said, want)
	}
	p.until("ask", "Worth a look back")
	for _, m := range regexp.MustCompile(`href="(/seat/[^"]+/at/\d+)"`).FindAllStringSubmatch(p.html["ask"], -1) {
		code, _ := d.get(m[1])
		require.Equal(t, http.StatusOK, code, m[1])
	}
	code, text = d.get(links[0] + "/match")
	require.Equal(t, http.StatusOK, code)
	require.Regexp(t, `(?s)^moraine match 3\n.*\nend \d+\n$`, text)

	code, text = d.post(links[1]+"/again", nil)
	require.Equal(t, http.StatusConflict, code, "an onlooker sets up none: %s", text)
	code, next := d.post(links[0]+"/again", url.Values{"moved": {"1"}})
	require.Equal(t, http.StatusSeeOther, code, next)
	code, same := d.post(links[0]+"/again", nil)
	require.Equal(t, http.StatusSeeOther, code)
	require.Equal(t, next, same, "there is one rematch")
	_, watch := d.post(links[1]+"/again", nil)
	require.Equal(t, strings.Split(next, "/")[2], strings.Split(watch, "/")[2])
	require.NotEqual(t, next, watch)
	p.until("ask", "To the rematch")
	again := d.open(next)
	again.until("seats", "You (Bob)")
}

// Moments are changes of the number that decides the match, each with its reason. Points after the heading of a chapter are
// for no earlier act.
func TestMomentsChangeTheDecidingNumber(t *testing.T) {
	log := []match.Line{{Part: match.Part{Kind: match.PartAct}}, {Text: "a"}, {Text: "for the tale", Told: true}, {Text: "b"}, {Chapter: true}, {Text: "c"}}
	change := func(line int, before, after []int32) match.Change {
		return match.Change{Line: line, Before: before, After: after}
	}
	all := momentsOf([]match.Change{
		change(1, []int32{0, 0}, []int32{1, 0}), change(2, []int32{1, 0}, []int32{1, 2}), change(3, []int32{1, 2}, []int32{1, 3}), change(5, []int32{1, 3}, []int32{5, 3}),
	}, log)
	var lines []int
	for _, m := range all {
		lines = append(lines, m.line)
	}
	require.Equal(t, []int{0, 2, 4}, lines)
	require.Equal(t, []int32{1, 3}, all[1].after, "two changes for one reason are one moment")
	require.EqualValues(t, []int32{0, 1, 0}, []int32{all[0].seat, all[1].seat, all[2].seat})
	require.Equal(t, []int{0, 1, 0}, []int{all[0].leads(), all[1].leads(), all[2].leads()})
	more := append(all, moment{seat: 1, before: []int32{5, 3}, after: []int32{5, 4}})
	require.Equal(t, all, weightiest(more, []int32{0}))
}

// In a match for one player the number is the opponent's, and no seat is named.
func TestMomentsOfAMatchForOne(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("nomads", 4, "human")[0])
	p.finish()
	p.until("ask", "Worth a look back")
	require.Regexp(t, `Round \d of 4 · The nomads: \d+ &#43; \d+ = \d+ points, for food and toolsPoints of the nomads \d+ → \d+`, plain(p.html["ask"]))
}

// Players keep their names and seats in a rematch, and pages count decisions of players alike.
func TestNamesInARematch(t *testing.T) {
	d := newDesk(t)
	_, to := d.post(d.Root()+"tables", url.Values{"game": {"duel"}, "players": {"2"}, "seat": {"human", "meek"}, "name": {"Maria", "Robot"}, "seed": {"1"}})
	p := d.open(to)
	p.finish()
	_, next := d.post(to+"/again", nil)
	_, page := d.get(next)
	require.Contains(t, plain(page), "Maria (you)")
	require.Contains(t, plain(page), "Robot")
	_, past := d.get(to + "/at/0")
	total := regexp.MustCompile(`After 0 of (\d+) decisions`).FindStringSubmatch(past)
	require.NotNil(t, total)
	id := strings.Split(to, "/")[2]
	_, table := d.get(d.Root() + "tables/" + id)
	require.Contains(t, table, total[1]+" decisions so far")
	n, err := strconv.Atoi(total[1])
	require.NoError(t, err)
	code, _ := d.post(d.Root()+"tables/"+id+"/branch", url.Values{"at": {strconv.Itoa(n + 1)}})
	require.Equal(t, http.StatusBadRequest, code)
	code, _ = d.get(to + "/at/" + strconv.Itoa(n))
	require.Equal(t, http.StatusOK, code)
}

// A match is played to its end and once more in the browser.
func TestARematchInTheBrowser(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "human")
	ann, bob := d.tab(links[0], 1280, 800), d.tab(links[1], 390, 844)
	finish(t, 400, byMouse, ann, bob)
	for _, p := range []*browser.Page{ann, bob} {
		p.Until(`document.querySelector(".ending .result").textContent.length > 3`)
		p.Accessible()
	}
	ann.Press(`[data-key="again"]`)
	ann.Until(`document.querySelector("form.question, .waits")`)
	bob.Until(`document.querySelector(".ending .go").textContent.includes("To the rematch")`)
	bob.Press(`[data-key="again"]`)
	bob.Until(`document.querySelector("#seats .me") && document.querySelector("form.question, .waits")`)
	ann.Until(`!document.getElementById("seats").textContent.includes("away")`)
}

// A change in the set-up, before the first decision of a player, is no moment.
func TestMomentsBeginWithTheFirstDecision(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "start: match\n", "start: match\nending: {match: {points: it.points}}\n",
		"      - {set: {active: 'players[0]'}}\n", "      - {set: {active: 'players[0]'}}\n      - {each: me, in: players, do: [{set: {me.points: 10}}]}\n"))
	p := d.open(d.table("duel", 1, "human", "random")[0])
	p.finish()
	p.until("ask", "Worth a look back")
	require.NotContains(t, plain(p.html["ask"]), "0 → 10")
}
