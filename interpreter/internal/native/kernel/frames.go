package kernel

// The stack of frames, as package machine has it. A frame is found by the address of
// its first word; in the words themselves frames are counted in words from the
// header, as everywhere.

// Words of the header.
const (
	atFrame   = State + 4*0
	atPC      = State + 4*1
	atStatus  = State + 4*2
	atWinners = State + 4*3
	atUnwind  = State + 4*4
	atResume  = State + 4*5
	atPlayers = State + 4*6
	atSealed  = State + 4*7
	atOffer   = State + 4*8
)

const (
	running  = 0
	finished = 1
	atRest   = 2
)

// Words of a frame.
const (
	framePrev    = 4 * 0
	frameProc    = 4 * 1
	frameReturn  = 4 * 2
	frameMe      = 4 * 3
	frameBy      = 4 * 4
	frameFlags   = 4 * 5
	framePending = 4 * 6
	frameCard    = 4 * 7
	frameTarget  = 4 * 8
)

const (
	frameStopped = 1
	frameEnding  = 2
)

// What is fixed about a procedure.
const (
	procSize     = 0 // bytes of a frame with empty lists
	procAtEnd    = 4 // where its at_end begins; -1: it has none
	procLists    = 8 // addresses of the first of its list slots, and after the last
	procListsEnd = 12
	procLoops    = 16 // of its loops
	procLoopsEnd = 20
	procEnds     = 24 // and of what is set until it ends
	procEndsEnd  = 28
)

//wasm:inline
func procInfo(p int32) int32 { return ProcInfo + p<<5 }

//wasm:inline
func frameAt(word int32) int32 { return State + word<<2 }

//wasm:inline
func wordOf(f int32) int32 { return (f - State) >> 2 }

// drop takes the running frame off the stack. Where the one below goes on whoever goes
// on there knows.
//
//wasm:inline
func drop(f int32) {
	frame = frameAt(ld(f + framePrev))
	Top = f
}

// room makes sure that the stack has room for so many bytes more.
//
//wasm:inline
func room(bytes int32) {
	if Top+bytes > StateEnd {
		panic("the stack grows too long")
	}
}

// setTop is setList of the frame on top, by the address of the slot. Behind the list
// there lies no other if later is 0: then it ends where the stack does. Else later is
// what behind has.
func setTop(f, slot, later, from, n int32) {
	if later != 0 {
		setWithin(f, slot, later, from, n)
		return
	}
	to := Top
	if ld(slot+4) != 0 {
		to = f + ld(slot)<<2
	}
	end := to + n<<2
	if end > StateEnd-4 {
		panic("the stack grows too long")
	}
	st(slot, (to-f)>>2)
	st(slot+4, n)
	if n == 0 {
		st(slot, 0)
	}
	Top = end
	for ; to < end; to += 8 { // one too many does no harm
		st64(to, ld64(from))
		from += 8
	}
}

// clearTop is setTop of a list that has elements, and is to have none.
//
//wasm:inline
func clearTop(f, slot, later int32) {
	if later != 0 {
		setWithin(f, slot, later, 0, 0)
	} else {
		Top = f + ld(slot)<<2
		st64(slot, 0)
	}
}

// behind is where a 0 ends a table of the slots whose lists lie behind one, if these have
// any elements, and else 0.
//
//wasm:inline
func behind(any, slots int32) int32 {
	if any == 0 {
		return 0
	}
	return slots
}

// setWithin is setTop where lists of these slots lie behind.
func setWithin(f, slot, slots, from, n int32) {
	was := ld(slot + 4)
	words, end := n-was, int32(0)
	for s := ld(slots); s != 0; s = ld(slots) {
		if ld(f+s+4) > 0 {
			off := ld(f + s)
			if end == 0 {
				end = off
			}
			st(f+s, off+words)
		}
		slots += 4
	}
	off := end - was
	if words != 0 {
		moveUp(f+end<<2, words<<2)
		st(slot, off)
		st(slot+4, n)
		if n == 0 {
			st(slot, 0)
		}
	}
	for to := f + off<<2; n > 0; n-- {
		st(to, ld(from))
		to += 4
		from += 4
	}
}

