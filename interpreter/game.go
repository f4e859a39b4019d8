package interpreter

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Players returns how many can play, at least and at most.
func (g *Game) Players() (least, most int) { return g.Schema.MinPlayers, g.Schema.MaxPlayers }

// Seats returns the names of the seats, in order. They must not be changed.
func (g *Game) Seats() []string { return g.Schema.Seats }

// Readings returns the reading in force of each ruling, by key. They must not be changed.
func (g *Game) Readings() map[string]string { return g.Program.Readings }

// Names names the things of the game in a language: "en", "de" and others; "" stands for English.
func (g *Game) Names(lang string) words.Names { return words.Names{P: g.Program, Lang: lang} }

// Same reports whether two configurations do the same whatever happens. It is conservative: it may report equivalent
// games as different, never the reverse. Where rules stand, what they cite and how they are written does not count.
// A procedure that nothing calls counts if starts names it: scenarios may begin there.
func (g *Game) Same(o *Game, starts ...string) bool {
	return program.Same(g.Program, o.Program, starts...)
}

// Commute reports whether two steps of a block, which begin at first and at second and end before end, have the
// same effect in either order. It is conservative like Same: steps that both move pieces never commute.
func (g *Game) Commute(first, second, end source.Pos) bool {
	return g.Program.Commute(first, second, end)
}

// Step is a step of the rules; a procedure or window as a whole counts as one.
type Step struct {
	Pos  source.Pos
	Verb string
	In   string // the procedure, window or card

	of *program.Program
	is *program.Step
}

// Dead reports whether the readings in force never let the step run.
func (s Step) Dead() bool { return s.of.Dead(s.is) }

// InForce reports whether the readings in force keep the step: it stands in no branch that they leave out.
func (s Step) InForce() bool { return s.of.Stands(s.is) }

// Procedure returns the name of the procedure that the step belongs to.
func (s Step) Procedure() string { return s.of.Procs[s.is.Proc].Name }

// Steps calls f with all steps by number until f returns false. Coverage counts by these numbers.
func (g *Game) Steps(f func(i int, s Step) bool) {
	for i, s := range g.Program.Steps() {
		if !f(i, Step{s.Pos, s.Verb, s.In, g.Program, s}) {
			return
		}
	}
}

// Called returns the names of the procedures that can run as part of a match.
func (g *Game) Called() map[string]bool {
	out := map[string]bool{}
	for proc, reached := range g.Program.Reached() {
		if reached {
			out[g.Program.Procs[proc].Name] = true
		}
	}
	return out
}

// CardUse is a card that windows can play or that has steps.
type CardUse struct {
	*schema.Card
	Plays bool     // a window that can open can play the card
	Steps []string // the words of its kind (`each_has`) under which it has steps
}

// CardUses returns the cards that windows can play or that have steps.
func (g *Game) CardUses() (out []CardUse) {
	p := g.Program
	for _, c := range p.Cards {
		use := CardUse{Card: c}
		for _, w := range p.Windows {
			use.Plays = use.Plays || w.Cards[c.Index] != nil && !p.Dead(p.Whole(int32(w.Proc)))
		}
		for _, h := range c.Kind.Has {
			if h.Steps && p.CardProcs[h.Name][c.Index] >= 0 {
				use.Steps = append(use.Steps, h.Name)
			}
		}
		if use.Plays || len(use.Steps) > 0 {
			out = append(out, use)
		}
	}
	return out
}

// HasField reports whether the game has a card and its pieces a field of that name.
func (g *Game) HasField(card, field string) bool {
	return g.Program.Card(card) != nil && g.Program.PieceField(field) != nil
}
