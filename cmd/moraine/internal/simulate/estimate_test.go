package simulate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// group adds up matches, each with the number of samples of a measure and their sum.
func group(how string, matches ...[2]int64) *Group {
	g := newGroup(mean)
	for _, m := range matches {
		g.match(m[0], m[1])
	}
	return &g
}

// trials are so many matches with one trial each, the first of which succeed.
func trials(n, succeed int64) (out [][2]int64) {
	for i := range n {
		x := int64(0)
		if i < succeed {
			x = 1
		}
		out = append(out, [2]int64{1, x})
	}
	return out
}

// With one trial a match the interval is Wilson's. 81 of 263 and 15 of 148 are
// examples of Newcombe's (1998), who gives 0.2553 to 0.3662 and 0.0624 to 0.1605.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		n, k             int64
		value, low, high string
	}{
		{10, 0, "0.000000", "0.000000", "0.277533"},
		{10, 1, "0.100000", "0.017876", "0.404150"},
		{10, 5, "0.500000", "0.236593", "0.763407"},
		{10, 10, "1.000000", "0.722467", "1.000000"},
		{100, 10, "0.100000", "0.055229", "0.174366"},
		{263, 81, "0.307985", "0.255289", "0.366210"},
		{148, 15, "0.101351", "0.062386", "0.160487"},
	} {
		e := group(share, trials(c.n, c.k)...).estimate(share, c.n, 1)
		assert.Equal(t, [3]string{c.value, c.low, c.high}, [3]string{e.Value.Text(6), e.Low.Text(6), e.High.Text(6)}, "%d of %d", c.k, c.n)
	}
}

// Several trials in a match count for less the more they agree, and never for
// more than they are.
func TestTrialsOfAMatchHangTogether(t *testing.T) {
	var agree, differ [][2]int64
	for i := range int64(50) {
		agree = append(agree, [2]int64{4, i % 2 * 4})
		differ = append(differ, [2]int64{4, 2})
	}
	single := group(share, trials(50, 25)...).estimate(share, 50, 1)
	many := group(share, trials(200, 100)...).estimate(share, 200, 1)
	assert.Equal(t, single, group(share, agree...).estimate(share, 50, 1), "all trials of a match come out alike")
	assert.Equal(t, many, group(share, differ...).estimate(share, 50, 1), "half of each match's do")
	all := group(share, [2]int64{4, 4}, [2]int64{4, 4}).estimate(share, 2, 1)
	assert.Equal(t, group(share, trials(2, 2)...).estimate(share, 2, 1), all, "nothing varies")
}

// A win that is cut into parts is a share like any other.
func TestPartsOfAWin(t *testing.T) {
	whole := group(share, trials(40, 10)...).estimate(share, 40, 1)
	var cut [][2]int64
	for _, m := range trials(40, 10) {
		cut = append(cut, [2]int64{1, m[1] * 12})
	}
	assert.Equal(t, whole, group(share, cut...).estimate(share, 40, 12))
}

// Two policies have two of four seats each. Let y be the part of a win that the seats of a policy get together in a
// match, so 0 ≤ y ≤ 1. Matches are independent, and each of the two seats wins E(y)/2 in the mean.
//
// If all winners have the same policy, as in a team or with a single winner, y is 0 or 1. So the sum of y over m matches
// is binomial, and Wilson's interval of m trials contains E(y) with 95 %. Half of each bound is the interval of E(y)/2.
// If winners with both policies share a win, the variance of y is smaller than that of a y of 0 or 1 with the same mean,
// because y² ≤ y. The interval is then too wide, but not too narrow.
//
// A trial for each seat would be wrong: seats of a team win or lose together, and of two seats that play for themselves
// at most one wins.
//
// The test repeats a run of 300 matches 1,000 times and counts the intervals that contain the mean.
func TestWinsByPolicyAreOneTrialAMatch(t *testing.T) {
	const seats, win, matches, runs = 2, 12, 300, 1000
	type outcome = [2]int64 // parts of the win for both seats of the policy: if it plays well, and if not
	for _, c := range []struct {
		name        string
		of          outcome
		least, most int
	}{
		{"the winners have one policy", outcome{win, 0}, 935, 965},
		{"the winners have both policies", outcome{win * 2 / 3, win / 3}, 980, runs},
	} {
		for _, p := range []float64{0.5, 0.8, 0.95} {
			r := rand.New(rand.NewPCG(1, 2))
			mean := (p*float64(c.of[0]) + (1-p)*float64(c.of[1])) / seats / win
			contain := 0
			for range runs {
				well := int64(0)
				for range matches {
					if r.Float64() < p {
						well++
					}
				}
				g := newGroup(share)
				for i, n := range []int64{well, matches - well} {
					x := c.of[i]
					g.Matches += n
					addProduct(g.N, n, seats)
					addProduct(g.X, n, x)
					addProduct(g.XX, n, x*x)
				}
				e := g.estimateWins(win)
				if at := Fixed(mean * million); e.Low <= at && at <= e.High {
					contain++
				}
			}
			assert.GreaterOrEqual(t, contain, c.least, "%s: %v", c.name, p)
			assert.LessOrEqual(t, contain, c.most, "%s: %v", c.name, p)
		}
	}
}

