package syntax

import (
	"maps"
	"slices"
)

// Reserved returns the names that have a meaning of their own.
func Reserved() []string { return slices.Collect(maps.Keys(reserved)) }
