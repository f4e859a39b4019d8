package decide

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Lots is a source of random numbers: Below returns one from 0 to n-1.
type Lots interface{ Below(n int) int }

// Determinizer replaces hidden information by a random possible value, so that a search cannot
// use anything that its seat may not know: the result depends only on the seat's knowledge and
// on random numbers.
//
//   - Pieces that the seat cannot identify are exchanged among their places. A place takes the kinds that its zone may
//     hold and that have the visible back (schema.Kind.Backs). Pieces on a piece move with it.
//   - Names and fields that refer to such a piece, or to a place on it, refer to the new one.
//   - Marks that the seat may read on such a piece, its side, and the set of seats that know it stay with the place.
//     Other marks get their initial values, and hidden fields of other players any possible value.
//   - A card that waits for its target is replaced by one that has targets.
//   - A formula of the game may weight the places of a piece (Likely).
//   - In a sealed block the rounds of other seats are played again: see sealed.go.
type Determinizer struct {
	Likely *formula.Expr // weight of piece `it` at a place, evaluated for the seat; nil for equal weights
	Fault  *state.Fault  // fault of that formula; nil if none

	m      *machine.Match
	seat   ref.Seat
	known  state.State // the match before dealing
	zones  []laidZone
	lying  []entry // contents of those zones, one after the other
	places []place
	pools  []pool
	refs   []reference
	words  []hiddenWord
	sealed sealedRounds
	worn   []visibleMark
	dealt  []ref.Piece // the piece dealt to each place
	chance []int       // weight of each piece of a pile
	pile   []ref.Piece
	laid   []state.Lying
}

// laidZone is a zone with unknown pieces. Its pieces and places are Determinizer.lying[from:to].
type laidZone struct {
	zone     ref.Place
	from, to int
}

// entry is one position in a zone. at is a known piece, or the negative number -1-i for place i, to which a piece is
// dealt.
type entry struct {
	at    ref.Piece
	flags state.Flags
}

// place is the position of an unknown piece. Places of one group, which is a block or an
// unordered zone, are interchangeable.
type place struct {
	zone     ref.Place
	group    int32
	pool     int
	piece    ref.Piece         // the actual piece
	named    bool              // a local name or field refers to it
	bears    *schema.ZoneDecl  // a local name or field refers to a place of this zone on it; nil if none does
	flags    state.Flags       // its side, and the seats that know it
	from, to int               // range of its marks in worn
	weighted bool              // Likely gives different weights to pieces there
	aims     *program.WindowOp // the window in which the card there waits for its target, or nil
}

// visibleMark is a mark that the seat may read on an unknown piece, with the end of its value.
type visibleMark struct {
	field *schema.Field
	word  int32
	until [2]int32
}

// pool is a set of pieces that may be exchanged, with their places. Places for few kinds come
// first.
type pool struct {
	kinds  schema.KindSet
	pieces []ref.Piece
	places []int32
}

// reference is a word of the stack or of the globals. It refers to the piece that is dealt to a place or, if bears is
// set, to a cell of that zone on the piece.
type reference struct {
	stack bool
	at    int
	place int32
	bears *schema.ZoneDecl // nil: the piece
	cell  int32
}

// hiddenWord is a word of the globals with a field that the seat may not read.
type hiddenWord struct {
	field *schema.Field
	at    int
}

// Look records the seat's knowledge of the current position. Afterwards the match belongs to
// the determinizer: Guess changes it.
func (d *Determinizer) Look(m *machine.Match, seat ref.Seat) {
	d.m, d.seat, d.Fault = m, seat, nil
	d.sealed.look(m, seat)
	open := m.Env.World.Stack[state.AtSealed]
	// acts of others in the sealed block are undone, and nothing was sealed before
	m.Env.World.Stack[state.AtSealed] = 0
	d.findPlaces()
	d.findPools()
	if d.Likely != nil {
		d.findWeighted()
	}
	d.findReferences()
	d.findAiming()
	d.findWords()
	m.Env.World.Stack[state.AtSealed] = open
	m.Snapshot(&d.known)
}

// Guess sets the match to a position that is possible as far as the seat knows. ask decides for
// other seats. It reports whether the attempt succeeded.
func (d *Determinizer) Guess(lots Lots, ask func(*machine.Match, *machine.Request) []int32) bool {
	for tries := 1; !d.fillAll(lots); tries++ {
		if d.Likely == nil || d.Fault != nil || tries == mostTries {
			return false
		}
	}
	e := &d.m.Env
	for i, p := range d.dealt {
		d.setVisibleMarks(int32(i), p)
	}
	for _, r := range d.refs {
		is := r.value(d.dealt[r.place], e.World.Kinds)
		if r.stack {
			e.World.Stack[r.at] = is
		} else {
			e.World.Write(r.at, is)
		}
	}
	for i := range d.zones {
		d.arrange(&d.zones[i])
	}
	for _, w := range d.words {
		e.World.Write(w.at, anyValue(w, lots, int(e.World.Players())))
	}
	return d.m.HasTarget() && d.sealed.play(d.m, ask)
}

