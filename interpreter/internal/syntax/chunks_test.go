package syntax

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/source"
)

// A game in one text: its files stand between lines of `---`. Each begins with
// as many empty lines as stand before it, so that line numbers hold. What must
// be complained about stands on its line, `### "regexp"`; a complaint that is
// not announced fails a test as much as one that does not come.

// decodeText parses and decodes such a text.
func decodeText(t *testing.T, name, game string) (*Game, source.Diagnostics) {
	t.Helper()
	var docs []*source.Node
	var all source.Diagnostics
	before := 0
	for _, part := range strings.Split("\n"+game, "\n---\n") {
		body := strings.Repeat("\n", before) + strings.TrimPrefix(part, "\n")
		before += strings.Count(strings.TrimPrefix(part, "\n"), "\n") + 2
		doc, d := source.Parse(&source.File{Name: name, Text: []byte(body)}, source.DefaultLimits())
		all = append(all, d...)
		docs = append(docs, doc)
	}
	g, d := Decode(docs)
	return g, append(all, d...)
}

func decodeFile(t *testing.T, path string) (*Game, source.Diagnostics) {
	t.Helper()
	body, err := os.ReadFile(path)
	require.NoError(t, err)
	return decodeText(t, path, string(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))))
}

var announced = regexp.MustCompile(`### ("(?:[^"\\]|\\.)*")`)

// checkErrors decodes a game and compares what is complained about with what
// its lines announce. A complaint is matched with its hint.
func checkErrors(t *testing.T, game string) {
	t.Helper()
	_, found := decodeText(t, "test.yaml", game)
	came := map[int][]string{}
	for _, one := range found {
		came[one.Pos.Line] = append(came[one.Pos.Line], one.Text+" = "+one.Hint)
	}
	for i, line := range strings.Split(game, "\n") {
		for _, m := range announced.FindAllStringSubmatch(line, -1) {
			pattern, err := strconv.Unquote(m[1])
			require.NoError(t, err, line)
			came[i+1] = withoutFirst(came[i+1], regexp.MustCompile(pattern), func() {
				t.Errorf("line %d: nothing matches %q, of:\n%s", i+1, pattern, strings.Join(came[i+1], "\n"))
			})
		}
	}
	for line, left := range came {
		for _, one := range left {
			t.Errorf("line %d: not announced: %s", line, one)
		}
	}
}

func withoutFirst(texts []string, pattern *regexp.Regexp, none func()) []string {
	for i, one := range texts {
		if pattern.MatchString(one) {
			return append(append([]string{}, texts[:i]...), texts[i+1:]...)
		}
	}
	none()
	return texts
}

// header makes a whole game of what a test is about.
const header = `
---
language: 1
game: test
players: {from: 1, to: 2, seats: [ann, bob], turn: active}
start: match
`

// inBlock makes a game of the steps of one procedure, an indent deep.
func inBlock(steps string) string {
	return fmt.Sprintf("procedures:\n  match:\n    do:\n%s", strings.TrimPrefix(steps, "\n")) + header
}
