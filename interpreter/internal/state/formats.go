package state

import (
	"iter"

	"moraine/interpreter/internal/schema"
)

// CounterAt returns the place in S of counter i: a word for anybody and one for each of the seats of
// the largest table. The first frame begins behind the last counter.
func CounterAt(i, seats int) int { return HeaderLen + i*(seats+1) }

// Frames returns the bases of the frames under way, innermost first.
func (s *State) Frames() iter.Seq[int] {
	return func(yield func(base int) bool) {
		for base := int(s.S[AtFrame]); base > 0 && yield(base); {
			base = int(s.S[base+FramePrev])
		}
	}
}

// UntilAt returns the place in W of the two words beside a word of a field that can be set for a time.
// The first is UntilCode of when the value ends, 0 if it lasts. The second is how many of the runs that
// were under way when it was set do not count: the outermost.
func UntilAt(f *schema.Field, word int) int { return f.Slot + f.UntilAt + 2*(word-f.Slot) }

const untilSeats = 64

// UntilCode returns the word for a value that ends with a moment of Program.Timed, of a seat or, if that is
// below 0, of any.
func UntilCode(timed int, seat int32) int32 { return int32(timed+1)*untilSeats + seat + 1 }

// UntilOf returns the moment and the seat of such a word.
func UntilOf(code int32) (timed int, seat int32) {
	return int(code/untilSeats) - 1, code%untilSeats - 1
}

// Outlast makes the value of a word of a field last.
func (s *State) Outlast(f *schema.Field, word int) {
	at := UntilAt(f, word)
	s.W[at], s.W[at+1] = 0, 0
}
