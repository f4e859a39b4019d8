package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// output is the stream to which a command prints. It escapes text and stores the first write
// error, so that commands need not check each print.
type output struct {
	escape.Writer
	err    error
	before func() // called before each print
}

func newOutput(w io.Writer, before func()) *output {
	return &output{Writer: escape.Writer{To: w}, before: before}
}

// direct returns the stream underneath an output.
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

// Flush writes an incomplete rune or sequence.
func (o *output) Flush() error {
	err := o.Writer.Flush()
	o.remember(err)
	return err
}

func (o *output) remember(err error) {
	if err != nil && o.err == nil {
		o.err = &files.WriteError{Path: "the output", Err: err}
	}
}

// write writes a file at a path given by the user.
func (w *World) write(path string, write func(io.Writer) error) error {
	return withPath(path, files.Write(w.abs(path), write))
}

// writeText writes a text to a path given by the user.
func (w *World) writeText(path string, text []byte) error {
	return w.write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// withPath returns an error in which the file has the path that the user typed.
func withPath(path string, err error) error {
	var file *files.WriteError
	if errors.As(err, &file) {
		file.Path = path
	}
	return err
}

// mayWrite returns an error if a flag such as --report cannot write its file or would overwrite one of another sort. It
// is called before a long run.
func (w *World) mayWrite(flag, path, format string, besides []reportFile) error {
	full := w.abs(path)
	switch {
	case !files.IsFolder(filepath.Dir(full)):
		return fmt.Errorf("%s: folder %s does not exist", flag, filepath.Dir(path))
	case files.IsFolder(full):
		return fmt.Errorf("%s: this is a folder", flag)
	case slices.ContainsFunc(besides, func(r reportFile) bool {
		return w.abs(r.path) == full || files.Same(w.abs(r.path), full)
	}):
		return fmt.Errorf("%s: another report is written to the same file", flag)
	}
	if err := mayReplace(full, format); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return withPath(path, files.MayWrite(full))
}

// reportFlags has the values of --format and --report.
type reportFlags struct {
	format choice // the first format is for people
	also   []string
	files  []reportFile // set when the flags are parsed
}

// reportFile is one value of --report.
type reportFile struct{ format, path string }

func inFormats(names ...string) reportFlags { return reportFlags{format: oneOf(names...)} }

func (r *reportFlags) addTo(a *app, cmd *cobra.Command) {
	r.format.addTo(cmd)
	runBefore(cmd, func() error { return a.reports(r) })
	cmd.Flags().StringArrayVar(&r.also, "report", nil, "also write a report, as `FORMAT=FILE` (repeatable)")
}

// hasFormat reports whether some output has the given format.
func (r *reportFlags) hasFormat(format string) bool {
	return r.format.value == format || slices.ContainsFunc(r.also, func(flag string) bool {
		return strings.HasPrefix(flag, format+"=")
	})
}

// reports parses the values of --report, before a long run.
func (w *World) reports(r *reportFlags) error {
	for _, flag := range r.also {
		format, file, ok := strings.Cut(flag, "=")
		if !ok || file == "" {
			return fmt.Errorf("--report %s: expected FORMAT=FILE", flag)
		}
		if file == "-" {
			return fmt.Errorf("--report %s: - is no file; to print the report, write --format %s", flag, format)
		}
		known := oneOf(r.format.among...)
		if err := known.Set(format); err != nil {
			return fmt.Errorf("--report %s: unknown format %q; %w", flag, format, err)
		}
		if err := w.mayWrite("--report "+flag, file, format, r.files); err != nil {
			return err
		}
		r.files = append(r.files, reportFile{format, file})
	}
	return nil
}

// page describes the layout of printed output: width in columns, and colours. In files and
// pipes lines are not wrapped (width 0).
type page struct {
	color bool
	width int
}

// writer writes results in a format.
type writer = func(w io.Writer, format string, look page) error

// docFormats are the formats of results that are a document.
var docFormats = []string{"pretty", "json", "markdown", "html"}

// forms writes results in formats that do not show a document.
type forms map[string]func(io.Writer) error

// docWriter writes results as a document, or in one of the other formats.
func docWriter(of func() *doc.Doc, others forms) writer {
	return func(w io.Writer, format string, look page) error {
		if write := others[format]; write != nil {
			return write(w)
		}
		d := of()
		switch format {
		case "markdown":
			return d.Markdown(w)
		case "html":
			return d.HTML(w)
		default:
			return d.Pretty(w, look.width, look.color)
		}
	}
}

// report writes results to the files and then prints them. It prints last, because the reader
// of a pipe may close it early.
func (a *app) report(r *reportFlags, write writer) error {
	wrong := a.writeReports(r, write)
	if err := write(a.Out, r.format.value, page{a.colored(a.Out), a.width()}); err != nil && wrong == nil {
		return failing(exitInternal, err)
	}
	return wrong
}

func (a *app) writeReports(r *reportFlags, write writer) error {
	for _, file := range r.files {
		if err := a.write(file.path, func(w io.Writer) error {
			shown := &escape.Writer{To: w}
			return errors.Join(write(shown, file.format, page{}), shown.Flush())
		}); err != nil {
			return err
		}
	}
	return nil
}
