package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"moraine/interpreter"
	"moraine/interpreter/files"
)

// settled is the time without writes after which files are read, because some editors save in
// several steps.
const settled = 20 * time.Millisecond

// Saves signals that files of the layers have been saved.
type Saves struct {
	C      <-chan struct{}
	Errors <-chan error // after an error, later saves may be missed
}

// ErrNothing reports that no data folder can change.
var ErrNothing = errors.New("no data folder (cards, scenarios or variants) to watch in the current folder or in --data")

// Follow watches all folders of the layers until ctx is done. It watches folders instead of
// files, because editors replace files when they save. folders has the path of each layer, ""
// for the built-in one.
func Follow(ctx context.Context, src interpreter.Sources, folders []string) (*Saves, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	if err := add(w, src, folders); err != nil {
		w.Close()
		return nil, err
	}
	saved, wrong := make(chan struct{}), make(chan error)
	go func() {
		defer w.Close()
		quiet := time.NewTimer(time.Hour)
		complain := func(err error) {
			select {
			case wrong <- err:
			case <-ctx.Done():
			}
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-w.Events:
				quiet.Reset(settled)
			case err := <-w.Errors:
				complain(fmt.Errorf("changes of files may be missed: %w", err))
			case <-quiet.C:
				if err := add(w, src, folders); err != nil { // new folders may have been created
					complain(err)
				}
				select {
				case saved <- struct{}{}:
				case <-ctx.Done():
				}
			}
		}
	}()
	return &Saves{saved, wrong}, nil
}

// Each calls saved after each save, and wrong for each error, until ctx is done.
func (s *Saves) Each(ctx context.Context, saved func(), wrong func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-s.Errors:
			wrong(err)
		case <-s.C:
			saved()
		}
	}
}

func add(w *fsnotify.Watcher, src interpreter.Sources, folders []string) error {
	any := false
	for i, dir := range folders {
		if dir == "" {
			continue
		}
		l := src[i]
		any = true
		if err := w.Add(dir); err != nil {
			return fmt.Errorf("%s cannot be watched: %w", l.Name, err)
		}
		for _, top := range []string{"cards", "scenarios", "variants"} {
			seen := 0
			err := files.Walk(l.FS, top, &seen, func(p string, d fs.DirEntry, err error) error {
				if strings.Count(p, "/") == 1 {
					seen = 0 // the limit applies to each game
				}
				if err != nil || !d.IsDir() {
					return nil // the error is reported when the folder is read
				}
				return w.Add(filepath.Join(dir, filepath.FromSlash(p)))
			})
			if err != nil {
				return fmt.Errorf("%s cannot be watched: %w", l.Name, err)
			}
		}
	}
	if !any {
		return ErrNothing
	}
	return nil
}
