package match

import (
	"fmt"
	"maps"
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
	"moraine/interpreter/internal/state"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// The log of a whole match stays the same for a seat if information hidden from it is different. Two matches
// begin with the same deal, except for the information that is hidden from the seat after a few decisions,
// and continue with the same decisions. As long as the seat has seen the same events in both, in any order in
// which a step or a loop took the pieces, the two logs are equal.
func TestLogsOfWholeMatchesDoNotTellWhatIsUnknown(t *testing.T) {
	for id, g := range everyGame(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			matches := soak.Or(100, 20)
			if len(g.Program.Pieces) > 60 {
				matches = soak.Or(6, 2) // of which each is as long
			}
			compared := 0
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				p := newPair(t, g, players)
				for seed := range uint64(matches) {
					for seat := range ref.Seat(players) {
						p.play(seed, seat)
					}
				}
				compared += p.compared
			}
			if slices.Contains(secretive, id) {
				require.Positive(t, compared)
			}
		})
	}
}

// pair plays two matches side by side, of which a seat sees the same.
type pair struct {
	t        *testing.T
	sides    [2]*side
	seat     ref.Seat
	bots     []string
	instead  map[ref.Piece]ref.Piece // the pieces of the second match that are in the places of those of the first
	compared int
}

// side is one of the two matches, as the seat gets it.
type side struct {
	*Match
	saw   []string // happen
	drawn int
}

func newPair(t *testing.T, g *interpreter.Game, players int) *pair {
	p := &pair{t: t}
	for i := range p.sides {
		h := Header{Game: g.ID, Seed: 1, Lang: "en", Players: players, IDs: g.Program.Seats[:players], Seats: slices.Repeat([]string{Human}, players)}
		m, err := New(g, h, Options{}, Recipient{0, "en"})
		require.NoError(t, err)
		p.sides[i] = &side{Match: m}
	}
	for _, b := range g.Syntax.Bots {
		p.bots = append(p.bots, b.Name)
	}
	return p
}

// Event implements machine.Observer. It records the events that the seat sees.
func (s *side) Event(ev machine.Event) {
	s.Match.Event(ev)
	l := s.logs[0]
	note := func(format string, args ...any) {
		s.saw = append(s.saw, fmt.Sprint(ev.Kind, ev.Step.Pos, " ")+fmt.Sprintf(format, args...))
	}
	switch ev.Kind {
	case machine.Moved:
		if ev.To != 0 {
			name, _ := l.moving(ev)
			if l.m.Env.Zones[ev.From].Stack {
				s.drawn++ // the order in which cards leave a stack is public
			}
			note("%s %s %s %v %d", name, l.zone(max(ev.From, 1)), l.zone(ev.To), ev.On, s.drawn)
		}
	case machine.Flipped:
		note("%s %s", l.Piece(int32(ev.Piece)), l.zone(l.m.Env.In(ev.Piece)))
	case machine.Assigned:
		note("%s", l.assigned(ev))
	case machine.Rolled:
		note("%d %d", ev.Who, ev.Value)
	case machine.Answered, machine.Forced:
		if l.mayKnowRequest(ev.Request) && ev.Request.By >= 0 {
			text, _ := l.answered(ev)
			note("%s", text)
		}
	case machine.Shown:
		note("%s", Sentence(l, l.m, &ev))
	case machine.Stepped:
		if ev.Step.Says != nil && !ev.On {
			note("%s", l.declaredSentence(ev))
		}
	case machine.Played, machine.Offered, machine.Stopped, machine.Shuffled, machine.Ended:
		note("%d %d %d %d", ev.Who, ev.Piece, ev.To, ev.Target)
	}
}

// play plays a match of a seed, and beside it one in which something is otherwise that the seat cannot know after some
// decisions: from there on, or, with pieces that have changed places, from the beginning.
func (p *pair) play(seed uint64, seat ref.Seat) {
	p.seat = seat
	lots := decide.NewRNG(seed, uint64(seat))
	players := p.sides[0].Players
	m := machine.New(p.sides[0].m.P, players, nil)
	start := m.State().Clone()
	var dice *decide.Random
	for _, n := range []int{lots.Below(40), lots.Below(8), 0} { // short matches have no later decision
		m.Restore(start)
		if dice = decide.NewRandom(seed); p.advance(m, dice, n) {
			break
		}
	}
	if m.Next() == nil {
		return
	}
	p.instead = nil
	if seed%2 == 0 {
		if p.instead = p.swaps(m, &lots); p.instead == nil {
			return
		}
		p.begin(start, start)
		dice = decide.NewRandom(seed)
	} else {
		twin := machine.New(m.P, players, nil)
		twin.Restore(m.State())
		var again decide.Determinizer
		if len(p.bots) > 0 {
			again.Likely = m.P.Bots[p.bots[0]][program.Likely]
		}
		again.Look(twin, seat)
		if !again.Guess(&lots, decide.NewRandom(seed).Decide) || twin.State().Equal(m.State()) {
			return
		}
		p.begin(m.State(), twin.State())
	}
	for n := 0; n < 400 && p.goOn(dice); n++ {
	}
}

