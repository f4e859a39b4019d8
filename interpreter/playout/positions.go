package playout

import (
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Position has the values of features at a moment of a match. It reads hidden information, too, so it must serve only
// for averages over many matches.
type Position struct {
	Match  int64
	Over   int64   // the part of the match's decisions that was made before, from 0 to Over
	Values []int32 // by seat, then by feature
	Won    []int64 // by seat: its share of the win, in units of 1/One
}

const (
	// One is a whole win in Position.Won.
	One = 1 << 16
	// Over is the part of a match that is over at its end, in the unit of Position.Over.
	Over = decide.Over
)

// sampler records positions at the beginnings of turns, where the trials of searches end: half of them, and at most
// mostPositions in a match. In a game that does not declare whose turn it is, any decision can be a position.
type sampler struct {
	of     *Features
	values decide.Evaluator
	lots   decide.RNG
	whose  int32
	passed int // moments so far
	made   []int
	at     []Position
}

// mostPositions limits the positions of a match, because they share one result.
const mostPositions = 16

// Sample makes the Player record positions.
func (p *Player) Sample(f *Features) { p.sampler = &sampler{of: f} }

// Failed returns for each feature whether its formula has failed in a match so far.
func (p *Player) Failed() []bool { return p.sampler.values.Failed }

func (s *sampler) clear(seed uint64) {
	s.lots, s.whose, s.passed, s.at, s.made = decide.NewRNG(seed, 1<<32), schema.Nothing, 0, nil, s.made[:0]
}

// see records the position in which a request is open, after a number of decisions. It keeps a uniform sample of the
// moments.
func (s *sampler) see(m *machine.Match, decided int) {
	if f := m.P.Turn; f != nil {
		now := m.Env.World.Word(f.Slot)
		if now == s.whose {
			return
		}
		s.whose = now
	}
	if s.lots.Below(2) == 0 {
		return
	}
	s.passed++
	at := len(s.at)
	if at == mostPositions {
		if at = s.lots.Below(s.passed); at >= mostPositions {
			return
		}
	} else {
		s.at, s.made = append(s.at, Position{}), append(s.made, 0)
	}
	s.made[at] = decided
	n := int(m.Env.World.Players())
	values := make([]int32, 0, n*len(s.of.Names))
	for seat := range n {
		s.values.Evaluate(m, &s.of.of, ref.Seat(seat))
		for _, v := range s.values.Values {
			values = append(values, int32(v))
		}
	}
	s.at[at].Values = values
}

// Positions returns the positions of the match that was played last. A match without a winner is an equal share.
func (p *Player) Positions(decisions int64) []Position {
	n := len(p.seats.Players)
	won, winners := make([]int64, n), int64(0)
	for seat := range n {
		if p.Won(seat) {
			winners++
		}
	}
	for seat := range n {
		switch {
		case winners == 0:
			won[seat] = One / int64(n)
		case p.Won(seat):
			won[seat] = One / winners
		}
	}
	for i := range p.sampler.at {
		at := &p.sampler.at[i]
		at.Match, at.Won, at.Over = p.Number, won, int64(p.sampler.made[i])*Over/max(1, decisions)
	}
	return p.sampler.at
}

// Shares converts log-odds to shares of a win, both in units of 1/One.
func Shares(odds []int64) { decide.Shares(odds) }

// Sqrt returns the square root of n, rounded down.
func Sqrt(n uint64) int64 { return decide.Sqrt(n) }

// Log returns the natural logarithm of n/One in units of 1/One, for n > 0.
func Log(n int64) int64 { return decide.Log(int(n)) - decide.Log(One) }
