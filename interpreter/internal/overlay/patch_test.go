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

// A patch adds conditions to those of a step, or of an option.
func TestPatchAddsConditions(t *testing.T) {
	for name, x := range map[string]struct{ step, add, is, complaint string }{
		"to a choice that has none":  {step: "choose: a, from: b", add: "{where: {it is light: c}}", is: "it is light: c"},
		"to a choice that has one":   {step: "choose: a, from: b, where: {it is old: d}", add: "{where: {it is light: {is: c, cites: [A-B-1]}}}", is: "it is old: d; it is light: c (A-B-1)"},
		"to a formula without words": {step: "choose: a, from: b, where: d", add: "{where: {it is light: c}}", is: ": d; it is light: c"},
		"two at once":                {step: "choose: a, from: b", add: "{where: {x: c}, if: {y: d}, together: {z: e}}", is: "y: d; x: c; z: e"},
		"to any step":                {step: "flip: a", add: "{if: {it is day: c}}", is: "it is day: c"},
		"to the verb if":             {step: "if: a, do: []", add: "{if: {it is day: c}}", is: ": a; it is day: c"},
		"to a loop":                  {step: "while: a, do: []", add: "{while: {it is day: c}}", is: ": a; it is day: c"},
		"to a may":                   {step: "may: {rest: []}", add: "{if: {it is day: c}, nap: []}", is: "it is day: c"},
		"to an option":               {step: "may: {rest: {if: {it is old: d}, do: []}}", add: "{rest: {if: {it is day: c}}}", is: "it is old: d; it is day: c"},
		"to an option without one":   {step: "may: {rest: []}", add: "{rest: {if: {it is day: c}}}", is: "it is day: c"},
		"special characters":         {step: "flip: a", add: "{if: {'it''s: \"day\" {x} # ü': c}}", is: `it's: "day" {x} # ü: c`},
		"the same words":             {step: "flip: a, if: {it is day: d}", add: "{if: {it is day: c}}", is: "it is day: d", complaint: `the step already has a condition "it is day"`},
		"empty words":                {step: "flip: a", add: "{if: {'': c}}", is: ": c", complaint: `"" is not a name`},
		"no conditions":              {step: "flip: a", add: "{if: {}}", is: "", complaint: "a condition needs at least one formula"},
		"a list":                     {step: "flip: a", add: "{if: [b]}", is: "", complaint: "branches can be added only to"},
		"a key that the step lacks":  {step: "flip: a", add: "{where: {b: c}}", is: "", complaint: "branches can be added only to the steps ruling, switch and may, not to `flip`"},
		"an option with steps":       {step: "may: {rest: []}", add: "{rest: {if: {it is day: c}, do: []}}", is: "", complaint: `the step already has an option "rest"`},
		"an option, misspelt":        {step: "may: {rest: []}", add: "{rest: {fi: {it is day: c}}}", is: "", complaint: `an addition to an option has no key "fi"`},
		"an option that is new":      {step: "may: {rest: []}", add: "{nap: {if: {it is day: c}}}", is: "it is day: c", complaint: `an option needs "do"`},
	} {
		t.Run(name, func(t *testing.T) {
			var d source.Diagnostics
			s := syntax.DecodeBlock(parsed(t, "[{"+x.step+"}]"), &d).Steps[0]
			v := syntax.DecodeVariant(parsed(t, "variant: v\npatch: [{at: procedures.walk, add: "+x.add+"}]\n"), &d)
			require.Empty(t, d)
			shared := s.Do
			addTo(s, v.Patches[0], &d)
			assert.Equal(t, x.is, conditions(s))
			if c, ok := shared.(*syntax.Choose); ok && !strings.Contains(x.step, "where") {
				assert.Nil(t, c.Where, "the step of the game itself has changed")
			}
			if x.complaint == "" {
				assert.Empty(t, d)
				return
			}
			require.NotEmpty(t, d)
			assert.Contains(t, d[0].Text, x.complaint)
		})
	}
}

// conditions returns all conditions of a step and its options.
func conditions(s *syntax.Step) string {
	var all []string
	add := func(c *syntax.Cond) {
		if c == nil {
			return
		}
		for _, w := range c.Worded {
			is := w.Words.Name + ": " + w.Is.Text
			for _, id := range w.Is.Cites {
				is += " (" + id.Name + ")"
			}
			all = append(all, is)
		}
	}
	add(s.If)
	for _, key := range s.ConditionKeys() {
		if c := s.OwnCondition(key); c != &s.If {
			add(*c)
		}
	}
	if may, ok := s.Do.(*syntax.May); ok {
		for _, o := range may.Options {
			add(o.If)
		}
	}
	return strings.Join(all, "; ")
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
