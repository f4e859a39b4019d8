package table

import (
	"errors"
	"net/http"
	"time"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// keep writes new decisions to disk before pages show them. If that fails, it returns the match
// to the state on disk.
func (t *table) keep() error {
	if t.m == nil || t.kept == len(t.m.Decisions()) {
		return nil
	}
	text, err := t.journal.Decided(t.m.Decisions()[t.kept:]...)
	t.kept = len(t.m.Decisions())
	return t.append(text, err)
}

// append writes lines of the journal, unless the journal refused them. If writing fails, it
// will be retried.
func (t *table) append(text string, refused error) error {
	err := refused
	if err == nil {
		err = t.store.dir.Append(t.ID+"/match", []byte(text))
	}
	if err == nil {
		t.unkept = nil
		return nil
	}
	t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
	unread := t.load()
	switch {
	case unread != nil:
		t.sleep()
		t.report(unread)
		fallthrough
	case refused == nil:
		t.unkept = err
		t.retry()
	case errors.Is(refused, match.ErrFull):
		t.stuck = serve.Refuse(http.StatusInsufficientStorage,
			"this match has reached the maximum size of a saved match (%d MiB)", match.MaxSize>>20)
	default:
		t.stuck = refused
	}
	return serve.Refuse(http.StatusInsufficientStorage, "The action was undone, because the match could not be saved.")
}

// The first and the maximum waiting time before retries. The time doubles with each retry.
var (
	retryFirst = time.Second
	retryMost  = 30 * time.Second
)

// retry retries writing until it succeeds or the server closes. Then the match continues.
func (t *table) retry() {
	if t.retrying {
		return
	}
	t.retrying = true
	go func() {
		for wait := retryFirst; ; wait = min(2*wait, retryMost) {
			select {
			case <-t.store.desk.Until.Done():
				return
			case <-time.After(wait):
			}
			if t.recovers() {
				return
			}
		}
	}()
}

// recovers continues the match if the disk has space. It reports whether it has.
func (t *table) recovers() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return true
	case t.unkept != nil && t.store.probe(t.ID) != nil, t.wake() != nil:
		return false
	}
	t.retrying, t.unkept = false, nil
	_ = t.guard(func() error {
		t.play()
		t.tell()
		return nil
	})
	return true
}

// probe writes and removes a file of the size of many decisions.
func (s *store) probe(id string) error {
	name := id + "/probe"
	return errors.Join(s.dir.Write(name, make([]byte, 64<<10)), s.dir.Remove(name))
}
