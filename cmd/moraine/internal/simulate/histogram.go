package simulate

import (
	"encoding/json"
	"maps"
	"math/bits"
	"slices"
)

// histogram counts values. Values of up to eight bits are exact; of larger ones only the eight
// highest bits are kept, so that the size is limited.
type histogram map[int64]int64

// bin returns the value that represents v in a histogram: v rounded towards 0.
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
	if *h == nil {
		*h = histogram{}
	}
	(*h)[bin(v)] += times
}

// bins lists the values in ascending order, each with its count.
func (h histogram) bins() [][2]int64 {
	var out [][2]int64
	for _, v := range slices.Sorted(maps.Keys(h)) {
		out = append(out, [2]int64{v, h[v]})
	}
	return out
}

// MarshalJSON implements json.Marshaler.
func (h histogram) MarshalJSON() ([]byte, error) { return json.Marshal(h.bins()) }

// UnmarshalJSON implements json.Unmarshaler. It does not check the values, because Read
// compares the whole text with the output of WriteJSON.
func (h *histogram) UnmarshalJSON(text []byte) error {
	var bins [][2]int64
	err := json.Unmarshal(text, &bins)
	for _, b := range bins {
		h.add(b[0], b[1])
	}
	return err
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}
