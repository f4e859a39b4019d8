// Package debug records a run of a scenario and steps through the record, forwards and back.
//
//	open.go    finding the scenario and its configuration
//	debug.go   recording
//	find.go    moving: over, out, to places, clauses, windows, formulas, assignments
//	parting.go where two recordings differ
package debug

import (
	"context"
	"errors"
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Limits of a recording. Events beyond them are not recorded.
const (
	mostSteps = 20_000
	mostWords = 16_000_000 // words of all states; a word has four bytes
	mostSaid  = 200        // descriptions of events of one step
	mostWork  = 50_000_000 // steps counted by the match
)

// Recording is a recorded run of a scenario.
type Recording struct {
	Scenario *spec.Scenario
	Steps    []Step       // the last entry is the end of the run
	Failed   spec.Message // why it failed; zero if it passed
	Unmet    []string
	Wrong    []source.Pos // positions of the failures in the scenario
	Cut      bool         // a limit ended the recording
	Rulings  []string     // rulings on which the run depended

	game  *exec.Game
	stand *exec.Stand
	moves []match.Decision
	most  int    // limit on steps
	words int    // words of all states so far
	asked []bool // by ruling
}

// Step is a step of the rules, an answer, or the end.
type Step struct {
	Pos     source.Pos // position in the rules; the file is nil at the end
	At      source.Pos // position of the current line of the scenario
	Verb    string
	Proc    string // the running procedure
	Cites   []string
	Depth   int    // number of running procedures
	Answer  string // the answer; "" for a step
	Request string // the answered request
	Said    []string
	Turned  []exec.Refusal // refused options and their reasons
	Rulings []string       // rulings on which the run depends from this step on

	back  *exec.Snapshot
	moves int // number of decisions made before
}

// Record runs a scenario and records it.
func Record(ctx context.Context, g *exec.Game, s *spec.Scenario) (*Recording, error) {
	return record(ctx, g, s, mostSteps)
}

func record(ctx context.Context, g *exec.Game, s *spec.Scenario, most int) (*Recording, error) {
	stand, err := g.Stand(s)
	if err != nil {
		return nil, err
	}
	r := &Recording{Scenario: s, game: g, stand: stand, most: most, asked: make([]bool, len(g.Syntax.Rulings))}
	r.Rulings = stand.Rulings(r.asked)
	stand.Limit(ctx, mostWork)
	stand.Watch(r.note)
	var failed *exec.Failed
	if errors.As(stand.CarryOut(), &failed) {
		r.Failed, r.Unmet, r.Wrong = failed.Message, stand.Unmet(), stand.Wrong()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	stand.Watch(nil)
	stand.Limit(context.Background(), 0)
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
		r.begin(Step{Pos: ev.Pos, Verb: "answer", Cites: ev.Cites, Request: ev.Request, Answer: ev.Text()})
		r.moves = append(r.moves, match.Decision{By: ev.By, Name: ev.Request, Answer: slices.Clone(ev.Answer)})
		return
	case exec.EventRolled:
		if last := r.last(); last != nil && last.Answer != "" {
			return // the answer contains the roll
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

// begin adds a step, unless the current step continues.
func (r *Recording) begin(s Step) {
	s.At, s.moves = r.stand.At(), len(r.moves)
	s.Depth, s.Proc = r.stand.Frames()
	if last := r.last(); last != nil && s.Answer == "" && last.Pos == s.Pos && last.Depth == s.Depth &&
		last.Verb == s.Verb && len(last.Said) == 0 {
		return
	}
	r.add(s)
}

func (r *Recording) add(s Step) {
	var was *exec.Snapshot
	if last := r.last(); last != nil {
		was = last.back
		last.Rulings = r.stand.Rulings(r.asked)
		r.Rulings = append(r.Rulings, last.Rulings...)
	}
	s.back = r.stand.Snapshot(was)
	if r.words += s.back.Words(was); len(r.Steps) == r.most || r.words > mostWords {
		r.Cut = true
	}
	if !r.Cut {
		r.Steps = append(r.Steps, s)
	}
}

// Stand returns the match in the state before a step.
func (r *Recording) Stand(i int) *exec.Stand {
	r.stand.Restore(r.Steps[i].back)
	return r.stand
}

// Table returns the match in the state before a step, for displaying views.
func (r *Recording) Table(i int, lang string) (*match.Match, error) {
	return r.Stand(i).View(lang)
}

// Players returns the number of players.
func (r *Recording) Players() int { return r.stand.Players() }

// Taken returns the pieces that steps have taken in an order.
func (r *Recording) Taken() []int32 { return r.stand.Taken() }

// Moves returns the decisions made before a step.
func (r *Recording) Moves(i int) []match.Decision { return r.moves[:r.Steps[i].moves] }

// Question is the request that an answer answered, or the request open at the end.
type Question struct {
	Request, By string // By is "" for chance
	Options     []string
	Turned      []exec.Refusal // refused options and their reasons
}

// Question returns the request at a step that is an answer, or at the end. It returns nil for
// other steps.
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

// Seat returns the name of a seat.
func (r *Recording) Seat(i int) string { return r.stand.Seat(i) }
