package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/interpreter"
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

var mutateFormats = []string{"pretty", "json", "markdown", "html", "github", "stryker"}

func newMutate(a *app) *cobra.Command {
	f := &mutateFlags{reportFlags: inFormats(mutateFormats...)}
	cmd := &cobra.Command{
		Use:   "mutate GAME",
		Short: "Change the rules in one place at a time, and report the changes that no scenario detects",
		Long: `Make mutants of a game, each with one element of its rules changed: a number, a
comparison, a condition, a step, a limit, a card. For each mutant, run the scenarios
that reach the changed place until one fails: first in the default configuration,
then under the readings that their ` + "`under`" + ` entries name. Each mutant is

  killed       a scenario fails that passed before
  survived     all scenarios that reach it pass, so none detects the change
  justified    it survived, and the game gives the reason under ` + "`survives`" + `
  not reached  no scenario reaches it
  limit        a scenario was stopped by a counted limit
  dormant      it has an effect only under other readings: see --under
  equivalent   the compiled program is the same
  stillborn    it does not load

Survivors are listed with the clauses that the changed place cites. The exit code is
1 if there are any. With --min-killed it is 3 if fewer mutants are killed, in per cent
of those that are neither equivalent nor justified.`,
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
	flags.StringArrayVar(&f.file, "file", nil, "change only this `file` of the rules, or FILE:LINE (repeatable)")
	flags.StringArrayVar(&f.clauses, "clause", nil,
		"change only rules that cite the clause with this `id` (repeatable)")
	flags.StringVar(&f.variant, "variant", "", "change only the variant with this `name`; implies --under")
	flags.StringVar(&f.changed, "changed", "", "change only lines that differ from this git `revision`")
	flags.IntVar(&f.sample, "sample", 0, "examine only this `number` of mutants, spread evenly over all")
	flags.BoolVar(&f.under, "under", false,
		"also examine rules that apply only under the variants and readings in the under entries of scenarios")
	f.shard.addTo(cmd, "examine only part `i/n` of the mutants; needs --report json=FILE; moraine report combines the parts")
	f.minKilled.addTo(cmd)
	apart(cmd, "variant", "file")
	flags.BoolVarP(&f.verbose, "verbose", "v", false,
		"also show the mutants that are justified and those that no scenario reaches")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of mutants examined in parallel (0: one per processor)")
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
	// Every mutant is compiled, used once and then garbage. With 300 %, a run over all mutants of Glacier takes 1.27
	// times the CPU of a run that shares compiled parts; with the 125 % of Main it takes 1.72 times.
	if a.Env("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(300))
	}
	r, err := mutate.Run(ctx, data, game, opt)
	switch {
	case errors.Is(err, mutate.ErrFailing):
		err = failing(exitFailed, err)
	case errors.Is(err, mutate.ErrNoMutants) && f.changed != "":
		// if nothing changed, the absence of mutants is not a failure
		fmt.Fprintf(a.Err, "moraine: no rule that can be mutated has changed since %s\n", f.changed)
		err = nil
	case errors.Is(err, mutate.ErrNoMutants):
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
	cmd.Flags().Var(p, "min-killed",
		"exit with code 3 if fewer than this `percentage` of the mutants are killed, otherwise with 0")
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
		return failing(exitMissed, fmt.Errorf("--min-killed %s: only %d of %d mutants are killed", p, found, of))
	case !p.given && len(r.Survivors) > 0:
		return quietly(exitFailed)
	}
	return nil
}

func (f *mutateFlags) options(a *app, ctx context.Context, data interpreter.Sources,
	game string) (opt mutate.Options, err error) {
	opt = mutate.Options{Under: f.under || f.variant != "", Sample: f.sample, Part: f.part, Of: f.of, Jobs: f.jobs,
		ChanceStates: f.states, Progress: a.bar.show}
	switch {
	case f.of > 0 && !f.hasFormat("json"):
		return opt, errors.New("--shard writes its part to a file; add --report json=FILE")
	case f.sample < 0:
		return opt, fmt.Errorf("--sample %d: the number of mutants must be at least 1", f.sample)
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
		was, err := a.rulesAt(ctx, data, game, f.changed)
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
			(len(f.clauses) == 0 || slices.ContainsFunc(f.clauses, func(id string) bool {
				return slices.Contains(m.Clauses, id)
			})) &&
			(lines == nil || lines[m.File][m.Line])
	}
	return opt, nil
}

// changedLines returns, by file, the lines in which the rules of a game differ from earlier texts.
func changedLines(was map[string]string, now interpreter.Sources, game string) (map[string]map[int]bool, error) {
	files, err := now.Rules(game)
	if err != nil {
		return nil, err
	}
	out := map[string]map[int]bool{}
	for _, f := range files {
		out[f.Name] = map[int]bool{}
		moved := 0 // shift in bytes of the following text
		for _, e := range udiff.Lines(was[f.Path], string(f.Text)) {
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
		return docWriter(func() *doc.Doc {
			d := r.Doc(all || format != "pretty")
			if format == "pretty" {
				d.Title = ""
			}
			return d
		}, forms{"json": r.WriteJSON, "github": r.WriteGitHub, "stryker": r.WriteStryker})(w, format, look)
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
	return config.Variants[len(config.Variants)-1].Pos.File.Name, nil
}
