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
)

// Options are the budgets, in numbers of matches.
type Options struct {
	simulate.Options
	Generations int
	Note        func(format string, args ...any) // progress for people
}

// Values are learned values of positions, with their evidence.
type Values struct {
	Rules   string
	Players int
	Seed    uint64
	Matches int64
	Loss    int64 // in thousandths
	Chance  int64
	Trials  string          // the strongest declared bot; "" if the game declares none
	Beats   []simulate.Pair // the gates that the values have passed
	Text    string          // the file

	rows []row
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
	pool     []string // declared bots, random, and accepted generations
	champion string
	trials   string   // the strongest declared bot
	search   []string // the search that the values replace, if the game has a formula for positions
	data     []playout.Position
	matches  int64
}

// Learn plays generations of matches. It returns the values of the last generation that beat the strongest of the bots
// and generations before it, and lost to none of them; nil if there is no such generation.
func Learn(ctx context.Context, g *interpreter.Game, o Options) (*Values, error) {
	least, most := g.Players()
	switch {
	case most < 2:
		return nil, fmt.Errorf("values are learned from matches of at least two players, and %s is for one", g.ID)
	case o.Players == 0:
		o.Players = max(2, least)
	}
	l := &learner{ctx: ctx, g: g.WithLearned(nil), o: o, features: playout.FindFeatures(g, o.Players)}
	if g.Judges() {
		l.search = []string{fmt.Sprintf("mcts=%d", interpreter.LearnedNodes)}
	}
	l.o.Learned = map[string]*interpreter.Game{}
	if l.pool = o.Policies; len(l.pool) == 0 {
		l.pool, _ = simulate.Expand(g, []string{simulate.All})
	}
	strongest, err := l.strongest()
	if err != nil {
		return nil, err
	}
	l.champion = strongest
	if strongest != simulate.Random {
		l.trials = strongest
	}
	var best *Values
	for n := 1; n <= o.Generations; n++ {
		v, err := l.generation(n)
		if err != nil {
			return nil, err
		}
		if v != nil {
			best = v
		}
	}
	if best != nil {
		best.Text = best.text()
	}
	return best, nil
}

// strongest returns the policy of the pool that wins most against the others.
func (l *learner) strongest() (string, error) {
	if len(l.pool) < 2 {
		return l.pool[0], nil
	}
	o := l.o.Options
	o.Policies, o.Games, o.Progress = l.pool, ladderGames, nil
	ladder, err := simulate.RunLadder(l.ctx, l.g, o)
	if err != nil {
		return "", err
	}
	best, most := "", simulate.Fixed(-1)
	for _, policy := range l.pool {
		sum := simulate.Fixed(0)
		for _, p := range ladder.Pairs {
			if p.Policy == policy {
				sum += p.Share.Value
			}
		}
		if sum > most {
			best, most = policy, sum
		}
	}
	return best, nil
}

// generation plays matches of the pool, fits the weights to all matches so far, and plays the gates. It returns nil if
// the values fail a gate. Values that fail still play in the next generation, so that it learns from their mistakes.
func (l *learner) generation(n int) (*Values, error) {
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
		return nil, err
	}
	for i := range positions {
		positions[i].Match += l.matches
	}
	l.data, l.matches = append(l.data, positions...), l.matches+o.Games
	l.drop(failed)
	if len(l.data) < batch || len(l.features.Names) == 0 {
		return nil, fmt.Errorf("%d matches have only %d positions at the beginnings of turns; use a larger --matches",
			l.matches, len(l.data))
	}
	t := newTable(l.data, l.o.Players, len(l.features.Names))
	m, use := t.prune()
	v := &Values{Rules: l.g.RulesHash(), Players: l.o.Players, Seed: l.o.Seed, Matches: l.matches, Trials: l.trials,
		rows: t.rows(l.features.Names, m, use)}
	v.Loss, v.Chance = t.loss(m, use)
	l.o.Note("generation %d: %d matches, %d positions, loss %d of %d", n, l.matches, len(l.data), v.Loss, v.Chance)
	if len(v.rows) == 0 {
		l.o.Note("generation %d: no formula of the declarations goes together with winning", n)
		return nil, nil
	}
	if l.o.Learned[generationName(n)], err = v.game(l.g); err != nil {
		return nil, err
	}
	return l.gates(v, generationName(n))
}

// drop removes features whose formula has failed, also from the positions so far.
func (l *learner) drop(failed []bool) {
	if !slices.Contains(failed, true) {
		return
	}
	n := len(failed)
	var names []string
	l.features, names = l.features.Without(failed)
	for i := range l.data {
		at, kept := &l.data[i], []int32{}
		for j, v := range at.Values {
			if !failed[j%n] {
				kept = append(kept, v)
			}
		}
		at.Values = kept
	}
	for _, name := range names {
		l.o.Note("left out, because it cannot be computed in some positions: %s", name)
	}
}

func generationName(n int) string { return fmt.Sprintf("generation %d", n) }

// gates lets new values play against the bots of the pool. They must beat the champion and lose to none of the others.
// Versus the strongest declared bot, and versus a search of as many nodes that judges by the game's own formula, they
// must also win at least an even share. It returns nil after the first of these matches that they fail.
func (l *learner) gates(v *Values, name string) (*Values, error) {
	even := simulate.Fixed(1_000_000 / int64(l.o.Players))
	rest := slices.DeleteFunc(slices.Clone(l.pool), func(policy string) bool { return policy == l.champion })
	for _, other := range slices.Concat([]string{l.champion}, rest, l.search) {
		o := l.o.Options
		o.Seed, o.Progress = match.SeriesSeed(l.o.Seed, 1<<33), nil
		close := other == l.champion || other == l.trials || slices.Contains(l.search, other)
		var e simulate.Estimate
		for _, o.Games = range gateGames {
			var err error
			if e, err = simulate.PlayPairs(l.ctx, l.g, name, other, o); err != nil {
				return nil, err
			}
			if e.High < even || e.Low > even || !close && o.Games > gateGames[0] {
				break
			}
		}
		v.Beats = append(v.Beats, simulate.Pair{Policy: name, Versus: other, Share: e})
		l.o.Note("%s versus %s: %s %% (%s to %s)", name, other, (e.Value * 100).Text(0), (e.Low * 100).Text(0),
			(e.High * 100).Text(0))
		if e.High < even || close && e.Value < even || other == l.champion && e.Low <= even {
			return nil, nil
		}
	}
	l.pool, l.champion = append(l.pool, name), name
	return v, nil
}
