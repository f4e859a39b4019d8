package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// output is where a command prints, whatever others have written. It remembers that
// something could not be, so that no command need look after each line.
type output struct {
	escape.Writer
	err    error
	before func() // called before anything is printed
}

func newOutput(w io.Writer, before func()) *output {
	return &output{Writer: escape.Writer{To: w}, before: before}
}

// direct is where an output leads.
func direct(stream any) any {
	if o, ok := stream.(*output); ok {
		return o.To
	}
	return stream
}

func (o *output) Write(text []byte) (int, error) {
	o.before()
	n, err := o.Writer.Write(text)
	o.remember(err)
	return n, err
}

// Flush writes what nothing has gone on with.
func (o *output) Flush() error {
	err := o.Writer.Flush()
	o.remember(err)
	return err
}

func (o *output) remember(err error) {
	if err != nil && o.err == nil {
		o.err = &files.Unwritten{Path: "the output", Err: err}
	}
}

// write writes a file that the user has named.
func (a *app) write(path string, write func(io.Writer) error) error {
	return naming(path, files.Write(a.abs(path), write))
}

// naming calls a file that cannot be written what the user calls it.
func naming(path string, err error) error {
	var file *files.Unwritten
	if errors.As(err, &file) {
		file.Path = path
	}
	return err
}

// mayWrite refuses what --out, --report or --save cannot write to, so that a mistake shows before
// a long run, not after it.
func (a *app) mayWrite(flag, path string, besides []reportFile) error {
	full := a.abs(path)
	switch {
	case !files.IsFolder(filepath.Dir(full)):
		return fmt.Errorf("%s: there is no folder %s", flag, filepath.Dir(path))
	case files.IsFolder(full):
		return fmt.Errorf("%s: this is a folder", flag)
	case slices.ContainsFunc(besides, func(r reportFile) bool { return a.abs(r.path) == full || files.Same(a.abs(r.path), full) }):
		return fmt.Errorf("%s: another report goes there", flag)
	}
	return naming(path, files.MayWrite(full))
}

// reportFile is a --report.
type reportFile struct{ format, path string }

// reportFiles reads the --report flags.
func (a *app) reportFiles(flags, known []string) ([]reportFile, error) {
	var out []reportFile
	for _, flag := range flags {
		format, file, ok := strings.Cut(flag, "=")
		if !ok || file == "" {
			return nil, fmt.Errorf("--report %s: write FORMAT=FILE", flag)
		}
		formats := oneOf(known...)
		if err := formats.Set(format); err != nil {
			return nil, fmt.Errorf("--report %s: there is no format %q; %w", flag, format, err)
		}
		if err := a.mayWrite("--report "+flag, file, out); err != nil {
			return nil, err
		}
		out = append(out, reportFile{format, file})
	}
	return out, nil
}

// writeReports writes all of them.
func (a *app) writeReports(list []reportFile, write func(w io.Writer, format string) error) error {
	for _, file := range list {
		if err := a.write(file.path, func(w io.Writer) error {
			shown := &escape.Writer{To: w}
			return errors.Join(write(shown, file.format), shown.Flush())
		}); err != nil {
			return err
		}
	}
	return nil
}
