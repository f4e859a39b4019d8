package syntax

import (
	"slices"

	"moraine/interpreter/source"
)

// Ruling is a question that the rule texts leave open, with the position of each text.
type Ruling struct {
	Ident    `yaml:",key,path" what:"a ruling" decl:"ruling"`
	Kind     string        `yaml:"kind,required" words:"rule|data|wording|settled"`
	Question string        `yaml:"question,required"`
	Default  Ident         `yaml:"default,required" ref:"reading"`
	Why      string        `yaml:"why"`
	Readings []Labelled    `yaml:"readings,required,plain" decl:"reading"`
	Texts    []TextReading `yaml:"texts"`
	Excludes []Exclusion   `yaml:"excludes"`
}

// TextReading is the position of one text on a ruling.
type TextReading struct {
	Ident   `yaml:",key" what:"what a text says" ref:"text"`
	Reading string  `yaml:"reading,required,plain"`
	Clauses Clauses `yaml:"clauses"`
	Note    string  `yaml:"note"`
}

// Exclusion names a reading of another ruling that cannot be combined with a reading of this
// one.
type Exclusion struct {
	Ident `yaml:"reading" what:"an exclusion" ref:"reading"` // empty for any reading
	With  Ident                                              `yaml:"with,required,verdict"` // "key=reading"
	Why   string                                             `yaml:"why,required"`
}

func (r *Ruling) check(m *Fields) {
	for _, reading := range r.Readings {
		if slices.Contains(StepWords, reading.Name) {
			m.Diags.Hint(reading.Pos, "choose another name",
				"%q cannot be the name of a reading, because it is a key of the ruling", reading.Name)
		}
	}
	if m.Has("readings") && len(r.Readings) == 0 {
		m.Diags.Add(m.Take("readings").Pos, "a ruling needs readings to choose from")
		return
	}
	r.checkReadings(m.Take("texts"), m.Diags)
}

// silences are the positions of a text that support no reading.
var silences = []string{"silent", "ambiguous"}

// Speaks reports whether the text supports a reading.
func (t TextReading) Speaks() bool { return t.Reading != "" && !slices.Contains(silences, t.Reading) }

// checkReadings reports readings of texts that the ruling does not have.
func (r *Ruling) checkReadings(texts *source.Node, d *source.Diagnostics) {
	names := NamesOf(r.Readings)
	check := func(name string, at source.Pos, also ...string) {
		if legal := append(slices.Clone(names), also...); name != "" && !slices.Contains(legal, name) {
			d.UnknownOr(at, name, legal, "its readings are "+joinWords(legal), "ruling %s has no reading %q", r.Name,
				name)
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

// BranchFor returns the index of the branch that a reading takes, given the labels of the branches: the branch with its
// own name, or else the branch `else`, or -1 if there is neither.
func BranchFor(labels []string, reading string) int {
	if own := slices.Index(labels, reading); own >= 0 {
		return own
	}
	return slices.Index(labels, "else")
}

// pairFor returns the index of the branch for a reading among the pairs of a step or formula `ruling`, or -1 if
// there is none: see BranchFor.
func pairFor(ruling *source.Node, reading string) int {
	var keys []string
	for _, p := range ruling.Pairs {
		keys = append(keys, p.Key.Value)
	}
	return BranchFor(keys, reading)
}

// NodeFor returns the branch for a reading of a step or formula `ruling`, or nil if there is none: see BranchFor.
func NodeFor(ruling *source.Node, reading string) *source.Node {
	if i := pairFor(ruling, reading); i >= 0 {
		return ruling.Pairs[i].Val
	}
	return nil
}

// CheckBranches compares the labels of branches, which are at position at, with the readings of
// the ruling. It reports labels that are no reading, and readings without a branch.
func (r *Ruling) CheckBranches(at source.Pos, labels []Ident, d *source.Diagnostics) {
	names, branches := NamesOf(r.Readings), NamesOf(labels)
	for _, l := range labels {
		if l.Name != "else" && !slices.Contains(names, l.Name) {
			d.Unknown(l.Pos, l.Name, names, "ruling %s has no reading %q; it has %s", r.Name, l.Name, joinWords(names))
		}
	}
	for _, name := range names {
		if BranchFor(branches, name) < 0 {
			d.Hint(at, "add `"+name+": …` or `else: …`", "ruling %s needs a branch for its reading %q", r.Name, name)
		}
	}
}

// Clause is one testable statement of a text.
type Clause struct {
	Ident     `yaml:",key,clause" what:"a clause" decl:"clause"`
	Text      Ident  `yaml:"text,required" ref:"text"`
	Section   Ident  `yaml:"section,text" ref:"section"`
	Topic     string `yaml:"topic,path"`
	Says      string `yaml:"says,required"`
	Normative bool   `yaml:"normative"` // default: true
}

func (c *Clause) check(m *Fields) { c.Normative = c.Normative || !m.Has("normative") }
