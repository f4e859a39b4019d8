package wasm

import (
	"go/ast"
	"go/types"
	"strings"
)

// callValue pushes what a call returns.
func (b *body) callValue(t term, e *ast.CallExpr) {
	tv := b.info.Types[e.Fun]
	if tv.IsType() {
		b.as(b.kind(e), t.part(e.Args[0]))
		return
	}
	if tv.IsBuiltin() {
		b.fail(t.part(e.Args[0]))
		return
	}
	f := b.callee(e)
	if f.Pkg().Path() == bitsPath {
		if k := b.countBits(f, t, e); wide(b.kind(e)) && !wide(k) {
			b.emit(opExtendU)
		}
		return
	}
	own := b.of[f]
	switch {
	case own == nil:
		b.intrinsic(f.Name(), t, e.Args)
	case own.inline && own.only != nil:
		b.value(b.settled(t))
	case own.inline:
		b.expand(own, t, nil)
	default:
		for _, a := range e.Args {
			b.value(t.part(a))
		}
		b.emitUint(opCall, b.index(own))
		b.parted = true // it may not return
	}
}

// fail is panic: its argument is worked out and nobody learns it.
func (b *body) fail(arg term) {
	if b.constant(arg.expr) == nil && !b.pure(arg) {
		b.value(arg)
		b.emit(opDrop)
	}
	b.trap()
}

// countBits is a call of math/bits. It tells how wide the result is by itself,
// int or not.
func (b *body) countBits(f *types.Func, t term, e *ast.CallExpr) kind {
	k := kindOf(f.Signature().Params().At(0).Type())
	b.value(t.part(e.Args[0]))
	switch name := f.Name(); {
	case strings.HasPrefix(name, "OnesCount"):
		b.emit(opPopcnt.of(k))
	case strings.HasPrefix(name, "LeadingZeros"):
		b.emit(opClz.of(k))
	case strings.HasPrefix(name, "TrailingZeros"):
		b.emit(opCtz.of(k))
	default:
		b.count(k, t.part(e.Args[1]))
		b.emit(opRotl.of(k))
	}
	return k
}

func (b *body) intrinsic(name string, t term, args []ast.Expr) {
	switch name {
	case "ld":
		b.access(opReadI32, b.address(t.part(args[0]), 4))
	case "ld64":
		b.access(opReadI64, b.address(t.part(args[0]), 8))
	case "st":
		offset := b.address(t.part(args[0]), 4)
		b.value(t.part(args[1]))
		b.access(opWriteI32, offset)
	case "st64":
		offset := b.address(t.part(args[0]), 8)
		b.value(t.part(args[1]))
		b.access(opWriteI64, offset)
	default:
		for _, a := range args {
			b.value(t.part(a))
		}
		if name == "copyWords" {
			b.emit(opBulk, bulkCopy, 0, 0)
		} else {
			b.emit(opBulk, bulkFill, 0)
		}
	}
}

// access reads or writes at an address on the stack, and so many bytes after it.
func (b *body) access(op byte, offset uint32) {
	const aligned = 2 // the binary logarithm of what the address is a multiple of
	b.code = appendUint(append(b.code, op, aligned), uint64(offset))
}
