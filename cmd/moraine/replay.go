package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/capture"
	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
)

func newReplay(a *app) *cobra.Command {
	var v play.View
	at, into := 0, ""
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Show the log of a saved match",
		Long: `Play a saved match again and show what happened, and by which clauses. It is the
same every time. A file that was changed, cut off, or played with other rules is
refused, with the line.

A match that is over shows everything. One that goes on shows what its one person
may know, or of several what all may: --as everything shows all hands.

With --at N it stops after N decisions. --capture FILE makes a scenario of where it then
stands: a world no larger than it has to be, the acts since, and what now holds. It has been
run. Where FILE has scenarios, it is put behind them; any other FILE is refused.`,
		Args: argCount(1, 1, "the FILE of a saved match"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := match.Open(a.abs(args[0]))
			if err == nil && cmd.Flags().Changed("at") {
				err = file.Cut(at)
			}
			switch {
			case err != nil:
				return err
			case into != "":
				if err := a.mayCapture(into, file.Game); err != nil {
					return err
				}
				return a.capture(cmd.Context(), file, into)
			}
			return a.replay(cmd.Context(), file, v)
		},
	}
	cmd.Flags().StringVar(&v.As, "as", "", "show only the information of this `seat`; table: of all players; everything: also hidden information")
	cmd.Flags().IntVar(&at, "at", 0, "stop after `N` decisions")
	cmd.Flags().StringVar(&into, "capture", "", "write the position at the end as a scenario to `FILE`")
	cmd.Flags().BoolVar(&v.Clauses, "clauses", false, "show the clauses of all texts, not only those of the first text")
	return cmd
}

func (a *app) replay(ctx context.Context, file *match.Saved, v play.View) error {
	game, hash, err := a.savedGame(file)
	if err != nil {
		return err
	}
	if err := a.checkLanguage(game); err != nil {
		return err
	}
	v.Lang = a.lang
	return withExitCode(play.Replay(ctx, game, file, hash, v, a.Out))
}

// savedGame returns the game of a saved match, and the hash of its files.
func (a *app) savedGame(file *match.Saved) (*interpreter.Game, string, error) {
	data, err := a.layers()
	if err != nil {
		return nil, "", err
	}
	game, err := interpreter.Load(data, file.Game, file.Rules)
	if err != nil {
		return nil, "", err
	}
	hash, err := data.PlayedAs(game.ID, file.Data)
	return game, hash, err
}

// capture writes a scenario for the last position of a saved match.
func (a *app) capture(ctx context.Context, file *match.Saved, into string) error {
	game, hash, err := a.savedGame(file)
	if err == nil {
		err = file.Fits(game, hash)
	}
	if err != nil {
		return err
	}
	from, err := capture.Match(exec.In(game), &file.Header, filepath.Base(file.Path), file.Decisions)
	if err != nil {
		return err
	}
	text, err := capture.Capture(ctx, from)
	if err != nil {
		return withExitCode(err)
	}
	folder, err := files.LockFolder(filepath.Dir(a.abs(into)))
	if err != nil {
		return withPath(into, err)
	}
	defer folder.Close()
	was := &interpreter.File{Name: into}
	if at := a.abs(into); files.Exists(at) {
		if was.Text, err = (&files.Limit{File: maxScenarios}).ReadFile(at); err != nil {
			return fmt.Errorf("--capture %s: %w", into, err)
		}
	}
	if text, err = capture.Into(was, text, game.ID); err != nil {
		return err
	}
	if err := a.writeText(into, text); err != nil {
		return err
	}
	fmt.Fprintln(a.Out, into)
	return nil
}

// mayCapture returns an error if the file contains rules, variants, or scenarios of another
// game.
func (a *app) mayCapture(into, game string) error {
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(a.abs(into))), "/")
	for i, folder := range slices.Backward(dirs[:len(dirs)-1]) {
		switch of := dirs[i+1]; {
		case folder == "cards", folder == "variants":
			return fmt.Errorf("--capture %s: this is not a folder of scenarios; write to scenarios/%s", into, game)
		case folder == "scenarios" && of != game:
			return fmt.Errorf("--capture %s: this folder has the scenarios of %s, and the match is of %s", into, of, game)
		case folder == "scenarios":
			return nil
		}
	}
	return nil
}
