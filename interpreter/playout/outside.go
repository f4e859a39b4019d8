package playout

import (
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/match"
)

// Outsider plays a seat outside of the interpreter, such as a program. The match that it gets
// is the current one; it must not pass on anything that its seat may not know.
type Outsider interface {
	// Begin announces a new match and its number in the series.
	Begin(m *match.Match, seat int32, number int64) error
	// Decide returns a legal answer to the open question.
	Decide(m *match.Match) ([]int32, error)
	// End announces the end of the match.
	End(m *match.Match)
}

// outsiderBot is the bot of a seat that an Outsider plays. It makes no side offers.
type outsiderBot struct {
	Outsider
	of      *Player
	rng     decide.RNG // not used
	present bool       // it plays in the current match
	err     error
}

// Generator implements decide.Bot.
func (v *outsiderBot) Generator() *decide.RNG { return &v.rng }

// Decide implements decide.Decider.
func (v *outsiderBot) Decide(*machine.Match, *machine.Request) (answer []int32) {
	answer, v.err = v.Outsider.Decide(v.of.outside)
	return answer
}

// beginOutsiders announces the match to its outsiders.
func (p *Player) beginOutsiders() error {
	for _, v := range p.visitors {
		v.present, v.err = false, nil
	}
	for seat, d := range p.seats.Players {
		if v, is := d.(*outsiderBot); is {
			v.present = true
			if v.err = v.Begin(p.outside, int32(seat), p.Number); v.err != nil {
				return v.err
			}
		}
	}
	return nil
}

// failure returns the error of an outsider.
func (p *Player) failure() error {
	for _, v := range p.visitors {
		if v.err != nil {
			return v.err
		}
	}
	return nil
}

// endOutsiders announces the end of the match to its outsiders.
func (p *Player) endOutsiders() {
	for _, v := range p.visitors {
		if v.present {
			v.End(p.outside)
		}
	}
}
