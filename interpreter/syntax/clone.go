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

// OwnBlock replaces a block of the game, with all its steps, by a copy, and returns the copy.
func (g *Game) OwnBlock(b *Block) (own *Block) {
	blocks.Each(reflect.ValueOf(g).Elem(), true, func(v reflect.Value) {
		if v.Interface().(*Block) == b {
			own = b.clone()
			v.Set(reflect.ValueOf(own))
		}
	})
	return own
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
