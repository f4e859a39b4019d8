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

// observer records the choices of a match.
type observer struct {
	offers []Offer
	index  map[offerKey]int
}

type offerKey struct {
	Choice
	seat int32
}

// Observe makes the Player record the choices of the following matches.
func (p *Player) Observe() { p.observer = &observer{index: map[offerKey]int{}} }

// Offers returns the choices that seats were offered in the match, in the order of their first
// appearance.
func (p *Player) Offers() []Offer { return p.observer.offers }

// clear begins a match.
func (o *observer) clear() {
	o.offers = o.offers[:0]
	clear(o.index)
}

// see records a request with its answer.
func (o *observer) see(m *machine.Match, r *machine.Request, move decide.Move) {
	if move.Offer != "" || r.By == machine.Chance {
		return
	}
	for i := range r.Options {
		c := Choice{r.Name, optionID(m, r, i)}
		if c.Option == "" {
			continue
		}
		k := offerKey{c, int32(r.By)}
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
