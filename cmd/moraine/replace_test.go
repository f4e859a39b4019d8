//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/report"
	"moraine/interpreter/testing/soak"
)

// runsOfReports are commands with the formats of their reports, as many forms of each report as begin differently.
var runsOfReports = []struct {
	formats []string
	args    []string
}{
	{report.Formats(), []string{"test", "pebbles"}},
	{report.Formats(), []string{"test", "pebbles", "-v"}},
	{report.Formats(), []string{"test", "pebbles", "--variant", "rich"}},
	{[]string{"pretty", "json", "html", "lcov"}, []string{"cover", "pebbles"}},
	{docFormats, []string{"diff", "pebbles", "default", "rich"}},
	{docFormats, []string{"diff", "pebbles", "default", "pebble.tie=wins"}},
	{docFormats, []string{"diff", "pebbles", "default", "pebble.tie=wins", "--no-scenarios"}},
	{mutateFormats, []string{"mutate", "pebbles"}},
	{mutateFormats, []string{"mutate", "pebbles", "--sample", "1"}},
	{docFormats, []string{"count", "pebbles", "--depth", "1", "--given", "scenarios/pebbles/table.yaml:1"}},
	{simFormats, []string{"sim", "pebbles", "--players", "2", "--games", "2"}},
	{simFormats, []string{"sim", "pebbles", "--players", "2", "--games", "2", "--vary", "pebble.tie=wins,loses"}},
	{simFormats, []string{"sim", "pebbles", "--players", "2", "--sensitivity", "all", "--budget", "300"}},
	{[]string{"pretty", "json"}, []string{"tune", "pebbles", "--players", "2", "--goal", "wins by seat = 50 % ± 50", "--vary", "pebble.tie=wins,loses", "--budget", "200"}},
}

// A report replaces the report that the same command wrote before, in every format and language, with passed and
// failed scenarios. It replaces no other text, not even one that another format would allow.
func TestReportsReplaceOnlyReports(t *testing.T) {
	dir := newFolder(t)
	failing := filepath.Join(dir, "scenarios/pebbles/failing.yaml")
	for _, lang := range []string{"en", "de", "fr"}[:soak.Cases(3, 3)] {
		for _, broken := range []bool{false, true} {
			_ = os.Remove(failing)
			if broken {
				require.NoError(t, os.WriteFile(failing, []byte("- scenario: This one fails\n  given: {players: 2}\n  then: 1 == 2\n"), 0o600))
			}
			for _, one := range runsOfReports {
				if lang != "en" && one.args[0] == "test" || broken && one.args[0] == "mutate" {
					continue // reports of test are in English; mutate needs scenarios that pass
				}
				args := append([]string{"--lang", lang}, one.args...)
				var exits [2]int
				for i := range exits {
					all := args
					for _, format := range one.formats {
						all = append(all, "--report", format+"=report."+format)
					}
					code, _, errs := runIn(t, dir, all...)
					require.NotContains(t, errs, "--report", "%v", args)
					exits[i] = code
				}
				require.Equal(t, exits[0], exits[1], "%v", args)
				for _, format := range one.formats {
					require.NoError(t, os.Remove(filepath.Join(dir, "report."+format)))
				}
			}
		}
	}
}

func TestReportsReplaceNoOtherText(t *testing.T) {
	dir := newFolder(t)
	texts := map[string]string{
		"notes":   "Shopping for the weekend: bread, cheese\n",
		"readme":  "# A game\n\nmy game: 3 players\n",
		"list":    "- bread\n- cheese\n",
		"table":   "name,age\nann,3\n",
		"package": "{\n  \"name\": \"site\",\n  \"version\": \"1.0.0\"\n}\n",
		"array":   "[1, 2]\n",
		"page":    "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>Home</title></head>\n",
		"feed":    "<?xml version=\"1.0\"?>\n<rss/>\n",
		"program": "#!/bin/sh\nexit 1\n",
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		})
	}
	for _, one := range runsOfReports {
		for _, format := range one.formats {
			require.Contains(t, openings, format)
			for name, text := range texts {
				t.Run(name, func(t *testing.T) {
					code, _, errs := runIn(t, dir, append(one.args, "--report", format+"="+name)...)
					require.Equal(t, exitUsage, code, "%s: %s", format, name)
					require.Contains(t, errs, "the existing file is not a "+format+" report, so it is not overwritten; choose another name, or remove it first")
					require.Equal(t, []string{text}, contents(t, dir, []string{name}))
				})
			}
		}
	}
	code, _, errs := runIn(t, dir, "play", "pebbles", "--players", "2", "--bots", "random", "--save", "notes")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "the existing file is not a ")
	require.Equal(t, []string{texts["notes"]}, contents(t, dir, []string{"notes"}))
}
