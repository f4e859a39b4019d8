// Package learn learns the values of positions of a game from matches between bots, so that searches play well without
// a formula by the author.
//
//	learn.go  generations: play, fit, gate
//	fit.go    weights of features, from positions and their results
//	file.go   the file that holds the weights
package learn

import (
	"context"
	"fmt"
	"slices"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/syntax"
)

// Options are the budgets, in numbers of matches.
type Options struct {
	simulate.Options
	Generations int
	Note        func(format string, args ...any) // progress for people
}

const (
	searchShare = 3  // a generation with learned players has this part of the matches of the first one
	ladderGames = 60 // matches of each pair of bots
)

// gateGames are the matches of a gate: a longer one is played only if the shorter one is undecided.
var gateGames = []int64{20, 100, 400}

// learner learns the values of a game.
type learner struct {
	ctx      context.Context
	g        *interpreter.Game
	o        Options
	features *playout.Features
	failed   []bool   // the features whose formula has failed in some position
	pool     []string // declared bots, random, and accepted generations
	champion string
	trials   string   // the strongest declared bot; "" if the game declares none
	search   []string // the search that the values replace, if the game has a formula for positions
	data     []playout.Position
	matches  int64
}

// Learn plays generations of matches. It returns the values of the last generation that beat the strongest of the bots
// and generations before it, and lost to none of them; nil if there is no such generation.
func Learn(ctx context.Context, g *interpreter.Game, o Options) (best *syntax.Learned, err error) {
	least, most := g.Players()
	switch {
	case most < 2:
		return nil, fmt.Errorf("values are learned from matches of at least two players, and %s is for one", g.ID)
	case o.Players == 0:
		o.Players = max(2, least)
	}
	l := &learner{ctx: ctx, g: g.WithLearned(nil), o: o, features: playout.FindFeatures(g, o.Players)}
	l.failed = make([]bool, len(l.features.Names))
	l.o.Learned = map[string]*interpreter.Game{}
	if g.Judges() {
		l.search = []string{fmt.Sprintf("mcts=%d", interpreter.LearnedNodes)}
	}
	if l.pool = o.Policies; len(l.pool) == 0 {
		l.pool, _ = simulate.Expand(g, []string{simulate.All})
	}
	if l.champion, err = l.strongest(); err != nil {
		return nil, err
	}
	if l.champion != simulate.Random && g.SearchNodes(l.champion) == 0 {
		l.trials = l.champion
	}
	for n := range o.Generations {
		v, err := l.generation(n + 1)
		if err != nil {
			return nil, err
		}
		if v != nil {
			best = v
		}
	}
	return best, nil
}

// strongest returns the policy of the pool that wins most against the others.
func (l *learner) strongest() (best string, err error) {
	if len(l.pool) < 2 {
		return l.pool[0], nil
	}
	o := l.o.Options
	o.Policies, o.Games, o.Progress = l.pool, ladderGames, nil
	ladder, err := simulate.RunLadder(l.ctx, l.g, o)
	if err != nil {
		return "", err
	}
	sums := map[string]simulate.Fixed{}
	for _, p := range ladder.Pairs {
		sums[p.Policy] += p.Share.Value
	}
	best = l.pool[0]
	for _, policy := range l.pool {
		if sums[policy] > sums[best] {
			best = policy
		}
	}
	return best, nil
}

func generationName(n int) string { return fmt.Sprintf("generation %d", n) }

