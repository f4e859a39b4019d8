// Package overlay applies variants to the tree of a game: it selects readings, replaces
// declarations by id, and applies patches to steps. Package interpreter calls it in this order:
//
//	chain.go      Chain: a variant after all on which it builds; conflicts.go, Conflicts between them
//	readings.go   NewReadings of the chain, and AddReadings, which writes them into the files of the game
//	variant.go    Apply: declarations replaced and merged by id; patch.go, patches of steps;
//	              locate.go, the steps that patches name in words; additions.go, additions to steps
//	texts.go      Refer: references to unknown texts; Follow: the readings of the text that a variant follows
//	settle.go     Readings: the one in force of each ruling; Settle: declarations that depend on them
package overlay

import (
	"reflect"
	"slices"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Apply applies variants to a game, in order. The result shares unchanged parts with the game,
// which is not changed.
func Apply(g *syntax.Game, chain []*syntax.Variant, d *source.Diagnostics) *syntax.Game {
	for i, v := range chain {
		if !Changes(v) {
			continue
		}
		out := *g
		g = &out
		apply(g, v, d)
		for _, p := range v.Patches {
			applyPatch(g, p, chain[:i], d)
		}
	}
	return g
}

// Changes reports whether a variant has changes other than readings.
func Changes(v *syntax.Variant) bool {
	return len(v.Cards)+len(v.Patches) > 0 || !reflect.DeepEqual(*v.Adds, syntax.Game{})
}

// apply adds the declarations of a variant to a game. They replace declarations with the same
// id.
func apply(g *syntax.Game, v *syntax.Variant, d *source.Diagnostics) {
	g.Asks = mapList(g.Asks, func(q *syntax.Question) *syntax.Question {
		out := *q
		out.Inherited = true
		return &out
	})
	g.Looks = mapList(g.Looks, func(l *syntax.Look) *syntax.Look {
		out := *l
		out.Inherited = true
		return &out
	})
	for _, c := range v.Cards {
		applyCard(g, c, d)
	}
	g.Merge(&v.Adds.Additions)
}

// applyCard changes a card of the game, or adds one.
func applyCard(g *syntax.Game, ch syntax.CardChange, d *source.Diagnostics) {
	var cards, kinds []string
	for i, k := range g.Kinds {
		kinds = append(kinds, k.Name)
		for j, c := range k.Cards {
			cards = append(cards, c.Name)
			if c.Name != ch.Name {
				continue
			}
			if ch.Kind.Name != "" {
				d.Hint(ch.Kind.Pos, "to change the existing card, leave out `kind`", "the game already has a card %q",
					ch.Name)
				return
			}
			change(g.OwnKind(i).OwnCard(j), syntax.DecodeCard(k, ch, d))
			return
		}
	}
	if ch.Kind.Name == "" {
		d.UnknownOr(ch.Pos, ch.Name, cards, "a new card needs a `kind`", "the game has no card %q", ch.Name)
		return
	}
	for i, k := range g.Kinds {
		if k.Name == ch.Kind.Name {
			c := syntax.DecodeCard(k, ch, d)
			if c.Starts.Name == "" && len(k.Cards) > 0 {
				c.Starts = k.Cards[0].Starts
			}
			own := g.OwnKind(i)
			own.Cards = append(slices.Clip(own.Cards), c)
			return
		}
	}
	d.Unknown(ch.Kind.Pos, ch.Kind.Name, kinds, "unknown kind of piece %q", ch.Kind.Name)
}

// change applies a variant's changes to a card.
func change(c, by *syntax.Card) {
	if by.Names != nil {
		c.Names = by.Names
	}
	if !by.Data {
		c.Copies, c.EachPlayer, c.CopiesAre = by.Copies, by.EachPlayer, by.CopiesAre
	}
	if by.Play != nil {
		c.Play = by.Play
	}
	if by.Cites != nil {
		c.Cites = by.Cites
	}
	if by.Starts.Name != "" {
		c.Starts = by.Starts
	}
	if by.Draws != nil {
		c.Draws = by.Draws
	}
	c.Values = syntax.Merged(c.Values, by.Values)
	c.Steps = syntax.Merged(c.Steps, by.Steps)
	c.Formulas = syntax.Merged(c.Formulas, by.Formulas)
}
