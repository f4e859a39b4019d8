package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// An answer to a question that has since been asked again is refused, and so is a second press of the same button.
func TestAnAnswerCarriesTheNumberOfItsQuestion(t *testing.T) {
	d := newDesk(t)
	links := d.table("market", 1, "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	ann.until("ask", "Choose: day")
	was := ann.at()
	bob.send(fmt.Sprintf(`{"do":"offer","name":"gift","at":%d}`, bob.at())) // after which she is asked the same again
	for ann.at() == was {
		ann.read()
	}
	ann.until("ask", "Choose: day")
	ann.answer(was, 1)
	ann.refused("Your answer belongs to an earlier question; the match has moved on.")
	require.NotContains(t, ann.html["log"], "day: 1")

	now := ann.at()
	ann.answer(now, 1)
	ann.answer(now, 1)
	ann.refused("Your answer belongs to an earlier question; the match has moved on.")
	ann.until("ask", "Choose: price")
	undo := ann.button("undo")
	ann.send(undo)
	ann.until("ask", "Choose: day")
	ann.send(undo)
	ann.refused("Your answer belongs to an earlier question; the match has moved on.")
}

// A decision that no other seat can have seen is taken back at once; for any other, all must agree, and the
// page gives the reason beforehand.
func TestTakingBackAlone(t *testing.T) {
	const why = "Players may have seen new information since then"
	d := newDesk(t)
	links := d.table("market", 1, "human", "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	ann.until("ask", "Choose: day")
	bob.send(fmt.Sprintf(`{"do":"offer","name":"swap","at":%d}`, bob.at()))
	bob.until("ask", "Choose: other")
	bob.answer(bob.at(), 1)
	bob.until("ask", "Choose: given")
	require.NotContains(t, bob.html["ask"], why)
	bob.press("undo")
	bob.until("ask", "Choose: other")
	bob.until("log", "Bob takes back a decision that revealed no information")
	for _, pick := range [][]int{{2}, {2}, {1}} { // Ann, the pear, for an apple
		was := bob.at()
		for bob.answer(was, pick...); bob.at() == was; {
			bob.read()
		}
	}
	ann.until("ask", question)
	ann.until("ask", "accept")
	ann.answer(ann.at(), 1)
	bob.until("log", "Bob") // the goods have changed hands
	ann.until("ask", "Choose: day")
	bob.until("ask", why)
	bob.press("undo")
	ann.until("ask", "Bob wants to take back a decision. "+why)
}

// A table pauses after an act of a bot while a page is open, for as long as the desk says, or a seat.
func TestBotsPauseAfterAnAct(t *testing.T) {
	const usual, chosen = 300 * time.Millisecond, 50 * time.Millisecond
	d := newDesk(t)
	pauses := make(chan time.Duration, 10_000)
	d.Server.Pace = usual
	d.Server.After = func(pause time.Duration) <-chan time.Time {
		pauses <- pause
		return time.After(0)
	}
	ann := d.open(d.table("glacier", 3, "human", "greedy")[0])
	ann.until("ask", "data-none")
	next := func() time.Duration { // Ann answers until a bot has acted
		for {
			select {
			case pause := <-pauses:
				return pause
			default:
			}
			if ann.asked() == "" {
				ann.read()
				continue
			}
			was := ann.at()
			for ann.move(); ann.asked() != "" && ann.at() == was; {
				ann.read()
			}
		}
	}
	require.Equal(t, usual, next())
	ann.send(`{"do":"pace","at":50}`)
	for ann.said = ""; ann.said != "The pace of the bots was changed."; {
		ann.read()
	}
	for len(pauses) > 0 {
		<-pauses // from before the change
	}
	require.Equal(t, chosen, next())
}

// Pages are told at once who comes and who goes.
func TestPresence(t *testing.T) {
	d := newDesk(t)
	links := d.table("market", 1, "human", "human")
	ann := d.open(links[0])
	ann.until("seats", "away")
	bob := d.open(links[1])
	for strings.Contains(ann.html["seats"], "away") {
		ann.read()
	}
	require.NoError(t, bob.conn.CloseNow())
	ann.read()
	require.Contains(t, ann.html["seats"], "away", "the next message tells it, without a timer")
}

// The options of a long question stand under the headings that the game gives them.
func TestHeadingsOfOptions(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("nomads", 3, "human")[0])
	for range 40 {
		if strings.Contains(p.html["ask"], `<li class="head">Your cards and stones</li>`) {
			return
		}
		was := p.at()
		for p.move(); p.at() == was; {
			p.read()
		}
	}
	t.Fatal("no option has a heading: ", p.html["ask"])
}

// After the match, hidden pieces are revealed.
func TestHiddenPiecesAreLaidOpenAtTheEnd(t *testing.T) {
	d := newDesk(t)
	links := d.table("duel", 1, "human", "random")
	p := d.open(links[0])
	require.Contains(t, p.html["board"], "Blow (unseen)")
	p.finish()
	require.NotContains(t, p.html["board"], "(unseen)")
}

// No question of the shipped games is declined by a word of the program.
func TestDecliningHasANameInTheGames(t *testing.T) {
	for _, game := range []string{"glacier", "tusk", "nomads"} {
		g, err := interpreter.Load(games.Sources(t, "../../../../.."), game, interpreter.Options{})
		require.NoError(t, err)
		for seed := range uint64(6) {
			h := match.Header{Game: game, Seed: seed, Lang: "en", Players: g.Program.MinPlayers, IDs: g.Seats()[:g.Program.MinPlayers], Seats: slices.Repeat([]string{match.Random}, g.Program.MinPlayers)}
			m, err := match.New(g, h, match.Options{})
			require.NoError(t, err)
			for range 1500 {
				if q := m.Question(); q != nil {
					require.NotContains(t, []string{"pass", "nothing", "none of these"}, q.None, "%s: %s %s", game, q.Name, q.Text)
				}
				if more, err := m.Step(); !more {
					require.NoError(t, err)
					break
				}
			}
		}
	}
}

// The page of a companion first tells the players what to repeat on their own table, then asks. What cannot come up in the match is not
// listed, and the end of the turn stands last.
func TestACompanionBeginsWithTheOwnTable(t *testing.T) {
	d := newDesk(t)
	p := d.open(d.table("nomads", 3, "human")[0])
	until := func(question string) string {
		for p.asked() != question {
			was := p.at()
			for p.move(); p.at() == was; {
				p.read()
			}
		}
		return plain(p.html["todo"] + p.html["ask"])
	}
	require.Regexp(t, `On your table, do for the nomads:.*A nomad figure goes on .*Your turn: where does your figure go\?`, until("Your turn: where does your figure go?"))
	facts := until("What did you do on your table? Enter each.")
	require.Regexp(t, `(?i)Play your side on your own table:.*Your action(Dedicate|Develop|Migrate|Hunt|Rest).*What did you do on your table\?.*Nothing moreWhat follows: (the nomads have their turn|you place your next figure|the eclipse begins) Not now \(\d+\)Not now.*Nothing moreYour own food, .*: nothing to enter\.`, facts)
	require.NotContains(t, facts, "aft moved")
}
