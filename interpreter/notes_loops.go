package interpreter

import (
	"reflect"
	"regexp"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// overPlayers matches a list of players.
var overPlayers = regexp.MustCompile(`\b(players|others)\b`)

// formulas finds the formulas in the steps of a block.
var formulas = syntax.Finder[*syntax.Formula]{Enters: func(t reflect.Type) bool {
	return t.PkgPath() != reflect.TypeFor[source.Pos]().PkgPath()
}}

// sameForAll reports loops over players whose steps are about `me` and never about the player of the round.
func sameForAll(g *syntax.Game) (found Diagnostics) {
	syntax.Walk(g, func(s *syntax.Step) {
		each, ok := s.Do.(*syntax.Each)
		if !ok || each.Name.Name == "me" || !each.In.IsText || !overPlayers.MatchString(each.In.Text) {
			return
		}
		if me, other := subjects(each); me && !other {
			found.Hint(each.Name.Pos, "write `each: me`, or name "+each.Name.Name+" in the steps",
				"the steps of this loop are about `me` in each round, and never about %q", each.Name.Name)
		}
	})
	return found
}

// subjects reports whether the steps of a loop read or ask `me`, and whether they read the element of the round. A
// formula with branches counts as reading it.
func subjects(each *syntax.Each) (me, element bool) {
	named := regexp.MustCompile(`\b` + regexp.QuoteMeta(each.Name.Name) + `\b`)
	formulas.Each(reflect.ValueOf(each.Do), false, func(v reflect.Value) {
		f := v.Interface().(*syntax.Formula)
		me = me || aboutMe.MatchString(f.Text)
		element = element || !f.IsText || named.MatchString(f.Text)
	})
	syntax.WalkBlock(each.Do, func(s *syntax.Step) {
		choose, ok := s.Do.(*syntax.Choose)
		me = me || ok && choose.By == nil
	})
	return me, element
}

var aboutMe = regexp.MustCompile(`\bme\b`)
