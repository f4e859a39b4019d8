package table

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// table is a match with its seats and pages. The match is in memory while a page shows it;
// everything is stored on disk.
type table struct {
	seating
	store *store
	mu    sync.Mutex
	logs
	journal  *match.Journal
	kept     int      // number of decisions on disk
	remarks  []remark // messages about decisions taken back, which all logs contain
	changed  bool     // the rules have changed since the match began
	epoch    int      // incremented when decisions may have been replaced
	watchers watchers
	wish     *wish // request to take back, or nil
	wishes   int   // number of requests so far
	playing  bool  // bots or chance are deciding
	thinking int32 // the bot that pages show as thinking; match.Public if none
	stuck    error // why the match cannot continue
	crash    error // the panic that dropped the match from memory; nil if there was none
	unkept   error // why the last decision could not be written; nil if writing works
	retrying bool  // writing is being retried in the background
	ended    bool
	pace     *time.Duration // pause after each act of a bot; nil for the default of the server
	reviewed bool           // moments have been computed
	moments  []moment
	programs programs
}

// logs is a match with its logs, and the views of the seats at their last decisions.
type logs struct {
	m    *match.Match      // nil if it is only on disk
	ears []match.Recipient // recipients of the logs: the seats and the onlookers, then the same in more languages
	saw  map[int32]memory  // view of each seat at its last decision
}

// at returns the number of the question on a seat's page. The page sends it with each act, so that an act for an older
// question is refused. The number increases when the seat is asked, decides or gets a message, and when decisions may
// have been replaced; it reveals nothing else. It starts at a random epoch, so that a restarted server does not repeat
// it.
func (t *table) at(seat int32) int {
	n := t.epoch * mostNumbers
	if seat != match.Public {
		n += t.m.Asks(seat)
	}
	for _, d := range t.m.Decisions() {
		if d.By == seat && seat != match.Public { // chance has the same number as match.Public
			n++
		}
	}
	for _, l := range t.m.Log(t.logOf(seat, anyLang)) {
		if l.Skipped < 0 {
			n++
		}
	}
	return n
}

const (
	mostNumbers = 1_000_000_000 // more than the questions, decisions and lines of a match
	mostEpochs  = 1 << 22       // scripts represent integers exactly up to 1 << 53
)

// epoch returns a random initial epoch.
func epoch() int { return 1 + rand.IntN(mostEpochs) }

// speak sets the language of the match.
func (t *logs) speak(lang serve.Lang) *match.Match {
	t.m.Names.Lang = lang.Code()
	return t.m
}

// keepLanguage returns a function that sets the language of a match back to the current one.
func keepLanguage(m *match.Match) (restore func()) {
	lang := m.Names.Lang
	return func() { m.Names.Lang = lang }
}

// wake loads the match and continues it. The caller holds the lock, as for all functions below.
func (t *table) wake() error {
	if t.ended {
		return errNoSeat
	}
	if t.m != nil || t.crash != nil {
		return t.crash
	}
	return t.guard(func() error {
		if err := t.load(); err != nil {
			return err
		}
		t.store.woken(t)
		t.play()
		return nil
	})
}

// trouble returns the reason why the match cannot continue, or nil.
func (t *table) trouble() error {
	switch {
	case t.unkept != nil:
		return serve.Refuse(http.StatusInsufficientStorage,
			"the server cannot write to its disk; it keeps trying, and the match continues when it succeeds")
	case t.stuck != nil:
		return t.stuck
	case len(t.m.Decisions()) >= mostDecisions && !t.m.Over():
		return serve.Refuse(http.StatusConflict, "the match has %d decisions, which is the maximum", mostDecisions)
	}
	return nil
}

// answer executes a decision of a person.
func (t *table) answer(seat int32, a *act) error {
	if err := t.fits(seat, a); err != nil {
		return err
	}
	n := len(t.m.Decisions())
	_, public := t.m.ToMove(match.Public)
	before := seenBy(t.m, seat)
	var err error
	if a.Do == doOffer {
		err = t.m.Offer(seat, a.Name)
	} else {
		options, wrong := engine.Numbers(t.m, a.Answer)
		if wrong != nil {
			return serve.Refuse(http.StatusBadRequest, "%s", wrong.Error())
		}
		for _, i := range a.Pick {
			if q := t.m.Question(); q != nil && i > len(q.Options) {
				return serve.Refuse(http.StatusBadRequest, "The question has only %d options.", len(q.Options))
			}
			options = append(options, int32(i)-1)
		}
		err = t.m.Answer(seat, options)
	}
	if len(t.m.Decisions()) == n {
		return err
	}
	t.m.Asked()
	if t.m.Err() != nil {
		if to, ok := t.m.BrokenAt(); ok {
			return t.retract(to)
		}
	}
	if kept := t.keep(); kept != nil {
		return kept
	}
	if public || a.Do == doOffer { // otherwise the end of the request would reveal which player was asked
		t.wish = nil
	}
	t.saw[seat] = before
	if err != nil {
		t.stuck = err
	}
	t.play()
	return nil
}

// current returns an error for an act with an outdated question number.
func (t *table) current(seat int32, a *act) error {
	switch at := t.at(seat); {
	case a.At < at:
		return serve.Refuse(http.StatusConflict, "Your answer belongs to an earlier question; the match has moved on.")
	case a.At > at:
		return serve.Refuse(http.StatusConflict, "Your answer does not belong to the current question.")
	}
	return nil
}

// fits returns an error for an act that does not belong to the question, or for which the match
// has no space.
func (t *table) fits(seat int32, a *act) error {
	if err := t.current(seat, a); err != nil {
		return err
	}
	if why := t.trouble(); why != nil && t.unkept == nil { // otherwise writing is tried again
		return serve.Refuse(http.StatusConflict, "The match cannot continue: %s", told(why, serve.Lang(t.m.Names.Lang)))
	}
	return nil
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
	by, known := m.ToMove(match.Public)
	switch {
	case !known || by < 0:
		return lang.T("under way")
	case t.isOpen(by):
		return lang.T("waits for a guest")
	}
	return lang.T("%s's turn", m.Names.Seat(by))
}
