package cover_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/cover"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/pages"
	"moraine/interpreter/words"
)

// tiny is the game of testdata, with more files from the archive under other
// names.
func tiny(t *testing.T, with map[string]string) interpreter.Sources {
	t.Helper()
	a, err := txtar.ParseFile("testdata/tiny.txtar")
	require.NoError(t, err)
	files := fstest.MapFS{}
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, "wrong/") {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		} else if name := with[f.Name]; name != "" {
			files[name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return interpreter.Sources{{Name: "test", FS: files}}
}

func measured(t *testing.T, opt scenario.Options) *cover.Report {
	t.Helper()
	r, err := cover.Measure(context.Background(), tiny(t, nil), "tiny", opt)
	require.NoError(t, err)
	require.Zero(t, r.Failed)
	return r
}

// Every clause of the tiny game says how it stands.
func TestClauses(t *testing.T) {
	r := measured(t, scenario.Options{})
	last := regexp.MustCompile(`\w+$`)
	for _, c := range r.Clauses {
		assert.Equal(t, last.FindString(c.Says), string(c.Status), "%s: %s", c.ID, c.Says)
	}
	assert.Equal(t, map[cover.Status]int{cover.Pinned: 22, cover.Claimed: 14, cover.Untested: 1, cover.Note: 1}, r.Count("", ""))
	assert.Equal(t, map[cover.Status]int{cover.Pinned: 1, cover.Note: 1}, r.Count("rules", "P"))
	assert.Equal(t, []string{"P", "S", "C", "V"}, r.SectionsOf("rules"))
}

func TestSteps(t *testing.T) {
	r := measured(t, scenario.Options{})
	came := map[string]cover.StepStatus{}
	for _, s := range r.Steps {
		came[s.In+": "+s.Says] = s.Came
	}
	for what, want := range map[string]cover.StepStatus{
		"something: move: first(bag)":          cover.Done,
		"dusk: dusk:":                          cover.Done, // the window's own
		"turn: window: dusk":                   cover.Done,
		"turn: call: something":                cover.Done,
		"turn: call: nothing_much":             cover.Idle,
		"turn: each: x":                        cover.Idle,
		"turn: set: {mood: 0, level: level}":   cover.Idle,
		"turn: move: filter(bag, .size > 9)":   cover.Idle,
		"turn: discard: x":                     cover.Never,
		"nothing_much: discard: tray":          cover.Never, // its condition does not hold
		"turn: set: {depth: 1}":                cover.Never,
		"sink.effect: set: {level: level - 1}": cover.Never,
		"match: finish: players":               cover.Never,
		"turn: set: {level: 0}":                cover.Dormant,
		"turn: call: much_later":               cover.Dormant,
		"much_later: discard: bag":             cover.Dormant,
		"turn: if: ruled(\"late\", \"yes\")":   cover.Dormant,
		"lift.effect: set: {level: level + 1}": cover.Done,
		"charm.playing: call: card.effect":     cover.Done,
	} {
		t.Run(what, func(t *testing.T) {
			assert.Equal(t, want, came[what], what)
			delete(came, what)
		})
	}
	assert.NotContains(t, came, "turn: ruling: late", "it is settled before anything runs")
	var readings []string
	for _, s := range r.StepsThat(cover.Dormant) {
		readings = append(readings, s.Reading)
	}
	assert.ElementsMatch(t, []string{"late=yes", "", "", ""}, readings)
}

// A step that no procedure calls, in any reading or variant, belongs to no configuration.
func TestStepsThatNothingCalls(t *testing.T) {
	data := tiny(t, nil)
	data[0].FS.(fstest.MapFS)["cards/tiny/loose.yaml"] = &fstest.MapFile{Data: []byte("procedures: {loose: {do: [{set: {level: 0}}]}}\n")}
	r, err := cover.Measure(t.Context(), data, "tiny", scenario.Options{})
	require.NoError(t, err)
	for _, s := range r.StepsThat(cover.Dormant) {
		assert.Equal(t, s.In == "loose", s.Unused, s.In)
	}
	assert.Regexp(t, "; 4 more belong to .*; nothing calls 1$", r.Came())
}

func TestConditions(t *testing.T) {
	r := measured(t, scenario.Options{})
	missing := map[string]string{}
	for _, c := range r.Conditions {
		missing[c.In+": "+c.Says] = strings.Trim(fmt.Sprint(c.Missing()), "[]")
	}
	assert.Equal(t, map[string]string{
		"turn: .size > 9":       "true",
		"turn: level < 9":       "false",
		"turn: it.size < bound": "",
		"turn: level < 5 and not (level == 4 or depth > 0)": "",
		"turn: level < 5":               "false",
		"turn: level == 4 or depth > 0": "",
		"turn: level == 4":              "",
		"turn: depth > 0":               "true",
		"dusk: len(it.hand) <= 2":       "",
		"dusk: it in players":           "", // it is impossible that it fails
		"nothing_much: level > 99":      "true",
	}, missing)
	require.Len(t, r.Impossible(), 1)
	assert.Equal(t, "the window asks nobody else", r.Impossible()[0].Why)
}

func TestCards(t *testing.T) {
	r := measured(t, scenario.Options{})
	require.Len(t, r.Cards, 2)
	require.Len(t, r.CardsMissing(), 1)
	assert.Equal(t, "sink", r.CardsMissing()[0].In)
	assert.Equal(t, []string{"it is never played", "its effect never runs"}, r.CardsMissing()[0].Missing(words.Names{}))
}

// Under the other reading other steps are in force, and are reached.
func TestReadingsAddUp(t *testing.T) {
	r := measured(t, scenario.Options{Load: interpreter.Options{Readings: map[string]string{"late": "yes"}}, Run: regexp.MustCompile("^What")})
	assert.Empty(t, r.StepsThat(cover.Dormant))
}

func TestWho(t *testing.T) {
	r := measured(t, scenario.Options{})
	line := func(of string) string {
		for _, s := range r.Steps {
			if s.Says == of {
				return s.At()
			}
		}
		t.Fatal("no step " + of)
		return ""
	}
	list, err := r.Line(line("roll: die"))
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Len(t, list[0].By, 1)
	assert.EqualValues(t, "it did something", list[0].By[0].How)
	assert.Len(t, list[0].By[0].Scenarios, 2)

	list, err = r.Line("cards/tiny/rules.yaml:6:3")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, r.WriteLine(&out, 80, list))
	assert.Contains(t, out.String(), "dusk › len(it.hand) <= 2\n  it held in 2 scenarios:\n")
	assert.Contains(t, out.String(), "  it did not hold in 2 scenarios:\n")

	list, err = r.Line("rules.yaml:" + strings.Split(line("discard: x"), ":")[1])
	require.NoError(t, err)
	out.Reset()
	require.NoError(t, r.WriteLine(&out, 80, list))
	assert.Contains(t, out.String(), "turn › discard: x\n  no scenario reaches it\n")

	for place, want := range map[string]string{
		"cards/tiny/rules.yaml":    `"cards/tiny/rules.yaml" is not a position in a file; write FILE:LINE`,
		"cards/tiny/rulse.yaml:10": `no step or formula begins at cards/tiny/rulse.yaml:10; did you mean "cards/tiny/rules.yaml"?`,
		"cards/tiny/rules.yaml:0":  `"cards/tiny/rules.yaml:0" is not a position in a file; write FILE:LINE`,
		"cards/tiny/pieces.yaml:1": "no step or formula begins at cards/tiny/pieces.yaml:1",
	} {
		t.Run(place, func(t *testing.T) {
			_, err := r.Line(place)
			assert.EqualError(t, err, want)
		})
	}

	c, proofs, err := r.Clause("t-s-08")
	require.NoError(t, err)
	assert.Equal(t, cover.Pinned, c.Status)
	require.Len(t, proofs, 1)
	require.Len(t, proofs[0].Places, 1)
	assert.Equal(t, "call: something", proofs[0].Places[0].Says)
	_, proofs, err = r.Clause("T-S-04")
	require.NoError(t, err)
	require.Len(t, proofs, 1)
	assert.Empty(t, proofs[0].Places)
	_, _, err = r.Clause("T-S-44")
	assert.ErrorContains(t, err, `tiny has no clause "T-S-44"; did you mean "T-S-`)
}

