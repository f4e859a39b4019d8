package table

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"log"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// session is a table with open pages, whose messages are kept.
type session struct {
	*testing.T
	*table
	pages map[int32]*watcher
}

// Two tables play the same acts, with other cards in the places that are hidden from a seat. As long as the
// view and the log of the match are the same for the seat, all messages of its socket are the same after each
// act, and so are those of a spectator. (Package match compares views and logs.)
func TestEveryMessageOfASessionStaysEqual(t *testing.T) {
	t.Parallel() // it mostly waits for the disk
	data := games.Sources(t, "../../../../..")
	var stores [2]*store
	for i := range stores {
		desk, err := serve.New(serve.Options{Data: data, Folder: t.TempDir(), Errors: log.New(io.Discard, "", 0)})
		require.NoError(t, err)
		defer desk.Close()
		stores[i], err = openStore(desk)
		require.NoError(t, err)
		defer stores[i].close()
	}
	compared := map[string]int{}
	for id, g := range games.Every(t, "../../../../..") {
		t.Run(id, func(t *testing.T) {
			matches := soak.Or(200, 10)
			if len(g.Program.Pieces) > 60 {
				matches = 1
			}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players += soak.Step(1, 1) {
				for seed := range uint64(matches) {
					compared[id] += sessions(t, g, stores, players, seed)
				}
			}
		})
	}
	for _, id := range []string{"blind", "duel", "glimpse", "liars", "rounds", "stairs"} {
		require.Greater(t, compared[id], soak.Cases(20, 20), id)
	}
}

// sessions plays a random match up to a question, and from there on at two tables. It returns the number of acts after
// which the messages were compared.
func sessions(t *testing.T, g *interpreter.Game, stores [2]*store, players int, seed uint64) (compared int) {
	m, dice, lots := engine.New(g, players), engine.NewRandom(seed), engine.NewRNG(seed, 9)
	for n := lots.Below(8); ; n-- {
		r := m.Next()
		if _, sealed := m.Sealed(); r == nil || n <= 0 && r.By >= 0 && !sealed {
			break
		}
		require.NoError(t, m.Answer(slices.Clone(dice.Decide(m, r))...))
	}
	seat, twin := int32(lots.Below(players)), engine.New(g, players)
	twin.Restore(m.State())
	r := m.Next()
	if r != nil && seed%2 == 0 {
		seat = int32(r.By)
	}
	if r == nil || int32(r.By) != seat && !inSight(seat, r) || !engine.Redeal(g, twin, seat, &lots, engine.NewRandom(seed)) || twin.State().Equal(m.State()) {
		return 0
	}
	var both [2]*session
	for i, st := range stores {
		tb, err := st.make(g.ID, interpreter.Options{}, seed, "en", slices.Repeat([]seatOf{{Kind: match.Human}}, players), nil)
		require.NoError(t, err)
		both[i] = &session{t, tb, map[int32]*watcher{}}
		tb.mu.Lock()
		defer func() {
			tb.watchers.open = nil // they have no sockets
			tb.mu.Unlock()
			require.NoError(t, st.remove(tb))
		}()
		require.NoError(t, tb.wake())
		settle(both[i].table)
	}
	here, there := both[0], both[1]
	here.m.SetState(m.State())
	there.m.SetState(twin.State())
	there.epoch = here.epoch
	same := []string{there.ID, here.ID, there.Watch, here.Watch}
	for i := range here.Seats {
		same = append(same, there.Seats[i].Secret, here.Seats[i].Secret)
	}
	names := strings.NewReplacer(same...)
	for eyes := int32(match.Public); eyes < int32(players); eyes++ {
		for _, s := range both {
			w := &watcher{eyes: eyes, lang: serve.Lang([]string{"en", "de"}[seed%2]), shown: map[string]template.HTML{}, queue: make(chan *serve.Put, 1000)}
			s.pages[eyes] = w
			s.watchers.add(w)
		}
	}
	here.tell()
	there.tell()
	for n := range soak.Cases(60, 60) {
		for _, eyes := range []int32{seat, match.Public} {
			if !reflect.DeepEqual(here.known(eyes), there.known(eyes)) || here.m.Over() {
				return compared // at the end of a match all is shown
			}
		}
		for _, eyes := range []int32{seat, match.Public} {
			requireSame(t, here.got(eyes), names.Replace(there.got(eyes)), "%s, %d players, seed %d, act %d, for %d", g.ID, players, seed, n, eyes)
		}
		compared++
		q, r := here.m.Question(), there.m.Question()
		if q == nil || r == nil || q.Seat != r.Seat || q.Name != r.Name {
			return compared
		}
		by, a := q.Seat, act{Do: doAnswer}
		switch k := lots.Below(20); {
		case here.wish != nil && there.wish != nil:
			by, a = int32(lots.Below(players)), act{Do: []string{doAgree, doAgree, doAgree, doRefuse}[lots.Below(4)]}
		case k == 0:
			by, a.Do = int32(lots.Below(players)), doUndo
		case k == 1:
			by, a.Do = seat, doWhy
		case k == 2:
			by = seat // asked or not
		case k == 3:
			if all := here.m.Offers(); len(all) > 0 {
				by, a = int32(lots.Below(players)), act{Do: doOffer, Name: all[lots.Below(len(all))]}
			}
		}
		if a.Do == doAnswer && len(q.Options) > 0 {
			for range q.Least + lots.Below(max(1, min(q.Most, len(q.Options))-q.Least+1)) {
				a.Pick = append(a.Pick, 1+lots.Below(len(q.Options)))
			}
		}
		made := [2]int{len(here.m.Decisions()), len(there.m.Decisions())}
		here.says(by, a)
		for i, pick := range a.Pick { // the same option can have another number
			if k := slices.IndexFunc(r.Options, func(o match.Option) bool { return o.Name == q.Options[pick-1].Name }); k >= 0 && by != seat {
				a.Pick[i] = k + 1
			}
		}
		there.says(by, a)
		if (len(here.m.Decisions()) == made[0]) != (len(there.m.Decisions()) == made[1]) && by != seat {
			return compared // one of them is illegal
		}
	}
	return compared
}

// says sends a message of a seat's page.
func (s *session) says(seat int32, a act) {
	if a.At = s.at(seat); s.wish != nil && (a.Do == doAgree || a.Do == doRefuse) {
		a.At = s.wish.number
	}
	text, err := json.Marshal(a)
	require.NoError(s, err)
	s.mu.Unlock()
	require.NoError(s, s.hear(s.pages[seat], text))
	s.mu.Lock()
	settle(s.table)
}

// settle waits until a person is asked or the match is over.
func settle(t *table) {
	for t.playing {
		t.mu.Unlock()
		runtime.Gosched()
		t.mu.Lock()
	}
}

// known returns all that a viewer knows of the match.
func (s *session) known(eyes int32) []any {
	seat, known := s.m.ToMove(eyes)
	var lines []string
	for _, l := range s.m.Log(s.logOf(eyes, anyLang)) {
		lines = append(lines, fmt.Sprint(l.Text, l.Cites, l.Chapter, l.Skipped < 0))
	}
	return []any{s.m.View(eyes, nil), lines, seat, known, s.m.Over()}
}

// got returns the messages that a page has been sent since the last call.
func (s *session) got(eyes int32) string {
	w := s.pages[eyes]
	var all []*serve.Put
	for len(w.queue) > 0 {
		all = append(all, <-w.queue)
	}
	text, err := json.Marshal(all)
	require.NoError(s, err)
	return string(text)
}
