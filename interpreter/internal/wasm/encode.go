package wasm

// Numbers of the binary format are of LEB128: seven bits a byte, the lowest
// first, the eighth bit set where more follow.

func appendUint(b []byte, n uint64) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

func appendInt(b []byte, n int64) []byte {
	for n < -0x40 || n >= 0x40 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n)&0x7f)
}

func appendName(b []byte, s string) []byte {
	return append(appendUint(b, uint64(len(s))), s...)
}

// appendSized is what is appended after its length.
func appendSized(b, what []byte) []byte {
	return append(appendUint(b, uint64(len(what))), what...)
}

// list is a vector of the binary format: how many, and what they are.
type list struct {
	n    uint64
	data []byte
}

func (l *list) add(data ...byte) {
	l.n++
	l.data = append(l.data, data...)
}

func (l *list) bytes() []byte { return append(appendUint(nil, l.n), l.data...) }
