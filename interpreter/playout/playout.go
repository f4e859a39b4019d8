// Package playout plays matches between bots to their end, one after another in the same memory, and tells what the
// measures of the game come to in each. It adds nothing up: statistics are the caller's.
//
//	playout.go  players of matches
//	unseen.go   rules and cards that never came up
package playout

import (
	"context"
	"errors"
	"fmt"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// Random is the bot that decides everything at random; every game has it.
const Random = "random"

// maxDecisions bounds a match.
const maxDecisions = 1_000_000

// Player plays matches of one configuration. Its bots have generators of random numbers of their own, as dice and draws
// have, so that match.New with the same seed and bots plays the same match. A Player is for one goroutine.
type Player struct {
	ctx    context.Context
	m      *machine.Match
	meter  *machine.Meter
	chance *decide.Random
	bots   []decide.Bot
	seats  decide.Seats
}

// Value is what a measure of the game came to once: a number, or 1 or 0 for a share and a count. By is the key of
// its group, which GroupName names.
type Value = machine.Measured

// New returns a player of matches between players seats. bots are names of bots: of the game, "random" or
// "mcts=NODES". If strict, the invariants of the game are checked after every step and not only at the end.
func New(ctx context.Context, g *interpreter.Game, players int, bots []string, strict bool) (*Player, error) {
	p := &Player{ctx: ctx, m: machine.New(g.Program, players, nil), meter: machine.NewMeter(g.Program), chance: &decide.Random{}}
	p.m.Meter, p.m.Strict, p.m.Budget.Ctx = p.meter, strict, ctx
	for _, name := range bots {
		bot, err := decide.NewPolicy(g.Program, name, decide.RNG{}) // each match brings its generator
		if err != nil {
			return nil, err
		}
		p.bots = append(p.bots, bot)
	}
	p.seats = decide.Seats{Chance: p.chance, Players: make([]decide.Decider, players)}
	return p, nil
}

// Play plays the match of a seed to its end; bot gives the number of the bot of each seat. It returns how often a seat
// or chance had two or more answers to choose from. ended is false if the context has stopped the match.
func (p *Player) Play(seed uint64, bot func(seat int) int) (decisions int64, ended bool, err error) {
	p.meter.Clear()
	*p.chance.Generator() = decide.NewRNG(seed, 1)
	for seat := range p.seats.Players {
		b := p.bots[bot(seat)]
		*b.Generator() = decide.NewRNG(seed, uint64(2+seat))
		p.seats.Players[seat] = b
	}
	p.m.Reset(len(p.seats.Players))
	for r := p.m.Next(); r != nil; r = p.m.Next() {
		if r.List || len(r.Options) > 1 || r.Optional && len(r.Options) > 0 {
			decisions++
		}
		if decisions > maxDecisions {
			return 0, false, &interpreter.Fault{Pos: r.Step().Pos, Limit: true, Text: fmt.Sprintf("more than %d decisions: this match seems to have no end", maxDecisions)}
		}
		move, _ := p.seats.Next(p.m)
		if p.ctx.Err() != nil { // a bot that was stopped while it thought has not decided
			return 0, false, nil
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
	return decisions, p.m.Finished() || p.m.AtRest(), nil
}

// unlessStopped returns the fault of a match, or nil if only its context has stopped it.
func unlessStopped(err error) error {
	var fault *interpreter.Fault
	if errors.As(err, &fault) && fault.Stop != nil {
		return nil
	}
	return err
}

// Won reports whether a seat has won the match.
func (p *Player) Won(seat int) bool { return p.m.State().S[state.AtWinners]>>seat&1 == 1 }

// Values returns what measures came to in the match, one after the other.
func (p *Player) Values() []Value { return p.meter.Taken }

// Fresh returns the numbers of the things that came up for the first time in all matches of the player: operations
// of the rules and, after them, cards. Things returns how many there are.
func (p *Player) Fresh() []int32 { return p.meter.Fresh }

// Things returns how many things of a game can come up.
func Things(g *interpreter.Game) int { return g.Program.CountOps() + len(g.Program.Cards) }

// Measure is a measure that the game declares: How is share, mean, count or sum, and Split reports whether it falls
// into groups.
type Measure struct {
	Pos       source.Pos
	Name, How string
	Split     bool
}

// Measures returns the measures of a game. Values have their numbers.
func Measures(g *interpreter.Game) (out []Measure) {
	for _, m := range g.Program.Measures {
		out = append(out, Measure{m.Pos, m.Name, m.How, m.By != nil})
	}
	return out
}

// GroupName returns the name of a group of a measure, and its place among the others.
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
		return g.Schema.Text(by), 0
	}
}
