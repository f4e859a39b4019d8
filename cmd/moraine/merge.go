package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter/files"
	"moraine/interpreter/mutate"
	"moraine/interpreter/report"
	"moraine/interpreter/simulate"
)

func newMerge(a *app) *cobra.Command {
	format := oneOf(mergeFormats()...)
	var out string
	var reports []string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put the parts of a moraine sim, test or mutate together, or show results again",
		Long: `Put the files together that moraine sim --shard --out has written, or moraine test
or mutate --shard with a report json=FILE. They must be all parts of one run: the same
rules, options and version. The result is byte for byte that of the whole run, and
of tests the exit code, too. A single file of a whole run is shown as it is.`,
		Example: `  moraine merge part*.json --out whole.json
  moraine merge whole.json --format csv
  moraine merge tests*.json --format github --report junit=tests.xml`,
		Args: wants(1, 1<<20, "the FILEs of a run"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.merge(args, out, format.value, reports) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&out, "out", "", "write the whole to this `file`, by rename")
	format.addTo(cmd)
	flags.StringArrayVar(&reports, "report", nil, "write a report besides, as `FORMAT=FILE` (repeatable)")
	return cmd
}

// What is read of the parts of a run: of each, and of all.
const (
	maxPart  = 128 << 20 // the longest run there is, of all scenarios of a game in all readings, writes 90
	maxParts = 512 << 20
)

func (a *app) merge(args []string, out, format string, reports []string) error {
	also, err := a.reportFiles(reports, mergeFormats())
	if err != nil {
		return err
	}
	if out != "" {
		if err := a.mayWrite("--out "+out, out, also); err != nil {
			return err
		}
	}
	limit := files.Limit{File: maxPart, All: maxParts}
	texts := make([][]byte, len(args))
	for i, name := range args {
		if texts[i], err = limit.ReadFile(a.abs(name)); err != nil {
			return fmt.Errorf("there is nothing to read at %s: %w", name, err)
		}
	}
	ofTests := bytes.Contains(texts[0], []byte(`"cases":`))
	ofMutants := bytes.Contains(texts[0], []byte(`"mutants":`))
	known := simFormats
	switch {
	case ofMutants:
		known = mutateFormats
	case ofTests:
		known = report.Formats()
	}
	for _, r := range append(also, reportFile{format: format}) {
		if !slices.Contains(known, r.format) {
			return fmt.Errorf("%s: these results have no format %s; there is %s", args[0], r.format, strings.Join(known, ", "))
		}
	}
	if ofMutants {
		return a.mergeMutants(args, texts, out, format, also)
	}
	if ofTests {
		return a.mergeTests(args, texts, out, format, also)
	}
	var parts []simulate.Part
	for i, text := range texts {
		r, err := simulate.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", args[i], err)
		}
		parts = append(parts, simulate.Part{Name: args[i], Results: r})
	}
	r, err := simulate.Merge(parts)
	if err != nil {
		return err
	}
	if out != "" {
		if err := a.write(out, r.WriteJSON); err != nil {
			return err
		}
	}
	r.Speak(nil, a.lang)
	return a.reportSim(r, format, also)
}

// mergeFormats are those of all results that can be merged; not each has all of them.
func mergeFormats() []string {
	out := slices.Clone(simFormats)
	for _, f := range slices.Concat(report.Formats(), mutateFormats) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// mergeMutants puts the parts of a moraine mutate together.
func (a *app) mergeMutants(names []string, texts [][]byte, out, format string, also []reportFile) error {
	var parts []*mutate.Results
	for i, text := range texts {
		r, err := mutate.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		parts = append(parts, r)
	}
	r, err := mutate.Merge(names, parts)
	if err != nil {
		return err
	}
	if out != "" {
		also = append(also, reportFile{"json", out})
	}
	if err := a.writeReports(also, func(w io.Writer, format string) error { return a.writeMutants(w, format, r, false) }); err != nil {
		return err
	}
	if err := a.writeMutants(a.Out, format, r, false); err != nil {
		return failing(exitInternal, err)
	}
	if len(r.Survivors) > 0 {
		return quietly(exitFailed)
	}
	return nil
}

// mergeTests puts the parts of a moraine test together.
func (a *app) mergeTests(names []string, texts [][]byte, out, format string, also []reportFile) error {
	var parts []report.Part
	for i, text := range texts {
		r, opt, err := report.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		parts = append(parts, report.Part{Name: names[i], Results: r, Options: opt})
	}
	r, look, err := report.Merge(parts)
	if err != nil {
		return err
	}
	if out != "" {
		also = append(also, reportFile{"json", out})
	}
	if err := a.reportTests(also, r, look); err != nil {
		return err
	}
	look.Color, look.Width = a.colored(a.Out), a.width()
	if err := report.Write(a.Out, format, r, look); err != nil {
		return failing(exitInternal, err)
	}
	return verdict(r)
}
