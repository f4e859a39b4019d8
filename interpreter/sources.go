package interpreter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/tables"
)

// Layer is a source of data files: a tree with the folders cards, scenarios and variants, any
// of which may be missing.
type Layer struct {
	Name string // shown to users: "built-in", or the path of a folder
	FS   fs.FS
	// Show converts a path within the layer to the path printed in error messages. nil leaves
	// it unchanged.
	Show func(path string) string
	// Texts maps paths to texts that replace the files, such as the unsaved texts of an editor.
	Texts map[string][]byte
	// Until ends the reading of data and the making of configurations when it is done. nil
	// means no end.
	Until context.Context
	kept  *fileCache // nil for no cache
}

// fileCache caches files by path. An unchanged file is not parsed again.
type fileCache struct {
	mu sync.Mutex
	of map[string]*source.File
}

// same returns the cached file if its text equals that of f. Otherwise it caches and returns f.
func (k *fileCache) same(f *source.File) *source.File {
	if k == nil {
		return f
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if was := k.of[f.Path]; was != nil && bytes.Equal(was.Text, f.Text) {
		return was
	}
	k.of[f.Path] = f
	f.Keep()
	return f
}

// Sources are layers of data. A file replaces the file with the same path in earlier layers.
type Sources []Layer

// Cached returns the layers with a cache, which parses a file again only if its text changes.
// Copies of the layers share the cache.
func (s Sources) Cached() Sources {
	s = slices.Clone(s)
	for i := range s {
		s[i].kept = &fileCache{of: map[string]*File{}}
	}
	return s
}

// until returns the context of the first layer that has one.
func (s Sources) until() context.Context {
	for _, l := range s {
		if l.Until != nil {
			return l.Until
		}
	}
	return context.Background()
}

// maxBytes limits the total size of the rules, the scenarios or the variants of a game.
const maxBytes = 16 << 20

// find lists the wanted files under dir ("cards/GAME"), sorted by path, and for each the last
// layer that contains it.
func (s Sources) find(dir string, wanted func(p string) bool) (paths []string, in map[string]int, err error) {
	in = map[string]int{}
	seen := 0
	for i, l := range s {
		err := files.Walk(l.FS, dir, &seen, func(p string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.Type()&fs.ModeSymlink != 0 && !isLock(p), // a broken link, which may have pointed to a folder
				!d.IsDir() && wanted(p):
				in[p] = i
			}
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		for p := range l.Texts {
			if strings.HasPrefix(p, dir+"/") && wanted(p) {
				in[p] = i
			}
		}
	}
	return slices.Sorted(maps.Keys(in)), in, nil
}

// read reads the wanted files under dir. Its error lists every unreadable file.
func (s Sources) read(dir string, wanted func(p string) bool) ([]*source.File, error) {
	paths, in, err := s.find(dir, wanted)
	if err != nil {
		return nil, err
	}
	limit := files.Limit{File: int64(source.DefaultLimits().Bytes), All: maxBytes}
	var out []*source.File
	var unread source.Diagnostics
	for _, p := range paths {
		l := s[in[p]]
		file := &source.File{Name: l.messagePath(p), Path: p}
		if !nameable(p) {
			// a line break in the name must not break the message
			file.Name = l.messagePath(strings.Trim(strconv.Quote(p), `"`))
			why := "is not UTF-8"
			if r, found := escape.Control(p); found {
				why = fmt.Sprintf("contains the control character %U", r)
			}
			unread.Add(source.Pos{File: file}, "the file name %s; rename the file", why)
		} else if text, laid := l.Texts[p]; laid {
			file.Text = text
		} else if file.Text, err = limit.Read(l.FS, p); err != nil {
			unread.Add(source.Pos{File: file}, "%v", err)
		} else if looksYAML(p) && !isYAML(p) {
			unread.Add(source.Pos{File: file},
				"only files with names ending in .yaml or .yml are read; rename the file")
		}
		out = append(out, l.kept.same(file))
	}
	return out, unread.Err()
}

// files reads the YAML files under dir.
func (s Sources) files(dir string) ([]*source.File, error) { return s.read(dir, looksYAML) }

// Rules returns the files of a game's rules, including the tables that its kinds name.
func (s Sources) Rules(game string) ([]*source.File, error) {
	all, err := s.files("cards/" + game)
	if err != nil {
		return nil, err
	}
	named, _, err := s.tables(game, all)
	return append(all, named...), err
}

// tables reads the tables that the files of a game name. others are the paths of all tables in its folder.
func (s Sources) tables(game string, files []*source.File) (named []*source.File, others []string, err error) {
	paths := tables.Named(files)
	if len(paths) == 0 {
		return nil, nil, nil
	}
	named, err = s.read("cards/"+game, func(p string) bool {
		if tables.IsTable(p) && !slices.Contains(others, p) {
			others = append(others, p)
		}
		return tables.IsTable(p) && slices.Contains(paths, p)
	})
	return named, others, err
}

func isYAML(p string) bool {
	return (path.Ext(p) == ".yaml" || path.Ext(p) == ".yml") && !isLock(p)
}

// looksYAML also accepts upper-case names, which read reports.
func looksYAML(p string) bool { return isYAML(strings.ToLower(p)) }

// messagePath returns a path as printed in error messages.
func (l Layer) messagePath(path string) string {
	if l.Show == nil {
		return path
	}
	return l.Show(path)
}

// OnDisk returns the layer and the path on disk of a file. dirs are the folders of the layers,
// "" for the built-in layer, whose files have the path "".
func (s Sources) OnDisk(dirs []string, f *File) (layer int, path string) {
	if f == nil || f.Path == "" {
		return 0, ""
	}
	for i, l := range slices.Backward(s) {
		if dirs[i] != "" && l.messagePath(f.Path) == f.Name {
			return i, filepath.Join(dirs[i], filepath.FromSlash(f.Path))
		}
	}
	return 0, ""
}

// DataAbove returns the data folder that contains a folder: the folder itself or one above it.
// An editor may be opened in the folder of a single game.
func DataAbove(folder string) string {
	for dir := filepath.Clean(folder); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if base := filepath.Base(dir); base == "cards" || base == "scenarios" || base == "variants" {
			return filepath.Dir(dir)
		}
	}
	return folder
}

// isLock reports whether a file is an editor's lock file, usually a broken link whose name
// contains that of the locked file.
func isLock(p string) bool { return strings.HasPrefix(path.Base(p), ".#") }

// holdsYAML reports whether a folder contains YAML files. It is also true for a folder above
// the limit, so that reading it reports the limit.
func holdsYAML(tree fs.FS, dir string) (found bool) {
	seen := 0
	err := files.Walk(tree, dir, &seen, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, files.ErrLimit):
			return err
		case err == nil && !d.IsDir() && looksYAML(p):
			found = true
			return fs.SkipAll
		}
		return nil // an unreadable folder counts as empty here; reading it reports the error
	})
	return found || errors.Is(err, files.ErrLimit)
}

