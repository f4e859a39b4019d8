package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/play"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/serve/debugger"
	book "moraine/cmd/moraine/internal/serve/rules"
	"moraine/cmd/moraine/internal/serve/table"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario"
)

// parts lists the parts of the web pages of `moraine serve`.
var parts = []serve.Part{
	table.Pages,
	book.Pages,
	debugger.Pages,
}

type serveFlags struct {
	rules
	address string
	share   bool
	matches string
	origins []string
	seats   []string
	outside outsiders
}

func newServe(a *app) *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve [GAME]",
		Short: "Run a web server: play matches, read the rules, debug scenarios",
		Long: `Serve the games to a browser on this machine: a table at which persons and bots
play, with a link for each seat; the rule book; scenarios, step by step. The command
prints a link that gives full control over the server, so do not pass it on.

With --share other computers in the local network can connect; send each player the
link of a seat. The only files written are then the saved matches, in your state
folder or the folder given with --matches.

--seat sets the default bot of a seat, such as your own program that decides over
JSON-RPC (cmd/moraine/README.md). If it fails, the host gives its seat to a person or
another bot, and the match continues.

A page of your own on another website can play a seat by JSON if --origin names the
website (cmd/moraine/README.md). It still needs the link of the seat.

A browser receives only information that its seat may see. As at a real table, players
can notice who is asked: a seat that has no card for a window is skipped.`,
		Example: `  moraine serve
  moraine serve GAME --variant VARIANT
  moraine serve GAME --seat blue=exec:./bot
  moraine serve --share --address 0.0.0.0:7070`,
		Args:              argCount(0, 1, "a GAME or nothing"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.serve(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.address, "address", "127.0.0.1:7070",
		"address of the server, as `HOST:PORT` (port 0: any free port)")
	flags.BoolVar(&f.share, "share", false, "let other computers in the local network connect")
	flags.StringArrayVar(&f.origins, "origin", nil,
		"let pages of another website use the JSON of seats, as `URL` such as http://localhost:8000 (repeatable)")
	flags.StringVar(&f.matches, "matches", "", "the `folder` for saved matches")
	flags.StringArrayVar(&f.seats, "seat", nil,
		"the usual bot of a seat of GAME, as `SEAT=exec:PROGRAM` or SEAT=BOT (repeatable)")
	f.outside.addTo(a, cmd)
	f.rules.addTo(cmd)
	return cmd
}

func (a *app) serve(ctx context.Context, args []string, f *serveFlags) error {
	data, err := a.serverLayers()
	if err != nil {
		return err
	}
	o := serve.Options{Data: data, Dirs: a.dirs(data), Lang: a.lang, Share: f.share, Address: f.address, Rules: f.load,
		Errors: log.New(a.Err, "", 0), Pace: time.Second}
	if len(args) > 0 {
		game, err := a.oneGame(data, args[0], &f.rules)
		if err != nil {
			return err
		}
		o.Only = game.ID
	} else if scenario.NameOf(o.Rules) != "" {
		return errors.New("--variant and --reading need a game: moraine serve GAME")
	}
	for _, text := range f.origins {
		origin, err := serve.Origin(text)
		if err != nil {
			return err
		}
		o.Origins = append(o.Origins, origin)
	}
	if err := f.seat(&o); err != nil {
		return err
	}
	o.Program = func(name string) (*engine.Bot, error) {
		return engine.NewBot(ctx, name, a.Dir, a.abs, f.outside.patience)
	}
	if err := a.describe(&o); err != nil {
		return err
	}
	if o.Folder, err = a.matches(f.matches); err != nil {
		return err
	}
	s, err := serve.New(o, parts...)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := s.Listen()
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(a.Err, "moraine: matches are saved in %s\n", o.Folder)
	fmt.Fprintf(a.Out, "http://%s%s\n", browsable(l.Addr()), s.Root())
	if out, ok := a.Out.(*output); ok {
		_ = out.Flush()
		if out.err != nil { // the link itself could not be printed
			return out.err
		}
	}
	return s.Serve(ctx, l)
}

// describe adds explanations and the descriptions of messages to programs.
func (a *app) describe(o *serve.Options) (err error) {
	games := &guarded{games: newLibrary(a, o.Data)}
	o.Explain = games.Explain
	o.Schemas = map[string][]byte{}
	for name, file := range map[string]string{"openapi.json": "serve", "engine.json": "engine"} {
		if o.Schemas[name], err = schemas.ReadFile("schema/" + file + ".json"); err != nil {
			return err
		}
	}
	return nil
}

// seat sets the usual bots of seats.
func (f *serveFlags) seat(o *serve.Options) error {
	if len(f.seats) == 0 {
		return nil
	}
	if o.Only == "" {
		return errors.New("--seat needs a game: moraine serve GAME")
	}
	g, err := interpreter.Load(o.Data, o.Only, o.Rules)
	if err != nil {
		return err
	}
	kinds := make([]string, len(g.Seats()))
	if err := play.Assign(g.Seats(), kinds, f.seats); err != nil {
		return err
	}
	o.Seats = map[string]string{}
	for i, kind := range kinds {
		if kind == "" {
			continue
		}
		o.Seats[g.Seats()[i]] = kind
		if isOutside(kind) && !slices.Contains(o.Programs, kind) {
			if _, err := engine.NewBot(context.Background(), kind, f.outside.a.Dir, f.outside.a.abs, 0); err != nil {
				return err
			}
			o.Programs = append(o.Programs, kind)
		} else if err := g.CheckBot(kind); err != nil && kind != match.Human {
			return fmt.Errorf("--seat %s=%s: %w", g.Seats()[i], kind, err)
		}
	}
	return nil
}

// matches returns the folder in which matches are saved.
func (w *World) matches(folder string) (string, error) {
	if folder != "" {
		return w.abs(folder), nil
	}
	for _, in := range [][2]string{{"XDG_STATE_HOME", ""}, {"HOME", ".local/state"}, {"LocalAppData", ""}} {
		if dir := w.Env(in[0]); filepath.IsAbs(dir) {
			return filepath.Join(dir, in[1], "moraine", "matches"), nil
		}
	}
	return "", fmt.Errorf("no folder for saved matches; name one with --matches FOLDER")
}

// browsable returns an address that a browser on this machine can open.
func browsable(at net.Addr) string {
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return at.String()
}
