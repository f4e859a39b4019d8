//go:build !live

package live

// Embedded returns the programs with which moraine was built, or nil: only builds with the tag live have them (make
// live).
func Embedded() *Program { return nil }
