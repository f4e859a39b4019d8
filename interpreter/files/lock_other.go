//go:build !unix

package files

import (
	"errors"
	"os"
)

const locks = false

// lock fails where files cannot be locked: then nothing is taken for left behind.
func lock(*os.File) error { return errors.ErrUnsupported }
