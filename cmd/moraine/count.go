package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/count"
	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/playout"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/scenario/walk"
	"moraine/interpreter/source"
)

// countFlags has the flags of `moraine count`.
type countFlags struct {
	rules
	count.Options
	given   string
	players int
	shard
	reportFlags
}

func newCount(a *app) *cobra.Command {
	f := &countFlags{reportFlags: inFormats(docFormats...)}
	cmd := &cobra.Command{
		Use:   "count GAME --depth N",
		Short: "Count all possible sequences of decisions from a position, like perft for chess",
		Long: `Count the courses of a game up to a depth. A course is a sequence of decisions,
results of dice and draws. Use it to compare your rules with published counts, or to
get an exact number where sim gives an estimate.

The depth is a number of decisions. With --turns it is a number of turns, as the measure
called turns defines them. Forced answers and chance do not count as decisions, and no
side offers are made. The table lists, for each depth, the number of courses, how many
of them end the match and, if there is chance, the expected number: each course counts
with the probability of its dice and draws.

A run visits at most --budget positions; if more are needed, it ends with exit code 4.
--merge continues only once from equal positions, and also counts the different positions
in which a player decides or the match is over. --shard i/n counts one of n parts;
moraine report adds the parts.`,
		Example: `  moraine count GAME --depth 4
  moraine count GAME --given scenarios/GAME/FILE.yaml:12 --depth 3 --divide
  moraine count GAME --depth 9 --turns --merge
  moraine count GAME --depth 6 --shard 3/16 --report json=part3.json`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.count(cmd.Context(), args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.Depth, "depth", 0, "number of decisions to look ahead")
	_ = cmd.MarkFlagRequired("depth")
	flags.BoolVar(&f.Turns, "turns", false, "count the depth in turns")
	flags.StringVar(&f.given, "given", "", "start from the position of this `scenario`, given by name or FILE:LINE")
	flags.IntVar(&f.players, "players", 0, "number of players (0: the maximum)")
	flags.BoolVar(&f.Merge, "merge", false, "count the continuations of equal positions only once")
	flags.BoolVar(&f.Divide, "divide", false, "also show the count for each first decision")
	flags.Int64Var(&f.Budget, "budget", count.DefaultBudget, "maximum number of positions to visit")
	flags.BoolVar(&f.Strict, "strict", false, "check the invariants after every step (slower)")
	f.shard.addTo(cmd, "count only part `i/n`; needs --report json=FILE; moraine report combines the parts")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.Jobs, "number of positions explored in parallel (0: one per processor)")
	f.rules.addTo(cmd)
	apart(cmd, "given", "players")
	apart(cmd, "merge", "divide")
	apart(cmd, "merge", "shard") // equal positions in different shards would not be merged
	return cmd
}

func (a *app) count(ctx context.Context, id string, f *countFlags) error {
	switch {
	case f.Depth < 1 || f.Depth > count.MaxDepth:
		return fmt.Errorf("--depth %d: from 1 to %d", f.Depth, count.MaxDepth)
	case f.Budget < 1:
		return fmt.Errorf("--budget %d: at least 1", f.Budget)
	case f.of > 0 && !f.hasFormat("json"):
		return errors.New("--shard writes its part to a file; add --report json=FILE")
	}
	f.Part, f.Of = f.part, f.of
	f.Progress = func(entered int64) { a.bar.show(entered, f.Budget) }
	data, err := a.layers()
	if err != nil {
		return err
	}
	of, game, err := a.beginning(ctx, data, id, f)
	if err != nil {
		return err
	}
	stands := exec.In(game)
	var players int
	r, err := count.Run(ctx, func() (*exec.Stand, error) {
		s, err := stands.Stand(of)
		if err == nil {
			players = s.Players()
		}
		return s, err
	}, f.Options)
	if err != nil {
		return countBroke(err)
	}
	r.Header = count.Header{
		Version: version(), Game: game.ID, Variant: f.load.Variant, Readings: f.load.Readings, Players: players,
		Given: f.given,
		Depth: f.Depth, Unit: "decision", Merged: f.Merge, Divided: f.Divide,
	}
	if f.Turns {
		r.Unit = "turn"
	}
	if r.Data, _, err = data.Hash(game.ID); err != nil {
		return err
	}
	d := r.Doc()
	if !f.Turns && slices.ContainsFunc(playout.Measures(game), func(m playout.Measure) bool {
		return m.Name == walk.TurnsMeasure
	}) {
		d.Add(doc.Text("published counts are usually by turns: add --turns"))
	}
	return a.report(&f.reportFlags, docWriter(func() *doc.Doc { return d }, forms{"json": r.WriteJSON}))
}

// beginning returns the scenario in which the courses begin, and its game.
func (a *app) beginning(ctx context.Context, data interpreter.Sources, id string,
	f *countFlags) (*spec.Scenario, *interpreter.Game, error) {
	if f.given == "" {
		game, err := a.oneGame(data, id, &f.rules)
		if err != nil {
			return nil, nil, err
		}
		least, most := game.Players()
		if f.players == 0 {
			f.players = most
		}
		if f.players < least || f.players > most {
			return nil, nil, fmt.Errorf("the number of players must be from %d to %d for %s, not %d", least, most,
				game.ID, f.players)
		}
		return &spec.Scenario{Given: exec.In(game).Opening(f.players), Checks: source.NewMap()}, game, nil
	}
	rules, err := interpreter.Read(data, id)
	if err != nil {
		return nil, nil, err
	}
	all, err := scenario.Scripts(ctx, data, rules)
	if err != nil {
		return nil, nil, err
	}
	file, line := files.SplitLine(f.given)
	all = slices.DeleteFunc(all, func(s scenario.Script) bool {
		return s.Entry || s.Name != f.given &&
			(line == 0 || a.abs(s.File) != a.abs(file) && filepath.ToSlash(file) != s.File || s.Line > line)
	})
	if len(all) == 0 {
		return nil, nil, fmt.Errorf(
			"--given %s: game %s has no such scenario; list its scenarios with moraine test %s --list", f.given, id, id)
	}
	s := all[len(all)-1] // the last scenario that begins at or before the line
	if s.Name == f.given {
		s = all[0]
	}
	if f.load.Variant == "" && len(f.load.Readings) == 0 {
		f.load = s.Load // the configuration of the scenario
	}
	game, err := a.oneGame(data, id, &f.rules)
	return s.Of, game, err
}

// countBroke adds the exit code and the course to the error of a run that broke off.
func countBroke(err error) error {
	var fault *interpreter.Fault
	var b *count.Broken
	code := exitUsage
	if errors.Is(err, count.ErrBudget) || errors.As(err, &fault) && fault.Limit {
		code = exitInternal
	}
	if errors.As(err, &b) {
		for _, decision := range b.Course {
			err = fmt.Errorf("%w\n  after %s", err, decision)
		}
	}
	return failing(code, err)
}
