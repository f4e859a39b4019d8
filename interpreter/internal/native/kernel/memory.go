package kernel

import "encoding/binary"

// memory is what package wasm has as the memory of the module.
var memory [Memory]byte

func ld(a int32) int32       { return int32(binary.LittleEndian.Uint32(memory[a:])) }
func st(a, v int32)          { binary.LittleEndian.PutUint32(memory[a:], uint32(v)) }
func ld64(a int32) uint64    { return binary.LittleEndian.Uint64(memory[a:]) }
func st64(a int32, v uint64) { binary.LittleEndian.PutUint64(memory[a:], v) }
func copyWords(to, from, bytes int32) {
	copy(memory[to:to+bytes], memory[from:from+bytes])
}
func fillBytes(to, b, n int32) {
	for i := range n {
		memory[to+i] = byte(b)
	}
}
