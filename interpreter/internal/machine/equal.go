package machine

import "slices"

// optionLike returns the option whose card looks to a seat like p, or equals p if seat is -1; -1 if there is none.
// Cards stand in the order of declaration, so only the last options can match.
func (m *Match) optionLike(r *Request, seat, p int32) int32 {
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

// mixed reports whether a candidate that looks to a seat like p is another card. Chance then draws which one
// is meant.
func (m *Match) mixed(seat, p int32) bool {
	e := &m.Env
	if seat < 0 || m.Named || !e.Kinds[e.Pieces[p].Kind].Veiled {
		return false
	}
	return slices.ContainsFunc(m.cand, func(q int32) bool {
		return e.Pieces[q].Card == e.Pieces[p].Card && e.In(q) == e.In(p) && m.Env.LooksAlike(seat, p, q) && !m.Env.Alike(p, q)
	})
}

// sightOf returns the seat whose sight separates the options of a choice; -1 if only equal cards are joined.
func (m *Match) sightOf(r *Request) int32 {
	if m.Named || r.choose == nil || !r.choose.Blind {
		return -1
	}
	return r.By
}
