package decide

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/internal/program"
)

// The shares are those of a softmax, and the same on every machine, because no float takes part.
func TestShares(t *testing.T) {
	for _, odds := range [][]float64{{0, 0}, {1, 0}, {0.3, -0.2, 2}, {5, 0, 0, 1}, {40, 0}} {
		sum, scaled := 0.0, []int64{}
		for _, v := range odds {
			sum += math.Exp(v)
			scaled = append(scaled, int64(v*one))
		}
		Shares(scaled)
		for i, v := range odds {
			assert.InDelta(t, math.Exp(v)/sum, float64(scaled[i])/one, 0.0005, "%v", odds)
		}
	}
}

// Numbers that no match should have, from an edited file, overflow to odd judgements, and not to a panic.
func TestHugeWeights(t *testing.T) {
	l := &program.Learned{}
	for range 5000 {
		l.Weights = append(l.Weights, program.Weight{Early: 1e6, Late: -1e6, Clock: 1e6})
		l.Of = append(l.Of, program.Feature{})
	}
	for _, v := range []int64{maxFeature, -maxFeature, 0, 1} {
		d := &Search{worth: make([]int64, 2)}
		d.addUp(l, 0, slices.Repeat([]int64{v}, 5000))
		d.addUp(l, 1, slices.Repeat([]int64{-v}, 5000))
		d.share()
		assert.InDelta(t, one, d.worth[0]+d.worth[1], 2)
	}
}
