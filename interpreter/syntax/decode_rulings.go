package syntax

import (
	"slices"

	"moraine/interpreter/source"
)

// decodeRuling reads a question that the texts leave open, with what each text
// says on it, its readings and the one that is taken.
func decodeRuling(key, val *source.Node, d *source.Diagnostics) *Ruling {
	m := OpenMap(val, d, "a ruling")
	r := &Ruling{
		Ident:    ident(key, d, dottedName),
		Kind:     m.OneOf("kind"),
		Question: m.Text("question"),
		Default:  m.Ident("default"),
		Why:      m.Text("why"),
	}
	for _, p := range Pairs(m.Take("readings"), d, "readings") {
		name := ident(p.Key, d, plainName)
		if slices.Contains(StepWords, name.Name) {
			d.Hint(name.Pos, "choose another name", "a reading cannot be called %q, which means something else beside its branches", name.Name)
		}
		r.Readings = append(r.Readings, Labelled{name, text(p.Val, d)})
	}
	for _, p := range Pairs(m.Take("texts"), d, "what the texts say") {
		r.Texts = append(r.Texts, decodeTextReading(p.Key, p.Val, d))
	}
	for _, n := range Items(m.Take("excludes"), d, "what a ruling excludes") {
		r.Excludes = append(r.Excludes, decodeExclusion(n, d))
	}
	m.Close()
	if m.Has("readings") && len(r.Readings) == 0 {
		d.Add(m.Take("readings").Pos, "a ruling needs readings to choose from")
		return r
	}
	r.checkReadings(m.Take("texts"), d)
	return r
}

// StepWords may stand beside the branches of a ruling.
var StepWords = []string{"if", "cites", "id", "note", "else", "ruling"}

// silences are what a text can say on a ruling besides a reading of it.
var silences = []string{"silent", "ambiguous"}

// Speaks tells whether the text speaks for a reading.
func (t TextReading) Speaks() bool { return t.Reading != "" && !slices.Contains(silences, t.Reading) }

// checkReadings looks for readings that the ruling does not have.
func (r *Ruling) checkReadings(texts *source.Node, d *source.Diagnostics) {
	names := NamesOf(r.Readings)
	check := func(name string, at source.Pos, also ...string) {
		if legal := append(slices.Clone(names), also...); name != "" && !slices.Contains(legal, name) {
			d.UnknownOr(at, name, legal, "its readings are "+listed(legal), "the ruling %s has no reading %q", r.Name, name)
		}
	}
	check(r.Default.Name, r.Default.Pos)
	for _, e := range r.Excludes {
		check(e.Name, e.Pos)
	}
	for _, t := range r.Texts {
		if at := texts.Get(t.Name).Get("reading"); at != nil {
			check(t.Reading, at.Pos, silences...)
		}
	}
}

func decodeTextReading(key, val *source.Node, d *source.Diagnostics) TextReading {
	m := OpenMap(val, d, "what a text says")
	t := TextReading{
		Ident:   ident(key, d, plainName),
		Reading: m.Ident("reading").Name,
		Clauses: m.Clauses("clauses"),
		Note:    m.Text("note"),
	}
	m.Close()
	return t
}

// decodeExclusion reads {reading, with: RULING=READING, why}; without `reading`
// it holds for any.
func decodeExclusion(n *source.Node, d *source.Diagnostics) Exclusion {
	m := OpenMap(n, d, "an exclusion")
	e := Exclusion{Ident: m.Ident("reading"), With: ident(m.Take("with"), d, verdictName), Why: m.Text("why")}
	m.Close()
	return e
}

func decodeClause(key, val *source.Node, d *source.Diagnostics) *Clause {
	m := OpenMap(val, d, "a clause")
	c := &Clause{
		Ident:     ident(key, d, clauseName),
		Text:      m.Ident("text"),
		Section:   Ident{m.Text("section"), m.Take("section").At(0)},
		Topic:     m.Path("topic").Name,
		Normative: !m.Has("normative") || truth(m.Node.Get("normative"), d),
		Says:      m.Text("says"),
	}
	m.Take("normative")
	m.Close()
	return c
}
