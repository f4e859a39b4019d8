// Package match is the interface of a match for tools: the open question, the possible answers,
// and the view and log of each seat. All programs that show a match use only this package, so
// hidden information is handled in one place: no result for a seat contains it. The results for no seat in
// particular contain all of it, so keep them from the seats: Text, Decisions, Snapshot and the argument of SetState.
//
// A match.Match has a machine.Match, which is the state and the loop of the rules: its Next returns each request, also
// those of chance, and its Answer answers that request and knows no seats. The match.Match adds the players, the
// record and the views of the seats: its Answer is an act of a seat, which it checks and records.
//
//	match.go     players, decisions, undo
//	question.go  the question and its options; ask.go the same for programs, copies of a match
//	plain.go     the table for programs; board.go its zones with places
//	view.go      the table as data, viewer.go how it is built; picture.go drawings of pieces, legend.go their signs,
//	             looks.go colours and symbols
//	log.go       events in words; answers.go decisions; says.go sentences of steps; pieceevents.go moves
//	             of pieces; wording.go sentences shared with traces of scenarios
//	why.go       why an option is offered or not; about.go explanations of cards, zones, fields,
//	             outcomes.go the effects of a card; printed.go cards as they are printed
//	context.go   the context of a question, as the game declares it; stages.go the stages of a procedure,
//	             and the act in progress
//	ending.go    how the match was decided; tally.go the number that decides it, followed during the match
//	snapshot.go  going back to a moment; guess.go a possible position as a seat knows it
//	eyes.go      viewers
//	save.go      a match as text
package match

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/words"
)

// Match is a running match: the machine, the players, and all decisions so far. Dice, draws and
// the random numbers of each bot come from separate streams of the seed, so that the decisions
// of one player never change the dice of another.
type Match struct {
	Header
	rules
	views
	players
	opt    Options
	record []Decision
	marks  []mark
	// number of decisions before the last decision of a person or the offer in progress; negative if chance or a bot
	// decided last
	sound      int
	recipients []Recipient
	logs       []*log
	turned     []machine.Event // refusals since the last question
	ending     *ending         // nil until a step finishes the match
	asks       []int           // by seat: number of questions
	shown      int             // decisions with a smaller index may have revealed something
	doing      bool            // a decision that is not yet in record is being executed
	size       int             // bytes of the saved match
	line       []byte          // memory for the line of a decision
	tally      *tally          // nil unless FollowTally was called
}

// rules answers questions about the rules of a game, to which the position does not matter.
type rules struct{ game *interpreter.Game }

// views builds the data that a seat may see: the table, the open question, the log.
type views struct {
	Names words.Names
	m     *machine.Match
	looks lookTable
	ids   []string // of the seats
}

// players decides for chance and for the seats that have a bot.
type players struct {
	chance *decide.Random
	bots   []decide.Bot // nil for a person
	who    decide.Seats // chance and bots
}

// Options selects the logs, and the way bots decide.
type Options struct {
	Context context.Context // cancels the match; may be nil
	Clauses bool            // logs cite the clauses of all texts, not only of the first
	People  []string        // names of players by seat; "" for the default name of the seat
	Page    bool            // use the names for pages (see words.Names); a log calls its reader "you"
	// Kept is for callers that store the decisions and replay them with Again instead of using
	// Undo. Bots then draw new random numbers for each decision, so that earlier searches need
	// not be repeated and seats can change players.
	Kept bool
	// Loose leaves out the check of invariants after each step, as simulations do. LastDecision does not know then
	// whether anything was revealed.
	Loose bool
}

// Recipient selects a log: its viewer and its language.
type Recipient struct {
	Eyes int32
	Lang string
}

// Decision is a decision with the name of its request or offer.
type Decision struct {
	By     int32 // a seat; negative for chance
	Offer  string
	Answer []int32 // option numbers from 0
	Name   string
	known  uint64 // bit set of the seats that know of it

	// For a chosen option: frame, op and operand of its request, and the option (see
	// stages.go).
	base   int
	op     ref.PC
	may    *program.MayOp
	option string
}

// mark is a moment to which Undo can return: a person was about to decide.
type mark struct {
	by int32
	at *Snapshot
}

const (
	Human  = "human" // a person
	Random = "random"
)

// BelongsTo reports whether the match belongs to this configuration of a game.
func (r rules) BelongsTo(g *interpreter.Game) bool { return r.game.Program == g.Program }

