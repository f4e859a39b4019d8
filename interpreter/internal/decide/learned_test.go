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
	}
	for _, v := range []int64{maxFeature, -maxFeature, 0, 1} {
		shares := make([]int64, 2)
		sharesOf([]odds{weighted(l.Weights, slices.Repeat([]int64{v}, 5000)), weighted(l.Weights, slices.Repeat([]int64{-v}, 5000))},
			shares)
		assert.InDelta(t, one, shares[0]+shares[1], 2)
	}
}
