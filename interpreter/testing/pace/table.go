// Package pace prints the table of `make bench`: how fast things are, each
// beside something that it is compared with.
//
// Nothing in it passes or fails, for a clock tells as much of the machine and of
// who else uses it. What is compared takes turns, so that both have the same
// neighbours, and medians are printed. How work grows is held by tests that count
// it, and look at no clock.
//
//	table.go        rows
//	curve.go        how cost grows with the size of a game
//	growth_test.go  … and the same counted
//	table_test.go   snapshots, loading, the suite
//
// The rows of what only one package can reach are printed by a test of that
// package: those of the oracle, of formulas, of scenarios, of
// simulate and of watch.
package pace

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// Wanted skips a test that prints rows unless `make bench` runs it.
func Wanted(t *testing.T) {
	t.Helper()
	if os.Getenv("BENCH") == "" {
		t.Skip("with BENCH=1, as `make bench` has it")
	}
}

// Rounds is how often everything is measured; the first time is not counted.
var Rounds = 8

// Head begins the table.
func Head() {
	row("", "measured", "compared with", "ratio", "target", "yes")
	row(dashes(width), dashes(10), dashes(20), dashes(5), dashes(7), dashes(3))
}

func dashes(n int) string { return strings.Repeat("-", n) }

const width = 36 // of what is measured

func row(what, measured, beside, ratio, target, is string) {
	fmt.Printf("| %-*s | %10s | %-20s | %5s | %-7s | %-3s |\n", width, what, measured, beside, ratio, target, is)
}

// Unit is what is measured. More of it may be better, or less.
type Unit struct {
	Name string
	More bool
}

// What can be measured.
var (
	PerSecond = Unit{"/s", true}
	Nanos     = Unit{" ns", false}
	Millis    = Unit{" ms", false}
	Megabytes = Unit{" MB", false}
)

// of writes a figure down: three digits say all that can be known.
func (u Unit) of(x float64) string {
	prefix := ""
	if u == PerSecond {
		for _, p := range []string{"k", "M"} {
			if x >= 1000 {
				x, prefix = x/1000, " "+p
			}
		}
	}
	digits := max(0, 2-int(math.Floor(math.Log10(max(x, 0.1)))))
	return fmt.Sprintf("%.*f%s%s", digits, x, prefix, u.Name)
}

// Per is a time in nanoseconds, of each of n.
func Per(n int, took time.Duration) float64 { return float64(took.Nanoseconds()) / float64(n) }

// Timed is how long something takes, in milliseconds.
func Timed(run func()) float64 {
	began := time.Now()
	run()
	return Per(1, time.Since(began)) / 1e6
}

// Compare prints ours beside theirs. The target is what the ratio should come to,
// at least; 0: there is none.
func Compare(what string, u Unit, ours func() float64, name string, theirs func() float64, target float64) {
	x := takeTurns(ours, theirs)
	ratios := make([]float64, Rounds-1)
	for i := range ratios {
		if ratios[i] = x[1][i] / x[0][i]; u.More {
			ratios[i] = x[0][i] / x[1][i]
		}
	}
	ratio, wants, kept := median(ratios), "", ""
	if target > 0 {
		wants, kept = fmt.Sprintf(">= %.2f", target), yesNo(ratio >= target)
	}
	row(what, u.of(median(x[0])), name+" "+u.of(median(x[1])), fmt.Sprintf("%.2f", ratio), wants, kept)
}

// Hold prints a figure beside the target that it should reach, or stay below; 0:
// there is none.
func Hold(what string, u Unit, run func() float64, target float64) {
	x := median(takeTurns(run)[0])
	if target == 0 {
		row(what, u.of(x), "", "", "", "")
		return
	}
	sign := "< "
	if u.More {
		sign = ">= "
	}
	row(what, u.of(x), "target "+u.of(target), fmt.Sprintf("%.2f", x/target), sign+"1", yesNo(x < target != u.More))
}

// Count prints a number that should be zero.
func Count(what string, n float64) {
	row(what, fmt.Sprint(n), "target 0", "", "0", yesNo(n == 0))
}

// takeTurns runs all of them one after the other, round after round, and gives the
// figures of each.
func takeTurns(runs ...func() float64) [][]float64 {
	out := make([][]float64, len(runs))
	for round := range Rounds {
		for i, run := range runs {
			if x := run(); round > 0 {
				out[i] = append(out[i], x)
			}
		}
	}
	return out
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
