package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/words"
)

var update = flag.Bool("update", false, "write the expected reports anew")

// results has one case of each kind: a row that passed and one that failed, a message of several lines, a
// variant, a skipped and a refused case, and characters that XML and JSON must escape.
// said returns the message with a text that may begin with a place.
func said(text string) (m spec.Message) {
	_ = m.UnmarshalText([]byte(text))
	if at := regexp.MustCompile(`^(\S+:\d+:\d+): `).FindStringSubmatch(text); at != nil {
		m.Locate(at[1])
	}
	return m
}

func results() *scenario.Results {
	return &scenario.Results{
		Scenarios: 4, Passed: 2, Failed: 2, Skipped: 1, Refused: 1, Took: 1_234_567 * time.Microsecond,
		Alone: []scenario.Alone{{Game: "pebbles", Readings: 12, Apart: []scenario.Apart{{Config: "tie.winner=auction", Why: "cards/pebbles/turn.yaml:30:9: reading \"auction\" of ruling tie.winner needs variant bids, which is not in use"}}}},
		Cases: []scenario.Case{
			{
				Subject: &scenario.Subject{Scenario: "A stake is lost", Row: 1, Game: "pebbles", File: "scenarios/pebbles/stakes/lost.yaml", Line: 3},
				Verdict: &scenario.Verdict{
					Status: scenario.Passed,
					Pins:   []string{"R-3", "R-4"},
					Trace:  "ann rolls 2                                  cards/pebbles/turn.yaml:12:9  R-3",
				},
				Took: 999_600 * time.Microsecond,
			},
			{
				Subject: &scenario.Subject{Scenario: "A stake is lost", Row: 2, Game: "pebbles", File: "scenarios/pebbles/stakes/lost.yaml", Line: 3},
				Verdict: &scenario.Verdict{
					Status:  scenario.Failed,
					Pins:    []string{"R-3", "R-4"},
					At:      scenario.Place{File: "scenarios/pebbles/stakes/lost.yaml", Line: 9, Col: 7},
					Excerpt: " 9 |     - ann.stake == 0\n   |       ^\n",
					Also:    []scenario.Unmet{{Place: scenario.Place{File: "scenarios/pebbles/stakes/lost.yaml", Line: 10, Col: 7}, Says: "this does not hold: empty(heap)"}},
					Message: said("scenarios/pebbles/stakes/lost.yaml:9:7: this does not hold: ann.stake == 0\n" +
						"  ann.stake is 2\n" +
						"scenarios/pebbles/stakes/lost.yaml:10:7: this does not hold: empty(heap)\n" +
						"what led there:\n" +
						"  ann rolls 5                                  cards/pebbles/turn.yaml:12:9  R-3, R-4, R-5, R-6\n" +
						"what it pins:\n" +
						"  R-3  A stake that is lost goes back to the heap, unless another player has already taken it with a trick.\n"),
					UsedRulings: []string{"stake.lost", "tie.winner"},
					Depends: []scenario.Dependence{{Ruling: "tie.winner", Readings: []scenario.Decided{
						{Reading: "nobody", Status: scenario.Failed, Message: "no"}, {Reading: "auction", Status: scenario.Passed}, {Reading: "both", Status: scenario.Passed},
					}}},
				},
				Took: 1500 * time.Microsecond,
			},
			{
				Subject: &scenario.Subject{Scenario: "Fewer than <3> pebbles & no \"trick\"", Game: "pebbles", File: "scenarios/pebbles/stakes/won.yaml", Line: 20},
				Verdict: &scenario.Verdict{
					Status:  scenario.Skipped,
					Message: said("not decided yet"),
				},
				Variant: "quick",
			},
			{
				Subject: &scenario.Subject{Scenario: "The end", Game: "pebbles", File: "scenarios/pebbles/end.yaml", Line: 2},
				Verdict: &scenario.Verdict{
					Status: scenario.Failed,
					Kind:   scenario.Unread,
					At:     scenario.Place{File: "scenarios/pebbles/end.yaml", Line: 4, Col: 12},
					Message: said("scenarios/pebbles/end.yaml:4:12: there is no name \"hanb\"\n" +
						" 4 |   then: [len(ann.hanb) == 0 and this is a line that goes on well beyond the edge of the page, as they do]\n" +
						"   |                  ^\n" +
						"   = did you mean \"hand\"?\n"),
				},
			},
			{
				Subject: &scenario.Subject{Scenario: "The end", Game: "pebbles", File: "scenarios/pebbles/end.yaml", Line: 2},
				Verdict: &scenario.Verdict{
					Status:  scenario.Refused,
					Message: said("no entry of `under` gives the outcome under quick and tie.winner=nobody"),
				},
				Variant: "quick and tie.winner=nobody",
			},
			{Subject: &scenario.Subject{Scenario: "Überzählige", Game: "pebbles", File: "scenarios/pebbles/end.yaml", Line: 30}, Verdict: &scenario.Verdict{Status: scenario.Passed, Pins: []string{"R-9"}}},
		},
	}
}

