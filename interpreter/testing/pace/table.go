// Package pace prints the table of `make bench`: measured times, each next to that of a
// comparable task.
//
// Nothing in it passes or fails, because a time depends on the machine and its other load.
// Tasks to be compared take turns, so that both have the same load, and medians are printed.
// The growth of work is tested by counting steps, without a clock.
//
//	table.go        rows
//	curve.go        how cost grows with the size of a game
//	growth_test.go  … and the same counted
//	table_test.go   snapshots, loading, the suite
//
// Rows that need unexported parts of a package are printed by a test of that package: those of
// the oracle, of formulas, of scenarios, of simulate and of watch.
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

// Wanted skips a test that prints rows, unless it is run by `make bench`.
func Wanted(t *testing.T) {
	t.Helper()
	if os.Getenv("BENCH") == "" {
		t.Skip("with BENCH=1, as `make bench` has it")
	}
}

// Rounds is the number of measurements. The first one is not counted.
var Rounds = 8

// Head prints the head of the table.
func Head() {
	row("", "measured", "compared with", "ratio", "target", "yes")
	row(dashes(width), dashes(10), dashes(20), dashes(5), dashes(7), dashes(3))
}

func dashes(n int) string { return strings.Repeat("-", n) }

const width = 36 // width of the first column

func row(what, measured, beside, ratio, target, is string) {
	fmt.Printf("| %-*s | %10s | %-20s | %5s | %-7s | %-3s |\n", width, what, measured, beside, ratio, target, is)
}

// Unit is the unit of a measurement, and whether larger values are better.
type Unit struct {
	Name string
	More bool
}

// The units.
var (
	PerSecond = Unit{"/s", true}
	Nanos     = Unit{" ns", false}
	Millis    = Unit{" ms", false}
	Megabytes = Unit{" MB", false}
)

// of formats a value with three significant digits.
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

// Per returns the time per item in nanoseconds.
func Per(n int, took time.Duration) float64 { return float64(took.Nanoseconds()) / float64(n) }

// Timed returns the duration of a function in milliseconds.
func Timed(run func()) float64 {
	began := time.Now()
	run()
	return Per(1, time.Since(began)) / 1e6
}

// Compare prints a measurement next to another one. target is the minimum ratio; 0 for no
// target.
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

// Hold prints a measurement next to its target; 0 for no target.
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

// takeTurns runs the functions in turn, round after round, and returns the measurements of
// each.
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