// nameable reports whether a name can be printed on one line.
func nameable(name string) bool {
	_, control := escape.Control(name)
	return !control && utf8.ValidString(name)
}

// CheckPath returns an error if no game can have a file with a path, such as "cards/GAME/deck.yaml".
func CheckPath(p string) error {
	parts := strings.Split(p, "/")
	switch {
	case !nameable(p):
		return errors.New("the name contains a control character, or is not UTF-8")
	case len(p) > maxPath:
		return fmt.Errorf("the name is longer than %d bytes", maxPath)
	case !fs.ValidPath(p) || len(parts) < 3 || parts[0] != "cards" && parts[0] != "scenarios" && parts[0] != "variants":
		return errors.New("a game has files below cards/GAME, scenarios/GAME and variants/GAME")
	case !syntax.IsID(parts[1]):
		return fmt.Errorf("%q is no id of a game; it has lower-case letters a to z, digits and _, and begins with a letter", parts[1])
	case len(parts)-2 > files.MaxDepth:
		return fmt.Errorf("the folders are nested deeper than %d levels", files.MaxDepth)
	case slices.ContainsFunc(parts, func(part string) bool {
		return strings.ContainsAny(part, `\:*?"<>|`) || strings.HasPrefix(part, ".") || strings.HasSuffix(part, " ")
	}):
		return errors.New("a name of a file must not begin with a dot, end with a blank or contain \\ : * ? \" < > |, so that every system can have it")
	}
	return nil
}

// maxPath limits the bytes of a path that CheckPath accepts. Systems allow 255 for a name and 4096 for a path.
const maxPath = 255

// Games returns the games of the layers, sorted by name.
func (s Sources) Games() []string {
	var out []string
	for _, l := range s {
		entries, err := fs.ReadDir(l.FS, "cards")
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && nameable(e.Name()) && !slices.Contains(out, e.Name()) &&
				holdsYAML(l.FS, "cards/"+e.Name()) {
				out = append(out, e.Name())
			}
		}
	}
	slices.Sort(out)
	return out
}

// GamesIn returns the games of s, sorted by name, of which some of the layers have a file: of the rules, the scenarios
// or the variants.
func (s Sources) GamesIn(layers Sources) []string {
	return slices.DeleteFunc(s.Games(), func(game string) bool {
		return !slices.ContainsFunc(layers, func(l Layer) bool {
			return holdsYAML(l.FS, "cards/"+game) || holdsYAML(l.FS, "scenarios/"+game) ||
				holdsYAML(l.FS, "variants/"+game)
		})
	})
}

// All reads all files under dir, including READMEs.
func (s Sources) All(dir string) ([]*source.File, error) {
	return s.read(dir, func(p string) bool { return path.Ext(p) != ".go" && !isLock(p) })
}

// ScenarioFile is a file of scenarios and the game that it is about.
type ScenarioFile struct {
	Game string
	File *source.File
}

// Scenarios returns scenario files: all files of a game, or those at a path as it is shown to
// users.
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
			if f.File.Name == clean || strings.HasPrefix(f.File.Name, clean+"/") || f.File.Path == clean ||
				strings.HasPrefix(f.File.Path, clean+"/") {
				out = append(out, f)
			}
		}
	}
	if len(out) == 0 {
		if !strings.ContainsAny(target, "/.:") {
			return nil, unknownGame(s, target)
		}
		return nil, fmt.Errorf("no scenarios found at %s", target)
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
