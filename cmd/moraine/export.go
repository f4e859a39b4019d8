package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
)

func newExport(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "export GAME DIR",
		Short: "Write the files of a game out, to be edited",
		Long: `Write the rules, scenarios and variants of a game to DIR/cards/GAME,
DIR/scenarios/GAME and DIR/variants/GAME. Commands that run in DIR, or with
--data DIR, use what stands there.

What is written is the game as it is without DIR, so that --force restores files
there that were changed. Files of your own stay as they are.`,
		Args: wants(2, 2, "a GAME and a DIR"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
			return a.games(1)(cmd, args, typed)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.export(args[0], args[1], force) },
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that are there and differ")
	return cmd
}

func (a *app) export(game, dir string, force bool) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	if games := data.Games(); !slices.Contains(games, game) {
		return fmt.Errorf("there is no game %q; %w", game, noSuch(game, games))
	}
	data = a.without(data, dir)
	if !slices.Contains(data.Games(), game) {
		return fmt.Errorf("the game %s stands in %s alone; there is nothing to write there", game, dir)
	}
	files, err := gameFiles(data, game)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.abs(dir), 0o755); err != nil {
		return err
	}
	// Through this root nothing can be written outside of DIR, not even where a
	// link in it leads out.
	root, err := os.OpenRoot(a.abs(dir))
	if err != nil {
		return err
	}
	defer root.Close()
	if !force {
		if there := changed(root, files); len(there) > 0 {
			return fmt.Errorf("%s is there already and differs%s; --force overwrites", filepath.Join(dir, there[0]), andMore(len(there)-1))
		}
	}
	for _, f := range files {
		if err := root.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(f.path, f.text, 0o644); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		inside := func(f exported) bool { return strings.HasPrefix(filepath.ToSlash(f.path), folder+"/") }
		if slices.ContainsFunc(files, inside) {
			fmt.Fprintln(a.Out, filepath.Join(dir, folder, game))
		}
	}
	return nil
}

// exported is a file to be written, its path relative to the folder.
type exported struct {
	path string
	text []byte
}

func gameFiles(data interpreter.Sources, game string) ([]exported, error) {
	var out []exported
	for _, folder := range folders {
		err := data.Walk(folder+"/"+game, func(path string, text []byte) error {
			out = append(out, exported{filepath.FromSlash(path), text})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// changed lists what would be lost if it were overwritten.
func changed(root *os.Root, files []exported) []string {
	var out []string
	for _, f := range files {
		text, err := root.ReadFile(f.path)
		if !errors.Is(err, fs.ErrNotExist) && (err != nil || !bytes.Equal(text, f.text)) {
			out = append(out, f.path)
		}
	}
	return out
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}
