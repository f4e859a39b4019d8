package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/cmd/moraine/internal/report"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// testFlags holds the flags of `moraine test`.
type testFlags struct {
	rules
	pickFlags
	run      string
	tags     []string
	under    bool
	variants bool
	each     bool
	declare  bool
	verbose  bool
	depends  bool
	reportFlags
	failFast bool
	jobs     int
	states   int
	timings  bool
	slowest  int
	skipped  bool
	watch    bool
}

func newTest(a *app) *cobra.Command {
	f := &testFlags{reportFlags: inFormats(report.Formats()...)}
	cmd := &cobra.Command{
		Use:   "test [GAME|FILE|FILE:LINE]...",
		Short: "Run the scenarios of games, files or single lines",
		Long: `Run the scenarios of games, files, folders, or the scenario at a line of a file. By
default run the scenarios of the games of which your folders have a file (see moraine
--help), and fail if there are none.
The exit code is 1 if a scenario fails, 2 if a file has errors, and 4 if a counted
limit stopped a scenario. If a variant or a game has errors, its scenarios are skipped
and all others still run.

A scenario runs in the default configuration of its game. With --under it also runs
in each configuration of its ` + "`under`" + ` entries; --all-variants and
--each-reading add further configurations. With --variant or --reading it runs in that
configuration only. In a configuration that an entry names, the outcome must be that
of the entry; in any other it must be the same as in the default configuration. If an
entry declares no outcome, the scenario is refused there, which is neither a pass nor
a failure.

--declare writes entries instead of a report: for each scenario that has another
outcome in one of those configurations without an ` + "`under`" + ` entry for it, it
adds the entry with that outcome to the file. Review these entries. Outcomes that it
cannot express as an entry are listed.`,
		Example: `  moraine test
  moraine test GAME --run 'two players' -v
  moraine test GAME --under --all-variants
  moraine test GAME --reading KEY=READING --declare
  moraine test scenarios/GAME/FILE.yaml:12
  moraine test --format github --report junit=results.xml \
    --report markdown="$GITHUB_STEP_SUMMARY"`,
		ValidArgsFunction: a.gamesOrFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.test(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.run, "run", "", "run only scenarios whose name matches this `regexp`")
	flags.StringArrayVar(&f.tags, "tag", nil,
		"run only scenarios with this `tag`; or with tags as in 'a and not b' (repeatable: any of them)")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show the steps of every scenario")
	f.reportFlags.addTo(a, cmd)
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure, in the order of the files")
	addJobs(cmd, &f.jobs, "number of scenarios run in parallel (0: one per processor)")
	addChanceStates(cmd, &f.states)
	flags.BoolVar(&f.timings, "timings", false,
		"print how long the run took; JUnit reports then have the time of each case")
	flags.BoolVar(&f.skipped, "skipped", false, "list all scenarios that were skipped or refused")
	flags.IntVar(&f.slowest, "slowest", 0, "also list this `number` of slowest cases")
	f.pickFlags.addTo(cmd)
	flags.BoolVar(&f.watch, "watch", false, "run again when a file is saved, failed ones first; quit with q")
	f.rules.addTo(cmd)
	flags.BoolVar(&f.under, "under", false, "also run in the configurations of under entries")
	flags.BoolVar(&f.variants, "all-variants", false, "also run under each variant of the game; implies --under")
	flags.BoolVar(&f.each, "each-reading", false, "also run under each other reading, one at a time; implies --under")
	flags.BoolVar(&f.depends, "depends", false,
		"list the rulings on which the outcome of each scenario depends, with the outcome under each reading")
	flags.BoolVar(&f.declare, "declare", false, "write missing under entries into the files; instead of a report")
	apart(cmd, "under", "variant reading")
	apart(cmd, "all-variants", "variant reading")
	apart(cmd, "depends", "under all-variants each-reading declare list watch")
	apart(cmd, "declare", "verbose format report fail-fast timings slowest last-failed list watch")
	apart(cmd, "list", "verbose format report fail-fast timings slowest watch")
	apart(cmd, "watch", "format report fail-fast timings slowest last-failed")
	return cmd
}

func (a *app) test(ctx context.Context, args []string, f *testFlags) error {
	opt, err := f.scenarios()
	if err != nil {
		return err
	}
	look := report.Options{Verbose: f.verbose, Timings: f.timings, Skipped: f.skipped, Slowest: f.slowest,
		Depends: f.depends}
	data, targets, err := a.targets(args)
	if err == nil && len(args) == 0 {
		opt.Games, err = a.ownGames(data)
	}
	if err == nil && len(args) == 0 && len(f.rules.variants)+len(f.rules.readings) > 0 {
		targets, err = a.gamesWith(data, opt.Games, &f.rules)
	}
	if err == nil && f.lastFailed != "" {
		if opt.Pick, err = a.lastFailed(f.lastFailed); err != nil {
			err = fmt.Errorf("--last-failed %s: %w", f.lastFailed, err)
		}
	}
	var results *scenario.Results
	switch {
	case err != nil:
	case f.list:
		return list(ctx, a.Out, data, targets, opt)
	case f.watch:
		return a.watch(ctx, data, targets, opt)
	case f.declare:
		return a.declare(ctx, data, targets, opt)
	default:
		opt.Check = declaredGaps
		results, err = scenario.Run(ctx, data, targets, opt)
	}
	if err != nil && (results == nil || len(results.Cases) == 0) {
		results = report.Unloaded(err)
		if f.format.value == "pretty" { // the pretty format shows the error itself
			return a.reportAfter(err, &f.reportFlags, testWriter(results, look))
		}
	}
	if err := a.report(&f.reportFlags, testWriter(results, look)); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	if len(results.Broken) > 0 {
		return results.Broken
	}
	if results.Failed > 0 && opt.Load.Variant != "" { // the variant and not a scenario is the likely cause
		a.complain(canStart(data, targets, opt.Load))
	}
	return verdict(results)
}

// declaredGaps returns the errors in declarations about gaps of tests: outcomes that are impossible, and mutants that
// survive.
func declaredGaps(rules *interpreter.Rules) error {
	if err := cover.CheckImpossible(rules); err != nil {
		return err
	}
	return mutate.CheckSurvivors(rules)
}

// reportAfter writes the reports of a run that could not begin, and returns its error joined
// with any error of writing them.
func (a *app) reportAfter(err error, to *reportFlags, write writer) error {
	if unwritten := a.writeReports(to, write); unwritten != nil {
		a.complain(err)
		return unwritten
	}
	return err
}

func testWriter(r *scenario.Results, opt report.Options) writer {
	return func(w io.Writer, format string, look page) error {
		opt.Color, opt.Width = look.color, look.width
		return report.Write(w, format, r, opt)
	}
}

// targets returns the data layers, and the targets in them to test.
func (dl *dataLayers) targets(args []string) (data interpreter.Sources, targets []string, err error) {
	if data, err = dl.checkedLayers(args...); err != nil {
		return nil, nil, err
	}
	for _, arg := range args {
		t, err := dl.target(data, arg)
		if err != nil {
			return nil, nil, err
		}
		targets = append(targets, t)
	}
	return data, targets, nil
}

// verdict returns the error with the exit code for the results.
func verdict(results *scenario.Results) error {
	any := func(kind scenario.Kind) bool {
		return slices.ContainsFunc(results.Cases, func(c scenario.Case) bool { return c.Kind == kind })
	}
	switch {
	case any(scenario.Unloaded):
		return quietly(exitUsage)
	case any(scenario.Limit):
		return quietly(exitInternal)
	case any(scenario.Unread):
		return quietly(exitUsage)
	case results.Failed > 0:
		return quietly(exitFailed)
	}
	return nil
}

// scenarios converts the flags to options.
func (f *testFlags) scenarios() (opt scenario.Options, err error) {
	opt = scenario.Options{
		Tags: f.tags, Under: f.under, AllVariants: f.variants, EachReading: f.each,
		FailFast: f.failFast, Trace: f.verbose, Depends: f.depends, Explain: true, Jobs: f.jobs, Load: f.load,
		ChanceStates: f.states,
	}
	if f.run != "" {
		if opt.Run, err = regexp.Compile(f.run); err != nil {
			return opt, fmt.Errorf("--run: %w", err)
		}
	}
	switch {
	case f.slowest < 0:
		return opt, fmt.Errorf("--slowest %d: the number of cases must be at least 1", f.slowest)
	case (f.slowest > 0 || f.skipped) && !f.hasFormat("pretty"):
		return opt, errors.New("--slowest and --skipped need --format pretty or --report pretty=FILE")
	}
	return opt, nil
}
