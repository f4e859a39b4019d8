package wasm

import (
	"encoding/binary"
	"go/ast"
	"go/types"
)

// Records are cleared word after word, and of each word wazero makes a constant and a
// store. So constants that are stored one after the other are stored together, where
// they lie together: up to 128 bits. All of them 0 are made but once.

// stored is a constant that a statement stores.
type stored struct {
	at term
	stem
	rest  int32 // what linear says of the address
	bytes int32
	word  uint64 // the first 8 bytes …
	more  uint64 // … and those after
}

// writeConstants writes the first statements of a list, if there are several that do
// nothing but store constants, and tells how many those are.
func (f *frame) writeConstants(list []ast.Stmt) int {
	var run []stored
	for _, stmt := range list {
		s, ok := f.stored(stmt)
		if !ok {
			break
		}
		run = append(run, s)
	}
	if f.dead || len(run) < 2 {
		return 0
	}
	mark := f.locals.mark()
	var blank func()
	for rest := run; len(rest) > 0; {
		s, n := joined(rest)
		rest = rest[n:]
		offset := f.address(s.at, uint32(s.bytes))
		switch s.bytes {
		case 4:
			f.number(types.Uint32, s.word)
			f.access(opWriteI32, offset)
		case 8:
			f.number(types.Uint64, s.word)
			f.access(opWriteI64, offset)
		default:
			switch {
			case s.word|s.more != 0:
				f.vector(s.word, s.more)
			case blank == nil:
				blank = f.blankVector()
				fallthrough
			default:
				blank()
			}
			f.emit(opVector)
			f.access(vectorWrite, offset)
		}
	}
	f.locals.release(mark)
	return len(run)
}

// blankVector makes 128 bits of 0 and returns how to push them.
func (f *frame) blankVector() func() {
	local := f.locals.take(typeV128)
	f.vector(0, 0)
	f.set(local)
	return func() { f.get(local) }
}

// vector pushes 128 bits.
func (f *frame) vector(low, high uint64) {
	f.emit(opVector, vectorConst)
	f.code = binary.LittleEndian.AppendUint64(f.code, low)
	f.code = binary.LittleEndian.AppendUint64(f.code, high)
}

// joined is one store that does what the first of a run do, and how many those are.
func joined(run []stored) (stored, int) {
	out, n := run[0], 1
	s := out
	for i, next := range run[1:] {
		var ok bool
		if s, ok = s.join(next); !ok {
			break
		}
		if s.bytes == 8 || s.bytes == 16 {
			out, n = s, i+2
		}
	}
	return out, n
}

// join has a store do what another does, too, if there is an instruction for it or for
// what both begin.
func (s stored) join(next stored) (stored, bool) {
	if s.stem != next.stem || s.rest+s.bytes != next.rest {
		return s, false
	}
	if bits := 8 * s.bytes; bits < 64 {
		s.word |= next.word << bits
		s.more = next.word >> (64 - bits)
	} else {
		s.more |= next.word << (bits - 64)
	}
	s.bytes += next.bytes
	return s, s.bytes <= 16
}

// stored is what a statement stores, if that is a constant and all it does.
func (f *frame) stored(s ast.Stmt) (out stored, ok bool) {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return out, false
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok {
		return out, false
	}
	to := f.callee(call)
	if to == nil || f.of[to] != nil {
		return out, false
	}
	switch to.Name() {
	case "st":
		out.bytes = 4
	case "st64":
		out.bytes = 8
	default:
		return out, false
	}
	out.at = term{call.Args[0], f.names}
	out.word, ok = f.known(term{call.Args[1], f.names})
	if !ok {
		return out, false
	}
	if out.bytes == 4 {
		out.word &= 1<<32 - 1
	}
	out.stem, out.rest, ok = f.linear(out.at)
	return out, ok && f.isBase(out.stem, out.rest, uint32(out.bytes))
}
