package samples

// What follows is for the benchmark: each does the same for a while.

// Sorting sorts what a generator makes.
func Sorting(a, b int32) int32 {
	n := 64 + a&255
	seed := uint32(b)
	for i := range n {
		seed = seed*1664525 + 1013904223
		st(Table+i<<2, int32(seed>>8))
	}
	for i := int32(1); i < n; i++ {
		v := ld(Table + i<<2)
		j := i
		for j > 0 && ld(Table+(j-1)<<2) > v {
			st(Table+j<<2, ld(Table+(j-1)<<2))
			j--
		}
		st(Table+j<<2, v)
	}
	return ld(Table) ^ ld(Table+(n-1)<<2) ^ ld(Table+n<<1&^3)
}

// Life is some generations of Conway's on a torus of 32 by 32, a word a cell.
func Life(a, b int32) int32 {
	const size = 32
	seed := uint64(uint32(a))<<32 | uint64(uint32(b))
	for i := range int32(size * size) {
		seed = seed*6364136223846793005 + 1442695040888963407
		st(Table+i<<2, int32(seed>>63))
	}
	for range int32(8) {
		for y := range int32(size) {
			for x := range int32(size) {
				n := alive(x-1, y-1) + alive(x, y-1) + alive(x+1, y-1) + alive(x-1, y) +
					alive(x+1, y) + alive(x-1, y+1) + alive(x, y+1) + alive(x+1, y+1)
				next := int32(0)
				if n == 3 || n == 2 && alive(x, y) != 0 {
					next = 1
				}
				st(Table+size*size*4+(y*size+x)<<2, next)
			}
		}
		copyWords(Table, Table+size*size*4, size*size*4)
	}
	n := int32(0)
	for i := range int32(size * size) {
		n += ld(Table + i<<2)
	}
	return n
}

func alive(x, y int32) int32 { return ld(Table + (y&31*32+x&31)<<2) }

// Records walks linked records, as a machine does that goes from step to step.
func Records(a, b int32) int32 {
	const size, many = 32, 64
	for i := range int32(many) {
		p := Table + i*size
		st(p, (i*7+a)&3)
		st(p+4, i)
		st(p+8, Table+(i*13+5)&63*size)
		st(p+12, 0)
	}
	p, sum, fuel := int32(Table), b, int32(5000)
next:
	fuel--
	if fuel < 0 {
		goto end
	}
	switch ld(p) {
	case 0:
		goto add
	case 1:
		goto mix
	case 2:
		goto count
	}
	sum ^= ld(p + 4)
	p = ld(p + 8)
	goto next
add:
	sum += ld(p+4) + ld(p+12)
	st(p+12, sum&0xff)
	p = ld(p + 8)
	goto next
mix:
	sum = sum*31 + ld(p+4)
	if sum&1 == 0 {
		p = ld(p + 8)
		goto next
	}
	st(p, ld(p)+1)
count:
	st(p+12, ld(p+12)+1)
	st(p, (ld(p)+ld(p+12)&1)&3)
	p = ld(ld(p+8) + 8)
	goto next
end:
	return sum
}
