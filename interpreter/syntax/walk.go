package syntax

import (
	"reflect"
	"sync"

	"moraine/interpreter/source"
)

// Walk calls f for every step of the game in the order of the files. Outer steps come first.
func Walk(g *Game, f func(*Step)) {
	for _, p := range AllProcedures(g) {
		p.Walk(f)
	}
}

// AllProcedures returns the declared procedures and those of kinds, cards and side offers,
// which have names such as "fate.playing" and "great_storm.effect".
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
				out = append(out, &Procedure{Ident: id, Takes: k.takes(b.Name), Body: Body{Do: b.Do}})
			}
		}
	}
	for _, o := range g.SideOffers {
		out = append(out, &Procedure{Ident: o.Ident, Body: Body{Do: o.Do}})
	}
	return out
}

// takes returns the parameters of the steps that each card of a kind has under a name.
func (k *Kind) takes(name string) []Param {
	for _, h := range k.Has {
		if h.Name == name {
			return h.Takes
		}
	}
	return nil
}

// Walk calls f for every step of a procedure.
func (p *Procedure) Walk(f func(*Step)) {
	WalkBlock(p.Do, f)
	WalkBlock(p.AtEnd, f)
}

// WalkBlock calls f for every step of a block, including steps inside other steps.
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

// Inner returns the blocks inside a step, in the order of its operands.
func Inner(s *Step) (out []*Block) {
	eachBlock(reflect.ValueOf(s.Do), false, func(b reflect.Value) { out = append(out, b.Interface().(*Block)) })
	return out
}

var blockType = reflect.TypeFor[*Block]()

// eachBlock calls f for each block in the struct of a verb, but not for blocks inside these. If
// own is set, the struct and all values on the way to its blocks are replaced by copies.
func eachBlock(v reflect.Value, own bool, f func(reflect.Value)) {
	switch t := v.Type(); {
	case !holdsBlocks(t):
	case t == blockType:
		if !v.IsNil() {
			f(v)
		}
	case t.Kind() == reflect.Pointer:
		if v.IsNil() {
			return
		}
		if own {
			was := v.Elem()
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(was)
		}
		eachBlock(v.Elem(), own, f)
	case t.Kind() == reflect.Slice:
		if own {
			was := reflect.ValueOf(v.Interface())
			v.Set(reflect.MakeSlice(t, v.Len(), v.Len()))
			reflect.Copy(v, was)
		}
		for i := range v.Len() {
			eachBlock(v.Index(i), own, f)
		}
	default:
		for i := range v.NumField() {
			eachBlock(v.Field(i), own, f)
		}
	}
}

var blockHolders sync.Map // reflect.Type → bool

// holdsBlocks reports whether values of a type can contain blocks. Formulas and nodes cannot.
func holdsBlocks(t reflect.Type) bool {
	switch t {
	case blockType:
		return true
	case reflect.TypeFor[*Formula](), reflect.TypeFor[*Cond](), reflect.TypeFor[*source.Node](), posType:
		return false
	}
	if known, ok := blockHolders.Load(t); ok {
		return known.(bool)
	}
	holds := false
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		holds = holdsBlocks(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			holds = holds || holdsBlocks(t.Field(i).Type)
		}
	}
	blockHolders.Store(t, holds)
	return holds
}

// Declaration is a declaration of a game, except cards.
type Declaration struct {
	What string // "procedure", "window", "side offer", "formula", "zone", "field", …
	Of   string // "player" or the kind to which it belongs; "" for the game
	Ident
	Tree any // its node of the syntax tree
}

// Declarations returns the declarations of a game or variant, those most important for players
// first.
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

// Cited calls f with the clauses cited by each part of a tree.
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

// citing returns the indices of those fields of a type that may contain cited clauses.
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
		case of == identType && (refOf(f) != "clause" || f.Tag.Get("decl") != ""):
		case of.Kind() == reflect.Struct, of.Kind() == reflect.Interface:
			out = append(out, i)
		}
	}
	citingFields.Store(t, out)
	return out
}
