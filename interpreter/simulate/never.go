package simulate

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
)

// Never is what did not come up in any match, though the readings in force do
// not rule it out.
type Never struct {
	Cards   []Card  `json:"cards"`   // that were drawn, chosen or played
	Steps   []Place `json:"steps"`   // that ran, and procedures
	Options []Place `json:"options"` // that were taken, and branches
}

// Card is a card, of a kind that has so many, and whether windows can play it.
type Card struct {
	Card  string `json:"card"`
	Kind  string `json:"kind"`
	Of    int    `json:"of"`
	Plays bool   `json:"plays"`
}

// Place is somewhere in the files of a game.
type Place struct {
	At   string `json:"at"` // cards/GAME/FILE.yaml:LINE:COLUMN
	In   string `json:"in"` // the procedure, window or card
	Says string `json:"says"`
	Of   string `json:"of"` // the place of the step or procedure that it is part of
}

// Gist is what of that does not go without saying: of a procedure that never
// ran, and of a step, only that. A kind of which no card came up may well be one
// that nobody draws or chooses, unless windows play it.
func (n *Never) Gist() Never {
	ran := func(p Place) bool {
		return !slices.ContainsFunc(n.Steps, func(s Place) bool { return s.At == p.Of && s.At != p.At })
	}
	missing := map[string]int{}
	for _, c := range n.Cards {
		missing[c.Kind]++
	}
	some := func(c Card) bool { return c.Plays || missing[c.Kind] < c.Of }
	return Never{filter(n.Cards, some), filter(n.Steps, ran), filter(n.Options, ran)}
}

func filter[T any](list []T, keep func(T) bool) []T {
	out := []T{}
	for _, p := range list {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// and keeps what did not come up in another stretch either.
func (n *Never) and(o *Never) {
	n.Cards = both(n.Cards, o.Cards)
	n.Steps = both(n.Steps, o.Steps)
	n.Options = both(n.Options, o.Options)
}

func both[T comparable](a, b []T) []T {
	return filter(a, func(x T) bool { return slices.Contains(b, x) })
}

// finder looks for what has not been seen: of ops, and after them cards.
type finder struct {
	*program.Program
	fold *formula.Fold
	seen []bool
	out  Never
}

func never(g *interpreter.Game, seen []bool) Never {
	f := &finder{g.Program, g.Program.Fold(), seen, Never{[]Card{}, []Place{}, []Place{}}}
	f.cards()
	f.steps()
	f.options()
	return f.out
}

// steps finds steps, and procedures and windows.
func (f *finder) steps() {
	reached, ran := f.Reached(), f.ran()
	for i, s := range f.Steps() {
		whole := f.Whole(int32(s.Proc))
		switch {
		case !reached[s.Proc] || f.Dead(s) || s.Verb == "ruling":
		case s == whole && !f.saw(s, 0), s != whole && !ran[i]:
			f.out.Steps = append(f.out.Steps, f.place(s.Pos, s.In, s.Verb, whole))
		}
	}
}

// saw tells whether an op of the procedure of a step has come up, or the one to which readings go from there.
func (f *finder) saw(s *program.Step, op int32) bool {
	return f.seen[f.OpNumber(int32(s.Proc), f.Landings()[s.Proc][op])]
}

// ran is, by step, whether it ran: not only the small `if` before it. A step
// without an op of its own has nothing to run.
func (f *finder) ran() []bool {
	out, own := make([]bool, f.CountSteps()), make([]bool, f.CountSteps())
	for _, u := range f.Units {
		for i, op := range u.Ops {
			if op.Code == program.Unless && op.Step.Verb != "if" && op.Step.Verb != "while" {
				continue
			}
			n := f.StepNumber(op.Step)
			own[n] = true
			out[n] = out[n] || f.saw(op.Step, int32(i))
		}
	}
	for i := range out {
		out[i] = out[i] || !own[i]
	}
	return out
}

// options finds those of a `may`, and the branches of a switch.
func (f *finder) options() {
	for proc, reached := range f.Reached() {
		if !reached {
			continue
		}
		for _, op := range f.Units[proc].Ops {
			if !f.Dead(op.Step) {
				f.untaken(op)
			}
		}
	}
}

func (f *finder) untaken(op program.Op) {
	switch do := op.Do.(type) {
	case *program.MayOp:
		for _, o := range do.Options {
			if !f.saw(op.Step, o.To) && !f.ruledOut(o.If) {
				f.out.Options = append(f.out.Options, f.place(o.Pos, op.Step.In, o.Name, op.Step))
			}
		}
	case *program.SwitchOp:
		for i, to := range do.To {
			if !f.saw(op.Step, to) {
				f.out.Options = append(f.out.Options, f.place(do.At[i], op.Step.In, "branch", op.Step))
			}
		}
	}
}

func (f *finder) ruledOut(c *program.Cond) bool {
	return c != nil && slices.ContainsFunc(c.Parts, func(p program.CondPart) bool {
		is := f.fold.Value(p.Is)
		return is.Settled() && is.K == 0
	})
}

// cards finds all that were not drawn, chosen or played.
func (f *finder) cards() {
	for i, c := range f.Cards {
		if !f.seen[f.CountOps()+i] {
			plays := slices.ContainsFunc(f.Windows, func(w *program.WindowOp) bool { return w.Cards[int32(i)] != nil })
			f.out.Cards = append(f.out.Cards, Card{c.Name, c.Kind.Name, len(c.Kind.Cards), plays})
		}
	}
}

// place is a position, by the path in the data: wherever that lies, it is the same.
func (f *finder) place(p source.Pos, in, says string, of *program.Step) Place {
	at := func(p source.Pos) string {
		if p.File == nil {
			return ""
		}
		return source.Pos{File: &source.File{Name: p.File.Path}, Line: p.Line, Col: p.Col}.String()
	}
	return Place{at(p), in, says, at(of.Pos)}
}
