package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/term"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/reach"
	"moraine/interpreter/report"
	"moraine/interpreter/scenario"
)

// watching runs tests again when files are saved: those that the change can reach, and those that
// have failed, which come first.
type watching struct {
	*app
	opt    scenario.Options
	args   []string // what is to be tested; none: everything
	loader *interpreter.Loader
	stamps map[string][32]byte // of the files of each game, when they were last looked at
	runs   *reach.Record
	states map[string]*reach.State // of each game, when it could last be loaded
	cases  map[string][]scenario.Case
}

// settled is how long files are left alone before they are looked at: some editors save in steps.
const settled = 50 * time.Millisecond

const watchKeys = "r runs everything again, a shows all results, q quits"

// watch runs tests until somebody quits.
func (a *app) watch(ctx context.Context, data interpreter.Sources, args []string, opt scenario.Options) error {
	w := &watching{
		app: a, opt: opt, args: args, loader: interpreter.NewLoader(data), stamps: map[string][32]byte{},
		runs: &reach.Record{}, states: map[string]*reach.State{}, cases: map[string][]scenario.Case{},
	}
	saves, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer saves.Close()
	if err := w.follow(saves); err != nil {
		return err
	}
	w.look(ctx, false)
	fmt.Fprintf(a.Out, "\n%s\n", watchKeys)
	keys := make(chan byte)
	go func() {
		key := make([]byte, 1)
		for n, err := a.In.Read(key); n > 0 || err == nil; n, err = a.In.Read(key) {
			if n > 0 {
				keys <- key[0]
			}
		}
	}()
	quiet := time.NewTimer(time.Hour)
	for {
		cooked := a.rawInput()
		select {
		case <-ctx.Done():
			cooked()
			return ctx.Err()
		case key := <-keys:
			cooked()
			switch key {
			case 'q':
				return nil
			case interrupt:
				return failing(exitInterrupted, errors.New("interrupted"))
			}
			w.key(ctx, key)
		case <-saves.Events:
			cooked()
			quiet.Reset(settled)
		case err := <-saves.Errors:
			cooked()
			a.complain(fmt.Errorf("files may be saved unseen: %w", err))
		case <-quiet.C:
			cooked()
			if err := w.follow(saves); err != nil { // there may be new folders
				a.complain(err)
			}
			w.look(ctx, false)
		}
		_ = a.Out.(*output).Flush() // what goes wrong is remembered
	}
}

// interrupt is what is no signal while keys are read one by one.
const interrupt = 3

// key does what a key stands for.
func (w *watching) key(ctx context.Context, key byte) {
	switch key {
	case 'r':
		w.look(ctx, true)
	case 'a':
		all := &scenario.Results{}
		for _, game := range w.loader.Sources().Games() {
			all.Count(w.cases[game]...)
		}
		w.print(all, false)
	case '\r', '\n', ' ':
	default:
		fmt.Fprintln(w.Out, watchKeys)
	}
}

// rawInput has keys come one by one, without Enter, until what it returns is called.
func (a *app) rawInput() (cooked func()) {
	f, ok := a.In.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	was, err := term.MakeRaw(int(f.Fd()))
	if err != nil {
		return func() {}
	}
	return func() { _ = term.Restore(int(f.Fd()), was) }
}

// follow has all folders of data watched; files are not, since whoever saves one may put another in
// its place.
func (w *watching) follow(saves *fsnotify.Watcher) error {
	if !slices.ContainsFunc(w.loader.Sources(), func(l interpreter.Layer) bool { _, builtin := l.FS.(embedded); return !builtin }) {
		return errors.New("--watch: there is no folder of data here, nor in any --data, that could change")
	}
	for _, l := range w.loader.Sources() {
		if _, builtin := l.FS.(embedded); builtin {
			continue
		}
		dir := w.abs(l.Name)
		if err := saves.Add(dir); err != nil {
			return fmt.Errorf("%s cannot be watched: %w", l.Name, err)
		}
		for _, top := range folders {
			err := fs.WalkDir(l.FS, top, func(p string, d fs.DirEntry, err error) error {
				if err != nil || !d.IsDir() {
					return nil // reading it says what is wrong
				}
				return saves.Add(filepath.Join(dir, filepath.FromSlash(p)))
			})
			if err != nil {
				return fmt.Errorf("%s cannot be watched: %w", l.Name, err)
			}
		}
	}
	return nil
}

