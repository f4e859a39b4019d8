package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/live"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// diffFlags holds the flags of `moraine diff`.
type diffFlags struct {
	noScenarios bool
	matches     int64
	part        bool
	within      int
	players     int
	seed        uint64
	bots        simBots
	verbose     bool
	exitCode    bool
	pages       string
	reportFlags
	jobs int
}

func newDiff(a *app) *cobra.Command {
	f := &diffFlags{reportFlags: inFormats(docFormats...)}
	cmd := &cobra.Command{
		Use:   "diff [GAME] A B",
		Short: "Compare two variants, readings or folders of a game",
		Long: `Compare two configurations of a game: which rulings they read differently, and
which texts support each reading; which cards, steps, formulas and declarations
differ; and which scenarios have a different outcome, under the reading that
causes it. Only rules in force count. With --part, Moraine tries all decisions on
both sides, from the positions of the scenarios, and writes the shortest sequence
with different outcomes as a scenario. With --sim, bots play that many matches of
each side with the same seeds, and the measures that differ significantly are
listed. A and B are each

  NAME         a variant of the game, or ` + "`default`" + ` or the GAME for no variant
  KEY=READING  the game with that reading of a ruling
  FOLDER       the game with the files of that folder, which has cards/,
               scenarios/ or variants/ and overrides the built-in games
               (unless --no-builtin excludes them)

or several of them joined by and: 'NAME and KEY=READING'. You can leave out the
GAME if only one game has both A and B. The exit code is 0, or 1 with --exit-code
if anything differs.`,
		Example: `  moraine diff NAME default
  moraine diff GAME default KEY=READING --no-scenarios
  moraine diff GAME default KEY=READING --sim 10000 --policy greedy
  moraine diff NAME default --part
  moraine diff GAME ../before . --format markdown`,
		Args:              argCount(2, 3, "an optional GAME and the two sides A and B to compare"),
		ValidArgsFunction: a.completeSides,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.diff(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.noScenarios, "no-scenarios", false, "do not run scenarios")
	flags.BoolVar(&f.part, "part", false,
		"search for the shortest sequence of decisions with different outcomes, and write it as a scenario")
	flags.IntVar(&f.within, "within", 3,
		"for --part: maximum `number` of decisions to try after the script of each scenario")
	flags.Int64Var(&f.matches, "sim", 0, "also compare the results of this `number` of simulated matches")
	flags.IntVar(&f.players, "players", 0, "for --sim: `number` of players (0: the maximum)")
	flags.Uint64Var(&f.seed, "seed", 1, "for --sim: `seed` of the dice, draws and bots")
	f.bots.addTo(a, cmd)
	flags.BoolVarP(&f.verbose, "verbose", "v", false,
		"list all scenarios with different outcomes, and all differences that --sim finds")
	flags.BoolVar(&f.exitCode, "exit-code", false, "exit with 1 if anything differs")
	flags.StringVar(&f.pages, "pages", "",
		"for --format markdown: add a link to the live page of B; the live book of A has this `URL`")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of scenarios or matches run in parallel (0: one per processor)")
	return cmd
}

func (a *app) diff(ctx context.Context, args []string, f *diffFlags) error {
	sides, err := a.loadSides(args)
	if err != nil {
		return err
	}
	if err := a.checkLanguage(sides[0].Game, sides[1].Game); err != nil {
		return err
	}
	link, err := f.link(sides, a.lang)
	if err != nil {
		return err
	}
	opt := diff.Options{Lang: a.lang, Scenarios: !f.noScenarios, Jobs: f.jobs, Balance: f.balance(a.bar)}
	if opt.Balance != nil {
		if err := cmp.Or(f.bots.seat(sides[0].Game, opt.Balance),
			opt.Balance.NameOpponents(ctx, sides[0].Game)); err != nil {
			return err
		}
	}
	f.bots.ctx = ctx
	defer f.bots.close()
	if f.part {
		if f.within < 1 {
			return fmt.Errorf("--within %d: the number of decisions must be at least 1", f.within)
		}
		opt.Within = f.within
	}
	r, err := diff.Compare(ctx, sides[0], sides[1], opt)
	if r == nil {
		return withReplayHint(err, sides[0].Game.ID, sides[0].Options, sides[1].Options)
	}
	if err := cmp.Or(a.report(&f.reportFlags, diffWriter(r, f.verbose, link)), err); err != nil {
		return err
	}
	if f.exitCode && r.Differs() {
		return quietly(exitFailed)
	}
	return nil
}

// balance returns the options for --sim, or nil without the flag.
func (f *diffFlags) balance(b *bar) *simulate.Options {
	if f.matches == 0 {
		return nil
	}
	return &simulate.Options{Players: f.players, Games: f.matches, Seed: f.seed, Policies: f.bots.policies,
		Jobs: f.jobs, Progress: b.show, Outside: f.bots.get}
}

// diffWriter writes a report. On a terminal it shortens lists, unless all is set. In Markdown it ends with a link.
func diffWriter(r *diff.Report, all bool, link string) writer {
	return func(w io.Writer, format string, look page) error {
		err := docWriter(func() *doc.Doc {
			return r.Doc(all || format != "pretty", all)
		}, forms{"json": r.WriteJSON})(w, format, look)
		if err == nil && format == "markdown" && link != "" {
			_, err = fmt.Fprintf(w, "\n%s\n", link)
		}
		return err
	}
}

// link returns a link in Markdown to the live page of B, or "" without the flag.
func (f *diffFlags) link(sides [2]diff.Side, lang string) (string, error) {
	if f.pages == "" {
		return "", nil
	}
	if !address.MatchString(f.pages) {
		return "", fmt.Errorf("--pages %s: expected the URL of a book, such as https://HOST/GAME", f.pages)
	}
	var texts [2]map[string]string
	for i, s := range sides {
		suite, err := explain.ReadScenarios(s.Sources, s.Game.ID)
		if err != nil {
			return "", err
		}
		if texts[i], err = live.Files(s.Sources, s.Rules, suite, s.Options); err != nil {
			return "", err
		}
	}
	names := words.Names{Lang: cmp.Or(lang, "en")}
	return live.LinkIn(names, strings.TrimSuffix(f.pages, "/")+"/", scenario.NameOf(sides[1].Options), texts[0],
		texts[1]), nil
}
