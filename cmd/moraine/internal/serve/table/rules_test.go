package table

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
)

// After an edit of the rules a table goes on if it can, and says so; if it cannot, it says why.
func TestRulesThatChange(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "", ""))
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	d.Server.Close()
	same := open1(t, d.folder, duelWith(t, "proud: {type: yes_no}}", "proud: {type: yes_no}, tired: {type: yes_no}}"))
	_, page := same.get(links[0])
	require.Contains(t, page, "The rules have changed since this match began; it continues with the new rules.")
	same.Server.Close()
	dealt := open1(t, d.folder, duelWith(t, "draw: 2", "draw: 1")) // something else is dealt
	_, page = dealt.get(links[0])
	require.Contains(t, page, "so it cannot continue.")
	require.NotContains(t, page, "chance", "what was dealt is secret")
	_, page = dealt.get(dealt.Root() + "tables/" + strings.Split(links[0], "/")[2])
	require.Contains(t, page, "the file has chance for", "the host of the table is told")
	dealt.Server.Close()
	broken := open1(t, d.folder, duelWith(t, "game: duel", "game: deul"))
	_, page = broken.get(links[0])
	require.Contains(t, page, "This cannot be shown")
	require.Contains(t, page, "deul")
}

// The notice that the rules have changed leaves the buttons of the question whole.
func TestChangedRulesLeaveRoom(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "", ""))
	links := d.table("duel", 1, "human", "human")
	p := d.open(links[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	d.Server.Close()
	same := open1(t, d.folder, duelWith(t, "proud: {type: yes_no}}", "proud: {type: yes_no}, tired: {type: yes_no}}"))
	for width, height := range map[int64]int64{1200: 800, 1800: 1000, 900: 1100, 390: 800} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			tab := same.tab(links[0], width, height)
			tab.Until(`document.querySelector("#ask .open.note") && document.querySelector("#ask .acts .btn")`)
			require.Empty(t, tab.Is(`(() => {
				const bar = document.querySelector(".bar").getBoundingClientRect()
				return [...document.querySelectorAll("#ask .acts .btn, #ask .note")].filter((b) => b.getBoundingClientRect().bottom > bar.bottom).map((b) => b.textContent).join()
			})()`))
		})
	}
}

// If chance or a bot causes an error in the rules, the match stops: the seats see that it has stopped, the
// host sees the reason, and the decisions are kept.
func TestRulesThatBreakInAMatch(t *testing.T) {
	d := open1(t, t.TempDir(), duelWith(t, "{window: strikes}", "{set: {me.points: 'floor(1 / (bout - 1))'}}"))
	links := d.table("duel", 1, "random", "human")
	p := d.open(links[0])
	p.until("ask", "The match cannot continue: the rules of this game have an error; the host of the table sees the details")
	require.NotContains(t, p.html["ask"], ".yaml")
	p.answer(p.at(), 1)
	for p.said = ""; p.said == ""; {
		p.read()
	}
	table := d.Root() + "tables/" + strings.Split(links[0], "/")[2]
	_, page := d.get(table)
	require.Regexp(t, `cannot go on: .*\.yaml:\d+`, page)
	_, saved := d.get(table + "/match")
	require.Contains(t, saved, " ann turn.stake ")
}

// An open table hears of it: it says that it goes on under the rules as they were saved, or why it cannot,
// and goes on once they are mended.
func TestRulesThatChangeUnderAnOpenTable(t *testing.T) {
	dir := t.TempDir()
	save := func(pairs ...string) {
		require.NoError(t, os.CopyFS(dir+"/new", duelWith(t, append(pairs, "", "")...)[0].FS))
		files, err := filepath.Glob(dir + "/new/cards/duel/*")
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(dir+"/cards/duel", 0o755))
		for _, f := range files {
			require.NoError(t, os.Rename(f, filepath.Join(dir, "cards", "duel", filepath.Base(f))))
		}
	}
	save("", "")
	d := open1(t, t.TempDir(), interpreter.Sources{{Name: ".", FS: os.DirFS(dir)}}, dir)
	p := d.open(d.table("duel", 1, "human", "human")[0])
	p.until("ask", question)
	p.answer(p.at(), 1)
	p.until("ask", "Choose: stake")
	save("bots:", "looks: {jab: {colour: red}}\nbots:") // which are no rules
	p.until("board", "card hue red")
	require.NotContains(t, p.html["ask"], "The rules have changed")
	save("Who is proud may say so", "Who is proud says so", "proud: {type: yes_no}}", "proud: {type: yes_no}, tired: {type: yes_no}}") // a text alone is no rule
	p.until("ask", "The rules have changed since this match began; it continues with the new rules.")
	p.until("log", "Who is proud says so")
	save("game: duel", "game: deul")
	p.until("ask", "The match cannot continue")
	p.answer(p.at(), 1)
	for p.said = ""; p.said == ""; {
		p.read()
	}
	require.Contains(t, p.said, "The match cannot continue")
	for save("", ""); strings.Contains(p.html["ask"], "cannot continue"); {
		p.read()
	}
	p.answer(p.at(), 1)
	p.until("log", "You: Stake Jab")
}

