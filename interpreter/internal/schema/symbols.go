package schema

import (
	"maps"
	"slices"
)

// symbols are the words of a game, by number.
type symbols struct {
	words   []string
	numbers map[string]int32
}

// Interner is a schema to which words can be added: a copy, so that whoever reads the schema
// from which it was made does not see them.
type Interner struct {
	*Schema
	own bool // the symbols are a copy, too
}

// Interner is the schema for somebody who may name further words.
func (s *Schema) Interner() *Interner {
	out := *s
	return &Interner{Schema: &out}
}

// Symbol is the number of a word, which is added if it is new.
func (n *Interner) Symbol(w string) int32 {
	i, ok := n.LookUpSymbol(w)
	switch {
	case ok:
		return i
	case !n.own:
		n.symbols, n.own = &symbols{slices.Clone(n.words), maps.Clone(n.numbers)}, true
	}
	return n.add(w)
}

// add is the number of a word, which is added if it is new.
func (s *symbols) add(w string) int32 {
	i, ok := s.numbers[w]
	if !ok {
		i = int32(len(s.words))
		s.words = append(s.words, w)
		s.numbers[w] = i
	}
	return i
}

// LookUpSymbol returns the symbol of a word that is known.
func (s *symbols) LookUpSymbol(w string) (i int32, ok bool) {
	i, ok = s.numbers[w]
	return i, ok
}

// Words are all the words there are, of fields and in formulas.
func (s *symbols) Words() []string { return slices.Clone(s.words) }

// Text is the word of a symbol.
func (s *symbols) Text(sym int32) string {
	if sym < 0 || int(sym) >= len(s.words) {
		return "?"
	}
	return s.words[sym]
}
