package explain

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Contents lists the variants of a game with their descriptions, and its rulings with their readings.
func Contents(rules *interpreter.Rules, g *interpreter.Game, lang string) *Answer {
	t := &Answer{Head: rules.ID}
	for _, v := range variants(rules) {
		about := words.Names{Lang: lang}.Named(v.Names, v.Name)
		if v.About != "" {
			about += ": " + v.About
		}
		t.item(v.Name, about)
	}
	t.n = g.Names(lang)
	for i, r := range g.Syntax.Rulings {
		if i == 0 {
			t.section("Rulings")
		}
		var readings []string
		for _, x := range r.Readings {
			name := x.Name
			if name == r.Default.Name {
				name += "*"
			}
			readings = append(readings, name)
		}
		t.item(r.Name, r.Question+" "+strings.Join(readings, ", "))
	}
	return t
}

func variants(rules *interpreter.Rules) []*syntax.Variant {
	var out []*syntax.Variant
	for _, doc := range rules.VariantFiles() {
		// errors are reported when the variant is applied
		out = append(out, syntax.DecodeVariant(doc, &source.Diagnostics{}))
	}
	return out
}

// Variants returns the titles of all variants by name.
func (e *Explainer) Variants() map[string]string {
	out := map[string]string{}
	for _, v := range e.variants {
		out[v.Name] = e.n.Named(v.Names, v.Name)
	}
	return out
}

// AddedReading is a reading that a variant adds to a ruling.
type AddedReading struct {
	Variant string // its name, and Title its name for people
	Title   string
	Reading string
	Says    string
}

// AddedReadings returns the readings that variants add to a ruling, without those of variants in force.
func (e *Explainer) AddedReadings(ruling string) (out []AddedReading) {
	for _, v := range e.variants {
		if slices.ContainsFunc(e.g.Variants, func(l *syntax.Variant) bool { return l.Name == v.Name }) {
			continue
		}
		for _, p := range v.Patches {
			for _, r := range p.Readings {
				if r.Ruling.Name == ruling {
					out = append(out, AddedReading{Variant: v.Name, Title: e.n.Named(v.Names, v.Name), Reading: r.Name,
						Says: e.p.Flow(r.Says)})
				}
			}
		}
	}
	return out
}

// OwnRuling is a ruling that only a variant declares.
type OwnRuling struct{ Name, Question string }

// OwnRulings returns the rulings of the variants that are not in force.
func (e *Explainer) OwnRulings() (out []OwnRuling) {
	for _, v := range e.variants {
		for _, r := range e.ownRulings(v) {
			out = append(out, OwnRuling{Name: r.Name, Question: r.Question})
		}
	}
	return out
}

// ownRulings returns the rulings that a variant declares and the configuration does not have.
func (e *Explainer) ownRulings(v *syntax.Variant) []*syntax.Ruling {
	if v.Adds == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Adds.Rulings), func(r *syntax.Ruling) bool { return e.IsRuling(r.Name) })
}

// readings returns the reading in force of each ruling. Those of variants that are not in force have the reading of the
// variant.
func (e *Explainer) readings() map[string]string {
	out := maps.Clone(e.g.Readings())
	for _, v := range e.variants {
		for _, r := range e.ownRulings(v) {
			out[r.Name] = r.Default.Name
			for _, pick := range v.Readings {
				if pick.Ruling.Name == r.Name {
					out[r.Name] = pick.Reading.Name
				}
			}
		}
	}
	return out
}

