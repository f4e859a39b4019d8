package pace

import (
	"fmt"
	"math"
)

// Sizes are how many times as large as the first a game is made.
var Sizes = []int{1, 3, 10, 30, 100}

// Curve prints how a cost grows with a size: what one unit costs at each size,
// the first being 1, and beside the largest the one a tenth as large (or the
// nearest to that), between which it should grow no faster than in a straight
// line. The cost of a size is that of all its units, or of one if each is true.
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

// straight is the exponent of a straight line, and what a clock is off by.
const straight = 1.1
