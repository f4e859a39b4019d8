package interpreter

import (
	"math/rand/v2"
	"strconv"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// reassume replaces every assumed value by another valid one: a number by another one in its
// range, a word by another one of its words. Numbers without a range, and numbers of copies,
// may be parts of a total, so they are exchanged among the cards of a kind; the numbers of a
// card stay together. Scenarios about rules must still pass, because rules must not depend on
// assumed values.
func reassume(g *syntax.Game, seed uint64) *syntax.Game {
	r := rand.New(rand.NewPCG(seed, 0))
	out := *g
	g = &out
	for i := range g.Kinds {
		k := g.OwnKind(i)
		for j := range k.Cards {
			k.OwnCard(j)
		}
		for _, f := range k.Fields {
			for _, c := range k.Cards {
				v := c.Value(f.Name)
				if !f.Assumes(v) {
					continue
				}
				switch {
				case f.Ranged:
					setValue(c, f, strconv.Itoa(f.Min+r.IntN(f.Max-f.Min+1)))
				case len(f.Type.Words) > 0:
					setValue(c, f, f.Type.Words[r.IntN(len(f.Type.Words))].Name)
				}
			}
		}
		swapCounts(k, r)
	}
	return g
}

// swapCounts exchanges the assumed numbers of copies among the cards of a kind.
func swapCounts(k *syntax.Kind, r *rand.Rand) {
	var cards []*syntax.Card
	for _, c := range k.Cards {
		if c.CopiesAre.Assumed {
			cards = append(cards, c)
		}
	}
	for i := len(cards) - 1; i > 0; i-- {
		a, b := cards[i], cards[r.IntN(i+1)]
		a.Copies, b.Copies = b.Copies, a.Copies
		for _, f := range k.Fields {
			if f.Assumed && !f.Ranged && f.Type.Name == "number" && !f.Type.IsTable() {
				x, y := textOf(a, f), textOf(b, f)
				setValue(a, f, y)
				setValue(b, f, x)
			}
		}
	}
}

func textOf(c *syntax.Card, f *syntax.Field) string {
	if v := c.Value(f.Name); v != nil {
		return v.Formula.Text
	}
	if f.Default != nil {
		return f.Default.Text
	}
	return "0"
}

// setValue sets a printed value of a card. A value that no text states stays assumed.
func setValue(c *syntax.Card, f *syntax.Field, text string) {
	v := c.Value(f.Name)
	if v == nil {
		v = &syntax.Value{Ident: syntax.Ident{Name: f.Name, Pos: c.Pos}, Provenance: syntax.Provenance{Assumed: true}}
		c.Values = append(c.Values, v)
	}
	at := source.Pos{}
	if v.Formula != nil {
		at = v.Formula.Node.Pos
	}
	v.Formula = &syntax.Formula{Node: &source.Node{Pos: at, Tag: source.TagOf(text), Value: text}, IsText: true,
		Text: text}
}
