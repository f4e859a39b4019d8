package simulate

import (
	"maps"
	"math/bits"
	"slices"
)

// histogram counts how often each value came up. Values of up to eight bits are
// told apart; of larger ones the eight highest bits are, so that no run makes
// it large.
type histogram struct {
	exact []int64 // from 0 on, below fewBits
	rest  map[int64]int64
}

const fewBits = 1 << 8

// bin is the value that stands for v: the nearest towards 0 that has a bin.
func bin(v int64) int64 {
	m := magnitude(v)
	if shift := bits.Len64(m) - 8; shift > 0 {
		m = m >> shift << shift
	}
	if v < 0 {
		return -int64(m)
	}
	return int64(m)
}

func (h *histogram) add(v, times int64) {
	if v >= 0 && v < fewBits {
		for int64(len(h.exact)) <= v {
			h.exact = append(h.exact, 0)
		}
		h.exact[v] += times
		return
	}
	if h.rest == nil {
		h.rest = map[int64]int64{}
	}
	h.rest[bin(v)] += times
}

func (h *histogram) plus(o *histogram) {
	for v, n := range o.exact {
		if n > 0 {
			h.add(int64(v), n)
		}
	}
	for v, n := range o.rest {
		h.add(v, n)
	}
}

func (h *histogram) clear() {
	clear(h.exact)
	clear(h.rest)
}

// bins lists the values that came up, in order, each with how often.
func (h *histogram) bins() [][2]int64 {
	var out [][2]int64
	for v, n := range h.exact {
		if n > 0 {
			out = append(out, [2]int64{int64(v), n})
		}
	}
	for _, v := range slices.Sorted(maps.Keys(h.rest)) {
		out = append(out, [2]int64{v, h.rest[v]})
	}
	slices.SortFunc(out, func(a, b [2]int64) int { return int(min(1, max(-1, a[0]-b[0]))) })
	return out
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}
