package schema

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/ref"
)

// Symbols assigns numbers to the words of a game.
type Symbols struct {
	words   []string
	numbers map[string]int32
}

// Interner is a copy of a schema to which words can be added without changing the original.
type Interner struct {
	Schema *Schema
	own    bool // the symbols have been copied
}

// Interner returns a copy of the schema to which words can be added.
func (s *Schema) Interner() *Interner {
	out := *s
	return &Interner{Schema: &out}
}

// Symbol returns the number of a word. It adds the word if it is new.
func (n *Interner) Symbol(w string) ref.Word {
	i, ok := n.Schema.Symbols.LookUp(w)
	switch {
	case ok:
		return ref.Word(i)
	case !n.own:
		n.Schema.Symbols, n.own = &Symbols{slices.Clone(n.Schema.Symbols.words),
			maps.Clone(n.Schema.Symbols.numbers)}, true
	}
	return n.Schema.Symbols.add(w)
}

// add returns the number of a word. It adds the word if it is new.
func (s *Symbols) add(w string) ref.Word {
	i, ok := s.numbers[w]
	if !ok {
		i = int32(len(s.words))
		s.words = append(s.words, w)
		s.numbers[w] = i
	}
	return ref.Word(i)
}

// LookUp returns the number of a known word.
func (s *Symbols) LookUp(w string) (i int32, ok bool) {
	i, ok = s.numbers[w]
	return i, ok
}

// Words returns all words of fields and formulas.
func (s *Symbols) Words() []string { return slices.Clone(s.words) }

// Text returns the word of a symbol.
func (s *Symbols) Text(sym ref.Word) string {
	if sym < 0 || int(sym) >= len(s.words) {
		return "?"
	}
	return s.words[sym]
}
