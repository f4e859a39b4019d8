//go:build live

package live

import _ "embed"

// The files come from `make live`, which builds them with the same version of Go.
var (
	//go:embed program/moraine.wasm.gz
	wasm []byte
	//go:embed program/play.wasm.gz
	play []byte
	//go:embed program/wasm_exec.js
	glue []byte
)

// Embedded returns the programs with which moraine was built.
func Embedded() *Program { return NewProgram(wasm, play, glue) }
