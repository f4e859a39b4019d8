package interpreter

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// byName are the sorts of declarations that are there to be used by name. Rulings are not: of a settled one the rules
// need not ask.
var byName = []string{"formula", "field", "zone", "window", "procedure"}

// Unused are the formulas, fields, zones, windows and procedures of a game that nothing names of what the checker has looked at
// so far; of rules that a Loader has read. What has the name of something that is used counts as that.
func (r *Rules) Unused(g *Game) (found Diagnostics) {
	if r.mentions == nil {
		return nil // nobody has taken down what names what
	}
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
		if m.To != m.At && !strings.HasPrefix(m.Sort, "field@kinds") { // which prints a value
			used[m.Name] = true
		}
	}
	for _, z := range slices.Concat(g.Syntax.Zones, g.Syntax.Player.Zones) {
		used[z.Name] = used[z.Name] || z.Starts
	}
	for _, k := range g.Syntax.Kinds { // whose playing nobody calls
		used[k.Name+".playing"] = true
	}
	for id, sort := range declared {
		if !used[id.Name] {
			found.Add(id.Pos, "nothing uses the %s %q", sort, id.Name)
		}
	}
	return found.Sorted()
}
