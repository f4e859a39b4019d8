package playout

import (
	"fmt"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// Features are formulas that may say how well a player `me` is doing. They are found in the declarations of a game.
type Features struct {
	Names []string // the texts of the formulas
	of    program.Features
}

const (
	// maxFeatures limits the features of a game, and listedCards the cards of a list that are counted one by one.
	maxFeatures = 400
	listedCards = 80
)

// featureFinder finds the features of a game. A text becomes a feature if it compiles and has a suitable type.
type featureFinder struct {
	*schema.Schema
	Features
	c    *formula.Compiler
	seen map[string]bool
}

// FindFeatures returns formulas that may say how well a player is doing, found in the declarations of a game: fields,
// sizes of zones, formulas about a player, and the values by which bots judge positions. For each list of pieces (those
// in all zones of a player, his pieces in each zone of the game, and lists that formulas give) it adds the length, the
// number of each card, and the sum of each number on the pieces.
func FindFeatures(g *interpreter.Game, players int) *Features {
	f := &featureFinder{Schema: g.Schema, c: g.Compiler(), seen: map[string]bool{}}
	f.number("1")                         // for the clock
	for seat := range min(3, players-1) { // who is first has had more turns in half of the positions
		f.number(fmt.Sprintf("me == players[%d] ? 1 : 0", seat))
	}
	own := g.Syntax.Player.Members
	f.members("me.", own)
	held := syntax.NamesOf(own.Zones)
	switch {
	case len(held) == 1:
		f.list("me."+held[0], f.PlayerZone(held[0]).Holds)
	case len(held) > 1:
		f.expression("concat(me." + strings.Join(held, ", me.") + ")")
	}
	for _, b := range g.Syntax.Bots {
		for _, p := range b.Prefers {
			if p.Name == "standing" && p.Worth.IsText {
				f.number(strings.Join(strings.Fields(p.Worth.Text), " "))
			}
		}
	}
	f.members("", g.Syntax.Members)
	for _, z := range g.Syntax.Zones {
		f.expression(z.Name) // for the clock
		zone := f.GameZone(z.Name)
		for _, own := range f.belonging(zone) {
			mine := fmt.Sprintf("filter(%s, %s)", z.Name, own)
			f.list(mine, zone.Holds)
			for _, n := range zone.Degrees() {
				f.number(fmt.Sprintf("count(%s, len(neighbours(.on)) == %d)", mine, n))
			}
		}
	}
	return &f.Features
}

// belonging returns conditions under which a piece in a zone may belong to a player: he is its owner, or a field of the
// piece has the value of his field or formula, as in `.colour == me.colour`. Without the latter, values that were
// learned in a board game whose pieces have no owner beat random play by 75 %; with it, and neighbours, by 95 %.
func (f *featureFinder) belonging(zone *schema.ZoneDecl) []string {
	out := []string{".owner == me"}
	var mine []string
	for _, x := range f.Game.Player.Fields {
		mine = append(mine, "me."+x.Name)
	}
	for _, x := range f.Game.Formulas {
		if len(x.Params) == 1 {
			mine = append(mine, x.Name+"(me)")
		}
	}
	for _, m := range mine {
		v := f.compile(m)
		if v == nil || !v.Type.One(schema.YesNo) && !v.Type.One(schema.Word) {
			continue
		}
		for _, x := range f.PieceFields {
			if x.Kinds&zone.Holds == zone.Holds && x.Type.One(v.Type.Base) {
				out = append(out, "."+x.Name+" == "+m)
			}
		}
	}
	return out
}

// members adds the features of fields, zones and formulas, whose names follow a prefix.
func (f *featureFinder) members(prefix string, of syntax.Members) {
	for _, x := range of.Fields {
		if !x.Type.IsTable() {
			f.expression(prefix + x.Name)
			continue
		}
		scope := schema.OfGame
		if prefix != "" {
			scope = schema.OfPlayer
		}
		if t := f.Table(scope, x.Name); t != nil {
			for _, key := range t.Keys.Names {
				f.expression(prefix + x.Name + "." + key)
			}
		}
	}
	for _, x := range of.Formulas {
		switch {
		case x.Params == nil:
			f.expression(prefix + x.Name)
		case len(x.Params) == 1 && prefix == "":
			f.expression(x.Name + "(me)")
		}
	}
	for _, x := range of.Zones {
		f.number("len(" + prefix + x.Name + ")")
	}
}

// compile returns the checked formula of a text, or nil.
func (f *featureFinder) compile(text string) *formula.Expr {
	v := f.c.Quietly(syntax.WriteFormula(text), &formula.Scope{Unnoted: true})
	if !v.OK() {
		return nil
	}
	return v
}

// number adds a text that is a formula with a number. It reports whether it is.
func (f *featureFinder) number(text string) bool {
	if f.seen[text] || len(f.Names) == maxFeatures {
		return true
	}
	wrong := f.of.Add(f.c, syntax.WriteFormula(text))
	if len(wrong) == 0 {
		f.seen[text] = true
		f.Names = append(f.Names, text)
	}
	return len(wrong) == 0
}

// expression adds the features of a text by its type.
func (f *featureFinder) expression(text string) {
	v := f.compile(text)
	switch {
	case v == nil:
	case v.Type.Base == schema.Zone && !v.Type.List:
		if v.Zone != nil {
			f.list(text, v.Zone.Holds)
		}
	case v.Type.List && v.Type.Base == schema.Piece:
		f.list(text, v.Type.Kinds)
	case v.Type.List && v.Type.Base == schema.Player:
		f.number("me in " + text + " ? 1 : 0")
	case v.Type.List:
		f.number("len(" + text + ")")
	case v.Type.Base == schema.YesNo:
		f.number(text + " ? 1 : 0")
	case v.Type.Base == schema.Player:
		f.number(text + " == me ? 1 : 0")
	default:
		f.number(text)
	}
}

// list adds the features of a list of pieces.
func (f *featureFinder) list(text string, kinds schema.KindSet) {
	if !f.number("len(" + text + ")") {
		return
	}
	var cards []string
	var of []*schema.Kind
	for i, k := range f.Kinds {
		if kinds.Has(i) {
			of = append(of, k)
			for _, c := range k.Cards {
				cards = append(cards, c.Name)
			}
		}
	}
	if len(cards) > 1 && len(cards) <= listedCards {
		for _, c := range cards {
			f.number(fmt.Sprintf("count(%s, .card == %q)", text, c))
		}
	}
	for _, k := range of {
		if len(of) > 1 {
			f.number(fmt.Sprintf("count(%s, .kind == %q)", text, k.Name))
		}
	}
	for _, x := range f.PieceFields {
		if x.Kinds&kinds == 0 || x.Type.List {
			continue
		}
		sum := "sum(%s, ." + x.Name + ")"
		if x.Type.Base == schema.YesNo {
			sum = "count(%s, ." + x.Name + ")"
		}
		if x.Kinds&kinds == kinds && f.number(fmt.Sprintf(sum, text)) {
			continue
		}
		for _, k := range of {
			if x.Kinds.Has(k.Index) {
				f.number(fmt.Sprintf(sum, fmt.Sprintf("filter(%s, .kind == %q)", text, k.Name)))
			}
		}
	}
}
