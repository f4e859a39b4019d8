package decide

import (
	"cmp"
	"math/bits"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// findPools groups the pieces that can be exchanged.
func (d *Determinizer) findPools() {
	e := &d.m.Env
	d.pools = d.pools[:0]
	for i := range d.places {
		at := &d.places[i]
		at.pool = d.poolOf(e.World.Kinds[e.World.Pieces[at.piece].Kind].Backs)
		p := &d.pools[at.pool]
		p.pieces, p.places = append(p.pieces, at.piece), append(p.places, int32(i))
	}
	for i := range d.pools {
		p := &d.pools[i]
		slices.Sort(p.pieces)
		slices.SortStableFunc(p.places, func(a, b int32) int {
			return cmp.Compare(d.kindsFitting(a, p), d.kindsFitting(b, p))
		})
	}
}

// kindsFitting returns the number of kinds of a pool that a place can hold.
func (d *Determinizer) kindsFitting(at int32, p *pool) int {
	return bits.OnesCount64(uint64(d.m.Env.World.Zones[d.places[at].zone].Decl.Holds & p.kinds))
}

// poolOf returns the index of the pool of some kinds.
func (d *Determinizer) poolOf(kinds schema.KindSet) int {
	i := slices.IndexFunc(d.pools, func(p pool) bool { return p.kinds == kinds })
	if i < 0 {
		i = len(d.pools)
		d.pools = append(d.pools, pool{kinds: kinds})
	}
	return i
}

// findReferences finds the local names and fields that refer to unknown pieces or to places on
// them.
func (d *Determinizer) findReferences() {
	e := &d.m.Env
	d.refs = d.refs[:0]
	for f := range e.World.Stack.Frames() {
		for _, slot := range d.m.P.Procs[e.World.Stack[f+state.FrameProc]].Slots {
			switch t := slot.Type; {
			case t.Base != schema.Piece && t.Base != schema.Zone:
			case t.List:
				off, n := f+int(e.World.Stack[f+slot.At]), int(e.World.Stack[f+slot.At+1])
				for i := off; i < off+n; i++ {
					d.addReference(t.Base, true, i, e.World.Stack[i])
				}
			default:
				d.addReference(t.Base, true, f+slot.At, e.World.Stack[f+slot.At])
			}
		}
	}
	for _, list := range [3][]*schema.Field{e.World.GameFields, e.World.PlayerFields, e.World.PieceFields} {
		for _, f := range list {
			if f.Type.Base != schema.Piece && f.Type.Base != schema.Zone {
				continue
			}
			for i := range f.Firsts {
				d.addReference(f.Type.Base, false, f.Slot+i, e.World.Word(f.Slot+i))
			}
		}
	}
}

// addReference records that a word with value v refers to an unknown piece or to a place on one. The
// seat does not know the exact place within the group either, so the reference gets the first
// place without another reference.
func (d *Determinizer) addReference(of schema.Base, stack bool, at int, v int32) {
	r, p := reference{stack: stack, at: at}, ref.Piece(v)
	if of == schema.Zone && v >= 0 {
		z := &d.m.Env.World.Zones[v]
		p, r.bears, r.cell = z.Piece, z.Decl, int32(z.Cell)
	}
	if p < 0 || d.m.Env.World.In(p) == 0 {
		return
	}
	i := slices.IndexFunc(d.places, func(x place) bool { return x.piece == p })
	if i < 0 {
		return
	}
	x := &d.places[i]
	if !x.named {
		for k := int(x.group); k < i; k++ {
			if y := &d.places[k]; !y.named && y.pool == x.pool && d.compare(x, y) == 0 {
				x.piece, y.piece = y.piece, x.piece
				i, x = k, y
				break
			}
		}
		x.named = true
	}
	r.place = int32(i)
	d.refs = append(d.refs, r)
	if r.bears != nil && x.bears == nil {
		x.bears = r.bears
		d.fillFirst(r.place)
	}
}

// value returns the word if piece p is dealt to the place.
func (r *reference) value(p ref.Piece, kinds []*schema.Kind) int32 {
	if r.bears == nil {
		return int32(p)
	}
	first := kinds[r.bears.Kind].First
	return int32(ref.Piece(r.bears.First) + (p-ref.Piece(first))*ref.Piece(r.bears.Cells) + ref.Piece(r.cell))
}

// fillFirst moves a place to the front of its pool, because not all pieces fit there.
func (d *Determinizer) fillFirst(at int32) {
	p := &d.pools[d.places[at].pool]
	k := slices.Index(p.places, at)
	p.places = slices.Insert(slices.Delete(p.places, k, k+1), 0, at)
}

// findAiming finds the place of a card that was played in a window and waits for its target.
// This place is filled first.
func (d *Determinizer) findAiming() {
	w, base := d.m.Stack.Aiming()
	if w == nil {
		return
	}
	i := slices.IndexFunc(d.refs, func(r reference) bool { return r.stack && r.at == base+w.Card.At })
	if i < 0 {
		return // the seat knows the card
	}
	at := d.refs[i].place
	d.places[at].aims = w
	d.fillFirst(at)
}

// findWords finds the hidden fields of other players.
func (d *Determinizer) findWords() {
	e := &d.m.Env
	d.words = d.words[:0]
	for _, list := range [3][]*schema.Field{e.World.GameFields, e.World.PlayerFields, e.World.PieceFields} {
		for _, f := range list {
			if !f.Hidden() || !f.Mark && f.Scope == schema.OfPiece {
				continue
			}
			for i := range f.Firsts {
				of := ref.Piece(i)
				switch f.Scope {
				case schema.OfGame:
					of = schema.Nothing
				case schema.OfPiece:
					of = d.m.P.PieceOf(f, i)
				}
				if !e.World.Reads(d.seat, f, int32(of)) {
					d.words = append(d.words, hiddenWord{f, f.Slot + i})
				}
			}
		}
	}
}
