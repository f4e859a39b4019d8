package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
)

// table is a table. Its match is in memory while a page shows it; everything is on disk.
type table struct {
	ID, Game string
	Watch    string // secret of the onlookers' link
	Seats    []seatOf
	Next     string `json:",omitempty"` // table of the rematch
	Moved    int    `json:",omitempty"` // number of seats by which it is moved

	store    *store
	mu       sync.Mutex
	m        *match.Match // nil if it is only on disk
	journal  *match.Journal
	kept     int         // number of decisions on disk
	ears     []match.Ear // readers of its logs: the seats, then the onlookers
	changed  bool        // the rules have changed since the match began
	epoch    int         // increases whenever decisions may have been replaced
	watchers map[*watcher]bool
	wish     *wish            // request to take back; nil if there is none
	wishes   int              // number of requests so far
	saw      map[int32]memory // each seat's view at its last decision
	playing  bool             // bots or chance are deciding
	stuck    error            // why the match cannot continue
	unkept   error            // why the last decision could not be written; nil once one can
	retrying bool             // writing is being retried in the background
	opening  int              // reserved places in watchers
	ended    bool
	pace     *time.Duration // how long it waits after each act of a bot; nil: as the desk has it
	reviewed bool           // moments have been searched
	moments  []moment
}

// memory is a seat's view at its last decision.
type memory struct {
	zones map[string]string
	lines int
}

// at returns the number of the question on a seat's page, which each act of the page carries.
// It increases when the seat is asked, decides or is told something, and when decisions may
// have been replaced; it reveals nothing else. It does not repeat after a restart, because
// epochs start at random.
func (t *table) at(seat int32) int {
	n := t.epoch * mostNumbers
	if seat != match.Public {
		n += t.m.Asks(seat)
	}
	for _, d := range t.m.Decisions() {
		if d.By == seat && seat != match.Public { // chance has the same number
			n++
		}
	}
	for _, l := range t.m.Log(t.logOf(seat)) {
		if l.Skipped < 0 {
			n++
		}
	}
	return n
}

const (
	mostNumbers = 1_000_000_000 // exceeds the number of questions, decisions and lines of a match
	mostEpochs  = 1 << 22       // scripts represent integers exactly up to 1 << 53
)

// epoch returns a random first epoch.
func epoch() int { return 1 + rand.IntN(mostEpochs) }

// speak sets the language of the match.
func (t *table) speak(lang serve.Lang) *match.Match {
	t.m.Names.Lang = lang.Code()
	return t.m
}

// wake loads the match and lets it continue. The lock is held, as for all functions below.
func (t *table) wake() error {
	if t.ended {
		return errNoSeat
	}
	if t.m == nil {
		if err := t.load(); err != nil {
			return err
		}
		t.store.woken(t)
		t.play()
	}
	return nil
}

// load replays the match from disk.
func (t *table) load() error {
	text, err := t.store.dir.Read(t.ID+"/match", &files.Limit{File: match.MaxSize})
	if err != nil {
		return err
	}
	saved, journal, whole, err := match.Recover(t.ID, string(text))
	if err != nil {
		return err
	}
	if len(saved.Seats) != len(t.Seats) || saved.Game != t.Game {
		return fmt.Errorf("table.json has %d seats of %s, and the match %d of %s", len(t.Seats), t.Game, len(saved.Seats), saved.Game)
	}
	if whole != string(text) { // the program was killed while it wrote a line
		if err := t.store.dir.Write(t.ID+"/match", []byte(whole)); err != nil {
			return err
		}
	}
	if t.ears == nil {
		for i := range t.Seats {
			t.ears = append(t.ears, match.Ear{Eyes: int32(i), Lang: saved.Lang})
		}
		t.ears = append(t.ears, match.Ear{Eyes: match.Public, Lang: saved.Lang})
	}
	t.m = nil
	saw := map[int32]memory{}
	m, err := t.replay(t.store.desk.Until, saved, len(saved.Decisions), saw)
	if err != nil {
		return err
	}
	t.m, t.journal, t.kept, t.wish, t.stuck, t.saw = m, journal, len(saved.Decisions), nil, nil, saw
	t.epoch++
	return nil
}

// renew lets the match continue under the current rules; if it cannot, its pages show why until
// it can.
func (t *table) renew() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m == nil {
		return
	}
	if g, _, err := t.store.desk.Game(t.Game, t.m.Rules); err == nil && t.m.Plays(g) && t.stuck == nil {
		return
	}
	was := t.m
	if err := t.load(); err != nil {
		t.m, t.stuck = was, err
		t.epoch++
	}
	t.play()
	t.tell()
}

