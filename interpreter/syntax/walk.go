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

// AllProcedures returns the declared procedures, and the procedures that kinds, cards and side offers contain. The
// latter have names such as "fate.playing" and "great_storm.effect".
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
	blocks.Each(reflect.ValueOf(s.Do), false, func(b reflect.Value) { out = append(out, b.Interface().(*Block)) })
	return out
}

// blocks finds the blocks in the struct of a verb. Formulas and nodes contain none.
var blocks = Finder[*Block]{Enters: func(t reflect.Type) bool {
	return t != reflect.TypeFor[Formula]() && t != reflect.TypeFor[Cond]() && t != reflect.TypeFor[source.Node]() &&
		t != posType
}}

// Finder finds the values of a type that can be nil, in structs, lists, maps, pointers and interfaces.
type Finder[T any] struct {
	Enters  func(t reflect.Type) bool // whether it searches structs of a type
	structs sync.Map                  // reflect.Type → []int: see fields
}

// Each calls f for each sought value in v, but not for those inside of such values. If own is set, the pointers and
// lists on the way to them are replaced by copies.
func (w *Finder[T]) Each(v reflect.Value, own bool, f func(reflect.Value)) {
	if !v.IsValid() || !w.holds(v.Type()) {
		return
	}
	t := v.Type()
	if t == reflect.TypeFor[T]() {
		if !v.IsNil() {
			f(v)
		}
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		w.Each(v.Elem(), own, f)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if own {
			was := v.Elem()
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(was)
		}
		w.Each(v.Elem(), own, f)
	case reflect.Map:
		for _, of := range v.Seq2() {
			w.Each(of, own, f)
		}
	case reflect.Slice:
		if own {
			was := reflect.ValueOf(v.Interface())
			v.Set(reflect.MakeSlice(t, v.Len(), v.Len()))
			reflect.Copy(v, was)
		}
		for i := range v.Len() {
			w.Each(v.Index(i), own, f)
		}
	case reflect.Struct:
		for _, i := range w.fields(t) {
			w.Each(v.Field(i), own, f)
		}
	}
}

// holds reports whether values of a type can contain sought ones.
func (w *Finder[T]) holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return t == reflect.TypeFor[T]() || w.holds(t.Elem())
	}
	return t.Kind() == reflect.Struct && w.fields(t) != nil
}

// fields returns the indices of the fields of a struct that can contain sought values.
func (w *Finder[T]) fields(t reflect.Type) (all []int) {
	if known, ok := w.structs.Load(t); ok {
		return known.([]int)
	}
	for i := range t.NumField() {
		if w.Enters(t) && t.Field(i).IsExported() {
			all = append(all, i)
		}
	}
	w.structs.Store(t, all) // for a struct that contains itself
	var out []int
	for _, i := range all {
		if w.holds(t.Field(i).Type) {
			out = append(out, i)
		}
	}
	w.structs.Store(t, out)
	return out
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
		out = append(out, Declaration{What: "game", Ident: g.ID, Tree: g})
	}
	out = declarations(out, "measure", "", g.Measures)
	out = declarations(out, "bot", "", g.Bots)
	out = declarations(out, "question", "", g.Asks)
	out = declarations(out, "ruling", "", g.Rulings)
	return declarations(out, "clause", "", g.Clauses)
}

func declarations[T interface{ ident() Ident }](out []Declaration, what, of string, list []T) []Declaration {
	for _, d := range list {
		out = append(out, Declaration{What: what, Of: of, Ident: d.ident(), Tree: d})
	}
	return out
}

// Cited calls f with the clauses cited by each part of a tree.
func Cited(tree any, f func(Clauses)) {
	cited.Each(reflect.ValueOf(tree), false, func(v reflect.Value) { f(v.Interface().(Clauses)) })
}

var cited = Finder[Clauses]{Enters: func(t reflect.Type) bool { return t.PkgPath() != posType.PkgPath() }}

// VariantsOfReadings returns the variant that supplies a branch of a reading, by RULING=READING. The reading needs that
// variant.
func VariantsOfReadings(g *Game) map[string]string {
	out := map[string]string{}
	var find func(tree any)
	find = func(tree any) {
		branches.Each(reflect.ValueOf(tree), false, func(v reflect.Value) {
			b := v.Interface().(*Branches)
			for _, branch := range b.List {
				if branch.Variant.Name != "" {
					out[b.Key.Name+"="+branch.Label.Name] = branch.Variant.Name
				}
				find(branch.Is)
				find(branch.Steps)
			}
		})
	}
	find(g)
	return out
}

var branches = Finder[*Branches]{Enters: cited.Enters}
