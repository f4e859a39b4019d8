package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/cmd/moraine/internal/report"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

func newMerge(a *app) *cobra.Command {
	to := inFormats(mergeFormats()...)
	var minKilled percentage
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Combine the parts of a sim, test, count or mutate run with --shard, or show saved results",
		Long: `Combine the files that moraine sim, test, count or mutate --shard wrote with
--report json=FILE. They must be all parts of one run, with the same rules, options
and version. The result has the same bytes as the result of the whole run, and the
exit code is the same. A single file of a whole run is shown as it is.`,
		Example: `  moraine merge part*.json --report json=whole.json
  moraine merge whole.json --format csv
  moraine merge tests*.json --format github --report junit=tests.xml`,
		Args: argCount(1, 1<<20, "the FILEs of a run"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.merge(args, &to, minKilled) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	to.addTo(a, cmd)
	minKilled.addTo(cmd)
	return cmd
}

// partLimit limits the parts of a run. The largest real run, all scenarios of a game under all readings, has 90 MiB.
var partLimit = files.Limit{File: 128 << 20, All: 512 << 20}

func (a *app) merge(args []string, to *reportFlags, minKilled percentage) error {
	limit := partLimit
	texts := make([][]byte, len(args))
	for i, name := range args {
		var err error
		if texts[i], err = limit.ReadFile(a.abs(name)); err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
	}
	known, merge := simFormats, a.mergeMatches
	switch ofMutants := bytes.Contains(texts[0], []byte(`"mutants":`)); {
	case minKilled.given && !ofMutants:
		return fmt.Errorf("--min-killed %s: the results in %s are not from moraine mutate", &minKilled, args[0])
	case ofMutants:
		known, merge = mutateFormats, minKilled.mergeMutants
	case bytes.Contains(texts[0], []byte(`"points":`)):
		merge = a.mergeSweeps
	case bytes.Contains(texts[0], []byte(`"cases":`)):
		known, merge = report.Formats(), mergeTests
	case bytes.Contains(texts[0], []byte(`"courses":`)):
		known, merge = countFormats, mergeCounts
	}
	for _, r := range append(to.files, reportFile{format: to.format.value}) {
		if !slices.Contains(known, r.format) {
			return fmt.Errorf("%s: format %s is not available for these results; choose from %s", args[0], r.format, strings.Join(known, ", "))
		}
	}
	write, verdict, err := merge(args, texts)
	if err != nil {
		return err
	}
	return cmp.Or(a.report(to, write), verdict)
}

// mergeFormats returns all formats of mergeable results. No single kind of result has all of
// them.
func mergeFormats() []string {
	out := slices.Clone(simFormats)
	for _, f := range slices.Concat(report.Formats(), mutateFormats) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// partsOf parses the parts of a run.
func partsOf[P any](names []string, texts [][]byte, read func(name string, text []byte) (P, error)) (parts []P, err error) {
	for i, text := range texts {
		p, err := read(names[i], text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func (a *app) mergeMatches(names []string, texts [][]byte) (writer, error, error) {
	parts, err := partsOf(names, texts, func(name string, text []byte) (simulate.Part, error) {
		r, err := simulate.Read(text)
		return simulate.Part{Name: name, Results: r}, err
	})
	if err != nil {
		return nil, nil, err
	}
	r, err := simulate.Merge(parts)
	if err != nil {
		return nil, nil, err
	}
	game, err := a.knownGame(r.Game)
	return simWriter(r, game, a.lang), nil, err
}

func (a *app) mergeSweeps(names []string, texts [][]byte) (writer, error, error) {
	parts, err := partsOf(names, texts, func(name string, text []byte) (balance.Part, error) {
		s, err := balance.Read(text)
		return balance.Part{Name: name, Sweep: s}, err
	})
	if err != nil {
		return nil, nil, err
	}
	s, err := balance.Merge(parts)
	if err != nil {
		return nil, nil, err
	}
	game, err := a.knownGame(s.Game)
	return simWriter(s, game, a.lang), nil, err
}

// knownGame returns a game, for its names. It returns nil if the game does not exist here or its rules
// have errors, because the results can be from another machine.
func (dl *dataLayers) knownGame(id string) (*interpreter.Game, error) {
	data, err := dl.layers()
	if err != nil {
		return nil, err
	}
	rules, err := interpreter.Read(data, id)
	if errors.Is(err, interpreter.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	game, err := rules.Game(interpreter.Options{})
	if errors.As(err, new(interpreter.Diagnostics)) {
		return nil, nil
	}
	return game, err
}

func (p *percentage) mergeMutants(names []string, texts [][]byte) (writer, error, error) {
	parts, err := partsOf(names, texts, func(_ string, text []byte) (*mutate.Results, error) { return mutate.Read(text) })
	if err != nil {
		return nil, nil, err
	}
	r, err := mutate.Merge(names, parts)
	if err != nil {
		return nil, nil, err
	}
	return mutantWriter(r, false), p.verdict(r), nil
}

func mergeTests(names []string, texts [][]byte) (writer, error, error) {
	parts, err := partsOf(names, texts, func(name string, text []byte) (report.Part, error) {
		r, opt, err := report.Read(text)
		return report.Part{Name: name, Results: r, Options: opt}, err
	})
	if err != nil {
		return nil, nil, err
	}
	r, look, err := report.Merge(parts)
	if err != nil {
		return nil, nil, err
	}
	return testWriter(r, look), verdict(r), nil
}
