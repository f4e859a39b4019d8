package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Limits for listing a tree of folders.
const (
	MaxEntries = 10_000 // files and folders in the tree
	MaxDepth   = 64     // nested folders
)

// ErrLimit is wrapped by errors about folders and files that exceed a limit.
var ErrLimit = errors.New("a limit of what is read")

// limitErrorf returns an error that wraps ErrLimit.
func limitErrorf(format string, args ...any) error { return limitError(fmt.Sprintf(format, args...)) }

type limitError string

func (e limitError) Error() string { return string(e) }

// Is makes errors.Is match ErrLimit.
func (limitError) Is(target error) bool { return target == ErrLimit }

// Walk calls fs.WalkDir within MaxEntries and MaxDepth. It adds the number of entries to seen.
func Walk(tree fs.FS, root string, seen *int, visit fs.WalkDirFunc) error {
	depth := strings.Count(root, "/")
	return fs.WalkDir(tree, root, func(p string, d fs.DirEntry, err error) error {
		switch *seen++; {
		case *seen > MaxEntries:
			return limitErrorf("%s has more than %d files and folders", root, MaxEntries)
		case strings.Count(p, "/")-depth > MaxDepth:
			return limitErrorf("the folders in %s are nested deeper than %d levels", root, MaxDepth)
		}
		return visit(p, d, err)
	})
}

// errLeadsOut refuses a link inside a game that points outside.
var errLeadsOut = errors.New("links to files outside of the game's folder are not followed")

// dir is a folder of data. Links inside it are followed. The first two levels, cards/ and
// cards/GAME, may be links to any place, because users organise their disks like that. Deeper
// links that lead outside are refused, so that a game from a stranger cannot make the program
// print private files.
type dir struct {
	path string
	root *os.Root
}

// Dir returns a folder as a file system of regular files and folders.
func Dir(path string) (fs.FS, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, plain(err)
	}
	return dir{path, root}, nil
}

// in calls do with a name relative to the folder or, if the root refuses it, relative to the
// folder of the game.
func (d dir) in(name string, do func(in *os.Root, name string) error) error {
	err := do(d.root, name)
	if !leadsOut(err) {
		return err
	}
	parts := strings.SplitN(name, "/", 3)
	rest := "."
	if len(parts) == 3 {
		rest = parts[2]
	}
	if game := filepath.Join(d.path, filepath.Join(parts[:min(2, len(parts))]...)); IsFolder(game) {
		root, err := os.OpenRoot(game)
		if err != nil {
			return err
		}
		defer root.Close()
		if err := do(root, rest); !leadsOut(err) {
			return err
		}
	}
	return &fs.PathError{Op: "open", Path: name, Err: errLeadsOut}
}

// leadsOut reports whether os.Root refused a name, as opposed to the operating system.
func leadsOut(err error) bool {
	var path *fs.PathError
	var number syscall.Errno
	return errors.As(err, &path) && !errors.As(err, &number)
}

// Open implements fs.FS.
func (d dir) Open(name string) (f fs.File, err error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	err = d.in(name, func(in *os.Root, at string) (err error) {
		info, err := in.Stat(at)
		if errors.Is(err, fs.ErrNotExist) {
			if link, broken := in.Lstat(at); broken == nil { // the link exists but not its target
				return regular(link)
			}
		}
		f, err = open(name, info, err, func() (*os.File, error) { return in.OpenFile(at, readOnly, 0) })
		return err
	})
	return f, err
}

// Stat implements fs.StatFS.
func (d dir) Stat(name string) (info fs.FileInfo, err error) {
	err = d.in(name, func(in *os.Root, at string) (err error) {
		info, err = in.Stat(at)
		return err
	})
	return info, err
}

// ReadDir implements fs.ReadDirFS. A link is listed as its target, a broken link as a link.
func (d dir) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.(*os.File).ReadDir(MaxEntries + 1)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case len(list) > MaxEntries:
		return nil, limitErrorf("%s has more than %d files and folders", name, MaxEntries)
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for i, e := range list {
		if e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		if info, err := d.Stat(name + "/" + e.Name()); err == nil {
			list[i] = fs.FileInfoToDirEntry(named{info, e.Name()})
		}
	}
	return list, nil
}

// named describes the target of a link under the name of the link.
type named struct {
	fs.FileInfo
	name string
}

func (n named) Name() string { return n.name }

// IsFolder reports whether a path, after following links, is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Exists reports whether a path, after following links, exists.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Same reports whether two paths refer to the same file or folder.
func Same(a, b string) bool {
	this, err := os.Stat(a)
	that, errThat := os.Stat(b)
	return err == nil && errThat == nil && os.SameFile(this, that)
}
