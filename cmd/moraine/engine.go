package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
)

func newEngine(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "engine [GAME]",
		Short: "Let another program play matches over JSON-RPC, with one message per line",
		Long: `Speak JSON-RPC 2.0 on stdin and stdout, with one message per line. The client can run
many matches at once, of GAME or of any game: begin a match, read the view of a
seat, answer requests, take decisions back, copy matches, and read results, measures
and explanations with their clauses. A list of requests is a batch. The same seed and
the same answers give the same bytes.

moraine schema engine describes all messages; cmd/moraine/README.md shows a bot in
Python.`,
		Example: `  echo '{"jsonrpc":"2.0","id":1,"method":"new","params":{"seed":7}}' |
    moraine engine GAME`,
		Args:              argCount(0, 1, "an optional GAME"),
		ValidArgsFunction: a.games(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := a.layers()
			if err != nil {
				return err
			}
			game := ""
			if len(args) > 0 {
				game = args[0]
				if _, err := interpreter.Load(data, game, interpreter.Options{}); err != nil {
					return err
				}
			}
			out, _ := direct(a.Out).(io.Writer)
			e := engine.New(cmd.Context(), newLibrary(a, data), game, version())
			if err := e.Serve(a.In, out); err != nil && !errors.Is(err, cmd.Context().Err()) {
				return failing(exitOutput, err)
			}
			return nil
		},
	}
}

// library caches the loaded configurations of games.
type library struct {
	a          *app
	data       interpreter.Sources
	loaded     map[string]loaded
	explainers map[string][]*explain.Explainer // by language and game
}

func newLibrary(a *app, data interpreter.Sources) *library {
	return &library{a: a, data: data, loaded: map[string]loaded{}, explainers: map[string][]*explain.Explainer{}}
}

type loaded struct {
	game *interpreter.Game
	hash string
}

// mostLoaded limits the number of cached configurations.
const mostLoaded = 256

func (l *library) IDs() []string { return l.data.Games() }

func (l *library) Load(id string, opt interpreter.Options) (*interpreter.Game, string, error) {
	key := id + asFlags(opt)
	if got, known := l.loaded[key]; known {
		return got.game, got.hash, nil
	}
	g, err := interpreter.Load(l.data, id, opt)
	if err != nil {
		return nil, "", err
	}
	hash := g.RulesHash()
	if len(l.loaded) >= mostLoaded {
		clear(l.loaded)
	}
	l.loaded[key] = loaded{g, hash}
	return g, hash, nil
}

func (l *library) Variants(id string) ([]string, error) {
	r, err := interpreter.Read(l.data, id)
	if err != nil {
		return nil, err
	}
	return r.Variants()
}

func (l *library) Explain(game, lang, words string) (string, error) {
	if strings.TrimSpace(words) == "" {
		return "", errors.New("explain needs a name or words to search for")
	}
	key := lang + " " + game
	if l.explainers[key] == nil {
		made, err := l.a.explainers(l.data, []string{game}, &rules{}, lang)
		if err != nil {
			return "", err
		}
		l.explainers[key] = made
	}
	found, err := lookUp(l.explainers[key], []string{game}, words, true)
	return doc.Plain(l.a.width(), found...), err
}
