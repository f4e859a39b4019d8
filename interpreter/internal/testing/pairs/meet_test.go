package pairs

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
)

// meeting counts pairs of readings: those that are in force together in some game, and the others by the
// reason that excludes them.
type meeting struct {
	met        int
	excluded   int      // a ruling says why
	overridden int      // one needs a variant, which picks another reading than the other
	not        []string // nothing does
}

// meet looks which readings meet in games. It goes by the games as they are loaded,
// and not by how they were chosen.
func meet(games []*interpreter.Game) (all meeting) {
	together := map[[2]string]bool{}
	var rulings []*syntax.Ruling
	for _, g := range games {
		var inForce []string
		for _, ruling := range g.Syntax.Rulings {
			if ruling.Kind != "rule" || !g.Program.UsedRulings[ruling.Name] {
				continue
			}
			inForce = append(inForce, reading{ruling: ruling.Name, name: g.Program.Readings[ruling.Name]}.String())
			if !slices.ContainsFunc(rulings, func(x *syntax.Ruling) bool { return x.Name == ruling.Name }) {
				rulings = append(rulings, ruling)
			}
		}
		for _, a := range inForce {
			for _, b := range inForce {
				together[[2]string{a, b}] = true
			}
		}
	}
	for i, x := range rulings {
		for _, y := range rulings[:i] {
			for _, a := range x.Readings {
				for _, b := range y.Readings {
					a, b := reading{ruling: x.Name, name: a.Name}, reading{ruling: y.Name, name: b.Name}
					switch {
					case together[[2]string{a.String(), b.String()}]:
						all.met++
					case excludes(x, a, b) || excludes(y, b, a):
						all.excluded++
					case overridden(games, a, b) || overridden(games, b, a):
						all.overridden++
					default:
						all.not = append(all.not, a.String()+" and "+b.String())
					}
				}
			}
		}
	}
	return all
}

// excludes reports that a ruling says why a reading of it does not go with another.
func excludes(ruling *syntax.Ruling, x, other reading) bool {
	return slices.ContainsFunc(ruling.Excludes, func(e syntax.Exclusion) bool {
		return (e.Name == "" || e.Name == x.name) && e.With.Name == other.String() && e.Why != ""
	})
}

// overridden reports that a reading is in force only where a variant is laid that
// picks another than a second one.
func overridden(games []*interpreter.Game, x, other reading) (yes bool) {
	for _, g := range games {
		if g.Program.UsedRulings[x.ruling] && g.Program.Readings[x.ruling] == x.name {
			picked := picks(g.Variants, other.ruling)
			if picked == "" || picked == other.name {
				return false
			}
			yes = true
		}
	}
	return yes
}
