package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// playFlags holds the flags of `moraine play`.
type playFlags struct {
	rules
	players int
	seed    uint64
	seats   []string
	bots    string
	save    string
	resume  string
	goOn    bool
	clauses bool
	outside outsiders
}

// fromFile lists the flags whose values come from a saved match, so that they must not be
// given.
var fromFile = []string{"players", "seed", "seat", "bots", "variant", "reading"}

func newPlay(a *app) *cobra.Command {
	f := &playFlags{}
	cmd := &cobra.Command{
		Use:   "play GAME | play --resume FILE",
		Short: "Play a match at the terminal, with bots or friends",
		Long: `Play a match at the terminal. Each seat has a person (human) or a bot: a bot of the
game, random, mcts=NODES, which tries out NODES continuations for each decision, or
your own program exec:PROGRAM, which decides over JSON-RPC (cmd/moraine/README.md).
Without --seat and --bots the first seat has a person and all others a bot of the
game. Several persons take turns at the screen.

Answer with numbers or the first letters of names; ? shows help. Above each question
you see the table or, if the screen is too small for it, the changes since your last
decision. --lang shows the match in English, German or French; you can change it for
a saved match.

A saved match continues where it was saved. The same seed and the same decisions
always give the same match. The file records the seat of a program as that of a
person: continue it as a person, or with --seat SEAT=exec:PROGRAM.`,
		Example: `  moraine play GAME --players 3
  moraine play GAME --players 2 --seat ann=human --seat bob=human --save FILE
  moraine play --resume FILE
  moraine play GAME --bots random --seed 7`,
		Args:              argCount(0, 1, "a GAME, or --resume FILE"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.play(cmd, args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.players, "players", 0, "number of players (0: the maximum)")
	flags.Uint64Var(&f.seed, "seed", 0, "`seed` of the dice, draws and bots (default: random)")
	flags.StringArrayVar(&f.seats, "seat", nil,
		"put a person or a bot on a seat, as `SEAT=human|BOT` (repeatable; a bot can also be exec:PROGRAM)")
	flags.StringVar(&f.bots, "bots", "", "`bot` for all other seats: a bot of the game, random or mcts=NODES")
	flags.StringVar(&f.save, "save", "", "save the match in this `file`")
	flags.StringVar(&f.resume, "resume", "", "continue the match in this `file`, and keep saving to it")
	flags.BoolVar(&f.goOn, "go-on", false,
		"with --resume: continue although the rules have changed since, if they allow every decision so far")
	flags.BoolVar(&f.clauses, "clauses", false,
		"in the log, show the clauses of all rule texts, not only of the first text")
	f.outside.addTo(a, cmd)
	f.rules.addTo(cmd)
	return cmd
}

func (a *app) play(cmd *cobra.Command, args []string, f *playFlags) error {
	o := play.Options{
		Players: f.players, Seed: f.seed, Seats: f.seats, Bots: f.bots, Lang: a.lang, Clauses: f.clauses,
		In: a.In, Out: a.Out, Terminal: isTerminal(a.In) && isTerminal(a.Out), Outside: f.outside.get,
	}
	f.outside.ctx = cmd.Context()
	defer f.outside.close()
	if out, ok := a.Out.(*output); ok {
		out.Screen = o.Terminal
	}
	if o.Terminal {
		o.Rows, o.Columns = rows(a.Out), a.width()
	}
	if f.save != "" {
		if err := a.mayWrite("--save "+f.save, f.save, "match", nil); err != nil {
			return err
		}
		o.Save = a.abs(f.save)
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	var game *interpreter.Game
	if f.goOn && f.resume == "" {
		return errors.New("--go-on needs --resume")
	}
	if f.resume != "" {
		if game, err = a.openSaved(cmd, data, args, f, &o); err != nil {
			return err
		}
	} else {
		if len(args) == 0 {
			return errors.New("play needs a GAME or --resume FILE")
		}
		if game, err = a.oneGame(data, args[0], &f.rules); err != nil {
			return err
		}
		o.Rules = f.load
		if !cmd.Flags().Changed("seed") {
			o.Seed = match.AnySeed()
		}
	}
	if err := a.checkLanguage(game); err != nil {
		return err
	}
	if o.Hash = game.RulesHash(); o.Resume != nil {
		if o.Hash, err = hashFor(data, game, o.Resume, f.goOn); err != nil {
			return err
		}
	}
	return withExitCode(play.Run(cmd.Context(), game, o))
}

// openSaved opens a saved match and loads its game in the same configuration.
func (a *app) openSaved(cmd *cobra.Command, data interpreter.Sources, args []string, f *playFlags,
	o *play.Options) (*interpreter.Game, error) {
	for _, name := range fromFile {
		if cmd.Flags().Changed(name) && (name != "seat" || !slices.ContainsFunc(f.seats, func(s string) bool {
			return strings.Contains(s, "="+engine.Exec)
		})) {
			return nil, fmt.Errorf("--%s cannot be changed for a saved match; leave it out", name)
		}
	}
	file, err := match.Open(a.abs(f.resume))
	if err == nil {
		err = a.mayWrite("--resume "+f.resume, f.resume, "match", nil) // the match is saved there
	}
	if err != nil {
		return nil, err
	}
	if len(args) > 0 && args[0] != file.Game {
		return nil, fmt.Errorf("the match in %s is of game %s, not of %s", f.resume, file.Game, args[0])
	}
	o.Resume = file
	return interpreter.Load(data, file.Game, file.Rules)
}

// withExitCode adds the exit code to the error of a match that ended with a fault in its rules.
func withExitCode(err error) error {
	if errors.As(err, new(*engine.BotError)) {
		return failing(exitInternal, err)
	}
	var fault *interpreter.Fault
	if errors.As(err, &fault) && !errors.Is(err, context.Canceled) {
		code := exitUsage
		if fault.Limit {
			code = exitInternal
		}
		return failing(code,
			fmt.Errorf("the match cannot continue because of an error in the rules: %s",
				strings.TrimSpace(err.Error())))
	}
	return err
}

func isTerminal(stream any) bool {
	f, ok := direct(stream).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// rows returns the number of lines of a terminal.
func rows(stream any) int {
	const usual = 24
	if f, ok := direct(stream).(*os.File); ok {
		if _, high, err := term.GetSize(int(f.Fd())); err == nil && high > 0 {
			return high
		}
	}
	return usual
}
