package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"moraine/interpreter"
)

// Limits on reading a revision.
const (
	maxListing  = 16 << 20 // size of the list of files
	maxRevision = 64 << 20 // size of all files together
)

// gitPatience limits the duration of a git command. git may wait forever if a repository has a
// pipe instead of a file.
var gitPatience = time.Minute

// rulesAt returns, by path, the texts of a game's rules in a git revision. Built-in rules are
// unchanged; files that the revision does not have are missing.
func (w *World) rulesAt(ctx context.Context, data interpreter.Sources, game, ref string) (map[string]string, error) {
	texts := map[string]string{}
	found := false
	for _, l := range data {
		if _, builtin := l.FS.(embeddedData); builtin {
			files, err := interpreter.Sources{l}.Rules(game)
			if err != nil {
				return nil, err
			}
			for _, f := range files {
				texts[f.Path] = string(f.Text)
			}
			continue
		}
		found = true
		if err := (git{ctx, w.abs(l.Name)}).read(ref, "cards/"+game, texts); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}
	if !found {
		return nil, errors.New("no data folder (cards, scenarios or variants) in the current folder or in --data")
	}
	return texts, nil
}

// git runs git in a folder that is not trusted, because its configuration may name programs to
// run. Only commands that read stored objects are used; they apply no filter, run no hook and
// fetch nothing.
type git struct {
	ctx context.Context
	dir string
}

// run returns the output of a git command, at most most bytes.
func (g git) run(most int, in io.Reader, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(g.ctx, gitPatience, fmt.Errorf("git did not finish within %v", gitPatience))
	defer cancel()
	cmd := exec.CommandContext(ctx, "git",
		append([]string{"-C", g.dir, "--no-pager", "--no-replace-objects", "--no-optional-locks",
			"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "credential.helper="}, args...)...)
	// Variables from the caller's git could select another repository (as in a hook) or name
	// programs.
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool {
		return strings.HasPrefix(strings.ToUpper(v), "GIT_")
	})
	// GIT_NO_LAZY_FETCH keeps git from fetching objects that are missing. Versions before 2.39.4 ignore it, so
	// GIT_ALLOW_PROTOCOL forbids all protocols, too.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0")
	out, complaint := &atMost{left: most}, &atMost{left: 1 << 16}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, complaint
	// limits the wait for child processes of git; a busy machine takes seconds to read the output
	cmd.WaitDelay = 10 * time.Second
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
	return out.text.String(), err
}

// read adds the files below a folder, as they were in a revision, to texts.
func (g git) read(ref, folder string, texts map[string]string) error {
	if _, err := g.run(maxListing, nil, "rev-parse", "--git-dir"); err != nil {
		return err
	}
	id, err := g.run(maxListing, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^0")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return fmt.Errorf("git does not know revision %q; in CI, fetch it first", ref)
	case err != nil:
		return err
	}
	// -t also lists folders, so that they count towards the limit.
	list, err := g.run(maxListing, nil, "ls-tree", "-r", "-t", "-z", strings.TrimSpace(id), "--", folder)
	if err != nil {
		return err
	}
	var paths []string
	var ids strings.Builder
	for line := range strings.SplitSeq(list, "\x00") {
		head, path, _ := strings.Cut(line, "\t")
		if is := strings.Fields(head); len(is) == 3 && is[1] == "blob" {
			paths = append(paths, path)
			ids.WriteString(is[2] + "\n")
		}
	}
	if paths == nil {
		return nil
	}
	sizes, err := g.run(maxListing, strings.NewReader(ids.String()), "cat-file", "--buffer",
		"--batch-check=%(objectsize)")
	if err != nil {
		return err
	}
	all := 0
	for _, path := range paths {
		var line string
		line, sizes, _ = strings.Cut(sizes, "\n")
		size, err := strconv.Atoi(line)
		if err != nil {
			return fmt.Errorf("git has not downloaded the old content of %s (a partial clone omits files); fetch it first", path)
		}
		if all += size; all > maxRevision {
			return fmt.Errorf("the rules in this revision are larger than %d bytes in total", maxRevision)
		}
	}
	text, err := g.run(maxRevision+maxListing, strings.NewReader(ids.String()), "cat-file", "--buffer",
		"--batch=%(objectsize)")
	for _, path := range paths { // each answer is a line with the size, the content and a newline
		head, rest, _ := strings.Cut(text, "\n")
		size, bad := strconv.Atoi(head)
		if err != nil || bad != nil || len(rest) < size+1 {
			return errors.Join(err, errors.New("git was interrupted"))
		}
		texts[path], text = rest[:size], rest[size+1:]
	}
	return nil
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
