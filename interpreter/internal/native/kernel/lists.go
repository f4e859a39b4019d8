package kernel

// Lists that are made, in the arena.

// put puts an element behind n others, and returns how many there are then.
//
//wasm:inline
func put(list, n, v int32) int32 {
	if n == MaxOptions {
		panic("too long a list")
	}
	st(list+n<<2, v)
	return n + 1
}

// sizeOf is how many pieces lie in a zone; none, if there is none.
func sizeOf(z int32) int32 {
	if z <= 0 {
		return 0
	}
	return size(z)
}

// cut breaks off if what lies in a zone cannot be cut before element i, because nobody
// knows the order there.
func cut(list, n, i int32) {
	if i > 0 && i < n && isGlued(ld(list+i<<2-4)) {
		panic("nobody knows the order")
	}
}

// clamp makes an index of a slice fall within the list.
func clamp(i, n int32) int32 {
	if i < 0 {
		i += n
	}
	if i < 0 {
		return 0
	}
	if i > n {
		return n
	}
	return i
}

// index is element i, from the end if i is below zero.
func index(list, n, i int32) int32 {
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		panic("the list is too short")
	}
	return ld(list + i<<2)
}

// onFrom is the player so many places to the left of one.
func onFrom(player, places int32) int32 {
	n := players
	if places >= n {
		panic("the list is too short")
	}
	if player += places; player >= n {
		player -= n
	}
	return player
}

func reversed(list, n int32) int32 {
	for i := int32(0); i < n-1-i; i++ {
		a, b := ld(list+i<<2), ld(list+(n-1-i)<<2)
		st(list+i<<2, b)
		st(list+(n-1-i)<<2, a)
	}
	return n
}

func unique(list, n int32) int32 { return worded(list, n) }

// sortBy sorts a list by keys, upward; what has the same key stays in order.
func sortBy(list, keys, n int32) {
	for i := int32(1); i < n; i++ {
		for j := i; j > 0 && ld(keys+j<<2) < ld(keys+j<<2-4); j-- {
			spend(1)
			k, v := ld(keys+j<<2), ld(list+j<<2)
			st(keys+j<<2, ld(keys+j<<2-4))
			st(list+j<<2, ld(list+j<<2-4))
			st(keys+j<<2-4, k)
			st(list+j<<2-4, v)
		}
	}
}

// addTo puts a word behind a list of a frame.
func addTo(f, at, v int32) {
	n := ld(f + at + 4)
	spend(n >> 4)
	list := take(n + 1)
	for i := range n {
		st(list+i<<2, ld(f+(ld(f+at)+i)<<2))
	}
	st(list+n<<2, v)
	setList(f, at, list, n+1)
}
