package machine

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

func (r *Request) offer(v int32) { r.Options = append(r.Options, Option{v, 1}) }

// offerAs adds piece v to option i, or adds an option for it if i is negative. It returns the
// index of the option.
func (r *Request) offerAs(i, v int32) int32 {
	if i < 0 {
		r.offer(v)
		return int32(len(r.Options) - 1)
	}
	r.Options[i].Count++
	return i
}

// candidates sets the options of a choice in order: the elements for which `where` is true,
// without duplicates, with equal cards joined. It returns the number of candidates.
func (r *Request) candidates(c *program.ChooseOp) int {
	r.collect(c)
	if !c.IsList() && c.Together != nil {
		return r.dropRefused()
	}
	return len(r.cand)
}

// collect does the same as candidates without applying `together`.
func (r *Request) collect(c *program.ChooseOp) {
	e := &r.m.Env
	r.cand = append(r.cand[:0], c.From.List(e)...)
	e.Work += len(r.cand)
	r.sortCandidates(c.Elem.Base)
	sight := ref.NoSeat
	if c.Elem.Base == schema.Piece {
		sight = r.sightOf()
	}
	r.makeOptions(c.Blind, sight, func(v ref.Piece) bool {
		if c.Where == nil {
			return false
		}
		e.Refuel()
		e.SetIt(int32(v))
		return r.isRefused(int32(v), c.Where.Failing(e))
	})
}

// makeOptions makes an option of each candidate that is not refused, in order. Cards that look alike to the seat
// `sight` become one option; to the referee only equal cards look alike, and with NoSeat no cards are joined. If blind
// is set, cards that the asked seat does not know come last, joined by their backs.
func (r *Request) makeOptions(blind bool, sight ref.Seat, isRefused func(v ref.Piece) bool) {
	r.group, r.unknown = r.group[:0], r.unknown[:0]
	k := 0
	for _, v := range r.cand {
		if isRefused(ref.Piece(v)) {
			continue
		}
		if blind && r.blind(v, r.Type.Base) {
			r.unknown = append(r.unknown, v)
			continue
		}
		r.cand[k] = v
		k++
		like := int32(-1)
		if sight != ref.NoSeat {
			like = r.optionLike(sight, ref.Piece(v))
		}
		r.group = append(r.group, r.offerAs(like, v))
	}
	r.cand = append(r.cand[:k], r.unknown...)
	r.offerBacks(r.cand[k:])
}

// isRefused reports whether candidate v is refused, which is so if p, the false part of a condition, is not nil. It
// reports the refusal to the observer.
func (r *Request) isRefused(v int32, p *program.CondPart) bool {
	if p != nil {
		r.m.tellRefused(r.op.Step, r.By, v, "", p, r)
	}
	return p != nil
}

// sortCandidates sorts the candidates and removes duplicates. Cards are in the order of
// declaration, numbers ascending, places in their fixed order, players from `me` on, words as
// written.
func (r *Request) sortCandidates(of schema.Base) {
	if of == schema.Word {
		k := 0
		for i, v := range r.cand {
			if !slices.Contains(r.cand[:i], v) {
				r.cand[k] = v
				k++
			}
		}
		r.cand = r.cand[:k]
		return
	}
	slices.Sort(r.cand)
	r.cand = slices.Compact(r.cand)
	if of == schema.Player && r.m.Env.Who >= 0 {
		i, _ := slices.BinarySearch(r.cand, int32(r.m.Env.Who))
		r.only = append(append(r.only[:0], r.cand[i:]...), r.cand[:i]...)
		copy(r.cand, r.only)
	}
}

// dropRefused removes the options of a single choice for which `together` is false.
func (r *Request) dropRefused() int {
	k := 0
	for i := range r.Options {
		a := [1]int32{int32(i)}
		if r.isRefused(r.Options[i].Value, r.together(a[:])) {
			continue
		}
		r.Options[k] = r.Options[i]
		k++
	}
	r.Options = r.Options[:k]
	r.group = r.group[:0] // not needed for a single choice
	return k
}

// optionLike returns the option whose card looks to a seat like p, or that equals p if seat is
// the referee. It returns -1 if there is none. Cards are in the order of declaration, so only the last
// options can match.
func (r *Request) optionLike(seat ref.Seat, p ref.Piece) int32 {
	card := r.m.Env.World.Pieces[p].Card
	for i := len(r.Options) - 1; i >= 0; i-- {
		q := ref.Piece(r.Options[i].Value)
		if r.m.Env.World.Pieces[q].Card != card {
			break
		}
		if p == q || r.m.Env.World.In(p) == r.m.Env.World.In(q) && r.m.Env.World.LooksAlike(seat, p, q) {
			return int32(i)
		}
	}
	return -1
}

// mixed reports whether a different card among the candidates looks to a seat like p. If so,
// chance draws which of them is chosen.
func (r *Request) mixed(p ref.Piece) bool {
	e := &r.m.Env
	if r.By < 0 || r.m.Omniscient || !e.World.Kinds[e.World.Pieces[p].Kind].Veiled {
		return false
	}
	return slices.ContainsFunc(r.cand, func(q int32) bool {
		return e.World.Pieces[q].Card == e.World.Pieces[p].Card && e.World.In(ref.Piece(q)) == e.World.In(p) &&
			r.m.Env.World.LooksAlike(r.By, p, ref.Piece(q)) && !r.m.Env.World.Alike(p, ref.Piece(q))
	})
}

// sightOf returns the seat whose view determines which cards are separate options: the referee joins only
// equal cards.
func (r *Request) sightOf() ref.Seat {
	if r.m.Omniscient || r.choose == nil || !r.choose.Blind {
		return ref.Referee
	}
	return r.By
}

// offerBlock adds options for the cards of a block, one option for equal cards. A block is
// sorted, so copies of a card are adjacent and mostly equal.
func (r *Request) offerBlock(top ref.Piece) {
	e := &r.m.Env
	card, last := ref.Card(-1), int32(-1) // card and last piece of the last option
	for p := top; ; p = e.World.Next(p) {
		i := int32(-1)
		if c := e.World.Pieces[p].Card; c != card {
			card = c
		} else if i = last; !r.m.Env.World.Alike(ref.Piece(r.Options[i].Value), p) {
			i = r.optionLike(ref.Referee, p)
		}
		last = max(last, r.offerAs(i, int32(p)))
		if !e.World.Glued(p) {
			return
		}
	}
}

// removeOne removes one card of option i from the request. It reports whether the remaining
// options are the same as in a new request.
func (r *Request) removeOne(i int32) (same bool) {
	o, e := &r.Options[i], &r.m.Env
	p := ref.Piece(o.Value)
	o.Count--
	if o.Count == 0 {
		r.Options = slices.Delete(r.Options, int(i), int(i)+1)
		return true
	}
	if !e.World.Glued(p) || !r.m.Env.World.Alike(p, e.World.Next(p)) {
		return false
	}
	o.Value = int32(e.World.Next(p))
	return true
}
