package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/syntax"
)

// Offer is what a player may propose beside any request: a procedure, run for him,
// whose first op has it as its operand.
type Offer struct {
	Name     string
	Proc     int
	If       *Cond          // of him who would make it
	Again    bool           // as often as he likes beside one request
	ClosedIn []syntax.Ident // closed while one of these procedures or steps runs
	Cites    []syntax.Ident
}

// proposed is what says that a procedure is a side offer; nil: it is none.
func proposed(g *syntax.Game, p *Proc) *syntax.SideOffer {
	if i := slices.IndexFunc(g.SideOffers, func(o *syntax.SideOffer) bool { return o.Name == p.Name }); i >= 0 {
		return g.SideOffers[i]
	}
	return nil
}

func (b *builder) compileOffer(o *syntax.SideOffer, begin int32) {
	b.draft.Ops[begin].Do = &Offer{Name: o.Name, Proc: b.proc.Index, If: b.makeCond(o.If, &formula.Scope{}), ClosedIn: o.ClosedIn, Cites: o.Cites}
	b.flag(o.Again, "again", begin, func(_ *builder, _ *Unit, offer any, yes bool) { offer.(*Offer).Again = yes })
}

// findOffers lists the side offers, and looks at where they are closed.
func (b *builder) findOffers() {
	for _, o := range b.Game.SideOffers {
		p := b.Proc(o.Name)
		if p == nil || proposed(b.Game, p) != o {
			continue // a second of the name, which the decoder has reported
		}
		b.Offers = append(b.Offers, b.Units[p.Index].Ops[0].Do.(*Offer))
		for _, id := range o.ClosedIn {
			if b.Proc(id.Name) != nil || b.stepOf(id.Name) != nil {
				continue
			}
			closes := syntax.NamesOf(b.Procs)
			for _, u := range b.Units {
				closes = append(closes, u.IDs()...)
			}
			b.diags.Unknown(id.Pos, id.Name, closes, "there is no procedure and no step called %q in which offers could be closed", id.Name)
		}
	}
}
