//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/testing/soak"
)

// console matches a block of a README.md that shows commands and their output.
var console = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// The console blocks of a README, run one after the other in one folder, print the shown output. A line of
// ... stands for any text.
func TestReadme(t *testing.T) {
	for _, file := range []string{"../../README.md", "README.md"} {
		t.Run(file, func(t *testing.T) { types(t, file, console) })
	}
}

// typed matches a block of the tutorial that its reader types: commands, or a file with its name in the first line.
var typed = regexp.MustCompile("(?ms)^```(?:console|yaml)\n((?:# (\\S+)\n)?.*?)^```$")

// The commands of the tutorial print the output that it shows, in an empty folder in which its files are saved in order.
func TestTutorial(t *testing.T) { types(t, "../../cards/TUTORIAL.md", typed) }

// types runs the commands and saves the files of the blocks of a document that pattern matches. The first group of the
// pattern is the content of a block, the second the name of a file. The command moraine is the program of the tests.
// With -short, the first quarter of the blocks is used.
func types(t *testing.T, file string, pattern *regexp.Regexp) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	blocks := pattern.FindAllSubmatch(text, -1)
	require.NotEmpty(t, blocks)
	blocks = blocks[:soak.Cases(len(blocks), len(blocks))]
	script := &txtar.Archive{}
	for _, block := range blocks {
		if len(block) > 2 && len(block[2]) > 0 {
			path, name := string(block[2]), fmt.Sprintf("saved%d", len(script.Files))
			script.Files = append(script.Files, txtar.File{Name: name, Data: block[1]})
			script.Comment = fmt.Appendf(script.Comment, "mkdir %s\ncp %s %s\n", filepath.Dir(path), name, path)
			continue
		}
		for _, part := range strings.Split("\n"+string(block[1]), "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			name := fmt.Sprintf("want%d", len(script.Files))
			script.Files = append(script.Files, txtar.File{Name: name, Data: []byte(want)})
			script.Comment = fmt.Appendf(script.Comment, "shows %s %s\n", name, quoted(command))
		}
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "readme.txtar"), txtar.Format(script), 0o600))
	testscript.Run(t, testscript.Params{
		Dir:  dir,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"shows": shows},
	})
}

// excerpt is a block of README.md that shows part of a file of the project.
var excerpt = regexp.MustCompile("(?ms)^```yaml\n# ((?:cards|scenarios|variants)/\\S+)\n(.*?)^```$")

// The parts of files that README.md shows are in those files.
func TestReadmeQuotesItsFiles(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	blocks := excerpt.FindAllSubmatch(text, -1)
	require.NotEmpty(t, blocks)
	for _, block := range blocks {
		file, err := os.ReadFile("../../" + string(block[1]))
		require.NoError(t, err)
		require.Contains(t, string(file), string(block[2]), "%s", block[1])
	}
}

// quoted is a command line as one argument of a script.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// shows runs a command line as a shell does and compares all that it prints.
func shows(ts *testscript.TestScript, _ bool, args []string) {
	want := strings.TrimRight(ts.ReadFile(args[0]), "\n")
	_ = ts.Exec("sh", "-c", args[1]) // a failure is shown too
	got := strings.TrimRight(ts.ReadFile("stdout")+ts.ReadFile("stderr"), "\n")
	pattern := regexp.QuoteMeta("\n" + want + "\n")
	pattern = strings.ReplaceAll(pattern, `\.\.\.`+"\n", "(?:.*\n)?")
	if !regexp.MustCompile(`(?s)^` + pattern + `$`).MatchString("\n" + got + "\n") {
		ts.Fatalf("%s prints\n%s\n\nnot\n%s", args[1], got, want)
	}
}

// A topic of `moraine help` is not a command, because the command would hide it.
func TestTopicsAreNoCommands(t *testing.T) {
	commands := map[string]bool{}
	for _, cmd := range newRoot(&app{}).Commands() {
		commands[cmd.Name()] = true
	}
	all := guides()
	for _, g := range all {
		require.False(t, commands[g.Topic], g.Topic)
		require.NotEmpty(t, g.About(), "the first line below the title of %s says who needs it", g.Path)
	}
	for _, c := range explain.Concepts(all) {
		for word := range strings.SplitSeq(c.Words, ", ") {
			require.False(t, commands[word], word)
		}
	}
	for _, g := range all { // also where an earlier version had a command of this name
		code, text, errs := run(t.Context(), "help", g.Topic)
		require.Equal(t, exitGood, code, errs)
		require.Equal(t, g.Text, text)
	}
}
