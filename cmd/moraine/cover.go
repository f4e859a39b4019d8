package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// coverFlags holds the flags of `moraine cover`.
type coverFlags struct {
	rules
	reaches   string
	clause    string
	minPinned atLeast
	proved    bool
	verbose   bool
	reportFlags
	jobs   int
	states int
}

func newCover(a *app) *cobra.Command {
	f := &coverFlags{reportFlags: inFormats("pretty", "json", "markdown", "html", "lcov")}
	cmd := &cobra.Command{
		Use:   "cover [GAME]",
		Short: "Report which clauses, steps and conditions the scenarios of a game reach",
		Long: `Run the scenarios of a game and report what they cover. Without a GAME report on each
game of which your folders have a file (see moraine --help). Each clause is

  pinned    a passing scenario names it; a step that cites it had an effect
  claimed   passing scenarios name it, but no step that cites it had an effect
  untested  no passing scenario names it
  note      it is not a rule

Then the report lists the steps that never ran, the cards that were never played, and
the conditions (and operands of and, or and not) that were not seen both true and
false. Percentages are not rounded. The exit code is 1 if a scenario fails, and 3
if fewer clauses are pinned than --min-pinned asks for; a percentage refers to the
clauses that are rules.`,
		Example: `  moraine cover GAME
  moraine cover GAME --min-pinned 120 --report html=cover.html
  moraine cover GAME --report lcov=cover.info
  moraine cover GAME --reaches cards/GAME/FILE.yaml:49
  moraine cover GAME --clause E-C1-02`,
		Args:              argCount(0, 1, "an optional GAME"),
		ValidArgsFunction: a.games(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.coverGames(cmd.Context(), args, f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.reaches, "reaches", "", "only list the scenarios that reach this `FILE:LINE` of the rules")
	flags.StringVar(&f.clause, "clause", "", "only explain the state of the clause with this `id`")
	flags.Var(&f.minPinned, "min-pinned",
		"exit with code 3 if scenarios pin fewer than this `number` of clauses, or N%")
	flags.BoolVar(&f.proved, "proved", false,
		"also report which pinned clauses are proved: changing a rule that cites the clause makes a scenario fail that pins it")
	flags.BoolVarP(&f.verbose, "verbose", "v", false,
		"also list pinned clauses, impossible outcomes, and steps of unused readings")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of scenarios run in parallel (0: one per processor)")
	addChanceStates(cmd, &f.states)
	f.rules.addTo(cmd)
	apart(cmd, "reaches", "clause")
	return cmd
}

// coverGames reports on one game, or without a GAME on each of the own games.
func (a *app) coverGames(ctx context.Context, games []string, f *coverFlags) error {
	opt, err := f.options()
	if err != nil {
		return err
	}
	data, err := a.checkedLayers(games...)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		if games, err = a.ownGames(data); err != nil {
			return err
		}
		if games, err = a.gamesWith(data, games, &f.rules); err != nil {
			return err
		}
	}
	if len(games) > 1 && !f.fitsSeveral() {
		return fmt.Errorf("only the pretty report without further files, --reaches, --clause or --min-pinned can cover several games (%s); name one", strings.Join(games, ", "))
	}
	var first error
	for i, game := range games {
		if i > 0 {
			fmt.Fprintln(a.Out)
		}
		err := a.cover(ctx, data, game, opt, f)
		switch {
		case ctx.Err() != nil:
			return err
		case first == nil:
			first = err
		default:
			a.complain(err)
		}
	}
	return first
}

// fitsSeveral reports whether the output that the flags ask for can hold the reports of several games.
func (f *coverFlags) fitsSeveral() bool {
	return f.format.value == "pretty" && len(f.files) == 0 && f.reaches+f.clause == "" && f.minPinned == atLeast{}
}

func (a *app) cover(ctx context.Context, data interpreter.Sources, game string, opt scenario.Options,
	f *coverFlags) error {
	if a.lang != "" { // report an unknown language before the scenarios run
		if _, err := a.oneGame(data, game, &f.rules); err != nil {
			return err
		}
	}
	r, err := cover.Measure(ctx, data, game, opt)
	if r == nil || err != nil && r.Left == 0 {
		return err
	}
	r.Lang = a.lang
	if f.proved && err == nil && r.Failed == 0 {
		if err := prove(ctx, data, r, opt); err != nil {
			return err
		}
	}
	if err := f.write(a.Out, a.width(), r); err != nil {
		return err
	}
	if err := a.writeReports(&f.reportFlags, f.whole(r)); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	switch count := r.Count("", ""); {
	case len(r.Broken) > 0:
		return r.Broken
	case r.Failed > 0:
		return failing(exitFailed,
			fmt.Errorf("no coverage: %s failed; run moraine test %s%s to see the failures", counted(r.Failed, "run"),
				game, cmp.Or(asFlags(f.load), " --under")))
	case f.minPinned.missed(count[cover.Pinned], count[cover.Pinned]+count[cover.Claimed]+count[cover.Untested]):
		return failing(exitMissed,
			fmt.Errorf("--min-pinned %s: only %d of %d clauses are pinned by scenarios", &f.minPinned,
				count[cover.Pinned], count[cover.Pinned]+count[cover.Claimed]+count[cover.Untested]))
	}
	return nil
}

// prove adds the clauses that mutants prove to a report.
func prove(ctx context.Context, data interpreter.Sources, r *cover.Report, opt scenario.Options) error {
	proofs, err := mutate.Prove(ctx, data, r.Game, mutate.Options{Under: true, Jobs: opt.Jobs})
	if err != nil {
		return err
	}
	r.Prove(func(clause string) (proof, why string) {
		switch p := proofs[clause]; {
		case p == nil: // the clause is not pinned by a scenario that runs
			return "", "no scenario pins it"
		case p.Mutant == nil:
			return "", p.Why
		default:
			return p.Mutant.Says(), ""
		}
	})
	return nil
}

func (f *coverFlags) options() (opt scenario.Options, err error) {
	opt = scenario.Options{Jobs: f.jobs, Load: f.load, ChanceStates: f.states}
	switch {
	case f.proved && (len(f.variants) > 0 || len(f.readings) > 0):
		return opt, errors.New("--proved covers all configurations; leave out --variant and --reading")
	case f.reaches+f.clause != "" && f.format.value != "pretty" && f.format.value != "json":
		return opt, fmt.Errorf("--format %s works only for the whole report, not with --reaches or --clause",
			f.format.value)
	}
	return opt, nil
}

// atLeast is a flag for a minimum: a number, or a percentage of the total.
type atLeast struct {
	least   int
	percent bool
}

func (l *atLeast) String() string {
	if l.percent {
		return fmt.Sprintf("%d%%", l.least)
	}
	return strconv.Itoa(l.least)
}

func (*atLeast) Type() string { return "number" }

// Set implements pflag.Value.
func (l *atLeast) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	n, err := strconv.Atoi(number)
	if err != nil || !interpreter.IsNumber(number) || n < 0 || percent && n > 100 {
		return errors.New("write a whole number, or a percentage such as 90%")
	}
	*l = atLeast{n, percent}
	return nil
}

