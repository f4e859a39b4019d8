// Package debug steps through a scenario, forwards and back: it is run once, each step noted with
// where the match stood before it, and all else is looking something up in that list.
//
//	open.go    which scenario, with what in force
//	debug.go   the recording
//	find.go    steps over and out, places, clauses, windows, formulas, where a value was set
//	parting.go where two recordings part
package debug

import (
	"context"
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// A recording is bounded in steps and in memory; what comes after is not in it.
const (
	mostSteps = 20_000
	mostWords = 16_000_000 // of states, four bytes each
	mostSaid  = 200        // of one step
	mostWork  = 50_000_000 // that the match counts
)

// Recording is a scenario as it has run.
type Recording struct {
	Scenario *exec.Scenario
	Steps    []Step // the last one is where it ended
	Failed   string // why it failed, as the command line tells it; "": it passed
	Unmet    []string
	Wrong    []source.Pos // the lines of the scenario that failed
	Cut      bool         // it went on

	game  *exec.Game
	stand *exec.Stand
	moves []match.Decision
	most  int // steps
	words int // of states
}

// Step is a step of the rules, an answer, or the end.
type Step struct {
	Pos    source.Pos // of the rule; no file: the end
	At     source.Pos // of the scenario: the line that is being carried out
	Verb   string
	Proc   string // the procedure under way
	Cites  []string
	Depth  int    // how many procedures are under way
	Answer string // what was answered; "": it is a step
	Asked  string // the request that it answers
	Said   []string
	Turned []exec.Refusal // what was turned away there

	back  *exec.Snapshot
	moves int // decided before
}

// Record runs a scenario.
func Record(ctx context.Context, g *exec.Game, s *exec.Scenario) (*Recording, error) {
	return record(ctx, g, s, mostSteps)
}

func record(ctx context.Context, g *exec.Game, s *exec.Scenario, most int) (*Recording, error) {
	stand, err := g.Stand(s)
	if err != nil {
		return nil, err
	}
	r := &Recording{Scenario: s, game: g, stand: stand, most: most}
	stand.Limit(ctx, mostWork)
	stand.Watch(r.note)
	if err := stand.CarryOut(); err != nil {
		r.Failed, r.Unmet, r.Wrong = err.Error(), stand.Unmet(), stand.Wrong()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	stand.Watch(nil)
	stand.Limit(nil, 0)
	if !r.Cut {
		r.add(Step{Verb: "end", At: stand.At(), moves: len(r.moves)})
	}
	return r, nil
}

// note adds an event to the recording.
func (r *Recording) note(ev *exec.Event) {
	switch ev.Kind {
	case exec.EventStep:
		r.begin(Step{Pos: ev.Pos, Verb: ev.Verb, Cites: ev.Cites})
		return
	case exec.EventAnswered:
		r.begin(Step{Pos: ev.Pos, Verb: "answer", Cites: ev.Cites, Asked: ev.Request, Answer: ev.Text()})
		r.moves = append(r.moves, match.Decision{By: ev.By, Name: ev.Request, Answer: slices.Clone(ev.Answer)})
		return
	case exec.EventRolled:
		if last := r.last(); last != nil && last.Answer != "" {
			return // the answer tells the roll
		}
	case exec.EventOffered:
		r.begin(Step{Pos: ev.Pos, Verb: "offer", Cites: ev.Cites, Answer: ev.Text()})
		r.moves = append(r.moves, match.Decision{By: ev.By, Name: ev.Offer, Offer: ev.Offer})
		return
	case exec.EventCall:
		r.begin(Step{Pos: ev.Pos, Verb: "procedure", Cites: ev.Cites})
	case exec.EventRefused:
		if last := r.last(); last != nil && len(last.Turned) < mostSaid {
			last.Turned = append(last.Turned, ev.Refused)
		}
		return
	}
	if text := ev.Text(); text != "" {
		if last := r.last(); last != nil && len(last.Said) < mostSaid {
			last.Said = append(last.Said, text)
		}
	}
}

func (r *Recording) last() *Step {
	if len(r.Steps) == 0 || r.Cut {
		return nil
	}
	return &r.Steps[len(r.Steps)-1]
}

// begin begins a step, unless it is the same one that goes on.
func (r *Recording) begin(s Step) {
	s.At, s.moves = r.stand.At(), len(r.moves)
	s.Depth, s.Proc = r.stand.Frames()
	if last := r.last(); last != nil && s.Answer == "" && last.Pos == s.Pos && last.Depth == s.Depth && last.Verb == s.Verb && len(last.Said) == 0 {
		return
	}
	r.add(s)
}

func (r *Recording) add(s Step) {
	var was *exec.Snapshot
	if last := r.last(); last != nil {
		was = last.back
	}
	s.back = r.stand.Snapshot(was)
	if r.words += s.back.Words(was); len(r.Steps) == r.most || r.words > mostWords {
		r.Cut = true
	}
	if !r.Cut {
		r.Steps = append(r.Steps, s)
	}
}

// Stand is the match as it stood before a step.
func (r *Recording) Stand(i int) *exec.Stand {
	r.stand.Restore(r.Steps[i].back)
	return r.stand
}

// Table is that as a match, for views of it.
func (r *Recording) Table(i int, lang string) (*match.Match, error) {
	return r.Stand(i).View(lang)
}

// Players is how many play.
func (r *Recording) Players() int { return r.stand.Players() }

// Moves are what had been decided before a step.
func (r *Recording) Moves(i int) []match.Decision { return r.moves[:r.Steps[i].moves] }

// Question is what an answer was given to, or what is asked at the end.
type Question struct {
	Request, By string // By "": chance, or nobody
	Options     []string
	Turned      []exec.Refusal // what else there is, and why it is not offered
}

// Question is what was asked where an answer was given, or is asked in the end; nil: nothing.
func (r *Recording) Question(i int) *Question {
	if s := &r.Steps[i]; s.Answer == "" && s.Verb != "end" {
		return nil
	}
	stand, q := r.Stand(i), &Question{}
	stand.Watch(func(ev *exec.Event) {
		if ev.Kind == exec.EventRefused && ev.Refused.Listed && len(q.Turned) < mostSaid {
			q.Turned = append(q.Turned, ev.Refused)
		}
	})
	defer stand.Watch(nil)
	if _, _, asked := stand.Asked(); !asked {
		return nil
	}
	request, by, options := stand.Offers()
	q.Request, q.By = request, by
	for _, o := range options {
		q.Options = append(q.Options, o.Flow())
	}
	return q
}

// Seat is what a seat is called.
func (r *Recording) Seat(i int) string { return r.stand.Seat(i) }
