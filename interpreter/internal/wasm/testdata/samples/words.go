package samples

// Memory is the size of the memory in bytes.
const Memory = 1 << 16

const (
	Sieve = 4096
	Table = 8192
	Row   = 24
)

func row(i int32) int32             { return Table + i*Row }
func cell(i, j int32) int32         { return row(i) + j<<2 }
func get(i, j int32) int32          { return ld(cell(i, j)) }
func field(p int32) int32           { return p + 8 }
func here(p int32) int32            { return ld(p + 4 + ld(p)&0) }
func spread(a, b, c, d int32) int32 { return a - (b - c) - d }

// Cells reads and writes at addresses that are sums.
func Cells(a, b int32) int32 {
	i, j := a&7, b&3
	st(cell(i, j), a)
	st(cell(i+1, j+1), b)
	st(row(i)+20, a^b)
	p := row(i)
	st(p, ld(p)+1)
	st(field(p)+4, ld(field(p)-4)-ld(p+12))
	n := get(i, j) + get(i+1, 1) + get(1, j) + get(3, 2) + get(steps&7, 1)
	n += here(p) + ld(Table+(i-1)<<2+4) + ld((a&63+2)*4-8) + ld(4*(b&7)+Table)
	n += ld(Table) + ld(1024-(a&255)) + ld(Table-(b&15)-(a&3-9))
	return n + ld(spread(Table, a&7, 3, b&1)) + ld((a&255|7)-b&7+7)
}

// Doubles reads and writes 64 bits.
func Doubles(a, b int32) int32 {
	p := Table + (a&31)<<3
	st64(p+8, uint64(uint32(b))*0x100000001)
	st64(p, ld64(p+8)^ld64(p+12))
	return ld(p) ^ ld(p+4)
}

// Copies moves many words at once.
func Copies(a, b int32) int32 {
	for i := range int32(16) {
		st(Table+i<<2, a*i+b)
	}
	copyWords(Table+20, Table+4, 40)
	copyWords(Table+4, Table+12, b&31)
	fillBytes(Table+a&63, b, a&31)
	n := int32(0)
	for i := range int32(20) {
		n = n*31 + ld(Table+i<<2)
	}
	return n
}

// Beyond fails outside the memory.
func Beyond(a, b int32) int32 {
	if a&3 == 0 {
		st(a, b)
		st(a, 0)
		return ld(a & 0xffff)
	}
	if a&3 == 1 {
		st(Memory-8+(b&7), 0)
	}
	return ld(a&0x1ffff) & 0
}