// SeriesSeed returns the seed of match k of a series, counted from 0. The seeds in a series are
// distinct.
func SeriesSeed(series, k uint64) uint64 { return decide.MatchSeed(series, k) }

// AnySeed returns a random seed of 53 bits, for matches in which seats must not know what lies face down. A seat that
// tries all seeds of a smaller range finds the one that explains its log. 53 bits are exact in every reader of JSON.
func AnySeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// New starts a match, with a log for each recipient.
func New(g *interpreter.Game, h Header, o Options, recipients ...Recipient) (*Match, error) {
	p := g.Program
	if h.Players < p.MinPlayers || h.Players > p.MaxPlayers {
		return nil, fmt.Errorf("the number of players must be from %d to %d for %s, not %d", p.MinPlayers, p.MaxPlayers,
			g.ID, h.Players)
	}
	h.Seats = slices.Clone(h.Seats)
	m := &Match{Header: h, rules: rules{g}, opt: o}
	m.views = views{Names: words.Names{P: p, Lang: h.Lang, People: o.People, Page: o.Page},
		m: machine.New(p, h.Players, nil), looks: looksOf(p.Game), ids: h.IDs}
	m.chance = &decide.Random{RNG: decide.NewRNG(h.Seed, 1)}
	m.bots, m.who.Players = make([]decide.Bot, len(h.Seats)), make([]decide.Decider, len(h.Seats))
	for i, kind := range h.Seats {
		if err := m.Seat(int32(i), kind); err != nil {
			return nil, err
		}
	}
	m.who.Chance = m.chance
	m.m.Budget.Ctx = o.Context
	m.m.Strict = !o.Loose // a person sees which invariant broke
	if err := m.m.CheckInvariants(); err != nil {
		return nil, err
	}
	m.recipients = recipients
	for _, e := range recipients {
		n := m.Names
		n.Lang = e.Lang
		m.logs = append(m.logs, newLog(m.m, n.For(e.Eyes), g.Clause, ref.Seat(e.Eyes), o.Clauses))
	}
	m.m.Observer = m
	m.asks, m.size = make([]int, h.Players), len(h.text())
	return m, nil
}

// Watch returns the view of a match whose decisions are made elsewhere. It keeps no logs and no
// decisions.
func Watch(g *interpreter.Game, h Header, of *machine.Match) *Match {
	m := &Match{Header: h, rules: rules{g}, asks: make([]int, h.Players)}
	m.views = views{Names: words.Names{P: g.Program, Lang: h.Lang}, m: of, looks: looksOf(g.Program.Game), ids: h.IDs}
	of.Observer = m
	return m
}

// Seat gives a seat to a person or a bot.
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
		m.recordEnding(ev)
	case ev.Kind == machine.Turned && ev.Request != nil:
		m.turned = append(m.turned, ev)
	}
	if m.opt.Loose || mayDisclose(ev) {
		if m.shown = len(m.record); m.doing {
			m.shown++
		}
	}
	if m.tally != nil && (ev.Kind == machine.Stepped && !ev.On || ev.Kind == machine.Ended) {
		m.followTally()
	}
	for _, l := range m.logs {
		l.Event(ev)
	}
}

// Err returns the fault that ended the match: an error in its rules, a limit, or the end of the
// context.
func (m *Match) Err() error { return m.m.Err() }

// Over reports whether the match is over.
func (m *Match) Over() bool { return m.m.Next() == nil && m.m.Finished() }

// Decisions returns the decisions made so far.
func (m *Match) Decisions() []Decision { return m.record }

// KnownTo returns the indices of the decisions known to a viewer: those of seats whose
// questions it may know. For Everything, they include those of chance.
func (m *Match) KnownTo(eyes int32) (out []int) {
	for i, d := range m.record {
		s := m.sight(ref.Seat(eyes))
		if eyes == Everything || d.By >= 0 && s.may(func(seat ref.Seat) bool { return d.known&(1<<seat) != 0 }) {
			out = append(out, i)
		}
	}
	return out
}

// Asked returns the seat whose answer is needed: a person, a bot or chance. ok is false if no
// question is open.
func (m *Match) Asked() (seat int32, ok bool) {
	r := m.m.Next()
	if r == nil {
		return 0, false
	}
	return int32(r.By), true
}

