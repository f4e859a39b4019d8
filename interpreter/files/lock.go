//go:build unix

package files

import (
	"os"
	"syscall"
)

// nonblock opens a pipe without waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// lock locks a file until it is closed or the program ends. It returns ErrLocked if
// another program holds the lock.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

// lockable opens the file to lock for a folder: the folder itself.
func lockable(folder string) (*os.File, error) { return os.Open(folder) }
