package learn

import (
	"cmp"
	"math/bits"
	"slices"

	"moraine/interpreter/playout"
)

// The fit uses integers only, so that its results are equal on every machine.
const (
	unit      = 256       // a feature that differs from the mean of the players by one standard deviation
	farthest  = 12 * unit // limits that difference
	weightOne = 1 << 20   // a weight of one log-odd for each unit
	pace      = weightOne / 10
	batch     = 64   // positions
	updates   = 3000 // at least so many batches
	sparsity  = 150  // the pull of weights towards 0 while features are chosen, in the unit of gradients of a batch
	maxNames  = 60
	clockMost = 5 // features of the clock
	heldOut   = 5 // every fifth match is kept apart
	over      = 1_000_000
)

// table has the values of features in positions.
type table struct {
	of       []playout.Position
	seats, n int
	scale    []int64 // by feature: its standard deviation times 64 times the number of seats
	x        []int32 // by position, seat and feature: its scaled difference from the mean of the players
	clock    []int64 // by position: the part of the match that is over, as the features estimate it
	tick     []int64 // by feature: its contribution to that, for each unit of the average over the players
}

// root returns the square root of n, rounded down.
func root(n uint64) int64 {
	r := uint64(0)
	for b := uint64(1) << 31; b > 0; b >>= 1 {
		if t := r | b; t*t <= n {
			r = t
		}
	}
	return int64(r)
}

// deviation returns the root of the mean of squares.
func deviation(n int, value func(i int) int64) int64 {
	var high, low, carry uint64
	for i := range n {
		v := value(i)
		h, l := bits.Mul64(uint64(max(v, -v)), uint64(max(v, -v)))
		low, carry = bits.Add64(low, l, 0)
		high += h + carry
	}
	if n == 0 || high >= uint64(n) {
		return 0
	}
	mean, _ := bits.Div64(high, low, uint64(n))
	return root(mean)
}

// newTable scales the features of positions.
func newTable(of []playout.Position, seats, n int) *table {
	t := &table{of: of, seats: seats, n: n, scale: make([]int64, n), tick: make([]int64, n),
		x: make([]int32, len(of)*seats*n), clock: make([]int64, len(of))}
	for j := range n {
		t.scale[j] = deviation(len(of)*seats, func(i int) int64 { return t.difference(i/seats, i%seats, j) })
		if t.scale[j] == 0 {
			continue
		}
		for i := range len(of) * seats {
			d := t.difference(i/seats, i%seats, j) * unit / t.scale[j]
			t.x[i*n+j] = int32(max(-farthest, min(farthest, d)))
		}
	}
	t.fitClock()
	return t
}

// sum returns the sum of a feature over the players.
func (t *table) sum(i, j int) (sum int64) {
	for seat := range t.seats {
		sum += int64(t.of[i].Values[seat*t.n+j])
	}
	return sum
}

// difference returns the difference of a feature of a seat from the mean of the players, times 64 and the number of
// seats.
func (t *table) difference(i, seat, j int) int64 {
	return 64 * (int64(t.seats)*int64(t.of[i].Values[seat*t.n+j]) - t.sum(i, j))
}

// fitClock estimates the part of the match that is over by least squares: it takes the feature that explains most of
// the rest, fits all that were taken in turn, and goes on while a feature explains a hundredth of the whole.
func (t *table) fitClock() {
	var taken []int
	z, scale := map[int][]int64{}, map[int]int64{} // by feature: its sum over the players, scaled
	left := make([]int64, len(t.of))
	for i := range left {
		left[i] = t.of[i].Over
	}
	column := func(j int) []int64 {
		c := make([]int64, len(t.of))
		scale[j] = deviation(len(c), func(i int) int64 { return 64 * t.sum(i, j) })
		for i := range c {
			c[i] = max(-farthest, min(farthest, 64*t.sum(i, j)*unit/max(1, scale[j])))
		}
		return c
	}
	step := func(c []int64) (by, explains int64) { // the best change of a weight, and how much it explains
		var xy, xx int64
		for i, v := range c {
			xy, xx = xy+v*(left[i]/16), xx+v*v
		}
		if xx == 0 {
			return 0, 0
		}
		by = xy / (xx/(16*unit) + 1)
		return by, xy / unit * (by / unit)
	}
	weight := map[int]int64{}
	move := func(j int) {
		by, _ := step(z[j])
		weight[j] += by
		for i, v := range z[j] {
			left[i] -= v * by / unit
		}
	}
	for first := int64(0); len(taken) < clockMost; {
		best, most := -1, int64(0)
		for j := range t.n {
			if z[j] == nil {
				z[j] = column(j)
			}
			if _, explains := step(z[j]); explains > most && !slices.Contains(taken, j) {
				best, most = j, explains
			}
		}
		if first = max(first, most); best < 0 || most < first/100 {
			break
		}
		taken = append(taken, best)
		for range 20 {
			for _, j := range taken {
				move(j)
			}
		}
	}
	for i := range t.clock {
		t.clock[i] = max(0, min(over, t.of[i].Over-left[i]))
	}
	for _, j := range taken {
		t.tick[j] = weight[j] * 64 * int64(t.seats) / max(1, scale[j])
	}
}

