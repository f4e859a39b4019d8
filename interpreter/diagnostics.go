package interpreter

import (
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// Diagnostics are the errors in the files of a game with their positions. Load returns them as
// its error.
type (
	Diagnostics = source.Diagnostics
	Diagnostic  = source.Diagnostic
)

// File is a file of a game.
type File = source.File

// Which returns a hint for an unknown word: the nearest of the known words, or a lead and all of
// them.
func Which(word, lead string, among []string) string { return source.Suggest(word, lead, among) }

// IsNumber reports whether a text is a number of the rule language. Meant returns a hint for a
// spelling that other languages read as a number, truth value or null, or "".
func IsNumber(text string) bool { return source.IsNumber(text) }
func Meant(text string) string  { return source.Meant(text) }

// Fault is an error that stops a match: an error in its rules, or an exceeded limit.
type Fault = state.Fault
