package table

import (
	"errors"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// wish is a request to take back decisions.
type wish struct {
	by, to int
	number int // answers to the request contain it
	agreed []bool
}

// wants handles a request to take back the last decision, and answers to it. All persons must
// agree, because dice keep their results, so a player could look at the outcome and decide
// better. A decision that cannot have revealed anything is taken back immediately. After the
// end of the match nothing can be taken back, because hidden information has been revealed.
func (t *table) wants(seat int32, a *act) error {
	if t.m.Over() {
		return serve.Refuse(http.StatusConflict, "The match is over, so no decision can be taken back.")
	}
	switch a.Do {
	case doUndo, doCancel:
		if err := t.current(seat, a); err != nil {
			return err
		}
		to, unseen := t.m.LastDecision(seat)
		if a.Do == doCancel {
			act, ok := t.m.Act(seat)
			if !ok {
				return serve.Refuse(http.StatusConflict, "There is no action in progress that you could cancel.")
			}
			to, unseen = act.From, act.Alone
		}
		if to < 0 {
			return serve.Refuse(http.StatusConflict, "You have no decision to take back.")
		}
		t.wishes++
		t.wish = &wish{by: int(seat), to: to, number: t.epoch*mostNumbers + t.wishes,
			agreed: make([]bool, len(t.Seats))}
		t.wish.agreed[seat] = true
		if unseen {
			return t.undo("%s takes back a decision that revealed no information")
		}
	case doAgree, doRefuse:
		if t.wish == nil || t.wish.number != a.At {
			return serve.Refuse(http.StatusConflict, "The request to take back a decision is no longer open.")
		}
		t.wish.agreed[seat] = true
		if a.Do == doRefuse {
			t.wish = nil
			return nil
		}
	}
	for i, s := range t.Seats {
		if s.Kind == match.Human && !t.wish.agreed[i] {
			return nil
		}
	}
	return t.undo("%s takes back a decision, and all players have agreed")
}

// remark is a message to all that a seat has taken decisions back.
type remark struct {
	at   int // number of decisions that are left
	by   int32
	says string
}

// tellTo adds a remark to all logs of a match.
func (r remark) tellTo(m *match.Match, ears []match.Recipient) {
	for i, e := range ears {
		of := m.Names
		of.Lang = e.Lang
		m.Tell(i, of.T(r.says, of.Seat(r.by)))
	}
}

// undo takes back decisions as requested, and adds a line about it to all logs.
func (t *table) undo(says string) error {
	r := remark{at: t.wish.to, by: int32(t.wish.by), says: says}
	if err := t.goBack(r.at); err != nil {
		return err
	}
	t.remarks = append(t.remarks, r)
	r.tellTo(t.m, t.ears)
	t.play()
	return nil
}

// retract takes back an act that broke the rules, and shows the reason on the player's pages.
func (t *table) retract(to int) error {
	err, by := t.m.Err(), t.m.Decisions()[to].By
	var fault *interpreter.Fault
	if t.stuck = err; t.goBack(to) != nil {
		return err
	}
	for w := range t.watchers.open {
		if w.eyes != by {
			continue
		}
		why := told(err, w.lang)
		if errors.As(err, &fault) && fault.MayKnow(int(by)) {
			why = err.Error()
		}
		w.put(&serve.Put{Say: w.lang.T("The action was undone because of an error in the rules: %s", why), Bad: true})
	}
	if isProgram(t.Seats[by].Kind) { // it would do the same again
		t.breaks(&failure{by, err})
		return nil
	}
	t.store.desk.Errors.Printf("table %s: %v", t.ID, err)
	t.play()
	return nil
}

// goBack returns the match to a smaller number of decisions, also on disk.
func (t *table) goBack(to int) error {
	t.wish = nil
	t.remarks = slices.DeleteFunc(t.remarks, func(r remark) bool { return r.at > to })
	saw := map[int32]memory{}
	m, err := t.replay(t.store.desk.Until, t.saved(), to, saw)
	if err != nil {
		return err
	}
	if to < t.kept {
		t.kept = to
		if err := t.append(t.journal.Back(to)); err != nil {
			return err
		}
	}
	t.m, t.stuck, t.saw = m, nil, saw
	t.epoch++
	return nil
}
