package overlay

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// variants are known by name; each builds on those after its colon.
func variants(bases map[string][]string) map[string]*syntax.Variant {
	all := map[string]*syntax.Variant{}
	for name, on := range bases {
		v := &syntax.Variant{Ident: syntax.Ident{Name: name}}
		for _, b := range on {
			v.BuildsOn = append(v.BuildsOn, syntax.Ident{Name: b})
		}
		all[name] = v
	}
	return all
}

func TestChain(t *testing.T) {
	all := variants(map[string][]string{
		"top": {"left", "right"}, "left": {"base"}, "right": {"base"}, "base": nil,
		"snake": {"tail"}, "tail": {"snake"},
		"astray": {"bsae"},
	})
	for name, want := range map[string]struct{ laid, complaint string }{
		"base":   {laid: "base"},
		"left":   {laid: "base left"},
		"top":    {laid: "base left right top"}, // each once, a base before its extensions
		"snake":  {laid: "tail snake", complaint: "variant snake builds on itself"},
		"astray": {laid: "astray", complaint: `the base variant "bsae" does not exist`},
	} {
		t.Run(name, func(t *testing.T) {
			var d source.Diagnostics
			laid := ""
			for _, v := range Chain(all[name], all, &d) {
				laid += " " + v.Name
			}
			assert.Equal(t, " "+want.laid, laid)
			if want.complaint == "" {
				assert.Empty(t, d)
				return
			}
			assert.Len(t, d, 1)
			assert.Equal(t, want.complaint, d[0].Text)
		})
	}
}
