package files

import "os"

// nonblock is 0, because a program in a browser has no pipes.
const nonblock = 0

// lock does nothing: no other program sees the files of a program in a browser.
func lock(*os.File) error { return nil }

// lockable opens the file to lock for a folder: the folder itself.
func lockable(folder string) (*os.File, error) { return os.Open(folder) }
