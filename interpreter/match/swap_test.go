package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/soak"
)

// Information hidden from a seat has no effect on anything that the seat receives. In random matches of every
// game, at every request, the information hidden from each seat is dealt anew: the seat then gets the same
// bytes as before. If the seat has the same knowledge in both worlds after the next events, its reports of
// these events are the same, too.
func TestSwappingWhatIsUnknownChangesNothing(t *testing.T) {
	for id, g := range everyGame(t) {
		for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players += soak.Step(1, 1) {
			t.Run(fmt.Sprintf("%s/%d players", id, players), func(t *testing.T) {
				t.Parallel()
				s := newSwapper(t, g, players)
				s.mayBreak = strings.Contains(id, ".") // some games of the corpus have faults
				matches := soak.Cases(20, 5)
				if len(g.Program.Pieces) > 60 {
					matches = soak.Cases(2, 1) // of which each is as long
					s.every = soak.Step(1, 4)
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
var secretive = []string{"glacier", "tusk", "duel", "blind", "stairs", "glimpse", "liars", "rounds", "purse", "reveal.reveal"}

// swapper plays a match, and beside it, for each seat, a second one with other hidden information.
type swapper struct {
	t        *testing.T
	match    *machine.Match
	worlds   [2]*world
	lots     decide.RNG
	looked   int
	swapped  int // times that the other world was another,
	equal    int // cases with the same events afterwards
	of       string
	bots     []string
	search   string
	seed     uint64
	every    int // of so many requests one is looked at
	mayBreak bool
}

// world is a match as a seat gets it.
type world struct {
	*Match
	out bytes.Buffer
	saw []int32 // the pieces that the seat has seen move since
}

// Event implements machine.Observer.
func (w *world) Event(ev machine.Event) {
	w.Match.Event(ev)
	switch ev.Kind {
	case machine.Moved, machine.Flipped:
		p := ev.Piece
		if !w.m.Env.World.Knows(w.logs[0].eyes, p) {
			p = -1
		}
		w.saw = append(w.saw, int32(ev.Kind), int32(p), int32(ev.From), int32(ev.To))
	case machine.Shown:
		for _, p := range ev.Answer {
			if w.m.Env.World.Knows(w.logs[0].eyes, ref.Piece(p)) {
				w.saw = append(w.saw, int32(ev.Kind), p, ev.Value)
			}
		}
	}
}

func (w *world) say(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

// goOn continues until the seat sees a request.
func (w *world) goOn(seat int32) {
	lots := decide.NewRandom(9)
	for r := w.m.Next(); r != nil && r.By >= 0 && !inSight(w.m, ref.Seat(seat), r); r = w.m.Next() {
		if w.m.Answer(lots.Decide(w.m, r)...) != nil {
			return
		}
	}
}

// inSight reports whether a seat sees a request and the step that asks it. Whether another seat is asked can
// depend on its hidden pieces.
func inSight(m *machine.Match, seat ref.Seat, r *machine.Request) bool {
	for i := range r.Options {
		if r.By != seat && !r.ShowsOption(seat, i) {
			return false
		}
	}
	return r.SeenBy(seat)
}

// judged returns the game with learned values that look at everything that can be hidden: sizes, cards and numbers of players.
func judged(g *interpreter.Game) *interpreter.Game {
	l := &syntax.Learned{}
	add := func(text string) {
		w := 1 + len(text)*37%100*(1-2*(len(text)%2))
		l.Weights = append(l.Weights, syntax.Weight{Is: syntax.WriteFormula(text), Early: 10 * w, Late: -7 * w, Clock: 1000 * w})
	}
	for _, z := range g.Syntax.Player.Zones {
		add("len(me." + z.Name + ")")
		for _, c := range g.Schema.Cards[:min(len(g.Schema.Cards), 12)] {
			add(fmt.Sprintf("count(me.%s, .card == %q)", z.Name, c.Name))
		}
	}
	for _, f := range g.Syntax.Player.Fields {
		add("me." + f.Name)
	}
	return g.WithLearned(l)
}

// newSwapper uses learned values in the searches of matches of an even number of players, and those of `standing` in others.
func newSwapper(t *testing.T, g *interpreter.Game, players int) *swapper {
	learned := players%2 == 0
	if learned {
		g = judged(g)
	}
	s := &swapper{t: t, every: 1, match: machine.New(g.Program, players, nil)}
	for i := range s.worlds {
		h := Header{Game: g.ID, Seed: 1, Lang: "en", Players: players, IDs: g.Program.Seats[:players], Seats: slices.Repeat([]string{Human}, players)}
		m, err := New(g, h, Options{}, Recipient{0, "en"})
		require.NoError(t, err)
		s.worlds[i] = &world{Match: m}
	}
	for _, b := range g.Syntax.Bots {
		s.bots = append(s.bots, b.Name)
	}
	s.search = "mcts=6"
	if learned {
		s.search = interpreter.Learned
	}
	return s
}

func (s *swapper) play(seed uint64) {
	m, dice := s.match, decide.NewRandom(seed)
	m.Reset(int(s.match.Env.World.Players()))
	s.lots, s.seed = decide.NewRNG(seed, 7), seed
	for n := int(seed); ; n++ {
		r := m.Next()
		if r == nil {
			break
		}
		q := *r
		q.Options = slices.Clone(r.Options)
		m.Restore(m.State().Clone())
		r = m.Next() // asked again, of the same state, it is the same request
		require.Equal(s.t, []any{q.Name, q.By, q.Options}, []any{r.Name, r.By, r.Options})
		a := slices.Clone(dice.Decide(m, r))
		_, sealed := m.Sealed() // in a sealed block only the decisions of the others are dealt anew
		for seat := range m.Env.World.Players() {
			if n%s.every == 0 && (r.By == seat || r.By >= 0 && !sealed && s.lots.Below(6) == 0) {
				s.swap(seat, a)
			}
		}
		err := m.Answer(a...)
		if !s.mayBreak {
			require.NoError(s.t, err)
		} else if err != nil {
			return
		}
	}
	if !s.mayBreak {
		require.NoError(s.t, m.Err())
	}
}

// swap deals the information hidden from a seat anew, and compares.
func (s *swapper) swap(seat ref.Seat, answer []int32) {
	s.looked++
	var again decide.Determinizer
	twin := machine.New(s.match.P, int(s.match.Env.World.Players()), nil)
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
	require.Equal(s.t, seen(a.m, seat), seen(b.m, seat), "%s", s.of)
	require.Equal(s.t, a.View(int32(seat), nil), b.View(int32(seat), nil), "%s", s.of)
	r := s.match.Next()
	if !inSight(s.match, seat, r) {
		return // to the seat this request is none, and need be none in the other world
	}
	if other := b.m.Next(); r.By != seat && (other == nil || r.By != other.By || r.Name != other.Name) {
		return // whether another seat is asked can depend on its hidden pieces
	}
	bots := append(slices.Clone(s.bots), "random")
	if len(s.match.P.Pieces) <= 60 || s.swapped%20 == 0 {
		bots = append(bots, s.search)
	}
	require.Equal(s.t, a.gets(s.t, seat, bots), b.gets(s.t, seat, bots), "%s", s.of)
	if a.m.Answer(answer...) != nil || b.m.Answer(answer...) != nil {
		return
	}
	a.goOn(int32(seat))
	b.goOn(int32(seat))
	if a.m.Finished() || b.m.Finished() {
		return // the winner reveals the hands
	}
	if next, other := a.m.Next(), b.m.Next(); next == nil || other == nil || next.By != other.By || next.Name != other.Name {
		return // the next question can depend on hidden pieces, and all may know it
	}
	if slices.Equal(a.saw, b.saw) && slices.Equal(seen(a.m, seat), seen(b.m, seat)) {
		s.equal++
		require.Equal(s.t, a.told(), b.told(), "%s", s.of)
	}
}

// begin goes on from a match as it stands, with a log for a seat.
func (w *world) begin(m *machine.Match, seat ref.Seat) {
	w.logs[0] = newLog(w.m, w.Names, w.game.Clause, seat, false)
	w.saw, w.m.Observer = w.saw[:0], w
	w.SetState(m.State())
}

// asText is something as its bytes are sent.
func asText(t *testing.T, what any) string {
	text, err := json.MarshalIndent(what, "", " ")
	require.NoError(t, err)
	return string(text)
}

// gets is all that a seat gets now.
func (w *world) gets(t *testing.T, seat ref.Seat, bots []string) string {
	w.out.Reset()
	r := w.m.Next()
	w.say("%s %v %d %d %v\n", r.Name, r.Kind, r.Least, r.Most, r.Optional)
	for _, name := range w.Offers() {
		w.say("%s: %v\n", name, w.MayOffer(int32(seat), name))
	}
	w.say("%s\n%s\n%s\n%s\n", asText(t, w.Context(int32(seat))), asText(t, w.Stages(int32(seat))), asText(t, w.Tallies(int32(seat))), w.AppendTable(nil, int32(seat)))
	if r.By != seat {
		return w.out.String()
	}
	q := w.Question()
	w.say("%s\n%s\n%s\n", asText(t, q), asText(t, w.Why(q)), asText(t, w.View(int32(seat), q)))
	closed := w.Refused(q)
	w.say("%s\n", asText(t, closed))
	for _, r := range append(closed, Reason{Text: "a"}) {
		w.say("%s\n", asText(t, w.WhyNot(q, r.Text)))
	}
	w.say("%s\n", asText(t, w.Cards(int32(seat))))
	all := []int32{}
	for i := range r.Options {
		w.say("%v %v %s\n", r.Check([]int32{int32(i)}), r.Options[i].Count, w.AppendOption(nil, i))
		all = append(all, int32(i))
		w.say("%v\n", r.Check(all))
	}
	for _, name := range bots {
		w.say("%s\n", w.bot(name, r))
	}
	return w.out.String()
}

// bot returns a bot's values of the answers, and its answer. If it reads hidden information, that is a fault,
// which reveals nothing more.
func (w *world) bot(name string, r *machine.Request) string {
	d, err := decide.NewPolicy(w.m.P, name, decide.NewRNG(3, 1))
	if err != nil {
		return err.Error()
	}
	out := name
	if wishes := decide.WishesFor(w.m, w.m.P.Bots[name]); wishes != nil && wishes.Answer != nil {
		for i := range r.Options {
			worth, ok := decide.Worth(w.m, wishes.Answer, []int32{int32(i)})
			out += fmt.Sprint(" ", worth, ok)
			w.forgive()
		}
	}
	out += fmt.Sprint(" does ", d.Decide(w.m, r), w.Err())
	w.forgive()
	return out
}

func (w *world) forgive() { w.m.Env.World.Err = nil }

// told returns the log.
func (w *world) told() string {
	w.logs[0].flush()
	return fmt.Sprintf("%+v", slices.DeleteFunc(slices.Clone(w.logs[0].lines), func(l Line) bool { return l.Skipped >= 0 }))
}

// seen is all that a seat knows of a match.
func seen(m *machine.Match, seat ref.Seat) []int32 {
	return visible(m, seat, m.Env.World.Knows, m.Env.World.Backs, func(p ref.Piece) int32 { return int32(m.Env.World.Flags(p).WithGlue(false)) })
}

// spotted is all that lies in sight of a seat, without what it remembers.
func spotted(m *machine.Match, seat ref.Seat) []int32 {
	back := func(_ ref.Seat, p ref.Piece) schema.KindSet {
		return m.Env.World.Kinds[m.Env.World.Pieces[p].Kind].Backs
	}
	return visible(m, seat, m.Env.World.Spots, back, func(p ref.Piece) int32 { return int32(boolToInt(m.Env.World.FaceDown(p))) })
}

// visible is all that a seat sees of a match if it knows some of the pieces, and of the others their backs.
func visible(m *machine.Match, seat ref.Seat, knows func(ref.Seat, ref.Piece) bool, backOf func(ref.Seat, ref.Piece) schema.KindSet, flags func(ref.Piece) int32) []int32 {
	var out []int32
	e := &m.Env
	for z := range ref.Place(len(e.World.Zones)) {
		if z > 0 && e.World.Counts(seat, z) {
			out = append(out, int32(z), e.World.Len(z))
		}
	}
	for p := range ref.Piece(len(e.World.Pieces)) {
		z := e.World.In(p)
		if knows(seat, p) {
			out = append(out, int32(p), int32(z), flags(p), above(m, p))
		}
	}
	note := func(f *schema.Field, of int32, word int) {
		v := e.World.Word(word)
		p := ref.Piece(v)
		switch {
		case !e.World.Reads(seat, f, of):
		case f.Type.Base == schema.Piece && p.Exists() && !knows(seat, p):
			out = append(out, int32(e.World.In(p)), above(m, p))
		default:
			out = append(out, v)
		}
	}
	for _, f := range e.World.GameFields {
		note(f, schema.Nothing, f.Slot)
	}
	for _, f := range e.World.PlayerFields {
		for of := range e.World.Players() {
			note(f, int32(of), f.Slot+int(of))
		}
	}
	var backs [][]int32
	for p := range ref.Piece(len(e.World.Pieces)) {
		z, known := e.World.In(p), knows(seat, p)
		back := []int32{int32(z), above(m, p), flags(p), int32(backOf(seat, p))}
		for _, f := range e.World.Kinds[e.World.Pieces[p].Kind].Marks {
			at := e.World.MarkSlot(f, p)
			if known {
				note(f, int32(p), at)
			} else if f.Worn() && e.World.Reads(seat, f, int32(p)) {
				back = append(back, e.World.Word(at))
			}
		}
		if !known && e.World.Counts(seat, z) {
			backs = append(backs, back)
		}
	}
	slices.SortFunc(backs, slices.Compare[[]int32])
	return append(out, slices.Concat(backs...)...)
}

// above is how many blocks lie above a piece, where there is an order.
func above(m *machine.Match, p ref.Piece) (n int32) {
	z := m.Env.World.In(p)
	for q := m.Env.World.Head(z); q >= 0 && q != p && m.Env.World.Zones[z].Decl.Stack; q = m.Env.World.Next(q) {
		if !m.Env.World.Glued(q) {
			n++
		}
	}
	return n
}