// replay returns the match after n decisions under the current rules; saw records each seat's
// view at its last decision, unless it is nil.
func (t *table) replay(ctx context.Context, saved *match.Saved, n int, saw map[int32]memory) (*match.Match, error) {
	g, hash, err := t.store.desk.Game(saved.Game, saved.Rules)
	if err != nil {
		return nil, fmt.Errorf("the rules of this table cannot be read any more: %w", err)
	}
	if err := saved.Fits(g, saved.Data); err != nil {
		return nil, err
	}
	h := saved.Header
	h.Seats = slices.Clone(h.Seats) // other goroutines may read the slice
	for i, s := range t.Seats {
		h.Seats[i] = played(s.Kind)
	}
	t.changed = saved.Data != hash
	m, err := match.New(g, h, match.Options{Context: ctx, Kept: true, People: people(g.Names(""), t.Seats)}, t.ears...)
	last := map[int32]int{}
	for i, d := range saved.Decisions[:n] {
		last[d.By] = i
	}
	for i := range n {
		if by := saved.Decisions[i].By; err == nil && saw != nil && by >= 0 && last[by] == i && t.Seats[by].Kind == match.Human {
			if err = m.Until(saved, i); err == nil {
				saw[by] = seenBy(m, by)
			}
		}
	}
	if err == nil {
		err = m.Until(saved, n)
	}
	if err != nil && t.changed {
		return nil, errors.Join(serve.Refuse(http.StatusConflict, "The rules have changed since this match began, and it cannot go on under them."), err)
	}
	return m, err
}

// saved returns the match as if read from a file.
func (t *table) saved() *match.Saved {
	return &match.Saved{Header: t.m.Header, Path: t.ID, Decisions: slices.Clone(t.m.Decisions())}
}

// sleep drops the match from memory.
func (t *table) sleep() {
	t.m, t.journal, t.wish, t.saw = nil, nil, nil, nil
}

// keep writes new decisions to disk before any page sees them. If they cannot be written, the
// match returns to the state on disk.
func (t *table) keep() error {
	if t.m == nil || t.kept == len(t.m.Decisions()) {
		return nil
	}
	text, err := t.journal.Decided(t.m.Decisions()[t.kept:]...)
	t.kept = len(t.m.Decisions())
	return t.append(text, err)
}

// append writes lines of the journal, unless the journal refused them. If writing fails, it is
// retried.
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
		for w := range t.watchers {
			w.put(&serve.Put{Say: told(t.hushed(unread, w.lang), w.lang), Bad: true})
		}
		fallthrough
	case refused == nil:
		t.unkept = err
		t.retry()
	case errors.Is(refused, match.ErrFull):
		t.stuck = serve.Refuse(http.StatusInsufficientStorage, "this match is as long as one can be kept (%d MiB)", match.MaxSize>>20)
	default:
		t.stuck = refused
	}
	return serve.Refuse(http.StatusInsufficientStorage, "That could not be kept, so it has not happened.")
}

// Waiting times before retries; each is twice the one before.
var (
	retryFirst = time.Second
	retryMost  = 30 * time.Second
)

// retry tries to write until it succeeds or the server closes. Then the match continues.
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

// recovers lets the match continue if there is room on disk, and reports whether there is.
func (t *table) recovers() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return true
	case t.unkept != nil && t.probe() != nil, t.wake() != nil:
		return false
	}
	t.retrying, t.unkept = false, nil
	t.play()
	t.tell()
	return true
}

// probe writes and removes a file as long as many decisions.
func (t *table) probe() error {
	name := t.ID + "/probe"
	return errors.Join(t.store.dir.Write(name, make([]byte, 64<<10)), t.store.dir.Remove(name))
}

// trouble returns the reason why the match cannot continue, or nil.
func (t *table) trouble() error {
	switch {
	case t.unkept != nil:
		return serve.Refuse(http.StatusInsufficientStorage, "the server cannot write to its disk; it tries again, and the match goes on when it can")
	case t.stuck != nil:
		return t.stuck
	case len(t.m.Decisions()) >= mostDecisions && !t.m.Over():
		return serve.Refuse(http.StatusConflict, "it has %d decisions, which is as many as a match can have", mostDecisions)
	}
	return nil
}

