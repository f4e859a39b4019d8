package interpreter

import (
	"slices"

	"moraine/interpreter/internal/formula"
)

// Function documents a function of formulas: Usage is its notation, Doc describes its result.
type Function struct{ Name, Usage, Doc string }

// Functions returns the documentation of all functions of formulas, sorted by name.
func Functions() (out []Function) {
	for _, f := range formula.Functions() {
		out = append(out, Function{Name: f.Name, Usage: f.Usage, Doc: f.Doc})
	}
	return out
}

// FunctionNamed returns the documentation of a function of formulas.
func FunctionNamed(name string) (f Function, ok bool) {
	all := Functions()
	at := slices.IndexFunc(all, func(f Function) bool { return f.Name == name })
	if at < 0 {
		return f, false
	}
	return all[at], true
}
