package wasm

import (
	"go/token"
	"go/types"
)

// fold is what an operator makes of two constants of a kind, as Go has it, if it
// makes anything. Constants that stand in the source have been folded by
// go/types: these here come of functions expanded with constant arguments.
func fold(t token.Token, k kind, x, y uint64) (uint64, bool) {
	switch t {
	case token.ADD:
		return cut(k, x+y), true
	case token.SUB:
		return cut(k, x-y), true
	case token.MUL:
		return cut(k, x*y), true
	case token.AND:
		return x & y, true
	case token.OR:
		return x | y, true
	case token.XOR:
		return x ^ y, true
	case token.AND_NOT:
		return x &^ y, true
	case token.SHL:
		return cut(k, x<<y), true
	case token.SHR:
		if signed(k) {
			return uint64(int64(x) >> y), true
		}
		return x >> y, true
	case token.QUO, token.REM:
		return foldDivision(t, k, x, y)
	}
	return foldComparison(t, k, x, y)
}

func foldUnary(t token.Token, k kind, x uint64) uint64 {
	switch t {
	case token.NOT:
		return 1 - x
	case token.SUB:
		return cut(k, -x)
	case token.XOR:
		return cut(k, ^x)
	}
	return x
}

func foldDivision(t token.Token, k kind, x, y uint64) (uint64, bool) {
	switch {
	case y == 0:
		return 0, false
	case signed(k) && t == token.QUO:
		return cut(k, uint64(int64(x)/int64(y))), true
	case signed(k):
		return uint64(int64(x) % int64(y)), true
	case t == token.QUO:
		return x / y, true
	}
	return x % y, true
}

func foldComparison(t token.Token, k kind, x, y uint64) (uint64, bool) {
	less, more := x < y, x > y
	if signed(k) {
		less, more = int64(x) < int64(y), int64(x) > int64(y)
	}
	switch t {
	case token.EQL:
		return truth(x == y), true
	case token.NEQ:
		return truth(x != y), true
	case token.LSS:
		return truth(less), true
	case token.LEQ:
		return truth(!more), true
	case token.GTR:
		return truth(more), true
	case token.GEQ:
		return truth(!less), true
	}
	return 0, false
}

// cut is a number as a kind holds it.
func cut(k kind, n uint64) uint64 {
	switch k {
	case types.Int32:
		return uint64(int32(n))
	case types.Uint32:
		return uint64(uint32(n))
	}
	return n
}
