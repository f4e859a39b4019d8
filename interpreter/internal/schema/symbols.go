package schema

import (
	"maps"
	"slices"
)

// symbols are the words that there are, by number. Those of a game do not change once it is
// compiled; who names words that it has not adds them to a table of his own over it.
type symbols struct {
	under   *symbols // nil: nothing
	words   []string
	numbers map[string]int32
}

// Over is the same schema for somebody who may name further words.
func (s *Schema) Over() *Schema {
	out := *s
	out.symbols = &symbols{under: s.symbols, numbers: map[string]int32{}}
	return &out
}

// copied are the same symbols, to which others can be added.
func (s *symbols) copied() *symbols {
	return &symbols{under: s.under, words: slices.Clone(s.words), numbers: maps.Clone(s.numbers)}
}

// first is the number of the first word of this very table.
func (s *symbols) first() int {
	if s.under == nil {
		return 0
	}
	return s.under.first() + len(s.under.words)
}

// Symbol interns a word.
func (s *symbols) Symbol(w string) int32 {
	if i, ok := s.LookUpSymbol(w); ok {
		return i
	}
	i := int32(s.first() + len(s.words))
	s.words = append(s.words, w)
	s.numbers[w] = i
	return i
}

// LookUpSymbol returns the symbol of a word that is known.
func (s *symbols) LookUpSymbol(w string) (i int32, ok bool) {
	if s.under != nil {
		if i, ok = s.under.LookUpSymbol(w); ok {
			return i, true
		}
	}
	i, ok = s.numbers[w]
	return i, ok
}

// Words are all the words there are, of fields and in formulas.
func (s *symbols) Words() []string {
	if s.under == nil {
		return slices.Clone(s.words)
	}
	return slices.Concat(s.under.Words(), s.words)
}

// Text is the word of a symbol.
func (s *symbols) Text(sym int32) string {
	i := int(sym) - s.first()
	switch {
	case i < 0 && s.under != nil:
		return s.under.Text(sym)
	case i < 0 || i >= len(s.words):
		return "?"
	}
	return s.words[i]
}
