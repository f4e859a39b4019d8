package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/words"
)

// logIn returns the text of the log of a page, without the mark of new lines.
func logIn(html string) string {
	if m := regexp.MustCompile(`(?s)<div id="log"[^>]*>(.*?)</section>`).FindStringSubmatch(html); m != nil {
		html = strings.TrimSuffix(strings.TrimSpace(m[1]), "</div>")
	}
	return plain(regexp.MustCompile(`<p class="since">[^<]*</p>`).ReplaceAllString(html, ""))
}

// Each page tells the whole log in the language of its reader: the events before it was opened, and those that follow
// while a page of the same seat in another language is open.
func TestALogIsToldInTheLanguageOfItsReader(t *testing.T) {
	d := newDesk(t)
	link := d.table("glacier", 3, "human", "greedy")[0]
	english := d.open(link)
	pages := map[string]*page{"en": english}
	play := func(decisions int) {
		for range decisions {
			for english.asked() == "" {
				english.read()
			}
			was := english.at()
			for english.move(); english.asked() == "" || english.at() == was; {
				english.read()
			}
		}
	}
	check := func() {
		told := map[string]string{}
		for _, lang := range words.Spoken {
			_, now := d.get(link + "?lang=" + lang)
			n := regexp.MustCompile(`/at/(\d+)"`).FindStringSubmatch(now)[1]
			_, past := d.get(link + "/at/" + n + "?lang=" + lang)
			told[lang] = logIn(past)
			require.Equal(t, told[lang], logIn(now), lang)
			if p := pages[lang]; p != nil {
				for p.at() != english.at() {
					p.read()
				}
				require.Equal(t, told[lang], logIn(p.html["log"]), lang)
			}
		}
		require.NotEqual(t, told["en"], told["de"])
		require.NotEqual(t, told["de"], told["fr"])
	}
	play(3)
	check()
	pages["de"] = d.openIn(link, "de")
	check()
	play(2)
	check()
}

// The message that a decision is taken back stays in the log, in each language.
func TestTakingBackIsToldInEachLanguage(t *testing.T) {
	d := newDesk(t)
	link := d.table("duel", 1, "human", "random")[0]
	ann := d.open(link)
	ann.until("ask", question)
	ann.answer(ann.at(), 1)
	ann.until("ask", "Choose: stake")
	ann.press("undo")
	ann.until("log", "Ann takes back a decision, and all players have agreed")
	_, page := d.get(link + "?lang=de")
	require.Contains(t, logIn(page), "Ann nimmt eine Entscheidung zurück")
	ann.until("ask", question)
	ann.answer(ann.at(), 1) // the number of the question is still valid
	ann.until("ask", "Choose: stake")
	_, page = d.get(link + "?lang=en")
	require.Contains(t, logIn(page), "Ann takes back a decision, and all players have agreed")
}

// The logs of a seat have the same lines in all languages, so that a line of one marks the same event in another.
func TestLogsHaveTheSameLinesInAllLanguages(t *testing.T) {
	d := newDesk(t)
	for _, id := range []string{"glacier", "tusk", "nomads", "duel", "market"} {
		g, _, err := d.Game(id, interpreter.Options{})
		require.NoError(t, err)
		n := g.Program.MaxPlayers
		h := match.Header{Game: id, Seed: 2, Lang: "en", Players: n, IDs: g.Seats()[:n], Seats: slices.Repeat([]string{match.Random}, n)}
		var ears []match.Recipient
		for _, lang := range words.Spoken {
			ears = append(ears, match.Recipient{Eyes: 0, Lang: lang}, match.Recipient{Eyes: match.Public, Lang: lang})
		}
		m, err := match.New(g, h, match.Options{Kept: true, Page: true}, ears...)
		require.NoError(t, err)
		for more := true; more && len(m.Decisions()) < 2000; {
			more, err = m.Step()
			require.NoError(t, err)
		}
		for i, e := range ears {
			first, told := m.Log(i%2), m.Log(i)
			require.Len(t, told, len(first), id+" "+e.Lang+" "+strconv.Itoa(int(e.Eyes)))
			for j := range told {
				require.Equal(t, first[j].Part.Kind, told[j].Part.Kind, told[j].Text)
			}
		}
	}
}

// A turn that passed without an action was told by a heading only.
func TestASkippedTurnIsTold(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../../../../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	told := 0
	for seed := range uint64(6) {
		h := match.Header{Game: g.ID, Seed: seed, Lang: "en", Players: 2, IDs: g.Seats()[:2], Seats: []string{match.Random, match.Random}}
		m, err := match.New(g, h, match.Options{Page: true}, match.Recipient{Eyes: 1, Lang: "en"})
		require.NoError(t, err)
		for range 600 {
			_, err := m.Step()
			if m.Over() {
				break
			}
			require.NoError(t, err)
		}
		struck := 0
		for _, line := range m.Log(0) {
			switch {
			case strings.HasSuffix(line.Text, "migrates: no actions in the next turn"):
				struck++
			case line.Text == "The clan migrates: its turn passes without an action":
				struck, told = struck-1, told+1
			}
		}
		require.LessOrEqual(t, struck, 1, "the last one may be to come")
	}
	require.Positive(t, told)
}
