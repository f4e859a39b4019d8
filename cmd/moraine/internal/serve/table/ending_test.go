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
	require.Regexp(t, `(Bob wins|You win)It takes 6 Trophy Chips and a clan that comes through the winter\.`, said)
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
	again.until("seats", "(you)")
	require.Regexp(t, `Bob[^A]*\(you\)|Your turn \(Bob\)`, plain(again.html["seats"]), "one seat further")
}

// Of several moments those with acts of their own come first, and each tells the numbers that it changed.
func TestMomentsDiffer(t *testing.T) {
	act := func(at int, text string) moment { return moment{at: at, told: map[string]wording{"en": {Act: text}}} }
	var order []int
	for _, m := range varied([]moment{act(1, "Bob: We hunt – Hare"), act(2, "Bob: We hunt – Fish"), act(3, "Bob: We rest")}) {
		order = append(order, m.at)
	}
	require.Equal(t, []int{1, 3, 2}, order)
	require.Equal(t, "Store -1 → 2", changed([]tally{{"a", "Hand", 3}, {"b", "Store", -1}}, []tally{{"b", "Store", 2}, {"a", "Hand", 3}, {"c", "Store", 1}}))
}

// In a match for one player the opponent has no decisions: moments are what follows decisions of the player.
func TestMomentsOfAMatchForOne(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("nomads", 4, "human")[0])
	p.finish()
	p.until("ask", "Worth a look back")
	require.Regexp(t, `Round \d · .*: the nomads – points \d+ → \d+`, plain(p.html["ask"]))
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
	bob.Until(`document.getElementById("seats")?.textContent.includes("(you)") && document.querySelector("form.question, .waits")`)
	ann.Until(`!document.getElementById("seats").textContent.includes("away")`)
}
