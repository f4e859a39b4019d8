package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/declare"
)

// declare writes entries of `under` for flips that nobody has declared.
func (a *app) declare(ctx context.Context, data interpreter.Sources, targets []string, opt scenario.Options) error {
	if opt.Load.Variant == "" && len(opt.Load.Readings) == 0 && !opt.AllVariants && !opt.EachReading {
		return errors.New("--declare: say under what, with --reading, --variant, --all-variants or --each-reading")
	}
	if err := onDisk(data, targets); err != nil {
		return err
	}
	found, err := declare.Run(ctx, data, targets, opt)
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
	}
	fmt.Fprintf(a.Out, "\n%d declared, %d left\n", found.Entries, len(found.Left))
	if len(found.Left) > 0 {
		return quietly(exitFailed)
	}
	return nil
}

// maxScenarios is more than is read of a file of scenarios, so that one which has grown
// is told from one that cannot be read.
const maxScenarios = 16 << 20

// rewrite writes a file with its entries, unless somebody has written to it since
// it was read.
func (a *app) rewrite(f declare.File) error {
	now, err := (&files.Limit{File: maxScenarios}).ReadFile(a.abs(f.Name))
	switch {
	case err != nil:
		return &files.Unwritten{Path: f.Name, Err: err}
	case !bytes.Equal(now, f.Was):
		return &files.Unwritten{Path: f.Name, Err: errors.New("it has changed meanwhile; it and the files after it are as they were")}
	}
	return a.write(f.Name, func(w io.Writer) error {
		_, err := w.Write(f.Text)
		return err
	})
}

// onDisk refuses scenarios that come with the program: there is no file that
// could be written to.
func onDisk(data interpreter.Sources, targets []string) error {
	var found []interpreter.ScenarioFile
	if len(targets) == 0 {
		targets = data.Games()
	}
	for _, t := range targets {
		path, _ := splitLine(t)
		files, err := data.Scenarios(path)
		if err != nil {
			return err
		}
		for _, f := range files {
			if strings.HasPrefix(f.File.Name, builtinName+":") {
				found = append(found, f)
			}
		}
	}
	switch len(found) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("--declare: %s comes with the program; write it out first: moraine export %s DIR", found[0].File.Name, found[0].Game)
	}
	return fmt.Errorf("--declare: %d files come with the program, such as %s; write them out first: moraine export %s DIR", len(found), found[0].File.Name, found[0].Game)
}
