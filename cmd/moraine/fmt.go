package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/layout"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

func newFmt(a *app) *cobra.Command {
	var check, diff bool
	cmd := &cobra.Command{
		Use:   "fmt [GAME|FILE|FOLDER]...",
		Short: "Format files",
		Long: `Format files of games, scenarios and variants in one style: nested content is
indented by two spaces, a space follows commas and colons in {…} and […], no line
ends in spaces, and a file ends with one line break. Comments, blank lines and
values are not changed. Without a FILE or a GAME all files of the current folder and
of each --data DIR are formatted. If the only FILE is -, standard input is formatted
and written to standard output.`,
		ValidArgsFunction: a.gamesOrFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return a.format(args, check, diff) },
	}
	cmd.Flags().BoolVar(&check, "check", false,
		"do not change files; list those that are not formatted, with the first line that differs, and exit with code 1 if there are any")
	cmd.Flags().BoolVar(&diff, "diff", false, "do not change files; show the changes")
	return cmd
}

// formatInput formats standard input, for editors that format a buffer before saving it.
func (w *World) formatInput(check, diff bool) error {
	text, err := io.ReadAll(io.LimitReader(w.In, maxInput+1))
	if err != nil {
		return err
	}
	f := &interpreter.File{Name: "standard input", Text: text}
	out, err := layout.Format(f)
	switch {
	case err != nil:
		return err
	case diff:
		fmt.Fprint(w.Out, udiff.Unified(f.Name, f.Name, string(text), string(out)))
	case check && !bytes.Equal(out, text):
		return quietly(exitFailed)
	case !check && isTerminal(w.Out):
		_, err = w.Out.Write(out)
	case !check: // prints the exact bytes, without escaping
		if w, ok := direct(w.Out).(io.Writer); ok {
			_, err = w.Write(out)
		}
		if err != nil {
			return &files.WriteError{Path: "the output", Err: err}
		}
	}
	return err
}

// maxInput is larger than the limit for a YAML file, so that longer input is reported as too
// large.
const maxInput = 2 << 20

func (a *app) format(args []string, check, diff bool) error {
	if slices.Equal(args, []string{"-"}) {
		return a.formatInput(check, diff)
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	if !check && !diff {
		release, err := a.lockData(data)
		if err != nil {
			return err
		}
		defer release()
	}
	list, err := a.ownFiles(data)
	if err != nil {
		return err
	}
	if list, err = a.selectFiles(list, args); err != nil {
		return err
	}
	var wrong interpreter.Diagnostics
	changed := 0
	for _, f := range list {
		out, err := layout.Format(f.File)
		var found interpreter.Diagnostics
		switch {
		case errors.As(err, &found):
			wrong = append(wrong, found...)
			continue
		case err != nil:
			return err
		case bytes.Equal(out, f.Text):
			continue
		}
		changed++
		switch {
		case diff:
			fmt.Fprint(a.Out, udiff.Unified(f.Name, f.Name, string(f.Text), string(out)))
			continue
		case !check:
			if err := a.writeText(f.at, out); err != nil {
				return err
			}
		}
		at := f.Name
		if check {
			at = fmt.Sprintf("%s:%d", f.Name, firstDifference(f.Text, out))
		}
		fmt.Fprintln(a.Out, at)
	}
	switch {
	case len(wrong) > 0:
		return wrong.Sorted()
	case check && changed > 0:
		return quietly(exitFailed)
	}
	return nil
}

// firstDifference returns the number of the first line in which two texts differ.
func firstDifference(a, b []byte) int {
	line := 1
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// ownFile is a file in a data folder of the user.
type ownFile struct {
	*interpreter.File
	at string // its path on disk
}

// ownFiles returns the files of games that are not built in.
func (w *World) ownFiles(data interpreter.Sources) (out []ownFile, err error) {
	for _, l := range data {
		if _, builtin := l.FS.(embeddedData); builtin {
			continue
		}
		for _, folder := range folders {
			for _, game := range data.Games() {
				list, err := interpreter.Sources{l}.All(folder + "/" + game)
				if err != nil {
					return nil, err
				}
				for _, f := range list {
					if ext := path.Ext(f.Path); ext == ".yaml" || ext == ".yml" {
						out = append(out, ownFile{f, filepath.Join(w.abs(l.Name), filepath.FromSlash(f.Path))})
					}
				}
			}
		}
	}
	return out, nil
}

// selectFiles returns the files that the arguments select.
func (w *World) selectFiles(list []ownFile, args []string) (out []ownFile, err error) {
	if len(args) == 0 {
		return list, nil
	}
	for _, arg := range args {
		full, found := w.abs(arg), false
		for _, f := range list {
			if f.at == full || strings.HasPrefix(f.at, full+string(filepath.Separator)) ||
				strings.Split(f.Path, "/")[1] == arg && !files.Exists(full) {
				found = true
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		switch {
		case found:
		case !files.Exists(full):
			return nil, fmt.Errorf("%s: no file, folder or game of this name in the data folders", arg)
		default:
			return nil, fmt.Errorf(
				"%s: not a file of a game; these are in cards/GAME, scenarios/GAME and variants/GAME", arg)
		}
	}
	return out, nil
}
