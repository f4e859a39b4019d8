package program

import (
	"regexp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Learned holds the weights that `moraine learn` found for features. Searches judge positions by the weighted sum.
type Learned struct {
	Features
	Weights []Weight
}

// add adds a weight, or returns the errors of its formula.
func (l *Learned) add(c *formula.Compiler, w *syntax.Weight) source.Diagnostics {
	wrong := l.Features.Add(c, w.Is)
	if len(wrong) == 0 {
		l.Weights = append(l.Weights, Weight{Early: int64(w.Early), Late: int64(w.Late), Clock: int64(w.Clock)})
	}
	return wrong
}

// Weight is the weight of a feature in thousandths of log-odds. It changes linearly from Early at the beginning of a
// match to Late at its end. Clock is the feature's weight in the estimate how much of the match is over.
type Weight struct{ Early, Late, Clock int64 }

// Features are formulas that give a number for a player `me`. They are evaluated only for positions that a search has
// dealt, or for averages over many matches, so they may read everything.
type Features struct {
	Of    []Feature
	Lists []*formula.Expr // in which features count cards
	texts []string        // of the lists
}

// Feature is a formula, or the number of a card in a list. Most features count cards. Counting all cards of a list in
// one pass makes the search of `learned` in a deck-building game four times as fast.
type Feature struct {
	Is   *formula.Expr // nil if List counts
	List int
	Card ref.Card
}

var cardCount = regexp.MustCompile(`^count\((.+), \.card == "([a-z0-9_]+)"\)$`)

// Add adds a feature, or returns the errors of its formula, which must be a number.
func (s *Features) Add(c *formula.Compiler, f *syntax.Formula) (wrong source.Diagnostics) {
	v, wrong := c.Try(f, &formula.Scope{Unnoted: true})
	if len(wrong) > 0 {
		return wrong
	}
	if v = formula.As(v, numberType); v == nil {
		wrong.Add(f.Node.Pos, "the formula of a weight must be a number")
		return wrong
	}
	one := Feature{Is: v}
	if part := cardCount.FindStringSubmatch(f.Text); part != nil && c.Schema.Card(part[2]) != nil {
		if list := s.list(c, part[1], f.Node); list >= 0 {
			one = Feature{List: list, Card: ref.Card(c.Schema.Card(part[2]).Index)}
		}
	}
	s.Of = append(s.Of, one)
	return nil
}

// list returns the index of a list of pieces, or -1 if the text is no such list.
func (s *Features) list(c *formula.Compiler, text string, node *source.Node) int {
	if at := slices.Index(s.texts, text); at >= 0 {
		return at
	}
	v := c.Quietly(&syntax.Formula{Node: node, IsText: true, Text: text}, &formula.Scope{Unnoted: true})
	if v.OK() {
		v = formula.As(v, schema.Type{Base: schema.Piece, Kinds: c.Schema.AllKinds(), List: true})
	}
	if !v.OK() {
		return -1
	}
	s.texts, s.Lists = append(s.texts, text), append(s.Lists, v)
	return len(s.Lists) - 1
}

// compileSearch resolves the bot that plays the trials of searches.
func (b *builder) compileSearch() {
	b.p.resolveBot(b.p.Game.Search, b.diags)
	b.p.SearchBot = b.p.searchBot("")
}

func (p *Program) resolveBot(name syntax.Ident, d *source.Diagnostics) {
	if name.Name != "" && p.Bots[name.Name] == nil {
		d.Unknown(name.Pos, name.Name, syntax.NamesOf(p.Game.Bots), "there is no bot %q", name.Name)
	}
}

// searchBot returns the bot that plays the trials of searches: the one that the game names, or the strongest that
// `moraine learn` found, or the first; "" if there is none.
func (p *Program) searchBot(strongest string) string {
	bots := p.Game.Bots
	switch {
	case p.Game.Search.Name != "":
		return p.Game.Search.Name
	case p.Bots[strongest] != nil:
		return strongest
	case len(bots) > 0:
		return bots[0].Name
	}
	return ""
}

// WithLearned returns a copy of the program whose searches use other learned weights, and their bot for trials; nil for
// none. It also returns the errors of these weights, which it leaves out.
func (p *Program) WithLearned(l *syntax.Learned) (out *Program, wrong source.Diagnostics) {
	copied := *p
	out = &copied
	out.Learned, out.SearchBot = nil, p.searchBot("")
	if l == nil {
		return out, nil
	}
	learned, c := &Learned{}, p.Scenarios()
	for i := range l.Weights {
		wrong.Append(learned.add(c, &l.Weights[i]))
	}
	if len(learned.Weights) > 0 { // otherwise searches are better off with the formula of a bot
		out.Learned = learned
	}
	p.resolveBot(l.Trials, &wrong)
	out.SearchBot = p.searchBot(l.Trials.Name)
	return out, wrong
}
