package program

import (
	"regexp"

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

// Add adds a weight. It reports whether its formula has no errors, and the errors if it has.
func (l *Learned) Add(c *formula.Compiler, w *syntax.Weight) (ok bool, wrong source.Diagnostics) {
	if ok, wrong = l.Features.Add(c, w.Is); ok {
		l.Weights = append(l.Weights, Weight{Early: int64(w.Early), Late: int64(w.Late), Clock: int64(w.Clock)})
	}
	return ok, wrong
}

// Weight is the weight of a feature in thousandths of log-odds. It changes linearly from Early at the beginning of a
// match to Late at its end. Clock is the feature's weight in the estimate how much of the match is over.
type Weight struct{ Early, Late, Clock int64 }

// Features are formulas that give a number for a player `me`. They are evaluated only for positions that a search has
// dealt, or for averages over many matches, so they may read everything.
type Features struct {
	Of    []Feature
	Lists []*formula.Expr // in which features count cards

	lists map[string]int // by text: the index in Lists, or -1 if it is no list of pieces
}

// Feature is a formula, or the number of a card in a list. Most features count cards. Counting all cards of a list in
// one pass makes the search of `learned` in a deck-building game four times as fast.
type Feature struct {
	Is   *formula.Expr // nil if List counts
	List int
	Card ref.Card
}

var cardCount = regexp.MustCompile(`^count\((.+), \.card == "([a-z0-9_]+)"\)$`)

// Add adds a feature. It reports whether the text is a formula with a number, and the errors if it is not.
func (s *Features) Add(c *formula.Compiler, f *syntax.Formula) (ok bool, wrong source.Diagnostics) {
	v, wrong := c.Try(f, &formula.Scope{Unnoted: true})
	if len(wrong) > 0 || !v.OK() {
		return false, wrong
	}
	if v = formula.As(v, numberType); v == nil {
		wrong.Add(f.Node.Pos, "the formula of a weight must be a number")
		return false, wrong
	}
	if part := cardCount.FindStringSubmatch(f.Text); part != nil && c.Card(part[2]) != nil {
		if list := s.list(c, part[1], f.Node); list >= 0 {
			s.Of = append(s.Of, Feature{List: list, Card: ref.Card(c.Card(part[2]).Index)})
			return true, nil
		}
	}
	s.Of = append(s.Of, Feature{Is: v})
	return true, nil
}

// list returns the index of a list of pieces, or -1 if the text is no such list.
func (s *Features) list(c *formula.Compiler, text string, node *source.Node) int {
	if at, known := s.lists[text]; known {
		return at
	}
	if s.lists == nil {
		s.lists = map[string]int{}
	}
	s.lists[text] = -1
	v := c.Quietly(&syntax.Formula{Node: node, IsText: true, Text: text}, &formula.Scope{Unnoted: true})
	if v.OK() {
		if v = formula.As(v, schema.Type{Base: schema.Piece, Kinds: c.AllKinds(), List: true}); v != nil {
			s.lists[text] = len(s.Lists)
			s.Lists = append(s.Lists, v)
		}
	}
	return s.lists[text]
}

// compileLearned compiles the learned weights, and resolves the bot that plays the trials of searches.
func (b *builder) compileLearned() {
	l := b.Game.Learned
	if l != nil {
		stale := l.Rules != syntax.RulesHash(b.Game)
		if !stale {
			b.resolveBot(l.Trials)
		}
		b.Learned, b.LeftOut = &Learned{}, nil
		for i := range l.Weights {
			w := &l.Weights[i]
			ok, wrong := b.Learned.Add(b.Compiler, w)
			switch {
			case ok:
			case stale:
				b.LeftOut = append(b.LeftOut, w.Ident)
			default:
				b.diags.Append(wrong)
			}
		}
		if len(b.Learned.Weights) == 0 { // then searches are better off with the formula of a bot
			b.Learned = nil
		}
	}
	b.resolveBot(b.Game.Search)
	b.SearchBot = b.searchBot(l)
}

func (b *builder) resolveBot(name syntax.Ident) {
	if name.Name != "" && b.Bots[name.Name] == nil {
		b.diags.Unknown(name.Pos, name.Name, syntax.NamesOf(b.Game.Bots), "there is no bot %q", name.Name)
	}
}

// searchBot returns the bot that plays the trials of searches: the one that the game names, or the strongest according
// to `moraine learn`, or the first; "" if there is none.
func (p *Program) searchBot(l *syntax.Learned) string {
	bots := p.Game.Bots
	switch {
	case p.Game.Search.Name != "":
		return p.Game.Search.Name
	case l != nil && p.Bots[l.Trials.Name] != nil:
		return l.Trials.Name
	case len(bots) > 0:
		return bots[0].Name
	}
	return ""
}

// WithLearned returns a copy of the program whose searches use other learned weights, and their bot for trials; nil for
// none. Weights whose formulas have errors are left out.
func (p *Program) WithLearned(l *syntax.Learned) *Program {
	out := *p
	out.Learned, out.SearchBot = nil, p.searchBot(l)
	if l != nil {
		out.Learned = &Learned{}
		c := p.Scenarios()
		for i := range l.Weights {
			_, _ = out.Learned.Add(c, &l.Weights[i])
		}
	}
	return &out
}
