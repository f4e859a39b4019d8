package exec

import (
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A scenario can expect that an act is refused, and quote the words of the condition that refuses it. If the act is
// possible, the failure explains why that condition does not refuse it, for example because the readings in force leave
// it out.

// describeConditions returns sentences about the conditions with the given words in this configuration. It
// searches the files, because the program no longer contains branches that no reading in force
// takes.
func (x *Game) describeConditions(words string) (says []string) {
	var others []string // the words of all other conditions
	x.conditions(func(s syntax.Spot, p source.Pair) {
		switch without := x.readingsOmitting(s, p.Val); {
		case !strings.Contains(p.Key.Value, words):
			others = append(others, p.Key.Value)
		case len(without) == 0:
			says = append(says, "the rules require this at "+p.Key.Pos.String()+", but there it refuses nothing now")
		default:
			says = append(says, "the rules have this at "+p.Key.Pos.String()+", but do not require it under "+
				strings.Join(without, interpreter.And))
		}
	})
	if len(says) == 0 {
		says = append(says, "the rules have no condition with these words")
		if h := source.DidYouMean(words, others); h != "" {
			says = append(says, h)
		}
	}
	return says
}

// conditions visits all conditions with words in the game's files, in all branches.
func (x *Game) conditions(visit func(s syntax.Spot, condition source.Pair)) {
	for _, doc := range x.Docs {
		what := "a file of a game"
		if doc.Get("variant") != nil {
			what = "a variant"
		}
		syntax.Visit(doc, what, func(s syntax.Spot) {
			if s.Is == "condition" && s.Node.Kind == source.Map {
				for _, p := range s.Node.Pairs {
					visit(s, p)
				}
			}
		})
	}
}

// Reasons returns the words of the conditions of the rules, which a refusal can quote.
func (x *Game) Reasons() (words []string) {
	x.conditions(func(_ syntax.Spot, p source.Pair) { words = append(words, p.Key.Value) })
	slices.Sort(words)
	return slices.Compact(words)
}

// readingsOmitting returns the readings in force that omit a condition: its branch is not taken, or the
// condition is always true. It returns nil if the condition is checked.
func (x *Game) readingsOmitting(s syntax.Spot, condition *source.Node) (names []string) {
	for _, t := range s.Within {
		if !t.InForce(x.Program.Readings) {
			names = append(names, x.inForce(t.Ruling))
		}
	}
	return append(names, x.alwaysTrue(condition)...)
}

func (x *Game) inForce(ruling string) string {
	return spec.Setting{Word: ruling, Reading: x.Program.Readings[ruling]}.String()
}

// alwaysTrue returns the readings in force that make a condition constantly true, or nil.
func (x *Game) alwaysTrue(n *source.Node) (names []string) {
	if is := n.Get("is"); is != nil {
		n = is
	}
	if ruling := n.Get("ruling"); ruling != nil {
		if taken := syntax.NodeFor(n, x.Program.Readings[ruling.Value]); taken != nil && taken.Value == "true" {
			return []string{x.inForce(ruling.Value)}
		}
		return nil
	}
	is := fragments.Settled(n.Value, func(ruling, reading string) bool {
		names = append(names, x.inForce(ruling))
		return x.Ruled(ruling, reading)
	})
	if is != "true" {
		return nil
	}
	return uniq(names)
}
