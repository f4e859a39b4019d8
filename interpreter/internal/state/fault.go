package state

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Fault is an error that stops a match: a violation of the rule language at run time, such as
// the first element of an empty list or a move to a zone that may not hold the kind, or an
// exceeded limit.
type Fault struct {
	Pos     source.Pos
	Text    string
	Limit   bool          // a limit on counted steps was exceeded
	Hidden  bool          // hidden information was read
	Nothing bool          // a value is nothing that may not be
	Field   *schema.Field // the field of the game that is nothing; nil if it is none
	asked   uint32        // the set with the seat that could not be asked and may know the reason
	Stop    error         // the reason why the match was stopped from outside
}

// NoAnswer returns the fault that a seat, which may know the reason, cannot be asked.
func NoAnswer(pos source.Pos, text string, by ref.Seat) *Fault {
	return &Fault{Pos: pos, Text: text, asked: 1 << uint(by)}
}

// MayKnow reports whether the fault is that this seat could not be asked. Only then may the seat read the reason.
func (f *Fault) MayKnow(seat int) bool { return f.asked>>uint(seat)&1 != 0 }

// Unwrap returns the reason why the match was stopped from outside, such as context.Canceled, or nil.
func (f *Fault) Unwrap() error { return f.Stop }

func (f *Fault) Error() string {
	if f.Pos == (source.Pos{}) {
		return f.Text
	}
	return f.Pos.String() + ": " + f.Text
}

// Fail records the first fault and ignores later ones, which may be consequences. It is not
// inlined, because hundreds of formulas call it.
//
//go:noinline
func (w *World) Fail(pos source.Pos, text string) {
	if w.Err == nil {
		w.Err = &Fault{Pos: pos, Text: text}
	}
}

// FailNothing records the fault that a value is nothing where a value is required. field is the field of the game that
// is nothing; it is nil for any other value.
//
//go:noinline
func (w *World) FailNothing(pos source.Pos, field *schema.Field, text string) {
	if w.Err == nil {
		w.Err = &Fault{Pos: pos, Text: text, Nothing: true, Field: field}
	}
}

// FailLimit records that a limit on counted steps was exceeded.
//
//go:noinline
func (w *World) FailLimit(pos source.Pos, text string) {
	if w.Err == nil {
		w.Err = &Fault{Pos: pos, Text: text, Limit: true}
	}
}