// advance makes n decisions, and more until the seat sees a player's question. It reports false if the match
// ends before.
func (p *pair) advance(m *machine.Match, dice *decide.Random, n int) bool {
	for ; ; n-- {
		r := m.Next()
		if r == nil {
			return false
		}
		if _, sealed := m.Sealed(); n <= 0 && r.By >= 0 && !sealed && inSight(m, p.seat, r) {
			return true
		}
		if m.Answer(dice.Decide(m, r)...) != nil {
			return false
		}
	}
}

// begin has both matches go on from states, with a new log for the seat.
func (p *pair) begin(states ...*state.State) {
	for i, s := range p.sides {
		s.logs[0] = newLog(s.m, s.Names, s.game.Clause, p.seat, false)
		s.saw, s.drawn, s.m.Observer = s.saw[:0], 0, s
		s.SetState(states[i])
	}
}

// swaps exchanges pieces that the seat does not know now, and that look equal to it.
func (p *pair) swaps(m *machine.Match, lots *decide.RNG) map[ref.Piece]ref.Piece {
	e := &m.Env
	var unknown []ref.Piece
	for i := range ref.Piece(len(e.Pieces)) {
		if e.In(i) != 0 && !e.Knows(p.seat, i) {
			unknown = append(unknown, i)
		}
	}
	for range 20 {
		if len(unknown) < 2 {
			return nil
		}
		a, b := unknown[lots.Below(len(unknown))], unknown[lots.Below(len(unknown))]
		if e.In(a) != e.In(b) && e.Backs(p.seat, a) == e.Backs(p.seat, b) && e.Pieces[a].Card != e.Pieces[b].Card {
			return map[ref.Piece]ref.Piece{a: b, b: a}
		}
	}
	return nil
}

// goOn makes the same decision in both matches, and compares the logs of the seat if it sees the next
// request. It reports whether the seat has seen the same events so far.
func (p *pair) goOn(dice *decide.Random) bool {
	a, b := p.sides[0], p.sides[1]
	q, r := a.m.Next(), b.m.Next()
	if q == nil || r == nil || q.Name != r.Name || q.By != r.By || q.Kind != r.Kind {
		return false
	}
	if q.By >= 0 && inSight(a.m, p.seat, q) && inSight(b.m, p.seat, r) && !p.compare() {
		return false
	}
	answer := slices.Clone(dice.Decide(a.m, q))
	var same []int32
	for _, i := range answer {
		same = append(same, p.sameOption(q, r, i))
	}
	return a.m.Answer(answer...) == nil && b.m.Answer(same...) == nil
}

// sameOption is the option of r that is the same as option i of q, if there is one.
func (p *pair) sameOption(q, r *machine.Request, i int32) int32 {
	if q.Type.Base != schema.Piece {
		return i
	}
	piece := ref.Piece(q.Options[i].Value)
	if other, ok := p.instead[piece]; ok {
		piece = other
	}
	if k := slices.IndexFunc(r.Options, func(o machine.Option) bool { return p.sides[1].m.Env.Same(ref.Piece(o.Value), piece) }); k >= 0 {
		return int32(k)
	}
	return i
}

// compare compares the logs if the seat has seen the same in both matches.
func (p *pair) compare() bool {
	a, b := p.sides[0], p.sides[1]
	slices.Sort(a.saw)
	slices.Sort(b.saw)
	if !slices.Equal(a.saw, b.saw) || !slices.Equal(seen(a.m, p.seat), seen(b.m, p.seat)) {
		return false
	}
	p.compared++
	require.Equal(p.t, a.lines(), b.lines(), "%s gets the log", a.m.P.Seats[p.seat])
	require.Equal(p.t, a.View(int32(p.seat), nil), b.View(int32(p.seat), nil))
	return true
}

// lines is the whole log.
func (s *side) lines() string {
	s.logs[0].flush()
	var b strings.Builder
	for _, l := range s.logs[0].lines {
		if l.Skipped < 0 {
			fmt.Fprintf(&b, "%s%s %v\n", l.Text, l.Cites, l.Chapter)
		}
	}
	return b.String()
}

// everyGame returns the shipped games, those of package games, and the corpus.
func everyGame(t *testing.T) map[string]*interpreter.Game {
	all := games.Every(t, "../..")
	maps.Copy(all, games.Corpus(t))
	return all
}
