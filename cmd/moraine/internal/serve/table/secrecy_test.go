package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	decider "moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
	"moraine/interpreter/words"
)

// In random matches of every game, wherever a seat is asked, the cards that it cannot know are dealt anew. Then all
// bytes that it is sent stay the same: its page, the messages of its socket with the context of the question and the
// presence of others, and the panels that it opens. (Package match compares the logs of such matches.)
func TestEveryByteSentStaysEqual(t *testing.T) {
	t.Parallel()
	total, logs := 0, 0
	all := games.Every(t, "../../../../..")
	maps.Copy(all, games.Corpus(t))
	for id, g := range all {
		t.Run(id, func(t *testing.T) {
			matches, every := soak.Or(8, 1), soak.Step(1, 1)
			if len(g.Program.Pieces) > 60 {
				matches, every = 1, soak.Step(1, 8) // of which each is as long
			}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players += soak.Step(1, 1) {
				for seed := range uint64(matches) {
					swapped, logged := swaps(t, g, players, seed, every, fmt.Sprintf("%s, %d players, seed %d", id, players, seed))
					total, logs = total+swapped, logs+logged
				}
			}
		})
	}
	require.Greater(t, total, soak.Cases(100, 100))
	require.Greater(t, logs, soak.Cases(20, 20))
}

// swaps plays a match and examines one of each given number of requests. It returns how many times hidden information
// could be dealt anew, and how many times the log of the next decision was compared.
func swaps(t *testing.T, g *interpreter.Game, players int, seed uint64, every int, of string) (swapped, logged int) {
	m, dice, lots := decider.New(g, players), decider.NewRandom(seed), decider.NewRNG(seed, 7)
	here, there := tableOf(t, g, players), tableOf(t, g, players)
	logs := [2]*table{tableOf(t, g, players), tableOf(t, g, players)} // at these, decisions are made
	twin := decider.New(g, players)
	for r, n := m.Next(), 0; r != nil; r, n = m.Next(), n+1 {
		answer := slices.Clone(dice.Decide(m, r))
		_, sealed := m.Sealed()
		for seat := range int32(players) {
			if n%every != 0 || r.By != decider.Seat(seat) && (r.By < 0 || sealed || lots.Below(6) > 0 || !inSight(seat, r)) {
				continue
			}
			twin.Restore(m.State())
			if !decider.Redeal(g, twin, seat, &lots, decider.NewRandom(seed)) || twin.State().Equal(m.State()) {
				continue
			}
			if twin.Next() == nil { // the other values leave no answer to the open question
				continue
			}
			swapped++
			here.m.SetState(m.State())
			there.m.SetState(twin.State())
			lang := []serve.Lang{"en", "de"}[swapped%2]
			acts := panels(g, &lots)
			if r.By == decider.Seat(seat) {
				for _, closed := range append(here.m.Refused(here.m.Question()), match.Reason{}, match.Reason{Text: "a"}) {
					acts = append(acts, act{Do: doWhy, Name: closed.Text})
				}
			}
			for _, eyes := range []int32{seat, match.Public} { // the public knows nothing beyond the knowledge of the seat
				requireSame(t, sent(t, here, eyes, lang, acts), sent(t, there, eyes, lang, acts), "%s: %s at %s", of, g.Seats()[seat], r.Name)
			}
			if r.By == decider.Seat(seat) {
				logs[0].m.SetState(m.State())
				logs[1].m.SetState(twin.State())
				if equalLogs(t, logs, query{eyes: seat, lang: lang}, answer, fmt.Sprintf("%s: %s at %s", of, g.Seats()[seat], r.Name)) {
					logged++
				}
			}
		}
		if err := m.Answer(answer...); err != nil { // some games of the corpus have faults
			require.Contains(t, of, ".", err)
			break
		}
	}
	return swapped, logged
}

// panels returns requests for the panels of a few cards, zones and fields.
func panels(g *interpreter.Game, lots interface{ Below(n int) int }) (out []act) {
	var ids []string
	for _, c := range g.Program.Cards {
		ids = append(ids, "card."+c.Name)
	}
	for _, z := range slices.Concat(g.Syntax.Zones, g.Syntax.Player.Zones) {
		ids = append(ids, "zone."+z.Name)
	}
	for _, f := range slices.Concat(g.Syntax.Fields, g.Syntax.Player.Fields) {
		ids = append(ids, "field."+f.Name)
	}
	const few = 5
	for range min(few, len(ids)) {
		out = append(out, act{Do: doAbout, Name: ids[lots.Below(len(ids))]})
	}
	return out
}

// sent returns all that a viewer is sent: its page, the first message of its socket, and those that answer acts. One
// other seat is present, too.
func sent(t *testing.T, at *table, eyes int32, lang serve.Lang, acts []act) string {
	w := &watcher{eyes: eyes, lang: lang, shown: map[string]template.HTML{}, queue: make(chan *serve.Put, 1+len(acts))}
	at.watchers.open = map[*watcher]bool{w: true, {eyes: int32(len(at.Seats)) - 1 - max(eyes, 0), lang: lang}: true}
	page, data, err := at.as(eyes, lang).page()
	require.NoError(t, err)
	at.shows(w, map[shows]map[string]template.HTML{{eyes, lang, 0}: data["Parts"].(map[string]template.HTML)}) // not rendered twice
	for i := range acts {
		if err := at.does(w, &acts[i]); err != nil && acts[i].Do != doWhy {
			require.NoError(t, err, acts[i].Name)
		}
	}
	close(w.queue)
	all := []any{page, data, lang}
	for _, words := range []bool{false, true} {
		q := query{eyes: eyes, lang: lang, words: words}
		all = append(all, at.state(q), at.offers(q), at.result(q))
	}
	for p := range w.queue {
		all = append(all, p)
	}
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return string(text)
}