// look runs what has changed since the last look can reach, or everything.
func (w *watching) look(ctx context.Context, everything bool) {
	src := w.loader.Sources()
	now := &scenario.Results{} // of what runs
	var changed []string
	ran := false
	for _, game := range src.Games() {
		stamp, targets, err := w.stamp(src, game)
		if len(targets) == 0 && err == nil || stamp == w.stamps[game] && !everything {
			continue
		}
		w.stamps[game] = stamp
		if err == nil {
			err = w.run(ctx, src, game, targets, everything, now, &changed)
		}
		switch {
		case err == nil:
			ran = true
		case ctx.Err() == nil: // what came out before stands until it can be loaded again
			w.complain(err)
		}
	}
	if !ran || ctx.Err() != nil {
		return
	}
	for _, what := range changed {
		fmt.Fprintf(w.Out, "\n%s", what)
	}
	if changed != nil {
		fmt.Fprintln(w.Out)
	}
	w.print(now, true)
	all := &scenario.Results{}
	for _, cases := range w.cases {
		all.Count(cases...)
	}
	fmt.Fprintf(w.Out, "\n%s now; in all %d passed, %d failed\n", counted(len(now.Cases), "case"), all.Passed, all.Failed)
}

// stamp tells whether any file of a game has changed, and what of it is to be tested.
func (w *watching) stamp(src interpreter.Sources, game string) (sum [32]byte, targets []string, err error) {
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
			continue // the file is gone, or of a game that cannot be read
		}
		if slices.ContainsFunc(of, func(f interpreter.ScenarioFile) bool { return f.Game == game }) {
			targets = append(targets, arg)
		}
	}
	return sum, targets, nil
}

// run runs scenarios of a game, and keeps what they came to.
func (w *watching) run(ctx context.Context, src interpreter.Sources, game string, targets []string, everything bool, now *scenario.Results, changed *[]string) error {
	var listed, picked []scenario.Item
	type key struct{ file, name string }
	failed := map[key]bool{}
	for _, c := range w.cases[game] {
		failed[key{c.File, c.Scenario}] = failed[key{c.File, c.Scenario}] || c.Status == scenario.Failed
	}
	opt := w.opt
	opt.Entered = w.runs.Note
	opt.Pick = func(items []scenario.Item) ([]scenario.Item, error) {
		listed, picked = items, slices.Clone(items)
		if state := w.states[game]; state != nil && !everything {
			since := &reach.Since{States: w.states, Name: "the last run", Options: w.opt}
			some, err := since.Pick(ctx, slices.Clone(items))
			if err != nil {
				return nil, err
			}
			*changed = append(*changed, since.Changed...)
			picked = slices.DeleteFunc(picked, func(it scenario.Item) bool {
				return !failed[key{it.File, it.Name}] && !slices.ContainsFunc(some, it.Is)
			})
		}
		slices.SortStableFunc(picked, func(a, b scenario.Item) int {
			return rank(failed[key{b.File, b.Name}]) - rank(failed[key{a.File, a.Name}])
		})
		w.runs.Forget(picked)
		return picked, nil
	}
	var err error
	if opt.Rules, err = w.loader.Read(src, game); err != nil {
		return err
	}
	results, err := scenario.Run(ctx, src, targets, opt)
	if err != nil {
		return err
	}
	now.Count(results.Cases...)
	w.states[game] = reach.StateOf(listed, w.runs)
	w.cases[game] = merged(listed, picked, w.cases[game], results.Cases)
	return nil
}

func rank(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// merged are the cases of all scenarios in their order: of those that were picked the new ones.
func merged(listed, picked []scenario.Item, was, now []scenario.Case) (out []scenario.Case) {
	for _, it := range listed {
		from := was
		if slices.ContainsFunc(picked, it.Is) {
			from = now
		}
		for _, c := range from {
			if c.File == it.File && c.Scenario == it.Name {
				c.Line = it.Line
				out = append(out, c)
			}
		}
	}
	return out
}

// print shows results, or only what failed.
func (w *watching) print(r *scenario.Results, failures bool) {
	look := report.Options{Color: w.colored(w.Out), Width: w.width(), Verbose: w.opt.Trace, Failures: failures}
	if err := report.Write(w.Out, "pretty", r, look); err != nil {
		w.complain(err)
	}
}
