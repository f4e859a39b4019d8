package wasm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/wasm"
)

// What the code looks like, where that is the point.
func TestCode(t *testing.T) {
	const (
		get, tee               = "\x20", "\x22"
		constant, load, store  = "\x41", "\x28\x02", "\x36\x02"
		add, and, shl, eqz     = "\x6a", "\x71", "\x74", "\x45"
		when, otherwise, end   = "\x04\x40", "\x05", "\x0b"
		x, y, z, back, call    = "\x00", "\x01", "\x02", "\x0f", "\x10"
		block, loop, br, table = "\x02\x40", "\x03\x40", "\x0c", "\x0e"
		drop                   = "\x1a"
		store64, zeros         = "\x37\x02", "\xfd\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
		zeroed                 = "\xfd\x0b\x02"
		padding                = "\x80\x80\x80\x00" // of a number that is known late
	)
	for name, c := range map[string]struct{ text, want string }{
		"the constant of an address":             {"func F(x int32) int32 { return ld(x+12) }", get + x + tee + x + load + "\x8c" + padding + drop + get + x + load + "\x0c"},
		"constants from anywhere in an address":  {"func F(x, y int32) int32 { return ld(64 + (x+(y-2)<<2) + 8) }", get + x + get + y + constant + "\x02" + shl + add + tee + z + load + "\xc0" + padding + drop + get + z + load + "\x40"},
		"an address through functions":           {"func row(x int32) int32 { return 64 + x*32 }\nfunc F(x int32) int32 { return ld(row(x+1) + 4) }", get + x + constant + "\x05" + shl + tee + y + load + "\xe4" + padding + drop + get + y + load + "\x64"},
		"a constant that is less than 0":         {"func F(x int32) int32 { return ld(x-4) }", get + x + tee + x + constant + "\x7c" + add + load + "\x00"},
		"a base is set to itself once":           {"func F(x int32) { st(x, ld(x+4)) }", get + x + tee + x + load + "\x84" + padding + drop + get + x + get + x + load + "\x04" + store + "\x00"},
		"a mask that the shift does by itself":   {"func F(x, y int32) int32 { return x << (y & 31) }", get + x + get + y + shl + back},
		"x == 0":                                 {"func F(x int32) bool { return x == 0 }", get + x + eqz + back},
		"a condition that is a number":           {"func F(x, y int32) {\n\tif x != 0 {\n\t\tst(y, x)\n\t}\n}", when + get + y + tee + y + load + "\x80" + padding + drop + get + y + get + x + store + "\x00" + otherwise + end},
		"a condition of an expanded function":    {"func odd(x int32) bool { return x&1 != 0 }\nfunc F(x, y int32) {\n\tif !odd(x) {\n\t\tst(4, y)\n\t}\n}", get + x + constant + "\x01" + and + eqz + when},
		"what is true, and something":            {"//wasm:inline\nfunc f(k, x int32) bool { return k == 3 && x > 4 }\nfunc F(x int32) bool { return f(3, x) }", get + x + constant + "\x04\x4a" + back},
		"an if that is settled":                  {"//wasm:inline\nfunc f(k, x int32) int32 {\n\tif k == 3 {\n\t\treturn x\n\t}\n\treturn x + k\n}\nfunc F(x int32) int32 { return f(4, x) }", get + x + constant + "\x04" + add},
		"a switch that is settled":               {"//wasm:inline\nfunc f(k, x int32) int32 {\n\tswitch k {\n\tcase 3:\n\t\treturn x\n\tdefault:\n\t\treturn x + k\n\t}\n}\nfunc F(x int32) int32 { return f(4, x) }", block + get + x + constant + "\x04" + add},
		"a table":                                {"func F(x int32) int32 {\n\tswitch x {\n\tcase 10, 11, 12, 14, 15:\n\t\treturn 1\n\t}\n\treturn 2\n}", get + x + constant + "\x0a\x6b" + table + "\x06\x00\x00\x00\x01\x00\x00\x01"},
		"a goto back to the one loop there is":   {"func F(x int32) {\nl:\n\tx++\n\tif x < 9 {\n\t\tgoto l\n\t}\n}", loop + get + x + constant + "\x01" + add + tee + x + constant + "\x09\x48" + when + br + "\x01"},
		"a place that is taken again":            {"func F(x int32) {\n\t{\n\t\ty := x\n\t\tst(0, y)\n\t}\n\t{\n\t\tz := x\n\t\tst(0, z)\n\t}\n}", "\x01\x02\x7f"},
		"a variable that never changes":          {"func F(x int32) int32 {\n\tk := int32(5)\n\treturn x + k\n}", "\x00" + block + get + x + constant + "\x05" + add + back},
		"what is set and got":                    {"func F(x int32) int32 {\n\ty := x + 1\n\treturn y\n}", add + tee + y + back},
		"constants at words side by side":        {"func F(x int32) {\n\tst(x+4, 5)\n\tst(x+8, 1)\n\tst(x+16, 3)\n}", "\x42\x85\x80\x80\x80\x10" + store64 + "\x04" + get + x + constant + "\x03" + store + "\x10"},
		"four of them":                           {"func F(x int32) {\n\tst(x, 5)\n\tst64(x+4, 1)\n\tst(x+12, 3)\n}", get + x + "\xfd\x0c\x05\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00" + "\xfd\x0b\x02\x00"},
		"many of them that are 0":                {"func F(x int32) {\n\tst(x, 0)\n\tst64(x+4, 0)\n\tst(x+12, 0)\n\tst64(x+16, 0)\n}", zeros + tee + y + zeroed + "\x00" + get + x + "\x42\x00" + store64 + "\x10"},
		"a base that every label has":            {"func F(x, y int32) int32 {\n\tif y > 0 {\n\t\tst(x, y)\n\t\tgoto l\n\t}\n\tst(x+4, y)\nl:\n\treturn ld(x+8)\n}", "\x7f" + block + get + x + tee + x + load + "\x88" + padding + drop},
		"a base that is said to be one":          {"func F(x, y int32) int32 {\n\t_ = ld(x<<2)\n\tif y > 0 {\n\t\tst(x<<2, y)\n\t} else {\n\t\tst(x<<2+4, y)\n\t}\n\treturn ld(x<<2+8)\n}", "\x7f" + block + get + x + constant + "\x02" + shl + tee + z + load + "\x88" + padding + drop + get + z + drop + block + get + y},
		"what nobody wants":                      {"func F(x int32) int32 {\n\ty := ld(x + 4)\n\t_ = y\n\treturn x\n}", "\x00" + block + get + x + back},
		"what is out of reach":                   {"func F(x int32) int32 {\n\tfor {\n\t\tx++\n\t}\n\tst(0, x)\n\treturn g(x)\n}\nfunc g(x int32) int32 { return g(x) }", end + "\x00" + end},
		"a call of what cannot be expanded":      {"func g(x int32) int32 { return g(x - 1) }\nfunc F(x int32) int32 { return g(x) }", get + x + call + "\x01" + back},
		"a function that only one call names":    {"func g(x int32) int32 {\n\tif x > 3 {\n\t\treturn x\n\t}\n\treturn 3\n}\nfunc F(x int32) int32 {\n\tx++\n\treturn g(x)\n}", "\x03\x02\x01\x00"},
		"an argument that is used once":          {"func f(a int32) int32 { return a ^ 1 }\nfunc F(x, y int32) int32 { return f(x + y) }", "\x00" + block + get + x + get + y + add + constant + "\x01\x73" + back},
		"an argument that has to be kept":        {"func f(a int32) int32 { return a * a }\nfunc F(x, y int32) int32 { return f(x + y) }", get + x + get + y + add + tee + z + get + z + "\x6c" + back},
		"an argument beside a variable":          {"//wasm:inline\nfunc f(a int32) {\n\tst(a, a)\n}\nfunc F(x int32) { f(x + 8) }", get + x + tee + x + load + "\x88" + padding + drop + get + x + get + x + constant + "\x08" + add + store + "\x08"},
		"an argument that stands for a variable": {"func f(a int32) int32 { return a * a }\nfunc F(x int32) int32 { return f(x) }", "\x00" + block + get + x + get + x + "\x6c" + back},
	} {
		t.Run(name, func(t *testing.T) {
			code, err := wasm.Compile(wasm.File{Name: "p.go", Text: "package p\nconst Memory = 1\n" + c.text})
			require.NoError(t, err)
			start(t, code)
			assert.Contains(t, string(code), c.want, "%x in %x", c.want, code)
		})
	}
}

// Where nothing leads to, nothing is written: of a value, too, that a function would give.
func TestNothingLeadsThere(t *testing.T) {
	m := run(t, wasm.File{Name: "dead.go", Text: `package dead

const Memory = 1 << 10

//wasm:inline
func next(p int32) int32 {
	if ld(p) > 0 {
		return p + 4
	}
	return p
}

func is3(n int32) bool { return n == 3 }

func Main(p, q int32) int32 {
	switch {
	case is3(3):
		q++
	case next(p) >= q:
		q--
	}
	return q
}
`})
	require.EqualValues(t, 8, call32(m.ExportedFunction("Main"), 0, 7))
}
