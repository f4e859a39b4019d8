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
	at, into, goOn := 0, "", false
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Show the log of a saved match",
		Long: `Replay a saved match and show its log with the clauses. The result is always the
same. A file that was changed, cut off, or played with other rules is rejected with
the line number. Comments, texts for people, looks, bots and measures are no rules.
With --go-on, a match of other rules is replayed up to the first decision that the
present rules no longer allow.

For a finished match everything is shown. For a match in progress you see the
information of its only human player, or public information if there are several;
--as everything shows all hands.

With --at N the replay stops after N decisions, counting those of dice and draws.
--capture FILE writes that position as a scenario: a ` + "`given`" + ` as small as
possible, the actions since then, and checks that hold there. The scenario is run
before it is written. If FILE has scenarios, it is appended; any other existing
file is rejected.`,
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
				return a.capture(cmd.Context(), file, into, goOn)
			}
			return a.replay(cmd.Context(), file, v, goOn)
		},
	}
	cmd.Flags().StringVar(&v.As, "as", "",
		"show only information that this `seat` may see; table: public information; everything: also hidden information")
	cmd.Flags().IntVar(&at, "at", 0, "stop after `N` decisions, counting those of dice and draws")
	cmd.Flags().StringVar(&into, "capture", "", "write the final position as a scenario to `FILE`")
	cmd.Flags().BoolVar(&goOn, "go-on", false,
		"replay a match although the rules have changed since, up to the first decision that they no longer allow")
	cmd.Flags().BoolVar(&v.Clauses, "clauses", false, "show the clauses of all rule texts, not only of the first text")
	return cmd
}

func (a *app) replay(ctx context.Context, file *match.Saved, v play.View, goOn bool) error {
	game, hash, err := a.savedGame(file, goOn)
	if err != nil {
		return err
	}
	if err := a.checkLanguage(game); err != nil {
		return err
	}
	v.Lang = a.lang
	return withExitCode(play.Replay(ctx, game, file, hash, v, a.Out))
}

// savedGame returns the game of a saved match, and the hash of its rules.
func (dl *dataLayers) savedGame(file *match.Saved, goOn bool) (*interpreter.Game, string, error) {
	data, err := dl.layers()
	if err != nil {
		return nil, "", err
	}
	game, err := interpreter.Load(data, file.Game, file.Rules)
	if err != nil {
		return nil, "", err
	}
	hash, err := hashFor(data, game, file, goOn)
	return game, hash, err
}

// hashFor returns the hash of the present rules with which a saved match must agree. With goOn, the match is taken as
// one of these rules; replaying it then finds the first decision that they do not allow.
func hashFor(data interpreter.Sources, game *interpreter.Game, file *match.Saved, goOn bool) (string, error) {
	if goOn {
		file.Data = game.RulesHash()
	}
	hash, err := data.PlayedAs(game, file.Data)
	if err == nil && hash != file.Data && file.Game == game.ID {
		err = fmt.Errorf("%w; with --go-on, each decision is checked under the present rules", file.Fits(game, hash))
	}
	return hash, err
}

// capture writes a scenario for the last position of a saved match.
func (a *app) capture(ctx context.Context, file *match.Saved, into string, goOn bool) error {
	game, hash, err := a.savedGame(file, goOn)
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
func (w *World) mayCapture(into, game string) error {
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(w.abs(into))), "/")
	for i, folder := range slices.Backward(dirs[:len(dirs)-1]) {
		switch of := dirs[i+1]; {
		case folder == "cards", folder == "variants":
			return fmt.Errorf("--capture %s: not in a scenarios folder; choose a file in scenarios/%s", into, game)
		case folder == "scenarios" && of != game:
			return fmt.Errorf("--capture %s: the folder is for scenarios of %s, but the match is of %s", into, of, game)
		case folder == "scenarios":
			return nil
		}
	}
	return nil
}
