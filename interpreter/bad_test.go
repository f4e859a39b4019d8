package interpreter_test

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/testing/announced"
	"moraine/interpreter/source"
)

// game is the files of a game, by name. If there is a variant among them that is
// called over, the game is loaded with that.
type game map[string]string

func (g game) load() (*interpreter.Game, error) {
	files := fstest.MapFS{}
	opt := interpreter.Options{}
	for name, text := range g {
		at := "cards/test/" + name
		if variant, is := strings.CutPrefix(name, "variants/"); is {
			at = "variants/test/" + variant
		}
		files[at] = &fstest.MapFile{Data: []byte(text)}
	}
	if g["variants/over.yaml"] != "" {
		opt.Variant = "over"
	}
	layer := interpreter.Layer{Name: "test", FS: files, Show: filepath.Base}
	rules, err := interpreter.Read(interpreter.Sources{layer}, "test")
	if err != nil {
		return nil, err
	}
	game, err := rules.Game(opt)
	var all source.Diagnostics
	if opt.Variant != "" && (err == nil || errors.As(err, &all)) { // other variants are bad, too
		err = slices.Concat(all, rules.VariantFaults()).Sorted().Err()
	}
	return game, err
}

func archive(t testing.TB, path string) game {
	t.Helper()
	a, err := txtar.ParseFile(path)
	require.NoError(t, err)
	g := game{}
	for _, f := range a.Files {
		g[f.Name] = string(f.Data)
	}
	return g
}

// over lays files over the small game that is without fault.
func over(t testing.TB, files game) game {
	t.Helper()
	g := archive(t, "testdata/base.txtar")
	maps.Copy(g, files)
	return g
}

// complaints returns the diagnostics of a load that must fail.
func complaints(t testing.TB, g game) source.Diagnostics {
	t.Helper()
	_, err := g.load()
	var all source.Diagnostics
	require.True(t, errors.As(err, &all), "%v", err)
	return all
}

func TestBaseIsWithoutFault(t *testing.T) {
	_, err := over(t, nil).load()
	require.NoError(t, err)
}

// Every bad input states its expected diagnostics, at the place of the error: file, line, column and text.
func TestBadGames(t *testing.T) {
	for _, path := range archives(t, "testdata/bad") {
		t.Run(name(path), func(t *testing.T) {
			files := archive(t, path)
			announced.Check(t, texts(t, files), complaints(t, over(t, files)))
		})
	}
}

func archives(t testing.TB, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

func name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txtar") }

// texts are files whose announcements all say the column too.
func texts(t *testing.T, g game) []announced.File {
	t.Helper()
	var all []announced.File
	for name, text := range g {
		t.Run(name, func(t *testing.T) {
			require.Zero(t, strings.Count(text, `### "`), "%s announces something without a column", name)
			all = append(all, announced.File{Name: filepath.Base(name), Text: text})
		})
	}
	return all
}
