//go:build unix

package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Both forms of help of every command fit 80 columns.
func TestHelpFitsALine(t *testing.T) {
	root := newRoot(&app{dataLayers: dataLayers{World: World{Out: &strings.Builder{}, Err: &strings.Builder{}, Env: func(string) string { return "" }}}})
	for _, cmd := range append(root.Commands(), root) {
		for _, flag := range []string{"--help", "--help-all"} {
			code, text, errs := run(t.Context(), append(strings.Fields(cmd.CommandPath())[1:], flag)...)
			require.Equal(t, exitGood, code, errs)
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%s %s: %s", cmd.Name(), flag, line)
			}
		}
	}
}

// A language in which there are no texts is refused before a command runs, also by those that print none.
func TestEveryCommandRefusesAnUnknownLanguage(t *testing.T) {
	for _, command := range []string{"version", "mutate glacier", "init shore", "engine glacier", "lsp"} {
		code, _, errs := run(t.Context(), append(strings.Fields(command), "--lang", "tlh")...)
		assert.Equal(t, exitUsage, code, command)
		assert.Contains(t, errs, "--lang tlh: glacier has names in de, en, fr", command)
	}
}

// The short help fits a screen, has at most 14 flags, and leaves no flag to chance: --help-all has all of them.
func TestHelpFitsAScreen(t *testing.T) {
	for _, command := range []string{"", "test", "sim"} {
		args := strings.Fields(command)
		code, short, errs := run(t.Context(), append(args, "--help")...)
		require.Equal(t, exitGood, code, errs)
		lines := strings.Split(strings.TrimSuffix(short, "\n"), "\n")
		assert.LessOrEqual(t, len(lines), 24, short)
		flags := 0
		for _, line := range lines {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
			assert.NotContains(t, line, "…", "cut")
			if strings.HasPrefix(strings.TrimLeft(line, " -abcdefghijklmnopqrstuvwxyz,"), "-") || strings.HasPrefix(line, "      --") || strings.HasPrefix(line, "  -") {
				flags++
			}
		}
		assert.LessOrEqual(t, flags, 14, command)
		code, long, errs := run(t.Context(), append(args, "--help-all")...)
		require.Equal(t, exitGood, code, errs)
		root := newRoot(&app{dataLayers: dataLayers{World: World{Out: &strings.Builder{}, Err: &strings.Builder{}, Env: func(string) string { return "" }}}})
		cmd, _, err := root.Find(args)
		require.NoError(t, err)
		cmd.Flags().VisitAll(func(f *pflag.Flag) { assert.Contains(t, long, "--"+f.Name, command) })
		for _, c := range root.Commands() {
			if command == "" && c.IsAvailableCommand() {
				assert.Contains(t, short, " "+c.Name())
			}
		}
	}
}

// The help of a command without a short list shows its flags.
func TestHelpShowsFlags(t *testing.T) {
	root := newRoot(&app{dataLayers: dataLayers{World: World{Out: &strings.Builder{}, Err: &strings.Builder{}, Env: func(string) string { return "" }}}})
	for _, cmd := range root.Commands() {
		if commonFlags[cmd.Name()] != "" || cmd.HasSubCommands() {
			continue
		}
		code, text, errs := run(t.Context(), cmd.Name(), "--help")
		require.Equal(t, exitGood, code, errs)
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			assert.True(t, f.Hidden || strings.Contains(text, "--"+f.Name), "%s --%s\n%s", cmd.Name(), f.Name, text)
		})
	}
}

// pflag takes a word in backquotes as the name of a value, which a switch does not have.
func TestSwitchesHaveNoValueInHelp(t *testing.T) {
	root := newRoot(&app{dataLayers: dataLayers{World: World{Out: &strings.Builder{}, Err: &strings.Builder{}, Env: func(string) string { return "" }}}})
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value, _ := pflag.UnquoteUsage(f)
			if f.Value.Type() == "bool" {
				assert.Empty(t, value, "%s --%s", cmd.Name(), f.Name)
			}
		})
	}
}
