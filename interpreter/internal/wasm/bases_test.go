package wasm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/internal/wasm"
)

// What bases are kept for is no reason to fail, nor to take one for another.
func TestBases(t *testing.T) {
	for _, c := range []struct {
		name, text string
		a, b       int32
	}{
		{"a variable times 0 is none", `
func Main(p, q int32) int32 {
	st(64, 7)
	return ld(q*0 + p) + ld(p + q<<31<<1)
}`, 64, 128},
		{"a sum of two variables, one of which changes, then the other", `
func Main(p, q int32) int32 {
	st(p+q<<2, 2)
	st(p+q<<2+4, 3)
	st(p+q<<2+8, 7)
	n := ld(p + q<<2) + ld(q*4+p)
	p += 4
	n += ld(p + q<<2)
	q++
	return n + ld(q<<2+p)
}`, 64, 4},
		{"sums in which variables come to nothing, or to one", `
func Main(p, q int32) int32 {
	st(p<<2, 7)
	return ld(q*0 + p*4) + ld(p + (q<<31+p)<<1 + p)
}`, 32, 5},
		{"the place of a variable that is gone, in a loop of gotos", `
func Main(p, q int32) int32 {
	{
		x := p + 4
		st(x, 7)
	}
again:
	{
		y := q - 64
		if y > 0 {
			return 14
		}
	}
	q += 64
	goto again
}`, 64, -256},
		{"two ways out of a loop, and on one of them the variable is another", `
func Main(p, q int32) int32 {
	st(64+3<<2, 14)
	for {
		if ld(64+p<<2) > 0 || q > 5 {
			break
		}
		if q == 2 {
			p = 3
			break
		}
		q++
	}
	return ld(64 + p<<2)
}`, 8, 0},
		{"a parameter below 0, by which many would go elsewhere", `
func Main(p, q int32) int32 {
	if q == 7 {
		return 14
	}
again:
	if ld(p<<2) == 0 {
		st(p<<2, 1)
		goto again
	}
	if q > 3 {
		goto there
	}
	st(p<<2, 5)
there:
	return ld(p<<2) + ld(p<<2 + 4)
}`, -1, 7},
		{"reads that nobody wants: one says that all may go by it, the other is too late for that", `
func Main(p, q int32) int32 {
	_ = ld(p<<2)
	if q > 3 {
		_ = ld(q<<28)
		goto there
	}
	st(p<<2+4, 8)
	if p == 3 {
		st(p<<2, 6)
	}
there:
	return ld(p<<2) + ld(p<<2 + 4)
}`, 3, 2},
		{"a constant beyond the memory, where nobody comes by", `
func Main(p, q int32) int32 {
	if q > 0 {
		st(1<<16, 3)
		q = ld(1<<16 + 4)
	}
	if q < 0 {
		st(8, 14)
	} else {
		st(12, 7)
	}
	return ld(8)
}`, 0, -3},
		{"a parameter, in loops and after them", `
func Main(p, q int32) int32 {
	if q > 3 {
		goto after
	}
	for i := range q {
		st(p+4, ld(p+4)+i)
	}
	st(p, ld(p)+ld(p+4))
after:
	if q == 3 {
		q++
		for ld(p+8) < 10 {
			st(p+8, ld(p+8)+5)
		}
		st(p+12, 1)
		goto after
	}
	return ld(p) + ld(p+8) + ld(p+12)
}`, 256, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := run(t, wasm.File{Name: "bases.go", Text: "package bases\n\nconst Memory = 1 << 16\n" + c.text})
			assert.Equal(t, int32(14), call32(m.ExportedFunction("Main"), c.a, c.b))
		})
	}
}
