package wasm

import (
	"cmp"
	"slices"
)

// A parameter that keeps its value is a base wherever it is one, behind labels and in
// one arm of an if as in the other. If that is checked several times, it is checked
// where the function begins instead, once. So a function is written twice: first to
// learn what it checks, and how often.

// tally is how often a base is checked that is made of what keeps its value.
type tally struct {
	times int  // as often as a run comes by, in parts of once
	first bool // it is checked before ways part
}

const (
	once    = 1 << 10
	several = 2 * once
)

// tally counts a check. Those in loops do not count: there wazero forgets, each time
// round, what has been checked before.
func (b *body) tally(s stem) {
	if b.loops > 0 {
		return
	}
	n := b.checks[s]
	b.checks[s] = tally{n.times + once>>b.rare, n.first || !b.parted}
}

// vouch notes what a read that is not done says, before ways part: its base is an address.
func (b *body) vouch(t term) {
	at, ok := b.read(t)
	if !ok || b.parted {
		return
	}
	if s, rest, ok := b.linear(at); ok && b.isBase(s, rest, 4) && b.keeps(s) {
		b.checks[s] = tally{b.checks[s].times, true}
	}
}

// keeps tells whether a stem keeps its value all through the function.
func (b *body) keeps(s stem) bool {
	return (s.times == 0 || b.stays[s.of]) && (s.more == 0 || b.stays[s.and])
}

// often are the bases to be checked where the function begins. What is no address by
// itself may be something else altogether where nobody goes by it, a number below 0:
// it must be one that is checked first in any case.
func (b *body) often() []stem {
	var out []stem
	for s, n := range b.checks {
		if n.times >= several && (s.times == 0 || s.alone() || n.first) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(s, t stem) int {
		return cmp.Or(cmp.Compare(s.of, t.of), cmp.Compare(s.times, t.times), cmp.Compare(s.and, t.and), cmp.Compare(s.more, t.more))
	})
	return out
}

// begin checks these bases: where the function begins, and its loop of gotos.
func (b *body) begin() {
	for _, s := range b.steady {
		b.base(s, 4)
		b.emit(opDrop)
	}
}

// save leaves on the stack, before a loop, the bases that keep their values in it. In a
// loop wazero has another name for what a local holds, but none for what lies there.
func (b *body) save() []base {
	if b.dead {
		return nil
	}
	var out []base
	for _, x := range b.bases {
		if b.keeps(x.stem) {
			b.get(x.in)
			out = append(out, x)
		}
	}
	return out
}

// restore takes off the stack, after a loop, what save left there.
func (b *body) restore(saved []base) {
	for _, x := range slices.Backward(saved) {
		b.emitUint(opLocalSet, x.in)
		if !b.dead {
			b.bases = append(b.bases, x)
		}
	}
}
