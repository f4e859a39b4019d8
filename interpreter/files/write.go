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
	"syscall"
)

// Unwritten is what is wrong with a file that could not be written. It is as it was,
// unless only bringing its name to the disk has failed.
type Unwritten struct {
	Path string
	Err  error
}

func (e *Unwritten) Error() string { return e.Path + " cannot be written: " + plain(e.Err).Error() }

func (e *Unwritten) Unwrap() error { return e.Err }

// unwritten makes that of an error, if there is one.
func unwritten(path string, err *error) {
	if *err != nil {
		*err = &Unwritten{path, *err}
	}
}

// Write puts a file in its place. It is written beside it, brought to the disk and then
// renamed, so that whoever looks, at whatever moment and after whatever failure, meets the
// old file or the new one. A link stays, and what it leads to is replaced; a file keeps
// its mode. Devices, pipes and open descriptors (/dev/null, /dev/stdout, >(command)) are
// no files to be replaced: they are written to.
func Write(path string, write func(io.Writer) error) (err error) {
	defer unwritten(path, &err)
	to, open, err := follow(links{}, path)
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
		return errors.New("there is no folder to write it in")
	}
	in, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer in.Close()
	return replace(in, name, anybody, write)
}

// MayWrite tells why Write could not begin to, and leaves everything as it is. Of what is written to
// without being replaced it says nothing: whoever reads there would notice.
func MayWrite(path string) error {
	to, open, err := follow(links{}, path)
	if err != nil {
		return &Unwritten{path, err}
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

// Folder is where files are written, and outside of which none is, not even where a link
// leads out.
type Folder struct {
	in     *os.Root
	rights os.FileMode // that something in it can have
}

// OpenFolder opens a folder, which is made if there is none.
func OpenFolder(path string) (*Folder, error) { return openFolder(path, anybody) }

// OpenPrivate opens a folder like OpenFolder. What it makes, the folder and all in it, is its owner's alone. It refuses
// a folder that others may write to: they could put files of theirs in the place of its owner's.
func OpenPrivate(path string) (*Folder, error) { return openFolder(path, owner) }

// What rights something can have: an umask may leave fewer.
const (
	anybody = 0o777
	owner   = 0o700
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
	if rights == owner {
		if err := notShared(in); err != nil {
			in.Close()
			return nil, err
		}
	}
	return &Folder{in, rights}, nil
}

// notShared refuses a folder that others may write to. Windows has no such modes.
func notShared(in *os.Root) error {
	info, err := in.Stat(".")
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("others may write to this folder (mode %04o), and secrets are kept in it; `chmod go-w` it, or choose another", mode)
	}
	return nil
}

// Tighten takes all rights to a file or folder in it from others than its owner.
func (f *Folder) Tighten(name string) (err error) {
	defer unwritten(name, &err)
	info, err := f.in.Stat(name)
	if err != nil || info.Mode().Perm()&^owner == 0 {
		return err
	}
	return f.in.Chmod(name, info.Mode().Perm()&owner)
}

// ErrLocked is that another program has locked a folder.
var ErrLocked = errors.New("another program has it open")

// Lock keeps other programs that do the same out, until what it returns is closed or this program is no more.
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

// LockFolder keeps other programs that call it for the same folder out, until what it returns is closed
// or this program is no more. The error is ErrLocked if another program has locked the folder. A file
// system that has no locks is no reason not to write.
func LockFolder(path string) (io.Closer, error) {
	held, err := lockable(path)
	if err != nil {
		return nil, &Unwritten{path, err}
	}
	if err := lock(held); errors.Is(err, ErrLocked) {
		held.Close()
		return nil, &Unwritten{path, err}
	}
	return held, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.in.Close() }

// Write writes a file like the function of that name; its folders are made.
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

// Append adds to a file that is there, and has it on the disk when it returns. What could be written
// only in part is taken away again.
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

// Remove takes a folder away, with all that is in it.
func (f *Folder) Remove(name string) (err error) {
	defer unwritten(name, &err)
	return f.in.RemoveAll(name)
}

// Folders lists the folders in it, in order.
func (f *Folder) Folders() (out []string, err error) {
	list, err := fs.ReadDir(f.in.FS(), ".")
	for _, e := range list {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out, err
}

// Read reads a file of the folder.
func (f *Folder) Read(name string, l *Limit) ([]byte, error) {
	return l.Read(dir{f.in.Name(), f.in}, filepath.ToSlash(name))
}

// links reads links by their paths.
type links struct{}

func (links) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }
func (links) Readlink(path string) (string, error)   { return os.Readlink(path) }

// follow is what a path leads to, be it there or not, and whether that is a descriptor
// which is open. Paths are joined as they are: what .. means behind a link is for the
// system to say.
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
			return path, false, nil // what is wrong with it shows when it is written
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
	return "", false, errors.New("links lead to links, and to no end")
}

// direct writes to what is no regular file, or is open already.
func direct(path string, write func(io.Writer) error) (err error) {
	var f *os.File
	switch path {
	case "/dev/fd/1", "/proc/self/fd/1":
		f = os.Stdout // which has a position of its own
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

// buffered writes to a file in large pieces.
func buffered(f *os.File, name string, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(steps{f, name}, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// steps is a file each write to which can be made to fail.
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

// replace writes a file of a folder, with no more than some rights. One that is replaced keeps its mode otherwise.
func replace(in *os.Root, name string, rights os.FileMode, write func(io.Writer) error) (err error) {
	old, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return err
	case !old.Mode().IsRegular():
		return fmt.Errorf("this is %s, which is not replaced by a file", kind(old.Mode()))
	default: // what may not be written to is not replaced either
		f, err := in.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
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
	defer func() {
		if err != nil {
			tmp.Close()
			_ = in.Remove(at)
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
	tmp.Close() // not before: until then it is locked
	return syncFolder(in)
}

// syncFolder brings to the disk how the files of a folder are called. Not all file
// systems can, and those that cannot have no need to. Windows refuses: FlushFileBuffers is for
// files that are open to be written, which no folder can be.
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

// temporary is what the names of the temporary files of a file begin with. They are of
// one length, however long that of the file is, and end like no file that is read.
func temporary(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf(".moraine-%016x-", h.Sum64())
}

// create makes a temporary file, and locks it for as long as it is open.
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
		_ = lock(f) // else it may be swept
		// Before it was locked somebody may have taken it for left behind.
		if info, err := in.Lstat(name); err == nil {
			if mine, err := f.Stat(); err == nil && os.SameFile(info, mine) {
				return f, name, nil
			}
		}
		f.Close()
	}
	return nil, "", errors.New("no temporary file can be made beside it")
}

// sweep removes what was left behind where a program was killed while it wrote the same
// file. That this fails is no reason not to write.
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
		if left, err := in.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
			if lock(left) == nil {
				_ = in.Remove(name)
			}
			left.Close()
		}
	}
}
