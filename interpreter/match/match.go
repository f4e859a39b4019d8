// Package match is a match as everything above sees it: what is asked, what can be answered, and what
// each seat is told. Whoever shows a match, at a terminal or in a browser, asks it alone, so secrets
// are kept in one place: what a seat may not know is in nothing that it gets here.
//
//	match.go     who decides, every decision so far, undo
//	question.go  what is asked, and what may be answered
//	view.go      the table as data; picture.go how pieces are drawn, legend.go what that means, looks.go
//	             what the game says of how they look
//	log.go       what happens, in words; answers.go what is decided; says.go what steps say
//	why.go       why something is offered, or is not; about.go what a card, zone or field is
//	context.go   what goes on around a question, as the game declares it; stages.go the stages of a procedure,
//	             and the act that a seat has begun
//	ending.go    how the match was decided
//	thoughts.go  what a bot has looked at
//	eyes.go      whose eyes something is shown to
//	save.go      a match as text
package match

import (
	"context"
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/words"
)

// Match is a match under way: the machine, who decides, and every decision so
// far. Dice, draws and the random numbers of each bot come from streams of the seed of
// their own, so that what one decides never changes what another rolls.
type Match struct {
	Header
	Names  words.Names
	game   *interpreter.Game
	m      *machine.Match
	opt    Options
	chance *decide.Random
	bots   []decide.Bot // nil for a person
	who    decide.Seats // of chance and bots
	record []Decision
	marks  []mark
	sound  int // decisions before what a person did last, or began to propose; below 0: it was no person
	logs   []*log
	looks  looks
	turned []machine.Event // what conditions have turned away since somebody was last asked
	ending *ending         // nil while nothing has finished the match
	asks   []int           // by seat, how often it was asked
	shown  int             // decisions before this one may have shown something to somebody
	doing  bool            // a decision is being carried out that is not in record yet
	size   int             // bytes of the match as text
}

// Options say how a match is told, and how it goes on.
type Options struct {
	Context context.Context // nil: it is never over
	Clauses bool            // logs name the clauses of all texts, not those of the first
	People  []string        // names of players, by seat; "" where a seat goes by its own name
	// Kept is for a match of which somebody else keeps the decisions: it is not to be undone, but played
	// Again as far as they go. Bots draw random numbers anew for each decision, so that they need not think
	// again what they have thought, and seats can change hands.
	Kept bool
}

// Ear is who a log is for, and in which language.
type Ear struct {
	Eyes int32
	Lang string
}

// Decision is what somebody has done, and the name of the request or offer.
type Decision struct {
	By     int32 // a seat; below 0: chance
	Offer  string
	Answer []int32 // options, from 0
	Name   string
	known  uint64 // the seats that know of it

	// Of an option that is taken: the request's frame, op and operand, and the option (stages.go).
	base   int
	op     int32
	may    *program.MayOp
	option string
}

// mark is where a person was asked, to come back to.
type mark struct {
	by      int32
	state   *state.State
	rngs    []decide.RNG
	decided int
	logs    []told
}

const (
	Human  = "human" // who is no bot
	Random = "random"
)

// Plays reports whether a match is of this configuration of a game.
func (m *Match) Plays(g *interpreter.Game) bool { return m.Names.P == g.Program }

// SeriesSeed returns the seed of match k of a series with a seed of its own, counted from 0. No two matches of a
// series share one.
func SeriesSeed(series, k uint64) uint64 { return decide.MatchSeed(series, k) }

