//go:build unix

package files

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed, be it since its program was killed. The error
// is ErrLocked if another program has locked it.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

// lockable opens what is locked for a folder: the folder itself.
func lockable(folder string) (*os.File, error) { return os.Open(folder) }
