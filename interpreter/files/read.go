// Package files opens, reads and writes all files of the program; a test checks that no other
// package does.
//
// Input may be hostile: a pipe without a writer, an endless device, a sparse file of a
// terabyte, a link to private files. So only regular files are read, within limits. Output may
// replace the work of a user: after a crash a file has either its old or its new content.
//
//	read.go   reads regular files within limits
//	dir.go    a folder of data as a file system; folder.go a folder in which files are written
//	write.go  replaces files atomically
//	lock*.go  file locks, which distinguish temporary files in use from abandoned ones
//	place.go  texts such as FILE:LINE
//	step.go   hooks with which tests inject failures
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Limit bounds the bytes read: File for a single file, All for all files read with this Limit.
// 0 means no bound.
type Limit struct {
	File, All int64
	read      int64
}

// Read returns the content of a regular file. It checks the size before and while reading,
// because a file may grow and some file systems report no size.
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
	text := make([]byte, 0, info.Size()+1) // with one more byte the end is reached without growing
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

// ReadFile returns the content of the regular file at a path.
func (l *Limit) ReadFile(path string) ([]byte, error) { return l.Read(disk{}, path) }

// Begin returns the first n bytes of a regular file, or all bytes of a shorter one.
func Begin(path string, n int) ([]byte, error) {
	f, err := disk{}.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(n)))
}

// allows returns an error if a file of the given size exceeds the limit.
func (l *Limit) allows(size int64) error {
	switch {
	case size > l.File:
		return fmt.Errorf("the file has %d bytes; the maximum is %d", size, l.File)
	case l.All > 0 && size > l.All-l.read:
		return fmt.Errorf("with this file the total size is %d bytes; the maximum is %d", l.read+size, l.All)
	}
	return nil
}

// disk is the file system of the operating system, restricted to regular files.
type disk struct{}

// Open implements fs.FS.
func (disk) Open(path string) (fs.File, error) {
	info, err := os.Stat(path)
	return open(path, info, err, func() (*os.File, error) { return os.OpenFile(path, readOnly, 0) })
}

// readOnly includes nonblock, so that opening a pipe does not wait for a writer.
const readOnly = os.O_RDONLY | nonblock

// open opens a file if info describes a regular file or a folder. It does not open devices,
// because that can have side effects.
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

// regular returns an error unless info describes a regular file.
func regular(info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("cannot read %s; only regular files are supported", kind(info.Mode()))
}

// kind returns the name of a type of file that is not regular.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a link to a file that does not exist"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// plain returns the error without the system call and the path, because callers add the path.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