// New sets a match up, with a log for each of some ears.
func New(g *interpreter.Game, h Header, o Options, ears ...Ear) (*Match, error) {
	p := g.Program
	if h.Players < p.MinPlayers || h.Players > p.MaxPlayers {
		return nil, fmt.Errorf("%d to %d can play %s, not %d", p.MinPlayers, p.MaxPlayers, g.ID, h.Players)
	}
	h.Seats = slices.Clone(h.Seats)
	m := &Match{Header: h, Names: words.Names{P: p, Lang: h.Lang, People: o.People}, game: g, opt: o, looks: looksOf(p.Game), chance: &decide.Random{RNG: decide.NewRNG(h.Seed, 1)}}
	m.bots, m.who.Players = make([]decide.Bot, len(h.Seats)), make([]decide.Decider, len(h.Seats))
	for i, kind := range h.Seats {
		if err := m.Seat(int32(i), kind); err != nil {
			return nil, err
		}
	}
	m.who.Chance = m.chance
	m.m = machine.New(p, h.Players, nil)
	m.m.Ctx = o.Context
	m.m.Strict = true // a person sees what has broken an invariant
	if err := m.m.CheckInvariants(); err != nil {
		return nil, err
	}
	for _, e := range ears {
		m.logs = append(m.logs, newLog(m.m, words.Names{P: p, Lang: e.Lang, People: o.People}, g.Clause, e.Eyes, o.Clauses))
	}
	m.m.Observer = m
	m.asks, m.size = make([]int, h.Players), len(h.text())
	return m, nil
}

// Seat puts a person or a bot in a seat.
func (m *Match) Seat(seat int32, kind string) error {
	m.Seats[seat], m.bots[seat], m.who.Players[seat] = kind, nil, nil
	if kind == Human {
		return nil
	}
	bot, err := decide.NewPolicy(m.Names.P, kind, decide.NewRNG(m.Seed, uint64(2+seat)))
	if err == nil {
		m.bots[seat], m.who.Players[seat] = bot, bot
	}
	return err
}

// Event implements machine.Observer.
func (m *Match) Event(ev machine.Event) {
	switch {
	case ev.Kind == machine.Answered:
		m.turned = m.turned[:0]
	case ev.Kind == machine.Asked && ev.Request.By >= 0:
		m.asks[ev.Request.By]++
	case ev.Kind == machine.Ended:
		m.end(ev)
	case ev.Kind == machine.Turned && ev.Request != nil:
		m.turned = append(m.turned, ev)
	}
	if mayShow(ev) {
		if m.shown = len(m.record); m.doing {
			m.shown++
		}
	}
	for _, l := range m.logs {
		l.Event(ev)
	}
}

// Err is the fault that has ended the match: of its rules, a limit, or the context.
func (m *Match) Err() error { return m.m.Err() }

// Over reports whether the match has come to its end.
func (m *Match) Over() bool { return m.m.Next() == nil && m.m.Finished() }

// Decisions are those so far.
func (m *Match) Decisions() []Decision { return m.record }

// KnownTo are the decisions that some eyes know of, by their numbers from 0: those of seats, as far as they know
// that these were asked; Everything knows of chance, too.
func (m *Match) KnownTo(eyes int32) (out []int) {
	for i, d := range m.record {
		s := sight{eyes: eyes, m: m.m}
		if eyes == Everything || d.By >= 0 && s.may(func(seat int32) bool { return d.known&(1<<seat) != 0 }) {
			out = append(out, i)
		}
	}
	return out
}

// Asked is who is asked, of whom somebody has to know the answer: a person, a bot or chance. ok is
// false when nothing is.
func (m *Match) Asked() (seat int32, ok bool) {
	r := m.m.Next()
	if r == nil {
		return 0, false
	}
	return r.By, true
}

// Steps reports whether chance or a bot decides next, or may propose something.
func (m *Match) Steps() bool {
	by, ok := m.Asked()
	return ok && (by < 0 || m.bots[by] != nil || len(m.Names.P.Offers) > 0 && slices.ContainsFunc(m.bots, func(b decide.Bot) bool { return b != nil }))
}

// Step lets chance or a bot decide. It reports false if a person is asked, or nothing is.
func (m *Match) Step() (bool, error) {
	if r := m.m.Next(); m.opt.Kept && r != nil {
		m.drawAnew()
	}
	move, ok := m.who.Next(m.m)
	if !ok {
		return false, nil
	}
	if m.stopped() {
		return false, m.opt.Context.Err()
	}
	return true, m.do(move)
}

