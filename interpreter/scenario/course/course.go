// Package course records the course of a run: its facts, in names that do not depend on the configuration. It finds the
// first difference between the courses of two configurations.
package course

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// Course is the result of a run in names that do not depend on the configuration: requests with
// their options and answers, the final request or the winners, and the pieces that have moved.
// Two configurations in which a scenario passes with equal courses are the same for that
// scenario.
//
// Counters and marks are not included. If they matter, they change later requests, and a
// scenario about one checks it; but rules also keep counters for readings that most scenarios
// never use. The options of an unanswered request are not included either.
//
// Configurations number things differently, and a variant may add pieces, zones and options
// that the other configuration does not have; these are left out. Numbers of equal cards are
// left out, because they are data.
type Course struct {
	facts []fact
	after []int            // number of facts at the end of each line of the script
	of    *program.Program // nil if the scenario names a thing that the configuration lacks
}

// Fact is one entry of a course.
type Fact struct {
	Kind FactKind
	What string   // the request, the zone, or the text of a check
	Who  string   // who is asked
	List []string // the options, the winners, or the pieces in a zone
	Took []string // the chosen options
	Is   string   // the actual value

	all []string // all options, including those unknown to the other configuration
}

type FactKind uint8

const (
	Unfit         FactKind = iota // the configuration lacks What; Is has the reason
	Fails                         // the run fails at What; Is has the reason
	RulesBreak                    // the rules fail at What; Is has the reason
	Asked                         // Who is asked What with the options List and chooses Took
	IsOpen                        // Who is asked What at the end
	NotAsked                      // Who is not asked What
	StandsAt                      // the match waits at What, which asks Who
	IsOver                        // the match is over, and List has won
	NoMore                        // no further request
	Lies                          // zone What holds List
	LiesUnchanged                 // zone What is unchanged
	Checked                       // the check What holds or, if Is is set, fails
	Stuck                         // the script cannot continue, because the match waits at Is
	Nothing                       // no further facts
)

func (f Fact) equal(o Fact) bool {
	return f.Kind == o.Kind && f.What == o.What && f.Who == o.Who && f.Is == o.Is && slices.Equal(f.List, o.List) &&
		slices.Equal(f.Took, o.Took)
}

func (f Fact) isEnd() bool { return f.Kind == StandsAt || f.Kind == IsOver }

// fact is a Fact with the names that the other configuration may lack.
type fact struct {
	Fact
	needs need   // required for the fact to exist in a configuration
	list  []item // the items of List that depend on names
	any   bool   // at least one item must be known
}

type item struct {
	name      string
	needs     need
	unchanged bool // the zone is unchanged
}

// need is a name that a configuration must have for a fact to exist in it.
type need struct {
	kind  needKind
	name  string
	scope schema.Scope
}

type needKind uint8

const (
	nothingNeeded needKind = iota
	needsOption
	needsCard
	needsZone
)

func (c *Course) isKnown(n need, to *program.Program) bool {
	switch {
	case n.kind == needsOption:
		return slices.ContainsFunc(to.Mays(), func(m *program.MayOp) bool {
			return slices.ContainsFunc(m.Options, func(o program.MayOption) bool { return o.Name == n.name })
		})
	case n.kind == nothingNeeded, to.Schema == c.of.Schema:
		return true
	case n.kind == needsCard:
		return to.Card(n.name) != nil
	}
	return slices.ContainsFunc(to.Decls, func(z *schema.ZoneDecl) bool {
		return z.Name == n.name && z.Scope == n.scope
	})
}

// in returns the facts as far as another configuration knows their names.
func (c *Course) in(to *program.Program) (out []Fact) {
	if to == nil {
		to = c.of
	}
	for _, f := range c.facts {
		if c.of == nil {
			out = append(out, f.Fact)
			continue
		}
		if !c.isKnown(f.needs, to) {
			continue
		}
		news := !f.any
		for _, it := range f.list {
			if f.Kind == Asked {
				f.all = append(f.all, it.name)
			}
			if !c.isKnown(it.needs, to) {
				continue
			}
			news = news || !it.unchanged
			if it.unchanged && len(f.List) > 0 && f.List[len(f.List)-1] == it.name {
				continue // consecutive unchanged pieces are one `…`
			}
			f.List = append(f.List, it.name)
		}
		if f.Kind == StandsAt || f.Kind == IsOpen {
			f.List = nil
		}
		if news {
			out = append(out, f.Fact)
		}
	}
	return out
}

const DoesNotFit = "the scenario does not match the rules"

// DidNotFit returns the course of a scenario that does not match the rules, for a reason in one line.
func DidNotFit(why string) *Course {
	return &Course{facts: []fact{{Fact: Fact{Kind: Unfit, What: DoesNotFit, Is: why}}}}
}
