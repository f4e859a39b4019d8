package reach

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
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
	{steps, func(*rand.Rand, string) string { return "" }},
}

var steps = regexp.MustCompile(`(?m)^ +- (discard|move|set|flip|shuffle|finish|call): .*\n`)

// reasons are why a scenario is picked, each with places where a change has scenarios picked for it.
var reasons = []struct {
	why string
	at  *regexp.Regexp
}{
	{"it names", regexp.MustCompile(`(?m)^  +\w+: .*[\d<>=].*$`)},
	{"it comes to", steps},
	{"a change can affect all scenarios", regexp.MustCompile(`copies: (\{assumed: )?\d+`)},
}

// told matches text for readers that no match uses: comments, prose, names and ids of clauses.
var told = regexp.MustCompile(`(?m)#.*$|\b(about|cites|clauses|names|note|readings|why): .*$|\b[A-Z]-[0-9A-Z]+-\d+`)

// mutant changes one place of a text. With wanted, the place lies within a match of it and outside of the
// text for readers. Without such a place it returns the text unchanged.
func mutant(lot *rand.Rand, text string, wanted *regexp.Regexp) (out, says string) {
	p := places[lot.IntN(len(places))]
	found := p.at.FindAllStringIndex(text, -1)
	if wanted != nil {
		within := func(pattern *regexp.Regexp) func(at []int) bool {
			spans := pattern.FindAllStringIndex(text, -1)
			return func(at []int) bool {
				return slices.ContainsFunc(spans, func(s []int) bool { return s[0] <= at[0] && at[1] <= s[1] })
			}
		}
		inWanted, inTold := within(wanted), within(told)
		found = slices.DeleteFunc(found, func(at []int) bool { return !inWanted(at) || inTold(at) })
	}
	if len(found) == 0 {
		return text, ""
	}
	at := found[lot.IntN(len(found))]
	was := text[at[0]:at[1]]
	becomes := p.how(lot, was)
	return text[:at[0]] + becomes + text[at[1]:], fmt.Sprintf("line %d: %q became %q", 1+strings.Count(text[:at[0]], "\n"), was, becomes)
}

// The selection holds every scenario that a wrong place in the data of a game makes fail, or keeps from
// beginning. Of each shipped game mutants are made until, for each reason, a scenario that was picked for it has
// killed one: a selection without that reason would leave the scenario out.
func TestTheSelectionContainsEveryKiller(t *testing.T) {
	for under, mutants := range map[bool]int{false: 60, true: 15} {
		h := &holding{t: t, was: in("../../../../cmd/moraine/testdata/pebbles"), game: "pebbles", opt: scenario.Options{Under: under}, one: 1}
		h.begin()
		for h.made < mutants*soak.Or(10, 1) {
			h.mutant(nil)
		}
		assert.NotEmpty(t, h.killed)
		assert.NotZero(t, h.spared)
	}
	shipped := in("../../../..")
	for _, game := range shipped.Games() {
		t.Run(game, func(t *testing.T) {
			h := &holding{t: t, was: shipped, game: game, one: soak.Or(1, 10)}
			h.begin()
			for _, r := range reasons {
				wanted := soak.Or(20, 1)
				for most := h.made + 40*wanted; h.killed[r.why] < wanted && h.made < most && !t.Failed(); {
					h.mutant(r.at)
				}
				assert.NotZero(t, h.killed[r.why], "no scenario that was picked because %s fails in any of %d mutants", r.why, h.made)
			}
			t.Logf("%d mutants, killed %v, %d scenarios left out", h.made, h.killed, h.spared)
			assert.NotZero(t, h.spared)
		})
	}
}

// holding makes mutants of a game and counts the scenarios that kill them, by the reason for which they were
// picked, and those that the selection leaves out.
type holding struct {
	t      *testing.T
	was    interpreter.Sources
	game   string
	opt    scenario.Options
	one    int // of so many scenarios that were left out one runs
	states map[string]*State
	files  []*source.File
	lot    *rand.Rand
	made   int
	killed map[string]int
	spared int
}

func (h *holding) begin() {
	record := &Record{}
	before := h.opt
	before.Entered = record.Note
	before.Pick = func(all []scenario.Item) ([]scenario.Item, error) {
		h.states = map[string]*State{h.game: StateOf(all, record)}
		return all, nil
	}
	good, err := scenario.Run(h.t.Context(), h.was, []string{h.game}, before)
	require.NoError(h.t, err)
	require.Zero(h.t, good.Failed)
	h.files, err = h.was.Rules(h.game)
	require.NoError(h.t, err)
	h.files = slices.DeleteFunc(h.files, func(f *source.File) bool { // text for readers, and bots
		return !strings.Contains(string(f.Text), "do:") && !strings.Contains(string(f.Text), "cards:")
	})
	h.lot, h.killed = rand.New(rand.NewPCG(uint64(len(h.game)), 1)), map[string]int{}
}

// mutant makes one, at a place that is wanted, and has the scenarios run that were picked and a share of the others.
func (h *holding) mutant(wanted *regexp.Regexp) {
	f := h.files[h.lot.IntN(len(h.files))]
	text, says := mutant(h.lot, string(f.Text), wanted)
	now := h.was.Over(0, f.Path, []byte(text))
	if text == string(f.Text) {
		return
	}
	if _, err := interpreter.Load(now, h.game, interpreter.Options{}); err != nil {
		return
	}
	why, looked := map[string]string{}, 0
	asked := h.opt
	asked.Pick = func(all []scenario.Item) ([]scenario.Item, error) {
		looked = len(all)
		chosen, err := (&Selector{States: h.states, Name: "before", Options: h.opt}).Pick(h.t.Context(), slices.Clone(all))
		for _, it := range chosen {
			why[it.File+it.Name] = it.Why
		}
		i := h.made
		return slices.DeleteFunc(all, func(it scenario.Item) bool {
			i++
			return why[it.File+it.Name] == "" && i%h.one != 0
		}), err
	}
	got, err := scenario.Run(context.Background(), now, []string{h.game}, asked)
	if err != nil {
		return // a variant that can no longer be loaded has no outcome to miss
	}
	h.made++
	h.spared += looked - len(why)
	for _, c := range got.Cases {
		if c.Status == scenario.Failed || c.Blocked {
			is := why[c.File+c.Scenario]
			assert.NotEmpty(h.t, is, "%s, %s: %s:%d %s under %q fails or cannot begin, and was left out\n%s", f.Name, says, c.File, c.Line, c.Scenario, c.Variant, c.Message)
			for _, r := range reasons {
				if strings.HasPrefix(is, r.why) {
					h.killed[r.why]++
				}
			}
		}
	}
}
