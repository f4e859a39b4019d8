package interpreter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Starts complains about invariants that are broken before anything has
// happened, with any number of players: no such match can be played.
func (g *Game) Starts() error {
	var wrong source.Diagnostics
	broken := map[*program.Invariant]bool{}
	for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
		e := &machine.New(g.Program, players, nil).Env
		for i, inv := range g.Program.Invariants {
			if inv.OnEnd >= 0 || broken[inv] {
				continue
			}
			holds := yes(inv.That, e)
			if fault := e.Err; fault != nil {
				broken[inv], e.Err = true, nil
				wrong.Add(fault.Pos, "as a match of %d begins, the invariant %q cannot be worked out: %s", players, inv.Words, fault.Text)
			} else if !holds {
				broken[inv] = true
				wrong.Hint(inv.Pos, g.values(g.Syntax.Invariants[i].That, e), "this invariant is broken as a match of %d begins: %s", players, inv.Words)
			}
		}
	}
	return wrong.Sorted().Err()
}

func yes(v *formula.Value, e *formula.Env) bool {
	e.Begin()
	e.Refuel()
	return v.Yes(e)
}

// values are the numbers of which a formula is made, as they are now.
func (g *Game) values(f *syntax.Formula, e *formula.Env) string {
	var out []string
	compile := func(text string) *formula.Value {
		return g.Compiler().Quietly(&syntax.Formula{Node: f.Node, IsText: true, Text: text}, &formula.Scope{})
	}
	tell := func(part, text string) {
		v := compile(text)
		if !v.OK() || v.Const() || v.IsList() || v.Type.Base != schema.Number {
			return
		}
		e.Begin()
		e.Refuel()
		says := part + " = " + strconv.Itoa(int(v.Num(e)))
		if e.Err != nil {
			e.Err = nil
		} else if !slices.Contains(out, says) {
			out = append(out, says)
		}
	}
	for _, text := range formula.And(f.Text) { // name the one that is broken
		if v := compile(text); v.OK() && v.Type.Base == schema.YesNo && yes(v, e) {
			continue
		}
		for _, part := range formula.Parts(text) {
			tell(part, part)
		}
		for _, d := range formula.Deciders(text) {
			for _, part := range d.Parts {
				tell(part, d.Of(part))
			}
		}
	}
	if out == nil {
		return ""
	}
	return fmt.Sprintf("here %s", strings.Join(out, ", "))
}
