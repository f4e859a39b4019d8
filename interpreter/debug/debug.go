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

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
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
	Turned []Turned // what was turned away there

	back  *exec.Back
	moves int // decided before
}

// Turned is a condition that turned something away.
type Turned struct {
	What  string // an option, a card; "": the step itself
	Words string
	Cites []string
	Pos   source.Pos
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
	stand.Match().Ctx, stand.Match().Budget = ctx, mostWork
	stand.Watch(r.note)
	if err := stand.CarryOut(); err != nil {
		r.Failed, r.Unmet, r.Wrong = err.Error(), stand.Unmet(), stand.Wrong()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	stand.Watch(nil)
	stand.Match().Ctx, stand.Match().Budget = nil, 0
	if !r.Cut {
		r.add(Step{Verb: "end", At: stand.At(), moves: len(r.moves)})
	}
	return r, nil
}

// note notes what happens.
func (r *Recording) note(ev machine.Event) {
	m := r.stand.Match()
	st := ev.Step
	switch ev.Kind {
	case machine.Stepped:
		if !ev.On && st.Verb != "procedure" && m.Op(m.Env.Frame(), m.Env.S[state.AtPC]-1).Code != program.Jump {
			r.begin(Step{Pos: st.Pos, Verb: st.Verb, Cites: syntax.NamesOf(st.Cites)})
		}
		return
	case machine.Answered:
		says := ev
		if ev.Request.Kind == machine.AskRoll {
			says = machine.Event{Kind: machine.Rolled, Who: ev.Request.For, Value: ev.Request.Options[ev.Answer[0]].Value}
		}
		r.begin(Step{Pos: st.Pos, Verb: "answer", Cites: syntax.NamesOf(st.Cites), Asked: ev.Request.Name, Answer: r.stand.Says(&says)})
		r.moves = append(r.moves, match.Decision{By: ev.Who, Name: ev.Request.Name, Answer: slices.Clone(ev.Answer)})
		return
	case machine.Rolled:
		if last := r.last(); last != nil && last.Answer != "" {
			return // it says so
		}
	case machine.Offered:
		r.begin(Step{Pos: st.Pos, Verb: "offer", Cites: syntax.NamesOf(ev.Cites), Answer: r.stand.Says(&ev)})
		r.moves = append(r.moves, match.Decision{By: ev.Who, Name: ev.Text, Offer: ev.Text})
		return
	case machine.Called:
		r.begin(Step{Pos: st.Pos, Verb: "procedure", Cites: syntax.NamesOf(st.Cites)})
	case machine.Turned:
		if last := r.last(); last != nil && len(last.Turned) < mostSaid {
			last.Turned = append(last.Turned, r.turned(&ev))
		}
		return
	}
	if say := r.stand.Says(&ev); say != "" {
		if last := r.last(); last != nil && len(last.Said) < mostSaid {
			last.Said = append(last.Said, say)
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
	env := &r.stand.Match().Env
	s.At, s.moves = r.stand.At(), len(r.moves)
	for f := range env.Frames() {
		if s.Depth++; s.Depth == 1 {
			s.Proc = r.stand.Match().P.Procs[env.S[f+state.FrameProc]].Name
		}
	}
	if last := r.last(); last != nil && s.Answer == "" && last.Pos == s.Pos && last.Depth == s.Depth && last.Verb == s.Verb && len(last.Said) == 0 {
		return
	}
	r.add(s)
}

func (r *Recording) add(s Step) {
	var was *exec.Back
	if last := r.last(); last != nil {
		was = last.back
	}
	s.back = r.stand.Here(was)
	if was == nil || &was.W[0] != &s.back.W[0] {
		r.words += len(s.back.W)
	}
	if r.words += len(s.back.S); len(r.Steps) == r.most || r.words > mostWords {
		r.Cut = true
	}
	if !r.Cut {
		r.Steps = append(r.Steps, s)
	}
}

func (r *Recording) turned(ev *machine.Event) Turned {
	what := ev.Text
	if ev.Request != nil && ev.Piece >= 0 && what == "" {
		what = r.stand.Value(ev.Request.Type, ev.Piece)
	}
	return Turned{what, ev.Words, syntax.NamesOf(ev.Cites), ev.Pos}
}

// Stand is the match as it stood before a step.
func (r *Recording) Stand(i int) *exec.Stand {
	r.stand.GoBack(r.Steps[i].back)
	return r.stand
}

// Table is that as a match, for views of it.
func (r *Recording) Table(i int, lang string) (*match.Match, error) {
	h := match.Header{Game: r.game.ID, Lang: lang, Players: r.Players()}
	for seat := range h.Players {
		h.IDs, h.Seats = append(h.IDs, r.game.Program.Seats[seat]), append(h.Seats, match.Human)
	}
	m, err := match.New(r.game.Game, h, match.Options{})
	if err == nil {
		m.Restore(r.Steps[i].back.State)
	}
	return m, err
}

// Players is how many play.
func (r *Recording) Players() int { return int(r.stand.Match().Env.Players()) }

// Moves are what had been decided before a step.
func (r *Recording) Moves(i int) []match.Decision { return r.moves[:r.Steps[i].moves] }

// Question is what an answer was given to, or what is asked at the end.
type Question struct {
	Request, By string // By "": chance, or nobody
	Options     []string
	Turned      []Turned // what else there is, and why it is not offered
}

// Question is what was asked where an answer was given, or is asked in the end; nil: nothing.
func (r *Recording) Question(i int) *Question {
	if s := &r.Steps[i]; s.Answer == "" && s.Verb != "end" {
		return nil
	}
	stand, q := r.Stand(i), &Question{}
	stand.Watch(func(ev machine.Event) {
		if ev.Kind == machine.Turned && ev.Request != nil && len(q.Turned) < mostSaid {
			q.Turned = append(q.Turned, r.turned(&ev))
		}
	})
	defer stand.Watch(nil)
	if stand.Match().Next() == nil {
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
