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

// Limits on reading a revision.
const (
	maxListing  = 16 << 20  // size of the list of files
	maxRevision = 256 << 20 // size of all files
	maxOld      = 2 << 20   // size of one file; the limit for YAML files is lower
)

// gitPatience limits the duration of a git command. git may wait forever if a repository has a
// pipe instead of a file.
var gitPatience = time.Minute

// atRevision returns the layers as they were in a revision. Built-in data is unchanged.
func (w *World) atRevision(ctx context.Context, data interpreter.Sources, ref string) (interpreter.Sources, error) {
	out := interpreter.Sources{}
	found := false
	for _, l := range data {
		if _, builtin := l.FS.(embeddedData); !builtin {
			var err error
			if l.FS, err = archived(ctx, w.abs(l.Name), ref); err != nil {
				return nil, fmt.Errorf("%s: %w", l.Name, err)
			}
			found = true
		}
		out = append(out, l)
	}
	if !found {
		return nil, errors.New("no data folder (cards, scenarios or variants) in the current folder or in --data")
	}
	return out, nil
}

// git runs git in a folder that is not trusted, because its configuration may name programs to
// run. Only commands that read stored objects are used; they apply no filter, run no hook and
// fetch nothing.
type git struct {
	ctx context.Context
	dir string
}

// run returns the output of a git command, at most most bytes.
func (g git) run(most int, in io.Reader, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(g.ctx, gitPatience, fmt.Errorf("git did not finish within %v", gitPatience))
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", g.dir, "--no-pager", "--no-replace-objects", "--no-optional-locks",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "credential.helper="}, args...)...)
	// Variables from the caller's git could select another repository (as in a hook) or name
	// programs.
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToUpper(v), "GIT_") })
	// git before 2.39.4 ignores the first variable and fetches missing objects; so no protocol
	// is allowed.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0")
	out, complaint := &atMost{left: most}, &atMost{left: 1 << 16}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, complaint
	cmd.WaitDelay = 10 * time.Second // limits the wait for child processes of git; a busy machine takes seconds to read the output
	err := cmd.Run()
	var exit *exec.ExitError
	first, _, _ := strings.Cut(strings.TrimSpace(complaint.text.String()), "\n")
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case out.left < 0:
		err = fmt.Errorf("the output of git is larger than %d bytes", most)
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

// archived returns the data folders inside a folder as they were in a revision.
func archived(ctx context.Context, dir, ref string) (fs.FS, error) {
	repo := git{ctx, dir}
	if _, err := repo.run(maxListing, nil, "rev-parse", "--git-dir"); err != nil {
		return nil, err
	}
	id, err := repo.run(maxListing, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^0")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return nil, fmt.Errorf("git does not know revision %q; in CI, fetch it first", ref)
	case err != nil:
		return nil, err
	}
	// -t also lists folders, so that they count towards the limit.
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

// isData reports whether a file of a revision can belong to a game: a YAML file, or a link,
// which the loader refuses.
func (e *entry) isData() bool {
	ext := strings.ToLower(path.Ext(e.path))
	return ext == ".yaml" || ext == ".yml" || e.isLink()
}

func (e *entry) isLink() bool { return e.mode == "120000" }

// measure sets the sizes of files and checks their sum against the limit.
func (g git) measure(list []*entry) error {
	sizes, err := g.run(maxListing, ids(list), "cat-file", "--buffer", "--batch-check=%(objectsize)")
	if err != nil {
		return err
	}
	all := 0
	lines := strings.Split(string(sizes), "\n")
	for i, e := range list {
		if e.size, err = strconv.Atoi(lines[min(i, len(lines)-1)]); err != nil {
			return fmt.Errorf("git has not downloaded the old content of %s (a partial clone omits files); fetch it first", e.path)
		}
		if all += min(e.size, maxOld); all > maxRevision {
			return fmt.Errorf("the game files of this revision are larger than %d bytes in total", maxRevision)
		}
	}
	return nil
}

// read returns the files as a file system. A file above the limit is replaced by zeros of a
// size that the loader refuses.
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
			if len(text) < e.size+3 || text[0] != ' ' { // each answer is a line that ends with the size, then the content and a newline
				return nil, errors.New("git was interrupted")
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

// ids returns the object names of files, one per line, as input for git.
func ids(list []*entry) io.Reader {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.id + "\n")
	}
	return strings.NewReader(b.String())
}

// atMost is a buffer with a size limit.
type atMost struct {
	text bytes.Buffer // not embedded, because io.Copy would use its ReadFrom, which has no limit
	left int
}

func (m *atMost) Write(text []byte) (int, error) {
	if m.left -= len(text); m.left < 0 {
		return 0, io.ErrShortWrite
	}
	return m.text.Write(text)
}
