package program

import "moraine/interpreter/internal/schema"

// checkOffers checks what side offers say besides their steps, which are those
// of a procedure like any other: where none may be made.
func (b *builder) checkOffers() {
	closes := b.procNames()
	for _, p := range b.Procs {
		closes = append(closes, sortedKeys(p.IDs)...)
	}
	known := map[string]bool{}
	for _, name := range closes {
		known[name] = true
	}
	for _, o := range b.Game.SideOffers {
		b.checkCites(o.Cites)
		for _, id := range o.ClosedIn {
			if !known[id.Name] {
				b.diags.Hint(id.Pos, schema.Hint(id.Name, closes), "there is no procedure and no step called %q in which offers could be closed", id.Name)
			}
		}
	}
}
