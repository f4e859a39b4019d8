//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/escape"
)

// hostile hides, turns a line around, and begins a formula, a cell, a mention, a
// reference, a link, HTML, code and a workflow command.
const hostile = "=1|@user #1 [x](http://e.org) <b>`::error::\u202e\u2066\u200b\u3164\ufe0f\U000e0041"

// hostileGame writes the files of the hostile game.
func hostileGame(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files, err := txtar.ParseFile("testdata/hostile.txtar")
	require.NoError(t, err)
	for _, f := range files.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, bytes.ReplaceAll(f.Data, []byte("§"), []byte(hostile)), 0o644))
	}
	return dir
}

// Control characters in the texts of a game cannot hide or reverse a line of output, and no output format
// reads such a text as markup.
func TestHostileTextsAreShown(t *testing.T) {
	all, green := hostileGame(t), hostileGame(t)
	require.NoError(t, os.Remove(filepath.Join(green, "scenarios/tiny/bad.yaml"))) // mutants are judged where nothing fails
	shown := 0
	for _, tt := range []struct {
		args  string
		holds func(t *testing.T, out string)
	}{
		{"games", nil}, {"games tiny", nil}, {"version -v", nil}, {"check", nil}, {"check --format json", isJSON},
		{"test", nil}, {"test -v --under", nil}, {"test --variant other", nil}, {"test --format json", isJSON},
		{"test --format junit", isXML}, {"test --format github", isWorkflow}, {"test --format markdown", isMarkdown},
		{"test --format sarif", isJSON}, {"test --format html", isHTML}, {"test --format gitlab", isJSON},
		{"test --list", nil}, {"test --slowest 3", nil}, {"test --report json=tests", nil}, {"report tests", nil}, {"report tests --format junit", isXML},
		{"test --last-failed §", nil}, {"test --last-failed saved", nil}, {"schema §", nil}, {"cover tiny --format lcov", nil},
		{"cover tiny", nil}, {"cover tiny --format json", isJSON}, {"cover tiny --clause T-A-01", nil},
		{"mutate tiny -v --min-killed 0", nil}, {"mutate tiny --format json", isJSON}, {"mutate tiny --format html", isHTML}, {"mutate tiny --format github", isWorkflow}, {"mutate tiny --format stryker", isJSON},
		{"mutate tiny --file §", nil}, {"mutate tiny --clause §", nil}, {"mutate tiny --changed §", nil}, {"mutate tiny --shard §", nil},
		{"diff tiny default other -v --sim 50", nil}, {"diff tiny default other --format json", isJSON}, {"diff tiny default other --sim 50 --format markdown", isMarkdown},
		{"sim tiny --games 20", nil}, {"sim tiny --games 20 --format json --report json=part", isJSON}, {"sim tiny --games 20 --format csv", isCSV}, {"sim tiny --games 20 --format html", isHTML},
		{"report part", nil}, {"report part --format html", isHTML}, {"cover tiny --report json=cover", nil}, {"report cover --format html", nil}, {"report cover --format markdown", isMarkdown}, {"diff tiny default other --sim 20 --report json=diff", nil}, {"report diff --format html", isHTML}, {"report diff --format markdown", isMarkdown},
		{"explain tiny start", nil}, {"explain tiny T-A-01", nil}, {"explain tiny penny", nil}, {"explain tiny turn", nil}, {"explain tiny choice", nil},
		{"explain tiny box", nil}, {"explain tiny coin", nil}, {"explain tiny other", nil},
		{"explain tiny --compiled", nil}, {"check tiny --untold", nil},
		{"play tiny --seed 1 --save kept", nil}, {"replay kept", nil}, {"play tiny --bots random --seed 2", nil},
		{"replay saved", nil}, {"play --resume saved", nil}, {"report saved", nil},
		{"check --data broken worse", nil}, {"check --data broken wurst", nil}, {"check --data broken wurst --format json", isJSON}, {"check --data broken wurst --format github", isWorkflow},
		{"check §", nil}, {"test §", nil}, {"test ./§.yaml", nil}, {"test --run §", nil}, {"test --tag §", nil}, {"§", nil}, {"test --§", nil},
		{"explain tiny §", nil}, {"diff tiny § default", nil}, {"diff tiny start=§ default", nil}, {"check tiny --variant §", nil}, {"check tiny --reading §=§", nil},
		{"play tiny --seat §=§", nil}, {"play tiny --bots §", nil}, {"sim tiny --policy §", nil}, {"sim tiny --until-width §=1", nil}, {"sim tiny --games §", nil},
		{"test --report junit=§/§", nil}, {"test --report §=x", nil}, {"games --lang §", nil}, {"games --color §", nil}, {"--data § games", nil}, {"export tiny §", nil}, {"cover tiny --reaches §:1", nil},
	} {
		for _, color := range []string{"never", "always"} {
			t.Run(tt.args+" "+color, func(t *testing.T) {
				dir := all
				if strings.HasPrefix(tt.args, "mutate ") {
					dir = green
				}
				var args []string
				for arg := range strings.FieldsSeq(tt.args) {
					args = append(args, strings.ReplaceAll(arg, "§", strings.ReplaceAll(hostile, " ", "_")))
				}
				var out, errs bytes.Buffer
				in := strings.NewReader(strings.Repeat("?\n"+hostile+"\x1b[31m\x00\n1\n", 40))
				code := Run(t.Context(), append(args, "--no-builtin", "--color", color), World{In: in, Out: &out, Err: &errs, Dir: dir, Env: func(string) string { return "" }})
				require.NotEqual(t, exitInternal, code, "%s%s", &out, &errs)
				for _, text := range []string{out.String(), errs.String()} {
					if color == "always" {
						text = uncolored(text)
					}
					require.True(t, utf8.ValidString(text))
					require.Equal(t, escape.Text(text), text)
					shown += strings.Count(text, `\u202e`)
				}
				if tt.holds != nil {
					tt.holds(t, out.String())
				}
			})
		}
	}
	assert.Greater(t, shown, 500, "how often a hostile text was shown")
}

