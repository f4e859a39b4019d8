package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
)

// While a request waits, any player may make a side offer that the game declares: once a request or, with
// `again`, any number of times. The offer is a procedure on top of the waiting frame. When it ends, the
// request is asked anew, since the table may have changed. Offers are not options of requests.

// MayOffer returns the reason why a seat cannot make an offer now; nil if it can.
func (m *Match) MayOffer(name string, seat int32) error {
	r := m.Next()
	o := m.offer(name)
	s := m.Env.S
	switch {
	case o == nil:
		return &Illegal{Why: "there is no side offer %s", Of: []any{name}}
	case r == nil:
		return &Illegal{Why: "nothing is being asked, so nothing can be proposed"}
	case r.By == Chance:
		return &Illegal{Why: "nothing is proposed while chance decides"}
	case seat < 0 || seat >= m.Env.Players():
		return &Illegal{Why: "there is no such player"}
	case s[state.AtSealed] != 0:
		return &Illegal{Why: "nothing is proposed while choices are sealed"}
	case s[state.AtOffer] != 0:
		return &Illegal{Why: "an offer is under way already"}
	case m.HasOffered(seat) && !o.Again.Yes(&m.Env):
		return &Illegal{Why: "a player makes one offer a request"}
	case m.closed(o):
		return &Illegal{Why: "no offers are made here"}
	}
	return m.mayOffer(o, seat)
}

// HasOffered reports whether a seat has made an offer at this request.
func (m *Match) HasOffered(seat int32) bool { return m.Env.S[state.AtOffered]&(1<<uint(seat)) != 0 }

// mayOffer checks the game's condition on the seat that makes an offer.
func (m *Match) mayOffer(o *program.Offer, seat int32) error {
	e := &m.Env
	who := e.Who
	e.Refuel()
	e.Who = seat
	p := o.If.Failing(e)
	e.Who = who
	if p != nil {
		m.tellRefused(m.P.Whole(int32(o.Proc)), seat, -1, o.Name, p, nil)
		return refusalOf(p, "this is no time for it")
	}
	return m.Err()
}

// Offer proposes a side offer for a seat; its own choices are requests like any
// other.
func (m *Match) Offer(name string, seat int32) error {
	if why := m.MayOffer(name, seat); why != nil {
		return why
	}
	m.asked = false
	o, s := m.offer(name), m.Env.S
	s[state.AtOffered] |= 1 << uint(seat)
	base := m.Stack.push(o.Proc, seat, s[state.AtPC])
	m.Env.S[state.AtOffer] = int32(base)
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Offered, Step: m.P.Whole(int32(o.Proc)), Who: seat, Text: name, Cites: o.Cites})
	}
	return m.Err()
}

func (m *Match) offer(name string) *program.Offer {
	for _, o := range m.P.Offers {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// closed reports whether something runs in which the offer may not be made.
func (m *Match) closed(o *program.Offer) bool {
	for f, pc := range m.Stack.Frames() {
		proc := m.Env.S[f+state.FrameProc]
		for _, id := range o.ClosedIn {
			if step := m.P.Units[proc].Step(id.Name); id.Name == m.P.Procs[proc].Name || step != nil && step.Has(pc) {
				return true
			}
		}
	}
	return false
}