// variant explains a variant: the variants on which it builds, and the readings, cards and steps that it changes.
func (e *Explainer) variant(v *syntax.Variant) *Answer {
	t := e.answer(named(v.Name, v.Names, e.n.Lang) + " · " + e.n.T("variant"))
	t.item(v.Pos.String(), "")
	if v.About != "" {
		t.item("", v.About)
	}
	if slices.ContainsFunc(e.g.Variants, func(l *syntax.Variant) bool { return l.Name == v.Name }) {
		t.item("", e.n.T("It is in force."))
	}
	if v.Text.Name != "" {
		t.item("", e.n.T("It follows %s.", syntax.LabelOf(e.g.Syntax.Texts, v.Text.Name)))
	}
	if len(v.BuildsOn) > 0 {
		t.item("", e.n.T("It builds on %s.", words.Cites(v.BuildsOn)))
	}
	for i, pick := range v.Readings {
		if i == 0 {
			t.section("Readings that it chooses")
		}
		t.item(pick.Ruling.Name, e.reading(v, pick))
	}
	for i, c := range v.Cards {
		if i == 0 {
			t.section("Cards")
		}
		t.item(c.Name, e.p.Flow(c.Node))
	}
	e.added(t, v)
	for i, p := range v.Patches {
		if i == 0 {
			t.section("Its additions to the rules")
		}
		e.patch(t, p)
	}
	e.scenarios(t, "Scenarios about it", e.suite.Of[v.Name])
	e.scenarios(t, "Scenarios with another outcome under it", e.suite.Under[v.Name])
	return t
}

// reading explains a reading. The variant itself may have added it.
func (e *Explainer) reading(v *syntax.Variant, pick syntax.ReadingPick) string {
	for _, r := range e.g.Syntax.Rulings {
		for _, l := range r.Readings {
			if r.Name == pick.Ruling.Name && l.Name == pick.Reading.Name {
				return l.Name + ", " + l.Text
			}
		}
	}
	for _, p := range v.Patches {
		for _, r := range p.Readings {
			if r.Ruling.Name == pick.Ruling.Name && r.Name == pick.Reading.Name {
				return r.Name + ", " + e.p.Flow(r.Says)
			}
		}
	}
	return pick.Reading.Name
}

// added lists the declarations that a variant adds or replaces.
func (e *Explainer) added(t *Answer, v *syntax.Variant) {
	if v.Adds == nil {
		return
	}
	for i, d := range syntax.Declarations(v.Adds) {
		if i == 0 {
			t.section("What it declares")
		}
		what := e.n.T(d.What)
		if d.Of != "" {
			what = e.n.T("%s of each %s", what, d.Of)
		}
		t.item(d.Pos.String(), what+" "+d.Name)
	}
}

// patch explains where and how a variant changes steps.
func (e *Explainer) patch(t *Answer, p *syntax.Patch) {
	at := strings.TrimPrefix(p.At.Name, "procedures.")
	steps := func(where string, b *syntax.Block) {
		if b != nil {
			t.item(p.Pos.String(), e.n.T(where, at))
			e.p.Block(b)
			t.rules(e.p.Take(), 2)
		}
	}
	steps("before %s", p.Before)
	steps("instead of %s", p.Instead)
	steps("after %s", p.After)
	if p.Remove {
		t.item(p.Pos.String(), e.n.T("without %s", at))
	}
	for _, r := range p.Readings {
		t.item(r.Pos.String(), e.n.T("%s may be read as %s, %s", r.Ruling.Name, r.Name, e.p.Flow(r.Says)))
		for _, b := range r.Branches() {
			in := ""
			if b.Name != "" {
				in = e.n.T("in %s: ", b.Name)
			}
			for _, n := range b.Parts() {
				lead := ""
				switch {
				case n == b.Then:
					lead = e.n.T("and then: ")
				case b.If != nil:
					lead = e.n.T("if %s: ", e.p.Flow(b.If))
				}
				t.more(in + lead + e.p.Flow(n))
			}
		}
	}
	for _, l := range p.Lines {
		t.item(l.Pos.String(), e.n.T("in %s: ", at)+l.Name+" "+e.p.Flow(l.Worth.Node))
	}
	for _, a := range p.Add {
		what := e.n.T("the branch %s", a.Key.Value)
		if syntax.IsCondition(a.Val) {
			what = a.Key.Value + " " + e.p.Flow(a.Val)
		}
		t.item(a.Key.Pos.String(), e.n.T("in %s: ", at)+what)
	}
}
