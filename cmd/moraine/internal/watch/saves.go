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

// settled is how long files are left alone before they are looked at: some editors save in steps.
const settled = 20 * time.Millisecond

// Saves tells when files of the layers have been saved, and left alone since.
type Saves struct {
	C      <-chan struct{}
	Errors <-chan error // files may be saved unseen
}

// ErrNothing is the error where there is nothing that could change.
var ErrNothing = errors.New("there is no folder of data here, nor in any --data, that could change")

// Follow has all folders of the layers watched until the context is over; files are not, since whoever
// saves one may put another in its place. folders are where the layers lie; "": it comes with the program.
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
				complain(fmt.Errorf("files may be saved unseen: %w", err))
			case <-quiet.C:
				if err := add(w, src, folders); err != nil { // there may be new folders
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
					seen = 0 // the limit is that of a game
				}
				if err != nil || !d.IsDir() {
					return nil // reading it says what is wrong
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
