package state

import "moraine/interpreter/source"

// Fault is what stops a match: a broken rule of the language, seen at run time
// (the first of an empty list, a move to a zone that does not hold the kind),
// or a counted limit.
type Fault struct {
	Pos   source.Pos
	Text  string
	Limit bool  // a counted limit stopped it
	Eyes  bool  // something was looked at that may not be seen
	For   int32 // the seat, from 1, that could not be asked, which may know why
	Stop  error // why somebody has stopped it, which is nobody's fault
}

// Unwrap is why it was stopped.
func (f *Fault) Unwrap() error { return f.Stop }

func (f *Fault) Error() string {
	if f.Pos == (source.Pos{}) {
		return f.Text
	}
	return f.Pos.String() + ": " + f.Text
}

// Fail records the first fault; later ones follow from it. (It stands in hundreds of
// formulas, which its few lines would blow up.)
//
//go:noinline
func (w *World) Fail(pos source.Pos, text string) {
	if w.Err == nil {
		w.Err = &Fault{Pos: pos, Text: text}
	}
}

// FailLimit records that a counted limit stopped the work.
//
//go:noinline
func (w *World) FailLimit(pos source.Pos, text string) {
	if w.Err == nil {
		w.Err = &Fault{Pos: pos, Text: text, Limit: true}
	}
}
