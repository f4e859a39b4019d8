package balance

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// datum is a value of the rules that can vary: a printed value or the copies of a card, a
// declared number, a reading, or the variant.
type datum struct {
	name    string
	is      string   // the value in force
	words   []string // the possible values, if they are words
	number  bool     // the value is a whole number
	ranged  bool     // the number is from low to high
	low     int
	high    int
	assumed bool                               // no rule text states it
	card    string                             // the card that prints it, or ""
	field   string                             // the field of the card, or "copies"
	ruling  bool                               // it is a reading
	set     func(v *source.Node, value string) // sets it in the file of a variant
}

// variantName is the name of the datum whose values are variants.
const variantName = "variant"

// noVariant is the value of the datum `variant` for the game without a variant.
const noVariant = "default"

// copiesName is the name of the field for the number of copies of a card.
const copiesName = "copies"

// find lists the values of the game, in the order of the rules.
func (l *Lab) find(variants []string) {
	g := l.game.Syntax
	for _, k := range g.Kinds {
		for _, c := range k.Cards {
			l.addCard(k, c)
		}
	}
	l.addMembers("", &g.Members)
	l.addMembers("player", &g.Player.Members)
	for _, r := range g.Rulings {
		key := r.Name
		l.add(&datum{name: key, is: l.game.Readings()[key], words: syntax.NamesOf(r.Readings), ruling: true,
			set: func(v *source.Node, value string) { enter(v, textNode(value), "readings", key) }})
	}
	l.add(&datum{name: variantName, is: noVariant, words: append([]string{noVariant}, variants...),
		set: func(v *source.Node, value string) {
			if value == noVariant {
				return
			}
			list := within(v, "builds_on")
			list.Kind = source.List
			for name := range strings.SplitSeq(value, interpreter.And) {
				list.Items = append(list.Items, textNode(name))
			}
		}})
	l.names = slices.Sorted(maps.Keys(l.byName))
}

func (l *Lab) add(d *datum) {
	if l.byName[d.name] == nil {
		l.byName[d.name] = d
		l.list = append(l.list, d)
	}
}

// addCard adds the values of a card and, unless it is data, the number of its copies.
func (l *Lab) addCard(k *syntax.Kind, c *syntax.Card) {
	if !c.Data {
		l.add(&datum{
			name: c.Name + "." + copiesName, is: strconv.Itoa(c.Copies), number: true, ranged: true, low: 0,
			high:    maxCopies,
			assumed: c.CopiesAre.Assumed, card: c.Name, field: copiesName,
			set: func(v *source.Node, value string) {
				n := textNode(value)
				if c.EachPlayer {
					n = &source.Node{Kind: source.Map}
					n.Put("each_player", textNode(value))
				}
				enter(v, n, "cards", c.Name, copiesName)
			},
		})
	}
	for _, f := range k.Fields {
		l.addValue(c, f)
	}
}

// addValue adds the value of a field on a card. Fields that the rules set during a match are
// among them, because a card may print their first value.
func (l *Lab) addValue(c *syntax.Card, f *syntax.Field) {
	v := c.Value(f.Name)
	d := datum{
		assumed: f.Assumes(v), card: c.Name, field: f.Name, number: f.Type.Name == "number",
		ranged: f.Ranged, low: f.Min, high: f.Max, words: syntax.NamesOf(f.Type.Words),
	}
	if f.Type.Name == "yes_no" {
		d.words = []string{"false", "true"}
	}
	if f.Type.IsTable() {
		if v != nil {
			l.addRows(c, f, v, d)
		}
		return
	}
	if v == nil && f.Default == nil && !f.Ranged && !f.Assumed {
		return // a mark, which no card prints
	}
	d.name = c.Name + "." + f.Name
	d.is = first(f, v)
	d.set = func(n *source.Node, value string) { enter(n, textNode(value), "cards", c.Name, f.Name) }
	l.add(&d)
}

// first returns the value of a field as written, on a card (v) or by default.
func first(f *syntax.Field, v *syntax.Value) string {
	switch {
	case v != nil && v.Formula != nil:
		return v.Formula.Text
	case f.Default != nil:
		return f.Default.Text
	case f.Type.Name == "number":
		return "0"
	case f.Type.Name == "yes_no":
		return "false"
	case len(f.Type.Words) > 0:
		return f.Type.Words[0].Name
	}
	return ""
}

