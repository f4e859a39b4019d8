// Package source parses YAML files into nodes with positions, and renders errors.
//
// [Parse] returns the [Node] of a file and its [Diagnostics]. Each diagnostic has a position, a
// statement and, where possible, a fix; [Diagnostic.Render] prints it with the line and a
// caret. A position is a line and a column in runes, also within quoted texts and texts of
// several lines ([Node.At]).
//
// The parser accepts a subset of YAML: one document; keys that are texts, each once in its map;
// no tags, directives or merge keys. Numbers are decimal integers; `yes` and `012` are texts.
// [Limits] bound the bytes, values, nesting and aliases of a file.
//
// No other package imports the YAML library.
package source
