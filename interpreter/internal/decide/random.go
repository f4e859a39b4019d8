// Package decide answers requests: at random, by the preferences of a bot, or by search. A
// decider gets a request and its match, and must not change the match.
//
//	random.go       the generator, and the random decider
//	seats.go        deciders of all seats, and side offers
//	fixed.go        fixed-point numbers for searches
//	policy.go       bots with formulas as preferences
//	worth.go        values of answers, seats and pieces by formulas
//	lists.go        choices of several things
//	mcts.go         search bots
//	tree.go         the tree of a search
//	learned.go      values of positions by learned weights
//	horizon.go      the length of trials, and values of positions
//	determinize.go  dealing hidden information again
//	hidden.go       finding hidden information and references to it
//	sealed.go       rounds of others in a sealed block
package decide

import (
	"math/bits"

	"moraine/interpreter/internal/machine"
)

// Decider answers requests. The answer is valid until the next call.
type Decider interface {
	Decide(m *machine.Match, r *machine.Request) []int32
}

// RNG is a PCG-XSH-RR generator (O'Neill 2014). It is a value of sixteen bytes that is copied
// with its owner, and gives the same numbers on every machine.
type RNG struct{ state, inc uint64 }

// NewRNG returns the generator for a seed. Streams of one seed are independent.
func NewRNG(seed, stream uint64) RNG {
	r := RNG{inc: stream<<1 | 1}
	r.Uint32()
	r.state += mix(seed)
	r.Uint32()
	return r
}

// mix distributes the bits of a seed (finalizer of SplitMix64), so that the seeds 1, 2, 3 give
// unrelated numbers.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// MatchSeed returns the seed of match k of a series: output k of SplitMix64 started at the seed
// of the series. The seeds of a series are distinct.
func MatchSeed(series, k uint64) uint64 { return mix(mix(series) + k*0x9e3779b97f4a7c15) }

// Uint32 returns the next 32 random bits.
func (r *RNG) Uint32() uint32 {
	old := r.state
	r.state = old*6364136223846793005 + r.inc
	return bits.RotateLeft32(uint32((old>>18^old)>>27), -int(old>>59))
}

// Below returns a uniform number from 0 to n-1 (Lemire 2019).
func (r *RNG) Below(n int) int {
	if n <= 1 {
		return 0
	}
	bound := uint32(n)
	prod := uint64(r.Uint32()) * uint64(bound)
	if low := uint32(prod); low < bound {
		threshold := -bound % bound
		for low < threshold {
			prod = uint64(r.Uint32()) * uint64(bound)
			low = uint32(prod)
		}
	}
	return int(prod >> 32)
}

// Random decides at random. For chance it uses the weights of the options; for other requests
// all options, including declining, have the same probability.
type Random struct {
	RNG
	buf  []int32
	pool []int32
}

// NewRandom returns the random decider for a seed.
func NewRandom(seed uint64) *Random { return &Random{RNG: NewRNG(seed, 1)} }

// Generator returns its generator, which is saved with a snapshot.
func (d *Random) Generator() *RNG { return &d.RNG }

// Decide implements Decider.
func (d *Random) Decide(m *machine.Match, r *machine.Request) []int32 {
	switch {
	case r.By == machine.Chance:
		return d.Lot(r)
	case r.List:
		return d.list(m, r)
	}
	n := len(r.Options)
	if r.Optional {
		n++
	}
	i := d.Below(n)
	if i == len(r.Options) {
		return nil
	}
	return d.one(int32(i))
}

func (d *Random) one(i int32) []int32 {
	d.buf = append(d.buf[:0], i)
	return d.buf
}

// Lot answers a request to chance according to the weights of the options.
func (d *Random) Lot(r *machine.Request) []int32 {
	if r.List {
		return d.several(r)
	}
	total := 0
	for _, o := range r.Options {
		total += int(o.Count)
	}
	x := d.Below(total)
	for i, o := range r.Options {
		if x -= int(o.Count); x < 0 {
			return d.one(int32(i))
		}
	}
	return d.one(int32(len(r.Options) - 1))
}

// several draws a list of a legal length. All sets of options have the same probability.
func (d *Random) several(r *machine.Request) []int32 {
	n := r.Least
	if r.Most > r.Least {
		n += d.Below(r.Most - r.Least + 1)
	}
	pool := d.pool[:0]
	for i, o := range r.Options {
		c := int(o.Count)
		if r.Repeats {
			c = n
		}
		for range c {
			pool = append(pool, int32(i))
		}
	}
	d.pool = pool
	d.buf = d.buf[:0]
	for len(d.buf) < n && len(pool) > 0 {
		i := d.Below(len(pool))
		d.buf = append(d.buf, pool[i])
		if !r.Repeats {
			pool[i] = pool[len(pool)-1]
			pool = pool[:len(pool)-1]
		}
	}
	return d.buf
}

// tries is the number of random lists that are tried before all lists are enumerated.
const tries = 8

func (d *Random) list(m *machine.Match, r *machine.Request) []int32 {
	if r.Optional && d.Below(2) == 0 {
		return nil
	}
	for range tries {
		if a := d.several(r); r.Legal(a) {
			return a
		}
	}
	if countLists(r) > maxLists {
		walker := sampler{m: m, r: r, rng: &d.RNG}
		for i := range walks {
			if a := walker.walk(i%2 == 0); r.Legal(a) {
				d.buf = append(d.buf[:0], a...)
				return d.buf
			}
		}
	}
	n := 0
	r.EachAnswer(func(a []int32) bool {
		if n++; d.Below(n) == 0 { // reservoir sampling of one list
			d.buf = append(d.buf[:0], a...)
		}
		return true
	})
	return d.buf
}
