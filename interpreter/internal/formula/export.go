package formula

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// AsList converts v to a list: a zone to its pieces, a single value to a list with one element,
// nothing to the empty list. It returns nil if that is impossible.
func AsList(v *Expr) *Expr {
	switch {
	case v.IsList():
		return v
	case v.Type.Base == schema.Zone:
		return toList(v)
	case v.Type.Base == schema.Piece, v.Type.Base == schema.Player, v.Type.Base == schema.Word,
		v.Type.Base == schema.Empty:
		return newValue(Listed, schema.ListOf(v.Type), v.Pos, v)
	}
	return nil
}

// WordOf returns the constant for a word.
func WordOf(sym ref.Word) *Expr {
	return Known(schema.Type{Base: schema.Word, Words: schema.NewWordSet(sym)}, int32(sym))
}

// Known returns a constant of type t.
func Known(t schema.Type, k int32) *Expr {
	return constant(source.Pos{}, t, k)
}

// Computes returns a value of type t that is computed by a Go function.
func Computes(t schema.Type, f func(*Env) int32) *Expr {
	return &Expr{Op: Computed, run: Computed, nature: untracked, Type: t, Tables: &Tables{compute: f}}
}

// Of returns the scope in which the fields of a piece or player are bare names. SetIt must be
// called with that piece or player before a formula in it is evaluated.
func Of(self schema.Type) *Scope { return &Scope{Self: self, locals: 1} }

// CheckUnused compiles the formulas that are never used. The types of their parameters follow
// from the parameters' names.
func (c *Compiler) CheckUnused() (unused []*Expr) {
	used := map[*syntax.FormulaDecl]bool{}
	for k := range c.bodies {
		used[k.decl] = true
	}
	check := func(f *syntax.FormulaDecl, sc *Scope) {
		if used[f] {
			return
		}
		for _, p := range f.Params {
			t, ok := c.Schema.TypeNamed(p.Name)
			if !ok {
				return
			}
			sc.params = append(sc.params, param{p.Ident, t})
			sc.locals++
		}
		unused = append(unused, c.Compile(f.Is, sc))
	}
	for _, f := range c.Schema.Game.Formulas {
		check(f, &Scope{})
	}
	for _, f := range c.Schema.Game.Player.Formulas {
		check(f, Of(schema.Type{Base: schema.Player}))
	}
	for i, k := range c.Schema.Kinds {
		for _, f := range k.Formulas {
			check(f, Of(schema.Type{Base: schema.Piece, Kinds: 1 << uint(i)}))
		}
	}
	for _, p := range c.Procs {
		for _, name := range slices.Sorted(maps.Keys(p.Formulas)) {
			check(p.Formulas[name], &Scope{Proc: p})
		}
	}
	return unused
}
