package wasm

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// kind is a type of the subset. An int is only what math/bits counts in.
type kind = types.BasicKind

// kindOf is the kind of a type, Invalid if it is none of the subset's.
func kindOf(t types.Type) kind {
	b, ok := types.Unalias(t).(*types.Basic)
	if !ok {
		return types.Invalid
	}
	switch b.Kind() {
	case types.Int32, types.UntypedRune:
		return types.Int32
	case types.Bool, types.UntypedBool:
		return types.Bool
	case types.Int, types.UntypedInt:
		return types.Int
	case types.Uint32, types.Int64, types.Uint64:
		return b.Kind()
	}
	return types.Invalid
}

func (p *unit) kind(e ast.Expr) kind { return kindOf(p.info.TypeOf(e)) }

// wide are the kinds of 64 bits.
func wide(k kind) bool { return k == types.Int64 || k == types.Uint64 || k == types.Int }

func signed(k kind) bool { return k == types.Int32 || k == types.Int64 || k == types.Int }

func width(k kind) uint64 {
	if wide(k) {
		return 64
	}
	return 32
}

func valueType(k kind) byte {
	if wide(k) {
		return typeI64
	}
	return typeI32
}

// word is a constant as it lies in 64 bits, its sign extended; a bool is 0 or 1.
func word(v constant.Value) uint64 {
	if v.Kind() == constant.Bool {
		return truth(constant.BoolVal(v))
	}
	v = constant.ToInt(v)
	if n, exact := constant.Int64Val(v); exact {
		return uint64(n)
	}
	n, _ := constant.Uint64Val(v)
	return n
}

func truth(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}
