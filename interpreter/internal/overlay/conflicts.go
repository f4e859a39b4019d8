package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Conflicts reports contradictory patches of two variants: one of them replaces a thing that
// the other patches, or both add something with the same name. This is allowed between a
// variant and one on which it builds.
func Conflicts(chain []*syntax.Variant) (d source.Diagnostics) {
	touched := map[string][]touch{}
	for _, v := range chain {
		under := basesOf(v, chain)
		for _, t := range touches(v) {
			for _, other := range touched[t.what] {
				if other.by == v || under[other.by] || !t.takes && !other.takes || t.declared && other.declared {
					continue
				}
				d.Hint(t.at, "the other does at "+other.at.String()+
					"; let one of them build on the other, or use only one",
					"variants %s and %s both change %s", other.by.Name, v.Name, t.what)
				break
			}
			touched[t.what] = append(touched[t.what], t)
		}
	}
	return d
}

// Meetings reports steps and procedures that two variants patch, if neither builds on the other. The patches are
// applied in the order of the variants. Conditions, branches and options that both add have no order.
func Meetings(chain []*syntax.Variant) (d source.Diagnostics) {
	type patch struct {
		*syntax.Patch
		by *syntax.Variant
	}
	places := map[string][]patch{}
	for _, v := range chain {
		under := basesOf(v, chain)
		for _, p := range v.Patches {
			name, step, inside := stepOf(p.At.Name)
			if len(p.Readings)+len(p.Lines) > 0 {
				continue
			}
			if inside {
				name += "/" + step
			}
			for _, other := range slices.Backward(places[name]) {
				if other.by != v && !under[other.by] && (p.Add == nil || other.Add == nil) {
					d.Hint(p.At.Pos, "the other patch is at "+other.At.Pos.String()+
						", and is applied first; let one variant build on the other if the order matters",
						"variants %s and %s both patch %s", other.by.Name, v.Name, name)
					break
				}
			}
			places[name] = append(places[name], patch{p, v})
		}
	}
	return d
}

// touch is a change by a variant.
type touch struct {
	what     string // the changed thing: procedures.turn/actions, bots.greedy.turn.stake …
	by       *syntax.Variant
	at       source.Pos
	takes    bool // the change replaces, removes or declares the thing
	declared bool // the change is a declaration, not a patch
}

// touches lists the patches of a variant, and its declarations of things that can be patched.
func touches(v *syntax.Variant) (all []touch) {
	add := func(what string, at source.Pos, takes bool) {
		all = append(all, touch{what: what, by: v, at: at, takes: takes})
	}
	for _, p := range v.Patches {
		procedure, _, inside := strings.Cut(p.At.Name, "/")
		add(procedure, p.At.Pos, false)
		if inside {
			add(p.At.Name, p.At.Pos, p.Instead != nil || p.Remove)
		}
		for _, a := range p.Add {
			what, more := p.At.Name+", "+a.Key.Value, a.Val
			if more.Get("if") != nil {
				what, more = what+", if", more.Get("if") // of an option
			}
			if !syntax.IsCondition(a.Val) {
				add(p.At.Name+", "+a.Key.Value, a.Key.Pos, true)
				continue
			}
			for _, w := range more.Pairs {
				add(what+", "+w.Key.Value, w.Key.Pos, true)
			}
		}
		for _, r := range p.Readings {
			add(p.At.Name+", "+r.Name, r.Pos, true)
		}
		for _, l := range p.Lines {
			add(p.At.Name+", "+l.Name, l.Pos, true)
		}
	}
	declare := func(sort string, id syntax.Ident) {
		all = append(all, touch{what: sort + id.Name, by: v, at: id.Pos, takes: true, declared: true})
	}
	for _, p := range v.Adds.Procedures {
		declare("procedures.", p.Ident)
	}
	for _, r := range v.Adds.Rulings {
		declare("rulings.", r.Ident)
	}
	for _, b := range v.Adds.Bots {
		declare("bots.", b.Ident)
	}
	return all
}

// basesOf returns the variants on which v builds, directly or indirectly.
func basesOf(v *syntax.Variant, chain []*syntax.Variant) map[*syntax.Variant]bool {
	all := map[*syntax.Variant]bool{}
	for _, u := range slices.Backward(chain) {
		over := u == v
		for x := range all {
			over = over || all[x] && slices.ContainsFunc(x.BuildsOn, func(b syntax.Ident) bool {
				return b.Name == u.Name
			})
		}
		if over {
			all[u] = true
		}
	}
	return all
}

// takenBy returns the name of the variant that has replaced a step.
func takenBy(variants []*syntax.Variant, step string) string {
	for _, v := range variants {
		for _, t := range touches(v) {
			if t.what == step && t.takes {
				return "variant " + v.Name + " has replaced it at " + t.at.String()
			}
		}
	}
	return ""
}
