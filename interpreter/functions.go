package interpreter

import "moraine/interpreter/internal/formula"

// Function documents a function of formulas: Usage is its notation, Doc describes its result.
type Function struct{ Name, Usage, Doc string }

// FunctionNamed returns the documentation of a function of formulas.
func FunctionNamed(name string) (f Function, ok bool) {
	for _, f := range formula.Functions() {
		if f.Name == name {
			return Function{f.Name, f.Usage, f.Doc}, true
		}
	}
	return f, false
}
