// Package syntax turns the nodes of YAML files into the strict syntax tree of a game or variant.
//
// [Decode] reads the files of a game as one [Game], [DecodeVariant] a file as a [Variant]. The tree says what
// was written: names and formulas are text, each with its place, so that later stages can point at it. An
// unknown key, a missing operand or two verbs in one step are errors here; all of them are reported.
//
// The structs of the tree are the grammar. A field's tag has the key, and its type what stands there (see
// grammar.go for all tags). One walk over the structs decodes a file, and the same tags give the JSON Schema
// ([Schema]), hover ([KeyAt]), the operands of a verb ([Operands]), the names that are mentioned ([Mentioned])
// and the clauses that are cited ([Cited]). A new verb is a struct in verbs.go that is listed in verbStructs;
// what it does is added in the packages that compile and run it.
//
// Trees are shared and never changed in place: the methods Own… give a game copies of parts of it.
package syntax
