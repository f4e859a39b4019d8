// Package playout plays matches between bots to their end, one after another in the same
// memory, and returns the values of the game's measures for each. It does not compute
// statistics.
//
//	playout.go  players of matches
//	choices.go  the choices of a match
//	outside.go  seats that are played outside of the interpreter
//	features.go   formulas that may say how well a player is doing
//	positions.go  their values at moments of a match
//	unseen.go   rules and cards that never came up
package playout

import (
	"context"
	"errors"
	"fmt"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
	"moraine/interpreter/source"
)

// Random is the bot that decides everything at random. Every game has it.
const Random = "random"

// maxDecisions limits the number of decisions in a match.
const maxDecisions = 1_000_000

// Player plays matches of one configuration. Each bot has its own random generator, and so have
// dice and draws, so match.New with the same seed and bots plays the same match. A Player is
// not safe for concurrent use.
type Player struct {
	Number int64 // of the next match in its series, for outsiders

	ctx      context.Context
	m        *machine.Match
	meter    *machine.Meter
	chance   *decide.Random
	bots     []decide.Bot
	seats    decide.Seats
	outside  *match.Match // the view of outsiders; nil if there are none
	visitors []*outsiderBot
	observer *observer // nil unless choices are recorded
	sampler  *sampler  // nil unless positions are recorded
}

// Options selects matches.
type Options struct {
	Rules   interpreter.Options // the configuration of the loaded game, for outsiders
	Players int
	Bots    []string         // bots of the game, "random" or "mcts=NODES"
	Outside map[int]Outsider // by number of a bot: its seats are played outside, and its name does not matter
	// by number of a bot: it searches with the values of this game, as `learned` unless its name is that of a search
	Learned  map[int]*interpreter.Game
	Mistakes map[int]int // by number of a bot: the percentage of its answers that are random
	Strict   bool        // check the game's invariants after every step and not only at the end
}

// Value is one value of a measure: a number, or 1 or 0 for a share and a count. By is the key
// of its group, which GroupName names.
type Value = machine.Measured

// New returns a Player.
func New(ctx context.Context, g *interpreter.Game, o Options) (*Player, error) {
	p := &Player{ctx: ctx, m: machine.New(g.Program, o.Players, nil), meter: machine.NewMeter(g.Program),
		chance: &decide.Random{}}
	p.m.Meter, p.m.Strict, p.m.Budget.Ctx = p.meter, o.Strict, ctx
	if len(o.Outside) > 0 {
		p.outside = match.Watch(g,
			match.Header{Game: g.ID, Rules: o.Rules, Lang: "en", Players: o.Players, IDs: g.Seats()[:o.Players]}, p.m)
	}
	for i, name := range o.Bots {
		if by := o.Outside[i]; by != nil {
			v := &outsiderBot{Outsider: by, of: p}
			p.bots, p.visitors = append(p.bots, v), append(p.visitors, v)
			continue
		}
		by := g.Program
		if from := o.Learned[i]; from != nil {
			by = from.Program
			if g.SearchNodes(name) == 0 {
				name = interpreter.Learned
			}
		}
		bot, err := decide.NewPolicy(by, name, decide.RNG{}) // each match sets the generator
		if err != nil {
			return nil, err
		}
		if n := o.Mistakes[i]; n > 0 {
			bot = &decide.Careless{Bot: bot, Percent: n}
		}
		p.bots = append(p.bots, bot)
	}
	p.seats = decide.Seats{Chance: p.chance, Players: make([]decide.Decider, o.Players)}
	return p, nil
}

