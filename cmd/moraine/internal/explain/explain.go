// Package explain explains any part of the rules of a game with its clauses: a clause, a
// ruling, a card, a kind, a procedure, a window, a step or option, a field, a formula, a zone,
// a bot, a measure, an invariant or a variant.
//
//	answer.go       the parts of an answer, and its layout as text
//	explain.go      looking up a name or a line
//	catalog.go      the names of things, and hints if a name is unknown
//	find.go         looking up words
//	index.go        uses: where the rules cite, ask, call and read things
//	pins.go         references from scenarios
//	clause.go       clauses
//	ruling.go       rulings, and differences between the texts
//	card.go         cards and kinds
//	steps.go        procedures, windows, steps
//	declaration.go  fields, formulas, zones, bots, measures, invariants; names within a procedure
//	language.go     keys of the language, and acts of scenarios
//	variant.go      the changes of a variant
//	guide.go        the guides of the language; topic.go their topics; reference.go words of the language in them
package explain

import (
	"errors"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/search"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/printer"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Explainer explains the rules of one game.
type Explainer struct {
	*catalog
	g        *interpreter.Game
	n        words.Names
	x        *index
	p        *printer.Printer
	suite    *Scenarios
	declares declarations // nil until needed
	variants []*syntax.Variant
	found    *search.Index // nil until needed
}

// New indexes the rules of a configuration. suite has the references from scenarios, or is nil.
func New(rules *interpreter.Rules, g *interpreter.Game, lang string, suite *Scenarios) (*Explainer, error) {
	if rules.Mentions() == nil {
		return nil, errors.New("only rules that were read by a Loader can be explained")
	}
	if suite == nil {
		suite = &Scenarios{}
	}
	e := &Explainer{
		catalog: newCatalog(), g: g, n: g.Names(lang), x: newIndex(g, rules.Mentions()),
		variants: variants(rules), suite: suite,
	}
	e.p = printer.NewComplete(slices.Concat(g.Docs, rules.VariantFiles()), e.readings())
	e.collect()
	for _, v := range e.variants {
		e.add(v.Name, v.Pos, func() *Answer { return e.variant(v) })
		for _, name := range v.Names {
			e.call(strings.ToLower(name), v.Name)
			e.call(strings.ToLower(words.WithoutArticle(name)), v.Name)
		}
		for _, r := range e.ownRulings(v) {
			e.add(r.Name, r.Pos, func() *Answer { return e.ruling(r, v) })
		}
		e.recordAbsent(v)
	}
	return e, nil
}

// collect records everything that can be explained under its name. Things with the same name
// are explained together.
func (e *Explainer) collect() {
	s := e.g.Syntax
	for _, c := range s.Clauses {
		e.add(c.Name, c.Pos, func() *Answer { return e.clause(c) })
	}
	for _, r := range s.Rulings {
		e.add(r.Name, r.Pos, func() *Answer { return e.ruling(r, nil) })
	}
	for _, k := range s.Kinds {
		e.add(k.Name, k.Pos, func() *Answer { return e.kind(k) })
		for _, c := range k.Cards {
			e.add(c.Name, c.Pos, func() *Answer { return e.card(k, c) })
			for _, name := range c.Names {
				e.call(strings.ToLower(name), c.Name)
				e.call(strings.ToLower(words.WithoutArticle(name)), c.Name)
			}
		}
	}
	for _, w := range s.Windows {
		e.add(w.Name, w.Pos, func() *Answer { return e.window(w) })
	}
	for _, p := range syntax.AllProcedures(s) {
		what := "procedure"
		switch {
		case slices.ContainsFunc(s.SideOffers, func(o *syntax.SideOffer) bool { return o.Name == p.Name }):
			what = "side offer"
		case !slices.Contains(s.Procedures, p) && !slices.ContainsFunc(s.Kinds, func(k *syntax.Kind) bool {
			return k.Playing == p
		}):
			continue // the steps of a card are explained together with the card
		}
		e.add(p.Name, p.Pos, func() *Answer { return e.procedure(p, what) })
		e.steps(p)
	}
	for _, d := range e.x.declared {
		e.add(d.name(), d.key.Pos, func() *Answer { return e.declaration(d) })
	}
	for _, d := range e.x.inner {
		e.inner[d.Name] = append(e.inner[d.Name], topic{d.Pos, func() *Answer { return e.name(d) }})
	}
	if len(s.Rulings) > 0 && e.topics["rulings"] == nil {
		e.add("rulings", source.Pos{}, e.rulings)
	}
}

// steps records each step with an id, and each option, as PROCEDURE/ID and by the id alone.
func (e *Explainer) steps(p *syntax.Procedure) {
	call := func(id string, s *syntax.Step) {
		name := p.Name + "/" + id
		if id != "" && e.topics[name] == nil {
			e.add(name, s.Pos, func() *Answer { return e.step(s) })
			e.call(strings.ToLower(id), name)
		}
	}
	named := func(s *syntax.Step) {
		call(s.ID.Name, s)
		if may, ok := s.Do.(*syntax.May); ok {
			for _, o := range may.Options {
				call(o.Name, s)
			}
		}
	}
	p.Walk(named)
}

// Exactly is Answers for whole names only, neither their beginnings nor misspelt ones.
func (e *Explainer) Exactly(what string) ([]*Answer, error) {
	answers, err := e.exact(what)
	if err == nil && len(answers) == 0 {
		err = &Unknown{Name: what}
	}
	return answers, err
}

// Answers explains a name, a unique prefix of a name, or a position FILE:LINE. If it does not exist, the error is an
// *Unknown.
func (e *Explainer) Answers(what string) ([]*Answer, error) {
	if found, err := e.exact(what); len(found) > 0 || err != nil {
		return found, err
	}
	name, unknown := e.complete(what)
	if unknown != nil {
		return nil, unknown
	}
	return append([]*Answer{e.answer(e.n.T("%q is the beginning of only one name: %s", what, name))}, e.Topic(name)...),
		nil
}

// exact returns the explanations of a whole name, if there are any. A name of several things is an *Unknown.
func (e *Explainer) exact(what string) ([]*Answer, error) {
	low := strings.ToLower(what)
	if found := e.declared(what); found != nil {
		return answers(found), nil
	}
	switch names := e.alias[low]; {
	case len(names) == 1:
		return e.Topic(names[0]), nil
	case len(names) > 1:
		return nil, &Unknown{Name: what, Among: slices.Sorted(slices.Values(names))}
	}
	if at := e.line(what); at != nil {
		return []*Answer{at}, nil
	}
	if steps := e.inWords(what); steps != nil {
		return steps, nil
	}
	if a := ofLanguage(what, e.n); a != nil {
		return []*Answer{a}, nil
	}
	if card, field, ok := strings.Cut(what, "."); ok && e.g.HasField(card, field) {
		return e.Topic(card), nil // printed values are explained together with their card
	}
	return nil, nil
}

// line explains the step around a line of a file.
func (e *Explainer) line(what string) *Answer {
	if s := e.stepAt(what); s != nil {
		return e.step(s)
	}
	return nil
}

// inWords explains the steps PROCEDURE/WORDS.
func (e *Explainer) inWords(what string) (all []*Answer) {
	name, words, _ := strings.Cut(strings.TrimPrefix(what, "procedures."), "/")
	for _, s := range e.x.steps {
		if e.x.in[s] == name && s.Words == syntax.SingleSpaced(words) {
			all = append(all, e.step(s))
		}
	}
	return all
}

// stepAround returns the innermost step around a position, or nil.
func (e *Explainer) stepAround(at source.Pos) (best *syntax.Step) {
	for _, s := range e.x.steps {
		if s.Pos.File == at.File && order(s.Pos, at) <= 0 && order(at, endOf(e.p.StepNode(s))) <= 0 &&
			(best == nil || order(best.Pos, s.Pos) < 0) {
			best = s
		}
	}
	return best
}

// stepAt returns the innermost step at FILE:LINE, or nil. Of several steps on the line it returns the last one.
func (e *Explainer) stepAt(what string) (best *syntax.Step) {
	file, n := files.SplitLine(what)
	for _, s := range e.x.steps {
		f := s.Pos.File
		if f == nil || f.Name != file && f.Path != file || s.Pos.Line > n {
			continue
		}
		if (best == nil || best.Pos.Line < s.Pos.Line || best.Pos.Line == s.Pos.Line && best.Pos.Col < s.Pos.Col) &&
			n <= endOf(e.p.StepNode(s)).Line {
			best = s
		}
	}
	return best
}

// endOf returns the end position of a node.
func endOf(n *source.Node) source.Pos {
	switch items, pairs := len(n.Items), len(n.Pairs); {
	case items > 0:
		return endOf(n.Items[items-1])
	case pairs > 0:
		return endOf(n.Pairs[pairs-1].Val)
	}
	return n.At(len(n.Value))
}

// Declared returns the names of declarations of a sort: field, formula, zone, bot, measure,
// invariant.
func (e *Explainer) Declared(what string) (names []string) {
	for _, d := range e.x.declared {
		if d.what == what {
			names = append(names, d.name())
		}
	}
	return names
}

// Lines returns the lines of the step around a position FILE:LINE:COL, or of the declaration
// there.
func (e *Explainer) Lines(at string) []printer.Line {
	if s := e.stepAt(at); s != nil {
		e.p.Step(s)
		return e.p.Take()
	}
	if e.declares == nil {
		e.declares = declarations{}
		for _, doc := range e.g.Docs {
			e.declares.record(source.Pair{Key: doc, Val: doc})
		}
	}
	p, found := e.declares[at]
	if !found {
		return nil
	}
	return []printer.Line{{Text: p.Key.Value + ": " + e.p.Flow(p.Val), Pos: p.Key.Pos, Keyed: true}}
}

// declarations has the declaration at each position of a key or a value.
type declarations map[string]source.Pair

// record records a declaration at the positions of its value and of all values inside.
func (d declarations) record(of source.Pair) {
	d[of.Val.Pos.String()] = of
	for _, it := range of.Val.Items {
		d.record(source.Pair{Key: of.Key, Val: it})
	}
	for _, p := range of.Val.Pairs {
		d.record(p)
	}
	for _, p := range of.Val.Pairs {
		d[p.Key.Pos.String()] = of
	}
}
