// Package syntax turns the nodes of YAML files into the strict syntax tree of a game or
// variant.
//
// [Decode] reads the files of a game as one [Game], [DecodeVariant] a file as a [Variant]. The
// tree follows the text: names and formulas are strings with their positions, for the messages
// of later stages. Unknown keys, missing operands or two verbs in one step are errors here, and
// all errors are reported.
//
// The structs of the tree are the grammar. The tag of a field has its key, and its Go type
// determines the values under that key (grammar.go lists all tags). One function decodes all
// structs. The same tags give the keys of each map ([MapNamed]), for a JSON Schema, hover
// ([KeyAt]), the operands of a verb ([Operands]), the names that are mentioned ([Mentioned]) and
// the clauses that are cited ([Cited]). A new verb is a struct in verbs.go, listed in
// verbStructs; its meaning is implemented in the packages that compile and run programs.
//
// Trees are shared and never changed in place: the methods Own… give a game copies of parts of
// it.
package syntax
