package wasm_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"moraine/interpreter/internal/wasm"
	"moraine/interpreter/internal/wasm/testdata/samples"
)

// all are the programs of package samples.
var all = map[string]func(a, b int32) int32{
	"Collatz": samples.Collatz, "Machine": samples.Machine, "Ahead": samples.Ahead, "Doubled": samples.Doubled, "Nowhere": samples.Nowhere, "Later": samples.Later,
	"Gcd": samples.Gcd, "Nested": samples.Nested, "Ranges": samples.Ranges, "Forever": samples.Forever, "Primes": samples.Primes,
	"Dense": samples.Dense, "Sparse": samples.Sparse, "Unsigned": samples.Unsigned, "Wide": samples.Wide, "Asked": samples.Asked,
	"Signed": samples.Signed, "Divide": samples.Divide, "Unsigned64": samples.Unsigned64, "Signed64": samples.Signed64, "Bits": samples.Bits,
	"Conditions": samples.Conditions, "Constants": samples.Constants, "Globals": samples.Globals, "Masks": samples.Masks, "Pcg": samples.Pcg,
	"Several": samples.Several, "Fibonacci": samples.Fibonacci, "Deep": samples.Deep, "Imports": samples.Imports, "Fails": samples.Fails,
	"Cells": samples.Cells, "Doubles": samples.Doubles, "Copies": samples.Copies, "Beyond": samples.Beyond,
	"Inlined": samples.Inlined, "Threaded": samples.Threaded, "Ordered": samples.Ordered,
	"Sorting": samples.Sorting, "Life": samples.Life, "Records": samples.Records,
}

// Every program does the same as Go and as WebAssembly, to its results, its
// failures, the memory and what it tells.
func TestSamples(t *testing.T) {
	m := run(t, sampleFiles(t)...)
	defined := m.ExportedFunctionDefinitions()
	for name := range defined {
		assert.Contains(t, all, name, "not tested")
	}
	for name, native := range all {
		t.Run(name, func(t *testing.T) {
			f := m.ExportedFunction(name)
			require.NotNil(t, f)
			r := rand.New(rand.NewPCG(1, uint64(len(name))))
			for range 1000 {
				a, b := argument(r), argument(r)
				samples.Told, told = nil, nil
				want := native32(native, a, b)
				require.Equal(t, want, call32(f, a, b), "%s(%d, %d)", name, a, b)
				require.Equal(t, samples.Told, told)
			}
			memory, _ := m.Memory().Read(0, samples.Memory)
			assert.Equal(t, samples.Bytes[:], memory)
		})
	}
	assert.Equal(t, samples.Counter, int32(m.ExportedGlobal("Counter").Get()))
}

func sampleFiles(t testing.TB) []wasm.File {
	t.Helper()
	paths, err := filepath.Glob("testdata/samples/*.go")
	require.NoError(t, err)
	var files []wasm.File
	for _, p := range paths {
		text, err := os.ReadFile(p)
		require.NoError(t, err)
		if filepath.Base(p) != "native.go" {
			files = append(files, wasm.File{Name: p, Text: string(text)})
		}
	}
	return append(files, wasm.File{Name: "imports.go", Text: "package samples\nfunc tell(a int32, b uint64) int32\n"})
}

// told is what the modules told the host.
var told []int32

// run compiles files and makes a module of them.
func run(t testing.TB, files ...wasm.File) api.Module {
	t.Helper()
	code, err := wasm.Compile(files...)
	require.NoError(t, err)
	return start(t, code)
}

func start(t testing.TB, code []byte) api.Module {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	_, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().WithFunc(func(a int32, b uint64) int32 {
		told = append(told, a, int32(b))
		return a ^ int32(b>>32)
	}).Export("tell").Instantiate(ctx)
	require.NoError(t, err)
	m, err := r.Instantiate(ctx, code)
	require.NoError(t, err)
	return m
}

// argument is a number such as programs have trouble with.
func argument(r *rand.Rand) int32 {
	switch r.IntN(4) {
	case 0:
		return int32(r.IntN(40) - 10)
	case 1:
		return int32(uint32(1)<<r.IntN(32)) - int32(r.IntN(2))
	}
	return int32(r.Uint32())
}

const failed = "failed"

// native32 is what a program returns, or failed.
func native32(f func(a, b int32) int32, a, b int32) (out any) {
	defer func() {
		if recover() != nil {
			out = failed
		}
	}()
	return f(a, b)
}

func call32(f api.Function, a, b int32) any {
	out, err := f.Call(context.Background(), api.EncodeI32(a), api.EncodeI32(b))
	if err != nil {
		return failed
	}
	return api.DecodeI32(out[0])
}
