package wasm

import (
	"bytes"
	"slices"
)

// body is the code of one function while it is written.
type body struct {
	*module
	code     []byte
	locals   locals
	depth    uint32          // how many blocks are open
	dead     bool            // nothing leads here; the validator knows so too
	setEnds  int             // where the last local.set ends, which a local.get may make a local.tee
	maskEnds int             // where the code ends that last left the result of an and on the stack
	fresh    map[uint32]bool // locals that were got as a base since ways last met …
	masks    map[uint32]bool // … and those that got the result of an and
	bases    []base          // that are good here
	reaches  map[int]uint32  // how far the check of each goes
	stays    map[uint32]bool // locals that keep their values
	checks   map[stem]tally  // of bases made of those
	steady   []stem          // those that are checked where the function begins
	parted   bool            // not everybody comes by here …
	rare     int             // … but one in two, as many times over
	loops    int             // how many are open, other than that of gotos
	nothing  uint32          // 1 + a local that is always 0; 0: there is none yet
	fails    *label          // where everything ends: once in a function, for it takes wazero much code
}

func newBody(m *module) *body {
	return &body{
		module: m, locals: locals{free: map[byte][]uint32{}}, setEnds: -1, maskEnds: -1,
		fresh: map[uint32]bool{}, masks: map[uint32]bool{}, reaches: map[int]uint32{},
		stays: map[uint32]bool{}, checks: map[stem]tally{},
	}
}

// label is where a branch may lead: to the end of a block, to the start of a loop.
type label struct {
	depth  uint32
	used   bool
	closed bool
	op     byte   // that opened it
	dead   bool   // where it was opened
	before []base // of an if: those that were good there
	led    bool   // something leads here, but for what comes before
	good   []int  // then, the bases that are good wherever it does
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
	if !b.tee(local) {
		b.emitUint(opLocalGet, local)
	}
	if b.masks[local] {
		b.maskEnds = len(b.code)
	}
}

// tee keeps on the stack what has just been set.
func (b *body) tee(local uint32) bool {
	set := appendUint([]byte{opLocalSet}, uint64(local))
	at := b.setEnds - len(set)
	if b.setEnds != len(b.code) || at < 0 || !bytes.Equal(b.code[at:], set) {
		return false
	}
	b.code[at] = opLocalTee
	return true
}

func (b *body) set(local uint32) {
	b.masks[local] = b.isMask()
	b.emitUint(opLocalSet, local)
	b.setEnds = len(b.code)
	b.changed(local)
}

// mask is an and.
func (b *body) mask(k kind) {
	b.emit(opAnd.of(k))
	b.maskEnds = len(b.code)
}

// isMask tells whether what has just been pushed is the result of an and.
func (b *body) isMask() bool { return b.maskEnds == len(b.code) }

// blur hides that what has just been pushed is the result of an and. wazero takes
// an and that is compared with 0 for a test, even where 0 comes first, and on arm64
// even where it is the carry that tells which is less.
func (b *body) blur(k kind) {
	b.number(k, 0)
	b.emit(opOr.of(k))
}

// open starts a block, a loop or an if, of some results.
func (b *body) open(op byte, results ...byte) *label {
	b.emit(op)
	b.parted = b.parted || op != opBlock
	switch len(results) {
	case 0:
		b.emit(typeVoid)
	case 1:
		b.emit(results[0])
	default:
		b.code = appendInt(b.code, int64(b.typeIndex(nil, results)))
	}
	b.stayDead()
	b.depth++
	l := &label{depth: b.depth, op: op, dead: b.dead}
	switch op {
	case opLoop:
		b.bases = nil
		b.meet()
	case opIf:
		b.rare++
		l.before = slices.Clone(b.bases)
	}
	return l
}

// close ends what open started. An if without an else gets an empty one: else
// wazero forgets there whose bounds it has checked.
func (b *body) close(l *label) {
	if l.op == opIf {
		b.otherwise(l)
	}
	if l.op == opElse {
		b.rare--
	}
	b.emit(opEnd)
	b.depth--
	l.closed = true
	if l.op != opLoop {
		b.only(l)
	}
	if l.used && l.op != opLoop {
		b.dead = false
	}
	if b.dead {
		b.emit(opUnreachable)
	}
	b.meet()
}

// otherwise starts what is done where an if does not hold.
func (b *body) otherwise(l *label) {
	b.emit(opElse)
	l.op = opElse
	if !b.dead {
		l.used = true
		b.led(l)
	}
	b.bases = l.before
	b.dead = l.dead
	b.stayDead()
	b.meet()
}

// stayDead tells the validator once more that nothing leads here, where a block starts:
// else it would want the results of one in which nothing is written.
func (b *body) stayDead() {
	if b.dead {
		b.emit(opUnreachable)
	}
}

// meet notes that ways may meet here. Then wazero has two names for a local that is
// the same on all of them, the one that it had before and one that it gets when it is
// first asked for, and checks the bounds of both. To set the local to itself at once
// leaves the first only.
func (b *body) meet() {
	clear(b.fresh)
	clear(b.masks)
	if b.dead {
		return
	}
	for _, x := range b.bases {
		b.know(x.in)
		b.emit(opDrop)
	}
}

// know gets a local as the base of an address.
func (b *body) know(local uint32) {
	b.get(local)
	if !b.fresh[local] {
		b.fresh[local] = true
		b.emitUint(opLocalTee, local)
	}
}

// br goes to a label.
func (b *body) br(l *label) {
	if !b.dead {
		b.emitUint(opBr, b.to(l))
		b.dead = true
	}
}

// brIf goes to a label if what it takes off the stack is not zero. It is no br_if,
// as wazero makes worse code of one whose label is reached from elsewhere too.
func (b *body) brIf(l *label) {
	past := b.open(opIf)
	b.br(l)
	b.close(past)
}

// brOnly is brIf for a label that is not reached from anywhere else.
func (b *body) brOnly(l *label) {
	b.emitUint(opBrIf, b.to(l))
	b.parted = true
}

// brTable goes to the label that the number on the stack counts to, and to the
// last of them if there are not so many.
func (b *body) brTable(labels []*label) {
	b.emitUint(opBrTable, uint32(len(labels)-1))
	for _, l := range labels {
		b.code = appendUint(b.code, uint64(b.to(l)))
	}
	b.dead = true
	b.parted = true
}

// to is how many blocks a branch to a label leaves, from here.
func (b *body) to(l *label) uint32 {
	if !b.dead {
		l.used = true
		b.led(l)
	}
	return b.depth - l.depth
}

// trap ends everything.
func (b *body) trap() {
	b.br(b.fails)
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

// apart is a place that is never given back.
func (l *locals) apart(of byte) uint32 {
	l.types = append(l.types, of)
	return uint32(len(l.types) - 1)
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
