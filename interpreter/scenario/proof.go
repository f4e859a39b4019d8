package scenario

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A scenario pins a clause only if running it executed something that cites it:
// a step that did something, a condition that was looked at or turned somebody
// away, a formula or printed value that was used, an invariant that was held
// to, a zone that something came to lie in. proof collects the clauses of all
// that, while the scenario runs on a program compiled for coverage.
type proof struct {
	r      *runner
	proved map[string]bool
}

func (p *proof) cite(ids []syntax.Ident) {
	for _, id := range ids {
		p.proved[id.Name] = true
	}
}

// Event notes what an event proves.
func (p *proof) Event(ev machine.Event) {
	prog := p.r.m.P
	switch ev.Kind {
	case machine.Stepped:
		if ev.On {
			p.cite(prog.Steps[ev.Step].Cites)
		}
	case machine.Tested, machine.Turned:
		p.cite(ev.Cites)
	case machine.Moved:
		for _, z := range [2]int32{ev.From, ev.To} {
			p.cite(prog.Schema.Zones[z].Decl.Cites)
		}
	case machine.Asked, machine.Forced, machine.Answered, machine.Passed, machine.Played:
		p.cite(prog.Steps[ev.Step].Cites)
	case machine.Assigned:
		// A mark that gets a value proves its declaration.
		for _, f := range prog.PlayerFields {
			if ev.To >= 0 && ev.Piece < 0 && lastName(ev.Text) == f.Name {
				p.field(f)
			}
		}
		for _, f := range prog.PieceFields {
			if ev.Piece >= 0 && lastName(ev.Text) == f.Name {
				p.field(f)
			}
		}
		if f := prog.GameField(ev.Text); f != nil {
			p.field(f)
		}
	}
}

func (p *proof) field(f *schema.Field) {
	for _, d := range f.Decls {
		p.cite(d.Cites)
	}
}

func lastName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' {
			return path[i+1:]
		}
	}
	return path
}

// finish adds what the formulas noted, and lists the pins that nothing proved.
func (p *proof) finish(pins []syntax.Ident, broken bool) (claimed []source.Pos) {
	prog := p.r.m.P
	for i, seen := range p.r.m.Env.Seen {
		if seen {
			p.cite(prog.Marks[i].Cites)
		}
	}
	if !broken {
		for _, inv := range prog.Invariants {
			if inv.OnEnd < 0 {
				p.cite(inv.Cites)
			}
		}
		p.cite(prog.Game.Players.Cites)
	}
	for _, pin := range pins {
		if !p.proved[pin.Name] {
			claimed = append(claimed, pin.Pos)
		}
	}
	return claimed
}
