// Package watch runs scenarios again while files are edited: those that a change can affect,
// and those that failed, which come first.
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

	"moraine/cmd/moraine/internal/reach"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// Watch holds the results of the scenarios of games. It is not safe for concurrent use.
type Watch struct {
	loader  *interpreter.Loader
	opt     scenario.Options
	args    []string                // targets to test; nil for everything
	stamps  map[string][32]byte     // hash of the files of each game at the last call of Look
	entered *reach.Record           // procedures entered by the runs
	states  map[string]*reach.State // last state of each game that loaded
	cases   map[string][]scenario.Case
}

// New returns a Watch for the games of a loader, or for the scenarios that args select.
func New(loader *interpreter.Loader, opt scenario.Options, args ...string) *Watch {
	return &Watch{
		loader: loader, opt: opt, args: args, stamps: map[string][32]byte{},
		entered: &reach.Record{}, states: map[string]*reach.State{}, cases: map[string][]scenario.Case{},
	}
}

// Update describes the result of a change to a game.
type Update struct {
	Rules   *interpreter.Rules
	Ran     *scenario.Results // the scenarios that the change can affect and those that had failed; nil if there are none
	Changed []string          // parts changed since the last call of Look
	Err     error             // if set, earlier results are kept until the game loads again
}

// Look checks a game for changes and runs the scenarios that they can affect, or all. It
// returns nil if nothing has changed.
func (w *Watch) Look(ctx context.Context, game string, everything bool) *Update {
	src := w.loader.Sources()
	stamp, targets, err := w.stamp(src, game)
	if err == nil && (stamp == w.stamps[game] && !everything || len(w.args) > 0 && len(targets) == 0) {
		return nil
	}
	w.stamps[game] = stamp
	news := &Update{Err: err}
	if err == nil {
		now := w.loader.Load(game) // compiles only changed files
		news.Rules, news.Err = now.Rules, now.Err
	}
	if news.Err == nil && len(targets) > 0 {
		news.Err = w.run(ctx, src, game, targets, everything, news)
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
			delete(w.cases, game)
			delete(w.states, game)
		}
	}
	return lost
}

// Cases returns the latest results of the scenarios of a game.
func (w *Watch) Cases(game string) []scenario.Case { return w.cases[game] }

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

// run runs scenarios of a game and stores their results.
func (w *Watch) run(ctx context.Context, src interpreter.Sources, game string, targets []string, everything bool, news *Update) error {
	var listed, picked []scenario.Item
	was := byScenario(w.cases[game])
	failed := func(it scenario.Item) bool {
		return slices.ContainsFunc(was[key{it.File, it.Name}], func(c scenario.Case) bool { return c.Status == scenario.Failed })
	}
	opt := w.opt
	opt.Entered, opt.Rules = w.entered.Note, news.Rules
	opt.Pick = func(items []scenario.Item) ([]scenario.Item, error) {
		listed, picked = items, slices.Clone(items)
		if state := w.states[game]; state != nil && !everything {
			since := &reach.Selector{States: w.states, Name: "the last run", Options: w.opt}
			some, err := since.Pick(ctx, slices.Clone(items))
			if err != nil {
				return nil, err
			}
			news.Changed = since.Changed
			reached := map[key]bool{}
			for _, it := range some {
				reached[key{it.File, it.Name}] = true
			}
			picked = slices.DeleteFunc(picked, func(it scenario.Item) bool {
				return !reached[key{it.File, it.Name}] && !failed(it)
			})
		}
		slices.SortStableFunc(picked, func(a, b scenario.Item) int {
			return rank(failed(b)) - rank(failed(a))
		})
		w.entered.Forget(picked)
		return picked, nil
	}
	results, err := scenario.Run(ctx, src, targets, opt)
	if err != nil {
		return err
	}
	news.Ran = results
	w.states[game] = reach.StateOf(listed, w.entered)
	for _, it := range picked {
		delete(was, key{it.File, it.Name})
	}
	maps.Copy(was, byScenario(results.Cases))
	w.cases[game] = nil
	for _, it := range listed {
		for _, c := range was[key{it.File, it.Name}] {
			now := *c.Subject
			now.Line = it.Line
			c.Subject = &now
			w.cases[game] = append(w.cases[game], c)
		}
	}
	return nil
}

func rank(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// key identifies a scenario. Names are unique within a file.
type key struct{ file, name string }

func byScenario(cases []scenario.Case) map[key][]scenario.Case {
	out := map[key][]scenario.Case{}
	for _, c := range cases {
		k := key{c.File, c.Scenario}
		out[k] = append(out[k], c)
	}
	return out
}
