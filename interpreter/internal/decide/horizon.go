package decide

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

const (
	// decisions is the length of a trial in games that do not declare whose turn it is.
	decisions = 50
	// farthest is the absolute limit on the length of a trial.
	farthest = 5_000
)

// horizon is the end of a trial. Results in the far future depend more on chance than on the
// answer, so a longer trial is useful only with more trials: the number of turns grows with
// their number.
type horizon struct {
	whose   int32 // the player whose turn it is
	turns   int64 // remaining turns
	made    int   // decisions so far
	endless bool  // play to the end of the match, because the game does not value positions
}

// horizon returns the horizon of a new trial.
func (d *Search) horizon() horizon {
	return horizon{whose: turn(d.m), turns: max(1, Sqrt(uint64(d.nodes))/6),
		endless: d.stands == nil && d.learned == nil}
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

// turn returns the player whose turn it is, if the game declares that.
func turn(m *machine.Match) int32 {
	if f := m.P.Turn; f != nil {
		return m.Env.World.Word(f.Slot)
	}
	return schema.Nothing
}

// evaluate computes the value of the current position for each player. A win is `one`; in an
// unfinished match a lead of 100 counts as a win.
func (d *Search) evaluate() bool {
	clear(d.worth)
	if d.m.Finished() {
		won := d.m.State().Stack[state.AtWinners]
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
	if d.learned != nil {
		d.expect()
		return true
	}
	if d.stands == nil {
		return false
	}
	for i := range d.worth {
		v, ok := WorthTo(d.m, d.stands, ref.Seat(i))
		if !ok {
			return false
		}
		d.worth[i] = int64(v)
	}
	lead(d.worth)
	return true
}

// lead converts values of positions to shares of a win: `one` for a lead of 100 or more over
// all others, half of it for a tie with the best of them.
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
