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
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"moraine/interpreter"
)

// Limits of what is read of a revision.
const (
	maxListing  = 16 << 20  // bytes of the list of its files
	maxRevision = 256 << 20 // bytes of its files
	maxOld      = 2 << 20   // bytes of a file; the limit of a file of YAML is lower
)

// gitPatience is how long a git command may take: a repository may have a pipe where git expects a file.
var gitPatience = time.Minute

// at returns the layers as they were in a revision. The program's own stay as they are.
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

// git runs git in a folder that may be a stranger's: the configuration of its repository may
// name programs. The commands that it is used for read objects as they are stored. They apply
// no filter, run no hook, and may fetch nothing.
type git struct {
	ctx context.Context
	dir string
}

// run returns the output of a git command, which is at most so many bytes.
func (g git) run(most int, in io.Reader, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(g.ctx, gitPatience, fmt.Errorf("git has not answered within %v", gitPatience))
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", g.dir, "--no-pager", "--no-replace-objects", "--no-optional-locks",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "credential.helper="}, args...)...)
	// What the caller's environment tells git is for another folder (in a hook of git it names
	// the repository), or names programs, too.
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToUpper(v), "GIT_") })
	// git before 2.39.4 does not know the first; it starts its own fetch, for which no protocol is left.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0")
	out, complaint := &atMost{left: most}, &atMost{left: 1 << 16}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, complaint
	cmd.WaitDelay = time.Second // for a process that git has started and that does not end with it
	err := cmd.Run()
	var exit *exec.ExitError
	first, _, _ := strings.Cut(strings.TrimSpace(complaint.text.String()), "\n")
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case out.left < 0:
		err = fmt.Errorf("git answers with more than %d bytes", most)
	case errors.As(err, &exit) && first != "":
		err = errors.New("git says: " + first)
	}
	return out.text.Bytes(), err
}

// entry is a file of a revision.
type entry struct {
	mode, id, path string
	size           int
}

// archived returns the data folders of a folder as they were in a revision.
func archived(ctx context.Context, dir, ref string) (fs.FS, error) {
	repo := git{ctx, dir}
	if _, err := repo.run(maxListing, nil, "rev-parse", "--git-dir"); err != nil {
		return nil, err
	}
	id, err := repo.run(maxListing, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^0")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return nil, fmt.Errorf("git knows no revision %q; in CI it may have to be fetched first", ref)
	case err != nil:
		return nil, err
	}
	// With -t folders are listed, too, so that each that git looks into counts towards the limit.
	list, err := repo.run(maxListing, nil, append([]string{"ls-tree", "-r", "-t", "-z", strings.TrimSpace(string(id)), "--"}, folders...)...)
	if err != nil {
		return nil, err
	}
	var files []*entry
	for line := range strings.SplitSeq(string(list), "\x00") {
		head, name, _ := strings.Cut(line, "\t")
		if is := strings.Fields(head); len(is) == 3 && is[1] == "blob" {
			if e := (&entry{mode: is[0], id: is[2], path: name}); e.isData() {
				files = append(files, e)
			}
		}
	}
	if len(files) == 0 {
		return embed.FS{}, nil
	}
	if err := repo.measure(files); err != nil {
		return nil, err
	}
	return repo.read(files)
}

// isData reports whether a file of a revision may be one of a game: YAML, or a link, which is
// refused when the game is read.
func (e *entry) isData() bool {
	ext := strings.ToLower(path.Ext(e.path))
	return ext == ".yaml" || ext == ".yml" || e.isLink()
}

func (e *entry) isLink() bool { return e.mode == "120000" }

// measure sets the sizes of files, which must not be too large together.
func (g git) measure(list []*entry) error {
	sizes, err := g.run(maxListing, ids(list), "cat-file", "--buffer", "--batch-check=%(objectsize)")
	if err != nil {
		return err
	}
	all := 0
	lines := strings.Split(string(sizes), "\n")
	for i, e := range list {
		if e.size, err = strconv.Atoi(lines[min(i, len(lines)-1)]); err != nil {
			return fmt.Errorf("git has no copy of %s as it was (git clone --filter leaves files out); fetch it first", e.path)
		}
		if all += min(e.size, maxOld); all > maxRevision {
			return fmt.Errorf("the files of this revision have more than %d bytes", maxRevision)
		}
	}
	return nil
}

// read returns the files as a file system. One that is too large is filled with zeros up to a size
// at which it is refused.
func (g git) read(list []*entry) (fs.FS, error) {
	small := slices.DeleteFunc(slices.Clone(list), func(e *entry) bool { return e.size > maxOld })
	text, err := g.run(maxRevision+maxListing, ids(small), "cat-file", "--buffer", "--batch= ")
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, e := range list {
		head := &zip.FileHeader{Name: e.path}
		head.SetMode(0o644)
		if e.isLink() {
			head.SetMode(0o644 | fs.ModeSymlink)
		}
		w, err := z.CreateHeader(head)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.path, err)
		}
		has := make([]byte, maxOld)
		if e.size <= maxOld {
			if len(text) < e.size+3 || text[0] != ' ' { // a line with a blank, the file, and the end of a line
				return nil, errors.New("git has broken off")
			}
			has, text = text[2:e.size+2], text[e.size+3:]
		}
		if _, err := w.Write(has); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
}

// ids are the lines that name objects to git.
func ids(list []*entry) io.Reader {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.id + "\n")
	}
	return strings.NewReader(b.String())
}

// atMost is a buffer of limited size.
type atMost struct {
	text bytes.Buffer // not embedded: io.Copy would call its ReadFrom, which knows no limit
	left int
}

func (m *atMost) Write(text []byte) (int, error) {
	if m.left -= len(text); m.left < 0 {
		return 0, io.ErrShortWrite
	}
	return m.text.Write(text)
}