// generation plays matches of the pool, fits the weights to all matches so far, and plays the gates. It returns nil if
// the values fail a gate. Values that fail still play in the next generation, so that it learns from their mistakes.
func (l *learner) generation(n int) (*syntax.Learned, error) {
	if err := l.play(n); err != nil {
		return nil, err
	}
	t := newTable(l.data, l.o.Players, l.failed)
	m, use := t.prune()
	v := &syntax.Learned{Ident: syntax.Ident{Name: l.g.LearnedName()}, Rules: l.g.RulesInForce(), Players: l.o.Players,
		Seed: fmt.Sprint(l.o.Seed), Matches: int(l.matches), Trials: syntax.Ident{Name: l.trials},
		Weights: t.weights(l.features.Names, m, use)}
	v.Loss, v.Chance = t.loss(m, use)
	l.o.Note("generation %d: %d matches, %d positions, loss %d of %d", n, l.matches, len(l.data), v.Loss, v.Chance)
	if len(v.Weights) == 0 {
		l.o.Note("generation %d: no formula of the declarations goes together with winning", n)
		return nil, nil
	}
	l.o.Learned[generationName(n)] = l.g.WithLearned(v)
	passed, err := l.gates(v, generationName(n))
	switch {
	case err != nil:
		return nil, err
	case !passed:
		l.o.Note("generation %d is not accepted", n)
		return nil, nil
	}
	l.o.Note("generation %d is accepted", n)
	return v, nil
}

// play plays the matches of a generation, and adds their positions to the data.
func (l *learner) play(n int) error {
	o := l.o.Options
	o.Seed = match.SeriesSeed(l.o.Seed, 1<<32+uint64(n))
	// half of the seats have the champion
	o.Policies = slices.Concat(l.pool, slices.Repeat([]string{l.champion}, len(l.pool)))
	if n > 1 {
		if before := generationName(n - 1); l.o.Learned[before] != nil {
			o.Policies = append(o.Policies, slices.Repeat([]string{before}, len(o.Policies))...)
		}
		o.Games = max(heldOut, o.Games/searchShare)
	}
	positions, failed, err := simulate.Positions(l.ctx, l.g, l.features, o)
	if err != nil {
		return err
	}
	for _, p := range positions {
		p.Match += l.matches
		l.data = append(l.data, p)
	}
	l.matches += o.Games
	for j, name := range l.features.Names {
		if failed[j] && !l.failed[j] {
			l.o.Note("left out, because it cannot be computed in some positions: %s", name)
		}
		l.failed[j] = l.failed[j] || failed[j]
	}
	if len(l.data) < batch {
		return fmt.Errorf("%d matches have only %d positions at the beginnings of turns; use a larger --matches",
			l.matches, len(l.data))
	}
	return nil
}

// gates lets new values play against the bots of the pool, and reports whether they pass: they beat the champion and
// lose to none of the others. Versus the strongest declared bot, and versus a search of as many nodes that judges by
// the game's own formula, they must also win at least an even share. It stops at the first gate that they fail.
func (l *learner) gates(v *syntax.Learned, name string) (passed bool, err error) {
	even := simulate.Fixed(1_000_000 / int64(l.o.Players))
	rest := slices.DeleteFunc(slices.Clone(l.pool), func(policy string) bool { return policy == l.champion })
	for _, other := range slices.Concat([]string{l.champion}, rest, l.search) {
		o := l.o.Options
		o.Seed, o.Progress = match.SeriesSeed(l.o.Seed, 1<<33), nil
		close := other == l.champion || other == l.trials || slices.Contains(l.search, other)
		var e simulate.Estimate
		for _, o.Games = range gateGames {
			if e, err = simulate.PlayPairs(l.ctx, l.g, name, other, o); err != nil {
				return false, err
			}
			if e.High < even || e.Low > even || !close && o.Games > gateGames[0] {
				break
			}
		}
		v.Beats = append(v.Beats, syntax.Beaten{Ident: syntax.Ident{Name: other}, Share: int(e.Value / 1000),
			Low: int(e.Low / 1000), High: int(e.High / 1000)})
		l.o.Note("%s versus %s: %s %% (%s to %s)", name, other, (e.Value * 100).Text(0), (e.Low * 100).Text(0),
			(e.High * 100).Text(0))
		if e.High < even || close && e.Value < even || other == l.champion && e.Low <= even {
			return false, nil
		}
	}
	l.pool, l.champion = append(l.pool, name), name
	return true, nil
}
