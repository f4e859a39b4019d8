// Package proof records the clauses and the parts of the rules that the run of a scenario reaches.
package proof

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A scenario pins a clause only if its run executed something that cites the clause, with an
// effect:
//
//   - a step changed something, asked a player or rolled a die; a call or window counts if a step in it does
//   - a condition with words refused something; an option, a branch or a class of `prefer` was taken
//   - the value of a formula, field or card was used
//   - a piece entered or left a zone, a field changed its value
//   - a card was played or its steps ran, a side offer was made
//   - an invariant was checked; the number of players, if the scenario states it
//
// Work that the machine does for itself, such as checking invariants or searching for the only
// legal answer, does not count. An act tried for `refuses` is undone, so only the request, the
// refusing condition and the values used count.
type Recorder struct {
	Notes *Notes
	Tries bool // an act is being tried and will be undone

	m *machine.Match
}

// Record begins to record the coverage of a match of a game that is compiled for it. The caller passes all events to
// the recorder.
func Record(g *interpreter.Game, m *machine.Match) *Recorder {
	p := &Recorder{m: m, Notes: newNotes(g)}
	m.Env.Record.Notes = p.Notes.Seen
	return p
}

// Players records that a scenario which passes has stated the number of players.
func (p *Recorder) Players() {
	players := p.m.P.Game.Players
	p.recordCites(players.Pos, players.Cites)
}

// Unproved returns the pins that the run has not proved.
func (p *Recorder) Unproved(pins []string) (claimed []string) {
	claimed = slices.Clone(pins)
	p.Notes.Proves(func(_ source.Pos, cites []syntax.Ident) {
		claimed = slices.DeleteFunc(claimed, func(pin string) bool {
			return slices.ContainsFunc(cites, func(id syntax.Ident) bool { return id.Name == pin })
		})
	})
	return claimed
}

// Event records the coverage of an event.
func (p *Recorder) Event(ev machine.Event) {
	prog := p.m.P
	if p.Tries && ev.Kind != machine.Turned && ev.Kind != machine.Asked {
		return
	}
	switch ev.Kind {
	case machine.Turned:
		p.recordCites(ev.Pos, ev.Cites)
	case machine.Asked:
		p.noteRun(ev.Step)
	case machine.Stepped:
		p.reached(ev.Step, Ran)
		if ev.On {
			p.noteRun(ev.Step)
		}
	case machine.Taken, machine.Held:
		p.recordCites(ev.Pos, ev.Cites)
	case machine.Offered:
		p.recordCites(ev.Step.Pos, ev.Cites)
	case machine.Played:
		card := prog.Cards[prog.Pieces[ev.Piece].Card]
		p.Notes.Played[card.Name] = true
		p.recordCites(card.Pos, card.Card.Cites)
	case machine.Called:
		p.Notes.Entered[prog.Procs[ev.Value].Name] = true
		for _, procs := range prog.CardProcs {
			if i := slices.Index(procs, ref.Proc(ev.Value)); i >= 0 {
				p.recordCites(prog.Cards[i].Pos, prog.Cards[i].Card.Cites)
			}
		}
	case machine.Moved:
		for _, z := range [2]int32{int32(ev.From), int32(ev.To)} {
			if d := prog.Schema.Zones[z].Decl; d != nil && ev.From != ev.To {
				p.recordCites(d.Pos, d.Cites)
			}
		}
	case machine.Assigned:
		if ev.Field != nil && ev.Was != ev.Value {
			for _, d := range ev.Field.Decls {
				p.recordCites(d.Pos, d.Cites)
			}
		}
	}
}

// recordCites records that a step or declaration that cites clauses had an effect.
func (p *Recorder) recordCites(at source.Pos, cites []syntax.Ident) {
	if len(cites) > 0 {
		p.Notes.Others[at] = cites
	}
}

// reached records that a step was reached.
func (p *Recorder) reached(s *program.Step, note StepNote) { p.Notes.Came[p.m.P.StepNumber(s)] |= note }

// noteRun records that a step had an effect, and with it the calls and windows around it.
func (p *Recorder) noteRun(step *program.Step) {
	p.reached(step, Ran|Did)
	above, offer := 0, int(p.m.Env.World.Stack[state.AtOffer])
	for f, pc := range p.m.Stack.Frames() {
		if above > 0 {
			p.reached(p.m.Stack.Op(f, pc).Step, Ran|Did)
		}
		above = f
		if f == offer {
			return
		}
	}
}
