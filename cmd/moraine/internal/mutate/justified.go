package mutate

import (
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// justifications lists the survivors that a game justifies.
type justifications []justification

type justification struct {
	*syntax.Survivor
	of []*Mutant
}

// findJustified finds the mutants that a game justifies. It returns an error for a justification that
// matches no mutant.
func findJustified(list []*syntax.Survivor, all []*Mutant) (out justifications, err error) {
	var wrong source.Diagnostics
	for _, x := range list {
		one := justification{Survivor: x}
		var names, there []string
		for _, m := range all {
			names = append(names, m.In)
			if m.In != x.In.Name {
				continue
			}
			was := oneLine(m.Was)
			there = append(there, was)
			if was == x.Was && (x.Any || oneLine(m.Became) == x.Becomes) {
				m.excused = true
				one.of = append(one.of, m)
			}
		}
		switch {
		case len(there) == 0:
			wrong.Unknown(x.In.Pos, x.In.Name, names, "%q has no mutants in this game", x.In.Name)
		case len(one.of) == 0:
			wrong.Unknown(x.Pos, x.Was, there, "no mutant of %s changes %q to %q", x.In.Name, x.Was, x.Becomes)
		}
		out = append(out, one)
	}
	return out, wrong.Sorted().Err()
}

// oneLine returns a text with each run of white space replaced by a single blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// hold marks the survivors that the game justifies. It returns an error if a justified mutant was killed. all is false
// if some mutants were not judged.
func (e justifications) hold(all bool) error {
	var wrong source.Diagnostics
	for _, x := range e {
		killed, judged := true, all
		for _, m := range x.of {
			switch m.Status {
			case Survived, Unreached:
				m.Status, m.Why, killed = Justified, x.Why, false
			case Justified, Equivalent, Dormant: // a dormant mutant may survive under other readings
				killed = false
			case "":
				judged = false
			}
		}
		if killed && judged {
			m := x.of[0]
			why := "the mutant is " + string(m.Status)
			if m.By != "" {
				why += " by " + m.By
			}
			wrong.Hint(x.Pos, "take it out", "this reason is not needed: %s", why)
		}
	}
	return wrong.Sorted().Err()
}
