package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/mcp"
	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
)

func newMCP(a *app) *cobra.Command {
	var write bool
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Run an MCP server, with which an assistant looks up rules and tests its answers",
		Long: `Run a server for the Model Context Protocol on stdin and stdout. An assistant can
search and explain rules, set up positions, run scenarios, name the rulings that
decide an outcome, check files, compare configurations and play matches.

By default it writes no files. With --write it can write files of cards, scenarios
and variants in the current folder and its subfolders.`,
		Example: `  moraine mcp
  moraine mcp --write`,
		Args: argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			data, err := a.serverLayers()
			if err != nil {
				return err
			}
			out, _ := direct(a.Out).(io.Writer)
			err = mcp.Serve(cmd.Context(), a.assistant(cmd.Context(), data, write), a.In, out)
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return failing(exitOutput, err)
		},
	}
	cmd.Flags().BoolVar(&write, "write", false,
		"let the assistant write game files in the current folder and its subfolders")
	return cmd
}

// assistant returns the options of a server for an assistant. Until ctx is done, files that are saved elsewhere are
// read again.
func (a *app) assistant(ctx context.Context, data interpreter.Sources, write bool) mcp.Options {
	games := &guarded{games: newLibrary(a, data)}
	changed := func() { games.set(newLibrary(a, data)) }
	if saves, err := watch.Follow(ctx, data, a.dirs(data)); err == nil { // else nothing can change
		go saves.Each(ctx, changed, func(err error) { fmt.Fprintln(a.Err, "moraine:", err) })
	}
	return mcp.Options{
		Games: games, Sources: data, Changed: changed, Dir: a.Dir, Write: write, Errors: a.Err, Version: version(),
		Check: func(ctx context.Context, game string, opt interpreter.Options) (string, error) {
			var out bytes.Buffer
			of := &app{dataLayers: a.dataLayers}
			of.Err = &out // gets the notes
			sum, err := of.checkGame(ctx, data, game, opt, "")
			if err == nil {
				out.WriteString(doc.Plain(0, sum.section()))
			}
			return out.String(), err
		},
		Read: func(file string) (string, error) {
			from := fs.FS(embeddedData{})
			if strings.HasPrefix(file, "schema/") {
				from = schemas
			}
			text, err := fs.ReadFile(from, file)
			return string(text), err
		},
	}
}

// guarded is a library with a mutex.
type guarded struct {
	mu    sync.Mutex
	games engine.Games
}

func (g *guarded) set(games engine.Games) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.games = games
}

func (g *guarded) IDs() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.games.IDs()
}

func (g *guarded) Load(id string, opt interpreter.Options) (*interpreter.Game, string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.games.Load(id, opt)
}

func (g *guarded) Variants(id string) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.games.Variants(id)
}

func (g *guarded) Explain(game, lang, words string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.games.Explain(game, lang, words)
}
