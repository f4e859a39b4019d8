package interpreter

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/source"
)

// Strays returns an error for data files and folders that belong to no game: because of a
// misspelt name, or because they are outside the folder of their game. They would be ignored
// silently. A folder whose name resembles no game is accepted if leave returns true for it.
func (s Sources) Strays(leave func(game string) bool) error {
	games := s.Games()
	for _, l := range s {
		for _, dir := range []string{"cards", "scenarios", "variants"} {
			entries, err := fs.ReadDir(l.FS, dir)
			if err != nil {
				continue // the folder is missing
			}
			for _, e := range entries {
				name := dir + "/" + e.Name()
				switch {
				case slices.Contains(games, e.Name()):
				case !nameable(e.Name()):
					return fmt.Errorf("%s/%q does not belong to a game; rename the folder", l.messagePath(dir),
						e.Name())
				case !e.IsDir() && looksYAML(name):
					return fmt.Errorf("%s does not belong to a game; move it to %s/GAME", l.messagePath(name), dir)
				case e.IsDir() && holdsYAML(l.FS, name):
					if source.Nearest(e.Name(), games) == "" && leave(e.Name()) {
						continue
					}
					return fmt.Errorf("%s does not belong to a game; %s", l.messagePath(name),
						source.Suggest(e.Name(), "there is", games))
				}
			}
		}
	}
	return nil
}

// schemaLine matches the comment that names the schema of a file for YAML editors.
var schemaLine = regexp.MustCompile(`(?m)^# yaml-language-server: \$schema=(\S+)`)

// LostSchemas reports the files of a game, in layers with the given folders, that name a schema
// file that does not exist. YAML editors do not report it.
func (s Sources) LostSchemas(dirs []string, game string) (lost Diagnostics) {
	for _, top := range [...]string{"cards", "scenarios", "variants"} {
		all, _ := s.files(top + "/" + game) // reading the game reports the error
		for _, f := range all {
			_, file := s.OnDisk(dirs, f)
			at := schemaLine.FindSubmatchIndex(f.Text[:min(len(f.Text), 4096)])
			if file == "" || at == nil {
				continue
			}
			name := string(f.Text[at[2]:at[3]])
			schema := filepath.FromSlash(name)
			if !filepath.IsAbs(schema) {
				schema = filepath.Join(filepath.Dir(file), schema)
			}
			if strings.Contains(name, "://") || files.Exists(schema) {
				continue
			}
			before := f.Text[:at[2]]
			pos := source.Pos{File: f, Line: 1 + bytes.Count(before, []byte("\n")),
				Col: len(before) - bytes.LastIndexByte(before, '\n')}
			lost.Hint(pos, fmt.Sprintf("create it with moraine schema %s", top), "the schema %s does not exist",
				escape.Text(name))
			lost[len(lost)-1].Word = name
		}
	}
	return lost
}
