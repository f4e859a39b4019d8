package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"moraine/cmd/moraine/internal/report"
	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// watcher is the state of `test --watch`, which prints results and handles keys.
type watcher struct {
	*app
	*watch.Watch
	opt    scenario.Options
	loader *interpreter.Loader
}

const watchKeys = "keys: r runs everything again, a shows all results, q quits"

// watch runs tests after each change until the user quits.
func (a *app) watch(ctx context.Context, data interpreter.Sources, args []string, opt scenario.Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	loader := interpreter.NewLoader(data)
	w := &watcher{app: a, Watch: watch.New(loader, opt, args...), opt: opt, loader: loader}
	saves, err := watch.Follow(ctx, loader.Sources(), a.dirs(data))
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	w.runAffected(ctx, false)
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
	for {
		cooked := rawInput(a.In)
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
		case err := <-saves.Errors:
			cooked()
			a.complain(err)
		case <-saves.C:
			cooked()
			w.runAffected(ctx, false)
		}
		_ = a.Out.(*output).Flush() // the output stores the error
	}
}

// interrupt is the byte of Ctrl-C in raw mode, where it does not raise a signal.
const interrupt = 3

// key handles a key.
func (w *watcher) key(ctx context.Context, key byte) {
	switch key {
	case 'r':
		w.runAffected(ctx, true)
	case 'a':
		all := &scenario.Results{}
		games, _ := w.ownGames(w.loader.Sources())
		for _, game := range games {
			all.Count(w.Cases(game)...)
		}
		w.print(all, false)
	case '\r', '\n', ' ':
	default:
		fmt.Fprintln(w.Out, watchKeys)
	}
}

// rawInput switches the terminal to raw mode, in which keys arrive without Enter. cooked
// switches back.
func rawInput(in io.Reader) (cooked func()) {
	f, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	was, err := term.MakeRaw(int(f.Fd()))
	if err != nil {
		return func() {}
	}
	return func() { _ = term.Restore(int(f.Fd()), was) }
}

// runAffected runs the scenarios that changes since the last run can affect, or all scenarios.
func (w *watcher) runAffected(ctx context.Context, everything bool) {
	now, all := &scenario.Results{}, &scenario.Results{} // results of this run, and merged with earlier ones
	var changed []string
	ran := false
	games, _ := w.ownGames(w.loader.Sources()) // the last own game may have been removed
	for _, game := range w.Forget(games) {
		w.complain(fmt.Errorf("cards/%s was removed; its scenarios run again when the folder is back", game))
	}
	for _, game := range games {
		news := w.Look(ctx, game, everything)
		all.Count(w.Cases(game)...)
		switch {
		case news == nil:
		case news.Err != nil && ctx.Err() == nil:
			w.complain(news.Err)
		case news.Ran != nil:
			ran = true
			now.Count(news.Ran.Cases...)
			w.complain(news.Ran.Broken.Err())
			changed = append(changed, news.Changed...)
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
	fmt.Fprintf(w.Out, "\n%s in this run; in total %d passed, %d failed\n", counted(len(now.Cases), "case"), all.Passed, all.Failed)
}

// print prints results, or only the failures.
func (w *watcher) print(r *scenario.Results, failures bool) {
	look := report.Options{Color: w.colored(w.Out), Width: w.width(), Verbose: w.opt.Trace, Failures: failures}
	if err := report.Write(w.Out, "pretty", r, look); err != nil {
		w.complain(err)
	}
}
