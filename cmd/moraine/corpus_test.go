//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// corpus is the folder of interpreter/internal/testing/corpus, which this package cannot import.
const corpus = "../../interpreter/internal/testing/corpus/testdata"

// TestCorpus runs commands on the games of the frozen corpus and compares exit codes and output with the recorded
// ones. A difference names the game, the command and the lines. If it is intended, record it with -update and
// list it in cards/CHANGES.md.
func TestCorpus(t *testing.T) {
	list, err := filepath.Glob(corpus + "/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, path := range list {
		name := filepath.Base(path)
		t.Run(strings.TrimSuffix(name, ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			require.NoError(t, err)
			recorded := filepath.Join(corpus, "expected", name)
			now := runCorpus(t, archive)
			if *update {
				require.NoError(t, os.WriteFile(recorded, txtar.Format(now), 0o600))
				return
			}
			want, err := txtar.ParseFile(recorded)
			require.NoError(t, err)
			compareCorpus(t, want, now)
		})
	}
}

// runCorpus writes an archive to a folder and returns the output of each command that is run there.
func runCorpus(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, txtar.Write(archive, dir))
	out := &txtar.Archive{}
	command := func(args ...string) (code int) {
		var text bytes.Buffer
		none := func(string) string { return "" }
		code = Run(t.Context(), append(args, "--no-builtin"), World{In: &bytes.Buffer{}, Out: &text, Err: &text, Dir: dir, Env: none})
		if text.Len() > 0 && !bytes.HasSuffix(text.Bytes(), []byte("\n")) {
			text.WriteString("\n")
		}
		fmt.Fprintf(&text, "exit %d\n", code)
		shown := bytes.ReplaceAll(text.Bytes(), []byte(dir+string(filepath.Separator)), nil) // errors name files by their whole paths
		out.Files = append(out.Files, txtar.File{Name: strings.Join(args, " "), Data: shown})
		return code
	}
	games, err := filepath.Glob(filepath.Join(dir, "cards/*"))
	require.NoError(t, err)
	for _, path := range games {
		game := filepath.Base(path)
		if command("check", game) == exitUsage {
			continue // the other commands repeat the same errors
		}
		if _, err := os.Stat(filepath.Join(dir, "scenarios", game)); err == nil {
			command("test", game, "--under", "--all-variants", "--each-reading", "--verbose")
			command("cover", game)
		}
		command("play", game, "--bots", "random", "--seed", "1")
		command("sim", game, "--policy", "random", "--games", "20", "--seed", "1", "--strict", "--format", "json")
	}
	saved := func(pattern string) []string {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		for i := range files {
			files[i], _ = filepath.Rel(dir, files[i])
		}
		return files
	}
	for _, match := range saved("saved/*.match") {
		command("replay", match, "--as", "everything")
	}
	for _, of := range []string{"sim", "test"} {
		if parts := saved("saved/" + of + "*.json"); len(parts) > 0 {
			command(slices.Concat([]string{"report"}, parts, []string{"--format", "json"})...)
		}
	}
	return out
}

func compareCorpus(t *testing.T, want, now *txtar.Archive) {
	t.Helper()
	outputs := func(a *txtar.Archive) map[string][]byte {
		all := map[string][]byte{}
		for _, f := range a.Files {
			all[f.Name] = f.Data
		}
		return all
	}
	before, after := outputs(want), outputs(now)
	for _, f := range want.Files {
		is, ran := after[f.Name]
		switch {
		case !ran:
			assert.Fail(t, "moraine "+f.Name+" is no longer run")
		case !bytes.Equal(f.Data, is):
			assert.Fail(t, "moraine "+f.Name+" differs", "%s", diff.Diff("recorded", f.Data, "now", is))
		}
	}
	for _, f := range now.Files {
		if _, known := before[f.Name]; !known {
			assert.Fail(t, "moraine "+f.Name+" has no recorded output")
		}
	}
}
