package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"moraine/interpreter/diff"
	"moraine/interpreter/simulate"
)

// diffFlags are the flags of `moraine diff`.
type diffFlags struct {
	noScenarios bool
	matches     int64
	part        bool
	within      int
	players     int
	seed        uint64
	policies    []string
	verbose     bool
	exitCode    bool
	reporting
	jobs int
}

func newDiff(a *app) *cobra.Command {
	f := &diffFlags{reporting: inFormats("pretty", "json", "markdown")}
	cmd := &cobra.Command{
		Use:   "diff [GAME] A B",
		Short: "Say what two variants, readings or folders of data make of a game",
		Long: `Say how two configurations of a game differ: what is read otherwise, and which
texts speak for it; which cards, steps, formulas and declarations that changes;
and which scenarios come out otherwise, by the reading that does it. Only what
is in force counts. With --part, all plays from the worlds of the scenarios are
tried on both at once up to the shortest after which they differ, which is
written as a scenario. With --sim, bots play as many matches of each with the
same seeds, and what these measure otherwise is said, unless it may well be
chance. A and B are each

  NAME         a variant of the game; ` + "`default`" + ` or the GAME: without any
  KEY=READING  the game with that reading
  FOLDER       the game for whoever stands in that folder, with its cards/,
               scenarios/ or variants/; what comes with the program lies under
               it, unless --no-builtin leaves that out

or several of them, joined by and: 'NAME and KEY=READING'. The GAME can be left
out if A and B make sense in one game only. The exit code is 0 whether anything
differs or not.`,
		Example: `  moraine diff NAME default
  moraine diff GAME default KEY=READING --no-scenarios
  moraine diff GAME default KEY=READING --sim 10000 --policy greedy
  moraine diff NAME default --part
  moraine diff GAME ../before . --format markdown`,
		Args:              wants(2, 3, "an optional GAME, and what to compare: A and B"),
		ValidArgsFunction: a.comparable,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.diff(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.noScenarios, "no-scenarios", false, "leave out which scenarios come out otherwise")
	flags.BoolVar(&f.part, "part", false, "look for the shortest play after which they differ, and write it as a scenario")
	flags.IntVar(&f.within, "within", 3, "so many decisions at most are tried for that where no script leads")
	flags.Int64Var(&f.matches, "sim", 0, "compare also what so many matches come to")
	flags.IntVar(&f.players, "players", 0, "how many play them (0: as many as can)")
	flags.Uint64Var(&f.seed, "seed", 1, "of their dice, draws and bots")
	flags.StringSliceVar(&f.policies, "policy", []string{simulate.Random}, "who decides in them: one `policy` for all seats, or one for each (repeatable)")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "list every scenario that comes out otherwise, and every difference that --sim finds")
	flags.BoolVar(&f.exitCode, "exit-code", false, "exit with 1 if anything differs")
	f.reporting.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "how many scenarios or matches run at once (0: one a processor)")
	return cmd
}

func (a *app) diff(ctx context.Context, args []string, f *diffFlags) error {
	sides, err := a.sides(args)
	if err != nil {
		return err
	}
	if err := a.speaks(sides[0].Game, sides[1].Game); err != nil {
		return err
	}
	opt := diff.Options{Lang: a.lang, Scenarios: !f.noScenarios, Jobs: f.jobs, Balance: f.balance(a.bar)}
	if f.part {
		if f.within < 1 {
			return fmt.Errorf("--within %d: at least 1 decision is tried", f.within)
		}
		opt.Within = f.within
	}
	r, err := diff.Compare(ctx, sides[0], sides[1], opt)
	if r == nil {
		return brokeOff(err, sides[0].Game.ID, sides[0].Options, sides[1].Options)
	}
	if err := a.report(&f.reporting, func(w io.Writer, format string, look page) error {
		return writeDiff(w, format, r, diff.Look{Color: look.color, Width: look.width, All: f.verbose})
	}); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	if f.exitCode && r.Differs() {
		return quietly(exitFailed)
	}
	return nil
}

// balance is what --sim asks for; nil: nothing.
func (f *diffFlags) balance(b *bar) *simulate.Options {
	if f.matches == 0 {
		return nil
	}
	return &simulate.Options{Players: f.players, Games: f.matches, Seed: f.seed, Policies: f.policies, Jobs: f.jobs, Progress: b.show}
}

func writeDiff(w io.Writer, format string, r *diff.Report, look diff.Look) error {
	switch format {
	case "json":
		return r.WriteJSON(w)
	case "markdown":
		return r.WriteMarkdown(w)
	}
	return r.WritePretty(w, look)
}