// answer carries out a decision of a person.
func (t *table) answer(seat int32, a *act) error {
	if err := t.fits(seat, a); err != nil {
		return err
	}
	n := len(t.m.Decisions())
	_, public := t.m.Waits(match.Public)
	before := seenBy(t.m, seat)
	var err error
	if a.Do == doOffer {
		err = t.m.Offer(seat, a.Name)
	} else {
		var options []int32
		for _, i := range a.Pick {
			if q := t.m.Question(); q != nil && i > len(q.Options) {
				return serve.Refuse(http.StatusBadRequest, "There are only %d options.", len(q.Options))
			}
			options = append(options, int32(i)-1)
		}
		err = t.m.Answer(seat, options)
	}
	if len(t.m.Decisions()) == n {
		return err
	}
	if t.m.Asked(); t.m.Err() != nil {
		if to, ok := t.m.Broke(); ok {
			return t.retract(to)
		}
	}
	if kept := t.keep(); kept != nil {
		return kept
	}
	if public || a.Do == doOffer { // otherwise the end of the request would reveal that a player was asked
		t.wish = nil
	}
	t.saw[seat] = before
	if err != nil {
		t.stuck = err
	}
	t.play()
	return nil
}

// current refuses an act with an outdated question number.
func (t *table) current(seat int32, a *act) error {
	switch at := t.at(seat); {
	case a.At < at:
		return serve.Refuse(http.StatusConflict, "That was meant for an earlier question; the table is further by now.")
	case a.At > at:
		return serve.Refuse(http.StatusConflict, "That is for a question that nobody has asked.")
	}
	return nil
}

// fits refuses an act that does not fit the question, or for which the match has no room.
func (t *table) fits(seat int32, a *act) error {
	if err := t.current(seat, a); err != nil {
		return err
	}
	if why := t.trouble(); why != nil && t.unkept == nil { // otherwise writing is tried
		return serve.Refuse(http.StatusConflict, "The match cannot go on: %s", told(why, serve.Lang(t.m.Names.Lang)))
	}
	return nil
}

// play lets chance and bots decide in the background until a person is asked.
func (t *table) play() {
	if t.playing || t.m == nil || t.trouble() != nil {
		return
	}
	if !t.m.Steps() {
		t.stuck = t.m.Err()
		return
	}
	t.playing = true
	go func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.guard(func() {
			for t.m != nil && t.trouble() == nil && t.store.desk.Until.Err() == nil && t.step() {
			}
		})
		t.playing = false
		t.guard(func() {
			_ = t.keep() // keep has reported the error
			t.tell()
		})
	}()
}

// guard marks the match as broken if do panics.
func (t *table) guard(do func()) {
	defer func() {
		if what := recover(); what != nil {
			t.breaks(fmt.Errorf("%v", what))
		}
	}()
	do()
}

// step lets chance or one bot decide; pages see each step.
func (t *table) step() (more bool) {
	n := len(t.m.Decisions())
	by, _ := t.m.Asked()
	if by >= 0 && t.m.Steps() { // a bot may think for long
		if t.keep() != nil {
			return false
		}
		t.tell()
	}
	spoken := len(t.m.Log(t.logOf(match.Public)))
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
	if to, ok := t.m.Broke(); ok {
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

// rest gives way to others that look or act: for a while if somebody looks and a bot has done something that all may
// know of, after so many lines of the log.
func (t *table) rest(spoken int) {
	pace := t.store.desk.Pace
	if t.pace != nil {
		pace = *t.pace
	}
	acts := slices.ContainsFunc(t.m.Log(t.logOf(match.Public))[spoken:], func(l match.Line) bool {
		return l.Part.Kind == match.PartAct || l.Part.Kind == match.PartRoll
	})
	if pace > 0 && acts && len(t.watchers) > 0 && t.keep() == nil && t.m != nil {
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

// breaks stops the match: the reason goes to the log of the server and to the page of the host.
func (t *table) breaks(why error) {
	t.stuck = why
	t.store.desk.Errors.Printf("table %s: %v", t.ID, why)
}

// text returns the match in the format of a file.
func (t *table) text() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return "", err
	}
	return t.m.Text()
}

// where returns whose turn it is, or the result.
func (t *table) where(lang serve.Lang) string {
	m := t.speak(lang)
	if why := t.trouble(); why != nil {
		return lang.T("cannot go on: %s", why.Error())
	}
	if m.Over() {
		return m.Ending()
	}
	by, known := m.Waits(match.Public)
	switch {
	case !known || by < 0:
		return lang.T("under way")
	case t.isOpen(by):
		return lang.T("waits for a guest")
	}
	return lang.T("%s's turn", m.Names.Seat(by))
}
