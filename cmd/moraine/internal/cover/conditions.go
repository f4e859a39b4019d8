package cover

import (
	"errors"
	"maps"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Condition is a condition of the rules, or an operand of one.
type Condition struct {
	Place
	Held, Failed bool    // outcomes seen in at least one run
	Why          string  // why one outcome is impossible, or ""
	never        [2]bool // declared never to be false, never to be true
}

// Outcome is a value of a condition.
type Outcome string

const (
	True  Outcome = "true"
	False Outcome = "false"
)

// Missing returns the possible outcomes that were not seen.
func (c *Condition) Missing() (out []Outcome) {
	if !c.Held && !c.never[1] {
		out = append(out, True)
	}
	if !c.Failed && !c.never[0] {
		out = append(out, False)
	}
	return out
}

// Never describes the missing outcomes.
func (c *Condition) Never(n words.Names) string {
	switch missing := c.Missing(); {
	case len(missing) > 1:
		return n.T("never true, never false")
	case slices.Contains(missing, True):
		return n.T("never true")
	}
	return n.T("never false")
}

func (s *totalCoverage) addConditions(n *proof.Notes, seen []proof.MarkNote) {
	for i, m := range n.Marks {
		if m.Is == "" {
			continue
		}
		key := positionOf(m.Pos)
		if s.conditions[key] == nil {
			s.conditions[key] = &Condition{Place: Place{position: key, In: m.Within, Says: m.Is}}
		}
		c := s.conditions[key]
		c.Held = c.Held || seen[i]&proof.Held != 0
		c.Failed = c.Failed || seen[i]&proof.Failed != 0
	}
}

func (s *totalCoverage) sortedConditions() []*Condition {
	return slices.SortedFunc(maps.Values(s.conditions), func(a, b *Condition) int { return a.compare(b.position) })
}

// applyImpossible applies the game's declarations of impossible outcomes. It reports a declaration of an
// outcome that a scenario has seen or, if the plain game is measured, of a condition that does
// not exist.
func applyImpossible(list []*syntax.Impossible, conditions []*Condition, plain bool) (wrong source.Diagnostics) {
	for _, x := range list {
		is := proof.Canonical(x.Is.Text)
		if is == "" {
			wrong.Add(x.Is.Node.Pos, "this formula cannot be read")
			continue
		}
		var found, seen []*Condition
		var there []string
		for _, c := range conditions {
			if c.In != x.In.Name {
				continue
			}
			there = append(there, c.Says)
			if c.Says != is {
				continue
			}
			found = append(found, c)
			if x.Always && c.Failed || !x.Always && c.Held {
				seen = append(seen, c)
			}
		}
		switch {
		case len(found) == 0 && !plain:
		case len(there) == 0:
			wrong.Unknown(x.In.Pos, x.In.Name, owners(conditions), "%q has no conditions", x.In.Name)
		case len(found) == 0:
			wrong.Unknown(x.Is.Node.Pos, is, there, "this condition is not in %s", x.In.Name)
		case len(found) == len(seen):
			wrong.Hint(x.Is.Node.Pos, "take it out", "the condition is possible: a scenario reached it at %s",
				seen[0].At())
		}
		for _, c := range found {
			c.Why = x.Why
			if x.Always {
				c.never[0] = true
			} else {
				c.never[1] = true
			}
		}
	}
	return wrong.Sorted()
}

// CheckImpossible returns the errors of the outcomes that a game declares impossible: formulas that cannot be read, and
// conditions that exist in no configuration.
func CheckImpossible(rules *interpreter.Rules) error {
	plain, err := rules.Game(interpreter.Options{Cover: true})
	if err != nil || len(plain.Syntax.Impossible) == 0 {
		return err
	}
	all := totalCoverage{conditions: map[position]*Condition{}}
	add := func(g *interpreter.Game) {
		marks := g.Program.Marks()
		all.addConditions(&proof.Notes{Marks: marks}, make([]proof.MarkNote, len(marks)))
	}
	add(plain)
	variants, err := rules.Variants()
	for _, v := range variants {
		// its own errors are reported elsewhere
		if g, err := rules.Game(interpreter.Options{Variant: v, Cover: true}); err == nil {
			add(g)
		}
	}
	return errors.Join(err, applyImpossible(plain.Syntax.Impossible, all.sortedConditions(), true).Err())
}

func owners(conditions []*Condition) []string {
	var out []string
	for _, c := range conditions {
		out = append(out, c.In)
	}
	return out
}

// Open returns the conditions with a possible outcome that was not seen.
func (r *Report) Open() []*Condition {
	return slices.DeleteFunc(slices.Clone(r.Conditions), func(c *Condition) bool { return len(c.Missing()) == 0 })
}

// Impossible returns the conditions with an outcome that the game declares impossible.
func (r *Report) Impossible() []*Condition {
	return slices.DeleteFunc(slices.Clone(r.Conditions), func(c *Condition) bool {
		return c.Why == "" || len(c.Missing()) > 0
	})
}
