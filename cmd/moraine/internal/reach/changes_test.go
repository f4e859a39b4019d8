package reach

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/syntax"
)

// Two kinds may have formulas of one name, each of which can change.
func TestAFormulaOfEitherKindCanChange(t *testing.T) {
	kind := func(name, worth string) *syntax.Kind {
		f := &syntax.FormulaDecl{Ident: syntax.Ident{Name: "worth"}, Is: &syntax.Formula{IsText: true, Text: worth}}
		return &syntax.Kind{Ident: syntax.Ident{Name: name}, Members: syntax.Members{Formulas: []*syntax.FormulaDecl{f}}}
	}
	game := func(coin, gem string) parts {
		return partsOf(&syntax.Game{Kinds: []*syntax.Kind{kind("coin", coin), kind("gem", gem)}}, nil)
	}
	was := game("1", "2")
	assert.True(t, changed(was, game("1", "2")).none())
	for _, now := range []parts{game("3", "2"), game("1", "3")} {
		c := changed(was, now)
		assert.True(t, c.words["worth"])
		assert.False(t, c.everything)
	}
}
