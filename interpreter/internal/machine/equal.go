package machine

import "slices"

// like returns the option that offers a card that looks to a seat as p does, or is equal to p if seat is -1; -1 if there is
// none. Cards come in the order of their declaration, so only the last options can.
func (m *Match) like(r *Request, seat, p int32) int32 {
	card := m.Env.Pieces[p].Card
	for i := len(r.Options) - 1; i >= 0; i-- {
		q := r.Options[i].Value
		if m.Env.Pieces[q].Card != card {
			break
		}
		if p == q || m.Env.In(p) == m.Env.In(q) && m.Env.LooksAlike(seat, p, q) {
			return int32(i)
		}
	}
	return -1
}

// mixed reports whether a candidate that looks to a seat as p does is in truth another card. Then chance draws which of
// them is meant.
func (m *Match) mixed(seat, p int32) bool {
	e := &m.Env
	if seat < 0 || m.Named || !e.Kinds[e.Pieces[p].Kind].Veiled {
		return false
	}
	return slices.ContainsFunc(m.cand, func(q int32) bool {
		return e.Pieces[q].Card == e.Pieces[p].Card && e.In(q) == e.In(p) && m.Env.LooksAlike(seat, p, q) && !m.Env.Alike(p, q)
	})
}

// eyes returns the seat whose sight tells apart the options of a choice; -1 if equal cards alone are one option.
func (m *Match) eyes(r *Request) int32 {
	if m.Named || r.choose == nil || !r.choose.Blind {
		return -1
	}
	return r.By
}
