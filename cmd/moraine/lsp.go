package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/lsp"
	"moraine/interpreter"
	"moraine/interpreter/files"
)

func newLSP(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "Run a language server for editors: errors as you type, completion, explanations",
		Long: `Run a language server (Language Server Protocol) on stdin and stdout for an editor.
The games are those of the opened folder, on top of the built-in games and each
--data DIR. To show a definition in a built-in game, the server writes a copy of the
file to the user's cache folder.`,
		Args: argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, _ := direct(a.Out).(io.Writer)
			if !lsp.Serve(cmd.Context(), a.In, out, a.Err, a.Dir, cacheFolder(), a.folders, guides()) {
				return failing(exitFailed, errors.New("the editor closed the connection without a shutdown request"))
			}
			return nil
		},
	}
}

// cacheFolder returns the folder for copies of built-in files.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil { // the user has no home folder
		dir = os.TempDir()
	}
	return filepath.Join(dir, "moraine")
}

// folders returns the layers for another current folder, and the path of each layer.
func (dl *dataLayers) folders(here string) (interpreter.Sources, []string, error) {
	if files.Same(here, dl.Dir) {
		here = "."
	}
	data, err := dl.layersIn(here)
	return data, dl.dirs(data), err
}

// dirs returns the paths of layers on disk, with "" for the built-in layer.
func (w *World) dirs(data interpreter.Sources) (dirs []string) {
	for _, l := range data {
		dir := ""
		if _, builtin := l.FS.(embeddedData); !builtin {
			dir = w.abs(l.Name)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}
