package formula

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// spellings finds misspelt words that type checking cannot find, such as a word in a list of
// options that is compared with the name of a card only later. It contains the words that are
// in no declaration, and the words with which each is compared.
type spellings struct {
	written  map[ref.Word]literal
	compared []comparison
}

// literal is a word in a formula.
type literal struct {
	at    source.Pos
	again bool // it occurs elsewhere, too, so it is not a misspelling
}

// comparison is a comparison between two sets of words.
type comparison struct{ a, b *schema.WordSet }

// writes returns the symbol of a word that occurs in a formula at pos.
func (c *Compiler) writes(w string, pos source.Pos) int32 {
	if !c.LaidOut {
		sym, known := c.Schema.Symbols.LookUp(w)
		have, written := c.spelling.written[ref.Word(sym)]
		switch {
		case !known:
			c.spelling.written[c.Interner.Symbol(w)] = literal{at: pos}
		case written && have.at != pos:
			c.spelling.written[ref.Word(sym)] = literal{have.at, true}
		}
	}
	return int32(c.Interner.Symbol(w))
}

// CompareWords records a comparison of words with each other, or of a word with the names of
// cards.
func (c *Compiler) CompareWords(a, b schema.Type) {
	if x, y := comparedWords(c, a), comparedWords(c, b); x != nil && y != nil && !c.LaidOut && !c.typing {
		c.spelling.compared = append(c.spelling.compared, comparison{x, y})
	}
}

// comparedWords returns the words with which a value of a type is compared: for a piece the
// names of its cards. It returns nil if there are none, or if any word is possible.
func comparedWords(c *Compiler, t schema.Type) *schema.WordSet {
	switch t.Base {
	case schema.Word:
		return t.Words
	case schema.Piece:
		set := &schema.WordSet{}
		for _, card := range c.Schema.Cards {
			if t.Kinds == 0 || t.Kinds.Has(card.Kind.Index) {
				set.Syms = append(set.Syms, card.Sym)
			}
		}
		return schema.NewWordSet(set.Syms...)
	}
	return nil
}

// CheckSpellings reports words that occur once, are in no declaration, and are compared with a
// word of nearly the same spelling. A word without such a neighbour is valid, such as "pass"
// among the colours to choose from.
func (c *Compiler) CheckSpellings() {
	for _, both := range c.spelling.compared {
		reportMisspelt(c, both.a, both.b)
		reportMisspelt(c, both.b, both.a)
	}
}

func reportMisspelt(c *Compiler, words, others *schema.WordSet) {
	for _, sym := range words.Syms {
		lit, ok := c.spelling.written[sym]
		if !ok || lit.again || others.Has(sym) {
			continue
		}
		w, among := c.Schema.Symbols.Text(sym), c.Schema.WordsOf(others)
		if source.Nearest(w, among) != "" {
			c.Diags.Unknown(lit.at, w, among, "the word %q is not declared, so this comparison is always false", w)
			delete(c.spelling.written, sym)
		}
	}
}
