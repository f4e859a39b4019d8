//go:build unix

package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// writing returns a function that writes a text.
func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// names returns the names of the entries of a folder.
func names(t *testing.T, at string) (out []string) {
	t.Helper()
	list, err := os.ReadDir(at)
	require.NoError(t, err)
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(text))
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	require.NoError(t, err)
	return info.Mode()
}

func TestWriteKeepsModesAndHonoursUmask(t *testing.T) {
	at := t.TempDir()
	for mask, want := range map[int]fs.FileMode{0o022: 0o644, 0o077: 0o600, 0: 0o666} {
		t.Run(fmt.Sprint(mask), func(t *testing.T) {
			old := syscall.Umask(mask)
			path := filepath.Join(at, "new")
			require.NoError(t, Write(path, writing("1")))
			require.Equal(t, want, mode(t, path))
			require.NoError(t, os.Chmod(path, 0o640))
			require.NoError(t, Write(path, writing("2")))
			syscall.Umask(old)
			require.Equal(t, fs.FileMode(0o640), mode(t, path))
			holds(t, path, "2")
			require.Equal(t, []string{"new"}, names(t, at))
			require.NoError(t, os.Remove(path))
		})
	}
}

func TestWriteFollowsLinksToTheirTargets(t *testing.T) {
	at := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(at, "real", "deep"), 0o700))
	require.NoError(t, os.Symlink("real/deep", filepath.Join(at, "folder")))
	for _, to := range []string{"real/deep/a", "folder/../deep/b", filepath.Join(at, "real", "c")} {
		link := filepath.Join(at, "link")
		require.NoError(t, os.Symlink("second", link))
		require.NoError(t, os.Symlink(to, filepath.Join(at, "second")))
		require.NoError(t, Write(link, writing("made")))     // it led to nothing
		require.NoError(t, Write(link, writing("replaced"))) // and now to a file
		holds(t, link, "replaced")
		require.Equal(t, fs.ModeSymlink, mode(t, link)&fs.ModeType)
		require.Equal(t, fs.ModeSymlink, mode(t, filepath.Join(at, "second"))&fs.ModeType)
		require.NoError(t, os.Remove(link))
		require.NoError(t, os.Remove(filepath.Join(at, "second")))
	}
	holds(t, filepath.Join(at, "real", "deep", "b"), "replaced")
	require.NoError(t, os.Symlink("round", filepath.Join(at, "round")))
	require.ErrorContains(t, Write(filepath.Join(at, "round"), writing("")), "round cannot be written: the symbolic links form a cycle, or there are more than 40 of them")
}

func TestWriteReplacesRegularFilesAlone(t *testing.T) {
	at := t.TempDir()
	path := func(name string) string { return filepath.Join(at, name) }
	require.NoError(t, os.Mkdir(path("folder"), 0o700))
	socket, err := net.Listen("unix", path("socket"))
	require.NoError(t, err)
	defer socket.Close()
	require.ErrorContains(t, Write(path("folder"), writing("x")), "a folder cannot be replaced by a file")
	require.ErrorContains(t, Write(path("socket"), writing("x")), "a socket cannot be replaced by a file")
	require.Equal(t, fs.ModeSocket, mode(t, path("socket"))&fs.ModeType)

	require.NoError(t, Write("/dev/null", writing("x")))
	require.Equal(t, fs.ModeDevice|fs.ModeCharDevice, mode(t, "/dev/null")&fs.ModeType)
	require.ErrorIs(t, Write("/dev/full", writing("x")), syscall.ENOSPC)

	require.NoError(t, unix.Mkfifo(path("pipe"), 0o600))
	reader, err := os.OpenFile(path("pipe"), os.O_RDWR, 0)
	require.NoError(t, err)
	defer reader.Close()
	require.NoError(t, Write(path("pipe"), writing("through")))
	var got [7]byte
	_, err = io.ReadFull(reader, got[:])
	require.NoError(t, err)
	require.Equal(t, "through", string(got[:]))
	require.Equal(t, fs.ModeNamedPipe, mode(t, path("pipe"))&fs.ModeType)
}

func TestWriteLeavesReadOnlyFilesAlone(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o400))
	require.ErrorIs(t, Write(path, writing("new")), fs.ErrPermission)
	holds(t, path, "old")
}

// The temporary file of a killed program is removed when the same file is written again;
// the file that another program is writing stays.
func TestMayWriteChangesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	for _, text := range []string{"", "here"} {
		if text != "" {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		before, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.NoError(t, MayWrite(path))
		after, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Equal(t, len(before), len(after))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "here", string(text))
	require.EqualError(t, MayWrite(filepath.Join(path, "y")), filepath.Join(path, "y")+" cannot be written: not a directory")
	require.NoError(t, MayWrite("/dev/full"), "which is only written to")
}

