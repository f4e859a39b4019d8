//go:build !live

package live

// Embedded returns the program with which moraine was built, or nil: only builds with the tag live have one (make
// live).
func Embedded() *Program { return nil }
