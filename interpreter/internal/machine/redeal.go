package machine

import (
	"cmp"
	"math/bits"
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Lots is where random numbers come from: Below gives one from 0 to n-1.
type Lots interface{ Below(n int) int }

// Redeal deals what a seat cannot know anew, so that a search that plays on from
// there learns nothing that the seat may not see: what it deals depends on what
// the seat sees and on lots, and on nothing else.
//
//   - Pieces that the seat cannot identify change places with each other; a place
//     takes what its zone holds. Where another player knows some of them, as in his
//     hand, all kinds that his zone holds are mixed. Elsewhere a kind keeps to its
//     places: its back tells it, and what was laid below a stack for all to see
//     stays there. What lies on a piece goes with it.
//   - Names and fields that hold such a piece hold the one that comes to lie there.
//   - Marks of such pieces are as they were first, and hidden fields of others hold
//     any value that they can.
//   - In a sealed block the rounds of others are played again: see reseal.go.
type Redeal struct {
	m      *Match
	seat   int32
	known  state.State // the match before anything is dealt
	zones  []laidZone
	lying  []entry // what lies in those zones, one after the other
	places []place
	pools  []pool
	refs   []reference
	words  []hiddenWord
	sealed rounds
	dealt  []int32 // by place
	pile   []int32
	laid   []state.Lying
}

// laidZone is a zone in which unknown pieces lie, and what of lying lies there.
type laidZone struct {
	zone     int32
	from, to int
}

// entry is what lies somewhere: a known piece, or what comes to place -1-at.
type entry struct{ at, flags int32 }

// place is where an unknown piece lies. Those of a group, which is a block or a
// zone without order, are as good as each other.
type place struct {
	zone, group int32
	pool        int
	piece       int32 // that lies there indeed
	named       bool  // by a reference
}

// pool is what may change places, and the places, which take the fewest kinds
// first.
type pool struct {
	kinds          schema.KindSet
	pieces, places []int32
}

// reference is a word of the stack, or of W, that holds what lies in a place.
type reference struct {
	stack bool
	at    int
	place int32
}

// hiddenWord is a word of W with a field that the seat may not read.
type hiddenWord struct {
	field *schema.Field
	at    int
}

// Look notes what a seat cannot know of the match as it stands. It takes the
// match over: Guess moves it about.
func (d *Redeal) Look(m *Match, seat int32) {
	d.m, d.seat = m, seat
	d.sealed.look(m, seat)
	open := m.Env.S[state.AtSealed]
	m.Env.S[state.AtSealed] = 0 // what others have done in it is undone, and before it was no secret
	d.findPlaces()
	d.findPools()
	d.findReferences()
	d.findWords()
	m.Env.S[state.AtSealed] = open
	m.Snapshot(&d.known)
}

// Guess brings the match to where, for all that the seat knows, it may stand. ask
// decides for others. It reports false if that did not work out this time.
func (d *Redeal) Guess(lots Lots, ask func(*Match, *Request) []int32) bool {
	d.m.Restore(&d.known)
	for i := range d.pools {
		if !d.fill(&d.pools[i], lots) {
			return false
		}
	}
	e := &d.m.Env
	for _, r := range d.refs {
		words := e.W
		if r.stack {
			words = e.S
		}
		words[r.at] = d.dealt[r.place]
	}
	for i := range d.zones {
		d.arrange(&d.zones[i])
	}
	for _, w := range d.words {
		e.W[w.at] = any1(w, lots, int(e.Players()))
	}
	return d.sealed.play(d.m, ask)
}

// fill deals a pool to its places.
func (d *Redeal) fill(p *pool, lots Lots) bool {
	e := &d.m.Env
	d.pile = append(d.pile[:0], p.pieces...)
	for _, at := range p.places {
		holds := e.Zones[d.places[at].zone].Decl.Holds
		i, last := lots.Below(len(d.pile)), len(d.pile)-1
		for n := 0; !holds.Has(int(e.Pieces[d.pile[i]].Kind)); n++ {
			if n > last {
				return false
			}
			i = (i + 1) % (last + 1)
		}
		d.dealt[at] = d.pile[i]
		d.pile[i] = d.pile[last]
		d.pile = d.pile[:last]
	}
	return true
}

// arrange fills a zone with what was dealt to it. What has no order is sorted, as
// always.
func (d *Redeal) arrange(z *laidZone) {
	e := &d.m.Env
	stack := e.Zones[z.zone].Decl.Stack
	d.laid = d.laid[:0]
	block := 0
	for i, x := range d.lying[z.from:z.to] {
		p := x.at
		if p < 0 {
			p = d.dealt[-1-p]
		}
		d.laid = append(d.laid, state.Lying{Piece: p, Flags: x.flags})
		if !stack {
			continue
		}
		if !state.Joined(x.flags) {
			sortBlock(d.laid[block:])
			block = i + 1
		}
	}
	if !stack {
		slices.SortFunc(d.laid, byPiece)
	}
	e.Arrange(z.zone, d.laid)
}

func byPiece(a, b state.Lying) int { return cmp.Compare(a.Piece, b.Piece) }

// sortBlock sorts the pieces of a block; how they lie belongs to their places.
func sortBlock(block []state.Lying) {
	for i := range block {
		for k := i; k > 0 && block[k].Piece < block[k-1].Piece; k-- {
			block[k].Piece, block[k-1].Piece = block[k-1].Piece, block[k].Piece
		}
	}
}

// any1 is a value that a hidden field can have.
func any1(w hiddenWord, lots Lots, players int) int32 {
	f := w.field
	switch decl := f.Decls[0]; f.Type.Base {
	case schema.YesNo:
		return int32(lots.Below(2))
	case schema.Player:
		return int32(lots.Below(players))
	case schema.Word:
		if f.Type.Words != nil {
			return f.Type.Words.Syms[lots.Below(len(f.Type.Words.Syms))]
		}
	case schema.Number:
		if decl.Ranged {
			return int32(decl.Min + lots.Below(decl.Max-decl.Min+1))
		}
	}
	return first(f, w.at)
}

// findPlaces finds where unknown pieces lie, and what they lie among.
func (d *Redeal) findPlaces() {
	e := &d.m.Env
	d.zones, d.lying, d.places = d.zones[:0], d.lying[:0], d.places[:0]
	for z := int32(1); z < int32(len(e.Zones)); z++ {
		if e.Zones[z].Piece != schema.Nothing {
			continue
		}
		from, first := len(d.lying), len(d.places)
		group := int32(first)
		for p := e.Head(z); p >= 0; p = e.Next(p) {
			at := p
			if !e.Knows(d.seat, p) {
				at = -1 - int32(len(d.places))
				d.places = append(d.places, place{zone: z, group: group, piece: p})
			}
			d.lying = append(d.lying, entry{at, e.Flags(p)})
			if e.Zones[z].Decl.Stack && !e.Glued(p) {
				group = int32(len(d.places))
			}
		}
		if len(d.places) == first {
			d.lying = d.lying[:from]
			continue
		}
		d.zones = append(d.zones, laidZone{z, from, len(d.lying)})
	}
	d.dealt = slices.Grow(d.dealt[:0], len(d.places))[:len(d.places)]
	for _, at := range d.places {
		d.forget(at.piece)
	}
}

// forget gives a piece's marks their first values.
func (d *Redeal) forget(p int32) {
	e := &d.m.Env
	for _, f := range e.Kinds[e.Pieces[p].Kind].Marks {
		word := e.MarkSlot(f, p)
		e.W[word] = first(f, word)
		if f.Until {
			d.m.over(f, word)
		}
	}
}

// findPools finds what can change places.
func (d *Redeal) findPools() {
	e := &d.m.Env
	d.pools = d.pools[:0]
	for _, z := range d.zones {
		if holds := e.Zones[z.zone].Decl.Holds; d.m.Env.KnownToAnother(d.seat, z.zone) {
			d.mix(holds)
		}
	}
	for i := range d.places {
		at := &d.places[i]
		kind := e.Pieces[at.piece].Kind
		at.pool = d.mix(1 << uint(kind))
		p := &d.pools[at.pool]
		p.pieces, p.places = append(p.pieces, at.piece), append(p.places, int32(i))
	}
	for i := range d.pools {
		p := &d.pools[i]
		slices.Sort(p.pieces)
		slices.SortStableFunc(p.places, func(a, b int32) int {
			return cmp.Compare(d.takes(a, p), d.takes(b, p))
		})
	}
}

// takes is how many kinds of a pool fit into a place.
func (d *Redeal) takes(at int32, p *pool) int {
	return bits.OnesCount64(uint64(d.m.Env.Zones[d.places[at].zone].Decl.Holds & p.kinds))
}

// mix finds, or makes, the pool of some kinds; pools that they join become one.
func (d *Redeal) mix(kinds schema.KindSet) int {
	found := -1
	for i := 0; i < len(d.pools); i++ {
		switch p := &d.pools[i]; {
		case p.kinds&kinds == 0:
		case found < 0:
			found = i
			p.kinds |= kinds
		default:
			d.pools[found].kinds |= p.kinds
			d.pools = slices.Delete(d.pools, i, i+1)
			i--
		}
	}
	if found < 0 {
		found = len(d.pools)
		d.pools = append(d.pools, pool{kinds: kinds})
	}
	return found
}

// findReferences finds what holds an unknown piece: names of runs, and fields.
func (d *Redeal) findReferences() {
	e := &d.m.Env
	d.refs = d.refs[:0]
	for f := e.Frame(); f > 0; f = int(e.S[f+state.FramePrev]) {
		for _, slot := range d.m.P.Procs[e.S[f+state.FrameProc]].Slots {
			switch t := slot.T(); {
			case t.Base != schema.Piece:
			case t.List:
				off, n := f+int(e.S[f+slot.At]), int(e.S[f+slot.At+1])
				for i := off; i < off+n; i++ {
					d.refer(true, i, e.S[i])
				}
			default:
				d.refer(true, f+slot.At, e.S[f+slot.At])
			}
		}
	}
	for _, list := range [3][]*schema.Field{e.GameFields, e.PlayerFields, e.PieceFields} {
		for _, f := range list {
			if f.Type.Base != schema.Piece {
				continue
			}
			for i := range f.Firsts {
				d.refer(false, f.Slot+i, e.W[f.Slot+i])
			}
		}
	}
}

// refer notes that a word holds piece p, if it is an unknown one. Which of the
// places of its group it lies in nobody knows: so it is the first that no other
// piece has.
func (d *Redeal) refer(stack bool, at int, p int32) {
	if p < 0 || d.m.Env.In(p) == 0 {
		return
	}
	i := slices.IndexFunc(d.places, func(x place) bool { return x.piece == p })
	if i < 0 {
		return
	}
	x := &d.places[i]
	if !x.named {
		for k := int(x.group); k < i; k++ {
			if y := &d.places[k]; !y.named && y.pool == x.pool {
				x.piece, y.piece = y.piece, x.piece
				i, x = k, y
				break
			}
		}
		x.named = true
	}
	d.refs = append(d.refs, reference{stack, at, int32(i)})
}

// findWords finds the hidden fields of others.
func (d *Redeal) findWords() {
	e := &d.m.Env
	d.words = d.words[:0]
	for _, list := range [3][]*schema.Field{e.GameFields, e.PlayerFields, e.PieceFields} {
		for _, f := range list {
			if !f.Hidden() || !f.Mark && f.Scope == schema.OfPiece {
				continue
			}
			for i := range f.Firsts {
				of := int32(i)
				switch f.Scope {
				case schema.OfGame:
					of = schema.Nothing
				case schema.OfPiece:
					of = d.m.pieceAt(f, i)
				}
				if !e.Reads(d.seat, f, of) {
					d.words = append(d.words, hiddenWord{f, f.Slot + i})
				}
			}
		}
	}
}
