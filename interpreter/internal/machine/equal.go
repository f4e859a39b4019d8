package machine

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// like returns the option that offers a card that looks to a seat as p does, or is equal to p if seat is -1; -1 if there is
// none. Cards come in the order of their declaration, so only the last options can.
func (m *Match) like(r *Request, seat, p int32) int32 {
	card := m.Env.Pieces[p].Card
	for i := len(r.Options) - 1; i >= 0; i-- {
		q := r.Options[i].Value
		if m.Env.Pieces[q].Card != card {
			break
		}
		if p == q || m.Env.In(p) == m.Env.In(q) && m.looksAlike(seat, p, q) {
			return int32(i)
		}
	}
	return -1
}

// Same reports whether two pieces are equal cards: the same card, print, face, owner,
// marks, contents and zone.
func (m *Match) Same(p, q int32) bool {
	return p == q || m.Env.In(p) == m.Env.In(q) && m.alike(p, q)
}

// alike is Same, wherever the pieces lie.
func (m *Match) alike(p, q int32) bool {
	e := &m.Env
	a, b := &e.Pieces[p], &e.Pieces[q]
	if e.Data.Rows[p] != e.Data.Rows[q] || a.Owner != b.Owner || e.FaceDown(p) != e.FaceDown(q) {
		return false
	}
	kind := e.Kinds[a.Kind]
	if kind.Simple {
		for _, at := range kind.MarkAt {
			if e.W[at+int(p)] != e.W[at+int(q)] {
				return false
			}
		}
		return true
	}
	for n, at := range kind.MarkAt {
		i, j := at+int(p), at+int(q)
		if f := kind.Marks[n]; e.W[i] != e.W[j] || f.Until && m.endsApart(f, i, j) {
			return false
		}
	}
	for _, d := range kind.On {
		zp, zq := int32(d.First+(int(p)-kind.First)*d.Cells), int32(d.First+(int(q)-kind.First)*d.Cells)
		for c := range int32(d.Cells) {
			x, y := e.Head(zp+c), e.Head(zq+c)
			for x >= 0 && y >= 0 && m.alike(x, y) {
				x, y = e.Next(x), e.Next(y)
			}
			if x >= 0 || y >= 0 {
				return false
			}
		}
	}
	return true
}

// endsApart reports whether the values of two words of a field end at different moments.
func (m *Match) endsApart(f *schema.Field, i, j int) bool {
	x, y := state.UntilAt(f, i), state.UntilAt(f, j)
	return [2]int32(m.Env.W[x:x+2]) != [2]int32(m.Env.W[y:y+2])
}

// looksAlike is alike as far as a seat can see: marks that it may not read and contents that it does not know do not
// count. If seat is -1, all counts.
func (m *Match) looksAlike(seat, p, q int32) bool {
	e := &m.Env
	kind := e.Kinds[e.Pieces[p].Kind]
	if seat < 0 || !kind.Veiled {
		return m.alike(p, q)
	}
	if e.Data.Rows[p] != e.Data.Rows[q] || e.Pieces[p].Owner != e.Pieces[q].Owner || e.FaceDown(p) != e.FaceDown(q) {
		return false
	}
	for n, at := range kind.MarkAt {
		f, i, j := kind.Marks[n], at+int(p), at+int(q)
		if reads := e.Reads(seat, f, p); reads != e.Reads(seat, f, q) {
			return false
		} else if !reads {
			continue
		}
		if e.W[i] != e.W[j] || f.Until && m.endsApart(f, i, j) {
			return false
		}
	}
	for _, d := range kind.On {
		zp, zq := int32(d.First+(int(p)-kind.First)*d.Cells), int32(d.First+(int(q)-kind.First)*d.Cells)
		for c := range int32(d.Cells) {
			if !m.contentsLookAlike(seat, zp+c, zq+c) {
				return false
			}
		}
	}
	return true
}

// contentsLookAlike reports whether a seat sees the same in two zones on pieces.
func (m *Match) contentsLookAlike(seat, y, z int32) bool {
	e := &m.Env
	if counts := e.Counts(seat, y); counts != e.Counts(seat, z) {
		return false
	} else if !counts {
		return true
	}
	return slices.EqualFunc(m.looksIn(seat, y), m.looksIn(seat, z), func(a, b back) bool {
		if knows := e.Knows(seat, a.piece); knows != e.Knows(seat, b.piece) {
			return false
		} else if knows {
			return m.looksAlike(seat, a.piece, b.piece)
		}
		return m.compareLooks(seat, a, b) == 0
	})
}

// looksIn returns what lies in a zone: of a stack in its order, else the unknown pieces last, by how they look to a seat.
func (m *Match) looksIn(seat, z int32) (out []back) {
	e := &m.Env
	for p := e.Head(z); p >= 0; p = e.Next(p) {
		out = append(out, back{piece: p, kinds: e.Backs(seat, p)})
	}
	if !e.Zones[z].Stack {
		slices.SortStableFunc(out, func(a, b back) int {
			switch x, y := e.Knows(seat, a.piece), e.Knows(seat, b.piece); {
			case x && y:
				return 0
			case x:
				return -1
			case y:
				return 1
			}
			return m.compareLooks(seat, a, b)
		})
	}
	return out
}

// mixed reports whether a candidate that looks to a seat as p does is in truth another card. Then chance draws which of
// them is meant.
func (m *Match) mixed(seat, p int32) bool {
	e := &m.Env
	if seat < 0 || m.Named || !e.Kinds[e.Pieces[p].Kind].Veiled {
		return false
	}
	return slices.ContainsFunc(m.cand, func(q int32) bool {
		return e.Pieces[q].Card == e.Pieces[p].Card && e.In(q) == e.In(p) && m.looksAlike(seat, p, q) && !m.alike(p, q)
	})
}

// eyes returns the seat whose sight tells apart the options of a choice; -1 if equal cards alone are one option.
func (m *Match) eyes(r *Request) int32 {
	if m.Named || r.choose == nil || !r.choose.Blind {
		return -1
	}
	return r.By
}
