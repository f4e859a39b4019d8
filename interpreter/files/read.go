// Package files is the one place where the program opens, reads and writes files; a
// test holds that no other code does.
//
// What it reads may come from a stranger: a pipe that nobody writes to, a device without
// end, a file of a terabyte that takes no room, a link to the secrets of whoever runs the
// program. What it writes is somebody's work: it is there whole, old or new, whatever
// breaks on the way.
//
//	read.go   regular files alone, within limits
//	dir.go    a folder of data
//	write.go  files replaced in one step
//	lock.go   which temporary files nobody writes to any more
//	step.go   where tests make it fail
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Limit is how much is read: of one file, and of all that are read under it together.
type Limit struct {
	File, All int64
	read      int64
}

// Read reads a regular file of a file system. Its size is looked at before a byte of it
// is read, and counted again while it is: a file may grow, and some do not know theirs.
func (l *Limit) Read(from fs.FS, name string) ([]byte, error) {
	f, err := from.Open(name)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, plain(err)
	}
	if err := regular(info); err != nil {
		return nil, err
	}
	if err := l.allows(info.Size()); err != nil {
		return nil, err
	}
	if err := before("read", name); err != nil {
		return nil, err
	}
	text := make([]byte, 0, info.Size()+1) // one more, to meet the end without growing
	for {
		n, err := f.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case errors.Is(err, io.EOF):
			l.read += int64(len(text))
			return text, nil
		case err != nil:
			return nil, plain(err)
		}
		if err := l.allows(int64(len(text))); err != nil {
			return nil, err
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
}

// ReadFile reads a regular file by its path.
func (l *Limit) ReadFile(path string) ([]byte, error) { return l.Read(disk{}, path) }

// Begin returns the first n bytes of a regular file, or all of a shorter one.
func Begin(path string, n int) ([]byte, error) {
	f, err := disk{}.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(n)))
}

func (l *Limit) allows(size int64) error {
	switch {
	case size > l.File:
		return fmt.Errorf("the file has %d bytes; at most %d are read", size, l.File)
	case l.All > 0 && size > l.All-l.read:
		return fmt.Errorf("with this file %d bytes would be read; at most %d are", l.read+size, l.All)
	}
	return nil
}

// disk is the file system as paths name it, apart from all but regular files.
type disk struct{}

// Open implements fs.FS.
func (disk) Open(path string) (fs.File, error) {
	info, err := os.Stat(path)
	return open(path, info, err, func() (*os.File, error) { return os.OpenFile(path, readOnly, 0) })
}

// readOnly is how files are opened to be read: who opens a pipe must not wait until
// somebody writes to it.
const readOnly = os.O_RDONLY | syscall.O_NONBLOCK

// open opens what stat found to be a regular file or a folder. To open a device may do
// something, so that is not even tried.
func open(name string, info fs.FileInfo, err error, open func() (*os.File, error)) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	if err := regular(info); err != nil && !info.IsDir() {
		return nil, err
	}
	if err := before("open", name); err != nil {
		return nil, err
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	return f, nil
}

// regular refuses what is no regular file.
func regular(info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("this is %s; only regular files are read", kind(info.Mode()))
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a link that leads nowhere"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// plain is what is wrong, without the system call and the path, which whoever reports
// it says in words of his own.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