// Asks returns how often a seat has been asked so far. It changes with each question of that seat, also with one
// that is asked again after an offer.
func (m *Match) Asks(seat int32) int {
	m.m.Next()
	return m.asks[seat]
}

// Answer answers the question of a seat with the numbers of options, from 0. It refuses the answer, and changes
// nothing, unless that seat is asked and the answer is legal. An error that is no fault of the match is a Refusal.
func (m *Match) Answer(seat int32, options []int32) error {
	return m.refused(m.do(decide.Move{By: seat, Answer: options}))
}

// Offer makes a side offer for a seat. It refuses an offer that MayOffer refuses, and changes nothing.
func (m *Match) Offer(seat int32, name string) error {
	if err := m.MayOffer(seat, name); err != nil {
		return err
	}
	return m.refused(m.do(decide.Move{By: seat, Offer: name}))
}

// do makes a move and records it. A move that is refused changes nothing and is not recorded.
func (m *Match) do(move decide.Move) error {
	r := m.m.Next()
	switch {
	case m.Err() != nil: // a bot has met it while it looked for a move
		return m.Err()
	case move.Offer == "" && (r == nil || r.By != move.By):
		return &machine.Illegal{Why: "another seat is asked"}
	}
	d, marks := Decision{By: move.By, Offer: move.Offer, Answer: slices.Clone(move.Answer), Name: move.Offer, known: ^uint64(0)}, m.marks
	if move.Offer == "" {
		d.Name = r.Name
		for seat := range m.m.Env.Players() {
			if !m.m.SeesRequest(seat, r) {
				d.known &^= 1 << seat
			}
		}
		m.began(&d, r)
	}
	size := m.size + d.size(len(m.record)+1, m.IDs)
	if size > MaxSize || len(m.record)+1 >= maxLines-maxHeader {
		return ErrFull
	}
	person := d.By >= 0 && m.bots[d.By] == nil
	if person && !m.opt.Kept {
		m.marks = append(m.marks, m.mark(d.By))
	}
	if m.m.State().S[state.AtOffer] == 0 { // else what it began with counts
		if m.sound = -1; person {
			m.sound = len(m.record)
		}
	}
	m.doing = true
	err := move.Make(m.m)
	m.doing = false
	if err != nil && m.Err() == nil { // nothing has happened
		m.marks = marks
		return err
	}
	m.turned, m.record, m.size = m.turned[:0], append(m.record, d), size
	return err
}

// mark is where the match stands now.
func (m *Match) mark(by int32) mark {
	k := mark{by: by, state: m.m.State().Clone(), rngs: m.generators(nil), decided: len(m.record)}
	for _, l := range m.logs {
		k.logs = append(k.logs, l.told())
	}
	return k
}

// generators copies the generators, or sets them from a copy.
func (m *Match) generators(from []decide.RNG) []decide.RNG {
	all := []*decide.RNG{m.chance.Generator()}
	for _, bot := range m.bots {
		if bot != nil {
			all = append(all, bot.Generator())
		}
	}
	var out []decide.RNG
	for i, g := range all {
		if from != nil {
			*g = from[i]
		}
		out = append(out, *g)
	}
	return out
}

// Undo goes back to the last decision of a seat, and takes back all that came
// after it. Dice stay the same: their stream goes back too.
func (m *Match) Undo(by int32) bool {
	return m.back(func(k *mark) bool { return k.by == by })
}

// Broke is how many decisions there were before what has broken the rules: what a person decided, or proposed
// if that is still under way. ok is false if they hold, or if chance or a bot broke them.
func (m *Match) Broke() (to int, ok bool) {
	return m.sound, m.Err() != nil && !m.stopped() && m.sound >= 0
}