// 1 to 10: the mean is 5.5, its standard error √(55/6 / 10).
func TestMeans(t *testing.T) {
	var list [][2]int64
	for i := range int64(10) {
		list = append(list, [2]int64{1, i + 1})
	}
	e := group(mean, list...).estimate(mean, 10, 1)
	assert.Equal(t, &Estimate{5_500_000, 3_623_477, 7_376_523, true}, e)
	assert.Equal(t, &Estimate{5_500_000, 3_623_477, 7_376_523, true}, group(total, list...).estimate(total, 10, 1))
	assert.Equal(t, &Estimate{Value: -7_000_000}, group(mean, [2]int64{2, -14}).estimate(mean, 1, 1), "one match bounds nothing")
	assert.Nil(t, group(mean).estimate(mean, 5, 1), "nothing was looked at")
	assert.Equal(t, &Estimate{0, 0, 0, true}, group(count).estimate(count, 5, 1), "nothing was counted, in five matches")
}

// A mean over unequal matches is a ratio; its variance is that of the textbooks,
// here worked out with floats.
func TestRatios(t *testing.T) {
	matches := [][2]int64{{3, 10}, {7, 9}, {1, 5}, {4, 4}, {9, 31}, {2, -6}}
	n, x := 0.0, 0.0
	for _, m := range matches {
		n, x = n+float64(m[0]), x+float64(m[1])
	}
	ss := 0.0
	for _, m := range matches {
		d := float64(m[1]) - x/n*float64(m[0])
		ss += d * d
	}
	k := float64(len(matches))
	margin := 1.959964 * math.Sqrt(k/(k-1)*ss) / n
	e := group(mean, matches...).estimate(mean, int64(len(matches)), 1)
	assert.InDelta(t, x/n, float64(e.Value)/million, 1e-6)
	assert.InDelta(t, x/n-margin, float64(e.Low)/million, 2e-6)
	assert.InDelta(t, x/n+margin, float64(e.High)/million, 2e-6)
}

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		decimals int
		want     string
	}{
		{1, 3, 6, "0.333333"}, {2, 3, 6, "0.666667"}, {-2, 3, 6, "-0.666667"}, {1, 2_000_000, 6, "0.000001"},
		{1, 3, 2, "0.33"}, {5, 1000, 2, "0.01"}, {-5, 1000, 2, "-0.01"}, {-4, 1000, 2, "0.00"}, {1999, 2000, 2, "1.00"}, {7, 2, 0, "4"}, {12, 1, 1, "12.0"},
	} {
		assert.Equal(t, c.want, fixed(big.NewRat(c.num, c.den)).Text(c.decimals), "%d/%d with %d decimals", c.num, c.den, c.decimals)
	}
}

func TestHistogram(t *testing.T) {
	var h histogram
	for _, v := range []int64{3, 255, 256, 257, 258, 0, -1, -300, 1 << 40, 1<<40 + 1} {
		h.add(v, 1)
	}
	h.add(3, 4)
	assert.Equal(t, [][2]int64{{-300, 1}, {-1, 1}, {0, 1}, {3, 5}, {255, 1}, {256, 2}, {258, 1}, {1 << 40, 2}}, h.bins())
}

// The variance of a difference includes the covariance of both ratios; the test computes it with floats.
func TestPairedDifference(t *testing.T) {
	a := [][2]int64{{3, 10}, {7, 9}, {1, 5}, {4, 4}, {9, 31}, {2, 0}}
	b := [][2]int64{{2, 12}, {7, 12}, {1, 6}, {5, 4}, {0, 0}, {2, 3}}
	both := &productSums{}
	var na, xa, nb, xb, ss float64
	for i := range a {
		addProduct(&both.nn, a[i][0], b[i][0])
		addProduct(&both.nx, a[i][0], b[i][1])
		addProduct(&both.xn, a[i][1], b[i][0])
		addProduct(&both.xx, a[i][1], b[i][1])
		na, xa, nb, xb = na+float64(a[i][0]), xa+float64(a[i][1]), nb+float64(b[i][0]), xb+float64(b[i][1])
	}
	for i := range a {
		d := (float64(b[i][1])-xb/nb*float64(b[i][0]))/nb - (float64(a[i][1])-xa/na*float64(a[i][0]))/na
		ss += d * d
	}
	margin := 1.959964 * math.Sqrt(6./5*ss)
	d := Difference{How: mean}
	d.compare(group(mean, a...).ratio(mean, 6), group(mean, b...).ratio(mean, 6), both, 6, 1)
	assert.InDelta(t, xb/nb-xa/na, float64(d.More.Value)/million, 1e-6)
	assert.InDelta(t, xb/nb-xa/na-margin, float64(d.More.Low)/million, 2e-6)
	assert.InDelta(t, xb/nb-xa/na+margin, float64(d.More.High)/million, 2e-6)
}
