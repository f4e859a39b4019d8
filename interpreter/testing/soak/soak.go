// Package soak says how much of what takes long a test does: all of it under `make soak`, else a sample
// that comes by every place of it.
package soak

import "os"

// On is set by `make soak`.
var On = os.Getenv("SOAK") != ""

// Or is all of it under `make soak`, else a sample.
func Or(all, sample int) int {
	if On {
		return all
	}
	return sample
}