// requireSame compares messages. Only if they differ, it lays them out in lines, which would take a seventh of the test.
func requireSame(t *testing.T, a, b, format string, args ...any) {
	t.Helper()
	if a == b {
		return
	}
	var lines [2]bytes.Buffer
	require.NoError(t, json.Indent(&lines[0], []byte(a), "", " "))
	require.NoError(t, json.Indent(&lines[1], []byte(b), "", " "))
	require.Equal(t, lines[0].String(), lines[1].String(), fmt.Sprintf(format, args...))
}

// equalLogs makes a decision at two tables. If the seat then sees the same on both and the same question follows, the new
// lines of its log must be the same, too.
func equalLogs(t *testing.T, tables [2]*table, q query, answer []int32, of string) (compared bool) {
	var views, logs [2]string
	for i, at := range tables {
		q.from = engine.Length(at.m, at.logOf(q.eyes, q.lang))
		if at.m.Answer(q.eyes, answer) != nil {
			return false
		}
		var next match.Ask
		if _, known := at.m.ToMove(q.eyes); !known || !at.m.Ask(&next) {
			return false // the next seat and the winner can depend on hidden pieces
		}
		view, err := json.Marshal(engine.View(at.m, q.eyes, false))
		require.NoError(t, err)
		log, err := json.Marshal(at.lines(q))
		require.NoError(t, err)
		text, _, _ := strings.Cut(string(log), `"next":`) // counts the lines of earlier moments, too
		views[i], logs[i] = fmt.Sprintf("%d %s %s", next.Seat, next.Name, view), text
	}
	if views[0] == views[1] {
		require.Equal(t, logs[0], logs[1], of)
		return true
	}
	return false
}

// inSight reports whether a seat sees a request and the step that asks it. Whether another seat is asked can
// depend on its hidden pieces.
func inSight(seat int32, r *decider.Request) bool {
	for i := range r.Options {
		if !r.ShowsOption(decider.Seat(seat), i) {
			return false
		}
	}
	return r.SeenBy(decider.Seat(seat))
}

// A hidden decision changes nothing on the page of another seat: its bytes, and how far it can look back,
// stay the same until the seat learns of it. Acts of other seats are not counted there.
func TestHiddenDecisionsAreNotCounted(t *testing.T) {
	d := newDesk(t)
	id := strings.Split(d.table("duel", 6, "human", "human")[0], "/")[2]
	st, err := openStore(d.Server)
	require.NoError(t, err)
	defer st.close()
	at := st.tables[id]
	at.mu.Lock()
	require.NoError(t, at.wake())
	shown := func(eyes int32) (out map[string]template.HTML, past int) {
		parts, _, err := at.as(eyes, "en").parts(0)
		require.NoError(t, err)
		return parts, len(at.known(eyes))
	}
	hidden := 0
	for n := 0; n < 400 && hidden < 3 && !at.m.Over(); n++ {
		settle(at)
		q := at.m.Question()
		if q == nil {
			break
		}
		other := 1 - q.Seat
		_, known := at.m.ToMove(other)
		was, past := shown(other)
		var pick []int
		if known { // else he lets it pass
			for i := range q.Least {
				pick = append(pick, i+1)
			}
		}
		require.NoError(t, at.answer(q.Seat, &act{Do: doAnswer, At: at.at(q.Seat), Pick: pick}))
		if now, total := shown(other); !known && now["log"] == was["log"] && at.m.Question() == nil {
			hidden++
			require.Equal(t, past, total)
			require.Equal(t, was["ask"], now["ask"])
		}
	}
	at.mu.Unlock()
	require.Positive(t, hidden)
}

// tableOf is a table at which persons sit.
func tableOf(t *testing.T, g *interpreter.Game, players int) *table {
	h := match.Header{Game: g.ID, Seed: 1, Lang: "en", Players: players, IDs: g.Seats()[:players]}
	out := &table{seating: seating{ID: "a", Watch: "w"}, store: &store{}}
	for i := range players {
		h.Seats = append(h.Seats, match.Human)
		out.Seats = append(out.Seats, seatOf{Kind: match.Human, Secret: fmt.Sprint("secret", i)})
	}
	for _, lang := range words.Spoken {
		for i := range players {
			out.ears = append(out.ears, match.Recipient{Eyes: int32(i), Lang: lang})
		}
		out.ears = append(out.ears, match.Recipient{Eyes: match.Public, Lang: lang})
	}
	var err error
	out.m, err = match.New(g, h, match.Options{Kept: true, Page: true}, out.ears...)
	require.NoError(t, err)
	return out
}

// kindsOf are seats of some kinds.
func kindsOf(kinds ...string) (out []seatOf) {
	for _, kind := range kinds {
		out = append(out, seatOf{Kind: kind})
	}
	return out
}
