package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/syntax"
)

// Offer is what a player may propose beside any request: a procedure, run for
// him, and where it may not be begun.
type Offer struct {
	Name   string
	Proc   int
	If     *Cond        // of him who would make it
	Again  bool         // as often as he likes beside one request
	Procs  map[int]bool // closed while one of these runs …
	Within []*Step      // … or one of these steps
	Cites  []syntax.Ident

	closedIn []syntax.Ident
}

// compileOffers compiles what may be proposed; the steps are those of a procedure like
// any other.
func (b *builder) compileOffers() {
	for _, o := range b.Game.SideOffers {
		p := b.Proc(o.Name)
		if p == nil {
			continue // a second of the name, which the decoder has reported
		}
		b.Within = o.Name
		n := len(b.Offers)
		b.flag(o.Again, "again", 0, func(b *builder, _ *Unit, _ any, yes bool) { b.Offers[n].Again = yes })
		b.Offers = append(b.Offers, &Offer{Name: o.Name, Proc: p.Index, If: b.makeCond(o.If, &formula.Scope{}), Cites: o.Cites, closedIn: o.ClosedIn})
	}
}

// linkOffers resolves where side offers are closed.
func (b *builder) linkOffers() {
	for _, offer := range b.Offers {
		offer.Procs, offer.Within = map[int]bool{}, nil
		for _, id := range offer.closedIn {
			found := false
			if closed := b.Proc(id.Name); closed != nil {
				offer.Procs[closed.Index], found = true, true
			}
			for _, u := range b.Units {
				if step := u.Step(id.Name); step != nil {
					offer.Within, found = append(offer.Within, step), true
				}
			}
			if !found {
				closes := syntax.NamesOf(b.Procs)
				for _, u := range b.Units {
					closes = append(closes, u.IDs()...)
				}
				b.diags.Unknown(id.Pos, id.Name, closes, "there is no procedure and no step called %q in which offers could be closed", id.Name)
			}
		}
	}
}
