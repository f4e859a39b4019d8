package playout

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
)

// Unseen lists the rules and cards that came up in no match although the readings in force
// allow them.
type Unseen struct {
	Cards   []Card // cards that were not moved, chosen or played
	Steps   []Rule // steps, procedures and windows that did not run
	Options []Rule // options, and branches of switches, that were not taken
}

// Card is a card with the number of cards of its kind. Plays reports whether windows can play
// it.
type Card struct {
	Name, Kind string
	Of         int
	Plays      bool
}

// Rule is a place in the rules. In is the procedure, window or card, Says the verb or option,
// and Of the position of the step or procedure to which it belongs.
type Rule struct {
	Pos      source.Pos
	In, Says string
	Of       source.Pos
}

// finder searches for rules and cards that have not come up.
type finder struct {
	p    *program.Program
	fold *formula.Fold
	seen []bool
	out  Unseen
}

// FindUnseen returns the rules and cards that have not come up. seen has an entry for each
// number below Things.
func FindUnseen(g *interpreter.Game, seen []bool) Unseen {
	f := &finder{p: g.Program, fold: g.Program.Fold(), seen: seen}
	f.cards()
	f.steps()
	f.options()
	return f.out
}

// steps finds steps, procedures and windows that did not run.
func (f *finder) steps() {
	reached, ran := f.p.Reached(), f.ran()
	for i, s := range f.p.Steps() {
		whole := f.p.Whole(s.Proc)
		switch {
		case !reached[s.Proc] || f.p.Dead(s) || s.Verb == "ruling":
		case s == whole && !f.hasRun(s, 0), s != whole && !ran[i]:
			f.out.Steps = append(f.out.Steps, Rule{Pos: s.Pos, In: s.In, Says: s.Verb, Of: whole.Pos})
		}
	}
}

// hasRun reports whether an operation of a step's procedure came up, or the operation to which the
// readings in force lead from there.
func (f *finder) hasRun(s *program.Step, op ref.PC) bool {
	return f.seen[f.p.OpNumber(s.Proc, f.p.Landings()[s.Proc][op])]
}

// ran reports for each step whether it ran, beyond the `if` in front of it. A step without an
// operation of its own counts as run.
func (f *finder) ran() []bool {
	out, own := make([]bool, f.p.CountSteps()), make([]bool, f.p.CountSteps())
	for _, u := range f.p.Units {
		for i, op := range u.Ops {
			if op.Code == program.Unless && op.Step.Verb != "if" && op.Step.Verb != "while" {
				continue
			}
			n := f.p.StepNumber(op.Step)
			own[n] = true
			out[n] = out[n] || f.hasRun(op.Step, ref.PC(i))
		}
	}
	for i := range out {
		out[i] = out[i] || !own[i]
	}
	return out
}

// options finds options of a `may`, and branches of a switch, that were not taken.
func (f *finder) options() {
	for proc, reached := range f.p.Reached() {
		if !reached {
			continue
		}
		for _, op := range f.p.Units[proc].Ops {
			if !f.p.Dead(op.Step) {
				f.untaken(op)
			}
		}
	}
}

// untaken adds the options and branches of a step that have never been taken, although they could
// be.
func (f *finder) untaken(op program.Op) {
	switch do := op.Do.(type) {
	case *program.MayOp:
		for _, o := range do.Options {
			if !f.hasRun(op.Step, o.To) && !f.ruledOut(o.If) {
				f.out.Options = append(f.out.Options, Rule{Pos: o.Pos, In: op.Step.In, Says: o.Name, Of: op.Step.Pos})
			}
		}
	case *program.SwitchOp:
		for i, to := range do.To {
			if !f.hasRun(op.Step, to) {
				f.out.Options = append(f.out.Options,
					Rule{Pos: do.List[i].Label.Pos, In: op.Step.In, Says: "branch", Of: op.Step.Pos})
			}
		}
	}
}

// ruledOut reports whether the readings in force make a condition false.
func (f *finder) ruledOut(c *program.Cond) bool {
	return c != nil && slices.ContainsFunc(c.Parts, func(p program.CondPart) bool {
		is := f.fold.Value(p.Is)
		return is.Settled() && is.K == 0
	})
}

// cards finds cards that were not moved, chosen or played.
func (f *finder) cards() {
	for i, c := range f.p.Cards {
		if !f.seen[f.p.CountOps()+i] {
			plays := slices.ContainsFunc(f.p.Windows,
				func(w *program.WindowOp) bool { return w.Cards[int32(i)] != nil })
			f.out.Cards = append(f.out.Cards,
				Card{Name: c.Name, Kind: c.Kind.Name, Of: len(c.Kind.Cards), Plays: plays})
		}
	}
}
