package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Readings returns the reading in force of every ruling: the last one picked, or the default.
// It reports unknown rulings and readings, and readings that exclude each other.
func Readings(g *syntax.Game, picks []syntax.ReadingPick, diags *source.Diagnostics) map[string]string {
	out := make(map[string]string, len(g.Rulings))
	for _, r := range g.Rulings {
		out[r.Name] = r.Default.Name
	}
	at := map[string]source.Pos{} // positions of picks
	exists := func(key, reading syntax.Ident) bool {
		r := g.Ruling(key.Name)
		if r == nil {
			diags.Unknown(key.Pos, key.Name, syntax.NamesOf(g.Rulings), "there is no ruling %q", key.Name)
			return false
		}
		if slices.ContainsFunc(r.Readings, func(x syntax.Labelled) bool { return x.Name == reading.Name }) {
			return true
		}
		all := syntax.NamesOf(r.Readings)
		diags.UnknownOr(reading.Pos, reading.Name, all, "it has "+strings.Join(all, ", "),
			"ruling %s has no reading %q", r.Name, reading.Name)
		return false
	}
	for _, p := range picks {
		if exists(p.Ruling, p.Reading) {
			out[p.Ruling.Name], at[p.Ruling.Name] = p.Reading.Name, p.Reading.Pos
		}
	}
	for _, r := range g.Rulings {
		for _, x := range r.Excludes {
			key, reading, _ := strings.Cut(x.With.Name, "=")
			if !exists(syntax.Ident{Name: key, Pos: x.With.Pos}, syntax.Ident{Name: reading, Pos: x.With.Pos}) {
				continue
			}
			if (x.Name == "" || x.Name == out[r.Name]) && out[key] == reading {
				pos, picked := at[r.Name]
				if !picked {
					pos = r.Default.Pos
				}
				diags.Hint(pos, x.Why, "%s=%s cannot be combined with %s", r.Name, out[r.Name], x.With.Name)
			}
		}
	}
	return out
}

// Settle resolves declarations that depend on rulings. The result is a copy that shares all
// other declarations with the game. Settle also returns the rulings on which declarations
// depend.
func Settle(g *syntax.Game, readings map[string]string,
	diags *source.Diagnostics) (settled *syntax.Game, asked []string) {
	zone := func(z *syntax.Zone) *syntax.Zone {
		if z.SeenRuled == nil && z.WhenRuled == nil {
			return z
		}
		out := *z
		if r := z.SeenRuled; r != nil {
			out.SeenBy = choose(g, r, readings, diags)
			asked = append(asked, r.Key.Name)
		}
		if r := z.WhenRuled; r != nil {
			out.WhenEmpty = choose(g, r, readings, diags)
			asked = append(asked, r.Key.Name)
		}
		if out.SeenBy == z.SeenBy && out.WhenEmpty == z.WhenEmpty {
			return z
		}
		return &out
	}
	out := *g
	out.Zones, out.Player.Zones = mapList(g.Zones, zone), mapList(g.Player.Zones, zone)
	out.Kinds = mapList(g.Kinds, func(k *syntax.Kind) *syntax.Kind {
		zones := mapList(k.Zones, zone)
		if len(zones) == 0 || &zones[0] == &k.Zones[0] {
			return k
		}
		out := *k
		out.Zones = zones
		return &out
	})
	out.SideOffers = mapList(g.SideOffers, func(o *syntax.SideOffer) *syntax.SideOffer {
		if o.ClosedRuled == nil {
			return o
		}
		out := *o
		out.ClosedIn = choose(g, o.ClosedRuled, readings, diags)
		asked = append(asked, o.ClosedRuled.Key.Name)
		return &out
	})
	return &out, asked
}

// mapList applies f to each element of a list. If f changes nothing, it returns the list itself.
func mapList[T any](list []*T, f func(*T) *T) []*T {
	out := list
	for i, x := range list {
		y := f(x)
		if y == x {
			continue // other goroutines may read the list, so it is not written
		}
		if &out[0] == &list[0] {
			out = slices.Clone(list)
		}
		out[i] = y
	}
	return out
}

// choose returns the value of a declaration under the reading in force.
func choose[T any](g *syntax.Game, r *syntax.Ruled[T], readings map[string]string,
	diags *source.Diagnostics) (chosen T) {
	ruling := g.Ruling(r.Key.Name)
	if ruling == nil {
		diags.Add(r.Key.Pos, "there is no ruling %q", r.Key.Name)
		return chosen
	}
	var labels []syntax.Ident
	for _, c := range r.By {
		labels = append(labels, c.Reading)
	}
	ruling.CheckBranches(r.Key.Pos, labels, diags)
	if i := syntax.BranchFor(syntax.NamesOf(labels), readings[r.Key.Name]); i >= 0 {
		chosen = r.By[i].Is
	}
	return chosen
}
