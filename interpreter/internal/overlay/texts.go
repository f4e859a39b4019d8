package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Follow returns the readings that are supported by the text that a variant follows. Rulings
// about data keep their readings.
func Follow(g *syntax.Game, v *syntax.Variant, d *source.Diagnostics) (spoken []syntax.ReadingPick) {
	if v.Text.Name == "" || !checkDeclared(g.Texts, "a text", v.Text, d) {
		return nil
	}
	for _, r := range g.Rulings {
		for _, t := range r.Texts {
			if t.Name == v.Text.Name && r.Kind == "rule" && t.Speaks() {
				spoken = append(spoken,
					syntax.ReadingPick{Ruling: syntax.Ident{Name: r.Name, Pos: v.Text.Pos},
						Reading: syntax.Ident{Name: t.Reading, Pos: v.Text.Pos}})
			}
		}
	}
	return spoken
}

// Refer reports references to unknown texts and clauses. They would otherwise have no effect.
func Refer(g *syntax.Game, d *source.Diagnostics) {
	clauses := map[string]bool{}
	for _, c := range g.Clauses {
		clauses[c.Name] = true
		if len(g.Texts) > 0 {
			checkDeclared(g.Texts, "a text", c.Text, d)
		}
		if len(g.Sections) > 0 && c.Section.Name != "" {
			checkDeclared(g.Sections, "a section", c.Section, d)
		}
	}
	for _, r := range g.Rulings {
		for _, t := range r.Texts {
			if len(g.Texts) > 0 {
				checkDeclared(g.Texts, "a text", t.Ident, d)
			}
		}
	}
	syntax.Cited(g, func(list syntax.Clauses) {
		for i, id := range list {
			switch {
			case len(clauses) == 0:
			case !clauses[id.Name]:
				d.Unknown(id.Pos, id.Name, syntax.NamesOf(g.Clauses), "there is no clause %q", id.Name)
			case slices.ContainsFunc(list[:i], func(other syntax.Ident) bool { return other.Name == id.Name }):
				d.Add(id.Pos, "clause %q is cited twice here", id.Name)
			}
		}
	})
	places := conditionPlaces(g)
	for _, x := range g.Impossible {
		if !slices.Contains(places, x.In.Name) {
			d.Unknown(x.In.Pos, x.In.Name, places, "no procedure, formula, window or card %q", x.In.Name)
		}
	}
}

// checkDeclared reports whether the game's list has an id. If not, it adds an error.
func checkDeclared(all []syntax.Labelled, what string, id syntax.Ident, d *source.Diagnostics) bool {
	if slices.ContainsFunc(all, func(l syntax.Labelled) bool { return l.Name == id.Name }) {
		return true
	}
	names := syntax.NamesOf(all)
	hint := "there is " + strings.Join(names, ", ")
	if len(names) == 0 {
		hint = "the game lists none"
	}
	d.UnknownOr(id.Pos, id.Name, names, hint, "the game has not %s %q", what, id.Name)
	return false
}

// conditionPlaces returns the names of the places that can have conditions.
func conditionPlaces(g *syntax.Game) (out []string) {
	for _, p := range syntax.AllProcedures(g) {
		out = append(append(out, p.Name), syntax.NamesOf(p.Formulas)...)
	}
	out = slices.Concat(out, syntax.NamesOf(g.Formulas), syntax.NamesOf(g.Player.Formulas), syntax.NamesOf(g.Windows),
		syntax.NamesOf(g.Measures))
	for _, k := range g.Kinds {
		out = slices.Concat(out, syntax.NamesOf(k.Formulas), syntax.NamesOf(k.Cards))
	}
	return out
}
