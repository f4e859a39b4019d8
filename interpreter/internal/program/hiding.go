package program

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A name must not hide another one, so that readers of a rule need not find out which of two
// things it refers to.

// GameName returns the sort of the game's declaration with a name, or "".
func (p *Program) GameName(name string) string {
	switch {
	case p.GameField(name) != nil || p.Table(schema.OfGame, name) != nil:
		return "a field of the game"
	case p.GameZone(name) != nil:
		return "a zone of the table"
	}
	if slices.ContainsFunc(p.Game.Formulas, func(f *syntax.FormulaDecl) bool { return f.Name == name }) {
		return "a formula of the game"
	}
	if c := p.Card(name); c != nil && c.Data {
		return "a card"
	}
	return ""
}

func (ds *declarations) hides(name string, pos source.Pos, what string) bool {
	if what != "" {
		ds.b.diags.Hint(pos, "choose another name",
			"the name %q is already used for %s, and names must not hide each other", name, what)
	}
	return what != ""
}

// clash reports a local name of a procedure that is already declared in the game.
func (ds *declarations) clash(name string, pos source.Pos, p *Proc) bool {
	what := ds.b.p.GameName(name)
	if p.Formulas[name] != nil {
		what = "a formula of this procedure"
	}
	return ds.hides(name, pos, what)
}

// checkHiding checks names of cards, and parameters of formulas. Members of pieces and players
// follow a dot, so they may have the same names as other things.
func (ds *declarations) checkHiding() {
	for _, c := range ds.b.p.Cards {
		if what := ds.b.p.GameName(c.Name); c.Data && what != "a card" {
			ds.hides(c.Name, c.Pos, what)
		}
	}
	lists := [][]*syntax.FormulaDecl{ds.b.p.Game.Formulas, ds.b.p.Game.Player.Formulas}
	for _, k := range ds.b.p.Kinds {
		lists = append(lists, k.Formulas)
	}
	for _, p := range ds.b.p.Game.Procedures {
		lists = append(lists, p.Formulas)
	}
	for _, formulas := range lists {
		for _, f := range formulas {
			for _, p := range f.Params {
				ds.hides(p.Name, p.Pos, ds.b.p.GameName(p.Name))
			}
		}
	}
}
