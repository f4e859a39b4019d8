package diff

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Card is a card that exists on only one side, or has different values.
type Card struct {
	Kind   string
	ID     string
	Name   string
	Change Change
	At     [2]string // FILE:LINE of the first different value
	Values []Value   // the different values; for a card that only one side has, all values
}

// Value is a value of a card on both sides, with its origin; "" for a side without it.
type Value struct {
	Field string
	Is    [2]string
	at    [2]string
}

// cards returns the cards that differ, in the order of the first side, and then those that only
// the second side has.
func cards(a, b *writer) []*Card {
	here, there := a.printed(), b.printed()
	of := func(w *writer, c card, change Change, values []Value) *Card {
		x := &Card{Kind: c.kind.Name, ID: c.Name, Name: w.words.Named(c.Names, c.Name), Change: change, Values: values}
		for i := range x.At {
			for _, v := range values {
				x.At[i] = cmp.Or(x.At[i], v.at[i])
			}
		}
		return x
	}
	var out []*Card
	for _, c := range here {
		if i := slices.IndexFunc(there, c.same); i < 0 {
			out = append(out, of(a, c, Dropped, values(c.values, nil)))
		} else if v := values(c.values, there[i].values); len(v) > 0 {
			out = append(out, of(a, c, Changed, v))
		}
	}
	for _, c := range there {
		if !slices.ContainsFunc(here, c.same) {
			out = append(out, of(b, c, Added, values(nil, c.values)))
		}
	}
	return out
}

func (c card) same(o card) bool { return c.Name == o.Name && c.kind.Name == o.kind.Name }

// values returns the fields in which two cards differ.
func values(a, b []printed) []Value {
	var all []Value
	for i, list := range [2][]printed{a, b} {
		for _, p := range list {
			k := slices.IndexFunc(all, func(v Value) bool { return v.Field == p.field })
			if k < 0 {
				k = len(all)
				all = append(all, Value{Field: p.field})
			}
			all[k].Is[i], all[k].at[i] = p.is, p.at
		}
	}
	return slices.DeleteFunc(all, func(v Value) bool { return v.Is[0] == v.Is[1] })
}

// card is a card with all its values, without its steps.
type card struct {
	*syntax.Card
	kind   *syntax.Kind
	values []printed
}

// printed is a formatted value.
type printed struct{ field, is, at string }

func (w *writer) printed() []card {
	var out []card
	for _, k := range w.Syntax.Kinds {
		for _, c := range k.Cards {
			x := card{Card: c, kind: k}
			add := func(field, is string, at source.Pos) {
				if is != "" {
					x.values = append(x.values, printed{field: field, is: is, at: place(at)})
				}
			}
			add("copies", w.copies(c), c.Pos)
			for _, v := range c.Values {
				add(v.Name, w.value(k, v), v.Pos)
			}
			for _, f := range c.Formulas {
				add(f.Name, w.Flow(f.Is.Node), f.Pos)
			}
			w.play(c.Play, add)
			add("starts", start(c.Starts), c.Pos)
			add("names", named(c.Names), c.Pos)
			out = append(out, x)
		}
	}
	return out
}

func start(h syntax.Start) string {
	if h.Place != "" {
		return h.Name + " " + h.Place
	}
	return h.Name
}

func (w *writer) copies(c *syntax.Card) string {
	switch {
	case c.Data:
		return ""
	case c.EachPlayer:
		return w.words.T("%s for every player", strconv.Itoa(c.Copies))
	}
	return strconv.Itoa(c.Copies) + w.words.Provenance(c.CopiesAre)
}

// value formats a printed value of a card with its origin.
func (w *writer) value(k *syntax.Kind, v *syntax.Value) string {
	from := v.Provenance
	if i := slices.IndexFunc(k.Fields, func(f *syntax.Field) bool { return f.Name == v.Name }); i >= 0 {
		from.Assumed = k.Fields[i].Assumes(v)
	}
	if v.Formula != nil {
		return w.Flow(v.Formula.Node) + w.words.Provenance(from)
	}
	var rows []string
	for _, r := range v.Rows {
		rows = append(rows, r.Key.Name+" "+w.Flow(r.Value.Node))
	}
	return strings.Join(rows, ", ") + w.words.Provenance(from)
}

// play lists when a card can be played, its targets and its conditions.
func (w *writer) play(p *syntax.Play, add func(field, is string, at source.Pos)) {
	if p == nil {
		return
	}
	var windows []string
	for _, in := range p.In {
		windows = append(windows, w.words.Window(in.Name))
	}
	add("played in", strings.Join(windows, ", "), p.Pos)
	if len(p.From) > 0 {
		add("played from", words.Cites(p.From), p.Pos)
	}
	if p.Target != nil {
		add("played on", w.Flow(p.Target.Node), p.Pos)
	}
	if p.Needs != nil {
		add("needs", w.Worded(p.Needs), p.Pos)
	}
}

func named(names syntax.Names) string {
	var out []string
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		out = append(out, lang+" "+names[lang])
	}
	return strings.Join(out, ", ")
}
