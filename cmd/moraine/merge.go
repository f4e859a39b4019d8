package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"moraine/interpreter/files"
	"moraine/interpreter/simulate"
)

func newMerge(a *app) *cobra.Command {
	format := oneOf(simFormats...)
	var out string
	var reports []string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put the parts of a moraine sim together, or show results again",
		Long: `Put the files together that moraine sim --shard has written, which must be all parts
of one run: the same rules, options and version. The result is byte for byte that
of the whole run. A single file of a whole run is shown as it is.`,
		Example: `  moraine merge part*.json --out whole.json
  moraine merge whole.json --format csv`,
		Args: wants(1, 1<<20, "the FILEs of a run"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.merge(args, out, format.value, reports) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&out, "out", "", "write the whole to this `file`, by rename")
	format.addTo(cmd, "format", "what is printed")
	flags.StringArrayVar(&reports, "report", nil, "write a report besides, as `FORMAT=FILE` (repeatable)")
	return cmd
}

// What is read of the parts of a run: of each, and of all.
const (
	maxPart  = 16 << 20
	maxParts = 256 << 20
)

func (a *app) merge(args []string, out, format string, reports []string) error {
	also, err := a.reportFiles(reports, simFormats)
	if err != nil {
		return err
	}
	if out != "" {
		if err := a.mayWrite("--out "+out, out, also); err != nil {
			return err
		}
	}
	limit := files.Limit{File: maxPart, All: maxParts}
	var parts []simulate.Part
	for _, name := range args {
		text, err := limit.ReadFile(a.abs(name))
		if err != nil {
			return fmt.Errorf("there is nothing to read at %s: %w", name, err)
		}
		r, err := simulate.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, simulate.Part{Name: name, Results: r})
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
	return a.reportSim(r, format, also)
}
