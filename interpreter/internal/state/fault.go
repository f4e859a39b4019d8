package state

import "moraine/interpreter/source"

// Fault is an error that stops a match: a rule of the language broken at run time (the first of
// an empty list, a move to a zone that does not hold the kind), or a counted limit.
type Fault struct {
	Pos   source.Pos
	Text  string
	Limit bool  // a counted limit stopped it
	Eyes  bool  // hidden information was read
	For   int32 // the seat, from 1, that could not be asked and may know the reason
	Stop  error // the match was stopped from outside for this reason
}

// Unwrap returns Stop.
func (f *Fault) Unwrap() error { return f.Stop }

func (f *Fault) Error() string {
	if f.Pos == (source.Pos{}) {
		return f.Text
	}
	return f.Pos.String() + ": " + f.Text
}

// Fail records the first fault; later ones follow from it. Not inlined, because it occurs in
// hundreds of formulas.
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
