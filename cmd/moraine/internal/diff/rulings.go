package diff

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
)

// Ruling is a ruling with different readings.
type Ruling struct {
	Key      string
	Question string
	Readings [2]Reading
	clauses  []string // the clauses about the ruling
}

// Reading is the reading of one side.
type Reading struct {
	Name    string    `json:"reading"`
	Says    string    `json:"says"`
	Default bool      `json:"default"`       // it is the default of the game
	Why     string    `json:"why,omitempty"` // why it is the default
	Voices  []Support `json:"texts"`         // texts that support it
}

// Support is a text that supports a reading.
type Support struct {
	Text    string   `json:"text"`
	Note    string   `json:"note"`
	Clauses []Clause `json:"clauses"`
}

// Clause is a clause with its statement.
type Clause struct {
	ID   string `json:"id"`
	Says string `json:"says"`
}

// rulings returns the rulings that exist in both games and have different readings. A ruling
// that exists in only one game is compared as a rule.
func rulings(a, b *interpreter.Game) []*Ruling {
	var out []*Ruling
	for _, r := range a.Syntax.Rulings {
		i := slices.IndexFunc(b.Syntax.Rulings, func(x *syntax.Ruling) bool { return x.Name == r.Name })
		if i < 0 || a.Readings()[r.Name] == b.Readings()[r.Name] {
			continue
		}
		x := &Ruling{Key: r.Name, Question: r.Question,
			Readings: [2]Reading{reading(a, r), reading(b, b.Syntax.Rulings[i])}}
		for _, t := range r.Texts {
			for _, id := range t.Clauses {
				x.clauses = append(x.clauses, id.Name)
			}
		}
		out = append(out, x)
	}
	return out
}

func reading(g *interpreter.Game, r *syntax.Ruling) Reading {
	out := Reading{Name: g.Readings()[r.Name], Voices: []Support{}}
	for _, x := range r.Readings {
		if x.Name == out.Name {
			out.Says = x.Text
		}
	}
	for _, t := range r.Texts {
		if t.Reading != out.Name {
			continue
		}
		v := Support{Text: t.Name, Note: t.Note, Clauses: []Clause{}}
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

// about returns the clauses in a list that belong to the ruling.
func (r *Ruling) about(clauses []string) (these []string) {
	for _, id := range clauses {
		if slices.Contains(r.clauses, id) {
			these = append(these, id)
		}
	}
	return these
}
