package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	shard
}

func (f *pickFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.list, "list", false, "list the selected scenarios instead of running them")
	flags.StringVar(&f.lastFailed, "last-failed", "", "run only the scenarios that failed according to this JSON report `file` of an earlier run")
	f.shard.addTo(cmd, "run only part `i/n` of the scenarios; needs --report json=FILE; moraine merge combines the parts")
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

// pick is one step of selecting scenarios.
type pick = func([]scenario.Item) ([]scenario.Item, error)

// picker combines the flags to a selection. It also records in look, for the report, which part
// was selected.
func (a *app) picker(data interpreter.Sources, f *testFlags, look *report.Options) (pick, error) {
	if f.of > 0 {
		look.Shard = &report.Shard{Part: f.part, Of: f.of}
	}
	var steps []pick
	if f.lastFailed != "" {
		step, err := a.lastFailed(f.lastFailed)
		if err != nil {
			return nil, fmt.Errorf("--last-failed %s: %w", f.lastFailed, err)
		}
		steps = append(steps, step)
	}
	if f.of > 0 {
		steps = append(steps, cut(look.Shard, data, f))
	}
	if steps == nil {
		return nil, nil
	}
	return func(list []scenario.Item) (_ []scenario.Item, err error) {
		for _, step := range steps {
			if list, err = step(list); err != nil {
				return nil, err
			}
		}
		return list, nil
	}, nil
}

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

// cut keeps one part of the list. Parts have about equal numbers of cases. It also records a
// hash of the whole list, because only parts of the same list can be merged.
func cut(shard *report.Shard, data interpreter.Sources, f *testFlags) pick {
	return func(list []scenario.Item) ([]scenario.Item, error) {
		sum := sha256.New()
		fmt.Fprintf(sum, "%s {%s %s} %t %t %t\n", version(), f.rules.variants, f.rules.readings, f.under, f.variants, f.each)
		all, game := 0, ""
		for _, it := range list {
			if it.Rules.ID != game {
				game = it.Rules.ID
				hash, _, err := data.Hash(game)
				if err != nil {
					return nil, err
				}
				fmt.Fprintln(sum, game, hash)
			}
			fmt.Fprintln(sum, it.File, it.Line, it.Runs, it.Content())
			all += it.Runs
		}
		shard.Run = hex.EncodeToString(sum.Sum(nil)[:16])
		var out []scenario.Item
		before := 0
		for _, it := range list {
			if at := int64(before) * shard.Of / int64(max(all, 1)); at == shard.Part-1 {
				out = append(out, it)
			}
			before += it.Runs
		}
		return out, nil
	}
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
