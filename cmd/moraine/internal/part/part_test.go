package part_test

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/part"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// A switch is a reading that is not the default, or a variant. For every switch of every game, the search
// finds decisions after which the game differs with and without it, and writes a scenario that shows the
// difference. If no scenario of the game shows it alone, the scenario adds the necessary switches on both
// sides. Long runs try all switches, others a few of each game; SWITCH=NAME tries one.
func TestEverySwitchMakesADifference(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			g := gameOf(t, src, id)
			for i, name := range slices.Sorted(maps.Keys(g.with)) {
				if only := os.Getenv("SWITCH"); only != "" && name != only || only == "" && i%soak.Step(1, 100) != min(3, soak.Step(1, 100)-1) {
					continue
				}
				var found *part.Report
				for _, pair := range g.with[name] {
					var err error
					found, err = part.Find(t.Context(), g.side(pair[0]), g.side(pair[1]), part.Options{Within: 1})
					require.NoError(t, err)
					if found.Found != nil && found.Found.Text != nil {
						break
					}
				}
				if f := found.Found; assert.NotNil(t, f, "%s: none from %d starts", name, found.Starts) && assert.NoError(t, f.Unsaid, "%s: %s | %s", name, f.Parts[0], f.Parts[1]) {
					t.Logf("%s, after %d:\n%s", name, f.Decisions, f.Text)
				}
			}
		})
	}
}

// The written scenario shows the reported difference, even if other differences could be written shorter.
func TestTheScenarioShowsTheReportedDifference(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"cards/coins/game.yaml": `
language: 1
game: coins
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, luck: 0}
zones: {purse: {holds: [coin], starts: true}, slab: {order: stack, holds: [coin]}}
procedures:
  match: {do: [{call: turn, with: {me: active}}, {finish: players}]}
  turn:
    do:
      - {choose: coin, from: purse}
      - {ruling: place, top: [{move: coin, to: slab}], bottom: [{move: coin, to: slab, place: bottom}]}
      - {ruling: luck, none: [{set: {luck: luck}}], some: [{set: {luck: luck + 1}}]}
      - {ruling: sigh, silent: [{set: {luck: luck}}], aloud: [{may: {sigh: [{set: {luck: luck}}]}, id: sighs}]}
`,
		"cards/coins/coin.yaml": "{kind: coin, cards: {crown: {copies: 2}, penny: {copies: 2}}}",
		"cards/coins/rulings.yaml": `
rulings:
  place: {kind: rule, question: "Where to?", readings: {top: up, bottom: down}, default: top}
  luck: {kind: rule, question: "Is it lucky?", readings: {none: not so, some: it is}, default: none}
  sigh: {kind: rule, question: "Is there sighing?", readings: {silent: never, aloud: often}, default: silent}
`,
		"scenarios/coins/slab.yaml": `
- scenario: A coin goes on top
  given: {players: 2, turn: ann, at: turn, slab: [penny]}
  when: [{ann: {coin: crown}}]
  stands: nothing
`,
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "coins", FS: files}}
	rules, err := interpreter.Read(src, "coins")
	require.NoError(t, err)
	g := &switches{t: t, src: src, rules: rules}
	low := interpreter.Options{Readings: map[string]string{"place": "bottom", "luck": "some"}}
	tests := map[string]struct {
		a, b    interpreter.Options
		reports string
		shows   []string
	}{
		"an order":               {interpreter.Options{}, low, "slab: crown, …", []string{`first(slab).card == "crown"`, `first(slab).card == "penny"`}},
		"an order of two":        {interpreter.Options{Readings: map[string]string{"luck": "some"}}, interpreter.Options{Readings: map[string]string{"place": "bottom"}}, "slab: crown, …", []string{`first(slab).card == "crown"`, `first(slab).card == "penny"`}},
		"what only one is asked": {low, interpreter.Options{Readings: map[string]string{"sigh": "aloud"}}, "ann is not asked turn.sighs", []string{"sigh=aloud: {offers: {ann: [sigh]}}"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := part.Find(t.Context(), g.side(test.a), g.side(test.b), part.Options{Within: 1})
			require.NoError(t, err)
			require.NotNil(t, r.Found)
			assert.NoError(t, r.Found.Unsaid)
			assert.Equal(t, test.reports, r.Found.Parts[0])
			for _, text := range test.shows {
				assert.Contains(t, string(r.Found.Text), text)
			}
		})
	}
}

// switches lists the switches of a game, each with a configuration without it and one with it.
type switches struct {
	t     *testing.T
	src   interpreter.Sources
	rules *interpreter.Rules
	with  map[string][][2]interpreter.Options
}

func (g *switches) side(o interpreter.Options) scenario.Side {
	game, err := g.rules.Game(o)
	require.NoError(g.t, err)
	return scenario.Side{Sources: g.src, Rules: g.rules, Options: o, Game: game}
}

func gameOf(t *testing.T, src interpreter.Sources, id string) *switches {
	rules, err := interpreter.Read(src, id)
	require.NoError(t, err)
	g := &switches{t, src, rules, map[string][][2]interpreter.Options{}}
	readings := map[string]bool{}
	base := g.side(interpreter.Options{})
	for _, r := range base.Game.Syntax.Rulings {
		for _, reading := range r.Readings {
			if r.Kind == "rule" && reading.Name != r.Default.Name {
				readings[r.Name+"="+reading.Name] = true
			}
		}
	}
	files, err := src.Scenarios(id)
	require.NoError(t, err)
	var docs []*source.Node
	var wrong source.Diagnostics
	for _, f := range files {
		doc, found := source.Parse(f.File, source.DefaultLimits())
		docs, wrong = append(docs, doc), append(wrong, found...)
	}
	least := map[string]int{} // so many things together tell it
	for _, doc := range spec.Assemble(docs, true, &wrong) {
		for _, s := range spec.Decode(doc, &wrong) {
			for _, e := range s.Under {
				for i, n := range e.StatedSettings() {
					name := n.String()
					rest := slices.Delete(slices.Clone(e.Names), i, i+1)
					pair := [2]interpreter.Options{together(s.Variant.Name, rest), together(s.Variant.Name, e.Names)}
					switch n := len(e.Names) + len(s.Variant.Name); {
					case !readings[name] || least[name] > 0 && n > least[name]:
					case n == least[name] && !slices.ContainsFunc(g.with[name], func(old [2]interpreter.Options) bool { return reflect.DeepEqual(old, pair) }):
						g.with[name] = append(g.with[name], pair)
					case n != least[name]:
						least[name], g.with[name] = n, [][2]interpreter.Options{pair}
					}
				}
			}
		}
	}
	require.Empty(t, wrong)
	variants, err := rules.Variants()
	require.NoError(t, err)
	for _, name := range variants {
		if len(least) < len(readings) { // the others only a variant can put in force
			for key, reading := range g.side(interpreter.Options{Variant: name}).Game.Readings() {
				if n := key + "=" + reading; readings[n] && least[n] == 0 {
					least[n] = 1
					g.with[n] = [][2]interpreter.Options{{{}, {Variant: name}}}
				}
			}
		}
		g.with[name] = [][2]interpreter.Options{{{}, {Variant: name}}}
	}
	require.Len(t, g.with, len(readings)+len(variants))
	return g
}

// together are the options that put some things in force.
func together(variant string, names []spec.Setting) interpreter.Options {
	o := interpreter.Options{Variant: variant}
	for _, n := range names {
		if n.Reading == "" {
			o.Variant = n.Word
		} else {
			if o.Readings == nil {
				o.Readings = map[string]string{}
			}
			o.Readings[n.Word] = n.Reading
		}
	}
	return o
}
