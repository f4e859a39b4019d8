package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A scenario pins a clause only if running it executed something that cites it,
// and only if that did its part:
//
//   - a step changed something, asked somebody or threw a die; a call or a
//     window, if anything in it did
//   - a condition in words turned something away; an option, a branch, a class
//     of `prefer` was taken
//   - the value of a formula, field or card was used
//   - something came to lie in a zone or left it, a field got another value
//   - a card was played or its steps ran, a side offer was made
//   - an invariant was held to, and how many play, if the scenario says it
//
// What the machine works out for its own ends, to check invariants or to look
// for the only legal answer, is no use of a rule. What is tried for `refuses` is
// taken back, so of that only what was asked counts, what turned it away, and the
// values that were used.
type proof struct {
	r     *runner
	notes *Notes
	tries bool // an act is tried, and will be taken back
}

// newProof takes notes of a run, on a program compiled for coverage.
func newProof(r *runner) *proof {
	p := &proof{r: r, notes: newNotes(r.script.game.Game)}
	r.m.Env.Notes = p.notes.Seen
	return p
}

// finish says which pins nothing has proved.
func (p *proof) finish(failed bool) (claimed []string) {
	prog := p.r.m.P
	if p.r.script.of.Given.Get("players") != nil && !failed {
		p.works(prog.Game.Players.Pos, prog.Game.Players.Cites)
	}
	claimed = slices.Clone(p.r.script.of.PinIDs)
	p.notes.Proves(func(_ source.Pos, cites []syntax.Ident) {
		claimed = slices.DeleteFunc(claimed, func(pin string) bool {
			return slices.ContainsFunc(cites, func(id syntax.Ident) bool { return id.Name == pin })
		})
	})
	return claimed
}

// Event notes what an event proves.
func (p *proof) Event(ev machine.Event) {
	prog := p.r.m.P
	if p.tries && ev.Kind != machine.Turned && ev.Kind != machine.Asked {
		return
	}
	switch ev.Kind {
	case machine.Turned:
		p.works(ev.Pos, ev.Cites)
	case machine.Asked:
		p.did(ev.Step)
	case machine.Stepped:
		p.came(ev.Step, Ran)
		if ev.On {
			p.did(ev.Step)
		}
	case machine.Taken, machine.Held:
		p.works(ev.Pos, ev.Cites)
	case machine.Offered:
		p.works(ev.Step.Pos, ev.Cites)
	case machine.Played:
		card := prog.Cards[prog.Pieces[ev.Piece].Card]
		p.notes.Played[card.Name] = true
		p.works(card.Pos, card.Card.Cites)
	case machine.Called:
		p.notes.Entered[prog.Procs[ev.Value].Name] = true
		for _, procs := range prog.CardProcs {
			if i := slices.Index(procs, int(ev.Value)); i >= 0 {
				p.works(prog.Cards[i].Pos, prog.Cards[i].Card.Cites)
			}
		}
	case machine.Moved:
		for _, z := range [2]int32{ev.From, ev.To} {
			if d := prog.Schema.Zones[z].Decl; d != nil && ev.From != ev.To {
				p.works(d.Pos, d.Cites)
			}
		}
	case machine.Assigned:
		if ev.Field != nil && ev.From != ev.Value {
			for _, d := range ev.Field.Decls {
				p.works(d.Pos, d.Cites)
			}
		}
	}
}

// trying tells whether what happens is tried only.
func (p *proof) trying(is bool) {
	if p != nil {
		p.tries = is
	}
}

// works notes that something that cites clauses did its part.
func (p *proof) works(at source.Pos, cites []syntax.Ident) {
	if len(cites) > 0 {
		p.notes.Others[at] = cites
	}
}

// came notes what came of a step.
func (p *proof) came(s *program.Step, note StepNote) { p.notes.Came[p.r.m.P.StepNumber(s)] |= note }

// did notes that a step did something, and with it the calls and windows within
// which it runs.
func (p *proof) did(step *program.Step) {
	p.came(step, Ran|Did)
	above, offer := 0, int(p.r.m.Env.S[state.AtOffer])
	for f, pc := range p.r.m.Frames() {
		if above > 0 {
			p.came(p.r.m.Op(f, pc).Step, Ran|Did)
		}
		if above = f; f == offer {
			return
		}
	}
}
