package match

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Result explains the outcome of a match on the final page. It hides nothing.
type Result struct {
	Winners []int32
	Reason  string   // the sentence of the step that finished the match, or ""
	Clauses []Clause // the clauses of that step
	Rows    []Row
}

// Row is a value that the game shows for each player at the end.
type Row struct {
	Label   string
	Values  []string // by seat; "" if the player has none
	Test    bool     // the value is a condition
	Passed  []bool   // by seat: whether the condition is true
	Part    bool     // a summand; the row before it that is not a part is the sum
	Number  bool
	Clauses []Clause
}

// ending is recorded at the moment when a step finishes the match, because the local names of
// its procedure end with it.
type ending struct {
	reasons map[string]string // by language
	clauses []syntax.Ident
	rows    []endRow
}

// endRow is a row before formatting.
type endRow struct {
	row    *program.Row
	part   bool
	values [][]int32 // by seat; nil if the player has none
}

// recordEnding records the outcome while the procedure that finishes the match is still running.
func (m *Match) recordEnding(ev machine.Event) {
	e := &ending{reasons: map[string]string{}, clauses: ev.Step.Cites}
	if len(ev.Step.Says) > 0 {
		for _, lang := range words.Spoken {
			names := m.Names
			names.Lang = lang
			e.reasons[lang], _ = newLog(m.m, names, m.game.Clause, Everything, false).declaredSentence(ev)
		}
	}
	env := &m.m.Env
	if c := m.Names.P.Endings[ev.Step.Proc]; c != nil {
		for _, r := range c.Rows {
			if r.Now != nil || !holds(env, r.If) {
				continue
			}
			e.rows = append(e.rows, endRow{row: r, values: evaluateForAll(env, r.Is)})
			for _, part := range r.Parts {
				e.rows = append(e.rows, endRow{row: part, part: true, values: evaluateForAll(env, part.Is)})
			}
		}
	}
	m.ending = e
}

// holds reports whether a condition of the running procedure is true.
func holds(e *formula.Env, c *program.Cond) bool {
	if c == nil {
		return true
	}
	return !slices.ContainsFunc(c.Parts, func(p program.CondPart) bool {
		is, ok := machine.ShowOf(e, p.Is, schema.Nothing)
		return !ok || len(is) == 0 || is[0] != 1
	})
}

// evaluateForAll evaluates a formula for each player.
func evaluateForAll(e *formula.Env, f *formula.Expr) (out [][]int32) {
	for seat := range e.World.Players() {
		values, ok := machine.ShowOf(e, f, seat)
		if !ok {
			values = nil
		}
		out = append(out, values)
	}
	return out
}

// Result returns the outcome of the match, or nil if it is not over.
func (m *Match) Result() *Result {
	if !m.Over() || m.ending == nil {
		return nil
	}
	out := &Result{Reason: cmp.Or(m.ending.reasons[m.Names.Lang], m.ending.reasons["en"]),
		Clauses: m.clausesOf(m.ending.clauses)}
	for _, w := range m.m.Winners() {
		out.Winners = append(out.Winners, int32(w))
	}
	for _, r := range m.ending.rows {
		t := r.row.Is.Type
		s := Row{Label: words.Title(m.Names.Phrase(r.row.Label)), Part: r.part, Test: t.Base == schema.YesNo && !t.List,
			Number: t.Base == schema.Number, Clauses: m.clausesOf(r.row.Cites)}
		for _, values := range r.values {
			var names []string
			for _, x := range values {
				names = append(names, m.Names.Value(t, x))
			}
			s.Values = append(s.Values, words.Join(names))
			s.Passed = append(s.Passed, len(values) > 0 && values[0] == 1)
		}
		out.Rows = append(out.Rows, s)
	}
	return out
}

// clausesOf returns the given clauses that belong to the game's first text.
func (r rules) clausesOf(ids []syntax.Ident) []Clause {
	return r.clauses(ownOnly(r.game.Clause, ids, false))
}

// Standings returns the value of the position for each player, as the game's first bot
// evaluates it, or nil.
func (t *views) Standings() (out []int32) {
	bots := t.Names.P.Game.Bots
	if len(bots) == 0 || t.m.Err() != nil {
		return nil
	}
	f := t.Names.P.Bots[bots[0].Name][program.Standing]
	if f == nil {
		return nil
	}
	who := t.m.Env.Who
	defer func() { t.m.Env.Who, t.m.Env.World.Err = who, nil }()
	for seat := range t.m.Env.World.Players() {
		worth, ok := decide.WorthTo(t.m, f, seat)
		if !ok {
			return nil
		}
		out = append(out, worth)
	}
	return out
}
