package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/files"
)

func newExport(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "export GAME DIR",
		Short: "Write the files of a game to a folder, so that you can edit them",
		Long: `Write the rules, scenarios and variants of a game to DIR/cards/GAME,
DIR/scenarios/GAME and DIR/variants/GAME. Commands that run in DIR, or with
--data DIR, use these files.

The files in DIR are not part of the exported game, so --force restores files that
were changed there. Files of your own are not touched.`,
		Args: argCount(2, 2, "a GAME and a DIR"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string,
			typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
			return a.games(1)(cmd, args, typed)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.export(args[0], args[1], force) },
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite existing files that differ")
	return cmd
}

func (a *app) export(game, dir string, force bool) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	if games := data.Games(); !slices.Contains(games, game) {
		return fmt.Errorf("there is no game %q; %w", game, unknownName(game, games))
	}
	data = a.withoutLayer(data, dir)
	if !slices.Contains(data.Games(), game) {
		return fmt.Errorf("the only copy of game %s is in %s already, so there is nothing to export", game, dir)
	}
	list, err := gameFiles(data, game)
	if err != nil {
		return err
	}
	to, err := files.OpenFolder(a.abs(dir))
	if err != nil {
		return withPath(dir, err)
	}
	defer to.Close()
	missing, changed := compare(to, list)
	if len(changed) > 0 && !force {
		return fmt.Errorf("%s already exists and differs%s; overwrite with --force",
			filepath.Join(dir, changed[0].Path), andMore(len(changed)-1))
	}
	if err := writeAll(to, dir, append(missing, changed...)); err != nil {
		return err
	}
	for _, folder := range folders {
		inside := func(f *interpreter.File) bool { return strings.HasPrefix(f.Path, folder+"/") }
		if slices.ContainsFunc(list, inside) {
			fmt.Fprintln(a.Out, filepath.Join(dir, folder, game))
		}
	}
	return nil
}

// writeAll writes files to a folder. dir is the name of the folder in messages.
func writeAll(to *files.Folder, dir string, list []*interpreter.File) error {
	for _, f := range list {
		if err := to.Write(filepath.FromSlash(f.Path), f.Text); err != nil {
			return withPath(filepath.Join(dir, f.Path), err)
		}
	}
	return nil
}

func gameFiles(data interpreter.Sources, game string) (out []*interpreter.File, err error) {
	for _, folder := range folders {
		list, err := data.All(folder + "/" + game)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// compare lists the files that are missing in a folder and those whose content differs.
func compare(in *files.Folder, list []*interpreter.File) (missing, changed []*interpreter.File) {
	for _, f := range list {
		text, err := in.Read(f.Path, &files.Limit{File: int64(len(f.Text))})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, f)
		case err != nil || !bytes.Equal(text, f.Text):
			changed = append(changed, f)
		}
	}
	return missing, changed
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}