// Steps reports whether chance or a bot decides next or may make an offer.
func (m *Match) Steps() bool {
	by, ok := m.Asked()
	return ok && (by < 0 || m.bots[by] != nil ||
		len(m.Names.P.Offers) > 0 && slices.ContainsFunc(m.bots, func(b decide.Bot) bool {
			return b != nil
		}))
}

// reseedBots reseeds the bots from the number of decisions so far, so that earlier searches do not
// affect their choices.
func (p *players) reseedBots(seed uint64, decided int) {
	for i, bot := range p.bots {
		if bot != nil {
			*bot.Generator() = decide.NewRNG(decide.MatchSeed(seed, uint64(decided)), uint64(2+i))
		}
	}
}

// stopped reports whether the context is done. A bot that is stopped during its search has not
// decided.
func (m *Match) stopped() bool { return m.opt.Context != nil && m.opt.Context.Err() != nil }

// Step lets chance or a bot decide. It returns false if a person is asked or no question is
// open.
func (m *Match) Step() (bool, error) {
	if r := m.m.Next(); m.opt.Kept && r != nil {
		m.reseedBots(m.Seed, len(m.record))
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

// Asks returns the number of questions to a seat so far. A question repeated after an offer
// counts again.
func (m *Match) Asks(seat int32) int {
	m.m.Next()
	return m.asks[seat]
}

// Answer answers the question of a seat with option numbers from 0. If the seat is not asked or
// the answer is illegal, it returns an error and changes nothing. Errors other than faults of
// the match are of type Refusal.
func (m *Match) Answer(seat int32, options []int32) error {
	return m.refused(m.do(decide.Move{By: ref.Seat(seat), Answer: options}))
}

// Offer makes a side offer for a seat. If MayOffer returns an error, Offer returns it and
// changes nothing.
func (m *Match) Offer(seat int32, name string) error {
	if err := m.MayOffer(seat, name); err != nil {
		return err
	}
	return m.refused(m.do(decide.Move{By: ref.Seat(seat), Offer: name}))
}

// do makes a move and records it. A refused move changes nothing and is not recorded.
func (m *Match) do(move decide.Move) error {
	r := m.m.Next()
	switch {
	case m.Err() != nil: // a bot hit the fault while choosing a move
		return m.Err()
	case move.Offer == "" && (r == nil || r.By != move.By):
		return &machine.Illegal{Why: "another seat is asked"}
	case move.Offer == "": // the rest reads the options that the answer names
		if why := r.Check(move.Answer); why != nil && m.Err() == nil {
			return why
		}
	}
	d, marks := Decision{By: int32(move.By), Offer: move.Offer, Answer: slices.Clone(move.Answer), Name: move.Offer,
		known: ^uint64(0)}, m.marks
	if move.Offer == "" {
		d.Name = r.Name
		for seat := range m.m.Env.World.Players() {
			if !r.SeenBy(seat) {
				d.known &^= 1 << seat
			}
		}
		m.recordOrigin(&d, r)
	}
	m.line = d.line(m.line[:0], len(m.record)+1, m.IDs)
	size := m.size + len(m.line) + hashed
	if size > MaxSize || len(m.record)+1 >= maxLines-maxHeader {
		return ErrFull
	}
	person := d.By >= 0 && m.bots[d.By] == nil
	if person && !m.opt.Kept {
		m.marks = append(m.marks, mark{d.By, m.Snapshot()})
	}
	if m.m.State().Stack[state.AtOffer] == 0 { // within an offer, its beginning counts
		m.sound = -1
		if person {
			m.sound = len(m.record)
		}
	}
	m.doing = true
	err := move.Make(m.m)
	m.doing = false
	if err != nil && m.Err() == nil { // the state is unchanged
		m.marks = marks
		return err
	}
	m.turned, m.record, m.size = m.turned[:0], append(m.record, d), size
	return err
}

// generators returns copies of the generators. If from is set, it first sets them from these
// copies.
func (p *players) generators(from []decide.RNG) []decide.RNG {
	all := []*decide.RNG{p.chance.Generator()}
	for _, bot := range p.bots {
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

// Undo returns to the last decision of a seat and takes back everything after it. Dice stay the
// same, because their stream is restored, too.
func (m *Match) Undo(by int32) bool {
	return m.backTo(func(k mark) bool { return k.by == by })
}

// BrokenAt returns the number of decisions before the person's decision (or the offer in progress)
// that broke the rules. ok is false if the rules are intact, or chance or a bot broke them.
func (m *Match) BrokenAt() (to int, ok bool) {
	return m.sound, m.Err() != nil && !m.stopped() && m.sound >= 0
}

// mayDisclose reports whether an event may reveal hidden information. Only consecutive questions
// with no events between them certainly reveal nothing: a condition may depend on hidden
// information, and knowing its result would help to decide again.
func mayDisclose(ev machine.Event) bool {
	switch ev.Kind {
	case machine.Asked, machine.Turned, machine.Taken, machine.Held, machine.Called, machine.Returned, machine.Offered:
		return false
	case machine.Answered, machine.Forced:
		return ev.Request.Kind != machine.AskChoice && ev.Request.Kind != machine.AskOption
	case machine.Stepped:
		return !slices.Contains([]string{"choose", "may", "call", "procedure"}, ev.Step.Verb)
	case machine.Assigned: // local names at the beginning of a procedure
		return ev.Field != nil || ev.Step.Verb != "procedure"
	}
	return true
}

// LastDecision returns the index of the last decision of a seat, or -1. unseen reports that nothing can
// have been revealed since, and that no other seat has decided.
func (m *Match) LastDecision(seat int32) (at int, unseen bool) {
	m.m.Next()
	_, sealed := m.m.Sealed()
	unseen = !sealed && !m.Over()
	for at = len(m.record) - 1; at >= 0 && m.record[at].By != seat; at-- {
		unseen = false
	}
	return at, unseen && at >= m.shown
}

// Retract returns to the position before the decision found by BrokenAt.
func (m *Match) Retract() bool {
	to, ok := m.BrokenAt()
	return ok && m.backTo(func(k mark) bool { return len(k.at.record) == to })
}

// backTo returns to the last moment for which wanted returns true, and reports whether there is one.
func (m *Match) backTo(wanted func(k mark) bool) bool {
	for _, k := range slices.Backward(m.marks) {
		if wanted(k) {
			m.Restore(k.at)
			return true
		}
	}
	return false
}

// Replay replays recorded decisions. Decisions of chance are computed again, and so are those of
// bots unless bots reseed for each decision, so that every generator reaches its recorded
// state. It is an error if dice differ from those of the seed.
func (m *Match) Replay(file *Saved) error { return m.ReplayUntil(file, len(file.Decisions)) }

// ReplayUntil replays recorded decisions until the match has n of them.
func (m *Match) ReplayUntil(file *Saved, n int) error {
	for i := len(m.record); i < n; i++ {
		d := file.Decisions[i]
		r := m.m.Next()
		switch {
		case m.Err() != nil:
			return m.Err()
		case r == nil:
			return file.errorf(i, "the match is over before this decision")
		case d.Offer == "" && (r.By != ref.Seat(d.By) || r.Name != d.Name):
			return file.errorf(i, "at this point %s is asked for %s, but the file has %s for %s",
				seatName(file.IDs, r.By), r.Name, seatName(file.IDs, ref.Seat(d.By)), d.Name)
		}
		if r.By == machine.Chance || !m.opt.Kept {
			if got, _ := m.who.Next(m.m); r.By == machine.Chance && !slices.Equal(got.Answer, d.Answer) {
				return file.errorf(i, "with seed %d the random result here is %s, not %s", m.Seed,
					numbers(nil, got.Answer), numbers(nil, d.Answer))
			}
		}
		switch err := m.do(decide.Move{By: ref.Seat(d.By), Offer: d.Offer, Answer: d.Answer}); {
		case m.Err() != nil:
			return m.Err()
		case err != nil && d.Offer != "":
			return file.errorf(i, "side offer %s is not possible here: %v", d.Name, err)
		case err != nil:
			return file.errorf(i, "invalid answer to %s: %v", d.Name, err)
		}
	}
	return nil
}

// SetData replaces the printed values of the cards, as `cards` of a scenario does.
func (m *Match) SetData(d *schema.Data) { m.m.Env.World.SetData(d) }

// SetState sets the state of the machine, for the debugger. It clears the logs, and decisions
// made before cannot be taken back.
func (m *Match) SetState(s *state.State) {
	m.m.Restore(s)
	m.turned, m.marks = m.turned[:0], nil
	for _, l := range m.logs {
		l.set(logContent{named: map[ref.Piece]bool{}})
	}
}
