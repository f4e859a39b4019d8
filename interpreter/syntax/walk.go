package syntax

import (
	"reflect"
	"sync"

	"moraine/interpreter/source"
)

// Walk calls f for every step of the game, in the order written, a step before
// the steps inside it.
func Walk(g *Game, f func(*Step)) {
	for _, p := range AllProcedures(g) {
		p.Walk(f)
	}
}

// AllProcedures lists the declared procedures and those that kinds, cards and
// side offers bring along, under names such as "fate.playing" and
// "great_storm.effect".
func AllProcedures(g *Game) []*Procedure {
	out := append([]*Procedure(nil), g.Procedures...)
	for _, k := range g.Kinds {
		if k.Playing != nil {
			out = append(out, k.Playing)
		}
		for _, c := range k.Cards {
			for _, b := range c.Steps {
				id := b.Ident
				id.Name = c.Name + "." + b.Name
				out = append(out, &Procedure{Ident: id, Do: b.Do})
			}
		}
	}
	for _, o := range g.SideOffers {
		out = append(out, &Procedure{Ident: o.Ident, Do: o.Do})
	}
	return out
}

// Walk calls f for every step of a procedure.
func (p *Procedure) Walk(f func(*Step)) {
	WalkBlock(p.Do, f)
	WalkBlock(p.AtEnd, f)
}

// WalkBlock calls f for every step of a block and of the blocks inside it.
func WalkBlock(b *Block, f func(*Step)) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		f(s)
		for _, in := range Inner(s) {
			WalkBlock(in, f)
		}
	}
}

// Inner lists the blocks inside a step.
func Inner(s *Step) []*Block {
	switch do := s.Do.(type) {
	case *May:
		var out []*Block
		for _, o := range do.Options {
			out = append(out, o.Do)
		}
		return append(out, do.Otherwise)
	case *If:
		return []*Block{do.Do, do.Else}
	case *Switch:
		return branchBlocks(do.Branches)
	case *ByRuling:
		return branchBlocks(do.Branches)
	case *Each:
		return []*Block{do.Do}
	case *While:
		return []*Block{do.Do}
	}
	return nil
}

func branchBlocks(b *Branches) []*Block {
	if b == nil {
		return nil
	}
	var out []*Block
	for _, br := range b.List {
		out = append(out, br.Steps)
	}
	return out
}

// Declaration is something that a game declares, apart from cards.
type Declaration struct {
	What string // "procedure", "window", "side offer", "formula", "zone", "field", …
	Of   string // "player" or the kind that has it; "": the game
	Ident
	Tree any // the node of the tree
}

// Declarations lists what a game, or a variant, declares: what matters most at the table first.
func Declarations(g *Game) []Declaration {
	out := declarations(nil, "procedure", "", AllProcedures(g))
	out = declarations(out, "window", "", g.Windows)
	out = declarations(out, "side offer", "", g.SideOffers)
	owners, members := []string{"", "player"}, []Members{g.Members, g.Player.Members}
	for _, k := range g.Kinds {
		owners, members = append(owners, k.Name), append(members, k.Members)
	}
	for i, of := range owners {
		out = declarations(out, "formula", of, members[i].Formulas)
	}
	for i, of := range owners {
		out = declarations(out, "zone", of, members[i].Zones)
	}
	for i, of := range owners {
		out = declarations(out, "field", of, members[i].Fields)
	}
	out = declarations(out, "invariant", "", g.Invariants)
	out = declarations(out, "kind", "", g.Kinds)
	if g.ID.Name != "" {
		out = append(out, Declaration{"game", "", g.ID, g})
	}
	out = declarations(out, "measure", "", g.Measures)
	out = declarations(out, "bot", "", g.Bots)
	out = declarations(out, "question", "", g.Asks)
	out = declarations(out, "ruling", "", g.Rulings)
	return declarations(out, "clause", "", g.Clauses)
}

func declarations[T interface{ ident() Ident }](out []Declaration, what, of string, list []T) []Declaration {
	for _, d := range list {
		out = append(out, Declaration{what, of, d.ident(), d})
	}
	return out
}

// Cited calls f for the clauses that each part of a tree cites.
func Cited(tree any, f func([]Ident)) { cited(reflect.ValueOf(tree), f) }

func cited(v reflect.Value, f func([]Ident)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			cited(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			cited(v.Index(i), f)
		}
	case reflect.Struct:
		for _, i := range citing(v.Type()) {
			if list, is := v.Field(i).Interface().([]Ident); is {
				f(list)
			} else {
				cited(v.Field(i), f)
			}
		}
	}
}

var citingFields sync.Map // reflect.Type → []int

// citing are the fields of a type that may cite clauses.
func citing(t reflect.Type) []int {
	if known, ok := citingFields.Load(t); ok {
		return known.([]int)
	}
	var out []int
	for i := range t.NumField() {
		f := t.Field(i)
		of := f.Type
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		switch {
		case !f.IsExported(), of.PkgPath() == reflect.TypeFor[source.Pos]().PkgPath():
		case of == identType && f.Name != "Cites" && f.Name != "Clauses":
		case of.Kind() == reflect.Struct, of.Kind() == reflect.Interface:
			out = append(out, i)
		}
	}
	citingFields.Store(t, out)
	return out
}
