package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// Offer is a side offer: a procedure that is run for the player who makes the offer. Its first
// op has the Offer as operand.
type Offer struct {
	Name     string
	Proc     ref.Proc
	If       *Cond          // condition on the player who would make it
	Again    *formula.Expr  // whether it can be made repeatedly during one request; nil for no
	ClosedIn []syntax.Ident // not possible while one of these procedures or steps is running
	Cites    []syntax.Ident
}

// proposed returns the side offer implemented by procedure p, or nil.
func proposed(g *syntax.Game, p *Proc) *syntax.SideOffer {
	if i := slices.IndexFunc(g.SideOffers, func(o *syntax.SideOffer) bool { return o.Name == p.Name }); i >= 0 {
		return g.SideOffers[i]
	}
	return nil
}

func (uw *unitWriter) offer(o *syntax.SideOffer, begin ref.PC) {
	offer := &Offer{Name: o.Name, Proc: uw.proc.Index, If: uw.b.makeCond(o.If, &formula.Scope{}), ClosedIn: o.ClosedIn,
		Cites: o.Cites}
	offer.Again = uw.b.flag(o.Again, "again", nil)
	uw.unit.Ops[begin].Do = offer
}

// findOffers lists the side offers.
func (b *builder) findOffers() {
	for _, o := range b.p.Game.SideOffers {
		p := b.p.Proc(o.Name)
		if p == nil || proposed(b.p.Game, p) != o {
			continue // a duplicate name, which the decoder has reported
		}
		b.p.Offers = append(b.p.Offers, b.p.Units[p.Index].Ops[0].Do.(*Offer))
	}
}
