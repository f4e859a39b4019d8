package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"moraine/cmd/moraine/internal/report"
	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/tables"
)

// watcher is the state of `test --watch`, which prints results and handles keys.
type watcher struct {
	*app
	*watch.Watch
	opt    scenario.Options
	loader *interpreter.Loader
	prints chan func() // output of the run under way, which the loop prints while the terminal is not in raw mode
	begun  bool        // the first run is over
	end    func()      // stops the run under way and waits for its end
	tables map[string]*source.Table
}

const watchKeys = "keys: r runs everything again, a shows all results, q quits"

// watch runs tests after each change until the user quits. A key or a change stops a run under way.
func (a *app) watch(ctx context.Context, data interpreter.Sources, args []string, opt scenario.Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	loader := interpreter.NewLoader(data)
	w := &watcher{app: a, Watch: watch.New(loader, opt, args...), opt: opt, loader: loader, prints: make(chan func()),
		tables: map[string]*source.Table{}}
	saves, err := watch.Follow(ctx, loader.Sources(), a.dirs(data))
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	keys := make(chan byte)
	go func() {
		key := make([]byte, 1)
		for n, err := a.In.Read(key); n > 0 || err == nil; n, err = a.In.Read(key) {
			if n > 0 {
				keys <- key[0]
			}
		}
	}()
	w.begin(ctx, false)
	defer func() { w.end() }()
	for {
		cooked := rawInput(a.In)
		select {
		case <-ctx.Done():
			cooked()
			return ctx.Err()
		case key := <-keys:
			cooked()
			w.end()
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
			w.end()
			w.begin(ctx, false)
		case print := <-w.prints:
			cooked()
			print()
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
		w.begin(ctx, true)
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

// begin starts a run of the scenarios of games that have changed since the last one, or of all.
func (w *watcher) begin(ctx context.Context, always bool) {
	ctx, stop := context.WithCancel(ctx)
	over := make(chan struct{})
	w.end = func() {
		stop()
		<-over
	}
	go func() {
		defer close(over)
		w.run(ctx, always)
	}()
}

// run runs scenarios and sends the output.
func (w *watcher) run(ctx context.Context, always bool) {
	print := func(f func()) {
		select {
		case w.prints <- f:
		case <-ctx.Done():
		}
	}
	complain := func(err error) { print(func() { w.complain(err) }) }
	games, _ := w.ownGames(w.loader.Sources()) // the last own game may have been removed
	for _, game := range w.Forget(games) {
		complain(fmt.Errorf("cards/%s was removed; its scenarios run again when the folder is back", game))
	}
	now, all := &scenario.Results{}, &scenario.Results{} // results of this run, and with those of unchanged games
	again := map[spec.Message]bool{}                     // messages of failures that have been printed already
	ran := false
	for _, game := range games {
		if cells := w.changedCells(game); len(cells) > 0 {
			print(func() { fmt.Fprint(w.Out, "\n"+strings.Join(cells, "")) })
		}
		news := w.Look(ctx, game, always, func(first *scenario.Results) {
			for _, c := range first.Cases {
				again[c.Message] = again[c.Message] || c.Status == scenario.Failed
			}
			print(func() { w.print(first, true) })
		})
		all.Count(w.Cases(game)...)
		switch {
		case ctx.Err() != nil:
			return
		case news == nil:
		case news.Err != nil:
			complain(news.Err)
		case news.Ran != nil:
			ran = true
			now.Count(news.Ran.Cases...)
			if broken := news.Ran.Broken.Err(); broken != nil {
				complain(broken)
			}
		}
	}
	print(func() {
		if ran {
			others := *now
			others.Cases = slices.DeleteFunc(slices.Clone(now.Cases), func(c scenario.Case) bool {
				return again[c.Message] && c.Status == scenario.Failed
			})
			w.print(&others, true)
			fmt.Fprintf(w.Out, "\n%s in this run; in total %d passed, %d failed\n", counted(len(now.Cases), "case"),
				all.Passed, all.Failed)
		}
		if !w.begun {
			w.begun = true
			fmt.Fprintf(w.Out, "\n%s\n", watchKeys)
		}
	})
}

// mostCells limits the cells that are listed after a change.
const mostCells = 10

// changedCells lists the cells of a game's tables that have changed since the last call. It lists nothing for a table
// with added or removed rows.
func (w *watcher) changedCells(game string) (cells []string) {
	list, _ := w.loader.Sources().Rules(game) // Look reports the error
	for _, f := range list {
		if !tables.IsTable(f.Path) {
			continue
		}
		now, found := source.ParseTable(f)
		if len(found) > 0 {
			continue
		}
		was := w.tables[f.Name]
		w.tables[f.Name] = now
		if was == nil || was.Rows() != now.Rows() {
			continue
		}
		for row := range now.Rows() {
			for col, header := range now.Headers {
				before, after := shownCell(was.Cell(row, col)), shownCell(now.Cell(row, col))
				if before != after && header != nil {
					at := now.Begin(row)
					if cell := now.Cell(row, col); cell != nil {
						at = cell.Pos
					}
					cells = append(cells, fmt.Sprintf("%s: %s was %s and is now %s\n", at, header.Value, before, after))
				}
			}
		}
	}
	if more := len(cells) - mostCells; more > 0 {
		cells = append(cells[:mostCells], fmt.Sprintf("and %d more cells\n", more))
	}
	return cells
}

func shownCell(n *source.Node) string { return strings.TrimPrefix(n.Describe(), "the text ") }

// print prints results, or only the failures.
func (w *watcher) print(r *scenario.Results, failures bool) {
	look := report.Options{Color: w.colored(w.Out), Width: w.width(), Verbose: w.opt.Trace, Failures: failures}
	if err := report.Write(w.Out, "pretty", r, look); err != nil {
		w.complain(err)
	}
}
