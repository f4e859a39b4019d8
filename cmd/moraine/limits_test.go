//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/soak"
)

// TestFoldersHaveLimits checks games with too many files, in one folder and in several, and with folders
// too deep: the error names the limit.
func TestFoldersHaveLimits(t *testing.T) {
	for name, c := range map[string]struct {
		path func(n int) string // of the nth file
		n    int
		want string
	}{
		"files of a folder": {func(n int) string { return fmt.Sprintf("%d.txt", n) }, 10_001, "has more than 10000 files and folders"},
		"files of folders":  {func(n int) string { return fmt.Sprintf("%d/%d.txt", n%3, n) }, 9_999, "has more than 10000 files and folders"},
		"deep folders":      {func(int) string { return strings.Repeat("d/", 64) + "x.txt" }, 1, "are nested deeper than 64 levels"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			require.NoError(t, sampleGame(top))
			dir := filepath.Join(top, "pebbles")
			for n := range c.n {
				path := filepath.Join(dir, "cards/pebbles", c.path(n))
				if n < 3 {
					require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				}
				require.NoError(t, os.WriteFile(path, nil, 0o600))
			}
			for _, command := range []string{"check pebbles", "check", "test", "games"}[:soak.Cases(4, 4)] {
				code, out, errs := runIn(t, dir, strings.Fields(command)...)
				if command == "games" {
					out = errs + out
					assert.Contains(t, out, "pebbles")
					continue
				}
				assert.Equal(t, exitUsage, code, command)
				assert.Contains(t, errs, "cards/pebbles "+c.want, command)
			}
		})
	}
}

// TestFilesHaveLimits checks games with a file that is just beyond a limit of the README.
func TestFilesHaveLimits(t *testing.T) {
	rows := func(n int, head, line string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	for want, text := range map[string]string{
		"more than 50000 values":                                            "formulas:\n  a: [" + strings.Repeat("1, ", 50_000) + "1]\n",
		"lists and maps are nested deeper than 64 levels":                   "formulas:\n  a: " + strings.Repeat("[", 65) + strings.Repeat("]", 65) + "\n",
		"more than 1000 aliases to expand":                                  rows(1_001, "formulas:\n  a: &x 1\n", "  b%d: *x\n"),
		"the file has 1048577 bytes; the maximum is 1048576":                "#" + strings.Repeat("x", 1<<20),
		"the formula has 4097 bytes; the limit is 4096":                     "formulas:\n  a: 1" + strings.Repeat(" + 1", 1_024) + "\n",
		"the formula is nested deeper than 64 levels":                       "formulas:\n  a: " + strings.Repeat("(", 65) + "1" + strings.Repeat(")", 65) + "\n",
		"a game can have at most 10000 pieces":                              "kind: dust\ncards: {mote: {copies: 10001}}\n",
		"the maximum is 200000":                                             rows(21, "zones:\n", "  z%d: {layout: row, size: 10000}\n"),
		"zone \"far\" has 10267 places; the number must be from 1 to 10000": "zones:\n  far: {layout: hex, size: 58}\n",
		"the maximum number of players is 30, not 31":                       "language: 1\ngame: pebbles\nplayers: {from: 2, to: 31, seats: [ann, bob, cid]}\n",
	} {
		t.Run(want, func(t *testing.T) {
			top := t.TempDir()
			require.NoError(t, sampleGame(top))
			dir := filepath.Join(top, "pebbles")
			name := "z.yaml"
			if strings.HasPrefix(text, "language") {
				name = "game.yaml"
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "cards/pebbles", name), []byte(text), 0o600))
			code, _, errs := runIn(t, dir, "check", "pebbles")
			assert.Equal(t, exitUsage, code, want)
			assert.Contains(t, errs, want)
		})
	}
	for args, want := range map[string]string{
		"sim glacier --games 1 --policy mcts=1000001": "mcts=NODES must be from 1 to 1000000",
	} {
		t.Run(args, func(t *testing.T) {
			code, _, errs := run(t.Context(), strings.Fields(args)...)
			assert.Equal(t, exitUsage, code)
			assert.Contains(t, errs, want)
		})
	}
}

