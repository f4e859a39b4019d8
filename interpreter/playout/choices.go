package playout

import (
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
)

// Choice is an option of a request to a seat: an option of a `may`, or a card.
type Choice struct{ Request, Option string }

// Offer is a choice with the number of times that a seat was offered it in a match, and the
// number of times that the seat took it.
type Offer struct {
	Choice
	Seat           int
	Offered, Taken int64
}

// Forced makes the seat that is first offered a choice take it, or choose something else at
// random.
type Forced struct {
	Choice
	Take bool
}

// observer records the choices of a match.
type observer struct {
	force  *Forced
	seat   int // the seat that was forced, or -1
	rng    decide.RNG
	offers []Offer
	index  map[offerKey]int
}

type offerKey struct {
	Choice
	seat int32
}

// Observe makes the Player record the choices of the following matches. If force is not nil, it
// is applied in each of them.
func (p *Player) Observe(force *Forced) {
	p.observer = &observer{force: force, index: map[offerKey]int{}}
}

// Offers returns the choices that seats were offered in the match, in the order of their first
// appearance.
func (p *Player) Offers() []Offer { return p.observer.offers }

// ForcedSeat returns the seat that was forced in the match, or -1.
func (p *Player) ForcedSeat() int { return p.observer.seat }

// clear begins a match.
func (o *observer) clear(seed uint64) {
	const stream = 1 << 32 // beyond those of seats
	o.seat, o.offers, o.rng = -1, o.offers[:0], decide.NewRNG(seed, stream)
	clear(o.index)
}

// see records a request with its answer, which it changes if the choice is to be forced.
func (o *observer) see(m *machine.Match, r *machine.Request, move *decide.Move) {
	if move.Offer != "" || r.By == machine.Chance {
		return
	}
	if o.force != nil && o.seat < 0 && r.Name == o.force.Request {
		for i := range r.Options {
			if o.seat < 0 && optionID(m, r, i) == o.force.Option {
				o.apply(r, int32(i), move)
			}
		}
	}
	for i := range r.Options {
		c := Choice{r.Name, optionID(m, r, i)}
		if c.Option == "" {
			continue
		}
		k := offerKey{c, r.By}
		at, found := o.index[k]
		if !found {
			at = len(o.offers)
			o.index[k] = at
			o.offers = append(o.offers, Offer{Choice: c, Seat: int(r.By)})
		}
		o.offers[at].Offered++
		if slices.Contains(move.Answer, int32(i)) {
			o.offers[at].Taken++
		}
	}
}

// mostTried limits the answers of which one is drawn at random.
const mostTried = 10_000

// apply forces option i, or another answer without it. In a list it adds the option to the answer or leaves it out, if
// that is legal. A request that does not have both kinds of answers is left as it is.
func (o *observer) apply(r *machine.Request, i int32, move *decide.Move) {
	var drawn [2][]int32 // a random answer without the option, and one with it
	var count [2]int
	r.EachAnswer(func(a []int32) bool {
		side := 0
		if slices.Contains(a, i) {
			side = 1
		}
		if count[side]++; o.rng.Below(count[side]) == 0 {
			drawn[side] = slices.Clone(a)
		}
		return count[0]+count[1] < mostTried
	})
	if count[0] == 0 || count[1] == 0 {
		return
	}
	o.seat = int(r.By)
	if slices.Contains(move.Answer, i) == o.force.Take {
		return
	}
	near := slices.DeleteFunc(slices.Clone(move.Answer), func(k int32) bool { return k == i })
	side := 0
	if o.force.Take {
		near, side = append(near, i), 1
	}
	if move.Answer = drawn[side]; r.List && r.Legal(near) {
		move.Answer = near
	}
}

// optionID returns the id of an option of a `may`, or the card of a piece. It is "" for others.
func optionID(m *machine.Match, r *machine.Request, i int) string {
	v := r.Options[i].Value
	if name := r.OptionName(int(v)); name != "" {
		return name
	}
	if r.Type.Base != schema.Piece || v < 0 || int(v) >= len(m.P.Schema.Pieces) {
		return ""
	}
	return m.P.Cards[m.P.Schema.Pieces[v].Card].Name
}
