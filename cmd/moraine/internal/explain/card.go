package explain

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// named formats a name with its identifier and its names in all languages.
func named(id string, names syntax.Names, lang string) string {
	head := names[lang]
	if head == "" {
		head = names["en"]
	}
	if head == "" {
		head = words.Plain(id)
	}
	var others []string
	for _, l := range slices.Sorted(maps.Keys(names)) {
		if names[l] != head {
			others = append(others, l+" "+names[l])
		}
	}
	text := head + " · " + id
	if len(others) > 0 {
		text += " · " + strings.Join(others, ", ")
	}
	return text
}

// card explains a card: its printed values, when it can be played, its steps, and the clauses and rulings behind them.
func (e *Explainer) card(k *syntax.Kind, c *syntax.Card) *Answer {
	t := e.answer(named(c.Name, c.Names, e.n.Lang) + " · " + k.Name)
	t.item(c.Pos.String(), "")
	t.section("What is printed on it")
	switch {
	case c.Data:
		t.item("copies", e.n.T("none: the card is data, and rules refer to it by its name"))
	default:
		copies := strconv.Itoa(c.Copies)
		if c.EachPlayer {
			copies = e.n.T("%s for every player", copies)
		}
		t.item("copies", copies+e.n.Provenance(c.CopiesAre))
		t.last().Value = &Value{Is: copies, Assumed: c.CopiesAre.Assumed, Cites: c.CopiesAre.Cites}
	}
	for _, f := range k.Fields {
		e.value(t, f, c)
	}
	if slices.ContainsFunc(t.Parts[len(t.Parts)-1].Items, func(it Item) bool {
		return it.Value != nil && it.Value.Assumed
	}) {
		t.item("", e.n.T("Assumed values are not printed in any rule text; if you own the card, you can enter the printed value."))
	}
	if c.Play != nil {
		e.play(t, c)
	}
	id := "card " + c.Name
	cites, asked := e.x.usedBy(id, "clause"), e.x.usedBy(id, "ruling")
	for _, s := range c.Steps {
		t.section(words.Title(s.Name))
		e.block(t, s.Do)
	}
	for _, f := range c.Formulas {
		t.item(f.Name, e.p.Flow(f.Is.Node))
	}
	for _, p := range e.calledBy(e.x.usedBy(id, "call")) {
		t.section(e.n.T("What it calls: %s (%s)", p.Name, p.Pos))
		e.block(t, p.Do)
		called := "procedure " + p.Name
		cites, asked = append(cites, e.x.usedBy(called, "clause")...), append(asked, e.x.usedBy(called, "ruling")...)
	}
	e.clauses(t, cites)
	e.questions(t, "Questions about it", func(r *syntax.Ruling) bool {
		return hasRuling(asked)(r) || slices.ContainsFunc(c.Cites, func(id syntax.Ident) bool {
			return refersTo(r, id.Name)
		})
	})
	e.scenarios(t, "Scenarios that pin its clauses", e.pinning(cites))
	e.deciding(t, cites)
	return t
}

// value explains the printed value of a field of a card, with its origin.
func (e *Explainer) value(t *Answer, f *syntax.Field, c *syntax.Card) {
	i := slices.IndexFunc(c.Values, func(v *syntax.Value) bool { return v.Name == f.Name })
	if i < 0 {
		return // values common to all cards of a kind are explained with the kind
	}
	v := c.Values[i]
	from := v.Provenance
	if len(from.Cites) == 0 {
		from.Assumed = from.Assumed || f.Assumed && !v.Given
	}
	says := printedValue(v) + e.n.Provenance(from)
	if f.Note != "" {
		says += " — " + f.Note
	}
	if len(f.Cites) > 0 {
		says += " (" + words.Cites(f.Cites) + ")"
	}
	t.item(f.Name, says)
	t.last().Value = &Value{Is: printedValue(v), Assumed: from.Assumed, Cites: slices.Concat(from.Cites, f.Cites),
		Note: f.Note}
}

func printedValue(v *syntax.Value) string {
	if v.Formula != nil {
		return v.Formula.Text
	}
	var rows []string
	for _, r := range v.Rows {
		rows = append(rows, r.Key.Name+" "+r.Value.Text)
	}
	return strings.Join(rows, ", ")
}

// play explains when a card can be played, its targets and its conditions.
func (e *Explainer) play(t *Answer, c *syntax.Card) {
	t.section("When it is played")
	for _, in := range c.Play.In {
		for _, w := range e.g.Syntax.Windows {
			if w.Name == in.Name {
				t.item(in.Name, e.n.T("while %s is pending, by %s", w.Pending.Name, e.p.Flow(w.Asks.Node)))
			}
		}
	}
	if len(c.Play.From) > 0 {
		t.item("from", strings.Join(syntax.NamesOf(c.Play.From), ", "))
	}
	if c.Play.Target != nil {
		t.item("target", e.p.Flow(c.Play.Target.Node))
	}
	if c.Play.Needs != nil {
		t.item("needs", e.p.Worded(c.Play.Needs))
	}
}

// kind explains a kind of pieces: its fields, its cards, and the zone to which they are discarded.
func (e *Explainer) kind(k *syntax.Kind) *Answer {
	t := e.answer(named(k.Name, k.Names, e.n.Lang) + " · " + e.n.T("kind of piece"))
	t.item(k.Pos.String(), "")
	if len(k.Fields) > 0 {
		t.section("What its pieces have")
	}
	for _, f := range k.Fields {
		says := f.Type.Name
		if len(f.Type.Words) > 0 {
			says = e.n.T("one of %s", words.Cites(f.Type.Words))
		}
		if f.Ranged {
			says += e.n.T(", %d to %d", f.Min, f.Max)
		}
		if f.Assumed {
			says += ", " + e.n.T("assumed")
		}
		if f.Note != "" {
			says += " — " + f.Note
		}
		if len(f.Cites) > 0 {
			says += " (" + words.Cites(f.Cites) + ")"
		}
		t.item(f.Name, says)
	}
	t.section("Its cards")
	t.item("", strings.Join(syntax.NamesOf(k.Cards), ", "))
	if k.Discards.Name != "" {
		t.section("Where it is discarded")
		t.item("", k.Discards.Name)
	}
	return t
}