// TestResultsToMergeHaveLimits merges a file that is just beyond the limit, of which nothing is read, and small files
// under a lower limit in all.
func TestResultsToMergeHaveLimits(t *testing.T) {
	top := t.TempDir()
	for name, size := range map[string]int64{"large.json": 128<<20 + 1, "a.json": 9, "b.json": 9} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(filepath.Join(top, name), nil, 0o600))
			require.NoError(t, os.Truncate(filepath.Join(top, name), size))
		})
	}
	code, _, errs := runIn(t, top, "report", "large.json")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "large.json: the file has 134217729 bytes; the maximum is 134217728")

	require.Equal(t, int64(512<<20), partLimit.All)
	defer func(all int64) { partLimit.All = all }(partLimit.All)
	partLimit.All = 17
	code, _, errs = runIn(t, top, "report", "a.json", "b.json")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "b.json: with this file the total size is 18 bytes; the maximum is 17")
}

// TestWhereGoGivesUp ends the program where Go cannot go on, and where it cannot begin. The README names both exit codes.
func TestWhereGoGivesUp(t *testing.T) {
	cmd := moraine(t, t.TempDir(), "games")
	cmd.Env = append(os.Environ(), exhaust+"=1")
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, syscall.SIGABRT, exit.Sys().(syscall.WaitStatus).Signal())
	require.Contains(t, string(text), "stack overflow")

	self, err := os.Executable()
	require.NoError(t, err)
	out, code := bash(t, t.TempDir(), "ulimit -v 300000; exec -a moraine '"+self+"' games")
	require.Equal(t, 2, code)
	require.Contains(t, out, "fatal error: ")
}

// proofs are the tests of the rows of the README's tables about games that you do not trust: of functions, or of
// scripts in testdata/script.
var proofs = map[string]string{
	"no code":                    "TestOneReaderAndOneWriter TestTheProgramStartsGitAndPlayersAlone TestLoadErrors TestChangedStartsNoProgramOfARepository",
	"no other files":             "TestOneReaderAndOneWriter TestReadOnlyRegularFiles TestLinksLeadOutOfNoGame TestChangedStartsNoProgramOfARepository TestChangedIsOfItsFolder TestTheProgramStartsGitAndPlayersAlone files",
	"no lost data":               "TestEveryFileFailsOnce TestKilledAtEveryStep TestDeclareIsAlone TestWriteKeepsModesAndHonoursUmask TestWriteFollowsLinksToTheirTargets TestWriteReplacesRegularFilesAlone TestReportsReplaceOnlyReports TestReportsReplaceNoOtherText files replay",
	"stoppable":                  "TestStoppedWhereverItIs TestSignalsEndEveryCommand TestStoppedTestsReportTheirResults TestStoppedComparisonsReportTheirResults",
	"limited work":               "TestWorkIsBounded TestWorstFormulas TestFaults TestFilesHaveLimits limit",
	"no control of the terminal": "TestHostileTextsAreShown TestControlCharactersAreRefused",
	"no injection":               "TestHostileTextsAreShown TestMarkdown TestCell TestJSONIsTheVeryText",
	"no hidden errors":           "TestBadGames TestScenariosAreStrict TestUnreadableFiles silence",

	"a YAML file": "TestFilesHaveLimits",
	"the rules, scenarios or variants of a game": "TestFoldersHaveLimits files",
	"a formula":                            "TestFilesHaveLimits",
	"checking and compiling":               "TestWorkIsBounded",
	"readings that variants add":           "TestReadingsThatBringEachOtherAreBounded",
	"a game":                               "TestFilesHaveLimits",
	"work between two decisions":           "TestLimits limit",
	"one evaluation of a formula":          "TestWorstFormulas limit",
	"a match of `sim`":                     "TestAMatchWithoutEnd",
	"positions that `count` enters":        "count",
	"a match or a scenario":                "TestBudgetIsOfAWholeMatch TestFormulasOfChecksCount",
	"all scenarios of a run":               "TestARunHasABudget",
	"time and memory":                      "TestLimitsOfTheCaller",
	"`chance` in a scenario":               "TestAChanceHasALimitOfStates",
	"a request":                            "TestTooManyAnswers",
	"a search":                             "TestFilesHaveLimits",
	"parallel jobs":                        "TestJobsAreNoMoreThanProcessors",
	"an earlier revision, for `--changed`": "TestChangedReadsARevisionWithinLimits",

	"a saved match":                             "TestOneLimitForTheSizeOfAMatch",
	"results to show":                           "TestResultsToMergeHaveLimits",
	"a line that you type":                      "TestLongInput",
	"tables of `serve`":                         "TestTablesAreLimited",
	"open pages of a table":                     "TestPagesOpenedAtOnceAreLimited",
	"decisions of a match at a table":           "TestAMatchWithAllItsDecisionsSaysSo",
	"a message from a page to `serve`":          "TestAPageSaysOnlySoMuch",
	"points of `sim --vary`; of `tune`":         "TestVaryIsCheckedFirst",
	"matches of `sim --sensitivity`; of `tune`": "TestSensitivityRefusesBadInput TestHalvingAgainstOCBA",
	"answers of a program to a question":        "TestProgramsFail",
	"time of an answer of a program":            "TestProgramsFail",
	"connections to `serve`":                    "TestConnectionsAreLimited TestStrangersKeepNoPlayerOut",
	"time to send a request to `serve`":         "TestRequestsHaveTime",
}

