package learn

import (
	"cmp"
	"math"
	"slices"

	"moraine/interpreter/playout"
)

// The fit uses integers, so that its results are equal on every machine.
const (
	unit      = 256       // a value of one standard deviation
	farthest  = 12 * unit // limits the scaled values
	weightOne = 1 << 20   // a weight of one log-odd for each unit
	pace      = weightOne / 10
	batch     = 64   // positions
	updates   = 3000 // at least so many batches
	sparsity  = 150  // the pull of weights towards 0 while features are chosen, in the unit of gradients of a batch
	maxNames  = 60
	clockMost = 5 // features of the clock
	heldOut   = 5 // every fifth match is kept apart
)

// table has the values of features in positions.
type table struct {
	of       []playout.Position
	seats, n int
	x        []int32 // by position, seat and feature: its scaled difference from the mean of the players
	scale    []int64 // by feature: the deviation of these differences; 0 if the feature is not used
	clock    []int64 // by position: the part of the match that is over, as the features estimate it
	tick     []int64 // by feature: its contribution to that, for each unit of the average over the players
}

// newTable scales the features of positions, except those that have failed.
func newTable(of []playout.Position, seats int, failed []bool) *table {
	n := len(failed)
	t := &table{of: of, seats: seats, n: n, x: make([]int32, len(of)*seats*n), scale: make([]int64, n),
		clock: make([]int64, len(of)), tick: make([]int64, n)}
	sums := make([]column, n)
	for j := range n {
		if failed[j] {
			continue
		}
		differences := column{values: make([]int64, len(of)*seats)}
		sums[j].values = make([]int64, len(of))
		for i := range of {
			sum := &sums[j].values[i]
			for seat := range seats {
				*sum += int64(of[i].Values[seat*n+j])
			}
			for seat := range seats {
				differences.values[i*seats+seat] = int64(seats)*int64(of[i].Values[seat*n+j]) - *sum
			}
		}
		sums[j].standardise()
		differences.standardise()
		t.scale[j] = differences.scale
		for i, v := range differences.values {
			t.x[i*n+j] = int32(v)
		}
	}
	t.fitClock(sums)
	return t
}

// column has the values of a feature. They are sums over the players, so 1 stands for 1/seats.
type column struct {
	values []int64
	scale  int64 // 64 times their standard deviation around 0
}

// standardise scales the values, so that their standard deviation is a unit.
func (c *column) standardise() {
	sum := 0.0
	for _, v := range c.values {
		sum += float64(float64(v) * float64(v)) // the conversion forbids machines to round less often
	}
	c.scale = int64(64 * math.Sqrt(sum/float64(len(c.values))))
	for i, v := range c.values {
		c.values[i] = max(-farthest, min(farthest, 64*v*unit/max(1, c.scale)))
	}
}

// fitClock estimates the part of the match that is over by least squares: it takes the feature that explains most of
// the rest, fits all that were taken in turn, and goes on while a feature explains a hundredth of the first one.
func (t *table) fitClock(sums []column) {
	left, weight := make([]int64, len(t.of)), make([]int64, t.n)
	for i := range left {
		left[i] = t.of[i].Over
	}
	change := func(j int) (by, explains int64) { // the best change of a weight
		var xy, xx int64
		for i, v := range sums[j].values {
			xy, xx = xy+v*(left[i]/16), xx+v*v
		}
		by = xy / (xx/(16*unit) + 1)
		return by, xy / unit * (by / unit)
	}
	var taken []int
	for first := int64(0); len(taken) < clockMost; {
		best, most := 0, int64(0)
		for j := range sums {
			if _, explains := change(j); explains > most && !slices.Contains(taken, j) {
				best, most = j, explains
			}
		}
		first = max(first, most)
		if most == 0 || most < first/100 {
			break
		}
		taken = append(taken, best)
		for range 20 {
			for _, j := range taken {
				by, _ := change(j)
				weight[j] += by
				for i, v := range sums[j].values {
					left[i] -= v * by / unit
				}
			}
		}
	}
	for i := range t.clock {
		t.clock[i] = max(0, min(playout.Over, t.of[i].Over-left[i]))
	}
	for _, j := range taken {
		t.tick[j] = weight[j] * 64 * int64(t.seats) / max(1, sums[j].scale)
	}
}

// model has two weights for each feature: one for the whole match, and how much it grows towards the end.
type model []struct{ base, slope weight }

// weight is a weight with the state of its descent.
type weight struct{ is, pull, squares int64 }

