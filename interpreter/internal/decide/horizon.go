package decide

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

const (
	// decisions is how far a trial goes where nobody's turn is told.
	decisions = 50
	// farthest is where it ends in any case.
	farthest = 5_000
)

// horizon says when a trial has looked ahead far enough. What comes later is more
// luck and less what the answer was good for, so it takes many trials to be worth
// its while: how often the turn passes until then grows with them.
type horizon struct {
	whose   int32 // turn it is
	turns   int64 // until the end
	made    int   // decisions
	endless bool  // the game does not say how a player stands
}

// horizon is that of a trial which begins now.
func (d *Search) horizon() horizon {
	return horizon{whose: turn(d.m), turns: max(1, sqrt(uint64(d.nodes))/6), endless: d.stands == nil}
}

func (h *horizon) reached(m *machine.Match) bool {
	h.made++
	now := turn(m)
	if now != h.whose {
		h.whose = now
		h.turns--
	}
	switch {
	case h.endless:
		return h.made > farthest
	case now == schema.Nothing:
		return h.made > decisions
	}
	return h.turns <= 0 || h.made > farthest
}

// turn is whose turn it is, if the game tells.
func turn(m *machine.Match) int32 {
	if f := m.P.Turn; f != nil {
		return m.State().W[f.Slot]
	}
	return schema.Nothing
}

// evaluate works out what the match, as it stands, is worth to each player: a win is one,
// and of a match that goes on, a lead of 100 is as good as a win.
func (d *Search) evaluate() bool {
	clear(d.worth)
	if d.m.Finished() {
		won := d.m.State().S[state.AtWinners]
		n := int64(0)
		for i := range d.worth {
			n += int64(won >> i & 1)
		}
		for i := range d.worth {
			if won>>i&1 != 0 {
				d.worth[i] = one / n
			}
		}
		return true
	}
	if d.stands == nil {
		return false
	}
	for i := range d.worth {
		v, ok := WorthTo(d.m, d.stands, int32(i))
		if !ok {
			return false
		}
		d.worth[i] = int64(v)
	}
	lead(d.worth)
	return true
}

// lead turns how players stand into shares of a win: of who is 100 or more ahead
// of all others one, of who is level with the best of them half of it.
func lead(stands []int64) {
	best, next := int64(-1)<<40, int64(-1)<<40
	for _, v := range stands {
		if v > best {
			best, next = v, best
		} else if v > next {
			next = v
		}
	}
	first := true
	for i, v := range stands {
		other := best
		if v == best && first {
			other, first = next, false
		}
		stands[i] = max(0, min(one, one/2+(v-other)*one/200))
	}
}
