// Package soak determines how much of its work a slow test does: all of it under `make soak`, a sample that covers
// every place of it otherwise, and a quarter of that sample with `go test -short`.
package soak

import (
	"iter"
	"os"
	"slices"
	"testing"
)

// On is set by `make soak`.
var On = os.Getenv("SOAK") != ""

// Or returns all under `make soak`, otherwise sample.
func Or(all, sample int) int {
	if On {
		return all
	}
	return sample
}

// Cases returns the number of matches, or of other cases, that a test takes: all under `make soak`, otherwise
// sample, and with -short a quarter of sample, at least one.
func Cases(all, sample int) int {
	if !On && testing.Short() {
		return max(1, sample/4)
	}
	return Or(all, sample)
}

// Step returns the distance from a case that a test takes to the next: all under `make soak`, otherwise sample, and
// with -short four times sample.
func Step(all, sample int) int {
	if !On && testing.Short() {
		return 4 * sample
	}
	return Or(all, sample)
}

// Sample returns the names of the cases that a test takes, sorted: all, or with -short every fourth.
func Sample(names iter.Seq[string]) (out []string) {
	for i, name := range slices.Sorted(names) {
		if i%Step(1, 1) == 0 {
			out = append(out, name)
		}
	}
	return out
}
