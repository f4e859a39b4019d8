package overlay

import (
	"reflect"
	"slices"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Apply lays variants over a game, one after the other. The game stays as it is; what comes of
// it shares with it all that no variant changes.
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

// Changes reports whether a variant says more than which readings are in force.
func Changes(v *syntax.Variant) bool {
	return len(v.Cards)+len(v.Patches) > 0 || !reflect.DeepEqual(*v.Adds, syntax.Game{})
}

// apply lays what a variant declares over a game: what has an id that the game has
// takes its place, what is new is added.
func apply(g *syntax.Game, v *syntax.Variant, d *source.Diagnostics) {
	g.Asks = each(g.Asks, func(q *syntax.Question) *syntax.Question {
		out := *q
		out.Inherited = true
		return &out
	})
	g.Looks = each(g.Looks, func(l *syntax.Look) *syntax.Look {
		out := *l
		out.Inherited = true
		return &out
	})
	for _, c := range v.Cards {
		applyCard(g, c, d)
	}
	a := v.Adds
	g.Texts = merge(g.Texts, a.Texts, func(l syntax.Labelled) string { return l.Name })
	g.Sections = merge(g.Sections, a.Sections, func(l syntax.Labelled) string { return l.Name })
	g.Fields = merge(g.Fields, a.Fields, func(f *syntax.Field) string { return f.Name })
	g.Zones = merge(g.Zones, a.Zones, func(z *syntax.Zone) string { return z.Name })
	g.Formulas = merge(g.Formulas, a.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
	g.Player.Fields = merge(g.Player.Fields, a.Player.Fields, func(f *syntax.Field) string { return f.Name })
	g.Player.Zones = merge(g.Player.Zones, a.Player.Zones, func(z *syntax.Zone) string { return z.Name })
	g.Player.Formulas = merge(g.Player.Formulas, a.Player.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
	g.Procedures = merge(g.Procedures, a.Procedures, func(p *syntax.Procedure) string { return p.Name })
	g.Windows = merge(g.Windows, a.Windows, func(w *syntax.Window) string { return w.Name })
	g.SideOffers = merge(g.SideOffers, a.SideOffers, func(s *syntax.SideOffer) string { return s.Name })
	g.Invariants = merge(g.Invariants, a.Invariants, func(c *syntax.Claim) string { return c.Name })
	g.Impossible = slices.Concat(g.Impossible, a.Impossible)
	g.Measures = merge(g.Measures, a.Measures, func(m *syntax.Measure) string { return m.Name })
	g.Asks = merge(g.Asks, a.Asks, func(q *syntax.Question) string { return q.Name })
	g.Looks = merge(g.Looks, a.Looks, func(l *syntax.Look) string { return l.Name })
	g.Bots = merge(g.Bots, a.Bots, func(b *syntax.Bot) string { return b.Name })
	g.Rulings = merge(g.Rulings, a.Rulings, func(r *syntax.Ruling) string { return r.Name })
	g.Clauses = merge(g.Clauses, a.Clauses, func(c *syntax.Clause) string { return c.Name })
}

// merge puts each of more in the place of the one with its id, or at the end.
func merge[T any](list, more []T, id func(T) string) []T {
	if len(more) == 0 {
		return list
	}
	out := slices.Clone(list)
next:
	for _, x := range more {
		for i, have := range out {
			if id(have) == id(x) {
				out[i] = x
				continue next
			}
		}
		out = append(out, x)
	}
	return out
}

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
				d.Hint(ch.Kind.Pos, "leave out `kind` to change it", "the game has a card %q already", ch.Name)
				return
			}
			change(g.OwnKind(i).OwnCard(j), syntax.DecodeCard(k, ch, d))
			return
		}
	}
	if ch.Kind.Name == "" {
		d.UnknownOr(ch.Pos, ch.Name, cards, "a new card says its `kind`", "the game has no card %q", ch.Name)
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
	d.Unknown(ch.Kind.Pos, ch.Kind.Name, kinds, "there is no kind of piece called %q", ch.Kind.Name)
}

// change takes over what a variant says of a card.
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
	c.Values = merge(c.Values, by.Values, func(v *syntax.Value) string { return v.Name })
	c.Steps = merge(c.Steps, by.Steps, func(s *syntax.NamedBlock) string { return s.Name })
	c.Formulas = merge(c.Formulas, by.Formulas, func(f *syntax.FormulaDecl) string { return f.Name })
}
