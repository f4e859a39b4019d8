package wasm_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/wasm"
)

// Constants that are stored one after the other come to lie where each of them would.
func TestRuns(t *testing.T) {
	const bytes, at = 1 << 10, 128 // and where x points to
	untouched := slices.Repeat([]byte{0xee}, bytes)
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		var text strings.Builder
		want := slices.Clone(untouched)
		next := 0
		for range 60 {
			if r.IntN(4) == 0 {
				next = 4 * r.IntN(40)
			}
			n := r.Uint64() >> r.IntN(64) * uint64(r.IntN(5)/4)
			base, place := "", next
			if r.IntN(9) == 0 {
				base, place = "x + ", at+next
			}
			if r.IntN(2) == 0 {
				fmt.Fprintf(&text, "\tst(%s%d, %d)\n", base, next, int32(n))
				binary.LittleEndian.PutUint32(want[place:], uint32(n))
				next += 4
			} else {
				fmt.Fprintf(&text, "\tst64(%s%d, %d)\n", base, next, n)
				binary.LittleEndian.PutUint64(want[place:], n)
				next += 8
			}
		}
		m := run(t, wasm.File{Name: "runs.go", Text: "package runs\n\nconst Memory = 1 << 10\n\nfunc Main(x, y int32) int32 {\n" + text.String() + "\treturn x\n}\n"})
		m.Memory().Write(0, untouched)
		call32(m.ExportedFunction("Main"), at, 0)
		got, _ := m.Memory().Read(0, bytes)
		require.Equal(t, want, got, "seed %d\n%s", seed, text.String())
	}
}
