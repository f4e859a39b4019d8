//go:build !unix

package files

import "os"

const locks = false

// lock reports false where files cannot be locked: then nothing is taken for left behind.
func lock(*os.File) bool { return false }
