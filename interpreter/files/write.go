package files

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// WriteError reports a file that could not be written. The file still has its old content,
// unless only the sync of its folder failed.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return e.Path + " cannot be written: " + plain(e.Err).Error() }

func (e *WriteError) Unwrap() error { return e.Err }

// unwritten wraps an error, if there is one, in a WriteError.
func unwritten(path string, err *error) {
	if *err != nil {
		*err = &WriteError{path, *err}
	}
}

// Write replaces a file: it writes a temporary file in the same folder, syncs it and renames
// it, so that readers see the old file or the new one, at any time and after any failure. It
// keeps the mode of the file; a link is kept, and its target is replaced. Devices, pipes and
// open descriptors (/dev/null, /dev/stdout, >(command)) are written to directly.
func Write(path string, write func(io.Writer) error) (err error) {
	defer unwritten(path, &err)
	to, open, err := follow(pathLinks{}, path)
	if err != nil {
		return err
	}
	info, err := os.Stat(to)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case open, err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0:
		return direct(to, write)
	}
	folder, name := filepath.Split(to)
	if folder = cmp.Or(folder, "."); !IsFolder(folder) {
		return errors.New("the folder does not exist")
	}
	in, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer in.Close()
	return replace(in, name, allUsers, write)
}

// MayWrite returns the error with which Write would fail immediately, without changing
// anything. It does not test devices, pipes and descriptors, because their readers would
// notice.
func MayWrite(path string) error {
	to, open, err := follow(pathLinks{}, path)
	if err != nil {
		return &WriteError{path, err}
	}
	if info, err := os.Stat(to); open || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	tried := errors.New("tried")
	if err := Write(path, func(io.Writer) error { return tried }); !errors.Is(err, tried) {
		return err
	}
	return nil
}

// Modes before the umask.
const (
	allUsers  = 0o777
	ownerOnly = 0o700
)

// ErrLocked reports that another program holds the lock.
var ErrLocked = errors.New("the file is open in another program")

// pathLinks reads links by path. os.Root does the same by name.
type pathLinks struct{}

func (pathLinks) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }
func (pathLinks) Readlink(path string) (string, error)   { return os.Readlink(path) }

// follow returns the target of a path, which need not exist, and whether it is an open
// descriptor. It joins paths without cleaning them, because the operating system decides the
// meaning of .. after a link.
func follow(in interface {
	Lstat(path string) (fs.FileInfo, error)
	Readlink(path string) (string, error)
}, path string) (to string, open bool, err error) {
	for range 40 {
		for _, open := range []string{"/dev/fd/*", "/proc/*/fd/*"} {
			if is, _ := filepath.Match(open, path); is {
				return path, true, nil
			}
		}
		info, err := in.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, false, nil // the error is reported when the file is written
		}
		to, err := in.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(path)
			to = folder + to
		}
		path = to
	}
	return "", false, errors.New("the symbolic links form a cycle, or there are more than 40 of them")
}

// direct writes to a device, a pipe or an open descriptor.
func direct(path string, write func(io.Writer) error) (err error) {
	var f *os.File
	switch path {
	case "/dev/fd/1", "/proc/self/fd/1":
		f = os.Stdout // opening the path again would start at another position
	case "/dev/fd/2", "/proc/self/fd/2":
		f = os.Stderr
	default:
		if err := before("open", path); err != nil {
			return err
		}
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
	}
	return buffered(f, path, write)
}