// addRows adds the entries of a table. A variant gives a table as a whole, so setting an entry
// repeats the others.
func (l *Lab) addRows(c *syntax.Card, f *syntax.Field, v *syntax.Value, d datum) {
	for _, row := range v.Rows {
		d.name = c.Name + "." + f.Name + "." + row.Key.Name
		d.is = row.Value.Text
		key := row.Key.Name
		d.set = func(n *source.Node, value string) {
			table := within(n, "cards", c.Name, f.Name)
			if len(table.Pairs) == 0 {
				for _, other := range v.Rows {
					table.Put(other.Key.Name, other.Value.Node)
				}
			}
			enter(table, textNode(value), key)
		}
		one := d
		l.add(&one)
	}
}

// addMembers adds the declared numbers of the game or, with owner "player", of the players: first
// values of fields, and formulas that are a number.
func (l *Lab) addMembers(owner string, m *syntax.Members) {
	var path []string
	before := ""
	if owner != "" {
		path, before = []string{owner}, owner+"."
	}
	for _, f := range m.Fields {
		if f.Type.Name != "number" || f.Type.IsTable() || f.Default == nil || !source.IsNumber(f.Default.Text) {
			continue
		}
		l.add(&datum{name: before + f.Name, is: f.Default.Text, number: true, ranged: f.Ranged, low: f.Min, high: f.Max,
			assumed: f.Assumed,
			set: func(v *source.Node, value string) {
				enter(v, l.withDefault(f, value), append(slices.Clip(path), "fields", f.Name)...)
			}})
	}
	for _, f := range m.Formulas {
		if len(f.Params) > 0 || f.Is == nil || !f.Is.IsText || !source.IsNumber(f.Is.Text) {
			continue
		}
		l.add(&datum{name: before + f.Name, is: f.Is.Text, number: true,
			set: func(v *source.Node, value string) {
				enter(v, textNode(value), append(slices.Clip(path), "formulas", f.Name)...)
			}})
	}
}

// withDefault returns the declaration of a field with another first value.
func (l *Lab) withDefault(f *syntax.Field, value string) *source.Node {
	var decl *source.Node
	for _, doc := range l.game.Docs {
		if doc != nil && decl == nil && doc.Pos.File == f.Pos.File {
			decl = valueAt(doc, f.Pos)
		}
	}
	if decl == nil || decl.Kind != source.Map {
		return textNode(value)
	}
	out := &source.Node{Kind: source.Map}
	for _, p := range decl.Pairs {
		if p.Key.Value != "default" {
			out.Pairs = append(out.Pairs, p)
		}
	}
	out.Put("default", textNode(value))
	return out
}

// valueAt returns the value whose key stands at a position, or nil.
func valueAt(n *source.Node, at source.Pos) *source.Node {
	for _, p := range n.Pairs {
		if p.Key.Pos == at {
			return p.Val
		}
		if found := valueAt(p.Val, at); found != nil {
			return found
		}
	}
	return nil
}

func textNode(value string) *source.Node {
	return &source.Node{Kind: source.Scalar, Tag: source.TagOf(value), Value: value}
}

// within returns the map at a path of keys, and creates it if it is missing.
func within(n *source.Node, path ...string) *source.Node {
	for _, key := range path {
		next := n.Get(key)
		if next == nil {
			next = &source.Node{Kind: source.Map}
			n.Put(key, next)
		}
		n = next
	}
	return n
}

// enter puts a value at a path of keys, in place of an earlier one.
func enter(n, value *source.Node, path ...string) {
	last := len(path) - 1
	n = within(n, path[:last]...)
	n.Pairs = slices.DeleteFunc(n.Pairs, func(p source.Pair) bool { return p.Key.Value == path[last] })
	n.Put(path[last], value)
}

// label returns the name of a datum in the language of the names. Without a game, and for a ruling, which has no
// translated name, it is the name in --vary.
func label(name string, n words.Names) string {
	card, rest, _ := strings.Cut(name, ".")
	switch {
	case n.P == nil || slices.ContainsFunc(n.P.Game.Rulings, func(r *syntax.Ruling) bool { return r.Name == name }):
		return name
	case name == variantName:
		return n.T(variantName)
	case rest == "" || card == "player":
		return n.Phrase(strings.TrimPrefix(name, "player."))
	case n.P.Card(card) == nil:
		return name
	}
	field, key, isEntry := strings.Cut(rest, ".")
	out := n.Card(n.P.Card(card)) + ", " + n.Phrase(field)
	if field == copiesName {
		out = n.Card(n.P.Card(card)) + ", " + n.T("copies")
	}
	if isEntry {
		out += ", " + n.Phrase(key)
	}
	return out
}
