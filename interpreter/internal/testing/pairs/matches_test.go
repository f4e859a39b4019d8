package pairs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
)

// In some forms random players could play for ever. So from a certain decision on they mostly play like a bot
// of the game, and a long match is stopped; but one of mostMatches must reach its end.
const (
	botsFrom    = 5_000
	breakOff    = 25_000
	mostMatches = 50
)

// tally counts matches.
type tally struct{ ended, brokenOff int }

// playable holds random matches of a form against its invariants.
func (r *readings) playable(t *testing.T, f form, g *interpreter.Game, matches int, seed uint64) tally {
	t.Helper()
	n, err := play(g, matches, seed)
	if err != nil {
		t.Errorf("%s\nthe least with which this happens: %s", err, r.least(f, err, seed))
	}
	return n
}

// least is the form with the fewest readings in which the same goes wrong.
func (r *readings) least(f form, wrong error, seed uint64) form {
	return r.form(smallest(f.readings, func(list []reading) bool {
		g, err := r.load(r.form(list))
		if err == nil {
			_, err = play(g, mostMatches, seed)
			return err != nil && sameFault(err, wrong)
		}
		return false
	}))
}

// play plays random matches for every number of players, invariants checked at
// every step.
func play(g *interpreter.Game, matches int, seed uint64) (n tally, err error) {
	for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
		m := machine.New(g.Program, players, nil)
		m.Strict = true
		before := n.ended
		for k := 0; k < matches || n.ended == before; k++ {
			if k == mostMatches {
				return n, fmt.Errorf("%d players: %w", players, errEndless)
			}
			m.Reset(players)
			ended, err := finish(m, seed+uint64(k))
			switch {
			case err != nil:
				return n, fmt.Errorf("%d players, seed %d: %w", players, seed+uint64(k), err)
			case ended:
				n.ended++
			default:
				n.brokenOff++
			}
		}
	}
	return n, nil
}

var errEndless = fmt.Errorf("none of %d matches has an end", mostMatches)

func finish(m *machine.Match, seed uint64) (ended bool, err error) {
	lots := decide.NewRandom(seed)
	bot := anyBot(m.P, seed)
	for k := range breakOff {
		r := m.Next()
		if r == nil {
			break
		}
		d := decide.Decider(lots)
		if bot != nil && k >= botsFrom && lots.Below(3) > 0 {
			d = bot
		}
		if err := m.Answer(d.Decide(m, r)...); err != nil {
			return false, err
		}
	}
	return m.Finished(), m.Err()
}

// anyBot is the first bot of a game; nil if there is none.
func anyBot(p *program.Program, seed uint64) decide.Decider {
	for _, name := range slices.Sorted(maps.Keys(p.Bots)) {
		if bot, err := decide.NewPolicy(p, name, decide.NewRNG(seed, 2)); err == nil {
			return bot
		}
	}
	return nil
}

// sameFault reports that two matches go wrong at one place of the rules.
func sameFault(a, b error) bool {
	var x, y *state.Fault
	if errors.As(a, &x) && errors.As(b, &y) {
		return x.Pos.String() == y.Pos.String() // each form may have files of its own
	}
	return errors.Is(a, errEndless) && errors.Is(b, errEndless)
}
