// Package watch runs scenarios again while files are edited: first those that failed, then all.
//
//	watch.go  the results of the scenarios, updated when files change
//	saves.go  notifications of saved files
package watch

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// Watch holds the results of the scenarios of games. It is not safe for concurrent use.
type Watch struct {
	loader *interpreter.Loader
	opt    scenario.Options
	args   []string            // targets to test; nil for everything
	stamps map[string][32]byte // hash of the files of each game at the last call of Look
	runs   map[string]*runs
}

// runs are the runs of a game's scenarios.
type runs struct {
	scenario.Again
	cases []scenario.Case // of the last complete run
}

// New returns a Watch for the games of a loader, or for the scenarios that args select.
func New(loader *interpreter.Loader, opt scenario.Options, args ...string) *Watch {
	return &Watch{loader: loader, opt: opt, args: args, stamps: map[string][32]byte{}, runs: map[string]*runs{}}
}

// Update is the result of a change to a game.
type Update struct {
	Rules *interpreter.Rules
	Ran   *scenario.Results // nil if the game has no scenarios
	Err   error             // if set, earlier results are kept until the game loads again
}

// Look runs the scenarios of a game if its files have changed, or in any case if always is set;
// otherwise it returns nil. It calls show with the results of the scenarios that failed the last
// time, before it runs all of them. If ctx ends, the next call runs them again.
func (w *Watch) Look(ctx context.Context, game string, always bool, show func(*scenario.Results)) *Update {
	src := w.loader.Sources()
	stamp, targets, err := w.stamp(src, game)
	if err == nil && (stamp == w.stamps[game] && !always || len(w.args) > 0 && len(targets) == 0) {
		return nil
	}
	w.stamps[game] = stamp
	news := &Update{Err: err}
	if err == nil {
		now := w.loader.Load(game) // compiles only changed files
		news.Rules, news.Err = now.Rules, now.Err
	}
	if news.Err != nil || len(targets) == 0 {
		return news
	}
	opt := w.opt
	opt.Rules = news.Rules
	of := w.runs[game]
	if of == nil {
		of = &runs{}
		w.runs[game] = of
	}
	news.Ran, news.Err = of.Run(ctx, src, targets, opt, show)
	switch {
	case news.Err == nil:
		of.cases = news.Ran.Cases
	case ctx.Err() != nil:
		delete(w.stamps, game)
	}
	return news
}

// Forget drops games that are not in the list and returns their names. A game that is added
// again later is run again.
func (w *Watch) Forget(games []string) (lost []string) {
	for _, game := range slices.Sorted(maps.Keys(w.stamps)) {
		if !slices.Contains(games, game) {
			lost = append(lost, game)
			delete(w.stamps, game)
			delete(w.runs, game)
		}
	}
	return lost
}

// Cases returns the latest results of the scenarios of a game.
func (w *Watch) Cases(game string) []scenario.Case {
	if of := w.runs[game]; of != nil {
		return of.cases
	}
	return nil
}

// stamp returns a hash of the files of a game, and its targets.
func (w *Watch) stamp(src interpreter.Sources, game string) (sum [32]byte, targets []string, err error) {
	rules, _, err := src.Hash(game)
	if err != nil {
		return sum, nil, err
	}
	h := sha256.New()
	fmt.Fprintln(h, rules)
	scenarios, err := src.Scenarios(game)
	if err != nil {
		return sum, nil, err
	}
	for _, f := range scenarios {
		fmt.Fprintf(h, "%s %d\n%s", f.File.Path, len(f.File.Text), f.File.Text)
	}
	h.Sum(sum[:0])
	if len(w.args) == 0 && len(scenarios) > 0 {
		targets = []string{game}
	}
	for _, arg := range w.args {
		file, _ := files.SplitLine(arg)
		of, err := src.Scenarios(file)
		if err != nil {
			continue // the file was deleted, or belongs to a game that cannot be read
		}
		if slices.ContainsFunc(of, func(f interpreter.ScenarioFile) bool { return f.Game == game }) {
			targets = append(targets, arg)
		}
	}
	return sum, targets, nil
}
