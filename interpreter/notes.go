package interpreter

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// byName are the sorts of declarations that are useful only if some rule uses their name.
// Rulings are not among them: a settled ruling need not affect any rule.
var byName = []string{"formula", "field", "zone", "window", "procedure"}

// Notes returns statements about a game that are no errors, but often the sign of a mistake. The rules
// must come from a Loader.
func (r *Rules) Notes(g *Game) Diagnostics {
	if r.mentions == nil {
		return nil // no mentions have been recorded
	}
	return slices.Concat(r.unused(g), othersAsked(g.Syntax), withoutWinners(g.Syntax)).Sorted()
}

// withoutWinners reports a game without `finish`, the only step after which a player has won.
func withoutWinners(g *syntax.Game) (found Diagnostics) {
	finishes := false
	syntax.Walk(g, func(s *syntax.Step) {
		_, is := s.Do.(*syntax.Finish)
		finishes = finishes || is
	})
	if !finishes {
		found.Add(g.Start.Pos, "no player ever wins, because no step is `finish: PLAYERS`")
	}
	return found
}

// othersAsked returns the choices inside an option that ask `me`, because they have no `by`, although the
// option asks another player.
func othersAsked(g *syntax.Game) (found Diagnostics) {
	syntax.Walk(g, func(s *syntax.Step) {
		m, ok := s.Do.(*syntax.May)
		if !ok || m.By == nil || !m.By.IsText || m.By.Text == "me" {
			return
		}
		for _, o := range m.Options {
			syntax.WalkBlock(o.Do, func(in *syntax.Step) {
				if c, ok := in.Do.(*syntax.Choose); ok && c.By == nil {
					found.Add(in.Pos, "the option %s asks %s, but this choice asks `me`; write `by: %s` or `by: me`", o.Name, m.By.Text, m.By.Text)
				}
			})
		}
	})
	return found
}

// unused returns the formulas, fields, zones, windows and procedures of a game that no checked
// formula or step names. A declaration counts as used if another one with the same name is used.
func (r *Rules) unused(g *Game) (found Diagnostics) {
	var named source.Mentions
	declared := map[syntax.Ident]string{}
	syntax.Mentioned(g.Syntax, &named, func(sort, _ string, id syntax.Ident) {
		if slices.Contains(byName, sort) {
			declared[id] = sort
		}
	})
	for _, doc := range r.VariantFiles() {
		syntax.Mentioned(syntax.DecodeVariant(doc, &source.Diagnostics{}), &named, func(string, string, syntax.Ident) {})
	}
	used := map[string]bool{}
	for _, m := range slices.Concat(named.All(), r.mentions.All()) {
		if m.To != m.At && !strings.HasPrefix(m.Sort, "field@kinds") { // not a printed value
			used[m.Name] = true
		}
	}
	for _, z := range slices.Concat(g.Syntax.Zones, g.Syntax.Player.Zones) {
		used[z.Name] = used[z.Name] || z.Starts
	}
	for _, k := range g.Syntax.Kinds { // `playing` of a kind is not called by name
		used[k.Name+".playing"] = true
	}
	for id, sort := range declared {
		if !used[id.Name] {
			found.Add(id.Pos, "nothing uses the %s %q", sort, id.Name)
		}
	}
	return found
}
