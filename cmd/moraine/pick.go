package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/report"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// pickFlags select scenarios among those that other flags select.
type pickFlags struct {
	list       bool
	lastFailed string
}

func (f *pickFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.list, "list", false, "list the selected scenarios; instead of running them")
	flags.StringVar(&f.lastFailed, "last-failed", "",
		"run only what failed according to this JSON `file`; a report of an earlier run")
}

// shard is the flag --shard: part n of several. The zero value selects everything.
type shard struct {
	text     string
	part, of int64
}

func (s *shard) addTo(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&s.text, "shard", "", usage)
	runBefore(cmd, s.parse)
}

func (s *shard) parse() error {
	if s.text == "" {
		return nil
	}
	n, err := fmt.Sscanf(s.text+" ", "%d/%d ", &s.part, &s.of)
	if n != 2 || err != nil || s.part < 1 || s.part > s.of || s.text != fmt.Sprintf("%d/%d", s.part, s.of) {
		return fmt.Errorf("--shard %s: expected i/n with i from 1 to n, such as 1/4", s.text)
	}
	return nil
}

// pick selects scenarios.
type pick = func([]scenario.Item) ([]scenario.Item, error)

// lastFailed keeps the scenarios that failed in a report. If that run was incomplete, it also
// keeps scenarios that did not run.
func (w *World) lastFailed(file string) (pick, error) {
	text, err := (&files.Limit{File: partLimit.File}).ReadFile(w.abs(file))
	if err != nil {
		return nil, err
	}
	was, _, err := report.Read(text)
	if err != nil {
		return nil, err
	}
	type key struct{ file, name string }
	failed := map[key]bool{}
	all := was.Left > 0
	for _, c := range was.Cases {
		failed[key{c.File, c.Scenario}] = failed[key{c.File, c.Scenario}] || c.Status == scenario.Failed
		all = all || c.Kind == scenario.Unloaded
	}
	return func(list []scenario.Item) ([]scenario.Item, error) {
		if all {
			return list, nil
		}
		out := slices.DeleteFunc(list, func(it scenario.Item) bool { return !failed[key{it.File, it.Name}] })
		if len(out) == 0 {
			return nil, fmt.Errorf("--last-failed %s: none of the selected scenarios failed in that report", file)
		}
		return out, nil
	}, nil
}

// list prints the scenarios that would run.
func list(ctx context.Context, out io.Writer, data interpreter.Sources, targets []string, opt scenario.Options) error {
	items, err := scenario.List(ctx, data, targets, opt)
	if err != nil {
		return err
	}
	runs := 0
	for _, it := range items {
		fmt.Fprintf(out, "%s:%d  %s\n", it.File, it.Line, it.Name)
		runs += it.Runs
	}
	fmt.Fprintf(out, "\n%s, %s\n", counted(len(items), "scenario"), counted(runs, "case"))
	return nil
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
