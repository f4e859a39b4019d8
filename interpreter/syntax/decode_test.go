package syntax

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

func TestSamplesDecode(t *testing.T) {
	for _, name := range []string{"glacier", "tusk", "nomads"} {
		t.Run(name, func(t *testing.T) {
			g, found := decodeFile(t, "testdata/"+name+"-sample.yaml")
			require.NoError(t, found.Err())
			assert.Equal(t, name, g.ID.Name)
			assert.NotEmpty(t, g.Procedures)
			Walk(g, func(s *Step) { assert.Equal(t, s.Verb, verbFor(s.Do)) })
		})
	}
}

// verbFor returns the verb of a step.
func verbFor(do Do) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", do), "*syntax.")
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(name, "Open"), "By"))
}

// decodeGood decodes a game in which nothing may be wrong.
func decodeGood(t *testing.T, game string) *Game {
	t.Helper()
	g, found := decodeText(t, "test.yaml", game)
	require.NoError(t, found.Err())
	return g
}

// onlyStep is the step of a game made by inBlock.
func onlyStep(t *testing.T, step string) *Step {
	t.Helper()
	steps := decodeGood(t, inBlock(step)).Procedures[0].Do.Steps
	require.Len(t, steps, 1)
	return steps[0]
}

// Every verb is decoded into its own type. The sample has a step of each (TestSampleHasEveryOp).
func TestVerbs(t *testing.T) {
	text, err := os.ReadFile("../internal/program/testdata/verbs.yaml")
	require.NoError(t, err)
	rules, _, _ := strings.Cut(string(text), "\n---\n")
	found := map[string]bool{}
	for _, p := range decodeGood(t, rules).Procedures {
		p.Walk(func(s *Step) {
			found[s.Verb] = true
			assert.Equal(t, s.Verb, verbFor(s.Do))
		})
	}
	assert.ElementsMatch(t, Verbs(), slices.Collect(maps.Keys(found)), "the steps of interpreter/internal/program/testdata/verbs.yaml")
}

func TestSmallWords(t *testing.T) {
	s := onlyStep(t, `
      - id: here
        if: {reason: a > 0}
        stop: pending
        cites: [E-A-01, E-A-02]
        note: why
`)
	assert.Equal(t, "here", s.ID.Name)
	assert.Equal(t, "reason", s.If.Worded[0].Words.Name)
	assert.Equal(t, "pending", s.Do.(*Stop).Name.Name)
	assert.Len(t, s.Cites, 2)
	assert.Equal(t, "why", s.Note)
	assert.Equal(t, 4, s.Pos.Line)
}

func TestBranches(t *testing.T) {
	s := onlyStep(t, `
      - switch: die
        id: here
        1-2: {do: [], cites: [E-A-01]}
        6: [{stop: p}]
        else: []
`)
	list := s.Do.(*Switch).Branches.List
	require.Len(t, list, 3)
	assert.Equal(t, "1-2", list[0].Label.Name)
	assert.Equal(t, "E-A-01", list[0].Cites[0].Name)
	assert.Len(t, list[1].Steps.Steps, 1)
	assert.True(t, list[2].Else)

	s = onlyStep(t, `
      - ruling: a.b
        discard: []
        other: {variant: house}
`)
	list = s.Do.(*ByRuling).Branches.List
	require.Len(t, list, 2)
	assert.Equal(t, "discard", list[0].Label.Name)
	assert.NotNil(t, list[0].Steps)
	assert.Equal(t, "house", list[1].Variant.Name)
}

func TestSetAndUntil(t *testing.T) {
	set := onlyStep(t, `
      - set: {pending.storm: pending.storm + 1, a: nothing}
        until: {end: turn, of: target}
`).Do.(*Set)
	assert.Equal(t, "pending.storm", set.Sets[0].Target.Text)
	assert.Equal(t, source.Pos{File: set.Until.Pos.File, Line: 4, Col: 15}, set.Sets[0].Target.Node.Pos)
	assert.Equal(t, "nothing", set.Sets[1].Value.Text)
	assert.Equal(t, "turn", set.Until.Proc.Name)
	assert.False(t, set.Until.Start)
	assert.Equal(t, "target", set.Until.Of.Text)
}

func TestFormulas(t *testing.T) {
	g := decodeGood(t, `
formulas:
  bare: 2
  listed: [hunters, healers]
  cited: {is: a, cites: [E-A-01]}
  picked(a, b): {ruling: r, x: a, y: {is: b, cites: [E-A-02]}, cites: [E-A-03]}
  nobody(): true
`+header)
	f := g.Formulas
	assert.Equal(t, "2", f[0].Is.Text)
	assert.Nil(t, f[0].Params)
	assert.Equal(t, "healers", f[1].Is.List[1].Text)
	assert.True(t, f[2].Is.IsText)
	assert.Equal(t, "E-A-01", f[2].Is.Cites[0].Name)
	assert.Equal(t, "picked", f[3].Name)
	assert.Equal(t, "b", f[3].Params[1].Name)
	assert.Equal(t, 13, f[3].Params[1].Pos.Col)
	assert.Equal(t, "E-A-02", f[3].Is.Ruling.List[1].Is.Cites[0].Name)
	assert.Equal(t, "E-A-03", f[3].Is.Cites[0].Name)
	assert.NotNil(t, f[4].Params)
}

func TestCards(t *testing.T) {
	k := decodeGood(t, `
kind: prey
names: {en: Prey}
starts: box
discards: pile
fields: {a: {type: number, assumed: true}, b: {type: number, by: terrain}, c: number}
each_has: {effect: steps, possible: {formula: yes_no, default: true}}
cards:
  hare: {copies: {assumed: 2}, a: 1, b: {plain: 2}, effect: [{stop: p}], starts: deck}
  fish: {copies: {each_player: 3}, a: {given: 1, cites: [E-A-01]}, c: {assumed: 4}, possible: x}
  bear: {a: {is: b + 1}}
playing: {do: [{call: card.effect}]}
`+header).Kinds[0]
	assert.Equal(t, "Prey", k.Names["en"])
	assert.Equal(t, "pile", k.Discards.Name)
	assert.Equal(t, "prey.playing", k.Playing.Name)
	hare, fish, bear := k.Cards[0], k.Cards[1], k.Cards[2]

	assert.Equal(t, 2, hare.Copies)
	assert.True(t, hare.CopiesAre.Assumed)
	assert.Equal(t, "deck", hare.Starts.Name)
	assert.True(t, hare.Values[0].Assumed)
	assert.Equal(t, "plain", hare.Values[1].Rows[0].Key.Name)
	assert.Nil(t, hare.Values[1].Formula)
	assert.Len(t, hare.Steps[0].Do.Steps, 1)

	assert.True(t, fish.EachPlayer)
	assert.Equal(t, "box", fish.Starts.Name, "the kind's")
	assert.True(t, fish.Values[0].Given)
	assert.False(t, fish.Values[0].Assumed)
	assert.Equal(t, "E-A-01", fish.Values[0].Cites[0].Name)
	assert.True(t, fish.Values[1].Assumed)
	assert.Equal(t, "possible", fish.Formulas[0].Name)

	assert.True(t, bear.Data)
	assert.Equal(t, "b + 1", bear.Values[0].Formula.Text)
}

// A file that could not be read may contain the header, so a missing header is not reported.
func TestUnreadableFile(t *testing.T) {
	_, found := Decode([]*source.Node{nil})
	assert.NoError(t, found.Err())
}