func written(t *testing.T, format string, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, format, results(), opt))
	return b.String()
}

func TestReports(t *testing.T) {
	tests := map[string]struct {
		format string
		opt    Options
	}{
		"pretty.txt":         {"pretty", Options{Width: 80}},
		"pretty-wide.txt":    {"pretty", Options{}},
		"pretty-color.txt":   {"pretty", Options{Width: 80, Color: true}},
		"pretty-verbose.txt": {"pretty", Options{Width: 80, Verbose: true}},
		"pretty-timings.txt": {"pretty", Options{Width: 80, Verbose: true, Timings: true}},
		"pretty-slowest.txt": {"pretty", Options{Slowest: 2}},
		"json.json":          {"json", Options{}},
		"json-timings.json":  {"json", Options{Timings: true}},
		"junit.xml":          {"junit", Options{}},
		"junit-timings.xml":  {"junit", Options{Timings: true}},
		"github.txt":         {"github", Options{}},
		"markdown.md":        {"markdown", Options{}},
		"gitlab.json":        {"gitlab", Options{}},
		"sarif.json":         {"sarif", Options{}},
		"page.html":          {"html", Options{}},
	}
	tried := map[string]bool{}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := written(t, tt.format, tt.opt)
			golden := filepath.Join("testdata", name)
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
		tried[tt.format] = true
	}
	for _, f := range formats {
		assert.True(t, tried[f.name], "no file in testdata has the format %s", f.name)
	}
}

// Programs look for a line that is nothing but the sum, and must find one only.
func TestTheSumIsALineOfItsOwn(t *testing.T) {
	sum := regexp.MustCompile(`(?m)^\d+ passed, \d+ failed(, \d+ skipped)?(, \d+ refused)?$`)
	for _, opt := range []Options{{}, {Verbose: true}, {Color: true}, {Timings: true}} {
		assert.Equal(t, []string{"2 passed, 2 failed, 1 skipped, 1 refused"}, sum.FindAllString(written(t, "pretty", opt), -1))
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "pretty", &scenario.Results{Passed: 151, Cases: results().Cases[:1]}, Options{}))
	assert.True(t, strings.HasSuffix(b.String(), "\n151 passed, 0 failed\n"))
}

func TestPrettyFitsAPage(t *testing.T) {
	for line := range strings.Lines(written(t, "pretty", Options{Verbose: true, Width: 80})) {
		line = strings.TrimSuffix(line, "\n")
		if excerpt.MatchString(strings.TrimPrefix(line, "      ")) {
			continue // the caret below must stay under its place
		}
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
		assert.Equal(t, strings.TrimRight(line, " "), line, "blanks at the end")
	}
}

