package syntax

import (
	"reflect"
	"slices"
)

// Variants share the tree of their game, so it is never changed in place. The methods Own… copy
// a part of it and the nodes above that part. The game itself must already be a copy.

// OwnKind replaces kind i of a game by a copy, including its cards.
func (g *Game) OwnKind(i int) *Kind {
	g.Kinds = slices.Clone(g.Kinds)
	k := *g.Kinds[i]
	k.Cards = slices.Clone(k.Cards)
	g.Kinds[i] = &k
	return &k
}

// OwnCard replaces card i of a kind by a copy, including its values.
func (k *Kind) OwnCard(i int) *Card {
	c := *k.Cards[i]
	c.Values, c.Steps = copies(c.Values), slices.Clone(c.Steps)
	k.Cards[i] = &c
	return &c
}

// OwnProcedure replaces a procedure (see AllProcedures) by a copy, including all its steps, and
// returns the copy. It returns nil if the procedure does not exist.
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
					return &Procedure{Ident: s.Ident, Body: Body{Do: own.Do}}
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
			return &Procedure{Ident: o.Ident, Body: Body{Do: own.Do}}
		}
	}
	return nil
}

// copies returns a list with a copy of each element.
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

// cloneDo copies the struct of a verb including its blocks. Structs of verbs without blocks are
// shared.
func cloneDo(do Do) Do {
	v := reflect.New(reflect.TypeOf(do)).Elem()
	v.Set(reflect.ValueOf(do))
	blocks.Each(v, true, func(b reflect.Value) { b.Set(reflect.ValueOf(b.Interface().(*Block).clone())) })
	return v.Interface()
}
