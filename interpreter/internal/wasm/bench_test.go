package wasm_test

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero/api"
)

// How many times as long a program takes as WebAssembly: the ratio is wasm/go.
//
//	go test -run '^$' -bench Samples ./interpreter/internal/wasm
func BenchmarkSamples(b *testing.B) {
	m := run(b, sampleFiles(b)...)
	for _, name := range []string{"Primes", "Sorting", "Life", "Records", "Fibonacci"} {
		native, f := all[name], m.ExportedFunction(name)
		b.Run(name+"/go", func(b *testing.B) {
			for i := range b.N {
				native(int32(i)|15, 12345)
			}
		})
		b.Run(name+"/wasm", func(b *testing.B) {
			var stack [2]uint64
			for i := range b.N {
				stack[0], stack[1] = api.EncodeI32(int32(i)|15), 12345
				if err := f.CallWithStack(context.Background(), stack[:]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
