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

// What a seat gets in a whole match stays the same if information hidden from it is different. Two matches differ only in
// that, and continue with the same decisions: pieces that the seat does not know have changed places from the beginning;
// or they are dealt anew after a few decisions; or another player then makes another choice that the seat does not see.
// As long as the seat has directly observed the same in both, in any order in which a step or a loop took the pieces, it
// gets the same logs and views.
//
// The observations of the seat are computed from the cards in its sight, and not from its recorded knowledge: so a match that
// takes a guess for knowledge fails, too.
func TestWholeMatchesDoNotTellWhatIsUnknown(t *testing.T) {
	for id, g := range everyGame(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			matches := soak.Cases(150, 30)
			if len(g.Program.Pieces) > 60 {
				matches = soak.Or(9, 3) // of which each is as long
			}
			var compared [differences]int
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				p := newPair(t, g, players)
				for seed := range uint64(matches) {
					for seat := range ref.Seat(players) {
						p.play(seed, seat)
					}
				}
				for i, n := range p.compared {
					compared[i] += n
				}
			}
			if slices.Contains(secretive, id) {
				require.Positive(t, compared[exchanged]+compared[dealt])
			}
			if slices.Contains(discreet, id) {
				require.Positive(t, compared[chosen])
			}
		})
	}
}

// discreet are the games in which a player makes a choice that others do not see.
var discreet = []string{"tusk", "glimpse", "purse", "deduction.deduction", "draft.draft", "meld.meld", "reveal.reveal", "roles.roles", "tavern.tavern"}

// difference is the difference of two matches.
type difference int

const (
	exchanged difference = iota // unknown pieces have changed places from the beginning
	dealt                       // hidden information is dealt anew after some decisions
	chosen                      // another player makes another hidden choice
	differences
)

// pair plays two matches side by side, of which a seat sees the same.
type pair struct {
	t        *testing.T
	sides    [2]*side
	seat     ref.Seat
	bots     []string
	instead  map[ref.Piece]ref.Piece // the pieces of the second match that are in the places of those of the first
	by       difference
	compared [differences]int
}

