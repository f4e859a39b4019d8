package mutate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// generator generates the mutants of the files of a game.
type generator struct {
	checks  bool                // also mutate invariants and other checks, because they cite clauses
	brings  map[string]bool     // keys whose values in cards are steps
	assumed map[string]bool     // fields with assumed values
	next    map[string][]string // zones and fields → others with the same owner and type
	sets    [][]string          // groups of words that can replace each other
}

// notRules lists the parts of a file that are not rules: texts for people, checks, bots and
// measures.
var notRules = strings.Fields(
	"texts sections names about invariants impossible measures bots asks context looks rulings clauses draws note says language game remember companion plural follows readings builds_on")

func newGenerator(g *syntax.Game) *generator {
	gen := &generator{brings: map[string]bool{}, assumed: map[string]bool{}, next: map[string][]string{}}
	fields := func(all []*syntax.Field) {
		by := map[string][]string{}
		for _, f := range all {
			if f.Type.Words != nil {
				gen.sets = append(gen.sets, syntax.NamesOf(f.Type.Words))
			}
			key := f.Type.Name + " " + f.Type.By.Name + strings.Join(syntax.NamesOf(f.Type.Words), " ")
			by[key] = append(by[key], f.Name)
		}
		for _, key := range slices.Sorted(maps.Keys(by)) {
			gen.round(by[key])
		}
	}
	fields(g.Fields)
	fields(g.Player.Fields)
	gen.round(syntax.NamesOf(g.Zones))
	gen.round(syntax.NamesOf(g.Player.Zones))
	for _, k := range g.Kinds {
		fields(k.Fields)
		for _, f := range k.Fields {
			gen.assumed[f.Name] = f.Assumed
		}
		gen.round(syntax.NamesOf(k.Zones))
		gen.sets = append(gen.sets, syntax.NamesOf(k.Cards))
		for _, h := range k.Has {
			gen.brings[h.Name] = h.Steps
		}
	}
	gen.sets = append(gen.sets, syntax.NamesOf(g.Kinds))
	return gen
}

// round maps each name to the next one, and the last to the first.
func (g *generator) round(names []string) {
	for i, name := range names {
		if other := names[(i+1)%len(names)]; other != name && !slices.Contains(g.next[name], other) {
			g.next[name] = append(g.next[name], other)
		}
	}
}

// words returns the words that can replace a word in a formula: the next one of the same field
// or kind.
func (g *generator) words(word string, list []lexer.Token, i int) []string {
	if i >= 2 && list[i-2].Value == "times" || i >= 2 && list[i-2].Value == "ruled" ||
		i >= 4 && list[i-4].Value == "ruled" || i >= 4 && list[i-4].Value == "times" {
		return nil
	}
	for _, set := range g.sets {
		if j := slices.Index(set, word); j >= 0 && len(set) > 1 {
			return []string{set[(j+1)%len(set)]}
		}
	}
	return nil
}

// of returns the mutants of a file.
func (g *generator) of(doc *source.Node, what string) (out []*Mutant) {
	but := notRules
	if g.checks {
		but = slices.DeleteFunc(slices.Clone(notRules), func(key string) bool { return key == "invariants" })
	}
	syntax.Visit(doc, what, func(s syntax.Spot) {
		for _, e := range g.edits(s) {
			m := &Mutant{
				File: e.at.File.Name, Line: e.at.Line, Col: e.at.Col, Kind: cmp.Or(e.kind, Replaced), Was: e.was,
				Became: e.became, Clauses: append([]string{}, s.Cites...),
				at: e.at, doc: doc, path: s.Path, node: e.node, from: s.From, to: s.To, within: s.Within,
				assumed: s.Key == "assumed" || s.Of == "a card" && g.assumed[s.Key],
			}
			for _, part := range e.affected { // parts that are removed or moved may cite clauses themselves
				if cites := part.Get("cites"); cites != nil {
					for _, c := range cites.Items {
						if !slices.Contains(m.Clauses, c.Value) {
							m.Clauses = append(m.Clauses, c.Value)
						}
					}
				}
			}
			if s.In != nil {
				m.In = s.In.Value
			} else if of := cmp.Or(doc.Get("kind"), doc.Get("game")); of != nil {
				m.In = of.Value
			}
			if m.asks = e.ruling; s.Is == "steps" && m.asks == nil {
				m.from, m.to = e.at, s.End
				for _, item := range s.Node.Items {
					if m.from.Before(item.Pos) {
						m.to = item.Pos
						break
					}
				}
			}
			out = append(out, m)
		}
	}, but...)
	slices.SortStableFunc(out, func(a, b *Mutant) int { return a.at.Compare(b.at) })
	return out
}
