package interpreter

import (
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Diagnostics are all that is wrong with the files of a game, each with its
// place. Load returns them as its error.
type (
	Diagnostics = source.Diagnostics
	Diagnostic  = source.Diagnostic
)

// File is a file of a game.
type File = source.File

// Schema is the JSON Schema of the files in a folder: cards, scenarios or variants.
func Schema(folder string) map[string]any { return syntax.Schema(folder) }

// Format lays a file out as all are, if it can be read.
func Format(f *File) ([]byte, error) {
	out, found := source.Format(f)
	return out, found.Err()
}

// Which says what a word could have been: the nearest of some, or all of them behind a lead.
func Which(word, lead string, among []string) string { return source.Which(word, lead, among) }

// IsNumber tells whether a text is spelt as a number; Meant says what to write for
// one that others read as a number, and empty for any other.
func IsNumber(text string) bool { return source.IsNumber(text) }
func Meant(text string) string  { return source.Meant(text) }

// Fault is what stops a match in the middle: a broken rule of the language, or a
// counted limit.
type Fault = state.Fault