// mostTries limits the attempts to deal a position that is possible.
const mostTries = 8

// fillAll deals all pools.
func (d *Determinizer) fillAll(lots Lots) bool {
	d.m.Restore(&d.known)
	for i := range d.pools {
		if !d.fill(&d.pools[i], lots) {
			return false
		}
	}
	return true
}

// fill deals the pieces of a pool to its places. It reports false if a place is left that none of the remaining pieces
// fits. For each place it starts at a random piece and takes the next one that fits. This is fast but not quite
// uniform: a piece that follows others that do not fit is chosen more often.
func (d *Determinizer) fill(p *pool, lots Lots) bool {
	d.pile = append(d.pile[:0], p.pieces...)
	for _, at := range p.places {
		if d.places[at].weighted {
			if !d.sample(at, lots) {
				return false
			}
			continue
		}
		i, last := lots.Below(len(d.pile)), len(d.pile)-1
		for n := 0; !d.fits(d.pile[i], at); n++ {
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

// fits reports whether a piece may be at a place.
func (d *Determinizer) fits(p ref.Piece, at int32) bool {
	e, x := &d.m.Env, &d.places[at]
	kind := int(e.World.Pieces[p].Kind)
	return e.World.Zones[x.zone].Decl.Holds.Has(kind) && (x.bears == nil || x.bears.Kind == kind) &&
		(x.aims == nil || x.aims.Cards[e.World.Pieces[p].Card].Chooses())
}

// arrange fills a zone with the dealt pieces. Pieces of unordered zones are sorted, as in every
// state.
func (d *Determinizer) arrange(z *laidZone) {
	e := &d.m.Env
	stack := e.World.Zones[z.zone].Decl.Stack
	d.laid = d.laid[:0]
	block := 0
	for i, x := range d.lying[z.from:z.to] {
		p := x.at
		if p < 0 {
			x.flags = d.places[-1-p].flags.WithGlue(x.flags.Joined())
			p = d.dealt[-1-p]
		}
		d.laid = append(d.laid, state.Lying{Piece: p, Flags: x.flags})
		if !stack {
			continue
		}
		if !x.flags.Joined() {
			sortBlock(d.laid[block:])
			block = i + 1
		}
	}
	if !stack {
		slices.SortFunc(d.laid, byPiece)
	}
	e.World.Arrange(z.zone, d.laid)
}

func byPiece(a, b state.Lying) int { return cmp.Compare(a.Piece, b.Piece) }

// sortBlock sorts the pieces of a block and glues all but the last to their successors.
func sortBlock(block []state.Lying) {
	slices.SortFunc(block, byPiece)
	for i := range block {
		block[i].Flags = block[i].Flags.WithGlue(i < len(block)-1)
	}
}

// anyValue returns a possible value of a hidden field.
func anyValue(w hiddenWord, lots Lots, players int) int32 {
	f := w.field
	decl := f.Decls[0]
	switch f.Type.Base {
	case schema.YesNo:
		return int32(lots.Below(2))
	case schema.Player:
		return int32(lots.Below(players))
	case schema.Word:
		if f.Type.Words != nil {
			return int32(f.Type.Words.Syms[lots.Below(len(f.Type.Words.Syms))])
		}
	case schema.Number:
		if decl.Ranged {
			return int32(decl.Min + lots.Below(decl.Max-decl.Min+1))
		}
	}
	return f.First(w.at)
}

// findPlaces finds the places of unknown pieces.
func (d *Determinizer) findPlaces() {
	e := &d.m.Env
	d.zones, d.lying, d.places, d.worn = d.zones[:0], d.lying[:0], d.places[:0], d.worn[:0]
	for z := ref.Place(1); z < ref.Place(len(e.World.Zones)); z++ {
		if e.World.Zones[z].Piece != schema.Nothing {
			continue
		}
		from, first := len(d.lying), len(d.places)
		group := int32(first)
		for p := e.World.Head(z); p >= 0; p = e.World.Next(p) {
			at := p
			if !e.World.Knows(d.seat, p) {
				at = -1 - ref.Piece(len(d.places))
				d.places = append(d.places, d.newPlace(z, group, p))
			}
			d.lying = append(d.lying, entry{at, e.World.Flags(p)})
			if e.World.Zones[z].Decl.Stack && !e.World.Glued(p) {
				d.sortGroup(group)
				group = int32(len(d.places))
			}
		}
		d.sortGroup(group)
		if len(d.places) == first {
			d.lying = d.lying[:from]
			continue
		}
		d.zones = append(d.zones, laidZone{zone: z, from: from, to: len(d.lying)})
	}
	d.dealt = slices.Grow(d.dealt[:0], len(d.places))[:len(d.places)]
	for _, at := range d.places {
		d.resetMarks(at.piece)
	}
}

// newPlace returns the place of an unknown piece, with all properties of the piece that the seat sees.
func (d *Determinizer) newPlace(z ref.Place, group int32, p ref.Piece) place {
	e := &d.m.Env
	x := place{zone: z, group: group, piece: p, flags: e.World.Flags(p).WithGlue(false), from: len(d.worn)}
	for _, f := range e.World.Kinds[e.World.Pieces[p].Kind].Marks {
		if !f.Worn() || !e.World.Reads(d.seat, f, int32(p)) {
			continue
		}
		at := e.World.MarkSlot(f, p)
		w := visibleMark{field: f, word: e.World.Word(at)}
		if f.Until {
			w.until = e.World.Until(f, at)
		}
		d.worn = append(d.worn, w)
	}
	x.to = len(d.worn)
	return x
}

// sortGroup sorts the places of the last group by their visible properties.
func (d *Determinizer) sortGroup(group int32) {
	slices.SortStableFunc(d.places[group:], func(a, b place) int { return d.compare(&a, &b) })
}

func (d *Determinizer) compare(a, b *place) int {
	return cmp.Or(cmp.Compare(a.flags, b.flags),
		slices.CompareFunc(d.worn[a.from:a.to], d.worn[b.from:b.to], func(a, b visibleMark) int {
			return cmp.Or(cmp.Compare(a.field.Slot, b.field.Slot), cmp.Compare(a.word, b.word),
				slices.Compare(a.until[:], b.until[:]))
		}))
}

// setVisibleMarks sets the visible marks of a place on the piece dealt to it.
func (d *Determinizer) setVisibleMarks(at int32, p ref.Piece) {
	e := &d.m.Env
	for _, w := range d.worn[d.places[at].from:d.places[at].to] {
		slot := e.World.MarkSlot(w.field, p)
		if slot < 0 {
			continue
		}
		e.World.Write(slot, w.word)
		if w.field.Until {
			e.World.SetUntil(w.field, slot, w.until)
		}
	}
}

// mostLikely limits the weight of a piece.
const mostLikely = 1_000_000

// findWeighted finds the places at which Likely gives different weights to the pieces of a pool.
// These places are filled first.
func (d *Determinizer) findWeighted() {
	for i := range d.pools {
		p := &d.pools[i]
		d.pile = p.pieces
		for _, at := range p.places {
			d.weights(at)
			d.places[at].weighted = slices.ContainsFunc(d.chance, func(n int) bool { return n != d.chance[0] })
		}
		slices.SortStableFunc(p.places, func(a, b int32) int {
			switch x, y := d.places[a].weighted, d.places[b].weighted; {
			case x == y:
				return 0
			case x:
				return -1
			}
			return 1
		})
	}
	d.pile = nil
}

// weights computes the weight of each piece of the pile at a place, and their sum. To evaluate
// the formula it moves each piece to the place.
func (d *Determinizer) weights(at int32) (total int) {
	e, x := &d.m.Env, &d.places[at]
	d.chance = d.chance[:0]
	for _, p := range d.pile {
		n := 0
		if d.fits(p, at) && d.Fault == nil {
			in := e.World.Put(p, x.zone)
			d.setVisibleMarks(at, p)
			v, ok := likelihood(d.m, d.Likely, d.seat, p)
			e.World.Put(p, in)
			d.resetMarks(p)
			n = int(min(max(v, 0), mostLikely))
			if !ok {
				d.Fault = e.World.Err
			}
		}
		d.chance = append(d.chance, n)
		total += n
	}
	return total
}

// sample deals a piece of the pile to a place at random by weight.
func (d *Determinizer) sample(at int32, lots Lots) bool {
	total := d.weights(at)
	if total == 0 || d.Fault != nil {
		return false
	}
	left := lots.Below(total)
	for i, n := range d.chance {
		if left -= n; left < 0 {
			d.dealt[at] = d.pile[i]
			d.pile = slices.Delete(d.pile, i, i+1)
			break
		}
	}
	return true
}

func (d *Determinizer) resetMarks(p ref.Piece) {
	e := &d.m.Env
	for _, f := range e.World.Kinds[e.World.Pieces[p].Kind].Marks {
		word := e.World.MarkSlot(f, p)
		e.World.Write(word, f.First(word))
		if f.Until {
			d.m.Env.World.Outlast(f, word)
		}
	}
}