// missed reports whether n out of all is below the minimum.
func (l *atLeast) missed(n, all int) bool {
	if l.percent {
		return n*100 < l.least*all
	}
	return n < l.least
}

// write prints the part of the report that the flags select.
func (f *coverFlags) write(w io.Writer, width int, r *cover.Report) error {
	switch {
	case f.reaches != "":
		list, err := r.Line(f.reaches)
		if err != nil {
			return fmt.Errorf("--reaches: %w", err)
		}
		if f.format.value == "json" {
			return failing(exitInternal, cover.WriteLineJSON(w, list))
		}
		return failing(exitInternal, r.WriteLine(w, width, list))
	case f.clause != "":
		c, proofs, err := r.Clause(f.clause)
		if err != nil {
			return fmt.Errorf("--clause: %w", err)
		}
		if f.format.value == "json" {
			return failing(exitInternal, cover.WriteClauseJSON(w, c, proofs))
		}
		return failing(exitInternal, r.WriteClause(w, width, c, proofs))
	}
	return failing(exitInternal, f.whole(r)(w, f.format.value, page{width: width}))
}

func (f *coverFlags) whole(r *cover.Report) writer {
	return docWriter(func() *doc.Doc {
		return r.Doc(f.verbose)
	}, forms{"json": r.WriteJSON, "html": func(w io.Writer) error { return r.Page().HTML(w) }, "lcov": r.WriteLCOV})
}
