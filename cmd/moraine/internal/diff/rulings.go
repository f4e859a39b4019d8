package diff

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
)

// Ruling is a question that is read differently.
type Ruling struct {
	Key      string
	Question string
	Readings [2]Reading
	clauses  []string // all that it is about
}

// Reading is how a side reads it.
type Reading struct {
	Name    string
	Says    string
	Default bool    // it is the game's own choice
	Why     string  // … for this reason
	Voices  []Voice // that speak for it
}

// Voice is a text that speaks for a reading.
type Voice struct {
	Text    string
	Note    string
	Clauses []Clause
}

// Clause is a statement of a text.
type Clause struct{ ID, Says string }

// rulings are those that both games have and read differently; what only one
// has is a rule that the other has not.
func rulings(a, b *interpreter.Game) []*Ruling {
	var out []*Ruling
	for _, r := range a.Syntax.Rulings {
		i := slices.IndexFunc(b.Syntax.Rulings, func(x *syntax.Ruling) bool { return x.Name == r.Name })
		if i < 0 || a.Program.Readings[r.Name] == b.Program.Readings[r.Name] {
			continue
		}
		x := &Ruling{Key: r.Name, Question: r.Question, Readings: [2]Reading{reading(a, r), reading(b, b.Syntax.Rulings[i])}}
		for _, t := range r.Texts {
			for _, id := range t.Clauses {
				x.clauses = append(x.clauses, id.Name)
			}
		}
		out = append(out, x)
	}
	return out
}

// reading is how a game reads a ruling.
func reading(g *interpreter.Game, r *syntax.Ruling) Reading {
	out := Reading{Name: g.Program.Readings[r.Name]}
	for _, x := range r.Readings {
		if x.Name == out.Name {
			out.Says = x.Text
		}
	}
	for _, t := range r.Texts {
		if t.Reading != out.Name {
			continue
		}
		v := Voice{Text: t.Name, Note: t.Note}
		for _, id := range t.Clauses {
			if c := g.Clause(id.Name); c != nil {
				v.Clauses = append(v.Clauses, Clause{c.Name, c.Says})
			}
		}
		out.Voices = append(out.Voices, v)
	}
	if out.Name == r.Default.Name {
		out.Default, out.Why = true, r.Why
	}
	return out
}

// about are those of some clauses that the ruling is about.
func (r *Ruling) about(clauses []string) (these []string) {
	for _, id := range clauses {
		if slices.Contains(r.clauses, id) {
			these = append(these, id)
		}
	}
	return these
}