// TestPromisesHaveProofs holds the rows of README.md beside this file to the tests that prove them.
func TestPromisesHaveProofs(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, tables, found := strings.Cut(string(text), "\n## Games that you do not trust\n")
	require.True(t, found)
	tables, _, _ = strings.Cut(tables, "\n## ")
	rows := map[string]bool{}
	for line := range strings.Lines(tables) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || strings.HasPrefix(cells[1], "-") {
			continue
		}
		rows[strings.TrimSpace(cells[1])] = true
	}
	delete(rows, "promise")
	delete(rows, "limit")
	tests := map[string]bool{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".txtar") && strings.HasSuffix(filepath.Dir(path), "testdata/script"):
			tests[strings.TrimSuffix(d.Name(), ".txtar")] = true
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			for _, name := range testName.FindAllSubmatch(text, -1) {
				tests[string(name[1])] = true
			}
			return err
		}
		return nil
	}))
	for row, names := range proofs {
		t.Run(row, func(t *testing.T) {
			assert.Contains(t, rows, row, "no such row in the README")
			delete(rows, row)
			for name := range strings.FieldsSeq(names) {
				assert.Contains(t, tests, name, "no such test for %q", row)
			}
		})
	}
	for row := range rows {
		t.Run(row, func(t *testing.T) {
			t.Errorf("the row %q of the README has no test", row)
		})
	}
	require.Greater(t, len(proofs), 20)
}

var testName = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// TestTheProgramStartsGitAndPlayersAlone holds that no other code of the program can start programs.
func TestTheProgramStartsGitAndPlayersAlone(t *testing.T) {
	starts := map[string]int{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" || strings.Contains(path, "/testing/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, way := range []string{"\"os/exec\"", "os.StartProcess", "syscall.Exec(", "syscall.ForkExec(", "syscall.StartProcess(", "\"plugin\"", "unix.Exec("} {
			if strings.Contains(string(text), way) {
				starts[path]++
			}
		}
		return err
	}))
	const process = "../../cmd/moraine/internal/engine/process"
	require.Equal(t, map[string]int{"../../cmd/moraine/git.go": 1, process + ".go": 1, process + "_unix.go": 1, process + "_other.go": 1}, starts)
}
