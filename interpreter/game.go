package interpreter

import (
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/equivalence"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Players returns the minimum and maximum number of players.
func (g *Game) Players() (least, most int) { return g.Schema.MinPlayers, g.Schema.MaxPlayers }

// Seats returns the names of the seats, in order. The result must not be changed.
func (g *Game) Seats() []string { return g.Schema.Seats }

// DefaultBot returns the bot that plays by default: the first that the game declares, or random play.
func (g *Game) DefaultBot() string {
	if len(g.Syntax.Bots) == 0 {
		return "random"
	}
	return g.Syntax.Bots[0].Name
}

// SearchBot returns the bot that plays the trials of searches, or "" if the game declares no bot.
func (g *Game) SearchBot() string { return g.Program.SearchBot }

// CheckBot returns an error if no bot of the game has a name.
func (g *Game) CheckBot(name string) error {
	_, err := decide.NewPolicy(g.Program, name, decide.RNG{})
	return err
}

// SearchNodes returns the number of nodes of a bot that searches; 0 for any other one.
func (g *Game) SearchNodes(name string) int {
	if _, declared := g.Program.Bots[name]; declared {
		return 0
	}
	n, _ := decide.Nodes(name) // CheckBot returns the error
	return n
}

// Readings returns the reading in force of each ruling, by key. The result must not be changed.
func (g *Game) Readings() map[string]string { return g.Program.Readings }

// Names returns the names of the game in a language: "en", "de" and others; "" is English.
func (g *Game) Names(lang string) words.Names { return words.Names{P: g.Program, Lang: lang} }

// Same reports whether two configurations always behave the same. It is conservative: it may
// report equivalent games as different, never the reverse. Positions, citations and notation of
// rules do not matter. A procedure that no other one calls matters only if it is in starts,
// because scenarios may begin there.
func (g *Game) Same(o *Game, starts ...string) bool {
	return equivalence.Same(g.Program, o.Program, starts...)
}

// Step is a step of the rules. A whole procedure or window also counts as a step.
type Step struct {
	Pos  source.Pos
	Verb string
	In   string // the procedure, window or card to which it belongs

	of *program.Program
	is *program.Step
}

// Dead reports whether the readings in force never let the step run.
func (s Step) Dead() bool { return s.of.Dead(s.is) }

// InForce reports whether the step is part of the rules under the readings in force, not in a
// branch of another reading.
func (s Step) InForce() bool { return s.of.Stands(s.is) }

// Procedure returns the name of the procedure that the step belongs to.
func (s Step) Procedure() string { return s.of.Procs[s.is.Proc].Name }

// Steps calls f with all steps and their numbers until f returns false. Coverage uses these
// numbers.
func (g *Game) Steps(f func(i int, s Step) bool) {
	for i, s := range g.Program.Steps() {
		if !f(i, Step{Pos: s.Pos, Verb: s.Verb, In: s.In, of: g.Program, is: s}) {
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
	Card  *schema.Card
	Plays bool     // some window that can open can play the card
	Steps []string // the names in its kind's `each_has` under which it has steps
}

// CardUses returns the cards that windows can play or that have steps.
func (g *Game) CardUses() (out []CardUse) {
	p := g.Program
	for _, c := range p.Cards {
		use := CardUse{Card: c}
		for _, w := range p.Windows {
			use.Plays = use.Plays || w.Cards[c.Index] != nil && !p.Dead(p.Whole(w.Proc))
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

// HasField reports whether the game has this card, and its pieces have this field.
func (g *Game) HasField(card, field string) bool {
	return g.Program.Card(card) != nil && g.Program.PieceField(field) != nil
}