func TestMachineFormatsCanBeRead(t *testing.T) {
	var got struct {
		Scenarios, Passed, Failed, Skipped, Refused int
		Cases                                       []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(written(t, "json", Options{})), &got))
	assert.Equal(t, []int{4, 2, 2, 1, 1}, []int{got.Scenarios, got.Passed, got.Failed, got.Skipped, got.Refused})
	require.Len(t, got.Cases, 6)
	for _, c := range got.Cases {
		for _, key := range []string{"scenario", "row", "file", "line", "variant", "status", "pins", "message"} {
			assert.Contains(t, c, key)
			assert.NotNil(t, c[key], "%s is null", key)
		}
	}
	assert.Equal(t, map[string]any{"file": "scenarios/pebbles/stakes/lost.yaml", "line": 9.0, "column": 7.0}, got.Cases[1]["at"])

	var suites junitSuites
	require.NoError(t, xml.Unmarshal([]byte(written(t, "junit", Options{})), &suites))
	require.Len(t, suites.Suites, 3)
	assert.Equal(t, 2, suites.Suites[0].Tests)
	assert.Equal(t, results().Cases[1].Message.String(), suites.Suites[0].Cases[1].Failure.Text)
	assert.Equal(t, results().Cases[2].Scenario+" under quick", suites.Suites[1].Cases[0].Name)
}

// GitHub shows ten annotations of a step and drops the others. So cases that could not run come first, and
// the last annotation gives the number of the rest.
func TestGitHubSaysHowManyMore(t *testing.T) {
	r := &scenario.Results{Failed: 12}
	for i := range 12 {
		r.Cases = append(r.Cases, scenario.Case{Subject: &scenario.Subject{Scenario: "s", Row: i + 1, File: "scenarios/a,b.yaml", Line: i + 1}, Verdict: &scenario.Verdict{Status: scenario.Failed, Kind: map[bool]scenario.Kind{true: scenario.Unread}[i == 11], Message: said("50% is\nwrong\n")}})
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "github", r, Options{}))
	lines := strings.Split(b.String(), "\n")
	require.Len(t, lines, annotations+2) // the sum, and the end of its line
	assert.Equal(t, "::error file=scenarios/a%2Cb.yaml,line=12,col=1,title=s (row 12)::50%25 is%0Awrong", lines[0])
	assert.Equal(t, "::error::3 more scenarios failed", lines[annotations-1])
}

// GitHub and code scanning look for files in the checkout. A file that comes with the program, or lies
// elsewhere, appears in the message alone.
func TestOnlyFilesOfTheCheckoutHaveAnnotations(t *testing.T) {
	for file, in := range map[string]bool{
		"scenarios/pebbles/end.yaml": true, "data/scenarios/pebbles/a:b.yaml": true,
		"builtin:scenarios/pebbles/end.yaml": false, "../other/scenarios/pebbles/end.yaml": false, "/srv/scenarios/pebbles/end.yaml": false,
	} {
		t.Run(file, func(t *testing.T) {
			at := scenario.Place{File: file, Line: 4, Col: 2}
			r := &scenario.Results{}
			r.Count(scenario.Case{Subject: &scenario.Subject{Scenario: "The end", Game: "pebbles", File: file, Line: 3}, Verdict: &scenario.Verdict{At: at, Status: scenario.Failed, Message: said(file + ":4:2: this does not hold")}})
			var github, sarif strings.Builder
			require.NoError(t, Write(&github, "github", r, Options{}))
			require.NoError(t, Write(&sarif, "sarif", r, Options{}))
			assert.Equal(t, in, strings.Contains(github.String(), "file="), github.String())
			assert.Equal(t, in, strings.Contains(sarif.String(), `"artifactLocation"`), sarif.String())
			assert.Contains(t, github.String(), "this does not hold")
			assert.Contains(t, sarif.String(), `The end\n`+file+":4:2: this does not hold")
		})
	}
}

// GitHub drops a summary that is too long, so the table ends before that and says so.
func TestASummaryIsNotTooLong(t *testing.T) {
	r := &scenario.Results{}
	for i := range 9000 {
		r.Count(scenario.Case{Subject: &scenario.Subject{Scenario: strings.Repeat("s", 100), Row: i + 1, File: "x.yaml", Line: 1}, Verdict: &scenario.Verdict{Status: map[bool]scenario.Status{true: scenario.Failed, false: scenario.Skipped}[i%2 == 1], Message: said("m")}})
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "markdown", r, Options{}))
	assert.Less(t, b.Len(), 1<<20)
	assert.Contains(t, b.String(), "**0 passed, 4500 failed, 4500 skipped**\n")
	shown := strings.Count(b.String(), "\n| failed | ") + strings.Count(b.String(), "\n| skipped | ")
	assert.Equal(t, 4500, strings.Count(b.String(), "\n| failed | "))
	assert.True(t, strings.HasSuffix(b.String(), fmt.Sprintf(" |\n\n%d more do not fit into this summary\n", 9000-shown)))
}