// step changes the weight by the gradients of a batch. Its steps shrink with its gradients (AdaGrad, Duchi et al.
// 2011). Sparsity pulls the weights of useless features to 0, and all others a little, too.
func (w *weight) step(sparsity int64) {
	g := w.pull >> 14
	w.pull = 0
	w.squares += g * g
	if w.squares == 0 {
		return
	}
	r := playout.Sqrt(uint64(w.squares)) + 1
	w.is += pace * g / r
	less := pace * sparsity / r
	if w.is > 0 {
		w.is = max(0, w.is-less)
	} else {
		w.is = min(0, w.is+less)
	}
}

// effect returns the size of the effect of a feature: its weights for one standard deviation.
func (m model) effect(j int) int64 {
	base, slope := m[j].base.is, m[j].slope.is
	return max(base, -base) + max(slope, -slope)/2
}

// late returns how late a position is, from -256 at the beginning to 256 at the end.
func (t *table) late(i int) int64 { return (t.clock[i] - playout.Over/2) * 256 / (playout.Over / 2) }

// shares writes the shares of a win that a model expects for the seats in a position to out, in units of 1/playout.One.
func (t *table) shares(m model, i int, use []int, out []int64) {
	late := t.late(i)
	for seat := range t.seats {
		x, sum := t.x[(i*t.seats+seat)*t.n:], int64(0)
		for _, j := range use {
			sum += int64(x[j]) * (m[j].base.is + m[j].slope.is*late/256)
		}
		out[seat] = sum / (unit * weightOne / playout.One)
	}
	playout.Shares(out)
}

// fit returns the weights under which the results of the matches are most likely, by stochastic gradients. It
// first learns one weight for the whole match, and then how each grows: features that differ only late say nothing
// about their early weights.
func (t *table) fit(use []int, sparsity int64) model {
	m, p := make(model, t.n), make([]int64, t.seats)
	apply := func() {
		for _, j := range use {
			m[j].base.step(sparsity)
			m[j].slope.step(sparsity)
		}
	}
	passes := max(8, updates*batch/len(t.of))
	for pass := range passes {
		seen := 0
		for k := range t.of { // a stride through the matches, so that neighbours are not from one match
			i := int(int64(k) * 7919 % int64(len(t.of)))
			if t.of[i].Match%heldOut == 0 {
				continue
			}
			t.shares(m, i, use, p)
			late := t.late(i)
			for seat, share := range p {
				miss, x := t.of[i].Won[seat]-share, t.x[(i*t.seats+seat)*t.n:]
				for _, j := range use {
					g := miss * int64(x[j])
					m[j].base.pull += g
					if pass > passes/2 {
						m[j].slope.pull += g * late / 256
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
func (t *table) loss(m model, use []int) (loss, chance int) {
	sum, n, p := int64(0), 0, make([]int64, t.seats)
	for i := range t.of {
		if t.of[i].Match%heldOut != 0 {
			continue
		}
		t.shares(m, i, use, p)
		for seat, share := range p {
			sum -= playout.Log(max(1, share)) * t.of[i].Won[seat] / playout.One
		}
		n++
	}
	of := func(loss int64) int { return int(loss * 1000 / playout.One) }
	return of(sum) / max(1, n), of(-playout.Log(playout.One / int64(t.seats)))
}

// useful returns the features that are neither constant nor multiples of earlier ones.
func (t *table) useful() (use []int) {
	for j := range t.n {
		isCopy := func(k int) bool {
			for i := 0; i < len(t.x); i += t.n {
				if d := t.x[i+j] - t.x[i+k]; d < -2 || d > 2 {
					return false
				}
			}
			return true
		}
		if t.scale[j] > 0 && !slices.ContainsFunc(use, isCopy) {
			use = append(use, j)
		}
	}
	return use
}

// prune fits all features, keeps those with the largest effects, and fits these again. It returns them in descending
// effect.
func (t *table) prune() (model, []int) {
	use := t.useful()
	fit := func(sparsity int64) model {
		m := t.fit(use, sparsity)
		slices.SortStableFunc(use, func(a, b int) int { return cmp.Compare(m.effect(b), m.effect(a)) })
		return m
	}
	for _, most := range []int{2 * maxNames, maxNames} {
		m := fit(sparsity)
		use = use[:min(len(use), most)]
		use = slices.DeleteFunc(use, func(j int) bool { return m.effect(j) <= m.effect(use[0])/50 })
		slices.Sort(use)
	}
	return fit(0), use
}