// An offer that breaks the rules is as if it was never made, also after a restart; who made it hears why.
func TestAnOfferThatBreaksTheRules(t *testing.T) {
	d := open1(t, t.TempDir(), with(t, "market", "{choose: got,", "{choose: odd, from: me.aside}\n      - {choose: got,"))
	links := d.table("market", 1, "human", "random", "human")
	p := d.open(links[0])
	p.until("ask", "Choose: day")
	p.send(fmt.Sprintf(`{"do":"offer","name":"swap","at":%d}`, p.at()))
	p.until("ask", "Choose: other")
	p.answer(p.at(), 1)
	for p.said == "" {
		p.read()
	}
	require.Contains(t, p.said, "The action was undone because of an error in the rules: cards/market/a.yaml:")
	require.Contains(t, p.said, "swap.odd asks for 1 of 0")
	p.until("ask", "Choose: day")
	require.NotContains(t, p.html["log"], "proposes")
	d.Server.Close()
	again := open1(t, d.folder, d.Sources())
	p = again.open(links[0])
	p.until("ask", "Choose: day")
}

// A condition of an offer that breaks is no more told to who could make it than any other.
func TestAnOfferWhoseConditionBreaks(t *testing.T) {
	d := open1(t, t.TempDir(), with(t, "market", `any(me.stall, .card == "pear")`, `floor(4 / count(me.stall, .card == "pear")) > 1`))
	p := d.open(d.table("market", 1, "human", "human")[0])
	p.until("ask", "the rules of this game have an error; the host of the table sees the details")
	require.NotContains(t, p.html["ask"], ".yaml")
}

// A drawing that breaks stops the match where it is looked at.
func TestADrawingThatBreaks(t *testing.T) {
	d := open1(t, t.TempDir(), with(t, "boards", `draws: 'sees {count(players[1].hand, .card == "salt")}'`, `draws: 'sees {max(map(stock[0:0], .copy))}'`))
	links := d.table("boards", 1, "human", "human")
	for _, link := range links {
		d.open(link).until("ask", "the rules of this game have an error; the host of the table sees the details")
	}
	_, page := d.get(d.Root() + "tables/" + strings.Split(links[0], "/")[2])
	require.Contains(t, page, "cards/boards/f.yaml:3:15: max of an empty list")
	require.Equal(t, 1, strings.Count(d.logs.String(), "cards/boards/f.yaml:3:15: max of an empty list"))
}

// A taken option is gone after an edit: the table says that it cannot go on, the server and the other
// tables do go on, and so do they after a restart.
func TestAnOptionThatIsGone(t *testing.T) {
	const rules = `language: 1
game: two
players: {from: 1, to: 1, seats: [ann], turn: active}
start: match
fields: {active: {type: player}, n: 0}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - while: n < 50
        do:
          - may:
              left: [{set: {n: n + 1}}]
%s
            must: %t
      - finish: players
`
	dir, folder := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "cards", "two", "game.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, rules, "              right: [{set: {n: n + 2}}]", true), 0o600))
	src := interpreter.Sources{{Name: ".", FS: os.DirFS(dir)}}
	d := open1(t, folder, src, dir)
	broken, whole := d.table("two", 1, "human"), d.table("two", 1, "human")
	p, q := d.open(broken[0]), d.open(whole[0])
	p.until("ask", "right")
	p.answer(p.at(), 2)
	p.until("log", "Right")
	q.until("ask", "right")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, rules, "", false), 0o600))
	const ends = "The rules have changed since this match began, so it cannot continue."
	p.until("ask", ends)
	q.until("ask", "it continues with the new rules")
	for range 2 {
		_, page := d.get(d.Root())
		require.Contains(t, page, "cannot go on: "+ends)
		_, page = d.get(d.Root() + "tables/" + strings.Split(broken[0], "/")[2])
		require.Contains(t, page, "there are only 1 options")
		_, page = d.get(whole[0])
		require.Contains(t, page, "left")
		require.NotContains(t, d.logs.String(), "internal error")
		d.Server.Close()
		d = open1(t, folder, src, dir)
	}
}

// A panic breaks one table: it says so and can be removed. The lobby and the other tables go on.
func TestAPanicBreaksOneTable(t *testing.T) {
	d := newDesk(t)
	bad, good := d.table("duel", 1, "human", "human"), d.table("duel", 1, "human", "human")
	p := d.open(bad[0])
	p.until("ask", question)
	id := strings.Split(bad[0], "/")[2]
	of := d.store.tables[id]
	of.mu.Lock()
	*of.m = match.Match{Header: of.m.Header} // every use of it panics
	of.mu.Unlock()
	p.answer(p.at(), 1)
	for p.said = ""; p.said == ""; {
		p.read()
	}
	for range 2 {
		code, page := d.get(d.Root())
		require.Equal(t, http.StatusOK, code)
		require.Contains(t, page, "cannot go on: ")
		code, page = d.get(d.Root() + "tables/" + id)
		require.Equal(t, http.StatusOK, code)
		require.Contains(t, page, "internal error: ")
		code, _ = d.get(bad[0])
		require.Equal(t, http.StatusInternalServerError, code)
	}
	d.open(good[0]).until("ask", question)
	require.Contains(t, d.logs.String(), "internal error: ")
	code, _ := d.post(d.Root()+"tables/"+id+"/remove", nil)
	require.Equal(t, http.StatusSeeOther, code)
}