// A fingerprint tells a failure from the others, and stays when its scenario moves in the file.
func TestFingerprints(t *testing.T) {
	c := results().Cases[1]
	was := fingerprint(c)
	c.Line, c.At.Line, c.Message = 77, 80, said("otherwise")
	assert.Equal(t, was, fingerprint(c))
	c.Variant = "quick"
	assert.NotEqual(t, was, fingerprint(c))
}

func TestMarkdownCannotBreakOut(t *testing.T) {
	r := &scenario.Results{Failed: 1, Cases: []scenario.Case{{
		Subject: &scenario.Subject{Scenario: "a|b <img src=x> @all #1 [x](http://y) `c` **d**", File: "f.yaml", Line: 1},
		Verdict: &scenario.Verdict{
			Status:  scenario.Failed,
			Message: said("x\ny"),
		},
	}}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "markdown", r, Options{}))
	assert.Contains(t, b.String(), "| failed | a\\|b &lt;img src=x&gt; @&#8203;all #&#8203;1 \\[x\\](http:&#8203;//y) \\`c\\` \\*\\*d\\*\\* | f.yaml:1 | x |\n")
}

func TestWriteReports(t *testing.T) {
	assert.ErrorContains(t, Write(&bytes.Buffer{}, "yaml", results(), Options{}), `"yaml"`)
	full := errors.New("the disk is full")
	for _, format := range Formats() {
		assert.ErrorIs(t, Write(failing{full}, format, results(), Options{}), full, format)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestLinesThatAreTooLong(t *testing.T) {
	for line, want := range map[string]string{
		"one  two ":                     "one  two\n",
		"one   two three":               "one   two\n  three\n",
		"one two three four":            "one two\n  three\n  four\n",
		" one two three":                " one two\n   three\n",
		"cards/GAME/turn.yaml:12:9 and": "cards/GAME/turn.yaml:12:9\n  and\n",
		"äöüäöüäöü ß":                   "äöüäöüäöü\n  ß\n",
		" 4 |   then: [true]":           " 4 |   then: [true]\n", // an excerpt, and its caret
		"   |            ^":             "   |            ^\n",
	} {
		t.Run(line, func(t *testing.T) {
			p := &pretty{Page: words.Page{Width: 9}}
			p.lines("", line, "")
			assert.Equal(t, want, p.String())
		})
	}
}

func TestSeconds(t *testing.T) {
	assert.Equal(t, "0.000", seconds(499*time.Microsecond))
	assert.Equal(t, "0.001", seconds(500*time.Microsecond))
	assert.Equal(t, "61.050", seconds(61*time.Second+50*time.Millisecond))
}

// Many that are skipped or refused in configurations are counted; each is told if that is asked for,
// and always where a file says so.
func TestManyPassedOverAreCounted(t *testing.T) {
	r := &scenario.Results{Scenarios: 1, Cases: []scenario.Case{{Subject: &scenario.Subject{Scenario: "Left out"}, Verdict: &scenario.Verdict{Status: scenario.Skipped, Message: said("not decided yet")}}}}
	for _, under := range []string{"a", "b", "c", "d"} {
		r.Cases = append(r.Cases, scenario.Case{Subject: &scenario.Subject{Scenario: "Silent"}, Verdict: &scenario.Verdict{Status: scenario.Refused, Message: said("it does not say")}, Variant: under})
	}
	for _, all := range []bool{false, true} {
		var b bytes.Buffer
		require.NoError(t, Write(&b, "pretty", r, Options{Skipped: all}))
		assert.Equal(t, 1, strings.Count(b.String(), "not decided yet"))
		assert.Equal(t, !all, strings.Contains(b.String(), "\n4 refused, under a, b, c, … (list them and the reasons with --skipped)\n"))
		assert.Equal(t, all, strings.Count(b.String(), "it does not say") == 4)
	}
}