// Play plays the match of a seed to its end; bot returns the number of the bot for each seat.
// It returns the number of decisions with two or more possible answers, including those of
// chance. ended is false if the context has stopped the match.
func (p *Player) Play(seed uint64, bot func(seat int) int) (decisions int64, ended bool, err error) {
	p.meter.Clear()
	*p.chance.Generator() = decide.NewRNG(seed, 1)
	for seat := range p.seats.Players {
		b := p.bots[bot(seat)]
		*b.Generator() = decide.NewRNG(seed, uint64(2+seat))
		p.seats.Players[seat] = b
	}
	p.m.Reset(len(p.seats.Players))
	if p.observer != nil {
		p.observer.clear()
	}
	if p.sampler != nil {
		p.sampler.clear(seed)
	}
	if err := p.beginOutsiders(); err != nil {
		if p.ctx.Err() != nil {
			err = nil
		}
		return 0, false, err
	}
	for r := p.m.Next(); r != nil; r = p.m.Next() {
		if r.List || len(r.Options) > 1 || r.Optional && len(r.Options) > 0 {
			decisions++
		}
		if decisions > maxDecisions {
			return 0, false, &interpreter.Fault{Pos: r.Step().Pos, Limit: true,
				Text: fmt.Sprintf("more than %d decisions: the match seems to be endless", maxDecisions)}
		}
		if p.sampler != nil {
			p.sampler.see(p.m, int(decisions))
		}
		move, _ := p.seats.Next(p.m)
		if p.ctx.Err() != nil { // a bot that was stopped during its search has not decided
			return 0, false, nil
		}
		if err := p.failure(); err != nil {
			return 0, false, err
		}
		if p.observer != nil {
			p.observer.see(p.m, r, move)
		}
		if err := move.Make(p.m); err != nil {
			return 0, false, unlessStopped(err)
		}
	}
	if err := p.m.Err(); err != nil {
		return 0, false, unlessStopped(err)
	}
	if err := p.m.CheckInvariants(); err != nil {
		return 0, false, err
	}
	p.endOutsiders()
	return decisions, p.m.Finished() || p.m.AtRest(), nil
}

// unlessStopped returns the fault of a match, or nil if only its context stopped it.
func unlessStopped(err error) error {
	var fault *interpreter.Fault
	if errors.As(err, &fault) && fault.Stop != nil {
		return nil
	}
	return err
}

// Won reports whether a seat has won the match.
func (p *Player) Won(seat int) bool { return p.m.State().Stack[state.AtWinners]>>seat&1 == 1 }

// Values returns the values of measures collected in the match, in order.
func (p *Player) Values() []Value { return p.meter.Taken }

// NewNumbers returns the numbers of the operations and cards that came up for the first time in the
// Player's matches. Cards are numbered after the operations; Things returns the total.
func (p *Player) NewNumbers() []int32 { return p.meter.Fresh }

// CountParts returns the number of operations and cards of a game.
func CountParts(g *interpreter.Game) int { return g.Program.CountOps() + len(g.Program.Cards) }

// Measure is a measure that the game declares. How is share, mean, count or sum; Split reports
// whether its values are divided into groups. Groups has the possible names of groups that are seats
// or cards.
type Measure struct {
	Pos       source.Pos
	Name, How string
	Split     bool
	Groups    []string
}

// Measures returns the measures of a game. Value refers to them by index.
func Measures(g *interpreter.Game) (out []Measure) {
	for _, m := range g.Program.Measures {
		one := Measure{Pos: m.Pos, Name: m.Name, How: m.How, Split: m.By != nil}
		switch {
		case m.By == nil:
		case m.By.Type.Base == schema.Player:
			one.Groups = g.Program.Seats
		case m.By.Type.Base == schema.Piece:
			for _, c := range g.Schema.Cards {
				one.Groups = append(one.Groups, c.Name)
			}
		}
		out = append(out, one)
	}
	return out
}

// GroupName returns the name of a group of a measure, and a number by which groups are sorted.
func GroupName(g *interpreter.Game, measure int, by int32) (name string, order int32) {
	m := g.Program.Measures[measure]
	if m.By == nil {
		return "", 0
	}
	switch t := m.By.Type; {
	case by == schema.Nothing:
		return "nothing", by
	case t.Base == schema.Number:
		return fmt.Sprint(by), by
	case t.Base == schema.YesNo:
		return [...]string{"no", "yes"}[by], by
	case t.Base == schema.Player:
		return g.Program.Seats[by], by
	case t.Base == schema.Piece:
		return g.Schema.Cards[by].Name, by
	default:
		return g.Schema.Symbols.Text(ref.Word(by)), 0
	}
}
