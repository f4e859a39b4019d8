package files

import (
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/windows"
)

const nonblock = syscall.O_NONBLOCK

// lock locks a file until it is closed or the program ends. It returns ErrLocked if another
// program holds the lock. The locked byte is beyond the end of any file, so that the lock does
// not prevent reads and writes.
func lock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if err == windows.ERROR_LOCK_VIOLATION {
		return ErrLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// lockable opens the file to lock for a folder. Windows cannot lock folders, so it is a file
// inside.
func lockable(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, ".moraine-lock"), os.O_RDWR|os.O_CREATE, 0o600)
}
