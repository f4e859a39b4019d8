package overlay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

func parsed(t *testing.T, text string) *source.Node {
	t.Helper()
	n, d := source.Parse(&source.File{Name: "t.yaml", Text: []byte(text)}, source.DefaultLimits())
	require.Empty(t, d)
	return n
}

// A patch of a procedure goes round all that it does; one of a step stays there.
func TestPatch(t *testing.T) {
	for name, x := range map[string]struct{ patch, does, complaint string }{
		"before it all":     {patch: "{at: procedures.walk, before: [{shuffle: a}]}", does: "shuffle flip finish"},
		"after it all":      {patch: "{at: procedures.walk, after: [{shuffle: a}]}", does: "flip finish shuffle"},
		"before a step":     {patch: "{at: procedures.walk/end, before: [{shuffle: a}]}", does: "flip shuffle finish"},
		"instead of a step": {patch: "{at: procedures.walk/end, instead: [{shuffle: a}]}", does: "flip shuffle"},
		"instead of it all": {patch: "{at: procedures.walk, instead: [{shuffle: a}]}", does: "flip finish", complaint: "a patch of a whole procedure needs `before` or `after`"},
		"nowhere":           {patch: "{at: procedures.wlak, before: [{shuffle: a}]}", does: "flip finish", complaint: `there is no procedure "wlak"`},
	} {
		t.Run(name, func(t *testing.T) {
			g, d := syntax.Decode([]*source.Node{parsed(t, "language: 1\ngame: g\nplayers: {from: 1, to: 1, seats: [ann]}\nstart: walk\n"+
				"procedures: {walk: {do: [{flip: a}, {finish: b, id: end}]}}\n")})
			require.Empty(t, d)
			g = Apply(g, []*syntax.Variant{syntax.DecodeVariant(parsed(t, "variant: v\npatch: ["+x.patch+"]\n"), &d)}, &d)
			var does []string
			for _, s := range g.Procedures[0].Do.Steps {
				does = append(does, s.Verb)
			}
			assert.Equal(t, x.does, strings.Join(does, " "))
			if x.complaint == "" {
				assert.Empty(t, d)
				return
			}
			require.Len(t, d, 1)
			assert.Equal(t, x.complaint, d[0].Text)
		})
	}
}

// The parts that a patch adds to a step are checked like the step's own.
func TestPatchAdds(t *testing.T) {
	for name, x := range map[string]struct{ step, add, has, complaint string }{
		"an option with a condition":                 {step: "may: {rest: []}", add: "{nap: {if: a, do: []}}", has: "rest nap"},
		"an option of that name":                     {step: "may: {rest: [], nap: []}", add: "{rest: [{flip: a}]}", has: "rest nap", complaint: `the step already has an option "rest"`},
		"a branch of that value":                     {step: "switch: a, 1: []", add: "{1: []}", has: "1", complaint: `the step already has a branch "1"`},
		"a branch for a reading that a variant adds": {step: "ruling: a, b: {variant: v}", add: "{b: []}", has: "b"},
		"no option":                   {step: "may: {rest: []}", add: "{nap: {fi: a, do: []}}", has: "rest nap", complaint: `an option has no key "fi"`},
		"a branch of values":          {step: "switch: a, 1: []", add: "{2-3: [], else: []}", has: "1 2-3 else"},
		"a branch has no condition":   {step: "ruling: a, b: []", add: "{c: {if: a, do: []}}", has: "b c", complaint: `a branch has no key "if"`},
		"a reading is not a number":   {step: "ruling: a, b: []", add: "{1-2: []}", has: "b 1-2", complaint: `"1-2" is not a name`},
		"a step that has no branches": {step: "flip: a", add: "{b: []}", complaint: "branches can be added only to the steps ruling, switch and may, not to `flip`"},
	} {
		t.Run(name, func(t *testing.T) {
			var d source.Diagnostics
			s := syntax.DecodeBlock(parsed(t, "[{"+x.step+"}]"), &d).Steps[0]
			v := syntax.DecodeVariant(parsed(t, "variant: v\npatch: [{at: procedures.walk, add: "+x.add+"}]\n"), &d)
			require.Empty(t, d)
			addTo(s, v.Patches[0], &d)
			assert.Equal(t, strings.Fields(x.has), labels(s))
			if x.complaint == "" {
				assert.Empty(t, d)
				return
			}
			require.Len(t, d, 1)
			assert.Contains(t, d[0].Text, x.complaint)
		})
	}
}

func labels(s *syntax.Step) []string {
	all := []string{}
	switch do := s.Do.(type) {
	case *syntax.May:
		for _, o := range do.Options {
			all = append(all, o.Name)
		}
	case *syntax.Switch:
		for _, b := range do.Branches.List {
			all = append(all, b.Label.Name)
		}
	case *syntax.ByRuling:
		for _, b := range do.Branches.List {
			all = append(all, b.Label.Name)
		}
	}
	return all
}
