package syntax

import "slices"

// Clone is a tree of its own as far as overlays change one: what is declared of
// zones and cards, and steps. All else is shared, for nobody changes it.
func (g *Game) Clone() *Game {
	c := *g
	c.Zones, c.Player.Zones = copies(g.Zones), copies(g.Player.Zones)
	c.Kinds = copies(g.Kinds)
	for _, k := range c.Kinds {
		k.Zones, k.Cards = copies(k.Zones), copies(k.Cards)
		if k.Playing != nil {
			k.Playing = k.Playing.clone()
		}
		for _, card := range k.Cards {
			card.Values, card.Steps = copies(card.Values), copies(card.Steps)
			for _, s := range card.Steps {
				s.Do = s.Do.clone()
			}
		}
	}
	c.Procedures = slices.Clone(g.Procedures)
	for i, p := range g.Procedures {
		c.Procedures[i] = p.clone()
	}
	c.SideOffers = copies(g.SideOffers)
	for _, o := range c.SideOffers {
		o.Do = o.Do.clone()
	}
	c.Impossible = slices.Clip(g.Impossible) // which overlays append to
	return &c
}

// copies copies what a list points to.
func copies[T any](list []*T) []*T {
	out := slices.Clone(list)
	all := make([]T, len(list))
	for i, x := range list {
		all[i] = *x
		out[i] = &all[i]
	}
	return out
}

func (p *Procedure) clone() *Procedure {
	c := *p
	c.Do, c.AtEnd = p.Do.clone(), p.AtEnd.clone()
	return &c
}

func (b *Block) clone() *Block {
	if b == nil {
		return nil
	}
	c := &Block{Pos: b.Pos, Steps: copies(b.Steps)}
	for _, s := range c.Steps {
		s.Do = cloneDo(s.Do)
	}
	return c
}

// cloneDo copies what a step does if it has steps inside it, as Inner lists them.
func cloneDo(do Do) Do {
	switch do := do.(type) {
	case *May:
		c := *do
		c.Options = slices.Clone(do.Options)
		for i, o := range c.Options {
			c.Options[i].Do = o.Do.clone()
		}
		c.Otherwise = do.Otherwise.clone()
		return &c
	case *If:
		return &If{do.Cond, do.Do.clone(), do.Else.clone()}
	case *Switch:
		return &Switch{do.Branches.clone()}
	case *ByRuling:
		return &ByRuling{do.Branches.clone()}
	case *Each:
		c := *do
		c.Do = do.Do.clone()
		return &c
	case *While:
		return &While{do.Cond, do.Do.clone()}
	}
	return do
}

func (b *Branches) clone() *Branches {
	if b == nil {
		return nil
	}
	c := *b
	c.List = slices.Clone(b.List)
	for i, br := range c.List {
		c.List[i].Steps = br.Steps.clone()
	}
	return &c
}
