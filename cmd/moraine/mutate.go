package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/mutate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// mutateFlags holds the flags of `moraine mutate`.
type mutateFlags struct {
	file    []string
	clauses []string
	changed string
	sample  int
	under   bool
	shard
	variant   string
	minKilled percentage
	verbose   bool
	reportFlags
	jobs   int
	states int
}

var mutateFormats = []string{"pretty", "json", "html", "github", "stryker"}

func newMutate(a *app) *cobra.Command {
	f := &mutateFlags{reportFlags: inFormats(mutateFormats...)}
	cmd := &cobra.Command{
		Use:   "mutate GAME",
		Short: "Change one element of the rules at a time, and report which changes no scenario notices",
		Long: `Make mutants of a game, each with one element of its rules changed: a number, a
comparison, a condition, a step, a limit, a card. Then run the scenarios that come
across that place until one fails: first as they are, then under the readings that
their entries of under name. Each mutant is

  killed       a scenario fails that passed
  survived     all that come across it pass: nobody would notice
  justified    … and the game says under ` + "`survives`" + ` why that is right
  not reached  no scenario comes across it
  limit        a scenario was stopped by a counted limit
  dormant      it acts under other readings alone, which --under looks at
  equivalent   the program is the same, or two steps are swapped that cannot notice
  stillborn    it does not load

Survivors are shown, with the clauses that their place names. The exit code is 1
if there are any, or with --min-killed 3 if fewer of those that are neither
equivalent nor justified are killed.`,
		Example: `  moraine mutate GAME
  moraine mutate GAME --file cards/GAME/FILE.yaml --sample 100
  moraine mutate GAME --changed origin/main --format github
  moraine mutate GAME --shard 1/4 --report json=part1.json`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.mutate(cmd.Context(), args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&f.file, "file", nil, "only of this `file` of the rules, or of FILE:LINE (repeatable)")
	flags.StringArrayVar(&f.clauses, "clause", nil, "only at rules that cite the clause with this `id` (repeatable)")
	flags.StringVar(&f.variant, "variant", "", "only of the variant with this `name`; implies --under")
	flags.StringVar(&f.changed, "changed", "", "only of lines that have changed since this `revision`")
	flags.IntVar(&f.sample, "sample", 0, "only this `number` of them, evenly spread")
	flags.BoolVar(&f.under, "under", false, "also examine rules that are in force only under readings and variants of entries of under")
	f.shard.addTo(cmd, "examine only part `i/n` of the mutants; needs --report json=FILE, and moraine merge joins the parts")
	f.minKilled.addTo(cmd)
	cmd.MarkFlagsMutuallyExclusive("variant", "file")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "also show the mutants that are justified and those that no scenario reaches")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of mutants judged at once (0: one per processor)")
	addChanceStates(cmd, &f.states)
	return cmd
}

func (a *app) mutate(ctx context.Context, game string, f *mutateFlags) error {
	data, err := a.checkedLayers(game)
	if err != nil {
		return err
	}
	opt, err := f.options(a, ctx, data, game)
	if err != nil {
		return err
	}
	r, err := mutate.Run(ctx, data, game, opt)
	switch {
	case errors.Is(err, mutate.ErrRed):
		err = failing(exitFailed, err)
	case errors.Is(err, mutate.ErrNone) && f.changed != "": // if nothing changed, the absence of mutants is not a failure
		fmt.Fprintf(a.Err, "moraine: nothing has changed since %s of which a mutant could be made\n", f.changed)
		err = nil
	case errors.Is(err, mutate.ErrNone):
		return err
	}
	if r == nil {
		return err
	}
	if err := a.report(&f.reportFlags, mutantWriter(r, f.verbose)); err != nil {
		return err
	}
	if err != nil || opt.Of > 0 { // the threshold is checked when all parts are merged
		return err
	}
	return f.minKilled.verdict(r)
}

// percentage is the flag for the required percentage of killed mutants, by default 100.
type percentage struct {
	atLeast
	given bool
}

func (p *percentage) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(p, "min-killed", "exit 3 if fewer than this `percentage` of the mutants are killed, otherwise 0")
}

// Set implements pflag.Value.
func (p *percentage) Set(text string) error {
	if p.given = true; p.atLeast.Set(strings.TrimSuffix(text, "%")+"%") != nil {
		return errors.New("write a percentage, from 0 to 100")
	}
	return nil
}

// verdict returns the error for results below the threshold.
func (p *percentage) verdict(r *mutate.Results) error {
	found, of := r.Summary.Share()
	switch {
	case p.given && p.missed(found, of):
		return failing(exitMissed, fmt.Errorf("--min-killed %s: %d of %d are", p, found, of))
	case !p.given && len(r.Survivors) > 0:
		return quietly(exitFailed)
	}
	return nil
}

