package wasm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero/api"

	"moraine/interpreter/internal/wasm"
)

// What is divided by a constant is divided as if it were not one.
func TestDivision(t *testing.T) {
	divisors := []int32{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 25, 60, 64, 100, 125, 127, 128, 255, 625, 641, 1000, 1024, 7919, 65535, 65536, 65537,
		1 << 30, 1<<30 + 1, math.MaxInt32 - 1, math.MaxInt32, -1, -2, -3, -8, math.MinInt32, math.MinInt32 + 1}
	r := rand.New(rand.NewPCG(3, 5))
	for range 40 {
		divisors = append(divisors, int32(r.Uint32()>>(1+r.IntN(30)))|1)
	}
	for _, kind := range []string{"int32", "uint32", "int64", "uint64"} {
		t.Run(kind, func(t *testing.T) {
			var text strings.Builder
			fmt.Fprintf(&text, "package p\nfunc Constant(n int32, x %s) (q, r %[1]s) {\n\tswitch n {\n", kind)
			for i, d := range divisors {
				by := fmt.Sprint(d)
				if kind[0] == 'u' {
					by = fmt.Sprint(uint32(d))
				}
				fmt.Fprintf(&text, "\tcase %d:\n\t\treturn x / %s, x %% %[2]s\n", i, by)
			}
			fmt.Fprintf(&text, "\t}\n\treturn\n}\nfunc Any(x, by %s) (q, r %[1]s) { return x / by, x %% by }\n", kind)
			m := run(t, wasm.File{Name: "p.go", Text: text.String()})
			for i, d := range divisors {
				by := uint64(int64(d))
				if kind[0] == 'u' {
					by = uint64(uint32(d))
				}
				for _, x := range numbers(r, d) {
					if d == -1 && (x == 1<<63 || uint32(x) == 1<<31) {
						continue // fails both ways, or only one
					}
					if strings.HasSuffix(kind, "32") {
						x = uint64(uint32(x))
					}
					want, err := m.ExportedFunction("Any").Call(t.Context(), x, by)
					require.NoError(t, err)
					got, err := m.ExportedFunction("Constant").Call(t.Context(), api.EncodeI32(int32(i)), x)
					require.NoError(t, err)
					if strings.HasSuffix(kind, "32") { // the other half of a word is nobody's
						for i := range want {
							want[i], got[i] = uint64(uint32(want[i])), uint64(uint32(got[i]))
						}
					}
					require.Equal(t, want, got, "%d by %d", int64(x), int64(by))
				}
			}
		})
	}
}

// numbers are some around multiples of a divisor, and at the ends.
func numbers(r *rand.Rand, d int32) []uint64 {
	var out []uint64
	for _, m := range []int64{0, 1, -1, 2, int64(r.Int32()), -int64(r.Int32()), math.MaxInt32 / int64(d), math.MinInt32 / int64(d), math.MaxUint32 / int64(d), math.MaxInt64 / int64(d)} {
		for near := range int64(3) {
			out = append(out, uint64(m*int64(d)+near-1))
		}
	}
	return append(out, 1<<31, 1<<31-1, 1<<63, 1<<63-1, math.MaxUint32, math.MaxUint64)
}
