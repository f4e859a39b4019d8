package main

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strings"

	"moraine/interpreter"
)

// maxArchive is how much of an earlier state is read.
const maxArchive = 256 << 20

// at are the layers as they were in a revision: the folders, for the program's own are the same.
func (a *app) at(ctx context.Context, data interpreter.Sources, ref string) (interpreter.Sources, error) {
	out := interpreter.Sources{}
	found := false
	for _, l := range data {
		if _, builtin := l.FS.(embedded); !builtin {
			var err error
			if l.FS, err = archived(ctx, a.abs(l.Name), ref); err != nil {
				return nil, fmt.Errorf("%s: %w", l.Name, err)
			}
			found = true
		}
		out = append(out, l)
	}
	if !found {
		return nil, errors.New("there is no folder of data here, nor in any --data, that could have changed")
	}
	return out, nil
}

// archived is what git has of the data in a folder.
func archived(ctx context.Context, dir, ref string) (fs.FS, error) {
	git := func(args ...string) ([]byte, error) {
		var out, complaint bytes.Buffer
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		cmd.Stdout, cmd.Stderr = &most{&out, maxArchive}, &complaint
		err := cmd.Run()
		var exit *exec.ExitError
		if first, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n"); errors.As(err, &exit) && first != "" {
			err = errors.New("git says: " + first)
		}
		return out.Bytes(), err
	}
	if _, err := git("rev-parse", "--git-dir"); err != nil {
		return nil, err
	}
	id, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^0")
	revision := strings.TrimSpace(string(id))
	if err != nil {
		return nil, fmt.Errorf("git knows no revision %q; in CI it may have to be fetched first", ref)
	}
	there, err := git(append([]string{"ls-tree", "--name-only", "-z", revision, "--"}, folders...)...)
	if err != nil {
		return nil, err
	}
	paths := strings.FieldsFunc(string(there), func(r rune) bool { return r == 0 })
	if len(paths) == 0 {
		return embed.FS{}, nil
	}
	text, err := git(append([]string{"archive", "--format=zip", "-0", revision, "--"}, paths...)...)
	if err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(text), int64(len(text)))
}

// most takes so many bytes and no more.
type most struct {
	io.Writer
	left int
}

func (m *most) Write(text []byte) (int, error) {
	if m.left -= len(text); m.left < 0 {
		return 0, errors.New("there is too much of it")
	}
	return m.Writer.Write(text)
}
