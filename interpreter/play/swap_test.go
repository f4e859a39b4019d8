package play

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Nothing that a seat gets depends on what it cannot know. In random matches of
// every game, wherever somebody is asked, what each seat cannot know is dealt anew:
// then the seat gets the same bytes as before. And of what happens next, it is told
// the same in both worlds, if after it the seat knows the same in both.
func TestSwappingWhatIsUnknownChangesNothing(t *testing.T) {
	for id, g := range everyGame(t) {
		for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
			t.Run(fmt.Sprintf("%s/%d players", id, players), func(t *testing.T) {
				t.Parallel()
				s := newSwapper(t, g, players)
				matches := 20
				if len(g.Program.Pieces) > 60 {
					matches = 2 // of which each is as long
				}
				if testing.Short() {
					matches /= 2
				}
				for seed := range uint64(matches) {
					s.play(seed)
				}
				if slices.Contains(secretive, id) {
					require.True(t, s.swapped > 0 && s.equal > 0, "%d and %d of %d", s.swapped, s.equal, s.looked)
				}
			})
		}
	}
}

// secretive are the games in which something is hidden from whoever decides.
var secretive = []string{"glacier", "tusk", "duel", "blind", "stairs", "glimpse", "liars"}

// everyGame is every shipped game, and every one of the tests of this package.
func everyGame(t *testing.T) map[string]*interpreter.Game {
	t.Helper()
	shipped := interpreter.Sources{{Name: ".", FS: os.DirFS("../..")}}
	out := map[string]*interpreter.Game{}
	load := func(from interpreter.Sources, id string) {
		g, err := interpreter.Load(from, id, interpreter.Options{})
		require.NoError(t, err)
		out[id] = g
	}
	for _, id := range shipped.Games() {
		load(shipped, id)
	}
	own, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	for _, file := range own {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		id, files := strings.TrimSuffix(filepath.Base(file), ".yaml"), fstest.MapFS{}
		for i, doc := range strings.Split(string(text), "---\n") {
			files[fmt.Sprintf("cards/%s/%c.yaml", id, 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
		}
		load(interpreter.Sources{{Name: "test", FS: files}}, id)
	}
	return out
}

// swapper plays a match, and beside it, seat by seat, one in which what the seat
// cannot know is otherwise.
type swapper struct {
	t       *testing.T
	match   *machine.Match
	worlds  [2]*world
	lots    decide.RNG
	looked  int
	swapped int // times that the other world was another,
	equal   int // and that what happened next looked the same
	of      string
	bots    []string
	seed    uint64
}

// world is a match as a seat gets it: with the session of somebody who sits there.
type world struct {
	*session
	out *bytes.Buffer
	saw []int32 // what the seat has seen move since
}

// Event implements machine.Observer.
func (w *world) Event(ev machine.Event) {
	watch{w.session}.Event(ev)
	switch ev.Kind {
	case machine.Moved, machine.Flipped:
		p := ev.Piece
		if !w.Knows(w.log.eyes, p) {
			p = -1
		}
		w.saw = append(w.saw, int32(ev.Kind), p, ev.From, ev.To)
	}
}

// goOn goes on to where the seat sees what is asked.
func (w *world) goOn(seat int32) {
	lots := decide.NewRandom(9)
	for r := w.Next(); r != nil && r.By >= 0 && !inSight(w.Match, seat, r); r = w.Next() {
		if w.Answer(lots.Decide(w.Match, r)...) != nil {
			return
		}
	}
}

// inSight reports whether a seat sees a request, and all that it is between. Whether
// another is asked may depend on what he holds.
func inSight(m *machine.Match, seat int32, r *machine.Request) bool {
	for i := range r.Options {
		if r.By != seat && !m.SeesOption(seat, r, i) {
			return false
		}
	}
	return m.SeesRequest(seat, r)
}

func newSwapper(t *testing.T, g *interpreter.Game, players int) *swapper {
	s := &swapper{t: t, match: machine.New(g.Program, players, nil)}
	for i := range s.worlds {
		w := &world{out: &bytes.Buffer{}}
		o := Options{Players: players, Bots: person, Seed: 1, Out: w.out, In: strings.NewReader("")}
		w.session = &session{Options: o, ctx: context.Background(), game: g, in: newInput(o.In), looks: -1}
		require.NoError(t, w.open())
		s.worlds[i] = w
	}
	for _, b := range g.Syntax.Bots {
		s.bots = append(s.bots, b.Name)
	}
	return s
}

func (s *swapper) play(seed uint64) {
	m, dice := s.match, decide.NewRandom(seed)
	m.Reset(int(s.match.Env.Players()))
	s.lots, s.seed = decide.NewRNG(seed, 7), seed
	for r := m.Next(); r != nil; r = m.Next() {
		q := *r
		q.Options = slices.Clone(r.Options)
		m.Restore(m.State().Clone())
		r = m.Next() // asked again, of the same state, it is the same request
		require.Equal(s.t, []any{q.Name, q.By, q.Options}, []any{r.Name, r.By, r.Options})
		a := slices.Clone(dice.Decide(m, r))
		_, sealed := m.Sealed() // then what others have decided is dealt anew for who decides now, alone
		for seat := range m.Env.Players() {
			if r.By == seat || r.By >= 0 && !sealed && s.lots.Below(6) == 0 {
				s.swap(seat, a)
			}
		}
		require.NoError(s.t, m.Answer(a...))
	}
	require.NoError(s.t, m.Err())
}

// swap deals anew what a seat cannot know, and compares.
func (s *swapper) swap(seat int32, answer []int32) {
	s.looked++
	var again machine.Determinizer
	twin := machine.New(s.match.P, int(s.match.Env.Players()), nil)
	twin.Restore(s.match.State())
	if len(s.bots) > 0 {
		again.Likely = s.match.P.Bots[s.bots[0]][program.Likely]
	}
	again.Look(twin, seat)
	if !again.Guess(&s.lots, decide.NewRandom(s.seed).Decide) || twin.State().Equal(s.match.State()) {
		return
	}
	s.swapped++
	s.of = fmt.Sprintf("seed %d: %s gets at %s", s.seed, s.match.P.Seats[seat], s.match.Next().Name)
	require.NoError(s.t, twin.CheckInvariants(), "%s", s.of)
	a, b := s.worlds[0], s.worlds[1]
	a.begin(s.match, seat)
	b.begin(twin, seat)
	require.Equal(s.t, seen(a.Match, seat), seen(b.Match, seat), "%s", s.of)
	require.Equal(s.t, a.tableFor(seat), b.tableFor(seat), "%s", s.of)
	if !inSight(s.match, seat, s.match.Next()) {
		return // to the seat this request is none, and need be none in the other world
	}
	bots := append(slices.Clone(s.bots), "random")
	if s.swapped%20 == 0 {
		bots = append(bots, "mcts=6")
	}
	require.Equal(s.t, a.gets(seat, bots), b.gets(seat, bots), "%s", s.of)
	if a.Answer(answer...) != nil || b.Answer(answer...) != nil {
		return
	}
	a.goOn(seat)
	b.goOn(seat)
	if a.Finished() || b.Finished() {
		return // who has won tells what they had
	}
	if slices.Equal(a.saw, b.saw) && slices.Equal(seen(a.Match, seat), seen(b.Match, seat)) {
		s.equal++
		require.Equal(s.t, a.told(), b.told(), "%s", s.of)
	}
}

// begin goes on from a match as it stands, with a log for a seat.
func (w *world) begin(m *machine.Match, seat int32) {
	w.log = newLog(w.Match, w.names, seat, false)
	w.turned, w.saw, w.Observer = w.turned[:0], w.saw[:0], w
	w.Restore(m.State())
}

// gets is all that a seat gets now.
func (w *world) gets(seat int32, bots []string) string {
	w.out.Reset()
	r := w.Next()
	w.say("%s %v %d %d %v\n", r.Name, r.Kind, r.Least, r.Most, r.Optional)
	for _, o := range w.P.Offers {
		w.say("%s: %v\n", o.Name, w.MayOffer(o.Name, seat))
	}
	if r.By != seat {
		return w.out.String()
	}
	_, question := w.question(w.through(r.By), r)
	w.say("%s", question)
	_, err := why(w.session, r, "")
	for _, m := range w.P.Mays {
		for i := range m.Options {
			if m.Request == r.Name {
				w.whyNot(r, w.names.Option(m.Request, m.Options[i].Name))
			}
		}
	}
	w.whyNot(r, "a")
	w.say("%s%s", w.tableSeenBy(seat).fitting(nil, 24, w.names), strings.Join(w.through(seat).cards(""), ""))
	w.say("%v\n", err)
	all := []int32{}
	for i := range r.Options {
		w.say("%v %v\n", w.Check([]int32{int32(i)}), r.Options[i].Count)
		all = append(all, int32(i))
		w.say("%v\n", w.Check(all))
	}
	for _, name := range bots {
		w.say("%s\n", w.bot(name, r))
	}
	return w.out.String()
}

// bot is what a bot thinks of the answers, and what it does. Where it looks at what
// the seat may not see, that is a fault, of which it learns no more.
func (w *world) bot(name string, r *machine.Request) string {
	d, err := decide.NewPolicy(w.P, name, decide.NewRNG(3, 1))
	if err != nil {
		return err.Error()
	}
	out := name
	if wishes := w.Wishes(w.P.Bots[name]); wishes != nil && wishes.Answer != nil {
		for i := range r.Options {
			worth, ok := w.Worth(wishes.Answer, []int32{int32(i)})
			out += fmt.Sprint(" ", worth, ok)
			w.forgive()
		}
	}
	out += fmt.Sprint(" does ", d.Decide(w.Match, r), w.Err())
	w.forgive()
	return out
}

func (w *world) forgive() { w.Env.Err = nil }

// told is what the log says.
func (w *world) told() string {
	w.log.flush()
	var out []string
	for _, l := range spoken(w.log.lines) {
		out = append(out, l.String())
	}
	return strings.Join(out, "")
}

// seen is all that a seat sees of a match.
func seen(m *machine.Match, seat int32) []int32 {
	var out []int32
	e := &m.Env
	for z := range int32(len(e.Zones)) {
		if z > 0 && e.Counts(seat, z) {
			out = append(out, z, e.Len(z))
		}
	}
	for p := range int32(len(e.Pieces)) {
		if z := e.In(p); e.Knows(seat, p) {
			out = append(out, p, z, state.Join(e.Flags(p), false), above(m, p))
		}
	}
	note := func(f *schema.Field, of int32, word int) {
		switch p := e.W[word]; {
		case !e.Reads(seat, f, of):
		case f.Type.Base == schema.Piece && p >= 0 && !e.Knows(seat, p):
			out = append(out, e.In(p), above(m, p))
		default:
			out = append(out, p)
		}
	}
	for _, f := range e.GameFields {
		note(f, schema.Nothing, f.Slot)
	}
	for _, f := range e.PlayerFields {
		for of := range e.Players() {
			note(f, of, f.Slot+int(of))
		}
	}
	var backs [][]int32
	for p := range int32(len(e.Pieces)) {
		z, known := e.In(p), e.Knows(seat, p)
		back := []int32{z, above(m, p), state.Join(e.Flags(p), false)}
		for _, f := range e.Kinds[e.Pieces[p].Kind].Marks {
			if at := e.MarkSlot(f, p); known {
				note(f, p, at)
			} else if e.Reads(seat, f, p) {
				back = append(back, e.W[at])
			}
		}
		if !known && e.Counts(seat, z) {
			backs = append(backs, back)
		}
	}
	slices.SortFunc(backs, slices.Compare[[]int32])
	return append(out, slices.Concat(backs...)...)
}

// above is how many blocks lie above a piece, where there is an order.
func above(m *machine.Match, p int32) (n int32) {
	z := m.Env.In(p)
	for q := m.Env.Head(z); q >= 0 && q != p && m.Env.Zones[z].Decl.Stack; q = m.Env.Next(q) {
		if !m.Env.Glued(q) {
			n++
		}
	}
	return n
}
