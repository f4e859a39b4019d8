package simulate

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/source"
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
	seen []bool
	out  Never
}

func never(g *interpreter.Game, seen []bool) Never {
	f := &finder{g.Program, seen, Never{[]Card{}, []Place{}, []Place{}}}
	f.cards()
	f.steps()
	f.options()
	return f.out
}

// steps finds steps, and procedures and windows.
func (f *finder) steps() {
	reached, ran := f.Reached(), f.ran()
	for i, s := range f.Steps {
		entry := f.Procs[s.Proc].Entry
		whole := f.Ops[entry].Step
		switch {
		case !reached[s.Proc] || s.Dead || s.Verb == "ruling":
		case i == int(whole) && !f.seen[entry], i != int(whole) && !ran[i]:
			f.out.Steps = append(f.out.Steps, f.place(s.Pos, s.In, s.Verb, whole))
		}
	}
}

// ran is, by step, whether it ran: not only the small `if` before it. A step
// without an op of its own has nothing to run.
func (f *finder) ran() []bool {
	out, own := make([]bool, len(f.Steps)), make([]bool, len(f.Steps))
	for i, op := range f.Ops {
		verb := f.Steps[op.Step].Verb
		if op.Code == program.Unless && verb != "if" && verb != "while" {
			continue
		}
		own[op.Step] = true
		out[op.Step] = out[op.Step] || f.seen[i]
	}
	for i := range out {
		out[i] = out[i] || !own[i]
	}
	return out
}

// options finds those of a `may`, and the branches of a switch.
func (f *finder) options() {
	reached := f.Reached()
	for _, op := range f.Ops {
		s := f.Steps[op.Step]
		if !reached[s.Proc] || s.Dead {
			continue
		}
		switch op.Code {
		case program.May:
			for _, o := range f.Mays[op.A].Options {
				if !f.seen[o.To] && !ruledOut(o.If) {
					f.out.Options = append(f.out.Options, f.place(o.Pos, s.In, o.Name, op.Step))
				}
			}
		case program.Switch:
			sw := f.Switches[op.A]
			for i, to := range sw.To {
				if !f.seen[to] {
					f.out.Options = append(f.out.Options, f.place(sw.At[i], s.In, "branch", op.Step))
				}
			}
		}
	}
}

func ruledOut(c *program.Cond) bool {
	return c != nil && slices.ContainsFunc(c.Parts, func(p program.CondPart) bool { return p.Is.Settled() && p.Is.K == 0 })
}

// cards finds all that were not drawn, chosen or played.
func (f *finder) cards() {
	for i, c := range f.Cards {
		if !f.seen[len(f.Ops)+i] {
			plays := slices.ContainsFunc(f.Windows, func(w *program.WindowOp) bool { return w.Cards[int32(i)] != nil })
			f.out.Cards = append(f.out.Cards, Card{c.Name, c.Kind.Name, len(c.Kind.Cards), plays})
		}
	}
}

// place is a position, by the path in the data: wherever that lies, it is the same.
func (f *finder) place(p source.Pos, in, says string, of int32) Place {
	at := func(p source.Pos) string {
		if p.File == nil {
			return ""
		}
		return source.Pos{File: &source.File{Name: p.File.Path}, Line: p.Line, Col: p.Col}.String()
	}
	return Place{at(p), in, says, at(f.Steps[of].Pos)}
}
