package table

import (
	"fmt"
	"html/template"
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

// In random matches of every game, wherever somebody is asked, what each seat cannot know is dealt anew:
// then every byte that is sent to it stays the same. (That its log does is held by package match; a
// page is made of nothing else.)
func TestEveryByteSentStaysEqual(t *testing.T) {
	total := 0
	for id, g := range games.Every(t, "../../../../..") {
		matches, every := soak.Or(8, 1), 1
		if len(g.Program.Pieces) > 60 {
			matches, every = 1, soak.Or(1, 4) // of which each is as long
		}
		for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
			for seed := range uint64(matches) {
				total += swaps(t, g, players, seed, every, fmt.Sprintf("%s, %d players, seed %d", id, players, seed))
			}
		}
	}
	require.Greater(t, total, 100)
}

// swaps plays a match, looks at one of so many requests, and returns how often what a seat cannot know
// could be otherwise.
func swaps(t *testing.T, g *interpreter.Game, players int, seed uint64, every int, of string) (swapped int) {
	m, dice, lots := engine.New(g, players), engine.NewRandom(seed), engine.NewRNG(seed, 7)
	here, there := tableOf(t, g, players), tableOf(t, g, players)
	twin := engine.New(g, players)
	for r, n := m.Next(), 0; r != nil; r, n = m.Next(), n+1 {
		answer := slices.Clone(dice.Decide(m, r))
		_, sealed := m.Sealed()
		for seat := range int32(players) {
			if n%every != 0 || r.By != seat && (r.By < 0 || sealed || lots.Below(6) > 0 || !inSight(m, seat, r)) {
				continue
			}
			twin.Restore(m.State())
			if !engine.Redeal(g, twin, seat, &lots, engine.NewRandom(seed)) || twin.State().Equal(m.State()) {
				continue
			}
			swapped++
			here.m.SetState(m.State())
			there.m.SetState(twin.State())
			lang := []serve.Lang{"en", "de"}[swapped%2]
			for _, eyes := range []int32{seat, match.Public} { // which knows nothing that he does not
				a, err := here.parts(eyes, lang, 0)
				require.NoError(t, err, of)
				b, err := there.parts(eyes, lang, 0)
				require.NoError(t, err, of)
				require.Equal(t, a, b, "%s: %s at %s", of, g.Seats()[seat], r.Name)
			}
			if r.By != seat {
				continue
			}
			for _, closed := range append(here.m.Closed(here.m.Question()), match.Reason{}, match.Reason{Text: "a"}) {
				a, err := here.why(seat, lang, closed.Text)
				require.NoError(t, err, of)
				b, err := there.why(seat, lang, closed.Text)
				require.NoError(t, err, of)
				require.Equal(t, a, b, "%s: %s asks why at %s", of, g.Seats()[seat], r.Name)
			}
		}
		require.NoError(t, m.Answer(answer...))
	}
	return swapped
}

// inSight reports whether a seat sees a request, and all that it is between. Whether another is asked may
// depend on what he holds.
func inSight(m *engine.Match, seat int32, r *engine.Request) bool {
	for i := range r.Options {
		if !m.SeesOption(seat, r, i) {
			return false
		}
	}
	return m.SeesRequest(seat, r)
}

// Of what is decided and hidden a page is told nothing, not even that something was: its bytes, and how far it can
// look back, stay the same until its seat is told something. And what another seat has done is not counted there.
func TestWhatIsHiddenIsNotCounted(t *testing.T) {
	d := newDesk(t)
	id := strings.Split(d.table("duel", 6, "human", "human")[0], "/")[2]
	st, err := openStore(d.Server)
	require.NoError(t, err)
	defer st.close()
	at := st.tables[id]
	at.mu.Lock()
	require.NoError(t, at.wake())
	shown := func(eyes int32) (out map[string]template.HTML, past int) {
		parts, err := at.parts(eyes, "en", 0)
		require.NoError(t, err)
		return parts, len(at.known(eyes))
	}
	hidden := 0
	for n := 0; n < 400 && hidden < 3 && !at.m.Over(); n++ {
		for at.playing {
			at.mu.Unlock()
			runtime.Gosched()
			at.mu.Lock()
		}
		q := at.m.Question()
		if q == nil {
			break
		}
		other := 1 - q.Seat
		_, known := at.m.Waits(other)
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
	out := &table{ID: "a", Watch: "w", store: &store{}}
	for i := range players {
		h.Seats = append(h.Seats, match.Human)
		out.Seats = append(out.Seats, seatOf{Kind: match.Human, Secret: fmt.Sprint("secret", i)})
		out.ears = append(out.ears, match.Ear{Eyes: int32(i), Lang: "en"})
	}
	out.ears = append(out.ears, match.Ear{Eyes: match.Public, Lang: "en"})
	var err error
	out.m, err = match.New(g, h, match.Options{Kept: true}, out.ears...)
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
