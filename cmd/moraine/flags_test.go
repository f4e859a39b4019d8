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
