package interpreter

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"moraine/interpreter/internal/source"
)

// Layer is one source of data files: a tree with the folders cards, scenarios
// and variants, any of which may be missing.
type Layer struct {
	Name string // shown to the user: "built-in", a folder's path
	FS   fs.FS
	// Show turns a path within the layer into what error messages print.
	Show func(path string) string
}

// Sources are layers of data, the strongest last: a file replaces the file of
// the same path in the layers before it.
type Sources []Layer

// maxFiles bounds how many files of a game are read.
const maxFiles = 10_000

// files lists the YAML files under dir ("cards/glacier") over all layers,
// sorted by path, each from the last layer that has it.
func (s Sources) files(dir string) ([]*source.File, error) {
	from := map[string]int{}
	for i, l := range s {
		err := fs.WalkDir(l.FS, dir, func(p string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case !d.IsDir() && isYAML(p):
				if from[p] = i; len(from) > maxFiles {
					return fmt.Errorf("%s has more than %d files", dir, maxFiles)
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}
	paths := make([]string, 0, len(from))
	for p := range from {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	var out []*source.File
	for _, p := range paths {
		l := s[from[p]]
		text, err := fs.ReadFile(l.FS, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		name := p
		if l.Show != nil {
			name = l.Show(p)
		}
		out = append(out, &source.File{Name: name, Text: text, Path: p})
	}
	return out, nil
}

// Rules lists the files of a game's rules.
func (s Sources) Rules(game string) ([]*source.File, error) { return s.files("cards/" + game) }

func isYAML(p string) bool { return path.Ext(p) == ".yaml" || path.Ext(p) == ".yml" }

// holdsYAML tells a game's folder from any other of that name.
func holdsYAML(files fs.FS, dir string) (found bool) {
	_ = fs.WalkDir(files, dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isYAML(p) {
			found = true
			return fs.SkipAll
		}
		return nil // what cannot be read holds nothing; reading it says why
	})
	return found
}

// Games lists the games that the layers hold, by name.
func (s Sources) Games() []string {
	var out []string
	for _, l := range s {
		entries, err := fs.ReadDir(l.FS, "cards")
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && !slices.Contains(out, e.Name()) && holdsYAML(l.FS, "cards/"+e.Name()) {
				out = append(out, e.Name())
			}
		}
	}
	sort.Strings(out)
	return out
}

// Walk calls f for every file under dir, the one that counts of each path.
func (s Sources) Walk(dir string, f func(p string, text []byte) error) error {
	seen := map[string][]byte{}
	for _, l := range s {
		err := fs.WalkDir(l.FS, dir, func(p string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || d.IsDir() || path.Ext(p) == ".go" {
				return err
			}
			text, err := fs.ReadFile(l.FS, p)
			seen[p] = text
			return err
		})
		if err != nil {
			return err
		}
	}
	paths := make([]string, 0, len(seen))
	for p := range seen {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		if err := f(p, seen[p]); err != nil {
			return err
		}
	}
	return nil
}

// ScenarioFile is a file of scenarios with the game that it is about.
type ScenarioFile struct {
	Game string
	File *source.File
}

// Scenarios finds scenario files: all of a game, given its name; or those at a
// path as shown to the user, of a file or a folder.
func (s Sources) Scenarios(target string) ([]ScenarioFile, error) {
	games := s.Games()
	if slices.Contains(games, target) {
		return s.scenariosOf(target)
	}
	clean := strings.TrimSuffix(strings.TrimPrefix(target, "./"), "/")
	var out []ScenarioFile
	for _, g := range games {
		all, err := s.scenariosOf(g)
		if err != nil {
			return nil, err
		}
		for _, f := range all {
			if f.File.Name == clean || strings.HasPrefix(f.File.Name, clean+"/") || f.File.Path == clean || strings.HasPrefix(f.File.Path, clean+"/") {
				out = append(out, f)
			}
		}
	}
	if len(out) == 0 {
		if !strings.ContainsAny(target, "/.:") {
			return nil, unknownGame(s, target)
		}
		return nil, fmt.Errorf("there are no scenarios at %s", target)
	}
	return out, nil
}

func (s Sources) scenariosOf(game string) ([]ScenarioFile, error) {
	files, err := s.files("scenarios/" + game)
	if err != nil {
		return nil, err
	}
	var out []ScenarioFile
	for _, f := range files {
		out = append(out, ScenarioFile{game, f})
	}
	return out, nil
}
