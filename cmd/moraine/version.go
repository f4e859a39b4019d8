package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
)

func newVersion(a *app) *cobra.Command {
	var verbose bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version; with -v also the data folders and the games",
		Args:  argCount(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.Out, versionLine())
			if verbose {
				return a.sources()
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false,
		"list the data folders in use, and the games with a hash of their rules")
	return cmd
}

// versionLine returns the versions of the program, of the language and of Go.
func versionLine() string {
	return fmt.Sprintf("moraine %s, language %d, %s %s/%s", version(), interpreter.Language, runtime.Version(),
		runtime.GOOS, runtime.GOARCH)
}

// version returns the version from the build information.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// sources lists the layers in order of increasing precedence, and then the games.
func (dl *dataLayers) sources() error {
	data, err := dl.layers()
	if err != nil {
		return err
	}
	fmt.Fprintln(dl.Out, "\ndata folders; later ones override earlier ones:")
	for _, l := range data {
		games := interpreter.Sources{l}.Games()
		if len(games) == 0 {
			games = []string{"no cards of its own"}
		}
		fmt.Fprintf(dl.Out, "  %-16s  %s\n", l.Name, strings.Join(games, ", "))
	}
	fmt.Fprintln(dl.Out, "\ngames:")
	for _, id := range data.Games() {
		hash, files, err := data.Hash(id)
		if err != nil {
			return err
		}
		fmt.Fprintf(dl.Out, "  %-16s  %d rule files, sha256 %.12s\n", id, files, hash)
	}
	return nil
}