// model has two weights for each feature: one for the whole match, and how much it grows towards the end.
type model struct{ base, slope []int64 }

// odds writes the log-odds of the seats in a position, in units of 1/playout.One, to out.
func (t *table) odds(m *model, i int, use []int, out []int64) {
	late := (t.clock[i] - over/2) * 256 / (over / 2)
	for seat := range t.seats {
		x, sum := t.x[(i*t.seats+seat)*t.n:], int64(0)
		for _, j := range use {
			sum += int64(x[j]) * (m.base[j] + m.slope[j]*late/256)
		}
		out[seat] = sum / (unit * weightOne / playout.One)
	}
}

// fit returns the weights with which the shares of a win are most likely, for some of the features. It learns by
// stochastic gradients with a step for each weight that shrinks with its gradients (AdaGrad, Duchi et al. 2011).
// Sparsity pulls the weights of useless features to 0, and all others a little, too. It first learns one weight for the
// whole match, and then how each grows: features that differ only late say nothing about their early weights.
func (t *table) fit(use []int, sparsity int64) *model {
	m := &model{make([]int64, t.n), make([]int64, t.n)}
	squares := [2][]int64{make([]int64, t.n), make([]int64, t.n)}
	pull := [2][]int64{make([]int64, t.n), make([]int64, t.n)}
	p := make([]int64, t.seats)
	apply := func() {
		for k, w := range [2][]int64{m.base, m.slope} {
			for _, j := range use {
				g := pull[k][j] >> 14
				pull[k][j] = 0
				squares[k][j] += g * g
				if squares[k][j] == 0 {
					continue
				}
				r := root(uint64(squares[k][j])) + 1
				w[j] += pace * g / r
				less := pace * sparsity / r
				if w[j] > 0 {
					w[j] = max(0, w[j]-less)
				} else {
					w[j] = min(0, w[j]+less)
				}
			}
		}
	}
	all := max(8, updates*batch/len(t.of))
	for pass := range all {
		seen := 0
		for k := range t.of { // a stride through the matches, so that neighbours are not from one match
			i := int(int64(k) * 7919 % int64(len(t.of)))
			if t.of[i].Match%heldOut == 0 {
				continue
			}
			t.odds(m, i, use, p)
			playout.Shares(p)
			late := (t.clock[i] - over/2) * 256 / (over / 2)
			for seat, share := range p {
				miss, x := t.of[i].Won[seat]-share, t.x[(i*t.seats+seat)*t.n:]
				for _, j := range use {
					g := miss * int64(x[j])
					pull[0][j] += g
					if pass > all/2 {
						pull[1][j] += g * late / 256
					}
				}
			}
			if seen++; seen%batch == 0 {
				apply()
			}
		}
		apply()
	}
	return m
}

// loss returns the mean logarithmic loss in the matches that were not used for the fit, in thousandths, and for
// comparison the loss if all shares are equal.
func (t *table) loss(m *model, use []int) (loss, chance int64) {
	sum, n, p := int64(0), int64(0), make([]int64, t.seats)
	for i := range t.of {
		if t.of[i].Match%heldOut != 0 {
			continue
		}
		t.odds(m, i, use, p)
		playout.Shares(p)
		for seat, share := range p {
			sum -= playout.Log(max(1, share)) * t.of[i].Won[seat] / playout.One
		}
		n++
	}
	return sum * 1000 / playout.One / max(1, n), -playout.Log(playout.One/int64(t.seats)) * 1000 / playout.One
}

// effect returns the size of the effect of a feature: its weights for one standard deviation.
func (m *model) effect(j int) int64 {
	return max(m.base[j], -m.base[j]) + max(m.slope[j], -m.slope[j])/2
}

// useful returns the features that are neither constant nor multiples of earlier ones.
func (t *table) useful() (use []int) {
	for j := range t.n {
		if t.scale[j] > 0 && !slices.ContainsFunc(use, func(k int) bool { return t.isCopy(j, k) }) {
			use = append(use, j)
		}
	}
	return use
}

// isCopy reports whether two features differ by a factor only.
func (t *table) isCopy(j, k int) bool {
	for i := 0; i < len(t.x); i += t.n {
		if d := t.x[i+j] - t.x[i+k]; d < -2 || d > 2 {
			return false
		}
	}
	return true
}

// prune fits all features, keeps those with the largest effects, and fits these again.
func (t *table) prune() (*model, []int) {
	use := t.useful()
	for _, most := range []int{2 * maxNames, maxNames} {
		m := t.fit(use, sparsity)
		slices.SortStableFunc(use, func(a, b int) int { return cmp.Compare(m.effect(b), m.effect(a)) })
		if use = use[:min(len(use), most)]; len(use) == 0 {
			break
		}
		least := m.effect(use[0]) / 50
		use = slices.DeleteFunc(use, func(j int) bool { return m.effect(j) <= least })
		slices.Sort(use)
	}
	m := t.fit(use, 0)
	slices.SortStableFunc(use, func(a, b int) int { return cmp.Compare(m.effect(b), m.effect(a)) })
	return m, use
}