// buffered writes to a file through a buffer of 64 KiB.
func buffered(f *os.File, name string, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(steps{f, name}, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// steps is a file whose writes can be made to fail in tests.
type steps struct {
	file *os.File
	name string
}

func (s steps) Write(text []byte) (int, error) {
	if err := before("write", s.name); err != nil {
		return 0, err
	}
	return s.file.Write(text)
}

// replace writes a file of a folder. The file keeps its mode, restricted by rights.
func replace(in *os.Root, name string, rights os.FileMode, write func(io.Writer) error) (err error) {
	old, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return err
	case !old.Mode().IsRegular():
		return fmt.Errorf("%s cannot be replaced by a file", kind(old.Mode()))
	default: // a file without write permission is not replaced
		f, err := in.OpenFile(name, os.O_WRONLY|nonblock, 0)
		if err != nil {
			return err
		}
		f.Close()
	}
	prefix := temporary(name)
	sweep(in, prefix)
	tmp, at, err := create(in, prefix, rights&0o666)
	if err != nil {
		return err
	}
	remove := func() { _ = in.Remove(at) }
	if err := unfinished.add(tmp, remove); err != nil {
		tmp.Close()
		remove()
		return err
	}
	defer func() {
		unfinished.done(tmp)
		if err != nil {
			tmp.Close()
			remove()
		}
	}()
	if err := buffered(tmp, at, write); err != nil {
		return err
	}
	if old != nil {
		if err := before("chmod", at); err != nil {
			return err
		}
		if err := tmp.Chmod(old.Mode().Perm() & rights); err != nil {
			return err
		}
	}
	if err := before("sync", at); err != nil {
		return err
	}
	if err := tmp.Sync(); err != nil {
		return err
	}
	if err := before("rename", at); err != nil {
		return err
	}
	if err := in.Rename(at, name); err != nil {
		return err
	}
	tmp.Close() // not earlier, because closing it releases its lock
	return syncFolder(in)
}

// unfinished are the temporary files of writes in progress.
var unfinished removals

// Abandon removes the temporary files of writes in progress, which fail, as all later ones do. Call it before a process
// ends itself.
func Abandon() {
	unfinished.mu.Lock()
	defer unfinished.mu.Unlock()
	unfinished.over = true
	for _, remove := range unfinished.of {
		remove()
	}
}

// removals are functions that remove files.
type removals struct {
	mu   sync.Mutex
	over bool
	of   map[*os.File]func()
}

func (r *removals) add(f *os.File, remove func()) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return errors.New("the program is ending")
	}
	if r.of == nil {
		r.of = map[*os.File]func(){}
	}
	r.of[f] = remove
	return nil
}

func (r *removals) done(f *os.File) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, f)
}

// syncFolder syncs the entries of a folder. File systems that cannot do this do not need it. On
// Windows a folder cannot be opened for writing, as FlushFileBuffers would require.
func syncFolder(in *os.Root) error {
	if err := before("sync folder", in.Name()); err != nil || runtime.GOOS == "windows" {
		return err
	}
	f, err := in.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// temporary returns the prefix for the names of a file's temporary files. Its length does not
// depend on the name, and no data file has such a name.
func temporary(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf(".moraine-%016x-", h.Sum64())
}

// create makes a temporary file and locks it until it is closed.
func create(in *os.Root, prefix string, mode os.FileMode) (f *os.File, name string, err error) {
	for range 10 {
		name = prefix + rand.Text()
		if err := before("create", name); err != nil {
			return nil, "", err
		}
		f, err = in.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		_ = lock(f) // without the lock, sweep in another process may remove it
		// Another process may have removed it before it was locked.
		if info, err := in.Lstat(name); err == nil {
			if mine, err := f.Stat(); err == nil && os.SameFile(info, mine) {
				return f, name, nil
			}
		}
		f.Close()
	}
	return nil, "", errors.New("cannot create a temporary file in the same folder")
}

// sweep removes temporary files of processes that were killed while writing the same file. It
// ignores errors, because they do not prevent the write.
func sweep(in *os.Root, prefix string) {
	f, err := in.Open(".")
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
		info, err := in.Lstat(name)
		if !strings.HasPrefix(name, prefix) || err != nil || !info.Mode().IsRegular() {
			continue
		}
		if left, err := in.OpenFile(name, os.O_RDWR|nonblock, 0); err == nil {
			if lock(left) == nil {
				_ = in.Remove(name)
			}
			left.Close()
		}
	}
}