// side is one of the two matches, as the seat observes it.
type side struct {
	*Match
	seat  ref.Seat
	saw   []string        // observations
	spots []bool          // by piece: whether the seat saw it before the current event
	in    []ref.Place     // by piece: its zone before the current decision,
	depth []int32         // and how many blocks lay above it there
	later []machine.Event // events of a sealed block
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

// Event implements machine.Observer.
func (s *side) Event(ev machine.Event) {
	s.Match.Event(ev)
	if seat, sealed := s.m.Sealed(); sealed && seat != s.seat {
		switch ev.Kind {
		case machine.Answered, machine.Forced, machine.Moved, machine.Flipped, machine.Assigned:
			s.later = append(s.later, ev.Kept())
		}
		return
	}
	was := s.later
	s.later = nil
	for _, ev := range was {
		if ev.Request == nil || !s.logs[0].keepsSecret(was, ev.Who) {
			s.observe(ev)
		}
	}
	s.observe(ev)
}

// observe records an event as far as it happens in sight of the seat.
func (s *side) observe(ev machine.Event) {
	e := &s.m.Env
	note := func(format string, args ...any) {
		s.saw = append(s.saw, fmt.Sprint(ev.Kind, ev.Step.Pos, " ")+fmt.Sprintf(format, args...))
	}
	switch ev.Kind {
	case machine.Moved:
		if ev.To != 0 {
			deep := int32(0)
			if e.World.Zones[ev.From].Decl != nil && e.World.Zones[ev.From].Decl.Stack {
				s.drawn++ // the order in which cards leave a stack is public
				if s.in[ev.Piece] == ev.From {
					deep = s.depth[ev.Piece]
				}
			}
			note("%s %s %s %v %d %d", s.face(ev.Piece), s.place(max(ev.From, 1)), s.place(ev.To), ev.On, s.drawn, deep)
		}
		s.spots[ev.Piece] = e.World.Spots(s.seat, ev.Piece)
	case machine.Flipped:
		note("%s %s", s.face(ev.Piece), s.place(e.World.In(ev.Piece)))
		s.spots[ev.Piece] = e.World.Spots(s.seat, ev.Piece)
	case machine.Assigned:
		of := int32(ev.Of)
		if ev.Field == nil {
			break
		}
		if ev.Field.Scope == schema.OfPiece {
			of = int32(ev.Piece)
			if ev.Field.Mark && !ev.Field.Worn() && !e.World.Spots(s.seat, ev.Piece) {
				break
			}
		}
		if e.World.Reads(s.seat, ev.Field, of) {
			note("%s %s", ev.Text, s.value(ev.Type, ev.Value))
		}
	case machine.Rolled:
		note("%d %d", ev.Who, ev.Value)
	case machine.Answered, machine.Forced:
		r := ev.Request
		if r.By < 0 || !r.SeenBy(s.seat) {
			break
		}
		text := ""
		for _, a := range ev.Answer {
			switch {
			case r.By == s.seat:
				text += fmt.Sprint(" ", a)
			case r.ShowsOption(s.seat, int(a)):
				text += " " + s.value(r.Type, r.Options[a].Value)
			}
		}
		note("%s %d %d%s", r.Name, r.By, len(ev.Answer), text)
	case machine.Shown:
		var cards []string
		for _, p := range ev.Answer {
			if ev.Value>>uint(s.seat)&1 != 0 {
				cards = append(cards, fmt.Sprint(e.World.Pieces[p].Card, s.place(e.World.In(ref.Piece(p)))))
			}
		}
		slices.Sort(cards)
		note("%d %d %v", ev.Value, len(ev.Answer), cards)
	case machine.Stepped:
		if ev.Step.Says != nil && !ev.On {
			note("says")
		}
	case machine.Played, machine.Offered, machine.Stopped, machine.Shuffled, machine.Ended:
		note("%d %d %d %d", ev.Who, ev.Piece, ev.To, ev.Target)
	}
}

// face is the side of a piece that the seat sees before or after an event: the card, or its back.
func (s *side) face(p ref.Piece) string {
	if s.spots[p] || s.m.Env.World.Spots(s.seat, p) {
		return fmt.Sprint("card ", s.m.Env.World.Pieces[p].Card)
	}
	return fmt.Sprint("back ", s.m.Env.World.Kinds[s.m.Env.World.Pieces[p].Kind].Backs)
}

func (s *side) place(z ref.Place) string {
	if on := s.m.Env.World.Zones[z].Piece; on != schema.Nothing {
		return fmt.Sprint(s.m.Env.World.Zones[z].Decl.Name, " on ", s.face(on))
	}
	return fmt.Sprint(z)
}

func (s *side) value(t schema.Type, v int32) string {
	if p := ref.Piece(v); t.Base == schema.Piece && p.Exists() {
		return s.face(p) + " at " + s.place(s.m.Env.World.In(p))
	}
	return fmt.Sprint(v)
}

// look updates the sides of the pieces that the seat sees.
func (s *side) look() {
	n := len(s.m.Env.World.Pieces)
	s.spots, s.in, s.depth = slices.Grow(s.spots[:0], n)[:n], slices.Grow(s.in[:0], n)[:n], slices.Grow(s.depth[:0], n)[:n]
	for z := ref.Place(0); z < ref.Place(len(s.m.Env.World.Zones)); z++ {
		blocks := int32(0)
		for p := s.m.Env.World.Head(z); p >= 0; p = s.m.Env.World.Next(p) {
			s.spots[p], s.in[p], s.depth[p] = s.m.Env.World.Spots(s.seat, p), z, blocks
			if !s.m.Env.World.Glued(p) {
				blocks++
			}
		}
	}
}

// play plays a match of a seed, and beside it one that differs in something that the seat does not know.
func (p *pair) play(seed uint64, seat ref.Seat) {
	p.seat, p.by, p.instead = seat, difference(seed%uint64(differences)), nil
	lots := decide.NewRNG(seed, uint64(seat))
	players := p.sides[0].Players
	m := machine.New(p.sides[0].m.P, players, nil)
	start := m.State().Clone()
	var dice *decide.Random
	ready := p.sees
	if p.by == chosen {
		ready = p.misses
	}
	for _, n := range []int{lots.Below(40), lots.Below(8), 0} { // short matches have no later decision
		m.Restore(start)
		if dice = decide.NewRandom(seed); p.advance(m, dice, n, ready) {
			break
		}
	}
	r := m.Next()
	if r == nil {
		return
	}
	switch p.by {
	case exchanged:
		if p.instead = p.swaps(m, &lots); p.instead == nil {
			return
		}
		p.begin(start, start)
		dice = decide.NewRandom(seed)
	case dealt:
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
	case chosen:
		if !p.misses(m, r) {
			return
		}
		p.begin(m.State(), m.State())
		if !p.choose(&lots) {
			return
		}
	}
	for n := 0; n < 100 && p.goOn(dice); n++ {
	}
}

// advance makes n decisions, and more until ready accepts a player's question. It reports false if the match ends before.
func (p *pair) advance(m *machine.Match, dice *decide.Random, n int, ready func(*machine.Match, *machine.Request) bool) bool {
	for ; ; n-- {
		r := m.Next()
		if r == nil {
			return false
		}
		if n <= 0 && r.By >= 0 && ready(m, r) {
			return true
		}
		if m.Answer(dice.Decide(m, r)...) != nil {
			return false
		}
	}
}

// sees reports whether the seat sees a request, and no sealed block is open.
func (p *pair) sees(m *machine.Match, r *machine.Request) bool {
	_, sealed := m.Sealed()
	return !sealed && inSight(m, p.seat, r)
}

// misses reports whether another player makes a choice of which the seat sees at least two options not at all.
func (p *pair) misses(m *machine.Match, r *machine.Request) bool {
	return r.By >= 0 && r.By != p.seat && len(p.hidden(r)) > 1
}

// hidden returns the options of another player's choice that the seat does not see.
func (p *pair) hidden(r *machine.Request) (out []int32) {
	for i := range r.Options {
		if !r.ShowsOption(p.seat, i) {
			out = append(out, int32(i))
		}
	}
	return out
}

// choose makes two different choices in the two matches that the seat does not see. It reports false if the rules do not
// allow one of them.
func (p *pair) choose(lots *decide.RNG) bool {
	r := p.sides[0].m.Next()
	hidden := p.hidden(r)
	k := lots.Below(len(hidden))
	i, j := hidden[k], hidden[(k+1+lots.Below(len(hidden)-1))%len(hidden)]
	if r.Type.Base == schema.Piece {
		a, b := ref.Piece(r.Options[i].Value), ref.Piece(r.Options[j].Value)
		p.instead = map[ref.Piece]ref.Piece{a: b, b: a}
	}
	one, other := slices.Repeat([]int32{i}, max(r.Least, 1)), slices.Repeat([]int32{j}, max(r.Least, 1))
	return p.sides[0].m.Answer(one...) == nil && p.sides[1].m.Answer(other...) == nil
}

// begin has both matches go on from states, with a new log for the seat.
func (p *pair) begin(states ...*state.State) {
	for i, s := range p.sides {
		s.logs[0] = newLog(s.m, s.Names, s.game.Clause, p.seat, false)
		s.seat, s.saw, s.later, s.drawn, s.m.Observer = p.seat, s.saw[:0], nil, 0, s
		s.SetState(states[i])
		s.look()
	}
}

// swaps exchanges pieces that the seat does not know now, and that look equal to it.
func (p *pair) swaps(m *machine.Match, lots *decide.RNG) map[ref.Piece]ref.Piece {
	e := &m.Env
	var unknown []ref.Piece
	for i := range ref.Piece(len(e.World.Pieces)) {
		if e.World.In(i) != 0 && !e.World.Knows(p.seat, i) {
			unknown = append(unknown, i)
		}
	}
	for range 20 {
		if len(unknown) < 2 {
			return nil
		}
		a, b := unknown[lots.Below(len(unknown))], unknown[lots.Below(len(unknown))]
		if e.World.In(a) != e.World.In(b) && e.World.Backs(p.seat, a) == e.World.Backs(p.seat, b) && e.World.Pieces[a].Card != e.World.Pieces[b].Card {
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
	a.look()
	b.look()
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
	if k := slices.IndexFunc(r.Options, func(o machine.Option) bool { return p.sides[1].m.Env.World.Same(ref.Piece(o.Value), piece) }); k >= 0 {
		return int32(k)
	}
	return i
}

// compare compares the logs if the seat has seen the same in both matches.
func (p *pair) compare() bool {
	a, b := p.sides[0], p.sides[1]
	slices.Sort(a.saw)
	slices.Sort(b.saw)
	if !slices.Equal(a.saw, b.saw) || !slices.Equal(spotted(a.m, p.seat), spotted(b.m, p.seat)) {
		return false
	}
	p.compared[p.by]++
	require.Equal(p.t, a.lines(), b.lines(), "%s gets the log", a.m.P.Seats[p.seat])
	require.Equal(p.t, a.View(int32(p.seat), nil), b.View(int32(p.seat), nil))
	if a.m.Next().By == p.seat {
		q, r := a.Question(), b.Question()
		require.Equal(p.t, asText(p.t, q), asText(p.t, r))
		require.Equal(p.t, a.View(int32(p.seat), q), b.View(int32(p.seat), r))
	}
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
