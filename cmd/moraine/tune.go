package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

// tuneFlags holds the flags of `moraine tune`.
type tuneFlags struct {
	rules
	goals    []string
	vary     []string
	players  int
	budget   int64
	seed     uint64
	policies []string
	out      string
	reportFlags
	jobs int
}

func newTune(a *app) *cobra.Command {
	f := &tuneFlags{reportFlags: inFormats(docFormats...)}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Search the values of a game that give the win shares and measures that you want",
		Long: `Search the values that meet goals: every combination of the values of --vary is
a point, and matches between bots say how far each point is from the goals. The
search is sequential halving: it plays all points equally often, drops the worse
half, and goes on with new matches. With the best two points it then plays new
matches, so that luck in the search does not count, and takes the nearer one. It
says of each goal whether it is met, missed, or open.

A --goal is a measure of the game, or wins by seat, with a target and a tolerance:
'turns = 40 ± 3', 'wins by seat = 33 % ± 1', 'wins by seat, SEAT = 30 % ± 2'.
Without a group it counts for every group of the measure. You can type +- for ±.

--out writes the values as a variant, with the evidence as a comment. Scenarios
that have another outcome with these values are listed. The exit code is 3 if a
goal is missed.`,
		Example: `  moraine tune GAME --goal 'wins by seat = 33 % ± 1' --vary CARD.FIELD=1..9
  moraine tune GAME --goal 'turns = 40 ± 3' --vary CARD.copies=1..4 \
    --vary CARD.FIELD=1..5 --out variants/GAME/tuned.yaml`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.tune(cmd.Context(), args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&f.goals, "goal", nil,
		"a measure with its target and tolerance, as `'MEASURE = NUMBER ± NUMBER'` (repeatable)")
	flags.StringArrayVar(&f.vary, "vary", nil,
		"a value with those to try, as `NAME=1..5` or NAME=VALUE,VALUE (repeatable: crossed)")
	flags.Int64Var(&f.budget, "budget", 20_000, "the maximum number of `matches`")
	flags.IntVar(&f.players, "players", 0, "number of players (0: the maximum)")
	flags.Uint64Var(&f.seed, "seed", 1, "`seed` of the dice, draws and bots")
	flags.StringSliceVar(&f.policies, "policy", nil,
		"`policy` that decides: one for all seats, or one for each (repeatable; default: the bot that the game declares first)")
	flags.StringVar(&f.out, "out", "", "write the values as a variant to this new `FILE`.yaml")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of matches run at once (0: one per processor)")
	f.rules.addTo(cmd)
	return cmd
}

func (a *app) tune(ctx context.Context, id string, f *tuneFlags) error {
	variant, err := a.variantFile(f.out)
	switch {
	case len(f.goals) == 0:
		return errors.New("tune needs a --goal, such as --goal 'wins by seat = 33 % ± 1'")
	case len(f.vary) == 0:
		return errors.New("tune needs a --vary, such as --vary CARD.FIELD=1..9")
	case err != nil:
		return err
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, id, &f.rules)
	if err != nil {
		return err
	}
	lab, err := balance.New(data, game, f.load)
	if err != nil {
		return err
	}
	goals, err := lab.Goals(f.goals, f.players)
	if err != nil {
		return err
	}
	axes, err := lab.TuneAxes(f.vary)
	if err != nil {
		return err
	}
	opt := simulate.Options{
		Players: f.players, Games: f.budget, Seed: f.seed, Policies: f.policies, Jobs: f.jobs, Rules: f.load,
		Version: version(), Progress: a.bar.show,
	}
	a.noteLearned(game, f.policies, f.players)
	if err := opt.NameOpponents(ctx, game); err != nil {
		return err
	}
	t, err := lab.Tune(ctx, axes, goals, f.budget, opt)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := a.writeText(f.out, []byte(t.File(variant))); err != nil {
			return err
		}
	}
	if err := a.report(&f.reportFlags, tuningWriter(t, game, a.lang)); err != nil {
		return err
	}
	return tuned(t)
}

func tuningWriter(t *balance.Tuning, game *interpreter.Game, lang string) writer {
	t.Speak(game, cmp.Or(lang, "en"))
	return docWriter(t.Doc, forms{"json": t.WriteJSON})
}

// tuned returns the error of a tuning that misses a goal.
func tuned(t *balance.Tuning) error {
	if t.Missed() {
		return quietly(exitMissed)
	}
	return nil
}

// variantFile returns the name of the variant for the new file of --out. An existing file is never
// replaced.
func (w *World) variantFile(path string) (name string, err error) {
	if path == "" {
		return "", nil
	}
	name, ext, _ := strings.Cut(filepath.Base(path), ".")
	switch {
	case ext != "yaml" && ext != "yml" || !gameName.MatchString(name):
		return "", fmt.Errorf(
			"--out %s: a variant is a file NAME.yaml, and its NAME has lower-case letters, digits and _", path)
	case files.Exists(w.abs(path)):
		return "", fmt.Errorf("--out %s: this file exists; name another one, or remove it first", path)
	}
	return name, w.mayWrite("--out "+path, path, "yaml", nil)
}