func (f *mutateFlags) options(a *app, ctx context.Context, data interpreter.Sources, game string) (opt mutate.Options, err error) {
	opt = mutate.Options{Under: f.under || f.variant != "", Sample: f.sample, Part: f.part, Of: f.of, Jobs: f.jobs, ChanceStates: f.states, Progress: a.bar.show}
	switch {
	case f.of > 0 && !f.hasFormat("json"):
		return opt, errors.New("--shard: say with --report json=FILE where its part goes")
	case f.sample < 0:
		return opt, fmt.Errorf("--sample %d: a number of mutants, from 1", f.sample)
	}
	hash, _, err := data.Hash(game)
	if err != nil {
		return opt, err
	}
	sum := sha256.New()
	fmt.Fprintln(sum, version(), game, hash, f.file, f.clauses, f.changed, f.sample, f.under)
	scenarios, err := data.Scenarios(game)
	if err != nil {
		return opt, err
	}
	for _, s := range scenarios {
		fmt.Fprintln(sum, s.File.Path, len(s.File.Text))
		sum.Write(s.File.Text)
	}
	opt.Run = hex.EncodeToString(sum.Sum(nil)[:16])
	if f.variant != "" {
		file, err := variantFile(data, game, f.variant)
		if err != nil {
			return opt, fmt.Errorf("--variant %s: %w", f.variant, err)
		}
		f.file = append(f.file, file)
	}
	var lines map[string]map[int]bool
	if f.changed != "" {
		was, err := a.atRevision(ctx, data, f.changed)
		if err == nil {
			lines, err = changedLines(was, data, game)
		}
		if err != nil {
			return opt, fmt.Errorf("--changed %s: %w", f.changed, err)
		}
	}
	opt.Want = func(m *mutate.Mutant) bool {
		at := func(file string) bool { return file == m.File || file == fmt.Sprintf("%s:%d", m.File, m.Line) }
		return (len(f.file) == 0 || slices.ContainsFunc(f.file, at)) &&
			(len(f.clauses) == 0 || slices.ContainsFunc(f.clauses, func(id string) bool { return slices.Contains(m.Clauses, id) })) &&
			(lines == nil || lines[m.File][m.Line])
	}
	return opt, nil
}

// changedLines returns, by file, the lines in which the rules of a game have changed.
func changedLines(was, now interpreter.Sources, game string) (map[string]map[int]bool, error) {
	texts := map[string]string{}
	if before, err := was.Rules(game); err == nil { // without an earlier version every line is new
		for _, f := range before {
			texts[f.Path] = string(f.Text)
		}
	}
	files, err := now.Rules(game)
	if err != nil {
		return nil, err
	}
	out := map[string]map[int]bool{}
	for _, f := range files {
		out[f.Name] = map[int]bool{}
		moved := 0 // shift in bytes of the following text
		for _, e := range udiff.Lines(texts[f.Path], string(f.Text)) {
			from := 1 + strings.Count(string(f.Text[:e.Start+moved]), "\n")
			for line := range strings.Count(e.New, "\n") + 1 {
				out[f.Name][from+line] = true
			}
			moved += len(e.New) - (e.End - e.Start)
		}
	}
	return out, nil
}

func mutantWriter(r *mutate.Results, all bool) writer {
	return func(w io.Writer, format string, look page) error {
		switch format {
		case "json":
			return r.WriteJSON(w)
		case "html":
			return r.WriteHTML(w)
		case "github":
			return r.WriteGitHub(w)
		case "stryker":
			return r.WriteStryker(w)
		}
		return r.WritePretty(w, look.color, all)
	}
}

// variantFile returns the path of the file of a variant.
func variantFile(data interpreter.Sources, game, variant string) (string, error) {
	rules, err := interpreter.Read(data, game)
	if err != nil {
		return "", err
	}
	if err := knowsVariant(rules, variant); err != nil {
		return "", err
	}
	config, err := rules.Game(interpreter.Options{Variant: variant})
	if err != nil {
		return "", err
	}
	return config.Laid[len(config.Laid)-1].Pos.File.Name, nil
}

// redundant lists the scenarios that detect only mutants which other scenarios also detect.
func (a *app) redundant(ctx context.Context, data interpreter.Sources, games []string, opt scenario.Options) error {
	if len(games) == 0 {
		games = a.ownGames(data)
	}
	for _, game := range games {
		w, err := mutate.Redundant(ctx, data, game, mutate.Options{Under: opt.Under, Jobs: opt.Jobs, ChanceStates: opt.ChanceStates, Progress: a.bar.show})
		if err != nil {
			return err
		}
		for _, it := range w.Spare {
			fmt.Fprintf(a.Out, "%s:%d  %s\n", it.File, it.Line, it.Name)
			switch len(it.By) {
			case 0:
				fmt.Fprintln(a.Out, "  it notices nothing")
			case 1:
				fmt.Fprintln(a.Out, "  all that it notices, this does:")
			default:
				fmt.Fprintf(a.Out, "  all that it notices, these %d do together:\n", len(it.By))
			}
			for _, by := range it.By {
				fmt.Fprintf(a.Out, "    %s:%d  %s\n", by.File, by.Line, by.Name)
			}
		}
		fmt.Fprintf(a.Out, "%s: %d of %d scenarios kill no mutant, pin no clause and tell no reading apart that others do not; %d would do for all %d mutants, %d clauses and %d readings\n",
			game, len(w.Spare), w.Scenarios, w.Enough, w.Mutants, w.Clauses, w.Readings)
		if w.Left > 0 {
			fmt.Fprintf(a.Out, "%d with entries of under are not judged; --under does\n", w.Left)
		}
	}
	return nil
}
