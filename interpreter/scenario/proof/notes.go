package proof

import (
	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Notes is the coverage of a run: the clauses that it proves, and the steps, formulas and cards
// that it reached. Programs number things differently, so coverage of several runs is added up
// by source position.
type Notes struct {
	Game    *interpreter.Game
	Came    []StepNote                    // by step
	Marks   []*formula.Mark               // of the program: formulas, conditions, values
	Seen    []MarkNote                    // by mark
	Others  map[source.Pos][]syntax.Ident // other declarations that cite clauses and had an effect
	Played  map[string]bool               // cards played in a window
	Entered map[string]bool               // procedures entered
}

// StepNote is the coverage of a step.
type StepNote uint8

const (
	Ran StepNote = 1 << iota // it was carried out
	Did                      // it was carried out and had an effect
)

// MarkNote is a set of bits: how a formula, condition or value was used.
type MarkNote = formula.Note

const (
	Used   = formula.Used   // its value was used
	Held   = formula.Held   // the condition held
	Failed = formula.Failed // the condition failed
)

// Canonical returns a formula in the form that marks use, independent of blanks and brackets, or "" if it cannot be
// parsed.
func Canonical(text string) string { return fragments.Canonical(text) }

func newNotes(g *interpreter.Game) *Notes {
	p := g.Program
	return &Notes{
		Game: g, Came: make([]StepNote, p.CountSteps()), Marks: p.Marks(), Seen: make([]MarkNote, len(p.Marks())),
		Others: map[source.Pos][]syntax.Ident{}, Played: map[string]bool{}, Entered: map[string]bool{},
	}
}

// SameProgram reports whether two cases ran in the same program, so that their numbers agree.
func (n *Notes) SameProgram(o *Notes) bool { return n.Game.Program == o.Game.Program }

// Proves calls f for each step or declaration that cites clauses and had an effect.
func (n *Notes) Proves(f func(at source.Pos, cites []syntax.Ident)) {
	for i, s := range n.Game.Program.Steps() {
		if n.Came[i]&Did != 0 {
			f(s.Pos, s.Cites)
		}
	}
	for i, m := range n.Seen {
		if m&Used != 0 {
			f(n.Marks[i].Pos, n.Marks[i].Cites)
		}
	}
	for at, cites := range n.Others {
		f(at, cites)
	}
}
