package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// While a request is open, any player may make a side offer that the game declares: once per
// request or, with `again`, any number of times. The offer is a procedure above the waiting
// frame. When it ends, the request is computed again, because the table may have changed.
// Offers are not options of requests.

// MayOffer returns the reason why a seat cannot make an offer now, or nil.
func (m *Match) MayOffer(name string, seat ref.Seat) error {
	r := m.Next()
	o := offerNamed(m.P, name)
	s := m.Env.World.Stack
	switch {
	case o == nil:
		return &Illegal{Why: "there is no side offer %s", Of: []any{name}}
	case r == nil:
		return &Illegal{Why: "nothing is being asked, so nothing can be proposed"}
	case r.By == Chance:
		return &Illegal{Why: "nothing is proposed while chance decides"}
	case seat < 0 || seat >= m.Env.World.Players():
		return &Illegal{Why: "there is no such player"}
	case s[state.AtSealed] != 0:
		return &Illegal{Why: "nothing is proposed while choices are sealed"}
	case s[state.AtOffer] != 0:
		return &Illegal{Why: "an offer is under way already"}
	case m.HasOffered(seat) && !o.Again.Yes(&m.Env):
		return &Illegal{Why: "a player makes one offer a request"}
	}
	return offer{Offer: o, m: m, seat: seat}.refusal()
}

// HasOffered reports whether a seat has made an offer during this request.
func (m *Match) HasOffered(seat ref.Seat) bool {
	return m.Env.World.Stack[state.AtOffered]&(1<<uint(seat)) != 0
}

// offer is a side offer by a seat.
type offer struct {
	*program.Offer
	m    *Match
	seat ref.Seat
}

// refusal returns the reason why the game does not allow the offer, or nil.
func (o offer) refusal() error {
	if o.closed() {
		return &Illegal{Why: "no offers are made here"}
	}
	e := &o.m.Env
	who := e.Who
	e.Refuel()
	e.Who = o.seat
	p := o.If.Failing(e)
	e.Who = who
	if p != nil {
		o.m.tellRefused(o.m.P.Whole(o.Proc), o.seat, schema.Nothing, o.Name, p, nil)
		return refusalOf(p, "this is no time for it")
	}
	return o.m.Err()
}

// Offer makes a side offer for a seat. Choices within the offer are requests like any other.
func (m *Match) Offer(name string, seat ref.Seat) error {
	if why := m.MayOffer(name, seat); why != nil {
		return why
	}
	m.asked = false
	o, s := offerNamed(m.P, name), m.Env.World.Stack
	s[state.AtOffered] |= 1 << uint(seat)
	base := m.Stack.push(o.Proc, seat, ref.PC(s[state.AtPC]))
	m.Env.World.Stack[state.AtOffer] = int32(base)
	m.tell(Event{Kind: Offered, Step: m.P.Whole(o.Proc), Who: seat, Text: name, Cites: o.Cites})
	return m.Err()
}

// offerNamed returns the side offer with a name, or nil.
func offerNamed(p *program.Program, name string) *program.Offer {
	for _, o := range p.Offers {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// closed reports whether a procedure or step is running in which the offer is not allowed.
func (o offer) closed() bool {
	for f, pc := range o.m.Stack.Frames() {
		proc := o.m.Env.World.Stack[f+state.FrameProc]
		for _, id := range o.ClosedIn {
			if step := o.m.P.Units[proc].Step(id.Name); id.Name == o.m.P.Procs[proc].Name ||
				step != nil && step.Has(ref.PC(pc)) {
				return true
			}
		}
	}
	return false
}
