package wasm_test

import (
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"moraine/interpreter/internal/wasm"
)

// Whatever is done to the samples, there is an error or a module that is valid.
func TestMutants(t *testing.T) {
	files := sampleFiles(t)
	r := rand.New(rand.NewPCG(11, 2))
	engine := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
	defer engine.Close(t.Context())
	compiled := 0
	for range 200 {
		i := r.IntN(len(files))
		mutant := append([]wasm.File{}, files...)
		mutant[i].Text = mutate(r, files[i].Text)
		code, err := wasm.Compile(mutant...)
		if err != nil {
			require.Regexp(t, `^[^\n]+:\d+:\d+: .`, err.Error())
			continue
		}
		compiled++
		m, err := engine.CompileModule(t.Context(), code)
		require.NoError(t, err, mutant[i].Text)
		require.NoError(t, m.Close(t.Context()))
	}
	require.NotZero(t, compiled)
}

// mutate takes a token away, doubles it, or puts another in its place.
func mutate(r *rand.Rand, text string) string {
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", -1, len(text)), []byte(text), nil, 0)
	var tokens [][2]int
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		at := set.Position(pos).Offset
		if lit == "" {
			lit = tok.String()
		}
		if lit != "\n" && strings.HasPrefix(text[at:], lit) {
			tokens = append(tokens, [2]int{at, at + len(lit)})
		}
	}
	a, b := tokens[r.IntN(len(tokens))], tokens[r.IntN(len(tokens))]
	with := text[b[0]:b[1]]
	switch r.IntN(4) {
	case 0:
		with = ""
	case 1:
		with = text[a[0]:a[1]] + " " + text[a[0]:a[1]]
	}
	return text[:a[0]] + with + text[a[1]:]
}
