package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/learn"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

// learnFlags holds the flags of `moraine learn`.
type learnFlags struct {
	rules
	players, generations, jobs int
	matches                    int64
	seed                       uint64
	policies                   []string
	out                        string
}

func newLearn(a *app) *cobra.Command {
	f := &learnFlags{}
	cmd := &cobra.Command{
		Use:   "learn GAME",
		Short: "Learn from matches how good a position is, so that searches play well",
		Long: `Learn the values of positions of a game from matches between its bots and random play,
and write them to cards/GAME/learned.yaml. With this file, mcts=NODES judges positions by
these values and not by the formula ` + "`standing`" + `, and learned is a quick search with them:
a player for sim, tune and --sensitivity that needs no bot and no formula of yours.

Each generation plays matches, also with earlier ones, fits weights of formulas that it
finds in your declarations, and must pass gates: it beats the strongest of the bots and
generations so far in paired matches, at 95 %, and loses to none of them. The file has
the weights of the last generation that passed, the largest effects first, and the results
of its gates. You can read what a card is worth in it, and edit it. If no generation passes,
nothing is written and the exit code is 3. With --variant, the values are those of the
variant, in learned_VARIANT.yaml; the others stay as they are.

The same seed writes the same bytes, on every machine and with any --jobs.`,
		Example: `  moraine learn GAME
  moraine learn GAME --players 3 --matches 5000
  moraine sim GAME --policy all,learned --games 100`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.learn(cmd.Context(), args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.players, "players", 0, "number of players (0: 2, or the minimum)")
	flags.Int64Var(&f.matches, "matches", 1000,
		"number of matches of the first generation; the others have a third of it")
	flags.IntVar(&f.generations, "generations", 3, "number of `generations`")
	flags.Uint64Var(&f.seed, "seed", 1, "`seed` of the dice, draws and bots")
	flags.StringSliceVar(&f.policies, "policy", nil,
		"`policies` that play the matches and the gates (default: all bots of the game, and random)")
	flags.StringVar(&f.out, "out", "",
		"write to this `FILE` (default: cards/GAME/learned.yaml in the folder that has the game)")
	addJobs(cmd, &f.jobs, "number of matches played in parallel (0: one per processor)")
	f.rules.addTo(cmd)
	return cmd
}

// mostLearned limits the matches of `moraine learn`, because their positions are kept in memory.
const mostLearned = 20_000

func (a *app) learn(ctx context.Context, id string, f *learnFlags) error {
	switch {
	case f.matches < 20 || f.matches > mostLearned:
		return fmt.Errorf("--matches %d: choose from 20 to %d", f.matches, mostLearned)
	case f.generations < 1 || f.generations > 20:
		return fmt.Errorf("--generations %d: choose from 1 to 20", f.generations)
	case len(f.names()) > 1 || len(f.readings) > 0:
		return errors.New("values belong to a game or to one of its variants; for other rules, write a variant with builds_on or readings")
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, id, &f.rules)
	if err != nil {
		return err
	}
	flag := "--out " + f.out
	if f.out == "" {
		f.out = learnedFile(data, game)
		flag = f.out
		release, err := a.lockData(data) // before a long run
		if err != nil {
			return err
		}
		defer release()
	}
	if flag != f.out || files.IsFolder(a.abs(filepath.Dir(f.out))) {
		if err := a.mayWrite(flag, f.out, "learned", nil); err != nil {
			return err
		}
	}
	o := learn.Options{
		Options: simulate.Options{
			Players: f.players, Games: f.matches, Seed: f.seed, Policies: f.policies, Jobs: f.jobs, Rules: f.load,
			Version: version(), Progress: a.bar.show,
		},
		Generations: f.generations,
		Note:        func(format string, args ...any) { fmt.Fprintf(a.Out, format+"\n", args...) },
	}
	l, err := learn.Learn(ctx, game, o)
	if err != nil {
		return withReplayHint(err, game.ID, f.load)
	}
	if l == nil {
		return failing(exitMissed,
			errors.New("no generation passed its gates, so nothing is written; more --matches may help"))
	}
	folder, err := files.OpenFolder(a.abs(filepath.Dir(f.out)))
	if err != nil {
		return withPath(f.out, err)
	}
	defer folder.Close()
	if err := folder.Write(filepath.Base(f.out), []byte(learn.Text(l))); err != nil {
		return withPath(f.out, err)
	}
	_, err = fmt.Fprintf(a.Out, "%s: learned from %d matches\n", f.out, l.Matches)
	return err
}

// learnedFile returns the file for the learned values of a game, cards/GAME/learned.yaml or learned_VARIANT.yaml. It is
// in the last folder that has files of the game, or in the current folder for a built-in game.
func learnedFile(data interpreter.Sources, game *interpreter.Game) string {
	name := "learned.yaml"
	if of := game.LearnedName(); of != interpreter.Plain {
		name = "learned_" + of + ".yaml"
	}
	name = path.Join("cards", game.ID, name)
	for _, l := range slices.Backward(data) {
		if _, builtin := l.FS.(embeddedData); builtin {
			continue
		}
		if _, err := fs.Stat(l.FS, path.Dir(name)); err == nil {
			return filepath.Join(l.Name, filepath.FromSlash(name))
		}
	}
	return name
}
