package overlay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
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
		"instead of it all": {patch: "{at: procedures.walk, instead: [{shuffle: a}]}", does: "flip finish", complaint: "a patch of a whole procedure has `before` or `after`"},
		"nowhere":           {patch: "{at: procedures.wlak, before: [{shuffle: a}]}", does: "flip finish", complaint: `there is no procedure "wlak"`},
	} {
		t.Run(name, func(t *testing.T) {
			g, d := syntax.Decode([]*source.Node{parsed(t, "language: 1\ngame: g\nplayers: {from: 1, to: 1, seats: [ann]}\nstart: walk\n"+
				"procedures: {walk: {do: [{flip: a}, {finish: b, id: end}]}}\n")})
			require.Empty(t, d)
			Apply(g, syntax.DecodeVariant(parsed(t, "variant: v\npatch: ["+x.patch+"]\n"), &d), &d)
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
