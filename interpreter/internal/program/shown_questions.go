package program

import (
	"reflect"
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// checkQuestions reports entries of `asks` for names that are never shown.
func (b *builder) checkQuestions() {
	if len(b.p.Game.Asks) == 0 {
		return
	}
	among := b.p.Symbols.Words()
	for _, m := range b.p.Mays() {
		owner, _, _ := strings.Cut(m.Request, ".")
		among = append(among, m.Request)
		for _, o := range m.Options {
			among = append(among, owner+"."+o.Name, owner+"."+o.Name+".heading", o.Name)
		}
	}
	for _, c := range b.p.Chooses() {
		among = append(among, c.Request, c.Name.Name)
	}
	for _, roll := range operands[*RollOp](b.p.Units...) {
		among = append(among, roll.Request)
	}
	for _, c := range b.p.Game.Clauses {
		among = append(among, syntax.LabelOf(b.p.Game.Sections, c.Section.Name))
	}
	among = append(among, b.p.Game.ID.Name) // the game has an `about` for the lobby
	among = append(among, b.p.Seats...)
	among = append(among, phrases(b.p.Game)...)
	among = append(among, labels(b.p.Game)...)
	for _, q := range b.p.Game.Asks {
		if !q.Inherited && !slices.Contains(among, q.Name) {
			b.diags.Unknown(q.Pos, q.Name, among, "no request, name or requirement is called %q", q.Name)
		}
	}
}

// checkLooks reports looks of things that are never shown.
func (b *builder) checkLooks() {
	var among []string
	for _, l := range b.p.Game.Looks {
		if among == nil {
			among = append(b.p.Symbols.Words(), b.p.Seats...)
			var kinds []string
			for _, k := range b.p.Kinds {
				kinds = append(kinds, k.Name)
			}
			for _, d := range syntax.Declarations(b.p.Game) {
				if d.What == "kind" || d.What == "zone" || d.What == "field" ||
					d.What == "formula" && slices.Contains(kinds, d.Of) {
					among = append(among, d.Name)
				}
			}
			for _, c := range b.p.Cards {
				among = append(among, c.Name)
			}
			among = append(among, labels(b.p.Game)...)
			for _, m := range b.p.Mays() {
				for _, o := range m.Options {
					among = append(among, o.Name)
				}
			}
		}
		if !l.Inherited && !slices.Contains(among, l.Name) {
			b.diags.Unknown(l.Pos, l.Name, among,
				"no kind, card, zone, field, seat, option or word %q to give a look to", l.Name)
		} else if l.Size == "level" && !l.Inherited {
			b.checkLevel(l)
		}
	}
}

// checkLevel reports a level that no page can draw: pages draw a grid from the side, and raise a piece there by a
// number that is printed on its card.
func (b *builder) checkLevel(l *syntax.Look) {
	printed := false
	for _, k := range b.p.Kinds {
		f := k.Fields[l.Name]
		if f == nil || f.Mark || f.Hidden() || f.Type.Base != schema.Number {
			continue
		}
		printed = true
		if slices.ContainsFunc(b.p.Decls, func(d *schema.ZoneDecl) bool {
			return d.Layout == "grid" && d.Holds.Has(k.Index)
		}) {
			return
		}
	}
	if printed {
		b.diags.Hint(l.Pos, "write `layout: grid` for the zone on which players build, or another `size`",
			"no grid holds cards with %q, so `size: level` has no effect", l.Name)
		return
	}
	b.diags.Hint(l.Pos, "name a number that is printed on cards, or write `size: large` or `size: small`",
		"`size: level` is for a printed number of the cards on a grid, and %q is none", l.Name)
}

// phrases returns the names in a game's declarations and the words of its conditions.
func phrases(g *syntax.Game) (out []string) {
	for _, d := range syntax.Declarations(g) {
		switch d.What {
		case "question":
		case "procedure": // see words.Procedure
			title := strings.ReplaceAll(d.Name, "_", " ")
			out = append(out, strings.ToUpper(title[:1])+title[1:])
		default:
			out = append(out, d.Name)
			if d.Of != "" {
				out = append(out, d.Of+"."+d.Name)
			}
		}
	}
	for _, k := range g.Kinds {
		out = append(out, k.Name+".face_down")
		for _, c := range k.Cards {
			out = append(out, c.Name)
			for _, f := range k.Fields { // CARD.FIELD, for the words of a printed value
				out = append(out, c.Name+"."+f.Name)
			}
		}
	}
	reasons.Each(reflect.ValueOf(g), false, func(v reflect.Value) {
		for _, w := range v.Interface().([]syntax.Worded) {
			out = append(out, w.Words.Name)
		}
	})
	return out
}

// reasons finds the conditions in the tree of a game, with their words. Formulas contain none.
var reasons = syntax.Finder[[]syntax.Worded]{Enters: func(t reflect.Type) bool {
	return t != reflect.TypeFor[syntax.Formula]() && t.PkgPath() == reflect.TypeFor[syntax.Formula]().PkgPath()
}}
