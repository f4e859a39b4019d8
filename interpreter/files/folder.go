package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

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
