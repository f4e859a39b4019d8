package state

import (
	"iter"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// CounterAt returns the index in Stack of counter i: a word for any player, and then a word for
// each seat of the largest table. The first frame follows the last counter.
func CounterAt(i, seats int) int { return HeaderLen + i*(seats+1) }

// Frames returns the bases of the running frames, innermost first.
func (s Stack) Frames() iter.Seq[int] {
	return func(yield func(base int) bool) {
		for base := int(s[AtFrame]); base > 0 && yield(base); {
			base = int(s[base+FramePrev])
		}
	}
}

// UntilAt returns the index of the two words that describe the end of a temporary value.
// The first has the UntilCode of the end, 0 for a permanent value. The second counts the
// outermost running procedures that were in progress when the value was set and do not end it.
func UntilAt(f *schema.Field, word int) int { return f.Slot + f.UntilAt + 2*(word-f.Slot) }

const untilSeats = 64

// UntilCode encodes the end of a value: an index in Program.Timed, and the seat, or a negative
// number for any seat.
func UntilCode(timed int, seat ref.Seat) ref.Seat { return ref.Seat(timed+1)*untilSeats + seat + 1 }

// UntilOf decodes an UntilCode.
func UntilOf(code int32) (timed int, seat ref.Seat) {
	return int(code/untilSeats) - 1, ref.Seat(code%untilSeats) - 1
}

// Until returns the words that describe the end of a temporary value.
func (w *Placement) Until(f *schema.Field, word int) [2]int32 {
	at := UntilAt(f, word)
	return [2]int32{w.Word(at), w.Word(at + 1)}
}

// Temporary returns the first word of a field, from a word on, that has a temporary value, or -1.
func (w *Placement) Temporary(f *schema.Field, word int) int {
	w.readItems()
	ends := w.words[UntilAt(f, f.Slot):][:2*len(f.Firsts)]
	for i := 2 * (word - f.Slot); i < len(ends); i += 2 {
		if ends[i] != 0 {
			return f.Slot + i/2
		}
	}
	return -1
}

// SetUntil sets the words that describe the end of a temporary value. The zero value makes the value permanent.
func (w *Placement) SetUntil(f *schema.Field, word int, until [2]int32) {
	at := UntilAt(f, word)
	w.Timed = w.Timed || until[0] != 0
	w.set(at, until[0])
	w.set(at+1, until[1])
}

// Outlast makes a temporary value permanent.
func (w *Placement) Outlast(f *schema.Field, word int) { w.SetUntil(f, word, [2]int32{}) }