func TestWriteRemovesOldTemporaryFiles(t *testing.T) {
	at := t.TempDir()
	name := strings.Repeat("n", 255)
	left, other := temporary(name)+"LEFT", temporary("another")+"LEFT"
	require.NoError(t, os.WriteFile(filepath.Join(at, left), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(at, other), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(at, temporary(name)+"FOLDER"), 0o700))
	busy, err := os.Create(filepath.Join(at, temporary(name)+"BUSY"))
	require.NoError(t, err)
	require.NoError(t, lock(busy))
	require.NoError(t, Write(filepath.Join(at, name), writing("x")))
	require.ElementsMatch(t, []string{name, other, temporary(name) + "FOLDER", filepath.Base(busy.Name())}, names(t, at))
	busy.Close()
	require.NoError(t, Write(filepath.Join(at, name), writing("x")))
	require.ElementsMatch(t, []string{name, other, temporary(name) + "FOLDER"}, names(t, at))
}

// Two concurrent writers of a file do not disturb each other.
func TestWriteInAWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, Write(path, func(w io.Writer) error {
		return errors.Join(Write(path, writing("inner")), writing("outer")(w))
	}))
	holds(t, path, "outer")
	require.Equal(t, []string{"x"}, names(t, filepath.Dir(path)))
}

func TestWriteInAFolderStaysInside(t *testing.T) {
	at := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(at, "away"), 0o700))
	f, err := OpenFolder(filepath.Join(at, "in"))
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Write("a/b/c", []byte("c")))
	require.NoError(t, os.Symlink("a/b/c", filepath.Join(at, "in", "inside")))
	require.NoError(t, f.Write("inside", []byte("through a link")))
	holds(t, filepath.Join(at, "in", "a", "b", "c"), "through a link")
	for link, to := range map[string]string{"relative": "../away/x", "absolute": filepath.Join(at, "away", "x"), "folder": "../away"} {
		t.Run(link, func(t *testing.T) {
			require.NoError(t, os.Symlink(to, filepath.Join(at, "in", link)))
			name := link
			if link == "folder" {
				name += "/x"
			}
			require.Error(t, f.Write(name, []byte("out")), link)
		})
	}
	require.Empty(t, names(t, filepath.Join(at, "away")))
}

// TestWriteWithEachStepFailing makes each step fail in turn. The file then has its old or its
// new content, as the error says, and no temporary file is left.
func TestWriteWithEachStepFailing(t *testing.T) {
	at := t.TempDir()
	path := filepath.Join(at, "x")
	long := strings.Repeat("new", 50_000) // more than is written at once
	steps := 0
	for fails := 1; ; fails++ {
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
		var what string
		n := 0
		Before = func(step, _ string) error {
			if n++; n == fails {
				what = step
				return syscall.EIO
			}
			return nil
		}
		err := Write(path, writing(long))
		Before = nil
		if n < fails {
			require.NoError(t, err)
			break
		}
		steps++
		require.EqualError(t, err, path+" cannot be written: input/output error", what)
		if what == "sync folder" {
			holds(t, path, long)
		} else {
			holds(t, path, "old")
		}
		require.Equal(t, []string{"x"}, names(t, at), what)
	}
	require.Equal(t, 8, steps) // create, three writes, chmod, sync, rename, sync folder
}

// A file that cannot be locked is not reported as locked by another program.
func TestLockSaysWhatFails(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "x"))
	require.NoError(t, err)
	require.NoError(t, lock(f))
	again, err := os.Open(f.Name())
	require.NoError(t, err)
	require.ErrorIs(t, lock(again), ErrLocked)
	require.NoError(t, again.Close())
	require.ErrorContains(t, lock(again), "flock: bad file descriptor")
	f.Close()
}

// A process that ends in the middle of a write leaves no temporary file, and the old content.
func TestAbandonedWrites(t *testing.T) {
	defer func() { Before, unfinished.over, unfinished.of = nil, false, nil }()
	at := t.TempDir()
	file := filepath.Join(at, "report.html")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	for _, step := range []string{"write", "sync", "rename"} {
		unfinished.over = false
		Before = func(now, _ string) error {
			if now == step {
				Abandon()
				left, err := os.ReadDir(at)
				require.NoError(t, err)
				require.Len(t, left, 1, step)
			}
			return nil
		}
		require.Error(t, Write(file, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }), step)
		require.ErrorContains(t, Write(file, func(io.Writer) error { return nil }), "the program is ending")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, "old", string(text), step)
	}
	left, err := os.ReadDir(at)
	require.NoError(t, err)
	require.Len(t, left, 1)
}
