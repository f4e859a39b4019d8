package table

import (
	"slices"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// play lets chance and bots decide, in the background, until a person is asked.
func (t *table) play() {
	if t.playing || t.m == nil || t.trouble() != nil {
		return
	}
	if !t.m.Steps() {
		t.stuck = t.m.Err()
		t.consult()
		return
	}
	t.playing, t.thinking = true, match.Public
	go func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		_ = t.guard(func() error {
			for t.m != nil && t.trouble() == nil && t.store.desk.Until.Err() == nil && t.step() {
			}
			return nil
		})
		t.playing = false
		_ = t.guard(func() error {
			_ = t.keep() // keep has reported the error
			t.tell()
			t.consult()
			return nil
		})
	}()
}

// guard returns the error of do. If do panics, guard drops the match from memory and keeps the panic, so that other
// tables are not affected. The pages of this table show the error until its rules change or the server restarts.
func (t *table) guard(do func() error) error {
	ended := false
	err := t.store.desk.Guard(func() error {
		err := do()
		ended = true
		return err
	})
	if !ended {
		t.crash = err
		t.sleep()
		t.report(err)
	}
	return err
}

// report shows on all pages why the match is not in memory.
func (t *table) report(why error) {
	for w := range t.watchers.open {
		w.put(&serve.Put{Say: told(t.hushed(why, w.lang), w.lang), Bad: true})
	}
}

// step lets chance or one bot decide. Pages show at once which bot is thinking, but its decisions only when rest sends
// them.
func (t *table) step() (more bool) {
	n := len(t.m.Decisions())
	by, _ := t.m.Asked()
	if by >= 0 && t.m.Steps() && by != t.thinking { // a bot may think for a long time
		if t.thinking = by; t.keep() != nil {
			return false
		}
		t.tell()
	}
	spoken := len(t.m.Log(t.logOf(match.Public, anyLang)))
	moved, err := t.m.Step()
	if by >= 0 && len(t.m.Decisions()) > n && t.keep() != nil {
		return false
	}
	switch {
	case err == nil:
		err = t.m.Err()
	case t.store.desk.Until.Err() != nil:
		return false
	}
	if to, ok := t.m.BrokenAt(); ok {
		return t.retract(to) == nil
	}
	if err != nil {
		t.breaks(err)
		return false
	}
	if moved && by >= 0 {
		t.rest(spoken)
	}
	return moved
}

// rest releases the lock for other requests. If a page is open and a bot has done something
// that all may know, it waits for a while. spoken is the number of log lines before.
func (t *table) rest(spoken int) {
	pace := t.store.desk.Pace
	if t.pace != nil {
		pace = *t.pace
	}
	acts := slices.ContainsFunc(t.m.Log(t.logOf(match.Public, anyLang))[spoken:], func(l match.Line) bool {
		return l.Part.Kind == match.PartAct || l.Part.Kind == match.PartRoll
	})
	if pace > 0 && acts && len(t.watchers.open) > 0 && t.keep() == nil && t.m != nil {
		t.tell()
	} else {
		pace = 0
	}
	t.mu.Unlock()
	defer t.mu.Lock()
	if pace > 0 {
		select {
		case <-t.store.desk.After(pace):
		case <-t.store.desk.Until.Done():
		}
	}
}

// breaks stops the match. The reason is written to the log of the server and shown on the
// host's page.
func (t *table) breaks(why error) {
	t.stuck = why
	t.store.desk.Errors.Printf("table %s: %v", t.ID, why)
}
