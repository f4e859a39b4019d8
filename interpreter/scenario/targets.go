package scenario

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/source"
)

type fileOf struct {
	game    string
	file    *source.File
	line    int
	foreign bool // use only the entries for scenarios of other files
}

// findFiles returns the files for a list of targets.
func findFiles(src interpreter.Sources, targets, games []string) ([]fileOf, error) {
	given := targets
	if len(targets) == 0 {
		targets = games
		if len(targets) == 0 {
			targets = src.Games()
		}
		if len(targets) == 0 {
			return nil, fmt.Errorf("there is no game")
		}
	}
	var out []fileOf
	for _, t := range targets {
		name, line := files.SplitLine(t)
		found, err := src.Scenarios(name)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 && slices.Contains(given, t) {
			return nil, fmt.Errorf("%s has no scenarios", t)
		}
		if line > 0 && !slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) {
			return nil, fmt.Errorf("%s: %s is not a file, so it has no lines; write FILE:LINE", t, name)
		}
		for _, f := range found {
			out = append(out, fileOf{game: f.Game, file: f.File, line: line})
		}
	}
	slices.SortStableFunc(out, func(a, b fileOf) int {
		return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), cmp.Compare(a.line, b.line))
	})
	return out, nil
}
