//go:build unix

package files

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Reading never waits for a writer and never reads an endless file.
func TestReadOnlyRegularFiles(t *testing.T) {
	at := t.TempDir()
	path := func(name string) string { return filepath.Join(at, name) }
	require.NoError(t, unix.Mkfifo(path("pipe"), 0o600))
	require.NoError(t, os.Mkdir(path("folder"), 0o700))
	require.NoError(t, os.Symlink("nowhere", path("dangling")))
	require.NoError(t, os.Symlink("/dev/zero", path("zero")))
	require.NoError(t, os.Symlink("round", path("round")))
	require.NoError(t, os.WriteFile(path("text"), []byte("text"), 0o600))
	require.NoError(t, os.Symlink("text", path("link")))
	sparse, err := os.Create(path("sparse"))
	require.NoError(t, err)
	require.NoError(t, sparse.Truncate(1<<30))
	require.NoError(t, sparse.Close())
	socket, err := net.Listen("unix", path("socket"))
	require.NoError(t, err)
	defer socket.Close()

	for name, want := range map[string]string{
		"pipe":     "cannot read a pipe; only regular files are supported",
		"folder":   "cannot read a folder; only regular files are supported",
		"zero":     "cannot read a device; only regular files are supported",
		"socket":   "cannot read a socket; only regular files are supported",
		"sparse":   "the file has 1073741824 bytes; the maximum is 4",
		"round":    "too many levels of symbolic links",
		"missing":  "no such file or directory",
		"dangling": "cannot read a link to a file that does not exist; only regular files are supported",
		"text":     "", "link": "",
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := Dir(at)
			require.NoError(t, err)
			for how, read := range map[string]func() ([]byte, error){
				"path":   func() ([]byte, error) { return (&Limit{File: 4}).ReadFile(path(name)) },
				"folder": func() ([]byte, error) { return (&Limit{File: 4}).Read(tree, name) },
			} {
				t.Run(how, func(t *testing.T) {
					text, err := read()
					want := want
					if want == "" {
						require.NoError(t, err, name, how)
						require.Equal(t, "text", string(text))
						return
					}
					switch {
					case name == "zero" && how == "folder":
						want = errLeadsOut.Error()
					case name == "dangling" && how == "path":
						want = "no such file or directory"
					}
					require.EqualError(t, err, want, name)
				})
			}
		})
	}
}

func TestReadIsBoundedInAll(t *testing.T) {
	tree := fstest.MapFS{"a": {Data: []byte("12345")}, "b": {Data: []byte("12345")}, "c": {Data: []byte("1")}}
	l := Limit{File: 5, All: 9}
	_, err := l.Read(tree, "a")
	require.NoError(t, err)
	_, err = l.Read(tree, "b")
	require.EqualError(t, err, "with this file the total size is 10 bytes; the maximum is 9")
	_, err = l.Read(tree, "c")
	require.NoError(t, err)
}

// growing is a file that is longer than its Stat reports.
type growing struct{ fs.File }

func (growing) Read(p []byte) (int, error) { return copy(p, strings.Repeat("x", len(p))), nil }

type growingFS struct{ fs.FS }

func (g growingFS) Open(name string) (fs.File, error) {
	f, err := g.FS.Open(name)
	return growing{f}, err
}

func TestReadIsBoundedWhileAFileGrows(t *testing.T) {
	tree := growingFS{fstest.MapFS{"a": {Data: []byte("x")}}}
	_, err := (&Limit{File: 1 << 20}).Read(tree, "a")
	require.ErrorContains(t, err, "the maximum is 1048576")
}

// The folder of a game may be a link to any place; links inside it may not lead out.
func TestLinksLeadOutOfNoGame(t *testing.T) {
	at := t.TempDir()
	write := func(path string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(at, path)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(at, path), []byte(path), 0o600))
	}
	link := func(to, path string) { require.NoError(t, os.Symlink(to, filepath.Join(at, path))) }
	write("secret/x.yaml")
	write("elsewhere/here/x.yaml")
	write("data/cards/own/x.yaml")
	write("data/shared/y.yaml")
	link("../../elsewhere", "data/cards/linked")
	link("../own/x.yaml", "data/cards/own/to_own.yaml")
	link("../../shared", "data/cards/own/to_shared")
	link("../../../secret/x.yaml", "data/cards/own/out.yaml")
	link(filepath.Join(at, "secret"), "data/cards/own/out")
	link("../secret/x.yaml", "elsewhere/out.yaml")
	link("..", "data/cards/own/up")
	link("user@host.1:2", "data/cards/own/.#x.yaml")

	tree, err := Dir(filepath.Join(at, "data"))
	require.NoError(t, err)
	read := func(name string) (string, error) {
		text, err := (&Limit{File: 100}).Read(tree, name)
		return string(text), err
	}
	for name, want := range map[string]string{
		"cards/own/x.yaml":           "data/cards/own/x.yaml",
		"cards/own/to_own.yaml":      "data/cards/own/x.yaml",
		"cards/own/to_shared/y.yaml": "data/shared/y.yaml",
		"cards/linked/here/x.yaml":   "elsewhere/here/x.yaml",
		"cards/own/up/own/x.yaml":    "data/cards/own/x.yaml",
	} {
		t.Run(name, func(t *testing.T) {
			text, err := read(name)
			require.NoError(t, err, name)
			require.Equal(t, want, text)
		})
	}
	for _, name := range []string{"cards/own/out.yaml", "cards/own/out/x.yaml", "cards/linked/out.yaml"} {
		_, err := read(name)
		require.EqualError(t, err, errLeadsOut.Error(), name)
	}
	kinds := map[string]fs.FileMode{}
	for _, folder := range []string{"cards", "cards/own", "cards/linked"} {
		list, err := fs.ReadDir(tree, folder)
		require.NoError(t, err)
		for _, e := range list {
			kinds[folder+"/"+e.Name()] = e.Type()
		}
	}
	require.Equal(t, map[string]fs.FileMode{
		"cards/own": fs.ModeDir, "cards/linked": fs.ModeDir,
		"cards/own/x.yaml": 0, "cards/own/to_own.yaml": 0, "cards/own/to_shared": fs.ModeDir, "cards/own/up": fs.ModeDir,
		"cards/own/out.yaml": fs.ModeSymlink, "cards/own/out": fs.ModeSymlink, "cards/own/.#x.yaml": fs.ModeSymlink,
		"cards/linked/here": fs.ModeDir, "cards/linked/out.yaml": fs.ModeSymlink,
	}, kinds)
}

func TestReadsThatFailAreSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(path, []byte("text"), 0o600))
	for _, fails := range []string{"open", "read"} {
		Before = func(step, _ string) error {
			if step == fails {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		_, err := (&Limit{File: 4}).ReadFile(path)
		Before = nil
		require.True(t, errors.Is(err, io.ErrUnexpectedEOF), fails)
	}
}
