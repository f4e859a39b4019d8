package syntax

import "slices"

// A tree is shared by all that is made of it, so nobody changes it in place. Who changes
// something copies it, with all around it up to the game, which must be his own already.

// OwnKind gives a game a copy of its kind i, with all its cards.
func (g *Game) OwnKind(i int) *Kind {
	g.Kinds = slices.Clone(g.Kinds)
	k := *g.Kinds[i]
	k.Cards = slices.Clone(k.Cards)
	g.Kinds[i] = &k
	return &k
}

// OwnCard gives a kind a copy of its card i, with its values.
func (k *Kind) OwnCard(i int) *Card {
	c := *k.Cards[i]
	c.Values, c.Steps = copies(c.Values), slices.Clone(c.Steps)
	k.Cards[i] = &c
	return &c
}

// OwnProcedure gives whatever has the procedure of a name (AllProcedures) a copy of it, with all
// its steps; nil if nothing has.
func (g *Game) OwnProcedure(name string) *Procedure {
	for i, p := range g.Procedures {
		if p.Name == name {
			g.Procedures = slices.Clone(g.Procedures)
			g.Procedures[i] = p.clone()
			return g.Procedures[i]
		}
	}
	for i, k := range g.Kinds {
		if k.Playing != nil && k.Playing.Name == name {
			own := g.OwnKind(i)
			own.Playing = k.Playing.clone()
			return own.Playing
		}
		for j, c := range k.Cards {
			for n, s := range c.Steps {
				if c.Name+"."+s.Name == name {
					own := *s
					own.Do = s.Do.clone()
					g.OwnKind(i).OwnCard(j).Steps[n] = &own
					return &Procedure{Ident: s.Ident, Do: own.Do}
				}
			}
		}
	}
	for i, o := range g.SideOffers {
		if o.Name == name {
			g.SideOffers = slices.Clone(g.SideOffers)
			own := *o
			own.Do = o.Do.clone()
			g.SideOffers[i] = &own
			return &Procedure{Ident: o.Ident, Do: own.Do}
		}
	}
	return nil
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
