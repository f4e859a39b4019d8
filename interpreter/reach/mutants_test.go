package reach

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/testing/soak"
	"moraine/interpreter/scenario"
)

// in are the data in a folder, which are parsed once.
func in(dir string) interpreter.Sources {
	return interpreter.NewLoader(interpreter.Sources{{Name: "x", FS: os.DirFS(dir)}}).Sources()
}

// places are where a line of rules can be made wrong, and how.
var places = []struct {
	at  *regexp.Regexp
	how func(lot *rand.Rand, was string) string
}{
	{regexp.MustCompile(`\b\d+\b`), func(lot *rand.Rand, was string) string {
		n, _ := strconv.Atoi(was)
		return strconv.Itoa(max(0, n+1-2*lot.IntN(2)))
	}},
	{regexp.MustCompile(` (and|or|>=|<=|>|<|==|!=|\+|-) `), func(lot *rand.Rand, was string) string {
		others := []string{" and ", " or "}
		if was != others[0] && was != others[1] {
			others = []string{" >= ", " <= ", " > ", " < ", " == ", " != ", " + ", " - "}
		}
		return others[lot.IntN(len(others))]
	}},
	{regexp.MustCompile(`\b(true|false|top|bottom|up|down)\b`), func(_ *rand.Rand, was string) string {
		return map[string]string{"true": "false", "false": "true", "top": "bottom", "bottom": "top", "up": "down", "down": "up"}[was]
	}},
	{regexp.MustCompile(`(?m)^ +- (discard|move|set|flip|shuffle|finish|call): .*\n`), func(*rand.Rand, string) string { return "" }},
}

// mutant makes one place of a text wrong; the same text: there is none.
func mutant(lot *rand.Rand, text string) (out, says string) {
	p := places[lot.IntN(len(places))]
	found := p.at.FindAllStringIndex(text, -1)
	if len(found) == 0 {
		return text, ""
	}
	at := found[lot.IntN(len(found))]
	was := text[at[0]:at[1]]
	becomes := p.how(lot, was)
	return text[:at[0]] + becomes + text[at[1]:], fmt.Sprintf("line %d: %q became %q", 1+strings.Count(text[:at[0]], "\n"), was, becomes)
}

// Whatever is made wrong in the data of a game: the selection holds every scenario that fails by it.
func TestTheSelectionHoldsWhoeverKillsAMutant(t *testing.T) {
	for dir, mutants := range map[string]int{"../../cmd/moraine/testdata/pebbles": 60, "../..": 2} {
		mutants *= soak.Or(40, 1)
		killed, spared := 0, 0
		for _, game := range in(dir).Games() {
			for under, n := range map[bool]int{false: mutants, true: mutants / 4} {
				k, s := hold(t, in(dir), game, scenario.Options{Under: under}, n)
				killed, spared = killed+k, spared+s
			}
		}
		t.Logf("%s: %d kills, %d scenarios left out", dir, killed, spared)
		assert.True(t, killed > 0 || dir == "../..", "none is killed")
		assert.NotZero(t, spared)
	}
}

// hold makes mutants and counts the scenarios that kill them, and those that the selection leaves out.
func hold(t *testing.T, was interpreter.Sources, game string, opt scenario.Options, mutants int) (killed, spared int) {
	t.Helper()
	record, states := &Record{}, map[string]*State{}
	before := opt
	before.Entered = record.Note
	before.Pick = func(all []scenario.Item) ([]scenario.Item, error) {
		states[game] = StateOf(all, record)
		return all, nil
	}
	good, err := scenario.Run(t.Context(), was, []string{game}, before)
	require.NoError(t, err)
	require.Zero(t, good.Failed)
	files, err := was.Rules(game)
	require.NoError(t, err)
	lot := rand.New(rand.NewPCG(uint64(len(game)), uint64(mutants)))
	for made := 0; made < mutants; {
		f := files[lot.IntN(len(files))]
		if !strings.Contains(string(f.Text), "do:") && !strings.Contains(string(f.Text), "cards:") {
			continue // what is told, and who plays
		}
		text, says := mutant(lot, string(f.Text))
		now := was.Over(0, f.Path, []byte(text))
		if _, err := interpreter.Load(now, game, interpreter.Options{}); text == string(f.Text) || err != nil {
			continue
		}
		picked := map[string]bool{}
		looked := 0
		asked := opt
		asked.Pick = func(all []scenario.Item) ([]scenario.Item, error) {
			looked = len(all)
			chosen, err := (&Since{States: states, Name: "before", Options: opt}).Pick(t.Context(), append([]scenario.Item{}, all...))
			for _, it := range chosen {
				picked[it.File+it.Name] = true
			}
			return all, err
		}
		got, err := scenario.Run(context.Background(), now, []string{game}, asked)
		if err != nil {
			continue // a variant cannot be loaded any more, which nobody can miss
		}
		made++
		spared += looked - len(picked)
		for _, c := range got.Cases {
			if c.Status == scenario.Failed {
				killed++
				assert.True(t, picked[c.File+c.Scenario], "%s, %s: %s:%d %s under %q fails and was left out\n%s", f.Name, says, c.File, c.Line, c.Scenario, c.Variant, c.Message)
			}
		}
	}
	return killed, spared
}
