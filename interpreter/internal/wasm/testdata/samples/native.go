// Package samples are programs in the subset of Go that package wasm compiles.
// The tests run them as what they are and as WebAssembly.
//
// This file is none of them: it is what wasm.Compile declares of itself.
package samples

import "encoding/binary"

// Bytes is the memory.
var Bytes [Memory]byte

func at(a int32, n int) []byte { return Bytes[int(uint32(a)):][:n] }

func ld(a int32) int32       { return int32(binary.LittleEndian.Uint32(at(a, 4))) }
func st(a, v int32)          { binary.LittleEndian.PutUint32(at(a, 4), uint32(v)) }
func ld64(a int32) uint64    { return binary.LittleEndian.Uint64(at(a, 8)) }
func st64(a int32, v uint64) { binary.LittleEndian.PutUint64(at(a, 8), v) }
func copyWords(to, from, bytes int32) {
	copy(at(to, int(uint32(bytes))), at(from, int(uint32(bytes))))
}
func fillBytes(to, b, n int32) {
	for i := range at(to, int(uint32(n))) {
		Bytes[to+int32(i)] = byte(b)
	}
}

// Told is what tell was told.
var Told []int32

func tell(a int32, b uint64) int32 {
	Told = append(Told, a, int32(b))
	return a ^ int32(b>>32)
}
