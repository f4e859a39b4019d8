package formula

import (
	"math"
	"slices"
	"sync/atomic"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// The evaluator is simple, but the searches that take most of the time start from the few
// pieces that can match. The leading conjuncts of a condition often depend only on the piece
// (its card, its printed values, its fixed owner) and on at most one other value, the key:
// `.kind == "tool"`, `region in it.around`, `.owner == player`. The matching pieces form a set
// for each value of the key, computed on demand. A search visits the smaller of this set and
// the list, and evaluates the rest of the condition. Without sets a random match of tusk takes
// six times as long.

// search describes how a list function finds elements without visiting the whole list.
type search struct {
	set  *keyedSet // the leading conjuncts, or nil
	rest *Expr     // the rest of the condition, or nil
	// If the first conjunct is `borne in it.ZONE`, the only candidate is the piece on which
	// borne is.
	borne *Expr
	on    []*schema.ZoneDecl // the zones named by ZONE
}

// keyedSet is the set of pieces that meet a condition, for each value of its key.
type keyedSet struct {
	cond    *Expr
	slot    int32          // the local of the element
	kinds   schema.KindSet // kinds of the elements; 0 for any
	key     *Expr          // nil if the condition depends only on the piece
	hidden  bool           // it reads fields that are hidden from some seats
	printed bool           // it reads printed values, which scenarios may replace
	steps   int            // steps of the analysis so far
	by      atomic.Pointer[[]atomic.Pointer[pieces]]
}

// pieces has the members of a keyed set for one value of the key.
type pieces struct {
	list  []int32 // sorted by number
	bits  []uint64
	fault bool // the condition is a fault for some piece, so the set cannot be used
}

func (s *pieces) has(p ref.Piece) bool { return s.bits[p>>6]>>(uint(p)&63)&1 != 0 }

// maxSteps limits the analysis of a condition. A called formula is analysed again at each call.
const maxSteps = 256

// plan adds the search that the condition of a list function allows.
func plan(c *Compiler, v *Expr) {
	if !v.OK() || c.LaidOut || c.typing || v.Args[0].Type.Base != schema.Piece {
		return // formulas of scenarios are evaluated only once
	}
	l, cond := v.Args[0], v.Args[1]
	if borne, on := bornePiece(cond, v.At); borne != nil &&
		(l.is(AllPieces) || l.is(Lying) && l.Args[0].is(ZoneOfGame)) {
		v.search = &search{borne: borne, on: on}
	} else if set, rest := leadingSet(c, cond, v.At, l.Type.Kinds); set != nil {
		v.search = &search{set: set, rest: rest}
	}
}

// leadingSet splits a condition `a and b and …` into leading conjuncts that a keyed set can answer, as many as
// possible, and the rest. set is nil if the first conjunct is not suitable.
func leadingSet(c *Compiler, cond *Expr, slot int32, kinds schema.KindSet) (set *keyedSet, rest *Expr) {
	set = &keyedSet{slot: slot, kinds: kinds}
	last := cond
	if cond.is(Both) {
		if set, rest = leadingSet(c, cond.Args[0], slot, kinds); set == nil {
			return nil, nil
		}
		last = cond.Args[1]
		if rest != nil {
			return set, newValue(Both, yesNoType, cond.Pos, rest, last)
		}
	}
	next := &keyedSet{slot: slot, kinds: set.kinds, key: set.key, hidden: set.hidden, printed: set.printed,
		steps: set.steps}
	switch {
	case next.isStatic(c, last):
		next.cond, next.kinds = cond, kindsWhere(c, last, slot, next.kinds)
		return next, nil
	case set.cond == nil:
		return nil, nil
	}
	return set, last
}

// kindsWhere returns the kinds for which a comparison of the element's card name with a
// constant can be true.
func kindsWhere(c *Compiler, cond *Expr, slot int32, kinds schema.KindSet) (left schema.KindSet) {
	if !cond.is(Equal) || !cond.Args[1].Const() || !cond.Args[0].is(CardWord) || !cond.Args[0].Args[0].isLocal(slot) {
		return kinds
	}
	for card, word := range cond.Args[0].Words {
		if k := c.Schema.Cards[card].Kind.Index; word == ref.Word(cond.Args[1].K) && (kinds == 0 || kinds.Has(k)) {
			left |= 1 << uint(k)
		}
	}
	return left
}

// isStatic reports whether a value depends only on the element, on facts that never change, and
// on the key, which it determines. Locals from the element's on contain the element and values
// derived from it.
func (s *keyedSet) isStatic(c *Compiler, v *Expr) bool {
	if s.steps++; v == nil || v.run == 0 || s.steps > maxSteps {
		return v == nil
	}
	switch v.Op {
	case Local:
		return v.access == 0 && (v.At >= s.slot || !v.Type.List && s.isKey(v))
	case Me:
		return s.isKey(v)
	case FrameWord:
		return !v.Type.List && v.Type.Base != schema.Piece && s.isKey(v)
	case Printed:
		s.hidden, s.printed = s.hidden || v.Field.Hidden(), true
	case Row:
		s.printed = true
	case Owner:
		if s.kinds == 0 || !v.Args[0].isLocal(s.slot) ||
			slices.ContainsFunc(c.Schema.Pieces, func(p schema.PieceInfo) bool {
				return s.kinds.Has(int(p.Kind)) && p.Owner == schema.Nothing
			}) {
			return false // the owner of some pieces depends on their zone
		}
	case Call:
		if v.depends != onOperands {
			return false
		}
	case Ruled, Ruling, Stopped, Players, Others, AllPieces:
		return false
	default:
		if !stateless[v.Op] {
			return false
		}
	}
	if v.Op == Dispatch && slices.ContainsFunc(v.By, func(by *Expr) bool { return !s.isStatic(c, by) }) {
		return false
	}
	return !slices.ContainsFunc(v.Args, func(of *Expr) bool { return !s.isStatic(c, of) })
}

// isKey reports whether v is the key of the set. If the set has no key yet, v becomes its key.
func (s *keyedSet) isKey(v *Expr) bool {
	if s.key == nil {
		s.key = v
	}
	return s.key.Op == v.Op && s.key.At == v.At
}

// of returns the pieces of the set for the current value of the key, or nil if the condition
// must be evaluated.
func (s *keyedSet) of(e *Env) *pieces {
	if s.hidden && e.viewer >= 0 || s.printed && e.World.Data != e.World.Schema.Base {
		return nil
	}
	by := s.by.Load()
	if by == nil {
		n := 1
		if s.key != nil {
			n = len(e.World.Pieces) + 2
		}
		made := make([]atomic.Pointer[pieces], n)
		by = &made
		s.by.Store(by)
	}
	at := 0
	if s.key != nil {
		switch k := e.num(s.key); {
		case k >= 0:
			at = int(k) + 1
		case k != schema.Nothing:
			return nil
		}
	}
	if uint(at) >= uint(len(*by)) {
		return nil
	}
	p := (*by)[at].Load()
	if p == nil {
		p = s.fill(e)
		(*by)[at].Store(p)
	}
	if p.fault {
		return nil
	}
	return p
}

// fill evaluates the condition for all pieces. The work is not counted.
func (s *keyedSet) fill(e *Env) *pieces {
	out := &pieces{bits: make([]uint64, (len(e.World.Pieces)+63)/64)}
	viewer, err, fuel, mark := e.viewer, e.World.Err, e.Fuel, len(e.arena)
	e.viewer, e.World.Err = ref.Referee, nil
	for p := range e.World.Pieces {
		if s.kinds != 0 && !s.kinds.Has(int(e.World.Pieces[p].Kind)) {
			continue
		}
		e.Fuel, e.locals[s.slot] = DefaultFuel, int32(p)
		if e.num(s.cond) == 1 {
			out.list = append(out.list, int32(p))
			out.bits[p>>6] |= 1 << (uint(p) & 63)
		}
		e.arena = e.arena[:mark]
	}
	out.fault = e.World.Err != nil
	e.viewer, e.World.Err, e.Fuel = viewer, err, fuel
	return out
}

// candidates returns the elements of a list that can meet a condition, and the part of the condition that is still to
// be evaluated for them. If that part is nil, all of them meet it, and only the first most elements are returned.
func (e *Env) candidates(v *Expr, s *search, most int) (all []int32, cond *Expr) {
	if s.borne != nil {
		return e.bearer(v.Args[0], s), v.Args[1]
	}
	in := s.set.of(e)
	if in == nil {
		return e.list(v.Args[0]), v.Args[1]
	}
	if s.rest != nil {
		most = math.MaxInt
	}
	switch l := v.Args[0]; {
	case l.is(AllPieces):
		e.spend(v, len(in.list)>>3)
		return in.list, s.rest
	case l.is(Lying) && e.viewer < 0:
		return e.lyingIn(v, in, most), s.rest
	default:
		at := len(e.arena)
		all = e.list(l)
		e.spend(v, len(all)>>3)
		e.arena = e.arena[:at]
		for _, p := range all { // overwrites the list's own copy, if it has one
			if in.has(ref.Piece(p)) {
				e.arena = append(e.arena, p)
			}
		}
		return e.since(at), s.rest
	}
}

// lyingIn returns the pieces that are in a keyed set and in the zone of a list function, at most the given number. It
// visits the smaller of the two. If the function returns the pieces themselves, they must be in the order of the zone;
// a zone with one place that is no stack is sorted by piece, as sets are.
func (e *Env) lyingIn(v *Expr, in *pieces, most int) []int32 {
	l, at := v.Args[0], len(e.arena)
	z, cells := ref.Place(e.num(l.Args[0])), ref.Place(l.At)
	if z == schema.Nothing {
		return nil
	}
	n := cells
	if n == 1 {
		n = ref.Place(e.World.Len(z))
	}
	if ordered := v.Type.Base == schema.Piece; len(in.list) < int(n) &&
		(!ordered || cells == 1 && !e.World.Zones[z].Stack) {
		for _, p := range in.list {
			if uint32(e.World.In(ref.Piece(p))-z) < uint32(cells) {
				if e.arena = append(e.arena, p); len(e.arena)-at >= most {
					break
				}
			}
		}
		e.spend(v, len(in.list)>>3)
		return e.since(at)
	}
	for c := z; c < z+cells; c++ {
		for p := e.World.Head(c); p >= 0; p = e.World.Next(p) {
			if in.has(p) {
				if e.arena = append(e.arena, int32(p)); len(e.arena)-at >= most {
					return e.since(at)
				}
			}
		}
	}
	e.spend(v, int(n)>>3)
	return e.since(at)
}

// bornePiece recognises a first conjunct `piece in it.ZONE`, where `it` is the element in a local. It returns the piece
// and the zones, or nil for other conjuncts.
func bornePiece(cond *Expr, slot int32) (borne *Expr, zones []*schema.ZoneDecl) {
	for cond.is(Both) {
		cond = cond.Args[0]
	}
	if !cond.is(Contains) || !cond.Args[1].is(Lying) || cond.Args[1].At != 1 || !cond.Args[1].Args[0].is(ZoneOfPiece) {
		return nil, nil
	}
	zone := cond.Args[1].Args[0]
	of := zone.Args[0]
	for kind, z := range zone.Zones {
		if z == nil && of.Type.Kinds.Has(kind) {
			return nil, nil // the condition is a fault for such a piece
		}
	}
	borne = cond.Args[0]
	if !of.isLocal(slot) || of.Type.Kinds == 0 || !borne.is(Constant) && (!borne.is(Local) || borne.At == slot) {
		return nil, nil
	}
	return borne, zone.Zones
}

// bearer returns the piece of a list on which another piece is. For a seat that may not see all zones in question it
// returns the whole list, so that the condition decides whether the seat may read them.
func (e *Env) bearer(l *Expr, s *search) []int32 {
	q, first, cells := ref.Piece(e.num(s.borne)), ref.Place(0), int32(math.MaxInt32)
	if !l.is(AllPieces) {
		first, cells = ref.Place(l.Args[0].Zone.First), int32(l.Args[0].Zone.Cells)
	}
	if q < 0 || e.viewer >= 0 && !(s.allOpen() && (first == 0 || e.World.Zones[first].Open)) {
		return e.list(l)
	}
	p, at := e.World.Zones[e.World.In(q)].Piece, len(e.arena)
	if p < 0 || uint32(e.World.In(p)-first) >= uint32(cells) ||
		l.Type.Kinds != 0 && !l.Type.Kinds.Has(int(e.World.Pieces[p].Kind)) {
		return nil
	}
	e.arena = append(e.arena, int32(p))
	return e.since(at)
}

// allOpen reports whether all players see the pieces in the zones of the first conjunct.
func (s *search) allOpen() bool {
	return !slices.ContainsFunc(s.on, func(d *schema.ZoneDecl) bool { return d != nil && !d.Open() })
}

// isLocal reports whether v is the single value stored in a local.
func (v *Expr) isLocal(slot int32) bool {
	return v.is(Local) && v.At == slot && !v.Type.List
}
