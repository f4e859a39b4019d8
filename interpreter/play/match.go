package play

import (
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/internal/words"
)

// match is a match under way: the machine, who decides, and every decision so
// far. Dice, draws and the lots of each bot come from streams of the seed of
// their own, so that what one decides never changes what another rolls.
type match struct {
	header
	*machine.Match
	names  words.Names
	chance *decide.Random
	seats  []seat
	who    decide.Seats // of chance and bots
	record []decision
	marks  []mark
	log    *log
	turned []machine.Event // what conditions have turned away since somebody was last asked
}

// seat is who decides for a player; bot is nil for a person.
type seat struct {
	kind string
	bot  decide.Bot
}

// decision is what somebody has done, and the name of the request or offer.
type decision struct {
	decide.Move
	name string
}

// mark is where a person was asked, to come back to.
type mark struct {
	by      int32
	state   *state.State
	rngs    []decide.RNG
	decided int
	lines   int
}

const (
	person = "human"
	random = "random"
)

// newMatch sets a match up, with a log for some eyes.
func newMatch(g *interpreter.Game, h header, eyes int32, clauses bool) (*match, error) {
	p := g.Program
	if h.players < p.MinPlayers || h.players > p.MaxPlayers {
		return nil, fmt.Errorf("%d to %d can play %s, not %d", p.MinPlayers, p.MaxPlayers, g.ID, h.players)
	}
	m := &match{header: h, names: words.Names{P: p, Lang: h.lang}, chance: &decide.Random{RNG: decide.NewRNG(h.seed, 1)}}
	for i, kind := range h.seats {
		s := seat{kind: kind}
		if kind != person {
			bot, err := decide.NewPolicy(p, kind, decide.NewRNG(h.seed, uint64(2+i)))
			if err != nil {
				return nil, err
			}
			s.bot = bot
		}
		m.seats = append(m.seats, s)
		m.who.Players = append(m.who.Players, s.bot)
	}
	m.who.Chance = m.chance
	m.Match = machine.New(p, h.players, nil)
	m.Strict = true // a person sees what has broken an invariant
	if err := m.CheckInvariants(); err != nil {
		return nil, err
	}
	m.log = newLog(m.Match, m.names, eyes, clauses)
	m.Observer = m.log
	return m, nil
}

// persons lists the seats of persons.
func (h *header) persons() []int32 {
	var out []int32
	for i, kind := range h.seats {
		if kind == person {
			out = append(out, int32(i))
		}
	}
	return out
}

// do makes a move and writes it down.
func (m *match) do(move decide.Move) error {
	d, marks := decision{move, move.Offer}, m.marks
	d.Answer = slices.Clone(move.Answer)
	if r := m.Next(); r != nil && move.Offer == "" {
		d.name = r.Name
	}
	if d.By >= 0 && m.seats[d.By].bot == nil {
		m.marks = append(m.marks, m.mark(d.By))
	}
	err := move.Make(m.Match)
	if err != nil && m.Err() == nil { // nothing has happened
		m.marks = marks
		return err
	}
	m.record = append(m.record, d)
	return err
}

// mark is where the match stands now.
func (m *match) mark(by int32) mark {
	m.log.flush()
	return mark{by: by, state: m.State().Clone(), rngs: m.generators(nil), decided: len(m.record), lines: len(m.log.lines)}
}

// generators copies the generators, or sets them from a copy.
func (m *match) generators(from []decide.RNG) []decide.RNG {
	all := []*decide.RNG{m.chance.Generator()}
	for _, s := range m.seats {
		if s.bot != nil {
			all = append(all, s.bot.Generator())
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

// undo goes back to the last decision of a seat, and takes back all that came
// after it. Dice stay the same: their stream goes back too.
func (m *match) undo(by int32) bool {
	for i := len(m.marks) - 1; i >= 0; i-- {
		k := m.marks[i]
		if k.by != by {
			continue
		}
		m.Restore(k.state)
		m.generators(k.rngs)
		m.record, m.marks = m.record[:k.decided], m.marks[:i]
		m.log.cut(k.lines)
		m.turned = m.turned[:0] // the request is worked out anew, and what it turns away with it
		return true
	}
	return false
}

// again plays recorded decisions. Those of chance and of bots are made anew as
// well, so that every generator stands where it stood; dice that come out
// otherwise are not those of this seed.
func (m *match) again(file *saved) error {
	for i, d := range file.decisions {
		r := m.Next()
		switch {
		case m.Err() != nil:
			return m.Err()
		case r == nil:
			return file.errorf(i, "the match is over before this decision")
		case d.Offer == "" && (r.By != d.By || r.Name != d.name):
			return file.errorf(i, "here %s is asked for %s, not %s for %s", file.seatName(r.By), r.Name, file.seatName(d.By), d.name)
		}
		got, _ := m.who.Next(m.Match)
		if r.By == machine.Chance && !slices.Equal(got.Answer, d.Answer) {
			return file.errorf(i, "with seed %d chance answers %s here, not %s", m.seed, numbers(got.Answer), numbers(d.Answer))
		}
		switch err := m.do(d.Move); {
		case m.Err() != nil:
			return m.Err()
		case err != nil && d.Offer != "":
			return file.errorf(i, "%s cannot be proposed here: %v", d.name, err)
		case err != nil:
			return file.errorf(i, "%s cannot be answered so: %v", d.name, err)
		}
	}
	return nil
}