// uncolored is a text without the sequences with which it is coloured.
func uncolored(text string) string {
	for _, code := range []string{"0", "1", "2", "31", "32", "33", "36", "1;31", "31;1"} {
		text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
	}
	return text
}

func isJSON(t *testing.T, out string) {
	require.True(t, json.Valid([]byte(out)), out)
	require.NotContains(t, out, "\x1b")
	var back any
	require.NoError(t, json.Unmarshal([]byte(out), &back))
}

func isXML(t *testing.T, out string) {
	for d := xml.NewDecoder(strings.NewReader(out)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
	require.NotContains(t, out, "<b>")
}

func isWorkflow(t *testing.T, out string) {
	for line := range strings.Lines(out) {
		require.Regexp(t, `^(::(error|warning) file=[^:]*,line=\d+,col=\d+,title=[^:]*::|\d+ passed|\d+ errors?|\d+ mutants examined|killed: \d+\.\d % of|::warning::\d+ more)`, line)
	}
}

func isMarkdown(t *testing.T, out string) {
	var prose []string
	fence := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		switch {
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
		case fence != "":
		case strings.HasPrefix(line, "```"):
			fence = strings.TrimSuffix(line, "diff")
		default:
			prose = append(prose, withoutCode(line))
		}
	}
	require.Empty(t, fence, "a block of code is not closed")
	text := strings.Join(prose, "\n")
	for _, begins := range []string{"@user", " #1", "[x](", "http://", "<b>"} {
		require.NotContains(t, text, begins)
	}
	columns := 0
	for _, line := range prose {
		cells := strings.Count(line, "|") - strings.Count(line, `\|`)
		switch {
		case !strings.HasPrefix(line, "|"):
			columns = 0
		case columns == 0:
			columns = cells
		default:
			require.Equal(t, columns, cells, line)
		}
	}
}

// withoutCode returns a line without the parts that are marked as code.
func withoutCode(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		fence := strings.Repeat("`", run)
		if run == 0 || i > 0 && line[i-1] == '\\' {
			b.WriteByte(line[i])
			i++
			continue
		}
		end := strings.Index(line[i+run:], fence)
		if end < 0 {
			return b.String() + line[i:]
		}
		i += run + end + run
	}
	return b.String()
}

func isHTML(t *testing.T, out string) {
	require.NotContains(t, out, "<b>")
	require.Contains(t, out, "&lt;b&gt;")
}

func isCSV(t *testing.T, out string) {
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Greater(t, len(rows), 2)
	for _, row := range rows {
		for _, cell := range row {
			require.NotRegexp(t, `^[=+@\t\r]|^-[^0-9]`, cell)
		}
	}
}

// Control characters are refused in files, names of files and arguments.
func TestControlCharactersAreRefused(t *testing.T) {
	dir := hostileGame(t)
	at := filepath.Join(dir, "cards/tiny/more.yaml")
	require.NoError(t, os.WriteFile(at, []byte("fields:\n  more: {type: number, note: \"a\\e[31mb\"}\n"), 0o644))
	runs := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := Run(t.Context(), args, World{In: &bytes.Buffer{}, Out: &out, Err: &errs, Dir: dir, Env: func(string) string { return "" }})
		return code, errs.String()
	}
	code, err := runs("check", "tiny")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, err, "cards/tiny/more.yaml:2:32: the control character U+001B is not allowed")
	require.NoError(t, os.Remove(at))
	code, err = runs("check", "tiny\x1b[31m", "--color", "always")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "moraine: \"tiny\\x1b[31m\": the control character U+001B is not allowed in an argument\n", err)
	for name, want := range map[string]string{
		"cards/tiny/\x1b[31m.yaml":          `cards/tiny/\x1b[31m.yaml: the file name contains the control character U+001B; rename the file`,
		"cards/tiny/a\nok, all passed.yaml": `cards/tiny/a\nok, all passed.yaml: the file name contains the control character U+000A; rename the file`,
		"cards/tiny/a\xff.yaml":             `cards/tiny/a\xff.yaml: the file name is not UTF-8; rename the file`,
		"cards/a\nb/a.yaml":                 `cards/"a\nb" does not belong to a game; rename the folder`,
		"variants/a\xff/a.yaml":             `variants/"a\xff" does not belong to a game; rename the folder`,
	} {
		t.Run(name, func(t *testing.T) {
			at := filepath.Join(dir, filepath.FromSlash(name))
			if os.MkdirAll(filepath.Dir(at), 0o755) != nil || os.WriteFile(at, []byte("fields: {}\n"), 0o644) != nil {
				return // not every file system has such names
			}
			code, err = runs("check", "tiny")
			assert.Equal(t, exitUsage, code, name)
			assert.Contains(t, err, want)
			require.NoError(t, os.Remove(at))
			_ = os.Remove(filepath.Dir(at)) // if it is empty now
		})
	}
}
