package interpreter

import (
	"errors"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// Matches that are played for notes. They are few and short, because an editor plays them after each change.
const (
	sampledMatches   = 4
	sampledDecisions = 500
	sampledWork      = 2_000_000 // steps and elements of a match
)

// breaks reports the places where matches of random decisions break off, such as a choice without options.
func (g *Game) breaks() (found Diagnostics) {
	least, most := g.Program.MinPlayers, g.Program.MaxPlayers
	for seed := range uint64(sampledMatches) {
		m := machine.New(g.Program, least+int(seed)%(most-least+1), nil)
		m.Budget.Total = sampledWork
		d := decide.NewRandom(seed)
		for n := 0; n < sampledDecisions; n++ {
			r := m.Next()
			if r == nil || m.Answer(d.Decide(m, r)...) != nil {
				break
			}
		}
		var fault *Fault
		if errors.As(m.Err(), &fault) && !fault.Limit {
			found.Add(fault.Pos, "a match of random decisions breaks off here: %s", fault.Text)
		}
	}
	return found
}
