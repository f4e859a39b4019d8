package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/declare"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
)

// declare writes entries under `under` for undeclared flips.
func (a *app) declare(ctx context.Context, data interpreter.Sources, targets []string, opt scenario.Options) error {
	if opt.Load.Variant == "" && len(opt.Load.Readings) == 0 && !opt.AllVariants && !opt.EachReading {
		return errors.New("--declare needs configurations: add --reading, --variant, --all-variants or --each-reading")
	}
	if strings.Contains(opt.Load.Variant, interpreter.And) {
		return errors.New("--declare takes one variant; to combine several, write a variant that builds on them")
	}
	if err := canStart(data, targets, opt.Load); err != nil {
		return err
	}
	release, err := a.lockData(data)
	if err != nil {
		return err
	}
	defer release()
	found, err := declare.Run(ctx, data, targets, opt, a.place(data))
	if err != nil {
		return err
	}
	for _, f := range found.Files {
		if err := a.rewrite(f); err != nil {
			return err
		}
		fmt.Fprintf(a.Out, "%5d  %s\n", f.Entries, f.Name)
	}
	for _, l := range found.Left {
		where := fmt.Sprintf("%s:%d", l.File, l.Line)
		if l.Config != "" {
			where += "  under " + l.Config
		}
		fmt.Fprintf(a.Out, "\nLEFT  %s\n      %s\n      %s\n", where, l.Scenario, l.Why)
		if l.Into != "" {
			fmt.Fprintf(a.Out, "      Complete this entry by hand and add it to %s:\n        %s\n", l.Into,
				strings.ReplaceAll(strings.TrimSpace(l.Entry), "\n", "\n        "))
		}
	}
	fmt.Fprintf(a.Out, "\n%d declared, %d left\n", found.Entries, len(found.Left))
	if len(found.Left) > 0 {
		return quietly(exitFailed)
	}
	return nil
}

// canStart returns an error if no match can start in the configuration of opt.
func canStart(data interpreter.Sources, targets []string, opt interpreter.Options) error {
	for _, id := range targets {
		if !slices.Contains(data.Games(), id) {
			continue
		}
		rules, err := interpreter.Read(data, id)
		if err != nil {
			return err
		}
		game, err := rules.Game(opt)
		if err == nil {
			err = game.Starts()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lockData locks the data folders for a command that reads and rewrites files, because a second
// such command would overwrite its changes.
func (w *World) lockData(data interpreter.Sources) (release func(), err error) {
	dirs := []string{"."}
	for _, l := range data {
		if _, builtin := l.FS.(embeddedData); !builtin {
			dirs = append(dirs, l.Name)
		}
	}
	var held []io.Closer
	release = func() {
		for _, c := range held {
			c.Close()
		}
	}
	for i, dir := range dirs {
		if slices.ContainsFunc(dirs[:i], func(d string) bool { return files.Same(w.abs(d), w.abs(dir)) }) {
			continue
		}
		c, err := files.LockFolder(w.abs(dir))
		if errors.Is(err, files.ErrLocked) {
			err = errors.New("another moraine process is writing to this folder; wait until it has ended, then run the command again")
			err = &files.WriteError{Path: dir, Err: err}
		}
		if err != nil {
			release()
			return nil, withPath(dir, err)
		}
		held = append(held, c)
	}
	return release, nil
}

// maxScenarios is larger than the limit for scenario files, so that a file that has grown is
// reported as too large and not as unreadable.
const maxScenarios = 16 << 20

// rewrite writes a file with new entries, unless the file has changed since it was read.
func (w *World) rewrite(f declare.File) error {
	now, err := (&files.Limit{File: maxScenarios}).ReadFile(w.abs(f.Name))
	if f.Was == nil && errors.Is(err, fs.ErrNotExist) {
		folder, err := files.OpenFolder(w.abs(path.Dir(f.Name)))
		if err != nil {
			return withPath(f.Name, err)
		}
		defer folder.Close()
		return withPath(f.Name, folder.Write(path.Base(f.Name), f.Text))
	}
	switch {
	case err != nil:
		return &files.WriteError{Path: f.Name, Err: err}
	case !bytes.Equal(now, f.Was):
		return &files.WriteError{Path: f.Name,
			Err: errors.New("the file was changed by another program in the meantime, so it and the remaining files were not written")}
	}
	return w.writeText(f.Name, f.Text)
}

// place returns the file for an entry: the file of its scenario or, for a built-in scenario, a
// file in the user's data named after the variant.
func (dl *dataLayers) place(data interpreter.Sources) declare.Place {
	dir := "."
	if len(dl.data) > 0 {
		dir = dl.data[len(dl.data)-1]
	}
	return func(of *interpreter.File, key string) *interpreter.File {
		if !strings.HasPrefix(of.Name, builtinName+":") {
			return of
		}
		name := "readings"
		for _, n := range spec.Settings(key) {
			if n.Reading == "" {
				name = n.Word
			}
		}
		game := strings.Split(of.Path, "/")[1]
		own := path.Join("scenarios", game, "under", name+".yaml")
		list, _ := data.Scenarios(game) // cannot fail: the scenarios were found there
		for _, f := range list {
			if f.File.Path == own && !strings.HasPrefix(f.File.Name, builtinName+":") {
				return f.File
			}
		}
		return &interpreter.File{Name: path.Join(filepath.ToSlash(dir), own), Path: own}
	}
}
