package files

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lock locks a file until it is closed, be it since its program was killed. The error
// is ErrLocked if another program has locked it. What is locked lies behind all that a file holds: there
// nobody is kept from reading or writing.
func lock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if err == windows.ERROR_LOCK_VIOLATION {
		return ErrLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// lockable opens what is locked for a folder: a file in it, for Windows locks no folders.
func lockable(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, ".moraine-lock"), os.O_RDWR|os.O_CREATE, 0o600)
}
