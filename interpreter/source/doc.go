// Package source reads YAML files as nodes that know their places, and reports errors with them.
//
// [Parse] returns the [Node] of a file and its [Diagnostics]. Each diagnostic has a place, a statement and,
// where possible, a fix; [Diagnostic.Render] writes it with the line and a caret. A place is counted in lines
// and columns of runes, also within texts in quotes or of several lines ([Node.At]).
//
// Only a plain part of YAML is read: one document; keys that are texts, each once in its map; no tags, no
// directives, no merge keys. Numbers are whole and decimal, `yes` and `012` are texts. [Limits] bound the
// bytes, values, nesting and aliases of a file. [Format] lays a file out as all are.
//
// The package hides the YAML library underneath: no other package imports it.
package source