// mayShow reports whether somebody may learn something from an event that was hidden before. Only questions that follow
// each other without anything in between are certain to show nothing: a condition may look at what is hidden, and
// whoever saw how it came out could take a decision back and make another.
func mayShow(ev machine.Event) bool {
	switch ev.Kind {
	case machine.Asked, machine.Turned, machine.Taken, machine.Held, machine.Called, machine.Returned, machine.Offered:
		return false
	case machine.Answered, machine.Forced:
		return ev.Request.Kind != machine.AskChoice && ev.Request.Kind != machine.AskOption
	case machine.Stepped:
		return !slices.Contains([]string{"choose", "may", "call", "procedure"}, ev.Step.Verb)
	case machine.Assigned: // names that a procedure begins with
		return ev.Field != nil || ev.Step.Verb != "procedure"
	}
	return true
}

// Last returns the number of the last decision of a seat, from 0, or -1. It is unseen if nothing that came of it can
// have shown anything to anybody and no other seat has decided since.
func (m *Match) Last(seat int32) (at int, unseen bool) {
	m.m.Next()
	_, sealed := m.m.Sealed()
	unseen = !sealed && !m.Over()
	for at = len(m.record) - 1; at >= 0 && m.record[at].By != seat; at-- {
		unseen = false
	}
	return at, unseen && at >= m.shown
}

// Retract goes back to before what has broken the rules, as far as Broke knows it.
func (m *Match) Retract() bool {
	to, ok := m.Broke()
	return ok && m.back(func(k *mark) bool { return k.decided == to })
}

// back goes back to the last mark that is wanted.
func (m *Match) back(wanted func(k *mark) bool) bool {
	for i := len(m.marks) - 1; i >= 0; i-- {
		k := m.marks[i]
		if !wanted(&k) {
			continue
		}
		m.m.Restore(k.state)
		m.generators(k.rngs)
		for at := k.decided; at < len(m.record); at++ {
			m.size -= m.record[at].size(at+1, m.IDs)
		}
		m.record, m.marks = m.record[:k.decided], m.marks[:i]
		for i, l := range m.logs {
			l.cut(k.logs[i])
		}
		m.turned = m.turned[:0] // the request is worked out anew, and what it turns away with it
		return true
	}
	return false
}

// Again plays recorded decisions. Those of chance and, unless they draw random numbers anew each time, of
// bots are made anew as well, so that every generator stands where it stood; dice that come out
// otherwise are not those of this seed.
func (m *Match) Again(file *Saved) error { return m.Until(file, len(file.Decisions)) }

// Until goes on with recorded decisions until there are so many.
func (m *Match) Until(file *Saved, n int) error {
	for i := len(m.record); i < n; i++ {
		d := file.Decisions[i]
		r := m.m.Next()
		switch {
		case m.Err() != nil:
			return m.Err()
		case r == nil:
			return file.errorf(i, "the match is over before this decision")
		case d.Offer == "" && (r.By != d.By || r.Name != d.Name):
			return file.errorf(i, "here %s is asked for %s, not %s for %s", seatName(file.IDs, r.By), r.Name, seatName(file.IDs, d.By), d.Name)
		}
		if r.By == machine.Chance || !m.opt.Kept {
			if got, _ := m.who.Next(m.m); r.By == machine.Chance && !slices.Equal(got.Answer, d.Answer) {
				return file.errorf(i, "with seed %d chance answers %s here, not %s", m.Seed, numbers(got.Answer), numbers(d.Answer))
			}
		}
		switch err := m.do(decide.Move{By: d.By, Offer: d.Offer, Answer: d.Answer}); {
		case m.Err() != nil:
			return m.Err()
		case err != nil && d.Offer != "":
			return file.errorf(i, "%s cannot be proposed here: %v", d.Name, err)
		case err != nil:
			return file.errorf(i, "%s cannot be answered so: %v", d.Name, err)
		}
	}
	return nil
}

// SetState goes to a state of the machine, for the debugger. The logs are empty after it, and no decision can be
// taken back.
func (m *Match) SetState(s *state.State) {
	m.m.Restore(s)
	m.turned, m.marks = m.turned[:0], nil
	for _, l := range m.logs {
		l.cut(told{})
	}
}
