// Package kernel is what every program needs when it has become machine code: pieces
// in zones, frames, lots. It says once more, in words and addresses, what packages
// state, machine and decide say in Go; matches in lock step hold it to them.
//
// It is written in the small part of Go that package wasm makes into WebAssembly.
// Addresses are in bytes, values are words of 32 bits. `ld` and `st` are the memory:
// package wasm has them, and memory.go for Go itself.
//
//	kernel.go  what all share
//	pieces.go  pieces in zones; blocks.go those in stacks of which nobody knows the order
//	moves.go   steps that move them; piles.go whole zones
//	frames.go  the stack of procedures under way
//	ends.go    how those end
//	lots.go    decisions by lot
//	draws.go   cards that come off a block of unknown order
//	choices.go what can be chosen, and what is; few.go where there is little of it,
//	           offered.go where that is a word of a set
//	lists.go   lists that are made
//	places.go  places that are laid out
//	layout.go  where everything lies: an example, which each program has anew
//	memory.go  the memory, for Go
//
// Where something is at fault, or would take too long, the kernel panics: the match
// is then played again by package machine, which says what was wrong.
package kernel

const nothing = -1 << 31

// What the host sets before it calls, and reads after.
var (
	Top    int32 // where the stack ends
	Left   int32 // how many decisions may be taken before the match waits
	Apart  int32 // from the lots of one seat to the next: 0 if all draw from one
	Taken  int32 // how many values measures have come to
	Fuel   int32 // what may still be done until the next decision
	Made   int32 // 1 if the sets of zones say where pieces lie, as they do after
	Heaped int32 // 1 if something may lie on a piece that lies in a stack
)

var (
	frame      int32 // the running one; between runs, atFrame says which it is
	players    int32 // how many there are, as atPlayers says
	free       int32 // how much of the arena is in use
	candidates int32
	options    int32
	lastCard   int32  // of the last option, if that is a piece
	marked     int32  // how often marks have changed of nobody knows which pieces
	timed      uint64 // the things that values may be set until
)

// spend pays for so many ops, or rounds of loops: rules may have loops that do not
// end, and formulas loops within loops that as good as do not. Package machine counts
// otherwise and allows more, so that what it breaks off is broken off here, too.
//
//wasm:inline
func spend(n int32) {
	if Fuel -= n; Fuel < 0 {
		panic("this has no end")
	}
}

// The ways in which a run ends: of a procedure, or of the whole.
const (
	ended   = 0
	waiting = 1 // for a decision
	machine = 2 // for package machine to do the op at atPC
	unwound = 3 // the match goes on at atPC, wherever that is
)

// Run plays on until the match is over, which it reports as ended, or waits.
func Run() int32 {
	if Made == 0 {
		makeSets()
		Made = 1
	}
	frame, players = frameAt(ld(atFrame)), ld(atPlayers)
	how := run()
	st(atFrame, wordOf(frame))
	makeLists()
	return how
}

func run() int32 {
	free, timed = 0, 1<<64-1
	for ld(atStatus) == running {
		back := ld(frame + frameReturn)
		how := goOn(ld(frame+frameProc), ld(atPC), frame, ld(frame+frameMe))
		if how == ended {
			st(atPC, back)
			if wordOf(frame) == 0 {
				st(atStatus, atRest)
				st(atPC, 0)
			}
		} else if how != unwound {
			return how
		}
		spend(1) // a stop may lead back
	}
	return ended
}

// number is a value that must not be nothing.
//
//wasm:inline
func number(v int32) int32 {
	if v == nothing {
		panic("nothing, and no number")
	}
	return v
}

// some is a player, piece or zone that must be there.
//
//wasm:inline
func some(v int32) int32 {
	if v < 0 {
		panic("there is nothing here")
	}
	return v
}

// checked is a number that fits into a word.
//
//wasm:inline
func checked(v int64) int32 {
	if v > 1<<31-1 || v < -(1<<31-1) {
		panic("no number")
	}
	return int32(v)
}

// amount is a number of things.
//
//wasm:inline
func amount(v int32) int32 {
	if v < 0 {
		panic("less than none")
	}
	return v
}

// measured takes down a value of a measure.
func measured(measure, by, value int32) {
	at := Measured + Taken*12
	st(at, measure)
	st(at+4, by)
	st(at+8, number(value))
	if Taken++; Taken == MaxMeasured {
		panic("too much is measured")
	}
}
