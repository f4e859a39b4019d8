// Package soak determines how much of its work a slow test does: all of it under `make soak`,
// otherwise a sample that covers every place of it.
package soak

import "os"

// On is set by `make soak`.
var On = os.Getenv("SOAK") != ""

// Or returns all under `make soak`, otherwise sample.
func Or(all, sample int) int {
	if On {
		return all
	}
	return sample
}
