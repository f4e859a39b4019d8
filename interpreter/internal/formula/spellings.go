package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// spellings finds misspelt words that types cannot: one that a list to choose from offers, say, and that is only
// later compared with the name of a card. It holds the words that no declaration knows, and with which words each
// is compared.
type spellings struct {
	written  map[int32]literal
	compared []comparison
}

// literal is a word that formulas write.
type literal struct {
	at    source.Pos
	again bool // it is written elsewhere, too, so it is meant
}

// comparison is one of words with words.
type comparison struct{ a, b *schema.WordSet }

// writes returns the symbol of a word that a formula writes at pos.
func (c *Compiler) writes(w string, pos source.Pos) int32 {
	if !c.LaidOut {
		sym, known := c.LookUpSymbol(w)
		have, written := c.spelling.written[sym]
		switch {
		case !known:
			c.spelling.written[c.Symbol(w)] = literal{at: pos}
		case written && have.at != pos:
			c.spelling.written[sym] = literal{have.at, true}
		}
	}
	return c.Symbol(w)
}

// CompareWords notes that words are compared, or a word with the names of cards.
func (c *Compiler) CompareWords(a, b schema.Type) {
	if x, y := comparedWords(c, a), comparedWords(c, b); x != nil && y != nil && !c.LaidOut && !c.typing {
		c.spelling.compared = append(c.spelling.compared, comparison{x, y})
	}
}

// comparedWords returns the words that a value of a type is compared with: for a piece the names of its cards; nil if there
// are none, or any.
func comparedWords(c *Compiler, t schema.Type) *schema.WordSet {
	switch t.Base {
	case schema.Word:
		return t.Words
	case schema.Piece:
		set := &schema.WordSet{}
		for _, card := range c.Cards {
			if t.Kinds == 0 || t.Kinds.Has(card.Kind.Index) {
				set.Syms = append(set.Syms, card.Sym)
			}
		}
		return schema.NewWordSet(set.Syms...)
	}
	return nil
}

// CheckSpellings reports words that are written once, that no declaration knows, and that are compared with a word
// of nearly the same spelling. A word without such a neighbour is meant, as "pass" among the colours to choose from.
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
		w, among := c.Text(sym), c.WordsOf(others)
		if source.Nearest(w, among) != "" {
			c.Diags.Unknown(lit.at, w, among, "no declaration knows the word %q, and it is compared with words that it never is", w)
			delete(c.spelling.written, sym)
		}
	}
}
