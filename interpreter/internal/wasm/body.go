package wasm

// body is the code of one function while it is written.
type body struct {
	*module
	code    []byte
	locals  locals
	depth   uint32 // how many blocks are open
	dead    bool   // nothing leads here; the validator knows so too
	setEnds int    // where the last local.set ends, which a local.get may make a local.tee
}

// label is where a branch may lead: to the end of a block, to the start of a loop.
type label struct {
	depth  uint32
	used   bool
	closed bool
	loops  bool
}

func (b *body) emit(code ...byte) { b.code = append(b.code, code...) }

func (b *body) emitUint(op byte, n uint32) { b.code = appendUint(append(b.code, op), uint64(n)) }

// number pushes a constant of a kind.
func (b *body) number(k kind, n uint64) {
	if wide(k) {
		b.code = appendInt(append(b.code, opConstI64), int64(n))
	} else {
		b.code = appendInt(append(b.code, opConstI32), int64(int32(n)))
	}
}

func (b *body) get(local uint32) {
	if at := b.setEnds - len(appendUint(nil, uint64(local))) - 1; b.setEnds == len(b.code) && at >= 0 {
		if set := appendUint([]byte{opLocalSet}, uint64(local)); string(b.code[at:]) == string(set) {
			b.code[at] = opLocalTee
			return
		}
	}
	b.emitUint(opLocalGet, local)
}

func (b *body) set(local uint32) {
	b.emitUint(opLocalSet, local)
	b.setEnds = len(b.code)
}

// open starts a block, a loop or an if, of some results.
func (b *body) open(op byte, results ...byte) *label {
	b.emit(op)
	switch len(results) {
	case 0:
		b.emit(typeVoid)
	case 1:
		b.emit(results[0])
	default:
		b.code = appendInt(b.code, int64(b.typeIndex(nil, results)))
	}
	b.depth++
	return &label{depth: b.depth, loops: op == opLoop}
}

// close ends what open started.
func (b *body) close(l *label) {
	b.emit(opEnd)
	b.depth--
	l.closed = true
	if l.used && !l.loops {
		b.dead = false
	}
	if b.dead {
		b.emit(opUnreachable)
	}
}

// br goes to a label.
func (b *body) br(l *label) {
	if !b.dead {
		b.emitUint(opBr, b.to(l))
		b.dead = true
	}
}

// brIf goes to a label if what it takes off the stack is not zero.
func (b *body) brIf(l *label) {
	b.emitUint(opBrIf, b.to(l))
}

// brTable goes to the label that the number on the stack counts to, and to the
// last of them if there are not so many.
func (b *body) brTable(labels []*label) {
	b.emitUint(opBrTable, uint32(len(labels)-1))
	for _, l := range labels {
		b.code = appendUint(b.code, uint64(b.to(l)))
	}
	b.dead = true
}

// to is how many blocks a branch to a label leaves, from here.
func (b *body) to(l *label) uint32 {
	if !b.dead {
		l.used = true
	}
	return b.depth - l.depth
}

// trap ends everything.
func (b *body) trap() {
	b.emit(opUnreachable)
	b.dead = true
}

// locals hands out the places of a function's variables. A place that is given
// back is taken again for the next variable of its type, since wazero's time goes
// up with their number.
type locals struct {
	types []byte // parameters first
	free  map[byte][]uint32
	taken []uint32
}

func (l *locals) take(of byte) uint32 {
	var at uint32
	if free := l.free[of]; len(free) > 0 {
		at, l.free[of] = free[len(free)-1], free[:len(free)-1]
	} else {
		at = uint32(len(l.types))
		l.types = append(l.types, of)
	}
	l.taken = append(l.taken, at)
	return at
}

// release gives back all that were taken since so many were.
func (l *locals) release(taken int) {
	for i := len(l.taken) - 1; i >= taken; i-- {
		at := l.taken[i]
		l.free[l.types[at]] = append(l.free[l.types[at]], at)
	}
	l.taken = l.taken[:taken]
}

func (l *locals) mark() int { return len(l.taken) }

// declared are the places beside the parameters as the binary format has them:
// runs of one type.
func (l *locals) declared(params int) []byte {
	var runs list
	for i := params; i < len(l.types); {
		n := i
		for n < len(l.types) && l.types[n] == l.types[i] {
			n++
		}
		runs.add(append(appendUint(nil, uint64(n-i)), l.types[i])...)
		i = n
	}
	return runs.bytes()
}
