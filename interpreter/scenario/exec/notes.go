package exec

import (
	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Notes say what a case reached of its game: what it proves, and what coverage is
// counted from. The programs of other readings number things differently, so
// what several cases reached adds up by the places in the files.
type Notes struct {
	Game    *interpreter.Game
	Came    []StepNote                    // by step, what came of it
	Marks   []*formula.Mark               // of the program: formulas, conditions, values
	Seen    []MarkNote                    // by mark, what was seen of it
	Others  map[source.Pos][]syntax.Ident // what else cites clauses and did its part
	Played  map[string]bool               // cards that were played in a window
	Entered map[string]bool               // procedures that began
}

// StepNote is what came of a step.
type StepNote uint8

const (
	Ran StepNote = 1 << iota // it was carried out
	Did                      // … and it did something
)

// MarkNote is a set of bits: how a formula, condition or value was used.
type MarkNote = formula.Note

const (
	Used   = formula.Used   // its value was used
	Held   = formula.Held   // the condition held
	Failed = formula.Failed // the condition did not hold
)

// Canonical returns a formula as marks write it, whatever its blanks and brackets are, or "" if
// it cannot be read.
func Canonical(text string) string { return formula.Canonical(text) }

func newNotes(g *interpreter.Game) *Notes {
	p := g.Program
	return &Notes{
		Game: g, Came: make([]StepNote, p.CountSteps()), Marks: p.Marks(), Seen: make([]MarkNote, len(p.Marks())),
		Others: map[source.Pos][]syntax.Ident{}, Played: map[string]bool{}, Entered: map[string]bool{},
	}
}

// SameProgram reports whether two cases ran in the same program, so that their numbers mean the same.
func (n *Notes) SameProgram(o *Notes) bool { return n.Game.Program == o.Game.Program }

// Proves calls f for everything that cites clauses and did its part.
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