// An entry of `impossible` must name an existing condition whose value was never seen.
func TestWrongImpossibles(t *testing.T) {
	for file, want := range map[string][]string{
		"wrong/seen.yaml":       {"the condition is possible: a scenario reached it at "},
		"wrong/unknown.yaml":    {"this condition is not in turn", `"something" has no conditions`},
		"wrong/unreadable.yaml": {"this formula cannot be read"},
	} {
		t.Run(file, func(t *testing.T) {
			_, err := cover.Measure(context.Background(), tiny(t, map[string]string{file: "cards/tiny/wrong.yaml"}), "tiny", scenario.Options{})
			for _, text := range want {
				assert.ErrorContains(t, err, text, file)
			}
		})
	}
}

// A report is the same however many scenarios run at once.
func TestReports(t *testing.T) {
	write := func(jobs int) (pretty, page string, data []byte) {
		r := measured(t, scenario.Options{Jobs: jobs})
		var a, b, c bytes.Buffer
		require.NoError(t, r.Doc(true).Pretty(&a, 80, false))
		require.NoError(t, r.Page().HTML(&b))
		require.NoError(t, r.WriteJSON(&c))
		return a.String(), b.String(), c.Bytes()
	}
	pretty, page, data := write(1)
	again, pageAgain, dataAgain := write(8)
	assert.Equal(t, pretty, again)
	assert.Equal(t, page, pageAgain)
	assert.Equal(t, data, dataAgain)

	for line := range strings.Lines(pretty) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
		assert.Equal(t, strings.TrimRight(line, " \n")+"\n", line)
	}
	assert.Contains(t, pretty, "\nin all                   22       14         1     1\n")

	var got struct {
		Clauses map[string]int
		List    []struct {
			ID, Status string
			By         []string
		}
		Steps      struct{ Done, Idle, Never, Dormant int }
		Conditions struct{ Both, Open, Impossible int }
	}
	require.NoError(t, json.Unmarshal(data, &got))
	assert.Equal(t, map[string]int{"pinned": 22, "claimed": 14, "untested": 1, "note": 1}, got.Clauses)
	assert.Len(t, got.List, 38)
	assert.Equal(t, 4, got.Steps.Dormant)
	assert.Equal(t, 1, got.Conditions.Impossible)

	assert.NotRegexp(t, `(?i)(src|href)=|https?:|<script|url\(`, page, "the page needs nothing else")
	assert.Contains(t, page, `<code class="at">T-S-04</code>`)
}

// The entries of `impossible` in the game of the READMEs are true.
func TestThePagesAreMeasured(t *testing.T) {
	files := pages.Files(t, "../../../..", "cards", "scenarios")
	r, err := cover.Measure(context.Background(), interpreter.Sources{{Name: "pages", FS: files}}, "pebbles", scenario.Options{})
	require.NoError(t, err)
	require.Len(t, r.Impossible(), 1)
	assert.Equal(t, "shrug", r.Impossible()[0].In)
}
