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
	"time"
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

// Folder is a folder in which files are written. Links that lead outside are refused.
type Folder struct {
	in     *os.Root
	rights os.FileMode // the most permissive mode of files and folders in it
}

// OpenFolder opens a folder. It creates the folder if necessary.
func OpenFolder(path string) (*Folder, error) { return openFolder(path, allUsers) }

// OpenPrivate opens a folder like OpenFolder, but the folder and files that it creates are
// accessible only to their owner. It refuses a folder that other users may write to, because
// they could replace the owner's files.
func OpenPrivate(path string) (*Folder, error) { return openFolder(path, ownerOnly) }

// Modes before the umask.
const (
	allUsers  = 0o777
	ownerOnly = 0o700
)

func openFolder(path string, rights os.FileMode) (_ *Folder, err error) {
	defer unwritten(path, &err)
	if err := before("mkdir", path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, rights); err != nil {
		return nil, err
	}
	in, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	if rights == ownerOnly {
		if err := notShared(in); err != nil {
			in.Close()
			return nil, err
		}
	}
	return &Folder{in, rights}, nil
}

// notShared returns an error if other users may write to a folder. Windows has no such modes.
func notShared(in *os.Root) error {
	info, err := in.Stat(".")
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("other users can write to this folder (mode %04o), which is for secrets; run `chmod go-w` on it, or choose another folder", mode)
	}
	return nil
}

// MakePrivate restricts a file or folder inside to its owner.
func (f *Folder) MakePrivate(name string) (err error) {
	defer unwritten(name, &err)
	info, err := f.in.Stat(name)
	if err != nil || info.Mode().Perm()&^ownerOnly == 0 {
		return err
	}
	return f.in.Chmod(name, info.Mode().Perm()&ownerOnly)
}

// ErrLocked reports that another program holds the lock.
var ErrLocked = errors.New("the file is open in another program")

// Lock locks the folder until the result is closed or the program ends.
func (f *Folder) Lock() (io.Closer, error) {
	if err := before("create", "lock"); err != nil {
		return nil, err
	}
	held, err := f.in.OpenFile("lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(held); err != nil {
		held.Close()
		return nil, err
	}
	return held, nil
}

// LockFolder locks a folder until the result is closed or the program ends. It returns
// ErrLocked if another program holds the lock. On a file system without locks it succeeds, so
// that writing is still possible there.
func LockFolder(path string) (io.Closer, error) {
	held, err := lockable(path)
	if err != nil {
		return nil, &WriteError{path, err}
	}
	if err := lock(held); errors.Is(err, ErrLocked) {
		held.Close()
		return nil, &WriteError{path, err}
	}
	return held, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.in.Close() }

// Write replaces a file like the function Write. It creates missing folders.
func (f *Folder) Write(name string, text []byte) (err error) {
	defer unwritten(name, &err)
	if err := before("mkdir", filepath.Dir(name)); err != nil {
		return err
	}
	if err := f.in.MkdirAll(filepath.Dir(name), f.rights); err != nil {
		return err
	}
	to, _, err := follow(f.in, name)
	if err != nil {
		return err
	}
	folder, name := filepath.Split(to)
	in, err := f.in.OpenRoot(cmp.Or(folder, "."))
	if err != nil {
		return err
	}
	defer in.Close()
	return replace(in, name, f.rights, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Append adds text to an existing file and syncs it. If this fails, it removes the part that
// was written.
func (f *Folder) Append(name string, text []byte) (err error) {
	defer unwritten(name, &err)
	if err := before("append", name); err != nil {
		return err
	}
	to, err := f.in.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	info, err := to.Stat()
	if err != nil {
		return err
	}
	if _, err = to.Write(text); err == nil {
		if err = before("sync", name); err == nil {
			err = to.Sync()
		}
	}
	if err != nil {
		return errors.Join(err, to.Truncate(info.Size()))
	}
	return nil
}

// Remove removes a folder with its content.
func (f *Folder) Remove(name string) (err error) {
	defer unwritten(name, &err)
	return f.in.RemoveAll(name)
}

// Folders returns the names of the folders in it, sorted.
func (f *Folder) Folders() (out []string, err error) {
	list, err := fs.ReadDir(f.in.FS(), ".")
	for _, e := range list {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out, err
}

// Changed returns the time of the last write to a file.
func (f *Folder) Changed(name string) (time.Time, error) {
	info, err := f.in.Stat(name)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// Read returns the content of a file of the folder.
func (f *Folder) Read(name string, l *Limit) ([]byte, error) {
	return l.Read(dir{f.in.Name(), f.in}, filepath.ToSlash(name))
}

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

// Abandon removes the temporary files of writes in progress, which fail, as all later ones do. Call it before a process ends
// itself.
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
