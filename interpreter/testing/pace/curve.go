package pace

import (
	"fmt"
	"math"
)

// Sizes are the factors by which a game is enlarged.
var Sizes = []int{1, 3, 10, 30, 100}

// Curve prints how a cost grows with a size: the cost of one unit at each size, relative to the
// first size, and for the largest size the ratio to a size a tenth as large (or the nearest
// one), which should not grow faster than linearly. If each is set, cost returns the cost of
// one unit, otherwise that of all units.
func Curve(what string, u Unit, sizes []int, each bool, cost func(size int) float64) {
	runs := make([]func() float64, len(sizes))
	for i, size := range sizes {
		runs[i] = func() float64 { return cost(size) }
	}
	all := takeTurns(runs...)
	last := len(sizes) - 1
	from := last - 1
	for from > 0 && sizes[from]*10 > sizes[last] {
		from--
	}
	exponents := make([]float64, Rounds-1)
	for i := range exponents {
		exponents[i] = math.Log(all[last][i]/all[from][i]) / math.Log(float64(sizes[last])/float64(sizes[from]))
	}
	exponent := median(exponents)
	row(what, u.of(median(all[last])), fmt.Sprintf("at %d: %s", sizes[from], u.of(median(all[from]))),
		fmt.Sprintf("%.2f", median(all[last])/median(all[from])), "linear", yesNo(exponent < straight))
	points := fmt.Sprintf("  exponent %.2f; each", exponent)
	for i, size := range sizes {
		units := 1.0
		if !each {
			units = float64(size) / float64(sizes[0])
		}
		points += fmt.Sprintf(", at %d: %.2f", size, median(all[i])/median(all[0])/units)
	}
	fmt.Printf("| %-96s |\n", points)
}

// straight is the maximum exponent for linear growth, with a tolerance for the clock.
const straight = 1.1