// moveUp moves what lies on the stack from an address on, most often a few words. Of
// what is left there, or behind, a word more may change.
//
//wasm:inline
func moveUp(from, bytes int32) {
	top := Top
	room(bytes)
	spend((top - from) >> 6)
	if bytes < 0 {
		for ; from < top; from += 8 {
			st64(from+bytes, ld64(from))
		}
	} else {
		for at := top - 8; at > from-8; at -= 8 {
			st64(at+bytes, ld64(at))
		}
	}
	Top = top + bytes
}

// setOne gives a list of the frame on top, which has no elements in any list, one.
//
//wasm:inline
func setOne(f, slot, v int32) {
	room(4)
	st(slot, (Top-f)>>2)
	st(slot+4, 1)
	st(Top, v)
	Top += 4
}

// setList writes n words into a list of the frame at f, whose slot is at bytes from
// there. The words must not lie on the stack.
func setList(f, at, from, n int32) {
	off, was := ld(f+at), ld(f+at+4)
	if was != n {
		off = stretch(f, at, off, was, n)
	}
	to := f + off<<2
	for i := range n {
		st(to+i<<2, ld(from+i<<2))
	}
}

// stretch makes a list longer or shorter, and returns where it begins.
func stretch(f, at, off, was, n int32) int32 {
	if was == 0 {
		off = listAt(f, at)
	}
	end := f + (off+was)<<2
	delta := (n - was) << 2
	last := end == Top
	room(delta)
	if !last {
		spend((Top - end) >> 6)
		copyWords(end+delta, end, Top-end)
	}
	Top += delta
	st(f+at, off)
	if n == 0 {
		st(f+at, 0)
	}
	st(f+at+4, n)
	if !last {
		shift(f, at, n-was)
	}
	return off
}

// listAt is where the elements of a frame's list belong: in the order of its slots.
func listAt(f, slot int32) int32 {
	p := procInfo(ld(f + frameProc))
	at := ld(p+procSize) >> 2
	for l := ld(p + procLists); l < ld(p+procListsEnd); l += 4 {
		if s := ld(l); s < slot && ld(f+s+4) > 0 {
			at = ld(f+s) + ld(f+s+4)
		}
	}
	return at
}

// shift corrects what points beyond a list that has grown by some words.
func shift(f, slot, words int32) {
	p := procInfo(ld(f + frameProc))
	for l := ld(p + procLists); l < ld(p+procListsEnd); l += 4 {
		if s := ld(l); s > slot && ld(f+s+4) > 0 {
			st(f+s, ld(f+s)+words)
		}
	}
	if frame == f {
		return
	}
	frame += words << 2
	base := wordOf(f)
	move(atUnwind, base, words)
	move(atOffer, base, words)
	for above := wordOf(frame); above > base; {
		g := frameAt(above)
		move(g+framePrev, base, words)
		move(g+framePending, base, words)
		above = ld(g + framePrev)
	}
}

// move corrects a word that points at a frame above base.
func move(at, base, words int32) {
	if ld(at) > base {
		st(at, ld(at)+words)
	}
}

// keep copies a list of a frame into the arena, where it outlives what the stack
// does.
func keep(list, n int32) int32 {
	at := take(n)
	for i := range n {
		st(at+i<<2, ld(list+i<<2))
	}
	return at
}

// take is room for n words in the arena.
//
//wasm:inline
func take(n int32) int32 {
	at := Arena + free
	free += n << 2
	return at
}

// count adds to a counter, for a player and for anybody.
//
//wasm:inline
func count(at, player int32) {
	st(at, ld(at)+1)
	st(at+4+player<<2, ld(at+4+player<<2)+1)
}
