package interpreter

import (
	"fmt"
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/syntax"
)

const (
	// Learned is the policy that searches a little, with learned values of positions.
	Learned = "learned"
	// LearnedNodes is the number of its nodes.
	LearnedNodes = decide.LearnedNodes
	// Plain is the name of a game without variants, for its learned values.
	Plain = "default"
)

// Judges reports whether searches without learned values can judge a position by a formula of the game.
func (g *Game) Judges() bool { return g.Program.OfBots(program.Standing) != nil }

// WithLearned returns the game with other learned values; nil for none. It leaves out weights with errors.
func (g *Game) WithLearned(l *syntax.Learned) *Game {
	out := *g
	out.learned = l
	out.Program, out.unfit = g.Program.WithLearned(l)
	return &out
}

// LearnedName returns the key of the game's learned values: its last variant, or Plain.
func (g *Game) LearnedName() string {
	if n := len(g.Variants); n > 0 {
		return g.Variants[n-1].Name
	}
	return Plain
}

// withOwnLearned returns the game with the learned values of the last of its variants that has some, or else those of
// the plain game. If the values come from these rules, it adds the errors of their formulas to found.
func (g *Game) withOwnLearned(found *Diagnostics) *Game {
	names := append([]string{Plain}, syntax.NamesOf(g.Variants)...)
	for _, name := range slices.Backward(names) {
		at := slices.IndexFunc(g.Syntax.Learned, func(l *syntax.Learned) bool { return l.Name == name })
		if at < 0 {
			continue
		}
		out := g.WithLearned(g.Syntax.Learned[at])
		if out.learned.Rules == g.RulesInForce() {
			found.Append(out.unfit)
		}
		return out
	}
	return g
}

// RulesInForce returns RulesHash with the readings in force that are not the defaults: `rules1-0a1b trade.limit=two`.
// Values that were learned from other rules may be wrong.
func (g *Game) RulesInForce() string {
	var readings []string
	for _, r := range g.Syntax.Rulings {
		if in := g.Program.Readings[r.Name]; in != r.Default.Name {
			readings = append(readings, " "+r.Name+"="+in)
		}
	}
	slices.Sort(readings)
	out := g.RulesHash()
	for _, r := range readings {
		out += r
	}
	return out
}

// LearnedNotes reports learned values that come from matches with other rules or with another number of players, which
// is 0 if it does not matter.
func (g *Game) LearnedNotes(players int) (found Diagnostics) {
	if g.learned == nil {
		return nil
	}
	command := "moraine learn " + g.ID
	if name := g.LearnedName(); name != Plain {
		command += " --variant " + name
	}
	if of := g.learned.Players; of > 0 && players > 0 && of != players {
		command = fmt.Sprintf("%s --players %d", command, players)
		found.Hint(g.learned.Pos, "run `"+command+"`", "these values were learned from matches of %d players, not %d",
			of, players)
	}
	if g.learned.Rules == g.RulesInForce() {
		return found
	}
	found.Hint(g.learned.Pos, "run `"+command+"`", "these values were learned from other rules")
	for _, d := range g.unfit {
		found.Hint(d.Pos, d.Text, "this weight is left out, because its formula does not fit the rules")
	}
	return found
}

// strayLearned reports learned values for variants that do not exist.
func (r *Rules) strayLearned(g *Game) (found Diagnostics) {
	variants, err := r.Variants()
	if err != nil {
		return nil // reported when a variant is loaded
	}
	for _, l := range g.Syntax.Learned {
		if l.Name != Plain && !slices.Contains(variants, l.Name) {
			found.Unknown(l.Pos, l.Name, variants, "the game has no variant %q, so these values are not used", l.Name)
		}
	}
	return found
}
