package formula

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// AsList turns v into a list: a zone into what lies in it, a single value into
// the list of itself, nothing into the empty list; nil if v cannot be one.
func (c *Compiler) AsList(v *Value) *Value {
	switch {
	case v.IsList():
		return v
	case v.Type.Base == schema.Zone:
		return c.toList(v)
	case v.Type.Base == schema.Piece, v.Type.Base == schema.Player, v.Type.Base == schema.Word, v.Type.Base == schema.Empty:
		return made(Listed, schema.ListOf(v.Type), v.Pos, v)
	}
	return nil
}

// WordOf is the value of a word.
func WordOf(sym int32) *Value {
	return Known(schema.Type{Base: schema.Word, Words: schema.NewWordSet(sym)}, sym)
}

// Known is a value that never changes, of type t.
func Known(t schema.Type, k int32) *Value {
	return constant(source.Pos{}, t, k)
}

// Computes is a value of type t that the caller computes.
func Computes(t schema.Type, f func(*Env) int32) *Value {
	return &Value{Op: Computed, run: Computed, Type: t, Tables: &Tables{compute: f}}
}

// Of is the scope in which the fields of a piece or player are bare names. Who
// evaluates what is compiled in it says with SetIt whose.
func Of(self schema.Type) *Scope { return &Scope{Self: self, locals: 1} }

// CheckUnused compiles formulas that nothing used, wherever the names of their
// parameters say what those are.
func (c *Compiler) CheckUnused() (unused []*Value) {
	used := map[*syntax.FormulaDecl]bool{}
	for k := range c.bodies {
		used[k.decl] = true
	}
	check := func(f *syntax.FormulaDecl, sc *Scope) {
		if used[f] {
			return
		}
		for _, p := range f.Params {
			t, ok := c.TypeNamed(p.Name)
			if !ok {
				return
			}
			sc.params = append(sc.params, param{p.Ident, t})
			sc.locals++
		}
		unused = append(unused, c.Compile(f.Is, sc))
	}
	for _, f := range c.Game.Formulas {
		check(f, &Scope{})
	}
	for _, f := range c.Game.Player.Formulas {
		check(f, Of(schema.Type{Base: schema.Player}))
	}
	for i, k := range c.Kinds {
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
