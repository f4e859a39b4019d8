// Package soak determines how much of its work a slow test does: all of it under `make soak`, a sample that covers
// every place of it otherwise, and a quarter of that sample with `go test -short`.
package soak

import (
	"os"
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

// Matches returns the number of matches, or of other cases, that a test plays: all under `make soak`, otherwise sample,
// and with -short a quarter of sample, at least one.
func Matches(all, sample int) int {
	if !On && testing.Short() {
		return max(1, sample/4)
	}
	return Or(all, sample)
}

// Step returns the distance from a case that a test takes to the next: all under `make soak`, otherwise sample, and with
// -short four times sample.
func Step(all, sample int) int {
	if !On && testing.Short() {
		return 4 * sample
	}
	return Or(all, sample)
}
